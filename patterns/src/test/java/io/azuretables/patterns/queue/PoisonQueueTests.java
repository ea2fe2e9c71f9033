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
import java.util.Objects;

import io.azuretables.internal.commit.CommitToken;
import io.azuretables.patterns.internal.message.EnvelopeFormat;
import io.azuretables.patterns.internal.message.PoisonQueue;
import io.azuretables.patterns.queue.message.MessageContext;
import io.azuretables.patterns.queue.message.MessageHandler;
import io.azuretables.patterns.queue.message.PermanentMessageException;
import io.azuretables.patterns.queue.message.QueueMessage;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.transport.MessageLimits;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.queue.transport.ReceivedMessage;
import io.azuretables.row.RowWrite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * What is given up, taken back, and tried again.
 */
class PoisonQueueTests {

	private static final Duration DAY = Duration.ofDays(1);

	private final QueueDesk desk = new QueueDesk();

	private final List<String> calls = new ArrayList<>();

	private RuntimeException failure = new PermanentMessageException("no");

	private boolean fails = true;

	private final QueueWorker worker = this.desk.worker(String.class, new Note());

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void neverAbandonsAWriteThatHappenedHoweverOftenItIsRedriven(boolean permanent) {
		this.failure = permanent ? this.failure : new IllegalStateException("five times");
		this.desk.guarded("o1", "a");
		this.desk.settle(this.worker);
		copyPoison();
		redriveOneByOne();
	}

	/**
	 * It kills its workers, so that no handler has ever said a word.
	 */
	@Test
	void neverAbandonsAWriteThatHappenedWhoseMessageCameTooOften() {
		this.desk.guarded("o1", "a");
		for (int delivery = 0; delivery < 50; delivery++) {
			assertThat(this.desk.messages().receive(1, Duration.ofSeconds(1))).hasSize(1);
			this.desk.pass(Duration.ofSeconds(1));
		}
		this.worker.step();
		assertThat(this.calls).isEmpty();
		copyPoison();
		redriveOneByOne();
	}

	/**
	 * As if a worker had died before it deleted what it had given up.
	 */
	private void copyPoison() {
		assertThat(this.desk.poison().depth()).isEqualTo(1);
		this.desk.poison().send(this.desk.poison().peek().orElseThrow().body(), DAY);
	}

	private void redriveOneByOne() {
		this.fails = false;
		assertThat(this.desk.queue().redrive(1)).isEqualTo(1);
		this.desk.settle(this.worker);
		assertThat(this.calls).containsExactly("handled a");
		this.desk.pass(DAY);
		assertThat(this.desk.queue().redrive(1)).isEqualTo(1);
		this.desk.settle(this.worker);
		assertThat(this.calls).containsExactly("handled a");
		assertThat(this.desk.poison().depth()).isZero();
		assertThat(this.desk.messages().depth()).isZero();
	}

	@Test
	void neverAbandonsAWriteWhoseMessageWasSentTwiceAndIsTriedAgainForLong() {
		this.desk.guarded("o1", "a");
		String body = this.desk.messages().peek().orElseThrow().body();
		this.desk.messages().send(body, Duration.ZERO);
		this.failure = new TransientDataAccessResourceException("503");
		assertThat(this.desk.messages().receive(1, DAY)).hasSize(1);
		for (int round = 0; round < 3; round++) {
			assertThat(this.worker.step()).isEqualTo(1);
			this.desk.pass(QueueDesk.LATER);
		}
		// the other one is handled, and its token row forgotten
		this.desk.store().gateway().write(QueueDesk.TABLE, new RowWrite.Delete(token(body).key(), "*"));
		this.fails = false;
		this.desk.settle(this.worker);
		assertThat(this.calls).isEmpty();
	}

	private CommitToken token(String body) {
		return Objects.requireNonNull(new EnvelopeFormat(this.desk.messages().signature()).read(body).header().token());
	}

	@Test
	void skipsWhatCannotBeSentAgainAndLeavesIt() {
		this.desk.poison().send("unreadable", Duration.ZERO);
		this.desk.messages().send("z".repeat(MessageLimits.BODY_BYTES), Duration.ZERO);
		this.worker.step();
		assertThat(this.desk.blobs().list("")).hasSize(1);
		this.desk.pass(DAY);
		assertThat(this.desk.queue().sweepPayloads(Duration.ZERO)).isEqualTo(1);
		this.desk.queue().send(QueueMessage.of("note", "a"));
		this.desk.queue().send(QueueMessage.of("note", "b"));
		this.worker.step();
		assertThat(this.desk.poison().depth()).isEqualTo(4);
		assertThat(this.desk.queue().redrive(1)).isEqualTo(1);
		assertThat(this.desk.queue().redrive(100)).isEqualTo(1);
		assertThat(this.desk.poison().depth()).isEqualTo(2);
		this.desk.pass(DAY);
		assertThat(this.desk.queue().redrive(100)).isZero();
		assertThat(this.desk.poison().depth()).isEqualTo(2);
	}

