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

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

import io.azuretables.embedded.VersionSequence.Version;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How the store in memory gives ETags.
 */
class VersionSequenceTests {

	private static final Instant NOW = Instant.parse("2014-08-22T00:50:32.123456789Z");

	@Test
	void spellsTheTimeAsTheServiceDoes() {
		Version version = new VersionSequence(Clock.fixed(NOW, ZoneOffset.UTC)).next();
		assertThat(version.etag()).isEqualTo("W/\"datetime'2014-08-22T00%3A50%3A32.1234567Z'\"");
		assertThat(version.timestamp()).isEqualTo(Instant.parse("2014-08-22T00:50:32.123456700Z"));
	}

	@Test
	void givesEveryWriteItsOwnEtagWhileTheClockStands() {
		VersionSequence versions = new VersionSequence(Clock.fixed(NOW, ZoneOffset.UTC));
		Set<String> etags = new HashSet<>();
		for (int i = 0; i < 1000; i++) {
			Version version = versions.next();
			etags.add(version.etag());
			assertThat(version.timestamp()).isEqualTo("2014-08-22T00:50:32.123456700Z");
		}
		assertThat(etags).hasSize(1000);
	}

	@Test
	void givesNoEtagAgainWhenTheClockGoesBackwards() {
		AtomicReference<Instant> now = new AtomicReference<>(NOW);
		VersionSequence versions = new VersionSequence(now::get);
		String first = versions.next().etag();
		now.set(NOW.minusNanos(100));
		versions.next();
		now.set(NOW);
		assertThat(versions.next().etag()).isNotEqualTo(first);
	}

}
