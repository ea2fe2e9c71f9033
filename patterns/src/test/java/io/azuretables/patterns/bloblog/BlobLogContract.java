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
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.blob.BlobStore.Blob;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.InvalidDataAccessApiUsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What a log in blobs does, in memory and in Azure Blob Storage.
 */
abstract class BlobLogContract {

	static final Instant SIX = Instant.parse("2014-07-31T18:00:00Z");

	private static final BlobLogOptions SLOW = BlobLogOptions.DEFAULTS.withBuffer(1_000, Duration.ofHours(1))
		.withClock(() -> SIX.plusSeconds(60));

	private BlobLogTemplate<LogLine> log = log(SLOW);

	/**
	 * An empty container, the same one during a test.
	 */
	abstract BlobStore blobs();

	private BlobLogTemplate<LogLine> log(BlobLogOptions options) {
		return new BlobLogTemplate<>(blobs(), LogLine.class, LogLine::time, options);
	}

	@AfterEach
	void stop() {
		this.log.stop();
	}

	static LogLine line(long second, String message) {
		return new LogLine(SIX.plusSeconds(second), "INFO", message);
	}

	private List<String> messages(String source) {
		try (var lines = this.log.between(source, Instant.MIN, Instant.MAX)) {
			return lines.map(LogLine::message).toList();
		}
	}

	@Test
	void writesABlobForEachPeriodAndSource() {
		this.log.append("queue", line(1, "b"));
		this.log.append("queue", line(0, "a"));
		this.log.append("queue", line(3600, "c"));
		this.log.append("table", line(0, "d"));
		this.log.flush();
		assertThat(blobs().list("")).extracting(Blob::name)
			.satisfiesExactly((name) -> assertThat(name).matches("queue/2014/07/31/1800/[0-9a-f]{16}-000001\\.log"),
					(name) -> assertThat(name).matches("queue/2014/07/31/1900/[0-9a-f]{16}-000002\\.log"),
					(name) -> assertThat(name).matches("table/2014/07/31/1800/[0-9a-f]{16}-000003\\.log"));
		Blob first = blobs().list("queue/2014/07/31/1800/").findFirst().orElseThrow();
		assertThat(first.metadata())
			.isEqualTo(Map.of("first", "2014-07-31T18:00:00Z", "last", "2014-07-31T18:00:01Z", "count", "2"));
		assertThat(blobs().read(first.name()).map(String::new)).contains("""
				{"time":"2014-07-31T18:00:00Z","level":"INFO","message":"a"}
				{"time":"2014-07-31T18:00:01Z","level":"INFO","message":"b"}
				""");
		assertThat(messages("queue")).containsExactly("a", "b", "c");
		assertThat(messages("que")).isEmpty();
	}

	@Test
	void refusesAnEntryThatIsNull() {
		LogLine none = null;
		assertThatIllegalArgumentException().isThrownBy(() -> this.log.append("queue", none))
			.withMessage("The entry to append must not be null");
	}

	@Test
	void completesPromisesWhenTheBlobIsWritten() throws Exception {
		CompletableFuture<Void> promise = this.log.append("queue", line(0, "a"));
		assertThat(promise).isNotDone();
		assertThat(messages("queue")).isEmpty();
		this.log.flush();
		assertThat(promise).isCompleted();
		BlobLogTemplate<LogLine> full = log(SLOW.withBuffer(2, Duration.ofHours(1)));
		full.append("queue", line(1, "b"));
		full.append("queue", line(2, "c")).get(1, TimeUnit.MINUTES);
		BlobLogTemplate<LogLine> aged = log(SLOW.withBuffer(1_000, Duration.ofMillis(1)));
		aged.append("queue", line(3, "d")).get(1, TimeUnit.MINUTES);
		assertThat(messages("queue")).containsExactly("a", "b", "c", "d");
		full.stop();
		aged.stop();
	}

	@Test
	void keepsWhateverTextAnEntryHas() {
		List<String> texts = List.of("two\nlines\r\n", "", "\u0000\u2028\u0085", "\uD83D\uDE00 é");
		texts.forEach((text) -> this.log.append("queue", line(texts.indexOf(text), text)));
		this.log.flush();
		assertThat(messages("queue")).isEqualTo(texts);
	}

	@Test
	void compresses() {
		BlobLogTemplate<LogLine> gzip = log(SLOW.withGzip(true));
		IntStream.range(0, 1_000).forEach((i) -> gzip.append("queue", line(i, "message")));
		gzip.stop();
		this.log.append("queue", line(2_000, "plain"));
		this.log.flush();
		assertThat(blobs().list("")).extracting(Blob::name)
			.filteredOn((name) -> name.endsWith("-000001.log.gz"))
			.hasSize(1);
		assertThat(blobs()
			.read(blobs().list("").filter((blob) -> blob.name().endsWith(".gz")).findFirst().orElseThrow().name()))
			.hasValueSatisfying((content) -> assertThat(content).hasSizeLessThan(20_000));
		assertThat(messages("queue")).hasSize(1_001).endsWith("message", "plain");
	}

	@Test
	void tellsSourcesApart() {
		List<String> sources = List.of("a", "a/b", "a/2014/07/31/1800", "a b ", "..a", "é?#%", "\\");
		sources.forEach((source) -> this.log.append(source, line(0, source)));
		this.log.flush();
		assertThat(sources).allSatisfy((source) -> assertThat(messages(source)).containsExactly(source));
		assertThat(blobs().list("")).extracting(Blob::name)
			.allSatisfy((name) -> assertThat(name.split("/")).hasSize(6));
	}

