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

import org.springframework.dao.DataAccessException;

/**
 * The status and error code of the table service, as the cause of Spring's exception. For
 * callers who must know more than the kind of the error.
 *
 * @since 0.1
 */
public final class ServiceErrorException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final int status;

	private final String code;

	private final int failedWrite;

	/**
	 * What a store says, be it the service or one that stands in for it, or what the
	 * service would have said to what is refused before it is sent.
	 * @param failedWrite which write of a transaction failed, from 0 on; -1 for none
	 */
	public ServiceErrorException(int status, String code, int failedWrite) {
		super("HTTP " + status + (code.isEmpty() ? "" : " " + code));
		this.status = status;
		this.code = code;
		this.failedWrite = failedWrite;
	}

	/**
	 * Which write of a transaction an exception is about, from 0 on; -1 if it does not
	 * say.
	 */
	public static int failedWrite(DataAccessException ex) {
		return (ex.getCause() instanceof ServiceErrorException error) ? error.failedWrite() : -1;
	}

	/**
	 * The HTTP status.
	 */
	public int status() {
		return this.status;
	}

	/**
	 * The service's name for the error, such as {@code EntityAlreadyExists}; empty if it
	 * gave none.
	 */
	public String code() {
		return this.code;
	}

	/**
	 * Which write of a transaction failed, from 0 on; -1 if it was none, or the service
	 * did not say.
	 */
	public int failedWrite() {
		return this.failedWrite;
	}

}
