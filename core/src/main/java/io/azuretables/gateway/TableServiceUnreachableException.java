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
 * Thrown when no connection to the table service can be made, so that the request was not
 * sent.
 *
 * @since 0.1
 */
public final class TableServiceUnreachableException extends DataAccessResourceFailureException {

	private static final long serialVersionUID = 1L;

	private final String server;

	private final boolean handshake;

	public TableServiceUnreachableException(String message, String server, boolean handshake, Throwable cause) {
		super(message, cause);
		this.server = server;
		this.handshake = handshake;
	}

	/**
	 * The scheme, host and port of the service.
	 */
	public String server() {
		return this.server;
	}

	/**
	 * Whether the server answered and the TLS handshake failed.
	 */
	public boolean isHandshakeFailure() {
		return this.handshake;
	}

}
