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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.azuretables.mapping.NewerVersionException;
import io.azuretables.patterns.queue.message.JsonPayloadFormat;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.PayloadFormat;
import io.azuretables.patterns.queue.message.QueueMessage;
import io.azuretables.patterns.queue.message.QueueOptions.GuardTimes;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.queue.worker.QueueBacklog;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions.LeaseTimes;
import io.azuretables.patterns.queue.worker.WorkerEvents;
import io.azuretables.patterns.simulation.interpartition.Person;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests whose failure it is that a message is not handled.
 */
class DeliveryTests {

	private static final String WORKER = "io.azuretables.patterns.internal.worker.";

	private static final Duration VISIBILITY = LeaseTimes.DEFAULTS.visibility();

	private static final Duration HANDLER = LeaseTimes.DEFAULTS.handler();

	private final QueueDesk desk = new QueueDesk();

	private final List<String> handled = new ArrayList<>();

	private final QueueWorker worker = this.desk.worker(String.class, (text, context) -> this.handled.add(text));

	@Test
	void neverBlamesTheHandlerForAQueueThatIsSlow() {
		this.desk.queue().send(QueueMessage.of("note", "a"));
		this.desk.messages().afterReceive(() -> this.desk.pass(VISIBILITY));
		for (int round = 0; round < 100; round++) {
			assertThat(this.worker.step()).isEqualTo(1);
		}
		assertThat(this.handled).isEmpty();
		this.desk.messages().reset();
		this.worker.step();
		assertThat(this.handled).containsExactly("a");
		assertThat(this.desk.poison().depth()).isZero();
	}

	/**
	 * A handler may log its context.
	 */
	@Test
	void showsNoPayloadInTheTextOfAContext() {
		List<String> contexts = new ArrayList<>();
		QueueWorker curious = this.desk.worker(String.class, (text, context) -> contexts.add(context.toString()));
		this.desk.queue().send(QueueMessage.of("note", "ann@contoso.com"));
		curious.step();
		assertThat(contexts).singleElement()
			.asString()
			.contains("type=note")
			.doesNotContain("ann@contoso.com", "receipt", "lease");
	}

	/**
	 * Such as one whose indexes need a queue that these operations have not.
	 */
	@Test
	void mindsNoClassThatCannotBeUsedHere() {
		this.desk.store().template().converter().mappingContext().getRequiredPersistentEntity(Person.class);
		this.desk.guarded("o1", "a");
		this.worker.step();
		assertThat(this.handled).containsExactly("a");
		assertThat(this.desk.queue().tables()).containsExactlyInAnyOrder(QueueDesk.TABLE, "tPeople");
	}

	@Test
	void putsMessagesOffWhenItsTablesCannotBeTold() {
		AtomicInteger looks = new AtomicInteger();
		EventuallyConsistentQueueTemplate queue = new EventuallyConsistentQueueTemplate(this.desk.store().template(),
				this.desk.store().gateway(), new QueueConnection(this.desk.messages(), this.desk.poison(), null),
				QueueOptions.DEFAULTS.withClock(this.desk.clock()).withTables((table) -> {
					if (looks.incrementAndGet() == 1) {
						throw new IllegalStateException("not yet");
					}
					return true;
				}));
		this.desk.guarded("o1", "a");
		QueueWorker patient = new QueueWorker(queue, MessageHandlers.none()
			.with("note", String.class, (text, context) -> this.handled.add(text + " after " + context.failures())));
		assertThat(patient.step()).isEqualTo(1);
		assertThat(looks).hasValue(1);
		this.desk.pass(QueueDesk.LATER);
		patient.step();
		assertThat(this.handled).containsExactly("a after 1");
	}

	@Test
	void neverBlamesTheHandlerForAPayloadThatIsSlow() {
		AtomicInteger reads = new AtomicInteger();
		PayloadFormat json = new JsonPayloadFormat();
		PayloadFormat slow = new PayloadFormat() {

			@Override
			public String write(Object payload) {
				return json.write(payload);
			}

			@Override
			public <T> T read(String text, Class<T> type) {
				DeliveryTests.this.desk.pass((reads.incrementAndGet() <= 100) ? VISIBILITY : Duration.ZERO);
				return json.read(text, type);
			}

		};
		QueueConnection connection = new QueueConnection(this.desk.messages(), this.desk.poison(), null);
		EventuallyConsistentQueueTemplate queue = new EventuallyConsistentQueueTemplate(this.desk.store().template(),
				this.desk.store().gateway(), connection,
				QueueOptions.DEFAULTS.withClock(this.desk.clock()).withPayloads(slow));
		queue.send(QueueMessage.of("note", "a"));
		QueueWorker patient = new QueueWorker(queue,
				MessageHandlers.none().with("note", String.class, (text, context) -> this.handled.add(text)));
		for (int round = 0; round < 101; round++) {
			assertThat(patient.step()).isEqualTo(1);
			this.desk.pass(QueueDesk.LATER);
		}
		assertThat(this.handled).containsExactly("a");
		assertThat(this.desk.poison().depth()).isZero();
	}

