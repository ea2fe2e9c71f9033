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

package io.azuretables.internal.time;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Limits how often a conditional write is tried again after a conflict, with random
 * delays. All that changes a row on the condition that it has not changed since it was
 * read uses this.
 *
 * @param attempts the most attempts, the first included
 * @since 0.1
 */
public record ConflictRetries(int attempts) {

	/**
	 * The rule wherever nothing else is asked for: enough for dozens of writers of one
	 * row, and over within seconds.
	 */
	public static final ConflictRetries DEFAULT = new ConflictRetries(100);

	private static final DoublingDelay PAUSES = new DoublingDelay(Duration.ofMillis(1), Duration.ofMillis(32));

	/**
	 * Whether to try again after an attempt that met another writer. Waits for a time at
	 * random before it says so.
	 * @param attempt which attempt it was, counted from 1
	 */
	public boolean again(int attempt) {
		if (attempt >= this.attempts) {
			return false;
		}
		LockSupport.parkNanos(PAUSES.randomAfter(attempt).toNanos());
		return true;
	}

}
