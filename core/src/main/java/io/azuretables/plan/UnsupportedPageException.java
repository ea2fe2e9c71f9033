/*
 * Copyright 2026 the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.azuretables.plan;

/**
 * Thrown when a page cannot be served: it is requested by number, in another order, or
 * with the position of another query. A web application answers it with status 400.
 *
 * @since 0.1
 */
public class UnsupportedPageException extends UnsupportedQueryException {

	private static final long serialVersionUID = 1L;

	private final String rule;

	/**
	 * A page that cannot be served.
	 * @param message what is wrong, for the developers of the application
	 * @param rule what a client must do, without names of the application
	 */
	public UnsupportedPageException(String message, String rule) {
		super(message);
		this.rule = rule;
	}

	/**
	 * What a client must do. Unlike the message, it names no method, property or index.
	 */
	public String getRule() {
		return this.rule;
	}

}
