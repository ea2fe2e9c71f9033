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

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.patterns.sample.Beat;
import io.azuretables.patterns.sample.Clerk;
import io.azuretables.patterns.sample.ExpenseClaim;
import io.azuretables.patterns.sample.ExpenseClaims;
import io.azuretables.patterns.sample.LoginAttempt;
import io.azuretables.patterns.sample.Store;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.repository.support.TableRepositoryFactory;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.domain.Window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the template promises, over any store.
 */
abstract class LogTailContract {

	private static final Instant NOON = Instant.parse("2014-08-22T12:00:00Z");

	private static final Clock CLOCK = Clock.fixed(NOON, ZoneOffset.UTC);

	private String prefix;

	private Store store;

	private LogTailTemplate<ExpenseClaim> claims;

	abstract TableGateway gateway();

	@BeforeEach
	void prepare() {
		this.prefix = "t" + Long.toString(RandomGenerator.getDefault().nextLong() >>> 1, 36);
		this.store = Store.over(gateway(), this.prefix);
		this.claims = tail(ExpenseClaim.class, CLOCK);
	}

	private <T> LogTailTemplate<T> tail(Class<T> type, Clock clock) {
		return new LogTailTemplate<>(this.store.template(), type, LogTailOptions.DEFAULTS.withClock(clock));
	}

	@Test
	void appendsAndReadsTheLatestByOneRequest() {
		for (int amount = 0; amount < 25; amount++) {
			ExpenseClaim written = this.claims.append(ExpenseClaim.of("e1", amount));
			assertThat(written.createdAt()).isEqualTo(NOON.plusNanos(100L * amount));
			assertThat(written.id()).isNotNull();
		}
		this.claims.append(ExpenseClaim.of("e2", 99));
		this.store.gateway().reset();
		assertThat(this.claims.latest(10, "e1")).extracting(ExpenseClaim::amount)
			.containsExactly(24, 23, 22, 21, 20, 19, 18, 17, 16, 15);
		assertThat(this.store.gateway().requests()).isEqualTo(1);
		assertThat(this.store.gateway().rows()).isEqualTo(10);
		assertThat(this.claims.before(NOON.plusNanos(500), 3, "e1")).extracting(ExpenseClaim::amount)
			.containsExactly(4, 3, 2);
		assertThat(this.store.gateway().requests()).isEqualTo(2);
		assertThat(this.claims.between(NOON.plusNanos(200), NOON.plusNanos(500), "e1")).extracting(ExpenseClaim::amount)
			.containsExactly(4, 3, 2);
		assertThat(this.store.gateway().requests()).isEqualTo(3);
	}

	@Test
	void isFoundByMappingAlone() {
		IntStream.range(0, 25).forEach((amount) -> this.claims.append(ExpenseClaim.of("e1", amount)));
		ExpenseClaims repository = new TableRepositoryFactory(this.store.template()).getRepository(ExpenseClaims.class);
		this.store.gateway().reset();
		assertThat(repository.findTop10ByEmployeeId("e1")).isEqualTo(this.claims.latest(10, "e1"));
		assertThat(repository.findTop10ByEmployeeIdOrderByCreatedAtDesc("e1")).hasSize(10);
		assertThat(this.store.gateway().requests()).isEqualTo(3);
		assertThat(this.store.gateway().rows()).isEqualTo(30);
	}

