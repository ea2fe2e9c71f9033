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

package io.azuretables.internal.commit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

import io.azuretables.client.FaultyGateway;
import io.azuretables.client.FaultyGateway.Fault;
import io.azuretables.client.UnknownOutcome;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.sample.MutableClock;
import io.azuretables.write.WriteFencedException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.QueryTimeoutException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Whether a write happened has one answer.
 */
class CommitProtocolTests {

	private static final CommitToken TOKEN = new CommitToken("Things", "p", "w1");

	private static final Duration FENCE = Duration.ofDays(1);

	private final MutableClock clock = new MutableClock();

	private final EmbeddedTableGateway gateway = EmbeddedTableGateway.withTables("Things");

	private final CommitProtocol commits = new CommitProtocol(this.gateway, this.clock, FENCE);

	@Test
	void findsWhatWasCommittedWithItsFacts() {
		assertThat(this.commits.find(TOKEN)).isEmpty();
		assertThat(commit(submit("a"))).isPresent();
		assertThat(this.commits.settle(TOKEN)).satisfies((settlement) -> {
			assertThat(settlement.isCommitted()).isTrue();
			assertThat(settlement.row().get("old")).isEqualTo("fact");
			assertThat(settlement.at()).isEqualTo(this.clock.instant());
		});
		this.commits.forget(TOKEN);
		this.commits.forget(TOKEN);
		assertThat(this.commits.find(TOKEN)).isEmpty();
	}

	@Test
	void fencesWhatHasNotHappened() {
		assertThat(this.commits.settle(TOKEN).isCommitted()).isFalse();
		assertThat(this.commits.settle(TOKEN).isCommitted()).isFalse();
		assertThatExceptionOfType(WriteFencedException.class).isThrownBy(() -> commit(submit("a")));
		assertThat(row("a")).isNull();
	}

	@Test
	void keepsEachFenceForAsLongAsTheOneWhoMadeItSaid() {
		CommitToken other = new CommitToken("Things", "p", "w2");
		new CommitProtocol(this.gateway, this.clock, Duration.ofHours(1)).settle(other);
		this.commits.settle(TOKEN);
		TokenRowSweep sweep = new TokenRowSweep(this.gateway, this.clock, Thread::new);
		List<String> sent = new ArrayList<>();
		this.clock.pass(Duration.ofHours(2));
		assertThat(sweep.run("Things", Duration.ZERO, (row) -> Optional.of("message"), sent::add)).isZero();
		assertThat(this.commits.find(other)).isEmpty();
		assertThat(this.commits.find(TOKEN)).isPresent();
		this.clock.pass(FENCE);
		assertThat(sweep.run("Things", Duration.ZERO, (row) -> Optional.of("message"), sent::add)).isZero();
		assertThat(this.commits.find(TOKEN)).isEmpty();
		assertThat(sent).isEmpty();
	}

	@Test
	void throwsWhatRefusedTheWrite() {
		this.gateway.write("Things", new RowWrite.Insert(TableRow.of(TableKey.of("p", "a"), Map.of())));
		assertThatExceptionOfType(DuplicateKeyException.class).isThrownBy(() -> commit(submit("a")));
		assertThat(this.commits.find(TOKEN)).isEmpty();
	}

