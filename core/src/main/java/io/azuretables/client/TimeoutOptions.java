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

package io.azuretables.client;

import java.time.Duration;

/**
 * How long may one attempt take? A request in all is bounded by the deadline of
 * {@link RetryOptions}, which also cuts the last attempt short. There is no timeout
 * without an end: each is longer than nothing and at most a day.
 *
 * @param connect until the connection stands; for the JDK's client only
 * @param response until the first bytes of the answer
 * @param read between two parts of the answer; for the JDK's client only
 * @since 0.1
 */
public record TimeoutOptions(Duration connect, Duration response, Duration read) {

	public TimeoutOptions {
		WaitingTime.checkLimit("The connect timeout", connect);
		WaitingTime.checkLimit("The response timeout", response);
		WaitingTime.checkLimit("The read timeout", read);
	}

	public TimeoutOptions withConnect(Duration newConnect) {
		return new TimeoutOptions(newConnect, this.response, this.read);
	}

	public TimeoutOptions withResponse(Duration newResponse) {
		return new TimeoutOptions(this.connect, newResponse, this.read);
	}

	public TimeoutOptions withRead(Duration newRead) {
		return new TimeoutOptions(this.connect, this.response, newRead);
	}

}
