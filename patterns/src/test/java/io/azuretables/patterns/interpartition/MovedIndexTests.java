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
import java.util.List;
import java.util.TreeSet;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.IndexConsistency;
import io.azuretables.mapping.IndexLayout;
import io.azuretables.mapping.Movable;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.internal.worker.MessageWorker;
import io.azuretables.patterns.move.MoveTemplate;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.transport.EmbeddedMessageTransport;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions;
import io.azuretables.patterns.queue.worker.WorkerEvents;
import io.azuretables.patterns.sample.CrashPoint;
import io.azuretables.patterns.sample.MeteredGateway.Stopped;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.sample.MutableClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Moves of an entity with indexes of all kinds.
 */
class MovedIndexTests {

	private static final int MOST_ROUNDS = 1000;

	private final MutableClock clock = new MutableClock();

	private final TableGateway gateway = new EmbeddedTableGateway(this.clock);

	private final MessageTransport indexQueue = new EmbeddedMessageTransport(this.clock);

	private final QueueConnection moveQueue = QueueConnection.embedded(this.clock);

	private final IndexOptions options = IndexOptions.DEFAULTS.withClock(this.clock);

	private final TableConverter converter = new TableConverter(new TableMappingContext(new TableCustomConversions()));

	private final CrashPoint process = new CrashPoint();

	@BeforeEach
	void createTable() {
		this.gateway.createTable("Travellers");
	}

	private TableTemplate template(TableGateway tables, MessageTransport queue) {
		return new TableTemplate(tables, this.converter, TableTemplateOptions.DEFAULTS.withConcurrency(1),
				new InterPartitionIndexWrites(queue, this.options));
	}

	private TableTemplate template() {
		return template(this.gateway, this.indexQueue);
	}

	private EventuallyConsistentQueueTemplate queue(TableTemplate template, TableGateway tables,
			QueueConnection connection) {
		return new EventuallyConsistentQueueTemplate(template, tables, connection,
				QueueOptions.DEFAULTS.withClock(this.clock));
	}

	/**
	 * Moves in a process that may die.
	 */
	private Traveller move(Traveller traveller, String place, String id) {
		TableGateway tables = this.process.over(this.gateway);
		QueueConnection index = this.process.over(new QueueConnection(this.indexQueue, this.indexQueue, null));
		TableTemplate template = template(tables, index.queue());
		return new MoveTemplate<>(template, queue(template, tables, this.process.over(this.moveQueue)), Traveller.class)
			.move(traveller, (one) -> new Traveller(place, id, one.name(), 40, null));
	}

	private void settle() {
		EventuallyConsistentQueueTemplate queue = queue(template(), this.gateway, this.moveQueue);
		QueueWorker moves = new QueueWorker(queue,
				MessageHandlers.none().with(new MoveTemplate<>(template(), queue, Traveller.class).handler()));
		MessageWorker indexes = new InterPartitionIndexTemplate(template(), this.gateway,
				new IndexQueue(this.indexQueue, new EmbeddedMessageTransport(this.clock)), this.options)
			.worker(QueueWorkerOptions.DEFAULTS, WorkerEvents.NONE);
		for (int round = 0; this.indexQueue.depth() + this.moveQueue.queue().depth() > 0; round++) {
			assertThat(round).as("rounds without an end").isLessThan(MOST_ROUNDS);
			if (moves.step() + indexes.step() == 0) {
				this.clock.pass(Duration.ofMinutes(5));
			}
		}
	}

	private void checkIsIn(String place, String id, int age) {
		assertThat(rows()).containsExactlyInAnyOrder("age age_00000000" + age + "_" + place + "_" + id,
				"name_Ann by_" + place + "_" + id, place + " trav_" + id, place + " with_Ann");
		assertThat(template().findById(Traveller.class, TableKey.of(place, "trav_" + id)).orElseThrow().age())
			.isEqualTo(age);
		IndexAdministration administration = new IndexAdministration(this.gateway, this.converter.mappingContext(),
				this.options);
		for (String index : List.of("byName", "byAge", "withName")) {
			assertThat(administration.verify(Traveller.class, index).isClean()).as(index).isTrue();
		}
	}

	private TreeSet<String> rows() {
		TreeSet<String> rows = new TreeSet<>();
		this.gateway.read(RowRequest.of("Travellers", null), RowReader.rows())
			.rows()
			.forEach((row) -> rows.add(row.key().partitionKey() + " " + row.key().rowKey().replaceAll(" .*", "")));
		return rows;
	}

	@Test
	void movesIndexRowsWithinAPartition() {
		Traveller ann = template().insert(new Traveller("Rome", "1", "Ann", 30, null));
		move(ann, "Rome", "2");
		settle();
		checkIsIn("Rome", "2", 40);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void keepsIndexesTrueWhereverTheMoverDies(boolean afterwards) {
		boolean stopped = true;
		for (int request = 1; stopped; request++) {
			Traveller ann = template().insert(new Traveller("Rome", "1", "Ann", 30, null));
			settle();
			this.process.stopAt(request, afterwards);
			try {
				move(ann, "Oslo", "1");
				stopped = false;
			}
			catch (Stopped ex) {
				assertThat(request).isLessThan(40);
			}
			settle();
			boolean moved = template().existsById(Traveller.class, TableKey.of("Oslo", "trav_1"));
			checkIsIn(moved ? "Oslo" : "Rome", "1", moved ? 40 : 30);
			template().deleteById(Traveller.class, TableKey.of(moved ? "Oslo" : "Rome", "trav_1"));
			settle();
			assertThat(rows()).isEmpty();
		}
	}

	/**
	 * Has an index that is strong and one that is eventual in other partitions, and a
	 * list in its own.
	 */
	@Table("Travellers")
	@PartitionKey("{place}")
	@RowKey("trav_{id}")
	@SecondaryIndex(name = "byName", partitionKey = "name_{name}", rowKey = "by_{place}_{id}")
	@SecondaryIndex(name = "byAge", partitionKey = "age", rowKey = "age_{age}_{place}_{id}",
			consistency = IndexConsistency.EVENTUAL)
	@SecondaryIndex(name = "withName", rowKey = "with_{name}", layout = IndexLayout.LIST)
	@Movable
	record Traveller(String place, String id, String name, int age, @Version @Nullable String etag) {

	}

}
