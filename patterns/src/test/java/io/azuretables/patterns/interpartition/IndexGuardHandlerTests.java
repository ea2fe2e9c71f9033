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

package io.azuretables.patterns.interpartition;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.azuretables.patterns.sample.TimedContext;
import io.azuretables.patterns.queue.worker.WorkerEvents;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions;
import io.azuretables.patterns.internal.worker.LeasedGateway;
import io.azuretables.patterns.queue.message.PermanentMessageException;
import io.azuretables.patterns.queue.message.HandlingStoppedException;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.queue.transport.EmbeddedMessageTransport;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.queue.transport.ReceivedMessage;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.mock;

/**
 * What a worker of indexes tells and leaves alone, and what a failing queue may not do.
 */
class IndexGuardHandlerTests {

	private static final Duration HANDLING = Duration.ofSeconds(30);

	private Office office;

	@BeforeEach
	void prepare() {
		this.office = new Office(new EmbeddedTableGateway(), EmbeddedMessageTransport::new, "t");
		this.office.gateway().createTable(this.office.table());
	}

	/**
	 * When it is a minute, ten minutes and a day until something is to be done, it is not
	 * late for that.
	 */
	@Test
	void isNotBehindWhenSomethingIsDueThisMoment() {
		this.office.template().insert(Agent.of("Sales", 1, "Rome"));
		this.office.transport().receive(1, HANDLING).forEach(this.office.transport()::delete);
		this.office.clock().pass(Duration.ofSeconds(61));
		assertThat(this.office.indexes().lag()).as("a guard is due")
			.isBetween(Duration.ofSeconds(1), Duration.ofSeconds(5));
		this.office.work();
		this.office.clock().pass(Duration.ofMinutes(10));
		assertThat(this.office.indexes().lag()).as("forgetting is due").isLessThan(Duration.ofSeconds(5));
		assertThat(this.office.indexes().depth()).isPositive();
		this.office.work();
		assertThat(this.office.indexes().depth()).isZero();
	}

	@Test
	void isNotBehindADayAfterAWriteWasGivenUp() {
		this.office.crash().stopAt(3, false);
		assertThatExceptionOfType(Error.class)
			.isThrownBy(() -> this.office.template().insert(Agent.of("Sales", 1, "Rome")));
		this.office.crash().reset();
		this.office.clock().pass(Duration.ofMinutes(2));
		assertThat(this.office.indexes().lag()).isEqualTo(Duration.ofMinutes(1));
		this.office.work();
		this.office.clock().pass(Duration.ofDays(1));
		assertThat(this.office.indexes().lag()).isLessThan(Duration.ofSeconds(5));
		this.office.clock().pass(Duration.ofMinutes(3));
		assertThat(this.office.indexes().lag()).isGreaterThanOrEqualTo(Duration.ofMinutes(3));
	}

	@Test
	void leavesTheQueueAsItIsWhenItLooksForWhatIsLate() {
		this.office.template().insert(Agent.of("Sales", 1, "Rome"));
		this.office.clock().pass(Duration.ofMinutes(5));
		Duration lag = this.office.indexes().lag();
		assertThat(lag).isPositive();
		assertThat(this.office.transport().receive(32, HANDLING)).as("at once").hasSize(2);
	}

	@Test
	void isBehindForWhateverWaits() {
		this.office.transport().send(this.office.transport().signature().sign("hello"), Duration.ZERO);
		this.office.clock().pass(Duration.ofDays(2));
		assertThat(this.office.indexes().lag()).isEqualTo(Duration.ofDays(2));
	}

