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

package io.azuretables.embedded;

import java.time.Duration;

/**
 * The scalability targets, in rows per second, above which the in-memory store throttles
 * requests as the service does.
 *
 * @param partition the most rows of one partition
 * @param account the most rows of all partitions
 * @param warmUp how long a partition takes half of its rate only, from its first request
 * on
 * @since 0.1
 */
public record ServiceTargets(int partition, int account, Duration warmUp) {

	/**
	 * The targets that Microsoft publishes for Table Storage, for rows of 1 KiB: 2,000 a
	 * second for a partition and 20,000 for an account. How long a new partition takes to
	 * reach its rate is not published: 5 seconds are an assumption.
	 */
	public static final ServiceTargets PUBLISHED = new ServiceTargets(2_000, 20_000, Duration.ofSeconds(5));

	public ServiceTargets {
		if (partition < 1 || account < 1) {
			throw new IllegalArgumentException(
					"A partition and an account take at least one row a second, not " + partition + " and " + account);
		}
		if (warmUp.isNegative()) {
			throw new IllegalArgumentException("The time to warm up is not negative, as " + warmUp + " is");
		}
	}

	/**
	 * The same with another time to warm up.
	 */
	public ServiceTargets withWarmUp(Duration newWarmUp) {
		return new ServiceTargets(this.partition, this.account, newWarmUp);
	}

}
