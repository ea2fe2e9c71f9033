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

import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.blob.EmbeddedBlobStore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * What a log keeps while requests fail, answers are lost and processes die.
 */
@Tag("long")
class BlobLogFaultTests {

	private static final long SEED = Long.getLong("azuretables.seed", 20140731L);

	private static final int WRITERS = 8;

	private static final double FAULTS = 0.12;

	private final EmbeddedBlobStore blobs = new EmbeddedBlobStore(Instant::now);

	private static BlobLogTemplate<LogLine> log(BlobStore blobs, BlobLogOptions options) {
		return new BlobLogTemplate<>(blobs, LogLine.class, LogLine::time, options);
	}

	private List<String> messages() {
		try (Stream<LogLine> lines = log(this.blobs, BlobLogOptions.DEFAULTS).between("queue", Instant.MIN,
				Instant.MAX)) {
			return lines.map(LogLine::message).toList();
		}
	}

	@Test
	void losesNothingThatItPromisedAndDoublesNothing() throws Exception {
		check(run(3_000, UnaryOperator.identity()));
	}

	@Test
	void losesNothingOfMuch() throws Exception {
		check(run(20_000, UnaryOperator.identity()));
	}

	private void check(Outcome outcome) {
		List<String> read = messages();
		assertThat(outcome.lostAnswers()).as("lost answers").isPositive();
		assertThat(outcome.notDone()).as("lines without a promise kept, of processes that died").isPositive();
		Set<String> distinct = new HashSet<>(read);
		assertThat(distinct).as("nothing is there twice").hasSize(read.size());
		assertThat(distinct.containsAll(outcome.done())).as("each promise was kept").isTrue();
		assertThat(new HashSet<>(outcome.appended()).containsAll(read)).as("only what was appended").isTrue();
	}

	/**
	 * The negative control: where each attempt writes under another name, a lost answer
	 * doubles entries.
	 */
	@Test
	void doublesEntriesWithoutPutIfAbsentByName() throws Exception {
		AtomicInteger attempts = new AtomicInteger(1_000_000);
		Outcome outcome = run(500, (name) -> name.replaceFirst("-\\d+", "-" + attempts.incrementAndGet()));
		assertThat(outcome.lostAnswers()).isPositive();
		List<String> read = messages();
		assertThat(read).hasSizeGreaterThan((int) read.stream().distinct().count());
	}

	private Outcome run(int lines, UnaryOperator<String> names) throws Exception {
		List<Outcome> outcomes = Collections.synchronizedList(new ArrayList<>());
		List<Thread> threads = new ArrayList<>();
		for (int i = 0; i < WRITERS; i++) {
			int writer = i;
			threads.add(new Thread(() -> outcomes.add(write(writer, lines, names))));
		}
		threads.forEach(Thread::start);
		for (Thread thread : threads) {
			thread.join(TimeUnit.MINUTES.toMillis(5));
		}
		assertThat(outcomes).hasSize(WRITERS);
		return outcomes.stream().reduce(new Outcome(List.of(), List.of(), 0), Outcome::and);
	}

	/**
	 * A writer whose process is killed in the middle, and begins again.
	 */
	private Outcome write(int writer, int lines, UnaryOperator<String> names) {
		SplittableRandom random = new SplittableRandom(SEED + writer);
		int kill = lines / 4 + random.nextInt(lines / 2);
		Outcome first = process(writer, 0, kill, names, random, true);
		return first.and(process(writer, kill, lines, names, random, false));
	}

