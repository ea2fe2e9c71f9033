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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.internal.message.Envelope;
import io.azuretables.patterns.internal.message.EnvelopeFormat;
import io.azuretables.patterns.queue.transport.EmbeddedMessageTransport;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.queue.transport.ReceivedMessage;
import io.azuretables.patterns.sample.CrashPoint;
import io.azuretables.patterns.sample.IndexedRows;
import io.azuretables.patterns.sample.Rows;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.sample.MutableClock;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Agents in a table of their own, with everything that keeps their indexes true, and eyes
 * that see whether they are.
 */
final class Office {

	static final List<String> CITIES = List.of("Rome", "Oslo", "Bern");

	/**
	 * The agent that changes.
	 */
	static final TableKey ONE = TableKey.of("Sales", "empid_000001");

	private static final Duration HANDLING = Duration.ofSeconds(30);

	private final TableGateway gateway;

	private final MessageTransport transport;

	private final MessageTransport poison;

	private final IndexOptions options;

	private final MutableClock clock = new MutableClock();

	private final CrashPoint crash = new CrashPoint();

	private final TableConverter converter = new TableConverter(new TableMappingContext(new TableCustomConversions()));

	private final TableTemplate template;

	private final TableTemplate direct;

	private final InterPartitionIndexTemplate indexes;

	Office(TableGateway gateway, Function<MutableClock, MessageTransport> transports, String prefix) {
		this(gateway, transports, prefix, null);
	}

	/**
	 * An office whose lists in other partitions are in blobs, if there are any.
	 */
	Office(TableGateway tables, Function<MutableClock, MessageTransport> transports, String prefix,
			@Nullable BlobStore blobs) {
		this.gateway = (blobs != null)
				? ListsInBlobs.of(tables, blobs, this.converter::mappingContext, TableNameResolver.prefixed(prefix))
				: tables;
		turnBack();
		this.transport = transports.apply(this.clock);
		TableNameResolver names = TableNameResolver.prefixed(prefix);
		this.options = IndexOptions.DEFAULTS.withTableNames(names).withClock(this.clock);
		TableGateway process = this.crash.over(this.gateway);
		MessageTransport queue = this.crash.over(new QueueConnection(this.transport, this.transport, null)).queue();
		this.template = template(process, queue);
		this.direct = template(this.gateway);
		this.poison = new EmbeddedMessageTransport(this.clock);
		this.indexes = new InterPartitionIndexTemplate(this.template, process, new IndexQueue(queue, this.poison),
				this.options);
	}

	/**
	 * A template over another way to the tables.
	 */
	TableTemplate template(TableGateway way) {
		return template(way, this.transport);
	}

	private TableTemplate template(TableGateway way, MessageTransport queue) {
		return new TableTemplate(way, this.converter,
				TableTemplateOptions.DEFAULTS.withTableNames(this.options.tableNames()).withConcurrency(2),
				new InterPartitionIndexWrites(queue, this.options));
	}

	CrashPoint crash() {
		return this.crash;
	}

	MutableClock clock() {
		return this.clock;
	}

	TableTemplate template() {
		return this.template;
	}

	InterPartitionIndexTemplate indexes() {
		return this.indexes;
	}

	MessageTransport transport() {
		return this.transport;
	}

	IndexQueue queue() {
		return new IndexQueue(this.transport, this.poison);
	}

	EnvelopeFormat format() {
		return new EnvelopeFormat(this.transport.signature());
	}

	Envelope read(ReceivedMessage message) {
		return format().read(message.body());
	}

	TableGateway gateway() {
		return this.gateway;
	}

	TableNameResolver names() {
		return this.options.tableNames();
	}

	IndexAdministration administration() {
		return administration(this.options);
	}

	private IndexAdministration administration(IndexOptions options) {
		return new IndexAdministration(this.gateway, this.converter.mappingContext(), options);
	}

	/**
	 * The same for a process to which an index is new.
	 */
	IndexAdministration newIndexes(String index) {
		IndexAdministration added = administration(this.options.withAdded(Agent.class, index));
		this.template.setReadableIndexes(added.readable());
		return added;
	}

	/**
	 * A template with other options.
	 */
	TableTemplate template(UnaryOperator<IndexOptions> change, MessageTransport queue) {
		return new TableTemplate(this.gateway, this.converter,
				TableTemplateOptions.DEFAULTS.withTableNames(this.options.tableNames()).withConcurrency(2),
				new InterPartitionIndexWrites(queue, change.apply(this.options)));
	}

	/**
	 * Somebody purges the queue.
	 */
	void loseMessages() {
		List<ReceivedMessage> messages;
		do {
			messages = this.transport.receive(32, HANDLING);
			messages.forEach(this.transport::delete);
		}
		while (!messages.isEmpty());
	}

	/**
	 * Somebody receives all messages, and dies.
	 */
	void delayMessages() {
		List<ReceivedMessage> messages;
		do {
			messages = this.transport.receive(32, Duration.ofHours(1));
		}
		while (!messages.isEmpty());
	}

	/**
	 * Looks everything up that there may ever have been.
	 */
	void lookUp() {
		CITIES.forEach((city) -> this.direct.find(byCity(city), Agent.class));
		List.of("one@x", "new@x", "other@x", "two@x").forEach((email) -> this.direct.find(byEmail(email), Agent.class));
		List.of(30, 40, 55).forEach((age) -> this.direct.find(byAge(age), Agent.class));
	}

