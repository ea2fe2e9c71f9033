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
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.index.IndexRemoval;
import io.azuretables.patterns.index.IndexStates;
import io.azuretables.patterns.index.IndexStates.StoredState;
import io.azuretables.patterns.index.IndexTarget;
import io.azuretables.patterns.index.IntraPartitionIndexTemplate.Finding;
import io.azuretables.patterns.index.IntraPartitionIndexTemplate.Progress;
import io.azuretables.patterns.index.IntraPartitionIndexTemplate.Report;
import io.azuretables.patterns.index.IntraPartitionIndexTemplate.State;
import io.azuretables.patterns.queue.MessageTransport;
import io.azuretables.patterns.queue.QueueWork;
import io.azuretables.patterns.queue.TokenRowSweep;
import io.azuretables.patterns.queue.WriteGuard;
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

	private final IndexStates states;

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
		this.indexes = new DeclaredIndexes(operations.converter().mappingContext(), options.tableNames());
		this.states = new IndexStates(gateway, operations.converter().mappingContext(), options.lookUps().added());
		this.work = new GuardWork(transport, options.clock(), new GuardDuty(gateway, this.indexes, options));
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
		return sweep(this.indexes.table(this.operations.converter().entity(type)), overdue);
	}

	long sweep(String table, Duration overdue) {
		return new TokenRowSweep(this.gateway, this.transport, this.options.clock(), this.options.times().fence())
			.run(table, overdue, (row) -> Optional.ofNullable(row.get(IndexGuard.COLUMN, String.class)));
	}

	/**
	 * The tables of all mapped classes with an index in another partition.
	 */
	Set<String> tables() {
		return this.indexes.sweptTables();
	}

	/**
	 * Compares the index with its entities, see {@link #verify(Class, String, Consumer)}.
	 */
	public Report verify(Class<?> type, String index) {
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
	public Report verify(Class<?> type, String index, Consumer<Finding> findings) {
		return pass(target(type, index), null).verify(findings);
	}

	/**
	 * Makes the index what its entities say, see
	 * {@link #rebuild(Class, String, TableScrollPosition, Consumer)}.
	 */
	public Report rebuild(Class<?> type, String index) {
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
	public Report rebuild(Class<?> type, String index, @Nullable TableScrollPosition from,
			Consumer<Progress> progress) {
		return pass(target(type, index), from).rebuild(progress);
	}

	private IndexPass pass(IndexTarget target, @Nullable TableScrollPosition from) {
		IndexAudit audit = new IndexAudit(target, this.options.clock().instant(), this.options.times().retention());
		WriteGuard writeGuard = new WriteGuard(this.gateway, this.options.clock());
		return new IndexPass(new IndexMending(audit, writeGuard, this.options.times().fence()), from);
	}

	/**
	 * Fills an index that is new to data that is there already, and makes it readable. To
	 * be called when all processes that write declare the index. A backfill that was
	 * stopped goes on where it was. If another process runs one too, the later one wins
	 * and the earlier one fails; neither does harm.
	 * @return what a final {@link #verify} found; the index is readable if nothing was
	 */
	public Report backfill(Class<?> type, String index, Consumer<Progress> progress) {
		IndexTarget target = target(type, index);
		StoredState before = this.states.read(target);
		TableScrollPosition from = (before.state() == State.BACKFILLING) ? before.position() : null;
		StoredState[] stored = { this.states.write(target, before, State.BACKFILLING, from) };
		pass(target, from).rebuild((done) -> {
			stored[0] = this.states.write(target, stored[0], State.BACKFILLING, done.position());
			progress.accept(done);
		});
		Report rest = verify(type, index);
		this.states.write(target, stored[0], rest.isClean() ? State.READABLE : State.BACKFILLING, null);
		return rest;
	}

	/**
	 * Keeps queries away from an index, which goes on being written. Two requests.
	 */
	public void withdraw(Class<?> type, String index) {
		IndexTarget target = target(type, index);
		this.states.write(target, this.states.read(target), State.WRITE_ONLY, null);
	}

	/**
	 * Deletes the rows of an index that no process declares any more but this one. To be
	 * called when every process has seen that it was {@linkplain #withdraw withdrawn}.
	 * Can be repeated.
	 * @return how many rows there were
	 */
	public long drop(Class<?> type, String index) {
		IndexTarget target = target(type, index);
		this.states.write(target, this.states.read(target), State.DROPPING, null);
		return new IndexRemoval(target, ServiceLimits.PAGE_SIZE).run();
	}

	/**
	 * The state of an index as its table says it now. One request.
	 */
	public State state(Class<?> type, String index) {
		return this.states.read(target(type, index)).state();
	}

	/**
	 * Learns what other processes did with the states of indexes. One request for each
	 * table that has any. To be called at the start, and regularly while an index is
	 * being added or dropped.
	 */
	public void refresh() {
		this.states.refresh(this.indexes.tables());
	}

	/**
	 * Which indexes queries may use, as this process knows; to be handed to
	 * {@link io.azuretables.operations.TableTemplate#setReadableIndexes}.
	 */
	public Predicate<IndexMapping> readable() {
		return this.states;
	}

	private IndexTarget target(Class<?> type, String index) {
		TablePersistentEntity<?> entity = this.operations.converter().entity(type);
		return new IndexTarget(this.gateway, this.indexes.table(entity), entity, this.indexes.rows(entity, index));
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
	 * How long the write has been waiting that is to be looked after next; nothing when
	 * none is due. One request. What is more than seconds says that there are too few
	 * workers.
	 */
	public Duration lag() {
		return this.work.lag();
	}

}