	private Outcome process(int writer, int from, int to, UnaryOperator<String> names, SplittableRandom random,
			boolean killed) {
		FaultyBlobs faulty = new FaultyBlobs(this.blobs, FAULTS, random.nextLong(), names);
		BlobLogTemplate<LogLine> log = log(faulty, BlobLogOptions.DEFAULTS.withBuffer(20, Duration.ofSeconds(5)));
		List<String> appended = new ArrayList<>();
		List<CompletableFuture<Void>> promises = new ArrayList<>();
		for (int i = from; i < to; i++) {
			// the clock is set back now and then, and entries are late
			Instant time = BlobLogContract.SIX.plusSeconds(i - random.nextInt(100));
			appended.add(writer + "-" + i);
			promises.add(log.append("queue", new LogLine(time, "INFO", writer + "-" + i)));
		}
		if (killed) {
			// a line that is in a buffer for sure
			appended.add(writer + "-last");
			promises.add(log.append("queue",
					new LogLine(BlobLogContract.SIX.minusSeconds(86_400), "INFO", writer + "-last")));
			faulty.kill();
		}
		else {
			log.stop();
			assertThat(promises).allSatisfy((promise) -> assertThat(promise).isCompleted());
		}
		List<String> done = new ArrayList<>();
		for (int i = 0; i < promises.size(); i++) {
			if (promises.get(i).isDone() && !promises.get(i).isCompletedExceptionally()) {
				done.add(appended.get(i));
			}
		}
		return new Outcome(appended, done, faulty.lostAnswers.get());
	}

	@Test
	void losesNothingWhenTheClockIsSetBack() {
		AtomicLong clock = new AtomicLong(1_000);
		BlobLogTemplate<LogLine> log = log(this.blobs, BlobLogOptions.DEFAULTS.withBuffer(7, Duration.ofHours(1))
			.withClock(() -> BlobLogContract.SIX.plusSeconds(clock.get())));
		for (int i = 0; i < 100; i++) {
			clock.addAndGet((i % 10 == 9) ? -7_200 : 600);
			log.append("queue", new LogLine(BlobLogContract.SIX.plusSeconds(clock.get()), "INFO", "" + i));
		}
		log.stop();
		assertThat(messages()).hasSize(100).doesNotHaveDuplicates();
		assertThat(log.between("queue", Instant.MIN, Instant.MAX)).extracting(LogLine::time).isSorted();
	}

	@Test
	void writesNothingTwiceWhenAnAnswerIsLost() {
		FaultyBlobs faulty = new FaultyBlobs(this.blobs, 0, 0, UnaryOperator.identity());
		AtomicInteger puts = new AtomicInteger();
		BlobLogTemplate<LogLine> log = log(putting((name, content, metadata) -> {
			faulty.putIfAbsent(name, content, metadata);
			if (puts.incrementAndGet() == 1) {
				throw new TransientDataAccessResourceException("lost answer");
			}
		}), BlobLogOptions.DEFAULTS);
		CompletableFuture<Void> promise = log.append("queue", BlobLogContract.line(0, "a"));
		log.flush();
		assertThat(promise).isCompleted();
		assertThat(puts).hasValue(2);
		assertThat(messages()).containsExactly("a");
		log.stop();
	}

	/**
	 * Two entries share a blob. While the promise of the first one is being completed,
	 * somebody flushes.
	 */
	@Test
	void flushWaitsForAllPromisesOfABlob() throws Exception {
		BlobLogTemplate<LogLine> log = log(this.blobs, BlobLogOptions.DEFAULTS);
		CompletableFuture<Void> first = log.append("queue", BlobLogContract.line(0, "a"));
		CompletableFuture<Void> second = log.append("queue", BlobLogContract.line(1, "b"));
		CompletableFuture<Boolean> afterFlush = new CompletableFuture<>();
		first.thenRun(() -> {
			Thread flusher = new Thread(() -> {
				log.flush();
				afterFlush.complete(second.isDone());
			});
			flusher.start();
			join(flusher, 200);
		});
		log.flush();
		assertThat(afterFlush.get(1, TimeUnit.MINUTES)).isTrue();
		log.stop();
	}