	/**
	 * Writes an index row as if the request came late that once wrote it.
	 */
	void writeAgain(List<TableRow> before) {
		Set<TableKey> there = rows().stream().map(TableRow::key).collect(Collectors.toSet());
		List<TableRow> gone = before.stream().filter((row) -> !there.contains(row.key())).toList();
		assertThat(gone).isNotEmpty();
		gone.forEach((row) -> write(new RowWrite.Insert(row)));
	}

	/**
	 * The same in a process that maps no class.
	 */
	InterPartitionIndexTemplate stranger() {
		TableConverter nothing = new TableConverter(new TableMappingContext(new TableCustomConversions()));
		return new InterPartitionIndexTemplate(new TableTemplate(this.gateway, nothing), this.gateway, queue(),
				this.options.withTables(table()::equals));
	}

	/**
	 * Makes everything young that has been written.
	 */
	void turnBack() {
		this.clock.pass(Duration.between(this.clock.instant(), Instant.now()));
	}

	void forgetStates() {
		rows().stream()
			.filter((row) -> row.key().partitionKey().equals("~indexes"))
			.forEach((row) -> write(new RowWrite.Delete(row.key(), RowWrite.ANY)));
	}

	void write(RowWrite write) {
		this.gateway.write(table(), write);
	}

	/**
	 * The rows of an index.
	 */
	List<TableRow> rows(String index) {
		return rows().stream().filter((row) -> row.key().rowKey().startsWith(index)).toList();
	}

	String table() {
		return this.options.tableNames().resolve(Agent.class, "Agents");
	}

	/**
	 * Lets time pass and workers work until there is nothing left to do.
	 */
	void rest() {
		for (int i = 0; i < 10; i++) {
			this.clock.pass(Duration.ofHours(7));
			this.indexes.sweep(Agent.class, Duration.ofHours(2));
			work();
		}
		assertThat(this.transport.depth()).as("the queue is empty").isZero();
	}

	void work() {
		while (this.indexes.poll(HANDLING) > 0) {
			this.clock.pass(Duration.ofSeconds(1));
		}
	}

	List<TableRow> rows() {
		return Rows.of(this.gateway, table(), null);
	}

	/**
	 * Nothing is missing and nothing is left behind.
	 */
	void checkAtRest() {
		assertThat(rows(IndexMapping.TOKEN_ROWS)).as("all writes are forgotten").isEmpty();
		checkIndexes();
	}

	void checkIndexes() {
		IndexedRows staff = new IndexedRows(EntityModel.of(this.converter.entity(Agent.class)), "empid_");
		List<TableRow> rows = rows();
		Set<String> expected = staff.expected(rows, (index) -> true);
		Set<String> found = staff.found(rows);
		Set<String> missing = new TreeSet<>(expected);
		missing.removeAll(found);
		found.removeAll(expected);
		assertThat(missing).as("missing").isEmpty();
		assertThat(found).as("left behind").isEmpty();
	}

	/**
	 * What is found through indexes that promise it, at any time, is what is there.
	 */
	void checkLookUps() {
		Map<String, Set<String>> cities = new HashMap<>();
		Set<String> emails = new TreeSet<>();
		Map<Integer, Set<String>> ages = new HashMap<>();
		for (Agent agent : agents()) {
			cities.computeIfAbsent(String.valueOf(agent.city()), (city) -> new TreeSet<>()).add(agent.key());
			ages.computeIfAbsent(agent.age(), (age) -> new TreeSet<>()).add(agent.key());
			if (agent.email() != null) {
				assertThat(emails.add(agent.email())).as("one has the address %s", agent.email()).isTrue();
				assertThat(keys(this.template.find(byEmail(agent.email()), Agent.class))).containsExactly(agent.key());
			}
		}
		for (String city : CITIES) {
			assertThat(keys(this.template.find(byCity(city), Agent.class))).as(city)
				.isEqualTo(cities.getOrDefault(city, Set.of()));
			assertThat(this.template.count(byCity(city), Agent.class))
				.isEqualTo(cities.getOrDefault(city, Set.of()).size());
		}
		ages.forEach((age, keys) -> assertThat(keys).containsAll(keys(this.template.find(byAge(age), Agent.class))));
	}

	/**
	 * What is there, not through any index.
	 */
	List<Agent> agents() {
		return this.direct.find(TableQuery.of(Criteria.where("department").in("Sales", "Law")), Agent.class);
	}

	/**
	 * All that is there, as text.
	 */
	String staff() {
		return agents().stream()
			.map((agent) -> agent.key() + ' ' + agent.city() + ' ' + agent.email() + ' ' + agent.age() + ' '
					+ agent.name())
			.toList()
			.toString();
	}

	/**
	 * A template of another process, which does not die.
	 */
	TableTemplate direct() {
		return this.direct;
	}

	Agent agent(String department, int employeeId) {
		return agents().stream()
			.filter((agent) -> agent.key().equals(department + employeeId))
			.findFirst()
			.map(Objects::requireNonNull)
			.orElseThrow();
	}

	static TableQuery byCity(String city) {
		return TableQuery.of(Criteria.where("city").is(city));
	}

	static TableQuery byEmail(String email) {
		return TableQuery.of(Criteria.where("email").is(email));
	}

	static TableQuery byAge(int age) {
		return TableQuery.of(Criteria.where("age").is(age));
	}

	static Set<String> keys(List<Agent> agents) {
		Set<String> keys = new TreeSet<>();
		agents.forEach((agent) -> assertThat(keys.add(agent.key())).as("found once").isTrue());
		return keys;
	}

}