	@Test
	void givesUpLateWhatTakesTooLongWhateverItThrows() {
		AtomicInteger calls = new AtomicInteger();
		QueueWorker slow = this.desk.worker(String.class, (text, context) -> {
			this.desk.pass(HANDLER);
			if (calls.incrementAndGet() % 2 == 0) {
				throw new TransientDataAccessResourceException("interrupted");
			}
			throw new InterruptedException();
		});
		this.desk.queue().send(QueueMessage.of("note", "a"));
		for (int round = 0; this.desk.messages().depth() > 0; round++) {
			assertThat(round).isLessThan(100);
			slow.step();
			this.desk.pass(QueueDesk.LATER);
		}
		assertThat(calls).hasValue(50);
		assertThat(this.desk.poison().peek().orElseThrow().body()).contains("longer than it may");
	}

	@Test
	void neverGivesUpWhatAServiceIsMissingFor() {
		AtomicInteger calls = new AtomicInteger();
		QueueWorker waiting = this.desk.worker(String.class, (text, context) -> {
			if (calls.incrementAndGet() <= 200) {
				throw new TransientDataAccessResourceException("the table is down");
			}
			this.handled.add(text);
		});
		this.desk.guarded("o1", "a");
		for (int round = 0; round < 201; round++) {
			assertThat(waiting.step()).isEqualTo(1);
			this.desk.pass(QueueDesk.LATER);
		}
		assertThat(this.handled).containsExactly("a");
		assertThat(this.desk.poison().depth()).isZero();
	}

	@Test
	void countsAndReportsErrorsOfHandlersAndThrowsThem() {
		List<String> events = new ArrayList<>();
		WorkerEvents listener = new WorkerEvents() {

			@Override
			public void failed(String type, Throwable failure) {
				events.add("failed " + failure.getClass().getSimpleName());
			}

			@Override
			public void poisoned(String type) {
				events.add("poisoned");
			}

		};
		QueueWorker broken = this.desk.worker(String.class, (text, context) -> {
			throw new NoClassDefFoundError("Missing");
		}, listener);
		this.desk.queue().send(QueueMessage.of("note", "a"));
		for (int round = 0; round < 5; round++) {
			assertThatExceptionOfType(NoClassDefFoundError.class).isThrownBy(broken::step);
			this.desk.pass(QueueDesk.LATER);
		}
		assertThat(events).hasSize(5).startsWith("failed NoClassDefFoundError").endsWith("poisoned");
		assertThat(broken.step()).isZero();
		assertThat(this.desk.poison().depth()).isEqualTo(1);
	}

	@Test
	void keepsATokenRowForLongerThanAMessageCanBeHidden() {
		GuardTimes times = new GuardTimes(Duration.ofSeconds(30), Duration.ofMinutes(1), Duration.ofDays(10),
				Duration.ofDays(30));
		EventuallyConsistentQueueTemplate queue = new EventuallyConsistentQueueTemplate(this.desk.store().template(),
				this.desk.store().gateway(), new QueueConnection(this.desk.messages(), this.desk.poison(), null),
				QueueOptions.DEFAULTS.withClock(this.desk.clock()).withTimes(times));
		QueueWorker patient = new QueueWorker(queue,
				MessageHandlers.none().with("note", String.class, (text, context) -> this.handled.add(text)));
		queue.outbox(QueueMessage.of("note", "a"), QueueDesk.TABLE, "p",
				(transaction) -> transaction.insert(new QueueDesk.Order("p", "o1")));
		for (int day = 0; day < 10; day++) {
			patient.step();
			this.desk.pass(Duration.ofDays(1));
			assertThat(this.desk.store().rows(QueueDesk.TABLE, "RowKey ge '~t|'")).hasSize(1);
		}
		assertThat(this.handled).containsExactly("a");
		patient.step();
		assertThat(this.desk.store().rows(QueueDesk.TABLE, "RowKey ge '~t|'")).isEmpty();
		assertThat(this.desk.messages().depth()).isZero();
	}

	@Test
	void refusesNegativeTimes() {
		Duration second = Duration.ofSeconds(1);
		Duration minute = Duration.ofMinutes(1);
		assertThatIllegalArgumentException().isThrownBy(() -> new GuardTimes(second, minute, second.negated(), second))
			.withMessageContaining("PT-1S");
		assertThatIllegalArgumentException().isThrownBy(() -> new GuardTimes(second, minute, second, second.negated()));
	}

	@Test
	void leavesAnUnknownTypeTheTimeOfADeployment() {
		this.desk.queue().send(QueueMessage.of("new", "a"));
		assertThat(untilGivenUp(this.worker)).isGreaterThanOrEqualTo(Duration.ofMinutes(20));
	}

