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
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.azuretables.patterns.blob.EmbeddedBlobStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Ranges of a log are what a filter over all entries finds, and cost what the page says.
 */
class BlobLogRangeTests {

	private static final long SEED = Long.getLong("azuretables.seed", 20140731L);

	private static final Instant SIX = BlobLogContract.SIX;

	private final FaultyBlobs blobs = FaultyBlobs.counting(new EmbeddedBlobStore(Instant::now));

	private BlobLogTemplate<LogLine> log(BlobLogOptions options) {
		return new BlobLogTemplate<>(this.blobs, LogLine.class, LogLine::time, options);
	}

	static Stream<Long> seeds() {
		return IntStream.range(0, 30).mapToObj((i) -> SEED + i);
	}

	@ParameterizedTest
	@MethodSource("seeds")
	void findsWhatAFilterFinds(long seed) {
		SplittableRandom random = new SplittableRandom(seed);
		List<Duration> periods = List.of(Duration.ofMinutes(1), Duration.ofMinutes(20), Duration.ofHours(1),
				Duration.ofHours(6), Duration.ofDays(1));
		// entries around the turn of a year, within minutes to years
		Instant middle = Instant.parse("2019-12-31T23:59:59.5Z");
		long spread = 1L << (6 + random.nextInt(22));
		BlobLogOptions options = BlobLogOptions.DEFAULTS.withPeriod(periods.get(random.nextInt(periods.size())))
			.withBuffer(1 + random.nextInt(20), Duration.ofHours(1))
			.withGzip(random.nextBoolean())
			.withConcurrency(1 + random.nextInt(4))
			.withClock(() -> middle.plusSeconds(spread));
		List<LogLine> lines = new ArrayList<>();
		List<BlobLogTemplate<LogLine>> logs = List.of(log(options), log(options), log(options));
		for (int i = 0; i < 150; i++) {
			Instant time = time(random, middle, spread);
			lines.add(new LogLine(time, "INFO", "" + i));
			logs.get(random.nextInt(logs.size())).append("queue", lines.get(i));
		}
		logs.forEach(BlobLogTemplate::stop);
		lines.sort(Comparator.comparing(LogLine::time));
		for (int i = 0; i < 20; i++) {
			Instant from = random.nextBoolean() ? time(random, middle, spread)
					: lines.get(random.nextInt(lines.size())).time();
			Instant to = (i == 0) ? Instant.MAX : time(random, middle, spread);
			try (Stream<LogLine> found = logs.get(0).between("queue", from, to)) {
				assertThat(found.toList()).as("%s to %s, %s", from, to, options)
					.isEqualTo(lines.stream()
						.filter((line) -> !line.time().isBefore(from) && line.time().isBefore(to))
						.toList());
			}
			int count = 1 + random.nextInt(lines.size());
			List<LogLine> newest = new ArrayList<>(lines.subList(lines.size() - count, lines.size()));
			Collections.reverse(newest);
			assertThat(logs.get(0).latest("queue", count)).isEqualTo(newest);
		}
	}

	/**
	 * No two are the same, so that their order is known.
	 */
	private static Instant time(SplittableRandom random, Instant middle, long spread) {
		return middle.plusNanos(random.nextLong(1_000_000_000)).plusSeconds(random.nextLong(-spread, spread));
	}

	@Test
	void costsOneRequestForEachBuffer() {
		BlobLogTemplate<LogLine> log = log(BlobLogOptions.DEFAULTS.withBuffer(1_000, Duration.ofHours(1)));
		for (int i = 0; i < 10_000; i++) {
			log.append("queue", BlobLogContract.line(i / 10, "" + i));
		}
		log.stop();
		assertThat(this.blobs.puts).hasValue(10);
		assertThat(this.blobs.listings).hasValue(0);
	}