	private static void join(Thread thread, long millis) {
		try {
			thread.join(millis);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void endsPromisesWhereTheServiceRefuses() {
		BlobLogTemplate<LogLine> log = log(putting((name, content, metadata) -> {
			throw new PermissionDeniedDataAccessException("refused", new IllegalStateException());
		}), BlobLogOptions.DEFAULTS);
		CompletableFuture<Void> promise = log.append("queue", BlobLogContract.line(0, "a"));
		assertThatExceptionOfType(PermissionDeniedDataAccessException.class).isThrownBy(log::flush);
		assertThatThrownBy(promise::join).isInstanceOf(CompletionException.class)
			.hasCauseInstanceOf(PermissionDeniedDataAccessException.class);
		log.stop();
	}

	@Test
	void endsPromisesAfterTheDeadline() {
		BlobLogTemplate<LogLine> log = log(putting((name, content, metadata) -> {
			throw new TransientDataAccessResourceException("not there");
		}), BlobLogOptions.DEFAULTS.withDeadline(Duration.ofMillis(200)));
		CompletableFuture<Void> promise = log.append("queue", BlobLogContract.line(0, "a"));
		assertThatExceptionOfType(TransientDataAccessException.class).isThrownBy(log::flush)
			.withMessageContaining("may be there or not");
		assertThat(promise).isCompletedExceptionally();
		log.stop();
	}

	@Test
	void waitsWhileTooManyBuffersWait() throws Exception {
		CountDownLatch free = new CountDownLatch(1);
		BlobStore slow = putting((name, content, metadata) -> {
			await(free);
			this.blobs.putIfAbsent(name, content, metadata);
		});
		BlobLogTemplate<LogLine> log = log(slow,
				BlobLogOptions.DEFAULTS.withBuffer(1, Duration.ofHours(1))
					.withConcurrency(2)
					.withDeadline(Duration.ofMillis(100)));
		for (int i = 0; i < 3; i++) {
			log.append("queue", BlobLogContract.line(i, "" + i));
		}
		assertThatExceptionOfType(TransientDataAccessResourceException.class)
			.isThrownBy(() -> log.append("queue", BlobLogContract.line(3, "3")))
			.withMessageContaining("3 blobs of the log have waited for PT0.1S");
		free.countDown();
		log.flush();
		log.append("queue", BlobLogContract.line(4, "4"));
		log.stop();
		assertThat(messages()).containsExactly("0", "1", "2", "4");
	}

	@Test
	void goesOnWhenThereIsRoomAgain() throws Exception {
		CountDownLatch free = new CountDownLatch(1);
		BlobLogTemplate<LogLine> log = log(putting((name, content, metadata) -> {
			await(free);
			this.blobs.putIfAbsent(name, content, metadata);
		}), BlobLogOptions.DEFAULTS.withBuffer(1, Duration.ofHours(1)).withConcurrency(1));
		log.append("queue", BlobLogContract.line(0, "0"));
		log.append("queue", BlobLogContract.line(1, "1"));
		CompletableFuture<Void> third = new CompletableFuture<>();
		Thread writer = new Thread(() -> log.append("queue", BlobLogContract.line(2, "2"))
			.whenComplete((done, failure) -> third.complete(null)));
		writer.start();
		while (writer.getState() != Thread.State.TIMED_WAITING) {
			Thread.onSpinWait();
		}
		free.countDown();
		third.get(1, TimeUnit.MINUTES);
		log.stop();
		assertThat(messages()).containsExactly("0", "1", "2");
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private BlobStore putting(Put put) {
		EmbeddedBlobStore store = this.blobs;
		return new BlobStore() {

			@Override
			public boolean putIfAbsent(String name, byte[] content, Map<String, String> metadata) {
				put.put(name, content, metadata);
				return true;
			}

			@Override
			public Optional<byte[]> read(String name) {
				return store.read(name);
			}

			@Override
			public void put(String name, InputStream content, long length) {
				store.put(name, content, length);
			}

			@Override
			public Optional<InputStream> open(String name) {
				return store.open(name);
			}

			@Override
			public boolean delete(String name) {
				return store.delete(name);
			}

			@Override
			public Stream<Blob> list(String prefix) {
				return store.list(prefix);
			}

		};
	}

	/**
	 * What a request to write does.
	 */
	private interface Put {

		void put(String name, byte[] content, Map<String, String> metadata) throws DataAccessException;

	}

	/**
	 * What was appended.
	 *
	 * @param appended all lines
	 * @param done those whose promise was kept
	 * @param lostAnswers how many answers were lost
	 */
	private record Outcome(List<String> appended, List<String> done, int lostAnswers) {

		Outcome and(Outcome other) {
			return new Outcome(Stream.concat(this.appended.stream(), other.appended.stream()).toList(),
					Stream.concat(this.done.stream(), other.done.stream()).toList(),
					this.lostAnswers + other.lostAnswers);
		}

		int notDone() {
			return this.appended.size() - this.done.size();
		}

	}

}
