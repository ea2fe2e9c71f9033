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

package io.azuretables.client.internal.protocol;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * The error with which the service refused a request: its code and message.
 *
 * @param status the status of the answer, or of the write that failed in a transaction
 * @param code the service's name for the error; empty if the answer is not the service's
 * @param message the first line of the service's words, empty if it gave none
 * @param retryAfter how long the service asks to wait
 */
public record ServiceError(int status, String code, String message, @Nullable Duration retryAfter) {

	/**
	 * What the service says where no row is.
	 */
	static final Set<String> ROW_NOT_FOUND = Set.of("ResourceNotFound", "EntityNotFound");

	private static final String TABLE_NOT_FOUND = "TableNotFound";

	/**
	 * Reads the error of an answer, from its body or from its headers.
	 */
	static ServiceError of(TableResponse answer) {
		ErrorBody body = ErrorBody.read(answer.body());
		String code = body.code();
		if (code.isEmpty()) {
			code = new ErrorBody(Objects.requireNonNullElse(answer.code(), ""), "").code();
		}
		return new ServiceError(answer.status(), code, body.message(), answer.retryAfter());
	}

	public boolean is(String... codes) {
		for (String candidate : codes) {
			if (candidate.equals(this.code)) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Whether there is no row under the key.
	 */
	public boolean isRowNotFound() {
		return this.status == 404 && ROW_NOT_FOUND.contains(this.code);
	}

	/**
	 * The error of a request that needs its table and no row. Cosmos DB for Table has one
	 * code for a row and a table that are missing.
	 */
	ServiceError withoutRow() {
		return isRowNotFound() ? new ServiceError(this.status, TABLE_NOT_FOUND, this.message, this.retryAfter) : this;
	}

	/**
	 * Whether another state of the row or table stands against the request.
	 */
	public boolean isConflict() {
		return this.status == 404 || this.status == 409 || this.status == 412;
	}

	/**
	 * Which write of a transaction failed, from 0 on; -1 if the service does not say. It
	 * puts the number and a colon in front of its words.
	 */
	public int failedWrite() {
		int colon = this.message.indexOf(':');
		if (colon < 1 || colon > 3) {
			return -1;
		}
		String number = this.message.substring(0, colon);
		return number.chars().allMatch((c) -> c >= '0' && c <= '9') ? Integer.parseInt(number) : -1;
	}

	/**
	 * The service's words, without the number of a write.
	 */
	public String reason() {
		return (failedWrite() < 0) ? this.message : this.message.substring(this.message.indexOf(':') + 1).trim();
	}

}
