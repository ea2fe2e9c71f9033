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
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.azuretables.client.TableGateway;
import io.azuretables.mapping.IndexMapping;
import io.azuretables.mapping.TableMappingContext;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.index.DeclaredIndexes;
import io.azuretables.patterns.index.DeclaredIndexes.Place;
import io.azuretables.patterns.index.IndexFinding;
import io.azuretables.patterns.index.IndexLifecycle;
import io.azuretables.patterns.index.IndexProgress;
import io.azuretables.patterns.index.IndexReport;
import io.azuretables.patterns.index.IndexState;
import io.azuretables.patterns.index.IndexTarget;
import io.azuretables.patterns.index.IndexUpkeep;
import io.azuretables.patterns.queue.MessageTransport;
import io.azuretables.patterns.queue.QueueWork;
import io.azuretables.patterns.queue.TokenRowSweep;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.row.ServiceLimits;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * What can be done with indexes in other partitions than their entities, besides what
 * every write and every look-up does? The worker's half of keeping them true; proof that
 * they are; repair; and adding one to a table that already has data. Safe for concurrent
 * use.
 *
 * @since 0.1
 */
public final class InterPartitionIndexTemplate {

	/**
	 * The most messages that are received at a time.
	 */
	private static final int MESSAGES = 32;

	private final TableOperations operations;

	private final TableGateway gateway;

	private final MessageTransport transport;

	private final InterPartitionIndexOptions options;

	private final DeclaredIndexes indexes;

	private final IndexUpkeep upkeep;

	private final IndexLifecycle lifecycle;

	private final GuardWork work;

	public InterPartitionIndexTemplate(TableOperations operations, TableGateway gateway, MessageTransport transport) {
		this(operations, gateway, transport, InterPartitionIndexOptions.DEFAULTS);
	}

	public InterPartitionIndexTemplate(TableOperations operations, TableGateway gateway, MessageTransport transport,
			InterPartitionIndexOptions options) {
		this.operations = operations;
		this.gateway = gateway;
		this.transport = transport;
		this.options = options;
		TableMappingContext context = operations.converter().mappingContext();
		this.indexes = new DeclaredIndexes(context, options.tableNames(), Place.OTHER_PARTITION);
		this.upkeep = new InterPartitionUpkeep(gateway, options);
		this.lifecycle = new IndexLifecycle(gateway, context, options.lookUps().added(), this.upkeep);
		this.work = new GuardWork(transport, options.clock(),
				(lease) -> new GuardDuty(new LeasedGateway(gateway, lease), this.indexes, options));
	}

	/**
	 * Looks after the writes that are due: receives messages once, and handles them. To
	 * be called again and again, by any number of processes, unless an
	 * {@link InterPartitionIndexWorker} does it. One request, and for each write three to
	 * five when it is looked after first, and as many when it is forgotten.
	 * <p>
	 * The rows of eventually consistent indexes can be written only where the class is
	 * mapped. Messages of others wait, longer each time, and the log says so.
	 * @param hidden how long a message is given to the one who handles it
	 * @return how many there were
	 */
	public int poll(Duration hidden) {
		return this.work.poll(MESSAGES, hidden);
	}

	QueueWork work() {
		return this.work;
	}

	/**
	 * Sends the messages of writes again that nobody has looked after: those whose
	 * message was removed from the queue, and those of eventually consistent indexes
	 * whose writer died before he sent it; and not once more before they are overdue
	 * again. Scans the table of a class. To be called once a day.
	 * @param overdue how old a write must be, longer than a message waits in the queue
	 * @return how many messages were sent
	 */
	public long sweep(Class<?> type, Duration overdue) {
		return sweep(this.indexes.table(type), overdue);
	}

	long sweep(String table, Duration overdue) {
		return new TokenRowSweep(this.gateway, this.transport, this.options.clock()).run(table, overdue,
				(row) -> Optional.ofNullable(row.get(IndexGuard.COLUMN, String.class)));
	}

	/**
	 * The tables of all mapped classes with an index in another partition.
	 */
	Set<String> tables() {
		return this.indexes.tables();
	}

	/**
	 * Compares the index with its entities, see {@link #verify(Class, String, Consumer)}.
	 */
	public IndexReport verify(Class<?> type, String index) {
		return verify(type, index, (finding) -> {
		});
	}