	/**
	 * A handler of an older version reads an entity that a newer one has written.
	 */
	@Test
	void leavesARowOfANewerVersionTheTimeOfADeployment() {
		QueueWorker older = this.desk.worker(String.class, (text, context) -> {
			throw new NewerVersionException(Person.class, 2, 1);
		});
		this.desk.queue().send(QueueMessage.of("note", "a"));
		assertThat(untilGivenUp(older)).isGreaterThanOrEqualTo(Duration.ofMinutes(20));
	}

	private Duration untilGivenUp(QueueWorker worker) {
		Duration passed = Duration.ZERO;
		while (this.desk.poison().depth() == 0) {
			worker.step();
			this.desk.pass(Duration.ofSeconds(10));
			passed = passed.plusSeconds(10);
		}
		return passed;
	}

	@Test
	void tellsSinceWhenTheNextMessageWaits() {
		this.desk.queue().send(QueueMessage.of("note", "a"));
		assertAge(Duration.ZERO, Duration.ofMinutes(5));
		this.worker.step();
		this.desk.queue().send(QueueMessage.of("note", "later"), Duration.ofHours(1));
		assertAge(Duration.ofHours(1), Duration.ofSeconds(3));
		this.worker.step();
		this.desk.guarded("o1", "b");
		this.worker.step();
		this.desk.pass(Duration.ofMinutes(9));
		assertThat(this.worker.backlog()).as("what is left is not due before")
			.isEqualTo(new QueueBacklog(1, 0, Duration.ZERO));
		assertAge(Duration.ofMinutes(1), Duration.ofSeconds(7));
		this.worker.step();
		assertThat(this.worker.backlog()).isEqualTo(new QueueBacklog(0, 0, Duration.ZERO));
		this.desk.messages().send("no envelope", Duration.ZERO);
		assertAge(Duration.ZERO, Duration.ofMinutes(5));
	}

	private void assertAge(Duration hidden, Duration waiting) {
		this.desk.pass(hidden);
		this.desk.pass(waiting);
		assertThat(this.worker.backlog()).isEqualTo(new QueueBacklog(1, 0, waiting));
	}

	@Test
	void logsNothingThatAHandlerHasSaid() {
		ListAppender<ILoggingEvent> log = new ListAppender<>();
		log.start();
		List<Logger> loggers = Stream.of(WORKER + "MessageDelivery", WORKER + "MessagePoller")
			.map((name) -> (Logger) LoggerFactory.getLogger(name))
			.toList();
		List<Level> levels = loggers.stream().map(Logger::getLevel).toList();
		loggers.forEach((logger) -> {
			logger.addAppender(log);
			logger.setLevel(Level.DEBUG);
		});
		try {
			QueueWorker broken = this.desk.worker(String.class, (text, context) -> {
				throw new TimeoutException("key " + text);
			});
			this.desk.queue().send(QueueMessage.of("note", "secret"));
			broken.step();
			this.desk.pass(QueueDesk.LATER);
			QueueWorker worse = this.desk.worker(String.class, (text, context) -> {
				throw new IllegalStateException("key " + text);
			});
			this.desk.settle(worse);
		}
		finally {
			for (int i = 0; i < loggers.size(); i++) {
				loggers.get(i).setLevel(levels.get(i));
				loggers.get(i).detachAppender(log);
			}
		}
		assertThat(this.desk.poison().peek().orElseThrow().body()).contains("key secret");
		assertThat(log.list).isNotEmpty()
			.extracting(ILoggingEvent::getFormattedMessage)
			.anyMatch((message) -> message.contains("java.lang.IllegalStateException"))
			.anyMatch((message) -> message.contains("java.util.concurrent.TimeoutException"))
			.noneMatch((message) -> message.contains("secret"));
		assertThat(log.list).allMatch((event) -> event.getThrowableProxy() == null);
	}

	@Test
	void showsWhereAHandlerHasFailedAtTraceLevel() {
		Logger logger = (Logger) LoggerFactory.getLogger(WORKER + "MessagePoller");
		ListAppender<ILoggingEvent> log = new ListAppender<>();
		log.start();
		Level level = logger.getLevel();
		logger.addAppender(log);
		logger.setLevel(Level.TRACE);
		try {
			this.desk.queue().send(QueueMessage.of("note", "secret"));
			this.desk.worker(String.class, (text, context) -> {
				throw new IllegalStateException("key " + text);
			}).step();
		}
		finally {
			logger.setLevel(level);
			logger.detachAppender(log);
		}
		List<ILoggingEvent> logged = log.list.stream()
			.filter((event) -> event.getThreadName().equals(Thread.currentThread().getName()))
			.toList();
		assertThat(logged).extracting(ILoggingEvent::getLevel).containsExactly(Level.DEBUG, Level.TRACE);
		assertThat(logged.get(0).getFormattedMessage())
			.isEqualTo("A message was not handled because of java.lang.IllegalStateException");
		assertThat(logged.get(1).getThrowableProxy().getMessage()).isEqualTo("key secret");
	}

}
