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

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.patterns.queue.QueueWorkerOptions.LeaseTimes;
import io.azuretables.patterns.queue.QueueWorkerOptions.PollRules;
import io.azuretables.patterns.queue.QueueWorkerOptions.RetryRules;
import io.azuretables.patterns.sample.Store;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a worker with threads does.
 */
class QueueWorkerTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final WatchedTransport messages = new WatchedTransport(new EmbeddedMessageTransport(Clock.systemUTC()));

	private final QueueConnection connection = new QueueConnection(this.messages,
			new EmbeddedMessageTransport(Clock.systemUTC()), null);

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
		assertThat(this.messages.updates).hasPositiveValue();
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
		}, 1);
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
	void givesBackWithoutBlameWhatDoesNotComeToAnEnd() throws Exception {
		CountDownLatch begun = new CountDownLatch(1);
		this.queue.send(QueueMessage.of("number", 1));
		QueueWorkerOptions options = options(1)
			.withLease(new LeaseTimes(Duration.ofSeconds(60), Duration.ofSeconds(50), Duration.ofMillis(100)));
		QueueWorker worker = start((number, context) -> {
			begun.countDown();
			new CountDownLatch(1).await();
		}, options);
		assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
		worker.stop();
		await(() -> {
			List<ReceivedMessage> back = this.messages.receive(1, Duration.ofSeconds(1));
			return !back.isEmpty() && back.get(0).body().contains("\"failures\":0");
		});
	}

	@Test
	void givesBackWhatItReceivesWhileItStops() {
		this.queue.send(QueueMessage.of("number", 1));
		CountDownLatch received = new CountDownLatch(1);
		QueueWorker worker = new QueueWorker(this.queue,
				MessageHandlers.none().with("number", Integer.class, (number, context) -> this.handled.add(number)),
				options(1), WorkerEvents.NONE);
		this.messages.afterReceive = () -> {
			received.countDown();
			// the request goes on although the worker is stopped
			long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(200);
			while (System.nanoTime() < end) {
				Thread.onSpinWait();
			}
		};
		worker.start();
		await(() -> received.getCount() == 0);
		worker.stop();
		this.messages.afterReceive = () -> {
		};
		assertThat(this.handled).isEmpty();
		assertThat(this.messages.receive(1, Duration.ofSeconds(1))).hasSize(1);
	}

	@Test
	void receivesNothingWhileItIsPaused() {
		QueueWorker worker = start((number, context) -> this.handled.add(number), 1);
		worker.pause();
		await(() -> worker.status().paused());
		this.messages.await(2);
		this.queue.send(QueueMessage.of("number", 1));
		long polls = this.messages.receives.get();
		pause(300);
		assertThat(this.messages.receives).hasValueLessThanOrEqualTo((int) polls + 1);
		worker.resume();
		await(() -> this.handled.contains(1));
	}

	@Test
	void letsAFailingServiceAloneAndGoesOnWhenItIsBack() {
		this.messages.failing = true;
		QueueWorker worker = start((number, context) -> this.handled.add(number), 4);
		await(() -> worker.status().failure() != null);
		assertThat(worker.status().failure()).contains("the queue is down");
		this.queue.send(QueueMessage.of("number", 1));
		int polls = this.messages.receives.get();
		pause(500);
		assertThat(this.messages.receives).hasValueLessThan(polls + 20);
		this.messages.failing = false;
		await(() -> this.handled.contains(1) && worker.status().failure() == null);
	}

	@Test
	void tellsHowMuchThereIsToDo() {
		MutableClock clock = new MutableClock();
		QueueConnection embedded = QueueConnection.embedded(clock);
		EventuallyConsistentQueueTemplate template = new EventuallyConsistentQueueTemplate(this.store.template(),
				this.store.gateway(), embedded, QueueOptions.DEFAULTS.withClock(clock));
		template.send(QueueMessage.of("number", 1));
		clock.pass(Duration.ofMinutes(5));
		template.send(QueueMessage.of("number", 2), Duration.ofSeconds(1));
		embedded.poison().send("", Duration.ZERO);
		assertThat(new QueueWorker(template, MessageHandlers.none()).backlog())
			.isEqualTo(new QueueBacklog(2, 1, Duration.ofMinutes(5)));
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

	/**
	 * A queue that is watched, and fails when it is told to.
	 */
	private static final class WatchedTransport implements MessageTransport {

		private final MessageTransport queue;

		private final AtomicInteger receives = new AtomicInteger();

		private final AtomicInteger updates = new AtomicInteger();

		private volatile boolean failing;

		private volatile Runnable afterReceive = () -> {
		};

		WatchedTransport(MessageTransport queue) {
			this.queue = queue;
		}

		void await(int polls) {
			int before = this.receives.get();
			long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(200);
			while (this.receives.get() < before + polls && System.nanoTime() < end) {
				Thread.onSpinWait();
			}
		}

		@Override
		public ReceivedMessage send(String body, Duration hidden) {
			return this.queue.send(body, hidden);
		}

		@Override
		public List<ReceivedMessage> receive(int most, Duration hidden) {
			this.receives.incrementAndGet();
			if (this.failing) {
				throw new TransientDataAccessResourceException("the queue is down");
			}
			List<ReceivedMessage> messages = this.queue.receive(most, hidden);
			this.afterReceive.run();
			return messages;
		}

		@Override
		public ReceivedMessage update(ReceivedMessage message, String body, Duration hidden) {
			this.updates.incrementAndGet();
			return this.queue.update(message, body, hidden);
		}

		@Override
		public boolean delete(ReceivedMessage message) {
			return this.queue.delete(message);
		}

		@Override
		public long depth() {
			return this.queue.depth();
		}

		@Override
		public Optional<Instant> oldest() {
			return this.queue.oldest();
		}

	}

}
