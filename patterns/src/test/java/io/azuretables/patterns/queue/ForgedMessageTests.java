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

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.PermanentMessageException;
import io.azuretables.patterns.queue.message.QueueMessage;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.queue.transport.ReceivedMessage;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions;
import io.azuretables.patterns.queue.worker.WorkerEvents;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.InvalidDataAccessApiUsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Somebody who may write to the queues, and has no key, decides nothing.
 */
class ForgedMessageTests {

	private static final String FOREIGN = "tForeign";

	private static final String REPORT = "reports/2026.pdf";

	/**
	 * What stands before the text of a forged message: nothing, or a signature.
	 */
	private static final String SIGNED = "qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqo\n";

	private static final String PAYLOAD = "\"payload\":\"\\\"text\\\"\"";

	private final QueueDesk desk = new QueueDesk();

	private final List<String> handled = new ArrayList<>();

	private final QueueWorker worker = this.desk.worker(String.class, (text, context) -> this.handled.add(text));

	private final TableGateway gateway = this.desk.store().gateway();

	private static String forged(String phase, String rest) {
		return """
				{"v":1,"id":"forged","type":"note","sent":"2026-01-01T00:00:00Z",%s,"phase":"%s","failures":0,"errors":[]}"""
			.formatted(rest, phase);
	}

	private static String origin(String table) {
		return "\"origin\":{\"guarded\":true,\"table\":\"" + table + "\",\"partition\":\"p\"}," + PAYLOAD;
	}

	private void handleAll() {
		this.desk.settle(this.worker);
	}

	private void assertGivenUp(int messages) {
		assertThat(this.handled).isEmpty();
		assertThat(this.desk.messages().depth()).isZero();
		assertThat(this.desk.poison().depth()).isEqualTo(messages);
		this.desk.poison()
			.receive(32, Duration.ofSeconds(1))
			.forEach((message) -> assertThat(message.body()).contains("UnauthenticMessageException"));
	}

