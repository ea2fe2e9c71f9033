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

package io.azuretables.http;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The timeouts of one attempt of an HTTP request: connect, response, read, and the whole
 * exchange.
 *
 * @param connect until the connection stands, the TLS handshake included
 * @param response from the end of the request to the end of the answer's headers
 * @param read between two parts of the answer's body, and between two parts of the
 * request that the server takes
 * @param exchange the whole exchange of a request that brings no deadline of its own,
 * from the wait for a connection to the last byte of the answer
 * @since 0.1
 */
public record TimeoutOptions(Duration connect, Duration response, Duration read, Duration exchange) {

	static final Duration LONGEST = Duration.ofDays(1);

	/**
	 * The defaults: 5 seconds to connect, 10 for the headers, 10 between two parts, a
	 * minute for all.
	 */
	public static final TimeoutOptions DEFAULTS = new TimeoutOptions(Duration.ofSeconds(5), Duration.ofSeconds(10),
			Duration.ofSeconds(10), Duration.ofMinutes(1));

	public TimeoutOptions {
		check("The connect timeout", connect);
		check("The response timeout", response);
		check("The read timeout", read);
		check("The exchange timeout", exchange);
	}

	static void check(String what, Duration time) {
		if (time.isZero() || time.isNegative() || time.compareTo(LONGEST) > 0) {
			throw new IllegalArgumentException(
					what + " must be longer than 0 and at most " + LONGEST + ", not " + time);
		}
	}

	/**
	 * Whether a time of the SDK is a limit: none and a time of nothing mean no limit,
	 * which here is the default.
	 */
	static boolean isLimit(@Nullable Duration time) {
		return time != null && !time.isNegative() && !time.isZero();
	}

	public TimeoutOptions withConnect(Duration newConnect) {
		return new TimeoutOptions(newConnect, this.response, this.read, this.exchange);
	}

	public TimeoutOptions withResponse(Duration newResponse) {
		return new TimeoutOptions(this.connect, newResponse, this.read, this.exchange);
	}

	public TimeoutOptions withRead(Duration newRead) {
		return new TimeoutOptions(this.connect, this.response, newRead, this.exchange);
	}

	public TimeoutOptions withExchange(Duration newExchange) {
		return new TimeoutOptions(this.connect, this.response, this.read, newExchange);
	}

}