	/**
	 * The first attempt is under way when the second one is made, and arrives before it.
	 */
	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3 })
	void doesNotRejectWhatHasHappenedWhicheverQuestionFails(int request) {
		FaultyGateway failing = new FaultyGateway(this.gateway, request, Fault.NOT_SENT);
		Supplier<List<@Nullable String>> attempt = submit("a");
		Iterator<Supplier<List<@Nullable String>>> attempts = List.<Supplier<List<@Nullable String>>>of(() -> {
			throw UnknownOutcome.of("Things", List.of(TOKEN.key()));
		}, () -> {
			attempt.get();
			return attempt.get();
		}).iterator();
		try {
			assertThat(new CommitProtocol(failing, this.clock, FENCE).commit(TOKEN, MutableClock.START.plusSeconds(30),
					() -> attempts.next().get()))
				.isEmpty();
			assertThat(failing.hasFailed()).isFalse();
		}
		catch (WriteOutcomeUnknownException ex) {
			assertThat(failing.hasFailed()).isTrue();
		}
	}

	/**
	 * Somebody else has the key when the second attempt is made, and not any more when
	 * the first one arrives.
	 */
	@Test
	void keepsWhatIsRefusedFromHappeningLate() {
		RowWrite other = new RowWrite.Insert(TableRow.of(TableKey.of("p", "a"), Map.of()));
		Supplier<List<@Nullable String>> attempt = submit("a");
		Iterator<Supplier<List<@Nullable String>>> attempts = List.<Supplier<List<@Nullable String>>>of(() -> {
			throw UnknownOutcome.of("Things", List.of(TOKEN.key()));
		}, () -> {
			this.gateway.write("Things", other);
			return attempt.get();
		}).iterator();
		assertThatExceptionOfType(DuplicateKeyException.class).isThrownBy(() -> commit(() -> attempts.next().get()));
		this.gateway.write("Things", new RowWrite.Delete(other.key(), RowWrite.ANY));
		assertThatExceptionOfType(DuplicateKeyException.class).isThrownBy(attempt::get);
		assertThat(row("a")).isNull();
	}

	/**
	 * No attempt arrives before the deadline, and none must afterwards.
	 */
	@Test
	void givesUpForGoodWhatIsOpenAtTheDeadline() {
		assertThatExceptionOfType(WriteFencedException.class).isThrownBy(() -> commit(() -> {
			this.clock.pass(Duration.ofSeconds(10));
			throw UnknownOutcome.of("Things", List.of(TOKEN.key()));
		}));
		assertThatExceptionOfType(DuplicateKeyException.class).isThrownBy(submit("a")::get);
		assertThat(row("a")).isNull();
	}

	@Test
	void asksForNothingWhenARefusalIsCertain() {
		FaultyGateway asked = new FaultyGateway(this.gateway, 1, Fault.NOT_SENT);
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> new CommitProtocol(asked, this.clock, FENCE).commit(TOKEN,
					MutableClock.START.plusSeconds(30), () -> {
						throw new OptimisticLockingFailureException("changed");
					}));
		assertThat(asked.hasFailed()).isFalse();
	}

	@Test
	void writesNothingAfterTheDeadline() {
		this.clock.pass(Duration.ofSeconds(30));
		assertThatExceptionOfType(QueryTimeoutException.class).isThrownBy(() -> commit(submit("a")));
		assertThat(row("a")).isNull();
	}

	@Test
	void hasOneAnswerForAllWhoAskAndForTheWriter() throws Exception {
		ExecutorService pool = Executors.newFixedThreadPool(3);
		try {
			for (int i = 0; i < 500; i++) {
				CommitToken token = new CommitToken("Things", "p", "r" + i);
				String row = "row" + i;
				Callable<Boolean> writer = () -> {
					try {
						this.commits.commit(token, this.clock.instant().plusSeconds(30), submit(row, token));
						return true;
					}
					catch (WriteFencedException ex) {
						return false;
					}
				};
				Callable<Boolean> asking = () -> this.commits.settle(token).isCommitted();
				List<Future<Boolean>> answers = pool.invokeAll(List.of(asking, writer, asking));
				boolean written = row(row) != null;
				for (Future<Boolean> answer : answers) {
					assertThat(answer.get()).isEqualTo(written);
				}
			}
		}
		finally {
			pool.shutdownNow();
		}
	}

	private Optional<List<@Nullable String>> commit(Supplier<List<@Nullable String>> transaction) {
		return this.commits.commit(TOKEN, MutableClock.START.plusSeconds(30), transaction);
	}

	private Supplier<List<@Nullable String>> submit(String rowKey) {
		return submit(rowKey, TOKEN);
	}

	private Supplier<List<@Nullable String>> submit(String rowKey, CommitToken token) {
		RowWrite insert = new RowWrite.Insert(TableRow.of(TableKey.of("p", rowKey), Map.of()));
		RowWrite tokenRow = this.commits.tokenRow(token, Map.of("old", "fact"));
		return () -> this.gateway.submit(new AtomicBatch("Things", List.of(insert, tokenRow)));
	}

	private @Nullable TableRow row(String rowKey) {
		return this.gateway.read("Things", TableKey.of("p", rowKey), null, RowReader.rows());
	}

}
