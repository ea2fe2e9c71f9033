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

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.internal.message.Envelope;
import io.azuretables.patterns.internal.message.Envelope.Header;
import io.azuretables.patterns.internal.message.Envelope.Origin;
import io.azuretables.patterns.internal.message.Envelope.OriginKind;
import io.azuretables.patterns.queue.message.JsonPayloadFormat;
import io.azuretables.patterns.queue.transport.EmbeddedMessageTransport;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.sample.Rows;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Somebody who may write to the queue of indexes, and has no key, decides nothing.
 */
class ForgedGuardTests {

	private static final Duration HANDLING = Duration.ofSeconds(30);

	private static final String FOREIGN = "tForeign";

	private static final String SIGNED = "qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqo\n";

	private static final TableKey VICTIM = TableKey.of("Sales", "empid_000007");

	private final Office office = new Office(new EmbeddedTableGateway(), EmbeddedMessageTransport::new, "t");

	@BeforeEach
	void prepare() {
		this.office.gateway().createTable(this.office.table());
		this.office.gateway().createTable(FOREIGN);
	}

	/**
	 * The text of a guard that has the row of an entity removed.
	 */
	private String forged(String table) {
		IndexGuard guard = new IndexGuard(table, TableKey.of("Sales", "empid_000099"),
				List.of(new IndexEntry(IndexEntry.Kind.ONCE, "city", VICTIM, "w")));
		Header header = new Header("forged", IndexGuard.TYPE, this.office.clock().instant(),
				new Origin(OriginKind.GUARDED, table, "Sales"));
		String message = this.office.format().write(Envelope.of(header, new JsonPayloadFormat().write(guard.text())));
		return this.office.transport().signature().verify(message);
	}

	private void victim(String table) {
		this.office.gateway().write(table, new RowWrite.Insert(TableRow.of(VICTIM, Map.of())));
	}

	private List<TableRow> rows(String table) {
		return Rows.of(this.office.gateway(), table, "PartitionKey eq 'Sales'");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", SIGNED, "unsigned\n" })
	void deleteAndWriteNoRow(String signature) {
		for (String table : List.of(this.office.table(), FOREIGN)) {
			victim(table);
			this.office.transport().send(signature + forged(table), Duration.ZERO);
		}
		assertThat(this.office.indexes().poll(HANDLING)).isEqualTo(2);
		for (String table : List.of(this.office.table(), FOREIGN)) {
			assertThat(rows(table)).extracting(TableRow::key).containsExactly(VICTIM);
		}
		assertGivenUp(2);
	}

	private void assertGivenUp(int messages) {
		assertThat(this.office.transport().depth()).isZero();
		assertThat(this.office.queue().poison().receive(32, HANDLING)).hasSize(messages)
			.allSatisfy((message) -> assertThat(message.body()).contains("UnauthenticMessageException"));
	}

	@Test
	void replayNoMessageOfAnotherQueueAndChangeNone() {
		MessageTransport other = new EmbeddedMessageTransport(this.office.clock());
		victim(this.office.table());
		this.office.transport().send(other.signature().sign(forged(this.office.table())), Duration.ZERO);
		String signed = this.office.transport().signature().sign(forged(this.office.table()));
		this.office.transport().send(signed.replace("empid_000007", "empid_000008"), Duration.ZERO);
		this.office.transport().send(signed.substring(0, signed.lastIndexOf('\n')), Duration.ZERO);
		assertThat(this.office.indexes().poll(HANDLING)).isEqualTo(3);
		assertThat(rows(this.office.table())).hasSize(1);
		assertGivenUp(3);
	}

	@Test
	void haveNothingSentByASweep() {
		this.office.template().insert(Agent.of("Sales", 1, "Rome"));
		this.office.clock().pass(Duration.ofHours(2));
		this.office.loseMessages();
		TableRow token = this.office.rows()
			.stream()
			.filter((row) -> row.key().rowKey().startsWith(IndexMapping.TOKEN_ROWS))
			.findFirst()
			.orElseThrow();
		this.office.write(new RowWrite.Merge(
				TableRow.of(token.key(),
						Map.of(GuardMessages.PROPERTY, forged(this.office.table()).getBytes(StandardCharsets.UTF_8))),
				RowWrite.ANY));
		assertThat(this.office.indexes().sweep(Agent.class, Duration.ofHours(1))).isZero();
		assertThat(this.office.transport().depth()).isZero();
	}

	/**
	 * The message is authentic. Another process knows the table, so it waits for that.
	 */
	@Test
	void touchNoTableThatIsNotKnown() {
		victim(FOREIGN);
		this.office.transport().send(this.office.transport().signature().sign(forged(FOREIGN)), Duration.ZERO);
		assertThat(this.office.indexes().poll(HANDLING)).isEqualTo(1);
		assertThat(rows(FOREIGN)).extracting(TableRow::key).containsExactly(VICTIM);
		assertThat(this.office.transport().depth()).isEqualTo(1);
		this.office.clock().pass(Duration.ofHours(1));
		InterPartitionIndexTemplate knowing = new InterPartitionIndexTemplate(this.office.template(),
				this.office.gateway(), this.office.queue(),
				IndexOptions.DEFAULTS.withClock(this.office.clock()).withTables(FOREIGN::equals));
		assertThat(knowing.poll(HANDLING)).isEqualTo(1);
		assertThat(rows(FOREIGN)).extracting(TableRow::key).doesNotContain(VICTIM);
	}

}
