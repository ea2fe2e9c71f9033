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

package io.azuretables.patterns.queue;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.patterns.queue.message.MessageHandler;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueMessage;
import io.azuretables.patterns.queue.transport.EmbeddedMessageTransport;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions.LeaseTimes;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions.PollRules;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions.RetryRules;
import io.azuretables.patterns.queue.worker.WorkerEvents;
import io.azuretables.patterns.sample.Store;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a worker with threads does.
 */
@Tag("long")
class QueueWorkerTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final WatchedTransport messages = new WatchedTransport(
			new EmbeddedMessageTransport(InstantSource.system()));

	private final QueueConnection connection = new QueueConnection(this.messages,
			new EmbeddedMessageTransport(InstantSource.system()), null);

	private final Store store = Store.over(new EmbeddedTableGateway(), "t");

	private final EventuallyConsistentQueueTemplate queue = new EventuallyConsistentQueueTemplate(this.store.template(),
			this.store.gateway(), this.connection);

	private final List<QueueWorker> workers = new CopyOnWriteArrayList<>();

	private final Set<Integer> handled = ConcurrentHashMap.newKeySet();

	@AfterEach
	void stop() {
		this.workers.forEach(QueueWorker::stop);
	}

	@Test
	void handlesAllMessagesAndNeverMoreThanItMayAtATime() {
		AtomicInteger running = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		MessageHandler<Integer> handler = (number, context) -> {
			most.accumulateAndGet(running.incrementAndGet(), Math::max);
			pause(5);
			running.decrementAndGet();
			assertThat(this.handled.add(number)).isTrue();
		};
		for (int i = 0; i < 100; i++) {
			this.queue.send(QueueMessage.of("number", i));
		}
		start(handler, 3);
		await(() -> this.handled.size() == 100 && this.messages.depth() == 0);
		assertThat(most).hasValue(3);
	}

	@Test
	void sharesTheMessagesWithOthers() {
		for (int i = 0; i < 100; i++) {
			this.queue.send(QueueMessage.of("number", i));
		}
		Set<Thread> threads = ConcurrentHashMap.newKeySet();
		MessageHandler<Integer> handler = (number, context) -> {
			threads.add(Thread.currentThread());
			pause(5);
			assertThat(this.handled.add(number)).isTrue();
		};
		start(handler, 1);
		start(handler, 1);
		await(() -> this.handled.size() == 100 && this.messages.depth() == 0);
		assertThat(threads).hasSize(2);
	}

	@Test
	void renewsItsMessagesWhileTheyAreHandled() {
		this.queue.send(QueueMessage.of("number", 1));
		start((number, context) -> {
			pause(800);
			context.check();
			this.handled.add(number);
		}, 1);
		await(() -> this.messages.depth() == 0);
		assertThat(this.messages.updates()).isPositive();
		assertThat(this.handled).containsExactly(1);
	}

	@Test
	void interruptsAndGivesUpAHandlerThatTakesTooLong() {
		this.queue.send(QueueMessage.of("number", 1));
		this.queue.send(QueueMessage.of("number", 2));
		AtomicInteger interrupted = new AtomicInteger();
		start((number, context) -> {
			if (number == 1) {
				try {
					new CountDownLatch(1).await();
				}
				catch (InterruptedException ex) {
					interrupted.incrementAndGet();
					throw ex;
				}
			}
			this.handled.add(number);
		}, options(1).withRetries(new RetryRules(5, 2, Duration.ofMillis(1), Duration.ofSeconds(1))));
		await(() -> this.connection.poison().depth() == 1 && this.messages.depth() == 0);
		assertThat(interrupted).hasValue(2);
		assertThat(this.handled).containsExactly(2);
		assertThat(this.connection.poison().receive(1, PATIENCE).get(0).body()).contains("longer than it may");
	}

	@Test
	void letsHandlersComeToAnEndWhenItStops() throws Exception {
		CountDownLatch begun = new CountDownLatch(1);
		this.queue.send(QueueMessage.of("number", 1));
		QueueWorker worker = start((number, context) -> {
			begun.countDown();
			pause(300);
			this.handled.add(number);
		}, 1);
		assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
		assertThat(worker.status().active()).isEqualTo(1);
		worker.stop();
		assertThat(this.handled).containsExactly(1);
		assertThat(this.messages.depth()).isZero();
		assertThat(worker.isRunning()).isFalse();
		this.queue.send(QueueMessage.of("number", 2));
		worker.start();
		await(() -> this.handled.contains(2));
	}

	@Test
	void stopsAtTheSameTimeAsOthers() throws Exception {
		CountDownLatch begun = new CountDownLatch(2);
		CountDownLatch end = new CountDownLatch(1);
		CountDownLatch stopped = new CountDownLatch(2);
		QueueWorkerOptions options = options(1)
			.withLease(new LeaseTimes(Duration.ofSeconds(60), Duration.ofSeconds(50), PATIENCE));
		for (int i = 0; i < 2; i++) {
			this.queue.send(QueueMessage.of("number", i));
			start((number, context) -> {
				begun.countDown();
				end.await();
				this.handled.add(number);
			}, options);
		}
		assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
		this.workers.forEach((worker) -> worker.stop(stopped::countDown));
		assertThat(stopped.getCount()).as("workers that are not stopped yet").isEqualTo(2);
		end.countDown();
		assertThat(stopped.await(10, TimeUnit.SECONDS)).isTrue();
		assertThat(this.handled).containsExactlyInAnyOrder(0, 1);
		assertThat(this.workers).noneMatch(QueueWorker::isRunning);
	}

	@Test
	void givesBackWithoutBlameWhatDoesNotComeToAnEnd() throws Exception {
		CountDownLatch begun = new CountDownLatch(1);
		this.queue.send(QueueMessage.of("number", 1));
		QueueWorkerOptions options = options(1)
			.withLease(new LeaseTimes(Duration.ofSeconds(60), Duration.ofSeconds(50), Duration.ofMillis(100)));
		QueueWorker worker = start((number, context) -> {
			begun.countDown();
			try {
				new CountDownLatch(1).await();
			}
			finally {
				pause(300);
			}
		}, options);
		assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
		worker.stop();
		assertThat(this.messages.updates()).as("when it has stopped").isEqualTo(1);
		await(() -> this.messages.peek().isPresent());
		assertThat(this.messages.peek().orElseThrow().body()).contains("\"failures\":0");
	}

	@Test
	void givesBackWhatItReceivesWhileItStops() {
		this.queue.send(QueueMessage.of("number", 1));
		CountDownLatch received = new CountDownLatch(1);
		QueueWorker worker = new QueueWorker(this.queue,
				MessageHandlers.none().with("number", Integer.class, (number, context) -> this.handled.add(number)),
				options(1), WorkerEvents.NONE);
		this.messages.afterReceive(() -> {
			received.countDown();
			// the request goes on although the worker is stopped
			long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(200);
			while (System.nanoTime() < end) {
				Thread.onSpinWait();
			}
		});
		worker.start();
		await(() -> received.getCount() == 0);
		worker.stop();
		this.messages.reset();
		assertThat(this.handled).isEmpty();
		assertThat(this.messages.receive(1, Duration.ofSeconds(1))).hasSize(1);
	}

	@Test
	void receivesNothingWhileItIsPaused() {
		QueueWorker worker = start((number, context) -> this.handled.add(number), 1);
		worker.pause();
		assertThat(worker.status().paused()).isTrue();
		awaitQuiet();
		this.queue.send(QueueMessage.of("number", 1));
		int polls = this.messages.receives();
		pause(300);
		assertThat(this.messages.receives()).isEqualTo(polls);
		assertThat(this.handled).isEmpty();
		worker.resume();
		await(() -> this.handled.contains(1));
	}

	@Test
	void receivesNothingWhenItIsPausedWhileAllHandlersAreBusy() throws Exception {
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch end = new CountDownLatch(1);
		QueueWorkerOptions options = options(1)
			.withLease(new LeaseTimes(Duration.ofSeconds(60), Duration.ofSeconds(50), Duration.ofSeconds(1)));
		QueueWorker worker = start((number, context) -> {
			begun.countDown();
			end.await();
			this.handled.add(number);
		}, options);
		this.queue.send(QueueMessage.of("number", 1));
		assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
		this.queue.send(QueueMessage.of("number", 2));
		awaitQuiet();
		worker.pause();
		end.countDown();
		await(() -> this.handled.contains(1));
		pause(300);
		assertThat(this.handled).containsExactly(1);
		worker.resume();
		await(() -> this.handled.contains(2));
	}

	/**
	 * Until no request is under way that was begun before.
	 */
	private void awaitQuiet() {
		int before;
		do {
			before = this.messages.receives();
			pause(200);
		}
		while (this.messages.receives() > before);
	}

	@Test
	void letsAFailingQueueAloneAndIsWellWhenItIsBackThoughThereIsNothingToDo() {
		this.messages.beforeReceive(() -> {
			throw new TransientDataAccessResourceException("the queue is down");
		});
		QueueWorker worker = start((number, context) -> this.handled.add(number), 4);
		await(() -> worker.status().failure() != null);
		assertThat(worker.status().failure()).contains("the queue is down");
		int polls = this.messages.receives();
		pause(500);
		assertThat(this.messages.receives()).isLessThan(polls + 20);
		this.messages.reset();
		await(() -> worker.status().failure() == null);
		this.queue.send(QueueMessage.of("number", 1));
		await(() -> this.handled.contains(1));
	}

	@Test
	void letsAFailingServiceOfItsHandlersAloneAlthoughTheQueueIsThere() {
		AtomicInteger calls = new AtomicInteger();
		QueueWorker worker = start((number, context) -> {
			if (calls.incrementAndGet() <= 4) {
				throw new TransientDataAccessResourceException("the row of ann@contoso.com cannot be read");
			}
			this.handled.add(number);
		}, 1);
		this.queue.send(QueueMessage.of("number", 1));
		await(() -> Objects.equals(worker.status().failure(), TransientDataAccessResourceException.class.getName()));
		await(() -> this.handled.contains(1) && worker.status().failure() == null);
	}

	@Test
	void goesOnReceivingAfterAnError() {
		this.messages.beforeReceive(() -> {
			throw new NoClassDefFoundError("of the client");
		});
		QueueWorker worker = start((number, context) -> this.handled.add(number), 1);
		await(() -> worker.status().failure() != null);
		assertThat(worker.status().failure()).contains("of the client");
		this.messages.reset();
		this.queue.send(QueueMessage.of("number", 1));
		await(() -> this.handled.contains(1) && worker.status().failure() == null);
	}

	@Test
	void goesOnRenewingAfterAnyFailure() {
		AtomicInteger failures = new AtomicInteger();
		this.messages.beforeUpdate(() -> {
			if (failures.incrementAndGet() == 1) {
				throw new IllegalStateException("made to fail");
			}
			if (failures.get() == 2) {
				throw new NoClassDefFoundError("made to fail");
			}
		});
		start((number, context) -> {
			pause(850);
			this.handled.add(number);
		}, 1);
		for (int number = 1; number <= 3; number++) {
			int next = number;
			this.queue.send(QueueMessage.of("number", next));
			await(() -> this.handled.contains(next));
		}
		assertThat(this.messages.updates()).isGreaterThan(3);
	}

	@Test
	void leavesToOthersWhatItReceivesTooLate() {
		AtomicInteger receives = new AtomicInteger();
		this.messages.afterReceive(() -> {
			if (receives.incrementAndGet() <= 3) {
				pause(1100);
			}
		});
		start((number, context) -> this.handled.add(number), 1);
		this.queue.send(QueueMessage.of("number", 1));
		await(() -> this.handled.contains(1) && this.messages.depth() == 0);
		assertThat(this.connection.poison().depth()).isZero();
	}

	private QueueWorker start(MessageHandler<Integer> handler, int concurrency) {
		return start(handler, options(concurrency));
	}

	private QueueWorker start(MessageHandler<Integer> handler, QueueWorkerOptions options) {
		QueueWorker worker = new QueueWorker(this.queue, MessageHandlers.none().with("number", Integer.class, handler),
				options, WorkerEvents.NONE);
		this.workers.add(worker);
		worker.start();
		return worker;
	}

	private static QueueWorkerOptions options(int concurrency) {
		Duration second = Duration.ofSeconds(1);
		return QueueWorkerOptions.DEFAULTS.withConcurrency(concurrency)
			.withLease(new LeaseTimes(second, Duration.ofMillis(900), second))
			.withRetries(new RetryRules(2, 50, Duration.ofMillis(1), second))
			.withPolls(new PollRules(Duration.ofMillis(5), Duration.ofMillis(100), 3));
	}

	private static void await(BooleanSupplier condition) {
		long end = System.nanoTime() + PATIENCE.toNanos();
		while (!condition.getAsBoolean()) {
			assertThat(System.nanoTime()).as("the time it takes").isLessThan(end);
			pause(10);
		}
	}

	private static void pause(long millis) {
		LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
	}

}
