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

package io.azuretables.gateway;

import org.springframework.dao.DataAccessResourceFailureException;

/**
 * Thrown when a response does not come from a table service, but from a proxy, a gateway
 * or a web server.
 *
 * @since 0.1
 */
public final class ForeignResponseException extends DataAccessResourceFailureException {

	private static final long serialVersionUID = 1L;

	private final String server;

	public ForeignResponseException(String message, String server, Throwable cause) {
		super(message, cause);
		this.server = server;
	}

	/**
	 * The scheme, host and port that were asked.
	 */
	public String server() {
		return this.server;
	}

}
