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
import java.time.Instant;
import java.time.InstantSource;

import io.azuretables.client.internal.protocol.AttemptOutcome;
import io.azuretables.client.internal.protocol.AttemptOutcome.Ambiguity;
import io.azuretables.client.internal.protocol.AttemptOutcome.Refused;
import io.azuretables.client.internal.protocol.AttemptOutcome.Success;
import io.azuretables.client.internal.protocol.HttpExchange;
import io.azuretables.client.internal.protocol.HttpExchange.ResponseDecoder;
import io.azuretables.client.internal.protocol.TableRequest;
import io.azuretables.internal.time.RegionTime;
import io.azuretables.internal.time.Sleeper;
import io.azuretables.internal.time.ThrottledAttempts;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Sends a request to the table service, and retries it until its outcome is final. Tries
 * it until it succeeds, is refused for good, or there are no attempts, no time or no
 * quota left; and remembers whether an attempt that failed may have been applied.
 */
final class RequestExecutor {

	private static final Log logger = LogFactory.getLog(RequestExecutor.class);

	private final HttpExchange exchange;

	private final RetryOptions options;

	private final RetryQuota quota;

	private final InstantSource clock;

	private final Sleeper sleeper;

	RequestExecutor(HttpExchange exchange, RetryOptions options, InstantSource clock, Sleeper sleeper) {
		this.exchange = exchange;
		this.options = options;
		this.quota = new RetryQuota(options.quota());
		this.clock = clock;
		this.sleeper = sleeper;
	}

	<R> RequestResult<R> execute(TableRequest request, ResponseDecoder<R> decoder) {
		Instant now = this.clock.instant();
		TimeBudget budget = new TimeBudget(this.clock, now, RegionTime.share(this.options.deadline(), now));
		return execute(request, decoder, budget, budget.time());
	}

	/**
	 * Executes a request in what others have left of their time.
	 */
	<R> RequestResult<R> execute(TableRequest request, ResponseDecoder<R> decoder, TimeBudget budget) {
		return execute(request, decoder, budget, budget.remaining());
	}

	private <R> RequestResult<R> execute(TableRequest request, ResponseDecoder<R> decoder, TimeBudget budget,
			Duration first) {
		Ambiguity doubt = Ambiguity.NONE;
		for (int attempt = 1;; attempt++) {
			AttemptOutcome<R> outcome = this.exchange.send(request, decoder,
					(attempt == 1) ? first : budget.remaining());
			doubt = doubt.or(outcome.doubt());
			if (outcome instanceof Refused<R> refused && ThrottledAttempts.isThrottled(refused.error().status())) {
				ThrottledAttempts.add();
			}
			if (outcome instanceof Success<R> && attempt == 1) {
				this.quota.refill();
			}
			if (!outcome.isRetryable() || attempt >= this.options.attempts() || !pause(outcome, attempt, budget)) {
				boolean interrupted = outcome.isRetryable() && Thread.currentThread().isInterrupted();
				return new RequestResult<>(outcome, doubt, budget, interrupted);
			}
			if (logger.isDebugEnabled()) {
				logger.debug("Attempt " + attempt + " of the " + request.words() + " failed; trying again");
			}
		}
	}

	/**
	 * Waits before the next attempt, if there may be one.
	 */
	private boolean pause(AttemptOutcome<?> outcome, int attempt, TimeBudget budget) {
		Duration delay = delay(outcome, attempt);
		return !Thread.currentThread().isInterrupted() && budget.allows(delay) && this.quota.take()
				&& this.sleeper.sleep(delay);
	}

	private Duration delay(AttemptOutcome<?> outcome, int attempt) {
		Duration asked = outcome.retryAfter();
		return (asked != null) ? asked : this.options.backoff().delay().randomAfter(attempt);
	}

}