	@Test
	void deletesOldBlobsOfASourceByOneListing() {
		BlobLogTemplate<LogLine> log = log(BlobLogOptions.DEFAULTS.withPeriod(Duration.ofHours(1)));
		for (String source : List.of("queue", "other")) {
			log.append(source, BlobLogContract.line(0, "old"));
			log.append(source, BlobLogContract.line(3_600, "new"));
		}
		log.flush();
		assertThat(log.deleteBefore("queue", SIX.plusSeconds(3_600))).isEqualTo(1);
		assertThat(this.blobs.listings).hasValue(1);
		assertThat(this.blobs.list("")).hasSize(3);
		log.stop();
	}

	@Test
	void readsOnlyBlobsOfTheRange() {
		BlobLogTemplate<LogLine> log = log(BlobLogOptions.DEFAULTS.withBuffer(100, Duration.ofHours(1))
			.withConcurrency(1)
			.withClock(() -> SIX.plusSeconds(10_799)));
		for (int i = 0; i < 10_800; i++) {
			log.append("queue", BlobLogContract.line(i, "" + i));
		}
		log.stop();
		assertThat(this.blobs.puts).hasValue(108);
		assertThat(log.between("queue", SIX.plusSeconds(3_720), SIX.plusSeconds(3_840))).hasSize(120);
		assertRequests(1, 2);
		assertThat(log.between("queue", SIX.plusSeconds(3_500), SIX.plusSeconds(3_700))).hasSize(200);
		assertRequests(2, 2);
		assertThat(log.between("queue", SIX.minusSeconds(64_800), SIX.plusSeconds(21_600))).hasSize(10_800);
		assertRequests(1, 108);
		try (Stream<LogLine> all = log.between("queue", SIX, SIX.plusSeconds(10_800))) {
			assertThat(all.findFirst()).isPresent();
		}
		// where a period ends is known when the next one is listed
		assertRequests(2, 1);
		assertThat(log.latest("queue", 10)).hasSize(10);
		assertRequests(2, 1);
	}

	private void assertRequests(int listings, int reads) {
		assertThat(List.of(this.blobs.listings.getAndSet(0), this.blobs.reads.getAndSet(0))).as("listings and reads")
			.containsExactly(listings, reads);
	}

	@Test
	void listsAsFewPrefixesAsThereCanBe() {
		LogPeriods hours = new LogPeriods(Duration.ofHours(1));
		assertThat(hours.prefixes("q", SIX.plusSeconds(5), SIX.plusSeconds(3_601)))
			.containsExactly("q/2014/07/31/1800/", "q/2014/07/31/1900/");
		assertThat(hours.prefixes("q", SIX.minusSeconds(64_800), SIX.plusSeconds(21_600)))
			.containsExactly("q/2014/07/31/");
		assertThat(hours.prefixes("q", Instant.parse("2013-12-31T23:00:00Z"), Instant.parse("2015-02-02T00:00:00Z")))
			.containsExactly("q/2013/12/31/2300/", "q/2014/", "q/2015/01/", "q/2015/02/01/");
		assertThat(hours.prefixes("q", Instant.MIN, Instant.MAX)).hasSize(10).startsWith("q/0").endsWith("q/9");
		assertThat(new LogPeriods(Duration.ofMinutes(20)).prefixes("q", SIX, SIX.plusSeconds(4_800)))
			.containsExactly("q/2014/07/31/18", "q/2014/07/31/1900/");
		assertThat(new LogPeriods(Duration.ofDays(1)).prefixes("q", SIX, SIX)).isEmpty();
	}

	@Test
	void takesPeriodsThatDivideAnHourOrADay() {
		for (String period : List.of("PT0S", "PT30S", "PT7M", "PT90M", "PT5H", "P2D", "-PT1H", "PT1M0.5S")) {
			assertThatIllegalArgumentException()
				.isThrownBy(() -> BlobLogOptions.DEFAULTS.withPeriod(Duration.parse(period)))
				.withMessageContaining("The period of a log is");
		}
		assertThatIllegalArgumentException().isThrownBy(() -> BlobLogOptions.DEFAULTS.withBuffer(0, Duration.ZERO));
		assertThatIllegalArgumentException().isThrownBy(() -> BlobLogOptions.DEFAULTS.withConcurrency(0));
	}

}
