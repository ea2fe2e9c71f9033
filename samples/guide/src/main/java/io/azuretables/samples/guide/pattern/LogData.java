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

package io.azuretables.samples.guide.pattern;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import io.azuretables.patterns.bloblog.BlobLogTemplate;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.samples.guide.Pattern;
import io.azuretables.samples.guide.Scenario;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/**
 * Shows logs in blobs instead of rows.
 */
@Configuration(proxyBeanMethods = false)
class LogData {

	private static final Instant SIX = Instant.parse("2026-07-31T18:00:00Z");

	@Bean
	BlobLogTemplate<LogLine> requestLog(QueueConnection connection) {
		return new BlobLogTemplate<>(Objects.requireNonNull(connection.blobs()), LogLine.class, LogLine::time);
	}

	@Bean
	@Order(14)
	Pattern logsInBlobs(BlobLogTemplate<LogLine> log) {
		return () -> Scenario
			.of("logs-in-blobs", "Log data anti-pattern", "LogData",
					"A table is an expensive place for a log: rows are written one transaction for each hundred, and "
							+ "deleted the same way.")
			.withBlobs("guide-log/")
			.step("Append 300 lines of two hours",
					"Lines are collected, and written as one blob for each source and period.", () -> {
						for (int i = 0; i < 300; i++) {
							log.append("guide-log", new LogLine(SIX.plusSeconds(20L * i), "line " + i));
						}
						log.flush();
						return "300 lines";
					})
			.step("Read the lines between 18:58 and 19:02",
					"Names tell the period, and metadata the times in it: only blobs with lines of the range are read.",
					() -> between(log, SIX.plusSeconds(58 * 60L), SIX.plusSeconds(62 * 60L)))
			.step("Delete what is older than 19:00", "A listing, and one request for each blob.",
					() -> log.deleteBefore(SIX.plusSeconds(3600)) + " blob deleted");
	}

	private static List<String> between(BlobLogTemplate<LogLine> log, Instant from, Instant to) {
		try (Stream<LogLine> lines = log.between("guide-log", from, to)) {
			return lines.map(LogLine::message).toList();
		}
	}

	record LogLine(Instant time, String message) {

	}

}
