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

package io.azuretables.patterns.bloblog;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.blob.EmbeddedBlobStore;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.ResolvableType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the page of logs in blobs says.
 */
class BlobLogExampleTests {

	@Test
	void appendsAndReads() {
		BlobStore blobs = new EmbeddedBlobStore(Instant::now);
		// tag::use[]
		BlobLogTemplate<LogLine> log = new BlobLogTemplate<>(blobs, LogLine.class, LogLine::time);
		CompletableFuture<Void> written = log.append("queue",
				new LogLine(Instant.parse("2014-07-31T18:04:00Z"), "ERROR", "timeout"));
		log.flush();
		List<LogLine> errors;
		try (Stream<LogLine> lines = log.between("queue", Instant.parse("2014-07-31T18:04:00Z"),
				Instant.parse("2014-07-31T18:06:00Z"))) {
			errors = lines.filter((line) -> line.level().equals("ERROR")).toList();
		}
		// end::use[]
		assertThat(errors).hasSize(1);
		assertThat(written).isCompleted();
		// tag::retention[]
		long deleted = log.deleteBefore("queue", Instant.now().minus(Duration.ofDays(30)));
		// end::retention[]
		assertThat(deleted).isEqualTo(1);
		log.stop();
	}

	@Test
	void isFlushedWhenTheApplicationStops() {
		EmbeddedBlobStore blobs = new EmbeddedBlobStore(Instant::now);
		CompletableFuture<Void> written;
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			context.registerBean(BlobStore.class, () -> blobs);
			context.register(LogConfiguration.class);
			context.refresh();
			BlobLogTemplate<LogLine> log = context
				.<BlobLogTemplate<LogLine>>getBeanProvider(
						ResolvableType.forClassWithGenerics(BlobLogTemplate.class, LogLine.class))
				.getObject();
			written = log.append("queue", new LogLine(Instant.EPOCH, "INFO", "started"));
			assertThat(written).isNotDone();
		}
		assertThat(written).isCompleted();
		assertThat(blobs.list("queue/1970/01/01/0000/")).hasSize(1);
	}

	@Configuration(proxyBeanMethods = false)
	static class LogConfiguration {

		// tag::bean[]
		@Bean
		BlobLogTemplate<LogLine> requestLog(BlobStore blobs) {
			return new BlobLogTemplate<>(blobs, LogLine.class, LogLine::time,
					BlobLogOptions.DEFAULTS.withBuffer(1_000, Duration.ofHours(1)).withGzip(true));
		}
		// end::bean[]

	}

}
