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

package io.azuretables.operations;

import java.time.Duration;

/**
 * The rate limits of a template's bulk writes, in rows per second. Reads, and writes of
 * one entity, are never delayed.
 *
 * @param partition the most rows of one partition
 * @param account the most rows of all partitions of an account; with several accounts,
 * each has this rate
 * @param rampUp how long a partition takes to reach its rate: it begins with a tenth
 * @param pause waits; the clock that rates go by is that of the options of the template
 * @since 0.1
 */
public record RateOptions(int partition, int account, Duration rampUp, RatePause pause) {

	/**
	 * A little less than the rates that Microsoft publishes: 1,900 rows a second for a
	 * partition, and 19,000 for an account. A partition reaches its rate after 10
	 * seconds.
	 */
	public static final RateOptions DEFAULTS = new RateOptions(1_900, 19_000, Duration.ofSeconds(10), RatePause.SLEEP);

	public RateOptions {
		if (partition < 1 || account < 1) {
			throw new IllegalArgumentException("Bulk writes need a rate of at least one row a second, not " + partition
					+ " for a partition and " + account + " for the account");
		}
		if (rampUp.isNegative()) {
			throw new IllegalArgumentException("The time until the full rate is not negative, as " + rampUp + " is");
		}
	}

	public RateOptions withPartition(int newPartition) {
		return new RateOptions(newPartition, this.account, this.rampUp, this.pause);
	}

	public RateOptions withAccount(int newAccount) {
		return new RateOptions(this.partition, newAccount, this.rampUp, this.pause);
	}

	public RateOptions withRampUp(Duration newRampUp) {
		return new RateOptions(this.partition, this.account, newRampUp, this.pause);
	}

	/**
	 * The same with another way to wait, such as one that measures it.
	 */
	public RateOptions withPause(RatePause newPause) {
		return new RateOptions(this.partition, this.account, this.rampUp, newPause);
	}

}
