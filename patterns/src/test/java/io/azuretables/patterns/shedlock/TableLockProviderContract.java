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

package io.azuretables.patterns.shedlock;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

import io.azuretables.client.FaultyGateway.Fault;
import io.azuretables.client.FaultyGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.sample.Store;
import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What locks promise, over any store. Times are those that a lock is asked for with, so
 * that nothing waits.
 */
abstract class TableLockProviderContract {

	private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

	private static final Duration MINUTE = Duration.ofMinutes(1);

	private String prefix;

	private Store store;

	private LockProvider locks;

	abstract TableGateway gateway();

	@BeforeEach
	void prepare() {
		this.prefix = "t" + Long.toString(RandomGenerator.getDefault().nextLong() >>> 1, 36);
		this.store = Store.over(gateway(), this.prefix);
		this.locks = provider(this.store.template());
		gateway().createTable(this.prefix + "ShedLocks");
	}

	@AfterEach
	void deleteTable() {
		gateway().deleteTable(this.prefix + "ShedLocks");
	}

	// tag::provider[]
	LockProvider provider(TableOperations operations) {
		return new TableLockProvider(operations);
	}
	// end::provider[]

	private static LockConfiguration at(Instant now, String name) {
		return new LockConfiguration(now, name, MINUTE, Duration.ZERO);
	}

	@Test
	void givesALockToOneAtATime() {
		SimpleLock lock = this.locks.lock(at(NOW, "mails")).orElseThrow();
		assertThat(this.locks.lock(at(NOW, "mails"))).isEmpty();
		assertThat(this.locks.lock(at(NOW, "other / name #1"))).isPresent();
		lock.unlock();
		assertThat(this.locks.lock(at(Instant.now(), "mails"))).isPresent();
	}

	@Test
	void givesALockAwayWhenItsTimeHasPassed() {
		this.locks.lock(at(NOW, "mails")).orElseThrow();
		assertThat(this.locks.lock(at(NOW.plus(MINUTE).minusMillis(1), "mails"))).isEmpty();
		assertThat(this.locks.lock(at(NOW.plus(MINUTE), "mails"))).isPresent();
	}

	@Test
	void holdsALockAtLeastAsLongAsItIsAskedTo() {
		Instant now = Instant.now();
		Duration hour = Duration.ofHours(1);
		this.locks.lock(new LockConfiguration(now, "mails", hour, hour)).orElseThrow().unlock();
		assertThat(this.locks.lock(at(now.plus(hour).minusSeconds(1), "mails"))).isEmpty();
		assertThat(this.locks.lock(at(now.plus(hour), "mails"))).isPresent();
	}

	@Test
	void doesNotReleaseTheLockOfAnother() {
		SimpleLock lost = this.locks.lock(at(NOW, "mails")).orElseThrow();
		this.locks.lock(at(Instant.now(), "mails")).orElseThrow();
		lost.unlock();
		assertThat(this.locks.lock(at(Instant.now(), "mails"))).isEmpty();
	}

	@Test
	void extendsALockThatIsHeld() {
		Instant now = Instant.now();
		SimpleLock lock = this.locks.lock(at(now, "mails")).orElseThrow();
		SimpleLock extended = lock.extend(Duration.ofHours(2), Duration.ZERO).orElseThrow();
		assertThat(this.locks.lock(at(now.plus(Duration.ofHours(1)), "mails"))).isEmpty();
		extended.unlock();
		assertThat(this.locks.lock(at(Instant.now(), "mails"))).isPresent();
	}

	@Test
	void doesNotExtendALockWhoseTimeHasPassed() {
		SimpleLock free = this.locks.lock(at(NOW, "mails")).orElseThrow();
		assertThat(free.extend(MINUTE, Duration.ZERO)).as("passed").isEmpty();
		Instant now = Instant.now();
		SimpleLock lock = this.locks.lock(at(now, "sums")).orElseThrow();
		this.locks.lock(at(now.plus(MINUTE), "sums")).orElseThrow();
		assertThat(lock.extend(MINUTE, Duration.ZERO)).as("of another").isEmpty();
	}

	@Test
	void makesAsManyRequestsAsThePageSays() {
		assertThat(requests(() -> this.locks.lock(at(NOW, "mails")))).as("first").isEqualTo(2);
		assertThat(requests(() -> this.locks.lock(at(NOW, "mails")))).as("held").isEqualTo(1);
		Optional<SimpleLock> again = this.locks.lock(at(Instant.now(), "mails"));
		assertThat(requests(() -> again.orElseThrow().extend(MINUTE, Duration.ZERO))).as("extended").isEqualTo(1);
		SimpleLock last = this.locks.lock(at(Instant.now().plus(MINUTE).plus(MINUTE), "mails")).orElseThrow();
		assertThat(requests(last::unlock)).as("released").isEqualTo(1);
	}

	private long requests(Runnable operation) {
		this.store.gateway().reset();
		operation.run();
		return this.store.gateway().requests();
	}

	@Test
	void runsATaskInOneProcessAtATime() throws Exception {
		AtomicInteger running = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		AtomicInteger runs = new AtomicInteger();
		ExecutorService threads = Executors.newFixedThreadPool(4);
		List<Future<?>> all = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			LockProvider process = new TableLockProvider(Store.over(gateway(), this.prefix).template());
			all.add(threads.submit(() -> {
				for (int turn = 0; turn < 20; turn++) {
					new DefaultLockingTaskExecutor(process).executeWithLock((Runnable) () -> {
						most.accumulateAndGet(running.incrementAndGet(), Math::max);
						runs.incrementAndGet();
						running.decrementAndGet();
					}, at(Instant.now(), "mails"));
				}
			}));
		}
		for (Future<?> one : all) {
			one.get(2, TimeUnit.MINUTES);
		}
		threads.shutdown();
		assertThat(most).hasValue(1);
		assertThat(runs).hasPositiveValue();
	}

	@Test
	void keepsALockThatMayHaveBeenTakenUntilItsTimeHasPassed() {
		LockProvider faulty = new TableLockProvider(
				Store.over(new FaultyGateway(gateway(), 2, Fault.UNKNOWN_AND_APPLIED), this.prefix).template());
		assertThatExceptionOfType(WriteOutcomeUnknownException.class).isThrownBy(() -> faulty.lock(at(NOW, "mails")));
		assertThat(this.locks.lock(at(NOW.plusSeconds(59), "mails"))).isEmpty();
		assertThat(this.locks.lock(at(NOW.plusSeconds(60), "mails"))).isPresent();
	}

	@Test
	void leavesALockFreeThatWasNotTaken() {
		LockProvider faulty = new TableLockProvider(
				Store.over(new FaultyGateway(gateway(), 2, Fault.UNKNOWN_AND_NOT_APPLIED), this.prefix).template());
		assertThatExceptionOfType(WriteOutcomeUnknownException.class).isThrownBy(() -> faulty.lock(at(NOW, "mails")));
		assertThat(this.locks.lock(at(NOW, "mails"))).isPresent();
	}

}
