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
import java.util.Objects;

import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.archive.ArchiveMapping;
import io.azuretables.patterns.archive.ArchiveTemplate.Move;
import io.azuretables.patterns.archive.ArchiveTemplate;
import io.azuretables.patterns.logtail.LogTailOptions;
import io.azuretables.patterns.logtail.LogTailTemplate;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.message.MessageHandlerRegistration;
import io.azuretables.patterns.queue.transport.QueueConnection;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Which patterns are used, and for what.
 */
@Configuration(proxyBeanMethods = false)
class ArchiveConfiguration {

	@Bean
	LogTailTemplate<Claim> newestClaims(TableOperations tables, Clock clock) {
		return new LogTailTemplate<>(tables, Claim.class, LogTailOptions.DEFAULTS.withClock(clock));
	}

	@Bean
	Receipts receipts(QueueConnection connection) {
		return new Receipts(Objects.requireNonNull(connection.blobs()));
	}

	@Bean
	ArchiveTemplate<Claim, ArchivedClaim> claimArchive(TableOperations tables, EventuallyConsistentQueueTemplate queue,
			Receipts receipts) {
		ArchiveMapping<Claim, ArchivedClaim> mapping = ArchiveMapping
			.of(Claim.class, ArchivedClaim.class, ArchivedClaim::of, receipts::toClaim)
			.withIncarnation(Claim::life, Claim::withLife)
			.withContent(receipts.content());
		return new ArchiveTemplate<>(tables, queue, mapping);
	}

	/**
	 * What makes the worker of the queue move claims.
	 */
	@Bean
	MessageHandlerRegistration<Move> claimMoves(ArchiveTemplate<Claim, ArchivedClaim> archive) {
		return archive.handler();
	}

}