	@Test
	void sortsLateEntriesIn() {
		for (int second : List.of(10, 4, 7, 3_700, 1, 3_600, 8)) {
			this.log.append("queue", line(second, "" + second));
			this.log.flush();
		}
		assertThat(messages("queue")).containsExactly("1", "4", "7", "8", "10", "3600", "3700");
		try (var some = this.log.between("queue", SIX.plusSeconds(4), SIX.plusSeconds(3_700))) {
			assertThat(some).extracting(LogLine::message).containsExactly("4", "7", "8", "10", "3600");
		}
		assertThat(this.log.between("queue", SIX, SIX)).isEmpty();
		assertThat(this.log.between("queue", SIX.plusSeconds(5), SIX)).isEmpty();
	}

	@Test
	void findsTheNewest() {
		assertThat(this.log.latest("queue", 10)).isEmpty();
		for (long second : List.of(30L, 3_600L, -3_600L, -86_400L, -40 * 86_400L, -4_000 * 86_400L, 2 * 86_400L)) {
			this.log.append("queue", line(second, "" + second));
		}
		this.log.flush();
		assertThat(this.log.latest("queue", 1)).extracting(LogLine::message).containsExactly("3600");
		assertThat(this.log.latest("queue", 4)).extracting(LogLine::message)
			.containsExactly("3600", "30", "-3600", "-86400");
		assertThat(this.log.latest("queue", 100)).extracting(LogLine::message)
			.containsExactly("3600", "30", "-3600", "-86400", "-3456000", "-345600000");
	}

	@Test
	void deletesWholePeriods() {
		for (long second : List.of(-4_000 * 86_400L, -3_600L, 0L, 3_599L, 3_600L)) {
			this.log.append("queue", line(second, "" + second));
			this.log.append("table", line(second, "" + second));
		}
		this.log.flush();
		blobs().putIfAbsent("other/2014/07/31/1700/not-of-a-log", new byte[0]);
		assertThat(this.log.deleteBefore("queue", SIX.plusSeconds(3_599))).isEqualTo(2);
		assertThat(messages("queue")).containsExactly("0", "3599", "3600");
		assertThat(messages("table")).hasSize(5);
		// in the middle of a period, of all sources: what has ended goes, the rest stays
		assertThat(this.log.deleteBefore(SIX.plusSeconds(3_599))).isEqualTo(2);
		assertThat(messages("queue")).containsExactly("0", "3599", "3600");
		assertThat(messages("table")).containsExactly("0", "3599", "3600");
		assertThat(this.log.deleteBefore(SIX.plusSeconds(3_600))).isEqualTo(2);
		assertThat(this.log.deleteBefore(SIX.plusSeconds(3_600))).isZero();
		assertThat(messages("queue")).containsExactly("3600");
		assertThat(messages("table")).containsExactly("3600");
		assertThat(blobs().read("other/2014/07/31/1700/not-of-a-log")).isPresent();
	}

	/**
	 * Blobs whose names look like those of the log, with times that there are not.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "2014/13/45/9999", "2014/02/30/0000", "2014/07/31/2400", "2014/00/01/0000" })
	void ignoresBlobsOfImpossibleTimes(String period) {
		String foreign = "queue/" + period + "/0123456789abcdef-000001.log";
		blobs().putIfAbsent(foreign, new byte[] { '{' });
		this.log.append("queue", line(0, "a"));
		this.log.flush();
		assertThat(messages("queue")).containsExactly("a");
		assertThat(this.log.latest("queue", 5)).extracting(LogLine::message).containsExactly("a");
		assertThat(this.log.deleteBefore("queue", SIX)).isZero();
		assertThat(this.log.deleteBefore(SIX)).isZero();
		assertThat(this.log.deleteBefore("queue", Instant.MAX)).isEqualTo(1);
		assertThat(this.log.deleteBefore(Instant.MAX)).isZero();
		assertThat(blobs().read(foreign)).isPresent();
	}

	@Test
	void writesWhatItHasWhenItStops() {
		CompletableFuture<Void> promise = this.log.append("queue", line(0, "a"));
		assertThat(this.log.isRunning()).isTrue();
		this.log.stop();
		assertThat(promise).isCompleted();
		assertThat(this.log.isRunning()).isFalse();
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> this.log.append("queue", line(1, "b")))
			.withMessageContaining("stopped");
		this.log.start();
		this.log.append("queue", line(1, "b"));
		this.log.flush();
		assertThat(messages("queue")).containsExactly("a", "b");
	}

	@Test
	void refusesWhatItCannotWrite() {
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.log.append("queue", new LogLine(null, "INFO", "a")))
			.withMessage("An entry of type LogLine has no time; set its time before it is appended");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.log.append("queue", new LogLine(Instant.MAX, "INFO", "a")))
			.withMessageContaining("four digits");
		for (String source : List.of("", ".", "a.")) {
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
				.isThrownBy(() -> this.log.append(source, line(0, "a")))
				.withMessageContaining("source");
		}
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.log.append("a".repeat(600), line(0, "a")));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.log.append("queue", line(0, "a".repeat(4 * 1024 * 1024))))
			.withMessageContaining("at most 4194304");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.log.latest("queue", 0));
		assertThat(blobs().list("")).isEmpty();
	}

	@Test
	void beginsANewBlobBeforeOneGetsTooLarge() {
		for (int i = 0; i < 3; i++) {
			this.log.append("queue", line(i, "a".repeat(2_000_000)));
		}
		this.log.flush();
		assertThat(blobs().list("")).extracting((blob) -> blob.metadata().get("count")).containsExactly("2", "1");
	}

}
