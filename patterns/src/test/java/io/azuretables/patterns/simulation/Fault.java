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

package io.azuretables.patterns.simulation;

/**
 * Faults of requests and of their callers.
 */
public enum Fault {

	/**
	 * The request does not arrive, and nobody knows.
	 */
	LOST_BEFORE(false),

	/**
	 * The request is done, and its answer does not arrive.
	 */
	LOST_AFTER(true),

	/**
	 * The service is busy, and says so.
	 */
	BUSY_BEFORE(false),

	/**
	 * The service says that it is busy, and does the request all the same.
	 */
	BUSY_AFTER(true),

	/**
	 * The request is done when nobody waits for it any more.
	 */
	LATE(false),

	/**
	 * The client has tried twice: one attempt is answered, and the other one is done when
	 * nobody waits for it any more.
	 */
	TWICE(true),

	/**
	 * The process dies before the request.
	 */
	CRASH_BEFORE(false),

	/**
	 * The process dies after the request, and does not learn its answer.
	 */
	CRASH_AFTER(true),

	/**
	 * All processes die at once, and begin again when an hour has passed.
	 */
	BLACKOUT(false),

	/**
	 * The process stands still, for longer than messages are hidden.
	 */
	PAUSE(false),

	/**
	 * A page comes without rows, or with few, and with a continuation.
	 */
	SHORT_PAGE(false);

	private final boolean applied;

	Fault(boolean applied) {
		this.applied = applied;
	}

	/**
	 * Whether the request is done before the fault shows.
	 */
	boolean isApplied() {
		return this.applied;
	}

	boolean isCrash() {
		return this == CRASH_BEFORE || this == CRASH_AFTER || this == BLACKOUT;
	}

}
