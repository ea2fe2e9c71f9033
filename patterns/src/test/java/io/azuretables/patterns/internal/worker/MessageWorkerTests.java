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

package io.azuretables.patterns.internal.worker;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.azure.core.exception.ClientAuthenticationException;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.internal.commit.CommitToken;
import io.azuretables.internal.commit.TokenRowSweep;
import io.azuretables.patterns.internal.message.Envelope;
import io.azuretables.patterns.internal.message.Envelope.Header;
import io.azuretables.patterns.internal.message.Envelope.Origin;
import io.azuretables.patterns.internal.message.Envelope.OriginKind;
import io.azuretables.patterns.internal.message.MessageChannel;
import io.azuretables.patterns.internal.storage.StorageFailure;
import io.azuretables.patterns.queue.message.HandlingStoppedException;
import io.azuretables.patterns.queue.message.JsonPayloadFormat;
import io.azuretables.patterns.queue.message.MessageContext;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueOptions.GuardTimes;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions.RetryRules;
import io.azuretables.patterns.queue.worker.WorkerEvents;
import io.azuretables.sample.MutableClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * The life of the messages that patterns send to their own workers.
 */
class MessageWorkerTests {

	private static final String TABLE = "Things";

	private static final CommitToken TOKEN = new CommitToken(TABLE, "p", "w");

	private final MutableClock clock = new MutableClock();

	private final EmbeddedTableGateway gateway = new EmbeddedTableGateway(this.clock);

	private final QueueConnection connection = QueueConnection.embedded(this.clock);

	private final MessageChannel channel = MessageChannel.of(new TokenRowSweep(this.gateway, this.clock, Thread::new),
			this.connection, GuardTimes.DEFAULTS, new JsonPayloadFormat(), "Moved", TABLE::equals);

	private final List<String> calls = new ArrayList<>();

	private final List<String> events = new ArrayList<>();

	private final MessageWorker worker = worker(QueueWorkerOptions.DEFAULTS);

	MessageWorkerTests() {
		this.gateway.createTable(TABLE);
	}

	private MessageWorker worker(QueueWorkerOptions options) {
		return new MessageWorker(this.channel, MessageHandlers.none().with("~moved", String.class, new Recorder()),
				options, new WorkerEvents() {

					@Override
					public void handled(String type, Duration took, Duration lag) {
						MessageWorkerTests.this.events.add(type);
					}

				});
	}

	private void send(String type, OriginKind kind) {
		Header header = new Header(TOKEN.value(), type, this.clock.instant(), new Origin(kind, TABLE, "p"));
		Envelope envelope = Envelope.of(header, this.channel.payloads().write("payload"));
		this.connection.queue().send(this.channel.format().write(envelope), Duration.ZERO);
	}

	private void commit() {
		this.gateway.write(TABLE, this.channel.commits().tokenRow(TOKEN, Map.of()));
	}

	private void assertTokenRow(boolean isThere) {
		assertThat(this.channel.commits().find(TOKEN).isPresent()).isEqualTo(isThere);
	}

	@Test
	void areHandledTwiceWhereTheHandlerAsksForThat() {
		commit();
		send("~moved", OriginKind.GUARDED);
		assertThat(this.worker.step()).isEqualTo(1);
		assertThat(this.calls).containsExactly("handle payload");
		assertThat(this.events).as("the table says more than our type").containsExactly(TABLE);
		assertTokenRow(true);
		this.clock.pass(GuardTimes.DEFAULTS.retention());
		this.worker.step();
		assertThat(this.calls).containsExactly("handle payload", "again payload");
		assertTokenRow(false);
		assertThat(this.connection.queue().depth()).isZero();
	}

	@Test
	void areAbandonedAfterAFence() {
		send("~moved", OriginKind.GUARDED);
		this.worker.step();
		assertThat(this.calls).containsExactly("abandoned payload");
		assertTokenRow(true);
		this.clock.pass(GuardTimes.DEFAULTS.fence());
		this.worker.step();
		assertThat(this.calls).containsExactly("abandoned payload", "again payload");
		assertTokenRow(false);
	}

	/**
	 * Another message cares for the token row of the write.
	 */
	@Test
	void leaveTheTokenRowsOfWritesThatTheyObserve() {
		commit();
		send("~moved", OriginKind.OBSERVED);
		this.worker.step();
		assertThat(this.calls).containsExactly("handle payload");
		assertTokenRow(true);
		assertThat(this.connection.queue().depth()).isZero();
	}