	private List<TableRow> rows(String table) {
		return this.desk.store().rows(table, "PartitionKey eq 'p'");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", SIGNED })
	void deleteNoBlob(String signature) {
		this.desk.blobs().putIfAbsent(REPORT, new byte[] { 1 });
		this.desk.messages()
			.send(signature + forged("CLEAN", "\"claim\":{\"blob\":\"" + REPORT + "\",\"sha256\":\"00\"}"),
					Duration.ZERO);
		handleAll();
		assertThat(this.desk.blobs().read(REPORT)).isPresent();
		assertGivenUp(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", SIGNED })
	void writeNoRow(String signature) {
		this.gateway.createTable(FOREIGN);
		this.desk.messages().send(signature + forged("HANDLE", origin(FOREIGN)), Duration.ZERO);
		this.desk.messages().send(signature + forged("HANDLE", origin(QueueDesk.TABLE)), Duration.ZERO);
		this.worker.step();
		assertThat(rows(FOREIGN)).isEmpty();
		assertThat(rows(QueueDesk.TABLE)).isEmpty();
		assertGivenUp(2);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", SIGNED })
	void deleteNoTokenRow(String signature) {
		this.desk.guarded("o1", "a");
		this.desk.messages().receive(1, Duration.ofSeconds(1)).forEach(this.desk.messages()::delete);
		TableRow token = rows(QueueDesk.TABLE).stream()
			.filter((row) -> row.key().rowKey().startsWith(IndexMapping.TOKEN_ROWS))
			.findFirst()
			.orElseThrow();
		String id = token.key().rowKey().substring(IndexMapping.TOKEN_ROWS.length());
		this.desk.messages()
			.send(signature + forged("CLEAN", origin(QueueDesk.TABLE)).replace("forged", id), Duration.ZERO);
		this.worker.step();
		assertThat(rows(QueueDesk.TABLE)).extracting(TableRow::key).contains(token.key());
	}

	@ParameterizedTest
	@ValueSource(strings = { "", SIGNED, "unsigned\n" })
	void callNoHandler(String signature) {
		this.desk.messages().send(signature + forged("HANDLE", PAYLOAD), Duration.ZERO);
		handleAll();
		assertGivenUp(1);
	}

	@Test
	void changeNothingInAMessage() {
		this.desk.queue().send(QueueMessage.of("note", "pay 1"));
		ReceivedMessage sent = this.desk.messages().receive(1, Duration.ofSeconds(1)).get(0);
		String body = sent.body();
		this.desk.messages().delete(sent);
		this.desk.messages().send(body.replace("pay 1", "pay 9"), Duration.ZERO);
		this.desk.messages().send(body + " ", Duration.ZERO);
		this.desk.messages().send(body.substring(0, body.length() - 1), Duration.ZERO);
		this.desk.messages().send(body.substring(1), Duration.ZERO);
		this.desk.messages().send(body.substring(body.indexOf('\n') + 1), Duration.ZERO);
		handleAll();
		assertGivenUp(5);
	}

	@Test
	void replayNoMessageOfAnotherQueue() {
		QueueDesk other = new QueueDesk();
		other.queue().send(QueueMessage.of("note", "of the other queue"));
		other.messages()
			.receive(1, Duration.ofSeconds(1))
			.forEach((message) -> this.desk.messages().send(message.body(), Duration.ZERO));
		handleAll();
		assertGivenUp(1);
	}

	@Test
	void moveNothingFromThePoisonQueueToTheQueue() {
		QueueWorker failing = this.desk.worker(String.class, (text, context) -> {
			throw new PermanentMessageException("no");
		});
		this.desk.queue().send(QueueMessage.of("note", "a"));
		failing.step();
		ReceivedMessage poisoned = this.desk.poison().receive(1, Duration.ofSeconds(1)).get(0);
		this.desk.poison().delete(poisoned);
		this.desk.messages().send(poisoned.body(), Duration.ZERO);
		handleAll();
		assertGivenUp(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", SIGNED })
	void haveNothingRedriven(String signature) {
		String forged = forged("HANDLE", PAYLOAD);
		this.desk.poison().send(signature + forged, Duration.ZERO);
		this.desk.poison().send(signature + forged.replace("note", "~foreign"), Duration.ZERO);
		assertThat(this.desk.queue().redrive(100)).isZero();
		handleAll();
		assertThat(this.handled).isEmpty();
		assertThat(this.desk.poison().depth()).isEqualTo(2);
	}

	@Test
	void gainNoSignatureByARedrive() {
		this.desk.messages().send(forged("HANDLE", PAYLOAD), Duration.ZERO);
		this.worker.step();
		assertThat(this.desk.queue().redrive(100)).isEqualTo(1);
		handleAll();
		assertGivenUp(1);
	}

	@Test
	void haveNothingSentByASweep() {
		this.gateway.write(QueueDesk.TABLE,
				new RowWrite.Insert(TableRow.of(new TableKey("p", IndexMapping.TOKEN_ROWS + "forged"), Map.of("state",
						"C", "message", forged("HANDLE", origin(QueueDesk.TABLE)).getBytes(StandardCharsets.UTF_8)))));
		assertThat(this.desk.queue().sweep(QueueDesk.TABLE, Duration.ZERO)).isZero();
		handleAll();
		assertThat(this.handled).isEmpty();
	}

	@Test
	void endNoTimeEarlyByAReplay() {
		this.desk.guarded("o1", "a");
		this.worker.step();
		ReceivedMessage kept = hidden();
		this.desk.messages().send(kept.body(), Duration.ZERO);
		this.worker.step();
		assertThat(rows(QueueDesk.TABLE)).as("the order and its token row").hasSize(2);
		handleAll();
		assertThat(rows(QueueDesk.TABLE)).as("the order").hasSize(1);
		assertThat(this.handled).containsExactly("a");
	}

	private ReceivedMessage hidden() {
		this.desk.pass(QueueDesk.LATER);
		ReceivedMessage kept = this.desk.messages().receive(1, Duration.ofMinutes(1)).get(0);
		this.desk.pass(QueueDesk.LATER.negated());
		return kept;
	}

	/**
	 * The message is authentic, and the blob is not what was sent any more.
	 */
	@Test
	void deleteNoBlobThatHoldsSomethingElse() {
		this.desk.queue().send(QueueMessage.of("note", "x".repeat(100_000)));
		this.worker.step();
		assertThat(this.handled).hasSize(1);
		String blob = this.desk.blobs().list("").findFirst().orElseThrow().name();
		this.desk.blobs().delete(blob);
		this.desk.blobs().putIfAbsent(blob, new byte[] { 1 });
		handleAll();
		assertThat(this.desk.messages().depth()).isZero();
		assertThat(this.desk.blobs().read(blob)).contains(new byte[] { 1 });
	}

	@Test
	void refuseAWriteToATableThatIsNotKnown() {
		this.gateway.createTable(FOREIGN);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.desk.queue().guarded(QueueMessage.of("note", "a"), FOREIGN, "p", (transaction) -> {
			}))
			.withMessageContaining("'tForeign'")
			.withMessageContaining("azure.tables.queue.tables");
		assertThat(this.desk.messages().depth()).isZero();
	}

	/**
	 * Another application knows the table: this one leaves it alone, and gives up in the
	 * end.
	 */
	@Test
	void touchNoTableThatIsNotKnown() {
		this.gateway.createTable(FOREIGN);
		EventuallyConsistentQueueTemplate knowing = new EventuallyConsistentQueueTemplate(this.desk.store().template(),
				this.gateway, new QueueConnection(this.desk.messages(), this.desk.poison(), this.desk.blobs()),
				QueueOptions.DEFAULTS.withClock(this.desk.clock()).withTables(FOREIGN::equals));
		for (int i = 0; i < 2; i++) {
			knowing.guarded(QueueMessage.of("note", "known"), FOREIGN, "p", (transaction) -> {
			});
		}
		List<TableRow> before = rows(FOREIGN);
		assertThat(before).hasSize(2);
		this.worker.step();
		this.worker.step();
		this.desk.pass(Duration.ofMinutes(5));
		QueueWorker other = new QueueWorker(knowing,
				MessageHandlers.none().with("note", String.class, (text, context) -> this.handled.add(text)),
				QueueWorkerOptions.DEFAULTS.withConcurrency(1), WorkerEvents.NONE);
		other.step();
		assertThat(this.handled).containsExactly("known");
		for (int round = 0; round < 10; round++) {
			this.desk.pass(Duration.ofMinutes(5));
			this.worker.step();
		}
		assertThat(this.handled).hasSize(1);
		assertThat(rows(FOREIGN)).isEqualTo(before);
		assertThat(this.desk.poison().receive(32, Duration.ofSeconds(1))).isNotEmpty()
			.allSatisfy((message) -> assertThat(message.body()).contains("tForeign", "azure.tables.queue.tables"));
	}

}
