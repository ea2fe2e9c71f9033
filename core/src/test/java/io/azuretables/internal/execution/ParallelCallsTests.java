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

package io.azuretables.internal.execution;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import io.azuretables.internal.execution.ParallelCalls.InterruptedCallsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class ParallelCallsTests {

	private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

	private static ParallelCalls calls(int limit) {
		return new ParallelCalls(limit, ParallelCalls.DAEMONS);
	}

	private int doubled(int number) {
		this.threads.add(Thread.currentThread());
		if (number < 0) {
			throw new IllegalStateException("negative");
		}
		return 2 * number;
	}

	@Test
	void answersInTheOrderOfTheArguments() {
		assertThat(calls(4).map(List.of(3, 1, 2), this::doubled)).containsExactly(6, 2, 4);
		assertThat(this.threads).doesNotContain(Thread.currentThread());
	}

	/**
	 * A call that waited for a thread while it holds one could wait forever.
	 */
	@Test
	void doesTheCallsOfACallInItsThreadWhateverThreadThatIs() {
		List<Thread> made = new CopyOnWriteArrayList<>();
		ParallelCalls calls = new ParallelCalls(2, (task) -> {
			Thread thread = new Thread(task);
			made.add(thread);
			return thread;
		});
		assertThat(calls.map(List.of(1, 2), (number) -> {
			Thread outer = Thread.currentThread();
			return calls.map(List.of(1, 2), (inner) -> Thread.currentThread() == outer);
		})).containsExactly(List.of(true, true), List.of(true, true));
		calls.map(List.of(3, 4), this::doubled);
		assertThat(made).hasSize(2).containsAll(this.threads);
	}

	@Test
	void doesAllInTheThreadOfTheCallerWhereOneIsAllowed() {
		assertThat(calls(1).map(List.of(3, 1, 2), this::doubled)).containsExactly(6, 2, 4);
		assertThat(this.threads).containsExactly(Thread.currentThread());
	}

	@Test
	void failsWithTheFirstFailure() {
		for (int limit : List.of(1, 4)) {
			assertThatIllegalStateException().isThrownBy(() -> calls(limit).map(List.of(1, -1, 2), this::doubled))
				.withMessage("negative");
		}
	}

	/**
	 * Each call ends only when the caller waits, so that a caller who waits for each of
	 * them in turn is woken by each.
	 */
	@Test
	void wakesItsCallerOnceForAsManyCallsAsThereAreThreads() {
		Thread caller = Thread.currentThread();
		ThreadMXBean counts = ManagementFactory.getThreadMXBean();
		List<Integer> numbers = IntStream.range(0, 50).boxed().toList();
		List<CountDownLatch> ended = numbers.stream().map((number) -> new CountDownLatch(1)).toList();
		long before = counts.getThreadInfo(caller.getId()).getWaitedCount();
		calls(50).map(numbers, (number) -> {
			if (number > 0) {
				await(ended.get(number - 1));
			}
			while (caller.getState() != Thread.State.WAITING) {
				LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
			}
			ended.get(number).countDown();
			return number;
		});
		assertThat(counts.getThreadInfo(caller.getId()).getWaitedCount() - before).isLessThan(10);
	}

	/**
	 * Each call waits for as many others as there are threads: one thread less, and none
	 * would end.
	 */
	@Test
	void makesAsManyCallsAtATimeAsThereAreThreads() {
		for (int limit : List.of(2, 3, 8, 50)) {
			for (int calls : List.of(2, 3, 7, 50, 100)) {
				int together = Math.min(limit, calls);
				List<Integer> numbers = IntStream.range(0, calls).boxed().toList();
				CountDownLatch begun = new CountDownLatch(together);
				AtomicInteger running = new AtomicInteger();
				assertThat(calls(limit).map(numbers, (number) -> {
					assertThat(running.incrementAndGet()).isLessThanOrEqualTo(limit);
					begun.countDown();
					await(begun);
					running.decrementAndGet();
					return number;
				})).isEqualTo(numbers);
			}
		}
	}

	/**
	 * A system that has no memory for another thread leaves the calls to those that are
	 * there.
	 */
	@Test
	@Timeout(60)
	void makesAllCallsWithTheThreadsThatThereAre() {
		AtomicInteger made = new AtomicInteger();
		ParallelCalls calls = new ParallelCalls(8, (task) -> {
			if (made.incrementAndGet() > 2) {
				throw new OutOfMemoryError("unable to create native thread");
			}
			Thread thread = new Thread(task);
			thread.setUncaughtExceptionHandler((failed, ex) -> assertThat(ex).isInstanceOf(OutOfMemoryError.class));
			return thread;
		});
		List<Integer> numbers = IntStream.range(0, 100).boxed().toList();
		assertThat(calls.map(numbers, this::doubled)).hasSize(100);
		assertThat(this.threads).hasSizeLessThanOrEqualTo(2);
	}

	@Test
	void beginsNoMoreWhenInterruptedAndWaitsForWhatIsUnderWay() {
		CountDownLatch begun = new CountDownLatch(2);
		Thread caller = Thread.currentThread();
		List<String> results = calls(2).map(List.of("a", "b", "c", "d"), (name) -> {
			begun.countDown();
			await(begun);
			caller.interrupt();
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
			return name + " done";
		}, (name) -> name + " left out");
		assertThat(Thread.interrupted()).isTrue();
		assertThat(results).containsExactly("a done", "b done", "c left out", "d left out");
		assertThatExceptionOfType(InterruptedCallsException.class)
			.isThrownBy(() -> calls(1).map(List.of(1, 2), (number) -> {
				Thread.currentThread().interrupt();
				return number;
			}));
		assertThat(Thread.interrupted()).isTrue();
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
