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

import io.azuretables.internal.time.DoublingDelay;

/**
 * Options of retries: attempts, delays and the deadline. Attempts are apart by a random
 * part of a delay that doubles, or by what the service asks for.
 *
 * @param attempts the most attempts of one request, the first included
 * @param backoff the delays
 * @param deadline how long a request may take in all, read-back included
 * @param quota how many retries all requests of a gateway may make in a row; five
 * requests that succeed at once earn one retry back
 * @since 0.1
 */
public record RetryOptions(int attempts, Backoff backoff, Duration deadline, int quota) {

	public RetryOptions {
		if (attempts < 1) {
			throw new IllegalArgumentException("A request has at least 1 attempt, not " + attempts);
		}
		if (quota < 0) {
			throw new IllegalArgumentException("The quota of retries is 0 or more, not " + quota);
		}
		WaitingTime.checkLimit("The deadline of a request", deadline);
	}

	public RetryOptions withAttempts(int newAttempts) {
		return new RetryOptions(newAttempts, this.backoff, this.deadline, this.quota);
	}

	public RetryOptions withBackoff(Duration base, Duration max) {
		return new RetryOptions(this.attempts, new Backoff(base, max), this.deadline, this.quota);
	}

	public RetryOptions withDeadline(Duration newDeadline) {
		return new RetryOptions(this.attempts, this.backoff, newDeadline, this.quota);
	}

	public RetryOptions withQuota(int newQuota) {
		return new RetryOptions(this.attempts, this.backoff, this.deadline, newQuota);
	}

	/**
	 * How long to wait between attempts, at most.
	 *
	 * @param base before the first retry
	 * @param max before any retry
	 */
	public record Backoff(Duration base, Duration max) {

		public Backoff {
			WaitingTime.check("The pause before the first retry", base);
			WaitingTime.check("The longest pause before a retry", max);
		}

		DoublingDelay delay() {
			return new DoublingDelay(this.base, this.max);
		}

	}

}
