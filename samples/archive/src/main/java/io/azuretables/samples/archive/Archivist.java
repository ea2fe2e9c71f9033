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

package io.azuretables.samples.archive;

import java.time.Clock;
import java.time.Duration;
import java.util.Iterator;
import java.util.stream.Stream;

import io.azuretables.patterns.archive.ArchiveTemplate;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Sends old claims to the archive. Every instance may ask for the same ones: a claim that
 * has been moved is not moved again.
 */
@Component
class Archivist {

	private final Claims claims;

	private final ArchiveTemplate<Claim, ArchivedClaim> archive;

	private final ArchiveProperties properties;

	private final Clock clock;

	Archivist(Claims claims, ArchiveTemplate<Claim, ArchivedClaim> archive, ArchiveProperties properties, Clock clock) {
		this.claims = claims;
		this.archive = archive;
		this.properties = properties;
		this.clock = clock;
	}

	@Scheduled(fixedDelayString = "${archive.interval}")
	void archiveByAge() {
		archiveOlderThan(this.properties.age());
	}

	/**
	 * Has claims moved, soon.
	 * @return how many
	 */
	int archiveOlderThan(Duration age) {
		int count = 0;
		try (Stream<Claim> old = this.claims.findByFiledAtLessThan(this.clock.instant().minus(age))) {
			for (Iterator<Claim> each = old.iterator(); each.hasNext(); count++) {
				this.archive.archive(each.next());
			}
		}
		return count;
	}

	/**
	 * Receipts of claims that came back from the archive, or were never moved to the end.
	 */
	@Scheduled(cron = "@weekly")
	void deleteReceiptsOfNoClaim() {
		this.archive.sweepContents(this.clock.instant().minus(Duration.ofDays(1)));
	}

}
