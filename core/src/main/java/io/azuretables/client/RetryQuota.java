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

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits retries in proportion to successful requests. Retries take from a bucket and
 * successes fill it: when the service is down, the gateway does not multiply its load.
 */
final class RetryQuota {

	private static final int COST = 5;

	private final int capacity;

	private final AtomicInteger tokens;

	RetryQuota(int retries) {
		this.capacity = (int) Math.min((long) retries * COST, Integer.MAX_VALUE);
		this.tokens = new AtomicInteger(this.capacity);
	}

	boolean take() {
		return this.tokens.getAndUpdate((left) -> (left >= COST) ? left - COST : left) >= COST;
	}

	/**
	 * Gives back part of a retry for a request that succeeded at once.
	 */
	void refill() {
		if (this.tokens.get() < this.capacity) {
			this.tokens.getAndUpdate((left) -> Math.min(left + 1, this.capacity));
		}
	}

}
