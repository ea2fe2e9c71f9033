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

import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

import io.azuretables.internal.time.TickSequence;
import io.azuretables.internal.time.Ticks;

/**
 * Makes the ETags of the embedded store, a different one for each write. It looks like
 * the service's, which is made of the time; where two writes fall into one unit of it, or
 * the clock goes backwards, the later write takes the next free unit. The timestamp
 * remains the clock's.
 */
final class VersionSequence {

	private static final DateTimeFormatter ETAG = DateTimeFormatter
		.ofPattern("'W/\"datetime'''uuuu-MM-dd'T'HH'%3A'mm'%3A'ss.SSSSSSS'Z''\"'")
		.withZone(ZoneOffset.UTC);

	private final InstantSource clock;

	private final TickSequence times = new TickSequence();

	VersionSequence(InstantSource clock) {
		this.clock = clock;
	}

	Version next() {
		Instant now = Ticks.truncate(this.clock.instant());
		return new Version(ETAG.format(this.times.next(now)), now);
	}

	/**
	 * What the service says of a written row.
	 *
	 * @param etag the version
	 * @param timestamp when it was written
	 */
	record Version(String etag, Instant timestamp) {

	}

}
