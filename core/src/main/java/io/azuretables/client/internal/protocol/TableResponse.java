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

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalUnit;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import io.azuretables.internal.json.UnreadableResponseException;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP response: status, headers and body.
 *
 * @param status the status
 * @param headers the headers
 * @param body the body, read to its end
 */
public record TableResponse(int status, HttpHeaders headers, byte[] body) {

	private static final HttpHeaderName CODE = HttpHeaderName.fromString("x-ms-error-code");

	private static final HttpHeaderName REQUEST_ID = HttpHeaderName.fromString("x-ms-request-id");

	private static final HttpHeaderName RETRY_AFTER_MILLIS = HttpHeaderName.fromString("x-ms-retry-after-ms");

	boolean isSuccess() {
		return this.status >= 200 && this.status < 300;
	}

	/**
	 * Refuses a success that does not carry the number that the service gives to every
	 * request: an empty 204, for example, says nothing else.
	 */
	void checkIdentified() {
		if (header(REQUEST_ID) == null) {
			throw new UnreadableResponseException("The answer has no x-ms-request-id, which the service always sends");
		}
	}

	/**
	 * The name of an error, where the headers say it.
	 */
	@Nullable String code() {
		return this.headers.getValue(CODE);
	}

	/**
	 * Whether the headers alone say that there is no such row; most do, and spare the
	 * reading of the body.
	 */
	boolean saysRowNotFound() {
		String code = (this.status == 404) ? code() : null;
		return code != null && ServiceError.ROW_NOT_FOUND.contains(code);
	}

	@Nullable String etag() {
		return this.headers.getValue(HttpHeaderName.ETAG);
	}

	@Nullable String header(HttpHeaderName name) {
		return this.headers.getValue(name);
	}

	/**
	 * The service's time when it answered.
	 */
	public @Nullable Instant date() {
		return date(header(HttpHeaderName.DATE));
	}

	private static @Nullable Instant date(@Nullable String date) {
		try {
			return (date != null) ? DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from) : null;
		}
		catch (DateTimeException ex) {
			return null;
		}
	}

	/**
	 * How long the service asks to wait: a number, or a date by the service's time.
	 */
	@Nullable Duration retryAfter() {
		String millis = header(RETRY_AFTER_MILLIS);
		if (millis != null) {
			return wait(millis, ChronoUnit.MILLIS);
		}
		Instant until = date(header(HttpHeaderName.RETRY_AFTER));
		Instant now = date();
		if (until != null && now != null) {
			return until.isAfter(now) ? Duration.between(now, until) : null;
		}
		return wait(header(HttpHeaderName.RETRY_AFTER), ChronoUnit.SECONDS);
	}

	private static @Nullable Duration wait(@Nullable String number, TemporalUnit unit) {
		try {
			long amount = (number != null) ? Long.parseLong(number.trim()) : -1;
			return (amount >= 0) ? Duration.of(amount, unit) : null;
		}
		catch (NumberFormatException ex) {
			return null;
		}
	}

}
