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

package io.azuretables.autoconfigure.internal.console;

/**
 * Thrown when the web console cannot answer a request of its page. The message is for the
 * person at the page.
 */
public final class ConsoleException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final int status;

	public ConsoleException(int status, String message) {
		super(message);
		this.status = status;
	}

	public int status() {
		return this.status;
	}

}
