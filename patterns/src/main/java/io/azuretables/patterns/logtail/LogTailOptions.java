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

package io.azuretables.patterns.logtail;

import java.time.InstantSource;

/**
 * Options of a {@link LogTailTemplate}: the clock, and how often it tries to append an
 * entry. Immutable; defaults in one place.
 *
 * @param clock gives the time of entries that have none
 * @param attempts how many ticks are tried for an entry that nothing but its time tells
 * from others
 * @since 0.1
 */
public record LogTailOptions(InstantSource clock, int attempts) {

	/**
	 * The system's clock; 100 ticks.
	 */
	public static final LogTailOptions DEFAULTS = new LogTailOptions(InstantSource.system(), 100);

	public LogTailOptions withClock(InstantSource newClock) {
		return new LogTailOptions(newClock, this.attempts);
	}

	public LogTailOptions withAttempts(int newAttempts) {
		return new LogTailOptions(this.clock, newAttempts);
	}

}