	@Test
	void redrivesOnceWhatIsGivenUpAtOnce() {
		this.desk.messages().send("no envelope", Duration.ZERO);
		this.desk.queue().send(QueueMessage.of("note", "a"));
		this.worker.step();
		List<String> sent = new ArrayList<>();
		MessageTransport live = new WatchedTransport(this.desk.messages()) {

			@Override
			public ReceivedMessage send(String body, Duration hidden) {
				ReceivedMessage message = super.send(body, hidden);
				sent.add(body);
				PoisonQueueTests.this.worker.step();
				return message;
			}

		};
		QueueConnection connection = new QueueConnection(live, this.desk.poison(), this.desk.blobs());
		assertThat(new PoisonQueue(connection).redrive(1000)).isEqualTo(2);
		assertThat(sent).hasSize(2);
		assertThat(this.desk.poison().depth()).isEqualTo(2);
	}

	@Test
	void takesThePayloadOfARefusedWriteBack() {
		this.desk.guarded("o1", "a");
		this.desk.settle(this.worker);
		String large = "x".repeat(60_000);
		assertThatExceptionOfType(DuplicateKeyException.class).isThrownBy(() -> this.desk.guarded("o1", large));
		assertThatExceptionOfType(DuplicateKeyException.class).isThrownBy(() -> this.desk.outbox("o1", large));
		assertThatIllegalStateException().isThrownBy(
				() -> this.desk.queue().outbox(QueueMessage.of("note", large), QueueDesk.TABLE, "p", (transaction) -> {
					throw new IllegalStateException("no order");
				}));
		assertThat(this.desk.blobs().list("")).isEmpty();
		assertThat(this.desk.messages().depth()).isZero();
	}

	@Test
	void takesThePayloadOfAMessageBackThatTheQueueRefuses() {
		QueueMessage large = QueueMessage.of("note", "x".repeat(60_000));
		for (Duration hidden : List.of(DAY.multipliedBy(8), DAY.negated())) {
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
				.isThrownBy(() -> this.desk.queue().send(large, hidden))
				.withMessageContaining(hidden.toString());
		}
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> this.desk.queue().send(QueueMessage.of("t".repeat(60_000), "a")));
		assertThat(this.desk.blobs().list("")).isEmpty();
	}

	/**
	 * Its sender was not told that the queue has taken the first one.
	 */
	@Test
	void dropsASecondMessageOfAWriteThatWasRefusedAndTakenBack() {
		this.fails = false;
		this.desk.guarded("o1", "a");
		this.desk.settle(this.worker);
		String large = "x".repeat(60_000);
		MessageTransport twice = new WatchedTransport(this.desk.messages()) {

			@Override
			public ReceivedMessage send(String body, Duration hidden) {
				super.send(body, hidden);
				return super.send(body, hidden);
			}

		};
		EventuallyConsistentQueueTemplate queue = new EventuallyConsistentQueueTemplate(this.desk.store().template(),
				this.desk.store().gateway(), new QueueConnection(twice, this.desk.poison(), this.desk.blobs()),
				QueueOptions.DEFAULTS.withClock(this.desk.clock()));
		assertThatExceptionOfType(DuplicateKeyException.class)
			.isThrownBy(() -> queue.guarded(QueueMessage.of("note", large), QueueDesk.TABLE, "p",
					(transaction) -> transaction.insert(new QueueDesk.Order("p", "o1"))));
		this.desk.pass(Duration.ofMinutes(2));
		assertThat(this.worker.step()).isEqualTo(1);
		this.desk.pass(DAY);
		assertThat(this.worker.step()).isEqualTo(1);
		assertThat(this.desk.poison().depth()).isZero();
		assertThat(this.desk.messages().depth()).isZero();
		assertThat(this.desk.store().rows(QueueDesk.TABLE, "RowKey ge '~t|'")).isEmpty();
	}

	/**
	 * Handles notes, or fails.
	 */
	private final class Note implements MessageHandler<String> {

		@Override
		public void handle(String text, MessageContext context) {
			if (PoisonQueueTests.this.fails) {
				throw PoisonQueueTests.this.failure;
			}
			PoisonQueueTests.this.calls.add("handled " + text);
		}

		@Override
		public void abandoned(String text, MessageContext context) {
			PoisonQueueTests.this.calls.add("abandoned " + text);
		}

	}

}