	/**
	 * Compares the index with its entities, and changes nothing. Entities and index rows
	 * are read page by page, in constant memory, and for each of them the other one: one
	 * request for each page and each row. What writers change meanwhile is never
	 * reported, and neither is what is {@linkplain InterPartitionIndexOptions.Times young
	 * enough} to be the worker's.
	 * @param findings takes each fault
	 */
	public IndexReport verify(Class<?> type, String index, Consumer<IndexFinding> findings) {
		return this.upkeep.verify(target(type, index), findings);
	}

	/**
	 * Makes the index what its entities say, see
	 * {@link #rebuild(Class, String, TableScrollPosition, Consumer)}.
	 */
	public IndexReport rebuild(Class<?> type, String index) {
		return rebuild(type, index, null, (progress) -> {
		});
	}

	/**
	 * Makes the index what its entities say, while others go on writing. It is correct
	 * after every request, and can be stopped at any. Entities are not written, so that
	 * nobody's version changes.
	 * @param from where an earlier one got to, or {@code null} for the beginning
	 * @param progress is called after each page; its position is where to go on
	 * @return what was mended, and what cannot be
	 */
	public IndexReport rebuild(Class<?> type, String index, @Nullable TableScrollPosition from,
			Consumer<IndexProgress> progress) {
		return this.upkeep.rebuild(target(type, index), from, progress);
	}

	/**
	 * Fills an index that is new to data that is there already, and makes it readable. To
	 * be called when all processes that write declare the index. A backfill that was
	 * stopped goes on where it was. If another process runs one too, the later one wins
	 * and the earlier one fails; neither does harm.
	 * @return what a final {@link #verify} found; the index is readable if nothing was
	 */
	public IndexReport backfill(Class<?> type, String index, Consumer<IndexProgress> progress) {
		return this.lifecycle.backfill(target(type, index), progress);
	}

	/**
	 * Keeps queries away from an index, which goes on being written. Two requests.
	 */
	public void withdraw(Class<?> type, String index) {
		this.lifecycle.withdraw(target(type, index));
	}

	/**
	 * Deletes the rows of an index that no process declares any more but this one. To be
	 * called when every process has seen that it was {@linkplain #withdraw withdrawn}.
	 * Can be repeated.
	 * @return how many rows there were
	 */
	public long drop(Class<?> type, String index) {
		return this.lifecycle.drop(target(type, index), ServiceLimits.PAGE_SIZE);
	}

	/**
	 * The state of an index as its table says it now. One request.
	 */
	public IndexState state(Class<?> type, String index) {
		return this.lifecycle.state(target(type, index));
	}

	/**
	 * Learns what other processes did with the states of indexes. One request for each
	 * table that has any. To be called at the start, and regularly while an index is
	 * being added or dropped.
	 */
	public void refresh() {
		this.lifecycle.refresh(this.indexes.allTables());
	}

	/**
	 * Which indexes queries may use, as this process knows; to be handed to
	 * {@link io.azuretables.operations.TableTemplate#setReadableIndexes}.
	 */
	public Predicate<IndexMapping> readable() {
		return this.lifecycle.readable();
	}

	private IndexTarget target(Class<?> type, String index) {
		return this.indexes.target(this.gateway, type, index);
	}

	/**
	 * All that a query finds through an index: for use without repositories, and where a
	 * query must not go another way. Pages of the index, and one request more for each
	 * entity where it is verified, made while the stream is consumed.
	 * @throws InvalidDataAccessApiUsageException if the index does not serve the query
	 */
	public <T> Stream<T> find(Class<T> type, String index, TableQuery query) {
		String through = this.operations.query(type).outline(query).index().map(IndexMapping::name).orElse("");
		if (!through.equals(index)) {
			throw new InvalidDataAccessApiUsageException("The query would not go through the index "
					+ target(type, index).label() + (through.isEmpty() ? "" : ", but through '" + through + "'")
					+ ": it is not readable, or another way is better");
		}
		return this.operations.stream(query, type);
	}

	/**
	 * About how many writes are still to be looked after or forgotten. One request.
	 */
	public long depth() {
		return this.transport.depth();
	}

	/**
	 * How long what is to be done next has been overdue; nothing when nothing is due. One
	 * request. What is more than a worker's longest pause between two looks says that
	 * there are too few.
	 */
	public Duration lag() {
		return this.work.lag();
	}

}
