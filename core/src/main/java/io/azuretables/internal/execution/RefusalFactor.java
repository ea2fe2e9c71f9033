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
 * The factor by which a rate is reduced after the service has throttled requests, and
 * which grows again with time. Each refusal lowers it by a factor; it grows by a
 * twentieth of the whole in a second. Not safe for concurrent use.
 */
final class RefusalFactor {

	private static final double LEAST = 0.02;

	private static final double GROWTH = 0.05;

	private final double fall;

	private final Duration calm;

	private final Duration hold;

	private double factor = 1;

	private Instant calmUntil;

	private Instant growing;

	private RefusalFactor(double fall, Duration calm, Duration hold, Instant now) {
		this.fall = fall;
		this.calm = calm;
		this.hold = hold;
		this.calmUntil = now;
		this.growing = now;
	}

	/**
	 * For a partition, about which a refusal says most: a half, at most once a second,
	 * and no growth for five seconds.
	 */
	static RefusalFactor ofPartition(Instant now) {
		return new RefusalFactor(0.5, Duration.ofSeconds(1), Duration.ofSeconds(5), now);
	}

	/**
	 * For an account, about which a refusal says little unless others follow.
	 */
	static RefusalFactor ofAccount(Instant now) {
		return new RefusalFactor(0.95, Duration.ofMillis(100), Duration.ofSeconds(1), now);
	}

	/**
	 * Lowers it. Refusals that come together lower it once.
	 * @return whether it was lowered
	 */
	boolean refused(Instant now) {
		if (now.isBefore(this.calmUntil)) {
			return false;
		}
		this.factor = Math.max(LEAST, at(now) * this.fall);
		this.calmUntil = now.plus(this.calm);
		this.growing = now.plus(this.hold);
		return true;
	}

	double at(Instant now) {
		if (now.isAfter(this.growing)) {
			double seconds = Duration.between(this.growing, now).toNanos() / 1e9;
			this.factor = Math.min(1, this.factor + GROWTH * seconds);
			this.growing = now;
		}
		return this.factor;
	}

}
