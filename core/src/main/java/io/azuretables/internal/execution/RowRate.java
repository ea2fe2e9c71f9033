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

package io.azuretables.internal.execution;

import java.time.Duration;
import java.time.Instant;

/**
 * Limits the writes to one partition, or to the account, to a number of rows per second.
 * Rows are allowed as time passes; a refusal lowers the rate, which grows again
 * afterwards. Not safe for concurrent use.
 */
final class RowRate {

	/**
	 * The share of the rate at the beginning of the ramp.
	 */
	private static final double FIRST = 0.1;

	/**
	 * For how many seconds of its rate rows may come at once.
	 */
	private static final double BURST = 0.1;

	/**
	 * How many seconds a rate waits after a refusal.
	 */
	private static final double PAUSE = 0.25;

	private final int full;

	private final Duration rampUp;

	private final RefusalFactor factor;

	private final Instant begun;

	private Instant last;

	private double left;

	RowRate(int full, Duration rampUp, RefusalFactor factor, Instant now) {
		this.full = full;
		this.rampUp = rampUp;
		this.factor = factor;
		this.begun = now;
		this.last = now;
		this.left = BURST * perSecond(now);
	}

	/**
	 * How long to wait until a row may be written; zero if it may be now.
	 */
	Duration untilAllowed(Instant now) {
		refill(now);
		if (this.left > 0) {
			return Duration.ZERO;
		}
		return Duration.ofNanos((long) Math.ceil((1 - this.left) / perSecond(now) * 1e9));
	}

	/**
	 * Takes rows that are written now. A transaction may take more than is left, and the
	 * next one waits for longer.
	 */
	void take(int rows) {
		this.left -= rows;
	}

	/**
	 * Lowers the rate, since the service has refused a request. Refusals that come
	 * together lower it once.
	 */
	void refused(Instant now) {
		refill(now);
		if (this.factor.refused(now)) {
			this.left = Math.min(this.left, -PAUSE * perSecond(now));
		}
	}

	private void refill(Instant now) {
		if (!now.isAfter(this.last)) {
			this.last = now;
			return;
		}
		double rate = perSecond(now);
		this.left = Math.min(Math.max(BURST * rate, 1), this.left + seconds(this.last, now) * rate);
		this.last = now;
	}

	private double perSecond(Instant now) {
		double passed = seconds(this.begun, now);
		double ramp = this.rampUp.isZero() ? 1 : passed / (this.rampUp.toNanos() / 1e9);
		return this.full * this.factor.at(now) * Math.min(1, Math.max(0, ramp) * (1 - FIRST) + FIRST);
	}

	private static double seconds(Instant from, Instant to) {
		return Duration.between(from, to).toNanos() / 1e9;
	}

}