	@Test
	void tellsHowLateAWriteWasLookedAfter() {
		this.office.template().insert(Agent.of("Sales", 1, "Rome"));
		this.office.transport().receive(1, HANDLING).forEach(this.office.transport()::delete);
		this.office.clock().pass(Duration.ofSeconds(90));
		List<Duration> lags = new ArrayList<>();
		WorkerEvents events = new WorkerEvents() {

			@Override
			public void handled(String type, Duration took, Duration lag) {
				assertThat(type).isEqualTo(IndexGuardHandlerTests.this.office.table());
				lags.add(lag);
			}

		};
		this.office.indexes().worker(QueueWorkerOptions.DEFAULTS.withConcurrency(1), events).step();
		assertThat(lags).singleElement()
			.satisfies((lag) -> assertThat(lag).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(31)));
	}

	/**
	 * The messages of failures come from wherever they were thrown.
	 */
	@Test
	void saysNoValuesInTheLog() {
		TableGateway refusing = mock(TableGateway.class);
		given(refusing.read(any(), any(), any(), any()))
			.willThrow(new PermissionDeniedDataAccessException("no Hall in Rome", null));
		InterPartitionIndexTemplate indexes = new InterPartitionIndexTemplate(this.office.template(), refusing,
				this.office.queue(),
				IndexOptions.DEFAULTS.withClock(this.office.clock()).withTableNames(this.office.names()));
		this.office.template().insert(Agent.of("Sales", 1, "Rome"));
		this.office.clock().pass(Duration.ofMinutes(2));
		Logger logger = (Logger) LoggerFactory.getLogger("io.azuretables.patterns.internal.worker.MessageDelivery");
		ListAppender<ILoggingEvent> log = new ListAppender<>();
		log.start();
		Level level = logger.getLevel();
		logger.addAppender(log);
		logger.setLevel(Level.INFO);
		try {
			assertThat(indexes.poll(HANDLING)).isEqualTo(2);
		}
		finally {
			logger.setLevel(level);
			logger.detachAppender(log);
		}
		String thread = Thread.currentThread().getName();
		assertThat(log.list).filteredOn((event) -> event.getLevel().isGreaterOrEqual(Level.INFO))
			.filteredOn((event) -> event.getThreadName().equals(thread))
			.isNotEmpty()
			.allSatisfy((event) -> {
				assertThat(event.getFormattedMessage()).contains("PermissionDeniedDataAccessException")
					.doesNotContain("Rome");
				assertThat(event.getThrowableProxy()).isNull();
			});
	}

	/**
	 * A worker sleeps before each of his requests until others may have his message.
	 */
	@Test
	void changesNothingWithAMessageThatIsNotItsOwnAnyMore() {
		int slept = 0;
		for (long request = 2; request < 12; request++) {
			prepare();
			this.office.crash().stopAt(5, false);
			assertThatExceptionOfType(Error.class)
				.isThrownBy(() -> this.office.template().insert(Agent.of("Sales", 1, "Rome").withEmail("one@x")));
			this.office.crash().reset();
			this.office.clock().pass(Duration.ofMinutes(2));
			List<TableRow> before = new ArrayList<>();
			this.office.crash().before(request, () -> {
				before.addAll(this.office.rows());
				this.office.clock().pass(HANDLING);
			});
			this.office.indexes().poll(HANDLING);
			this.office.crash().reset();
			if (!before.isEmpty()) {
				slept++;
				List<TableKey> changed = keys(before);
				keys(this.office.rows()).forEach((key) -> {
					if (!changed.remove(key)) {
						changed.add(key);
					}
				});
				assertThat(changed).as("after he slept before %s, but that one", request).hasSizeLessThan(2);
			}
			this.office.rest();
			this.office.checkAtRest();
		}
		assertThat(slept).isGreaterThan(3);
	}

	private static List<TableKey> keys(List<TableRow> rows) {
		return new ArrayList<>(rows.stream().map(TableRow::key).toList());
	}

	@Test
	void asksBeforeEveryChangeWhetherItMayGoOn() {
		Instant deadline = this.office.clock().instant().plus(HANDLING);
		LeasedGateway gateway = new LeasedGateway(this.office.gateway(),
				new TimedContext(this.office.clock(), deadline));
		RowWrite write = new RowWrite.InsertOrReplace(TableRow.of(TableKey.of("a", "b"), Map.of()));
		AtomicBatch batch = new AtomicBatch(this.office.table(), List.of(write));
		gateway.write(this.office.table(), write);
		gateway.submit(batch);
		this.office.clock().pass(HANDLING);
		assertThatExceptionOfType(HandlingStoppedException.class)
			.isThrownBy(() -> gateway.write(this.office.table(), write));
		assertThatExceptionOfType(HandlingStoppedException.class).isThrownBy(() -> gateway.submit(batch));
		assertThatExceptionOfType(HandlingStoppedException.class).isThrownBy(() -> gateway.createTable("other"));
		assertThatExceptionOfType(HandlingStoppedException.class).isThrownBy(() -> gateway.deleteTable("other"));
		assertThat(gateway.tables()).containsExactly(this.office.table());
	}

	@ParameterizedTest
	@ValueSource(classes = { TransientDataAccessResourceException.class, IllegalStateException.class })
	void commitsThoughTheQueueFailsAfterwards(Class<? extends RuntimeException> failure) throws Exception {
		MessageTransport failing = failingAtOnce(failure.getConstructor(String.class).newInstance("down"));
		this.office.template((options) -> options, failing).insert(Agent.of("Sales", 1, "Rome"));
		assertThat(this.office.agents()).hasSize(1);
		this.office.checkLookUps();
		this.office.rest();
		this.office.checkAtRest();
	}

	@ParameterizedTest
	@ValueSource(classes = { TransientDataAccessResourceException.class, IllegalStateException.class })
	void looksUpThoughARepairFails(Class<? extends RuntimeException> failure) throws Exception {
		MessageTransport failing = failingAtOnce(failure.getConstructor(String.class).newInstance("down"));
		this.office.template().insert(Agent.of("Sales", 1, "Rome"));
		this.office.gateway().write(this.office.table(), new RowWrite.Delete(Office.ONE, RowWrite.ANY));
		this.office.clock().pass(Duration.ofDays(1));
		assertThat(this.office.template((options) -> options, failing).find(Office.byCity("Rome"), Agent.class))
			.isEmpty();
		then(failing).should().send(any(), any());
	}

	/**
	 * A writer was given up before its transaction, and can tell nobody to look again.
	 */
	@ParameterizedTest
	@ValueSource(classes = { TransientDataAccessResourceException.class, IllegalStateException.class })
	void writesAgainThoughTheQueueFailsInBetween(Class<? extends RuntimeException> failure) throws Exception {
		MessageTransport failing = failingAtOnce(failure.getConstructor(String.class).newInstance("down"));
		AtomicInteger announced = new AtomicInteger();
		MessageTransport early = mock(MessageTransport.class);
		given(early.signature()).willReturn(this.office.transport().signature());
		given(early.send(any(), any())).willAnswer((call) -> {
			Duration hidden = call.getArgument(1);
			ReceivedMessage sent = failing.send(call.getArgument(0), hidden);
			if (announced.incrementAndGet() == 1) {
				this.office.clock().pass(Duration.ofMinutes(2));
				this.office.work();
				this.office.clock().pass(Duration.ofMinutes(-2));
			}
			return sent;
		});
		this.office.template((options) -> options, early).insert(Agent.of("Sales", 1, "Rome"));
		assertThat(announced).hasValue(2);
		assertThat(this.office.agents()).hasSize(1);
		this.office.checkLookUps();
		this.office.rest();
	}

	/**
	 * A queue that takes what is hidden, and fails for what is not.
	 */
	private MessageTransport failingAtOnce(RuntimeException failure) {
		MessageTransport failing = mock(MessageTransport.class);
		given(failing.signature()).willReturn(this.office.transport().signature());
		given(failing.send(any(), any())).willAnswer((call) -> {
			if (call.getArgument(1, Duration.class).isZero()) {
				throw failure;
			}
			return this.office.transport().send(call.getArgument(0), call.getArgument(1));
		});
		return failing;
	}

	@Test
	void readsWhatItWrites() {
		IndexGuard guard = new IndexGuard("Agents", Office.ONE,
				List.of(new IndexEntry(IndexEntry.Kind.ONCE, "city", TableKey.of("city_Rome", "city_Sales_1"), "w")));
		assertThat(IndexGuard.parse(guard.text())).isEqualTo(guard);
		for (String other : List.of("", guard.text() + "\n", guard.text().replace("ONCE", "TWICE"))) {
			assertThatExceptionOfType(PermanentMessageException.class).isThrownBy(() -> IndexGuard.parse(other));
		}
	}

}
