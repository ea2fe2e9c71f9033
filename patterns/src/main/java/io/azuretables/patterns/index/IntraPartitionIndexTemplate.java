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

package io.azuretables.patterns.index;

import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.azuretables.client.TableGateway;
import io.azuretables.index.IndexRows;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.IndexMapping;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.index.IndexCheck.Tally;
import io.azuretables.patterns.index.IndexStates.StoredState;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableScrollPosition;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.domain.Range;

/**
 * What can be done with the indexes in the partitions of their entities, besides writing
 * them, which every write does? Look-ups by a named index; proof that it is true; repair;
 * and adding one to a table that already has data. Safe for concurrent use.
 *
 * @since 0.1
 */
public final class IntraPartitionIndexTemplate {

	private final TableOperations operations;

	private final TableGateway gateway;

	private final IntraPartitionIndexOptions options;

	private final IndexStates states;

	public IntraPartitionIndexTemplate(TableOperations operations, TableGateway gateway) {
		this(operations, gateway, IntraPartitionIndexOptions.DEFAULTS);
	}

	public IntraPartitionIndexTemplate(TableOperations operations, TableGateway gateway,
			IntraPartitionIndexOptions options) {
		this.operations = operations;
		this.gateway = gateway;
		this.options = options;
		this.states = new IndexStates(gateway, operations.converter().mappingContext(), options.added());
	}

	/**
	 * The entity with the given values in all parts of the keys of the index, those of
	 * the partition key first. One request; two where the index holds no full copy.
	 */
	public <T> Optional<T> findOne(Class<T> type, String index, Object... values) {
		return this.operations.findOne(checked(type, index, lookup(type, index).exactly(values)), type);
	}

	/**
	 * The entities with the given values in the first parts of the keys of the index, at
	 * least those of the partition key, in the order of the index. One request for each
	 * page, made while the stream is consumed.
	 */
	public <T> Stream<T> list(Class<T> type, String index, Object... leading) {
		return this.operations.stream(checked(type, index, lookup(type, index).listing(leading)), type);
	}

	/**
	 * The entities with the given values in the first parts of the keys of the index, and
	 * with a value in a range in the next one, in the order of the index. One request for
	 * each page.
	 */
	public <T> Stream<T> range(Class<T> type, String index, Range<?> values, Object... leading) {
		return this.operations.stream(checked(type, index, lookup(type, index).range(values, leading)), type);
	}

	private IndexLookup lookup(Class<?> type, String index) {
		return new IndexLookup(IndexStates.label(type, index), target(type, index).rows().index());
	}

	private <T> TableQuery checked(Class<T> type, String index, TableQuery query) {
		String through = this.operations.query(type).outline(query).index().map(IndexMapping::name).orElse("");
		if (!through.equals(index)) {
			throw new InvalidDataAccessApiUsageException("The query would not go through the index "
					+ IndexStates.label(type, index) + (through.isEmpty() ? "" : ", but through '" + through + "'")
					+ ": it is not readable, or another way is better");
		}
		return query;
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
	 * are read once, page by page, in constant memory, and a second time if something
	 * seems to be wrong; each row under suspicion costs one or two requests more. What
	 * writers change meanwhile is never reported.
	 * @param findings takes each fault
	 */
	public Report verify(Class<?> type, String index, Consumer<Finding> findings) {
		IndexCheck check = new IndexCheck(target(type, index), this.options.pageSize());
		Tally tally = new Tally();
		check.findings(check.digests(tally), tally, findings);
		return tally.report();
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
	 * Makes the index what its entities say, while others go on writing. Each write has
	 * the condition that what it was derived from has not changed; it is correct after
	 * every request, and can be stopped at any.
	 * @param from where an earlier one got to, or {@code null} for the beginning
	 * @param progress is called after each page; its position is where to go on
	 * @return what was mended, and what cannot be
	 */
	public Report rebuild(Class<?> type, String index, @Nullable TableScrollPosition from,
			Consumer<Progress> progress) {
		return rebuild(target(type, index), from, progress);
	}

	private Report rebuild(IndexTarget target, @Nullable TableScrollPosition from, Consumer<Progress> progress) {
		return new IndexRebuild(new IndexCheck(target, this.options.pageSize()), progress).run(from);
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
		rebuild(target, from, (done) -> {
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
		return new IndexRemoval(target, this.options.pageSize()).run();
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
		Set<String> tables = new HashSet<>();
		this.operations.converter()
			.mappingContext()
			.getPersistentEntities()
			.stream()
			.filter((entity) -> entity.isTable() && !entity.model().indexes().isEmpty())
			.forEach((entity) -> tables.add(table(entity)));
		this.states.refresh(tables);
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
		IndexMapping mapping = entity.model()
			.indexes()
			.stream()
			.filter((one) -> one.name().equals(index) && one.isIntraPartition())
			.findFirst()
			.orElseThrow(() -> new InvalidDataAccessApiUsageException(
					type.getSimpleName() + " has no index '" + index + "' in its own partition; it has "
							+ entity.model().indexes().stream().map(IndexMapping::name).toList()));
		return new IndexTarget(this.gateway, table(entity), entity, new IndexRows(entity.model(), mapping));
	}

	private String table(TablePersistentEntity<?> entity) {
		return this.options.tableNames().resolve(entity.getType(), entity.tableName());
	}

	/**
	 * How far is an index? It is written in every state; queries use it when it is
	 * readable.
	 */
	public enum State {

		/**
		 * Written, and not yet complete.
		 */
		WRITE_ONLY,

		/**
		 * Being filled with what was there before.
		 */
		BACKFILLING,

		/**
		 * Complete. An index of which nothing else is said.
		 */
		READABLE,

		/**
		 * Being deleted.
		 */
		DROPPING

	}

	/**
	 * What can be wrong with an index?
	 */
	public enum Kind {

		/**
		 * An entity has no index row.
		 */
		MISSING,

		/**
		 * An index row stands for no entity, or lies under a key that its entity does not
		 * have any more.
		 */
		ORPHANED,

		/**
		 * An index row holds other values than its entity.
		 */
		STALE,

		/**
		 * An entity cannot have an index row: another one has its key in a unique index,
		 * or a property cannot stand in a key. Only a change of the entity helps.
		 */
		REFUSED

	}

	/**
	 * One thing that is wrong.
	 *
	 * @param kind what
	 * @param entity the key of the entity, if there is one
	 * @param indexRow the key that the index row has, or ought to have
	 */
	public record Finding(Kind kind, @Nullable TableKey entity, @Nullable TableKey indexRow) {

	}

	/**
	 * What was read, and what was found or mended.
	 *
	 * @param entities how many entities were compared
	 * @param indexRows how many index rows were compared
	 * @param findings how often each kind of fault was found
	 */
	public record Report(long entities, long indexRows, Map<Kind, Long> findings) {

		public Report {
			Map<Kind, Long> copy = new EnumMap<>(Kind.class);
			copy.putAll(findings);
			findings = Collections.unmodifiableMap(copy);
		}

		public long count(Kind kind) {
			return this.findings.getOrDefault(kind, 0L);
		}

		public boolean isClean() {
			return this.findings.isEmpty();
		}

	}

	/**
	 * How far a rebuild has come.
	 *
	 * @param position where to go on; {@link TableScrollPosition#encode()} makes a text
	 * of it
	 * @param report what was mended since this run began
	 */
	public record Progress(TableScrollPosition position, Report report) {

	}

}