	@Test
	void pagesBackInTimeWhateverIsAppendedMeanwhile() {
		IntStream.range(0, 20).forEach((amount) -> this.claims.append(ExpenseClaim.of("e1", amount)));
		Instant tick = NOON.plusSeconds(-1);
		IntStream.range(20, 40)
			.forEach((amount) -> this.claims.append(new ExpenseClaim("e1", tick, "id" + amount, amount)));
		List<ExpenseClaim> expected = this.claims.latest(100, "e1");
		List<ExpenseClaim> found = new ArrayList<>();
		String position = null;
		do {
			Window<ExpenseClaim> window = page(position, 7);
			found.addAll(window.getContent());
			position = window.hasNext() ? encoded(window) : null;
			this.claims.append(ExpenseClaim.of("e1", 1000));
		}
		while (position != null);
		assertThat(found).isEqualTo(expected).hasSize(40);
		String last = encoded(page(null, 3));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.claims.page(3, TableScrollPosition.decode(last), "e2"))
			.withMessageContaining("use a position with its own log");
	}

	private Window<ExpenseClaim> page(@Nullable String position, int size) {
		LogTailTemplate<ExpenseClaim> restarted = tail(ExpenseClaim.class, CLOCK);
		this.store.gateway().reset();
		Window<ExpenseClaim> window = restarted.page(size,
				(position != null) ? TableScrollPosition.decode(position) : null, "e1");
		assertThat(this.store.gateway().requests()).isEqualTo(1);
		return window;
	}

	private static String encoded(Window<?> window) {
		return ((TableScrollPosition) window.positionAt(window.size() - 1)).encode();
	}

	@Test
	void mergesBuckets() {
		LogTailTemplate<LoginAttempt> attempts = tail(LoginAttempt.class, CLOCK);
		IntStream.range(0, 60).forEach((i) -> attempts.append(LoginAttempt.of("shop", "u" + i)));
		assertThat(this.store.rows(this.prefix + "Attempts", "PartitionKey ge ''"))
			.extracting((row) -> row.key().partitionKey())
			.contains("shop_0", "shop_1", "shop_2", "shop_3");
		this.store.gateway().reset();
		assertThat(attempts.latest(10, "shop")).extracting(LoginAttempt::user)
			.isEqualTo(IntStream.range(0, 10).mapToObj((i) -> "u" + (59 - i)).toList());
		assertThat(this.store.gateway().requests()).isEqualTo(4);
		List<String> users = new ArrayList<>();
		TableScrollPosition position = null;
		do {
			Window<LoginAttempt> window = attempts.page(9, position, "shop");
			window.forEach((attempt) -> users.add(attempt.user()));
			position = window.hasNext() ? (TableScrollPosition) window.positionAt(window.size() - 1) : null;
		}
		while (position != null);
		assertThat(users).isEqualTo(IntStream.range(0, 60).mapToObj((i) -> "u" + (59 - i)).toList());
		this.store.gateway().reset();
		assertThat(attempts.between(NOON.plusNanos(1000), NOON.plusNanos(1300), "shop")).extracting(LoginAttempt::user)
			.containsExactly("u12", "u11", "u10");
		assertThat(this.store.gateway().requests()).isEqualTo(4);
		attempts.append(LoginAttempt.of("shop", "last"));
		assertThat(this.store.gateway().requests()).isEqualTo(5);
		assertThat(attempts.page(9, null, "shop").getContent()).extracting(LoginAttempt::user)
			.startsWith("last", "u59");
		assertThat(this.store.gateway().requests()).isEqualTo(9);
	}

	@Test
	void isUniqueWithinATickAcrossThreadsAndProcesses() throws Exception {
		List<LogTailTemplate<ExpenseClaim>> processes = List.of(this.claims, tail(ExpenseClaim.class, CLOCK),
				tail(ExpenseClaim.class, CLOCK));
		// one process may begin when the other one has taken all of its ticks
		LogTailOptions patient = new LogTailOptions(CLOCK, 1000);
		List<LogTailTemplate<Beat>> beats = List.of(new LogTailTemplate<>(this.store.template(), Beat.class, patient),
				new LogTailTemplate<>(this.store.template(), Beat.class, patient));
		ExecutorService threads = Executors.newFixedThreadPool(8);
		List<Future<?>> running = new ArrayList<>();
		for (int thread = 0; thread < 8; thread++) {
			LogTailTemplate<ExpenseClaim> process = processes.get(thread % processes.size());
			LogTailTemplate<Beat> beat = beats.get(thread % beats.size());
			running.add(threads.submit(() -> IntStream.range(0, 25).forEach((i) -> {
				process.append(ExpenseClaim.of("e1", i));
				beat.append(new Beat(null, i));
			})));
		}
		for (Future<?> one : running) {
			one.get(2, TimeUnit.MINUTES);
		}
		threads.shutdown();
		assertThat(this.claims.latest(1000, "e1")).hasSize(200);
		Set<LocalDateTime> times = new HashSet<>();
		beats.get(0).latest(1000).forEach((beat) -> times.add(beat.at()));
		assertThat(times).hasSize(200);
	}

	@Test
	void keepsATimeThatAnEntryBrings() {
		ExpenseClaim claim = new ExpenseClaim("e1", NOON.minusSeconds(60), "c1", 10);
		assertThat(this.claims.append(claim)).isEqualTo(claim);
		assertThatExceptionOfType(DuplicateKeyException.class).isThrownBy(() -> this.claims.append(claim));
	}

	/**
	 * {@code string.Format("{0:D19}", DateTime.MaxValue.Ticks - DateTime.UtcNow.Ticks) +
	 * "_" + id} of .NET, evaluated for 2014-08-22T12:00:00Z, for the first moment of 1970
	 * and for the last tick.
	 */
	@Test
	void readsAndWritesTheKeysOfTheGuidesExpression() {
		Map<String, Instant> golden = Map.of("2519935919999999999_7", NOON, "2534023007999999999_7", Instant.EPOCH,
				"0000000000000000000_7", Instant.parse("9999-12-31T23:59:59.9999999Z"));
		this.claims.latest(1, "none");
		golden.forEach((rowKey, time) -> {
			this.store.gateway()
				.write(this.prefix + "Claims",
						new RowWrite.Insert(TableRow.of(TableKey.of("net", rowKey), Map.of("amount", 5))));
			ExpenseClaim java = this.claims.append(new ExpenseClaim("java", time, "7", 5));
			assertThat(this.store.template().converter().key(java).rowKey()).isEqualTo(rowKey);
		});
		assertThat(this.claims.latest(10, "net")).extracting(ExpenseClaim::createdAt)
			.containsExactly(Instant.parse("9999-12-31T23:59:59.9999999Z"), NOON, Instant.EPOCH);
		assertThat(this.claims.before(NOON, 10, "net")).extracting(ExpenseClaim::id).containsExactly("7");
	}

	@Test
	void readsBetweenAnyTimes() {
		readsBetweenAnyTimes(InstantEntry.class, new InstantEntry("e1", NOON));
		readsBetweenAnyTimes(OffsetEntry.class, new OffsetEntry("e1", NOON.atOffset(ZoneOffset.UTC)));
		readsBetweenAnyTimes(LocalEntry.class, new LocalEntry("e1", LocalDateTime.ofInstant(NOON, ZoneOffset.UTC)));
	}

	private <T> void readsBetweenAnyTimes(Class<T> type, T entry) {
		LogTailTemplate<T> entries = tail(type, CLOCK);
		entries.append(entry);
		assertThat(entries.between(Instant.MIN, Instant.MAX, "e1")).containsExactly(entry);
		assertThat(entries.between(NOON, Instant.MAX, "e1")).containsExactly(entry);
		assertThat(entries.between(Instant.MIN, NOON, "e1")).isEmpty();
		assertThat(entries.before(Instant.MAX, 10, "e1")).containsExactly(entry);
		assertThat(entries.before(Instant.MIN, 10, "e1")).isEmpty();
	}

	@Test
	void refusesWhatIsNoLogTail() {
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(() -> tail(Clerk.class, CLOCK))
			.withMessageContaining("does not begin with a descending time");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(() -> this.claims.latest(10))
			.withMessage("The log of ExpenseClaim takes a value for each of [employeeId], and the call gives 0");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.claims.page(1000, null, "e1"));
	}

	@Table("Instants")
	@PartitionKey("{owner}")
	@RowKey("{time:desc}")
	record InstantEntry(String owner, Instant time) {

	}

	@Table("Offsets")
	@PartitionKey("{owner}")
	@RowKey("{time:desc}")
	record OffsetEntry(String owner, OffsetDateTime time) {

	}

	@Table("Locals")
	@PartitionKey("{owner}")
	@RowKey("{time:desc}")
	record LocalEntry(String owner, LocalDateTime time) {

	}

}
