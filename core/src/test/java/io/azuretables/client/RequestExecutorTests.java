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

package io.azuretables.client;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import io.azuretables.client.LoopbackServer.Reply;
import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.internal.time.RegionTime;
import io.azuretables.internal.time.Sleeper;
import io.azuretables.internal.time.ThrottledAttempts;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite.Insert;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * When requests are tried again, seen from the server, on a clock that does not wait.
 */
class RequestExecutorTests {

	private static final TableKey KEY = TableKey.of("p", "r");

	private static final Reply BUSY = Reply.error(503, "ServerBusy");

	private static final Reply ROW = Reply.of(200, "{\"PartitionKey\":\"p\",\"RowKey\":\"r\",\"A\":1}");

	private final RecordingClock clock = new RecordingClock();

	private LoopbackServer server = LoopbackServer.replying(BUSY);

	@AfterEach
	void close() {
		this.server.close();
	}

	private HttpTableGateway gateway(RetryOptions retry, Reply... replies) {
		this.server.close();
		this.server = LoopbackServer.replying(replies);
		TableClientOptions options = TableClientOptions.of(this.server.connection()).withRetry(retry);
		return new HttpTableGateway(TablePipeline.of(options), options, this.clock, this.clock);
	}

	private static RetryOptions retry() {
		return TableClientOptions.of("UseDevelopmentStorage=true")
			.retry()
			.withAttempts(6)
			.withBackoff(Duration.ofMillis(100), Duration.ofMillis(500));
	}

	private static TableRow read(HttpTableGateway gateway) {
		return gateway.read("Things", KEY, null, RowReader.rows());
	}

	private static void write(HttpTableGateway gateway) {
		gateway.write("Things", new Insert(TableRow.of(KEY, Map.of())));
	}

	@Test
	void triesAgainUntilItSucceeds() {
		assertThat(read(gateway(retry(), BUSY, BUSY, ROW))).isNotNull();
		assertThat(this.server.requests()).hasSize(3);
	}

	@Test
	void countsTheAttemptsOfTheThreadThatWereThrottled() {
		long before = ThrottledAttempts.count();
		read(gateway(retry(), BUSY, Reply.error(429, "TooManyRequests"), Reply.error(500, "InternalError"), ROW));
		assertThat(ThrottledAttempts.count() - before).isEqualTo(2);
	}

	@Test
	void givesUpAfterTheLastAttempt() {
		HttpTableGateway gateway = gateway(retry(), BUSY);
		assertThatExceptionOfType(TransientDataAccessResourceException.class).isThrownBy(() -> read(gateway));
		assertThat(this.server.requests()).hasSize(6);
	}