	@Test
	void areDroppedWhenTheirWriteIsForgotten() {
		send("~moved", OriginKind.COMMITTED);
		this.worker.step();
		assertThat(this.calls).isEmpty();
		assertTokenRow(false);
		assertThat(this.connection.queue().depth()).isZero();
	}

	@ParameterizedTest
	@EnumSource(OriginKind.class)
	void waitForAWorkerThatKnowsTheirType(OriginKind kind) {
		commit();
		send("~copied", kind);
		MessageWorker patient = worker(QueueWorkerOptions.DEFAULTS.withRetries(
				new RetryRules(Integer.MAX_VALUE, Integer.MAX_VALUE, Duration.ofSeconds(1), Duration.ofMinutes(5))));
		for (int round = 0; round < 100; round++) {
			assertThat(patient.step()).isEqualTo(1);
			this.clock.pass(Duration.ofMinutes(5));
		}
		assertThat(this.connection.poison().depth()).isZero();
		this.worker.step();
		assertThat(this.connection.poison().receive(1, Duration.ofSeconds(1))).singleElement()
			.satisfies((message) -> assertThat(message.body()).contains("no handler for messages of type '~copied'",
					"there are handlers for [~moved]"));
	}

	@Test
	void areOverdueSinceTheyWereToBeHandled() {
		send("~moved", OriginKind.GUARDED);
		assertThat(this.worker.oldest()).isZero();
		this.clock.pass(Duration.ofMinutes(1));
		assertThat(this.worker.oldest()).isEqualTo(Duration.ofMinutes(1));
	}

	@Test
	void areMissedInAPollThatFails() {
		MessageTransport down = mock(MessageTransport.class);
		given(down.receive(anyInt(), any())).willThrow(new TransientDataAccessResourceException("down"));
		MessageChannel unreachable = MessageChannel.of(new TokenRowSweep(this.gateway, this.clock, Thread::new),
				new QueueConnection(down, this.connection.poison(), null), GuardTimes.DEFAULTS, new JsonPayloadFormat(),
				"Moved", TABLE::equals);
		MessageWorker unlucky = new MessageWorker(unreachable, MessageHandlers.none(), QueueWorkerOptions.DEFAULTS,
				WorkerEvents.NONE);
		assertThat(unlucky.step()).isZero();
		assertThatExceptionOfType(TransientDataAccessResourceException.class).isThrownBy(() -> unlucky.poll(1));
	}

	@Test
	void stopBeforeTheNextChangeWhenTheirThreadIsInterrupted() {
		Lease lease = new Lease(this.connection.queue(), this.clock, this.connection.queue().send("", Duration.ZERO),
				this.clock.instant().plusSeconds(30));
		Envelope envelope = Envelope.of(new Header("id", "~moved", this.clock.instant(), null), "");
		Instant deadline = this.clock.instant().plusSeconds(20);
		LeasedMessage message = new LeasedMessage(envelope, null, lease, deadline);
		message.check();
		Thread.currentThread().interrupt();
		try {
			assertThatExceptionOfType(LeaseLostException.class).isThrownBy(message::check);
		}
		finally {
			assertThat(Thread.interrupted()).isTrue();
		}
		this.clock.pass(Duration.ofSeconds(20));
		assertThatExceptionOfType(HandlingStoppedException.class).isThrownBy(message::check)
			.withMessage(LeasedMessage.OVERDUE);
	}

	@Test
	void areNotToBlameForACredentialWithoutAToken() {
		ClientAuthenticationException none = new ClientAuthenticationException("no token just now", null);
		assertThat(FailureKind.of(StorageFailure.of("sending", none))).isEqualTo(FailureKind.TRANSIENT);
	}

	/**
	 * Remembers how it was called.
	 */
	private final class Recorder implements SecondPassHandler<String> {

		@Override
		public void handle(String payload, MessageContext context) {
			MessageWorkerTests.this.calls.add("handle " + payload);
		}

		@Override
		public void abandoned(String payload, MessageContext context) {
			MessageWorkerTests.this.calls.add("abandoned " + payload);
		}

		@Override
		public void secondPass(String payload, MessageContext context) {
			MessageWorkerTests.this.calls.add("again " + payload);
		}

	}

}