	@Test
	void doesNotTryAgainWhatIsRefusedForGood() {
		HttpTableGateway gateway = gateway(retry(), Reply.error(400, "InvalidInput"));
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> read(gateway));
		assertThat(this.server.requests()).hasSize(1);
	}

	@Test
	void waitsARandomPartOfADelayThatDoubles() {
		RetryOptions retry = retry().withDeadline(Duration.ofDays(1)).withQuota(10_000);
		HttpTableGateway gateway = gateway(retry, BUSY);
		for (int i = 0; i < 30; i++) {
			assertThatExceptionOfType(TransientDataAccessResourceException.class).isThrownBy(() -> read(gateway));
		}
		List<Long> ceilings = List.of(100L, 200L, 400L, 500L, 500L);
		for (int nth = 0; nth < ceilings.size(); nth++) {
			int first = nth;
			List<Long> delays = new ArrayList<>();
			for (int i = first; i < this.clock.sleeps.size(); i += ceilings.size()) {
				delays.add(this.clock.sleeps.get(i).toMillis());
			}
			assertThat(delays).hasSize(30).allMatch((delay) -> delay >= 0 && delay <= ceilings.get(first));
			assertThat(delays).anyMatch((delay) -> delay > ceilings.get(first) / 2);
			assertThat(delays).anyMatch((delay) -> delay < ceilings.get(first) / 2);
		}
	}

	@Test
	void waitsAsLongAsTheServiceAsks() {
		read(gateway(retry(), BUSY.with("Retry-After", "7"), BUSY.with("x-ms-retry-after-ms", "1234"), ROW));
		assertThat(this.clock.sleeps).containsExactly(Duration.ofSeconds(7), Duration.ofMillis(1234));
	}

	@Test
	void waitsUntilTheDateThatIsAsked() {
		Reply busy = BUSY.with("Date", "Tue, 01 Jan 2030 00:00:00 GMT");
		read(gateway(retry(), busy.with("Retry-After", "Tue, 01 Jan 2030 00:00:09 GMT"),
				busy.with("Retry-After", "Mon, 31 Dec 2029 23:59:59 GMT"), ROW));
		assertThat(this.clock.sleeps).hasSize(2).first().isEqualTo(Duration.ofSeconds(9));
		assertThat(this.clock.sleeps.get(1)).isBetween(Duration.ZERO, Duration.ofMillis(200));
	}

	@Test
	void doesNotWaitForATimeThatIsNone() {
		Duration most = Duration.ofMillis(200);
		read(gateway(retry(), BUSY.with("Retry-After", "-7"), BUSY.with("x-ms-retry-after-ms", "soon"), ROW));
		assertThat(this.clock.sleeps).hasSize(2).allMatch((sleep) -> !sleep.isNegative() && sleep.compareTo(most) <= 0);
	}

	@Test
	void doesNotWaitBeyondTheDeadline() {
		HttpTableGateway gateway = gateway(retry().withDeadline(Duration.ofSeconds(10)), BUSY.with("Retry-After", "4"));
		assertThatExceptionOfType(TransientDataAccessResourceException.class).isThrownBy(() -> read(gateway));
		assertThat(this.server.requests()).hasSize(3);
		assertThat(this.clock.sleeps).containsExactly(Duration.ofSeconds(4), Duration.ofSeconds(4));
	}

	@Test
	void dividesTheDeadlineBetweenTwoRegions() {
		RetryOptions retry = retry().withDeadline(Duration.ofSeconds(10));
		HttpTableGateway gateway = gateway(retry, BUSY.with("Retry-After", "2"));
		RegionTime time = new RegionTime();
		assertThatExceptionOfType(TransientDataAccessResourceException.class)
			.isThrownBy(() -> time.first(() -> read(gateway)));
		assertThat(this.clock.sleeps).as("half of the deadline").hasSize(2);
		assertThatExceptionOfType(TransientDataAccessResourceException.class)
			.isThrownBy(() -> time.second(() -> read(gateway)));
		assertThat(this.clock.sleeps).as("all of it, for both").hasSize(4);
		assertThatExceptionOfType(TransientDataAccessResourceException.class).isThrownBy(() -> read(gateway));
		assertThat(this.clock.sleeps).as("others have all of it").hasSize(8);
	}

	@Test
	void cutsTheLastAttemptShort() {
		this.clock.ticking = true;
		RetryOptions retry = retry().withDeadline(Duration.ofMillis(300));
		HttpTableGateway gateway = gateway(retry, Reply.noAnswer(LoopbackServer.Way.NEVER));
		long start = System.nanoTime();
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> read(gateway));
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
	}

	@Test
	void sendsWithTheLeastTimeoutWhenTheDeadlineIsReachedWhileItWaits() {
		this.clock.oversleep = Duration.ofSeconds(5);
		RetryOptions retry = retry().withDeadline(Duration.ofSeconds(1));
		HttpTableGateway gateway = gateway(retry, BUSY, Reply.noAnswer(LoopbackServer.Way.NEVER));
		// in the least time there may be no connection, or no answer
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> read(gateway))
			.isInstanceOfAny(QueryTimeoutException.class, DataAccessResourceFailureException.class);
	}

	@Test
	void sharesAQuotaOfRetries() {
		HttpTableGateway gateway = gateway(retry().withQuota(7), BUSY);
		for (int i = 0; i < 10; i++) {
			assertThatExceptionOfType(TransientDataAccessResourceException.class).isThrownBy(() -> read(gateway));
		}
		assertThat(this.server.requests()).hasSize(10 + 7);
	}

	@Test
	void earnsRetriesBackBySuccesses() {
		HttpTableGateway gateway = gateway(retry().withQuota(1).withAttempts(2), BUSY, BUSY, ROW, ROW, ROW, ROW, ROW,
				BUSY, BUSY, BUSY);
		assertThatExceptionOfType(TransientDataAccessResourceException.class).isThrownBy(() -> read(gateway));
		for (int i = 0; i < 5; i++) {
			read(gateway);
		}
		assertThatExceptionOfType(TransientDataAccessResourceException.class).isThrownBy(() -> read(gateway));
		assertThat(this.server.requests()).hasSize(2 + 5 + 2);
		assertThatExceptionOfType(TransientDataAccessResourceException.class).isThrownBy(() -> read(gateway));
		assertThat(this.server.requests()).hasSize(2 + 5 + 2 + 1);
	}

	@Test
	void stopsWhenInterruptedBetweenAttemptsAndSaysSo() {
		this.clock.interrupts = true;
		HttpTableGateway gateway = gateway(retry(), BUSY);
		assertThatExceptionOfType(TransientDataAccessResourceException.class).isThrownBy(() -> read(gateway))
			.withMessageEndingWith("; the thread was interrupted");
		assertThat(Thread.interrupted()).isTrue();
		assertThatExceptionOfType(WriteOutcomeUnknownException.class).isThrownBy(() -> write(gateway))
			.withMessageEndingWith("; the thread was interrupted");
		assertThat(Thread.interrupted()).isTrue();
		assertThat(this.server.requests()).hasSize(2);
	}

	@Test
	void stopsWhenInterruptedWhileItWaitsForTheAnswerAndSaysSo() {
		HttpTableGateway gateway = gateway(retry(), Reply.noAnswer(LoopbackServer.Way.NEVER));
		assertThat(interrupted(() -> read(gateway), () -> requests() == 1))
			.isInstanceOf(TransientDataAccessResourceException.class)
			.hasMessage("The answer to the read from table 'Things' was lost; the thread was interrupted");
		assertThat(interrupted(() -> write(gateway), () -> requests() == 2))
			.isInstanceOf(WriteOutcomeUnknownException.class)
			.hasMessageEndingWith("; the thread was interrupted");
		assertThat(this.server.requests()).hasSize(2);
	}

	@Test
	void stopsWhenInterruptedWhileItReadsBackAndSaysSo() {
		this.server.close();
		this.server = new LoopbackServer(
				(request) -> request.isRead() ? Reply.noAnswer(LoopbackServer.Way.NEVER) : BUSY);
		TableClientOptions options = TableClientOptions.of(this.server.connection()).withRetry(retry().withAttempts(1));
		HttpTableGateway gateway = new HttpTableGateway(TablePipeline.of(options), options, this.clock, this.clock);
		assertThat(interrupted(() -> write(gateway), () -> requests() == 2))
			.isInstanceOf(WriteOutcomeUnknownException.class)
			.hasMessageEndingWith("; the thread was interrupted");
		assertThat(this.server.requests()).hasSize(2);
	}

	@Test
	void stopsWhenInterruptedBeforeItHasSentAndSaysSo() {
		AtomicBoolean waits = new AtomicBoolean();
		TableClientOptions options = TableClientOptions.of(this.server.connection()).withRetry(retry());
		HttpTableGateway gateway = HttpTableGateway.connect(options.withPolicies(List.of((context, next) -> {
			waits.set(true);
			return Mono.never();
		})));
		assertThat(interrupted(() -> write(gateway), waits::get)).isInstanceOf(DataAccessResourceFailureException.class)
			.hasMessage("The insert into table 'Things' was not sent; the thread was interrupted");
		assertThat(this.server.requests()).isEmpty();
	}

	private int requests() {
		return this.server.requests().size();
	}

	/**
	 * Interrupts a call that waits.
	 * @return what it throws, the flag being restored
	 */
	private static Throwable interrupted(Runnable call, BooleanSupplier waits) {
		CompletableFuture<Throwable> thrown = new CompletableFuture<>();
		Thread thread = new Thread(() -> {
			Throwable failure = catchThrowable(call::run);
			assertThat(Thread.currentThread().isInterrupted()).isTrue();
			thrown.complete(failure);
		});
		thread.setUncaughtExceptionHandler((dead, failure) -> thrown.completeExceptionally(failure));
		thread.start();
		while (!waits.getAsBoolean() && thread.isAlive()) {
			LockSupport.parkNanos(1_000_000);
		}
		thread.interrupt();
		return thrown.orTimeout(10, TimeUnit.SECONDS).join();
	}

	@Test
	void doesNotReadBackAfterTheDeadline() {
		HttpTableGateway gateway = gateway(retry().withDeadline(Duration.ofSeconds(1)), Reply.of(500, ""));
		this.clock.step = Duration.ofMillis(700);
		assertThatExceptionOfType(WriteOutcomeUnknownException.class).isThrownBy(() -> write(gateway));
		assertThat(this.server.requests()).noneMatch(LoopbackServer.Request::isRead);
	}

	/**
	 * A clock that notes how long it was to wait, and goes on by that.
	 */
	private static final class RecordingClock implements InstantSource, Sleeper {

		private final List<Duration> sleeps = new ArrayList<>();

		private Duration time = Duration.ZERO;

		private Duration step = Duration.ZERO;

		private Duration oversleep = Duration.ZERO;

		private boolean ticking;

		private boolean interrupts;

		@Override
		public Instant instant() {
			this.time = this.time.plus(this.step);
			return (this.ticking ? Instant.now() : Instant.EPOCH).plus(this.time);
		}

		@Override
		public boolean sleep(Duration duration) {
			this.sleeps.add(duration);
			this.time = this.time.plus(duration).plus(this.oversleep);
			if (this.interrupts) {
				Thread.currentThread().interrupt();
			}
			return !this.interrupts;
		}

	}

}
