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

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.azuretables.client.TableGateway;
import io.azuretables.mapping.IndexMapping;
import io.azuretables.mapping.TableMappingContext;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.index.DeclaredIndexes.Place;
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

	private final DeclaredIndexes indexes;

	private final IndexUpkeep upkeep;

	private final IndexLifecycle lifecycle;

	public IntraPartitionIndexTemplate(TableOperations operations, TableGateway gateway) {
		this(operations, gateway, IntraPartitionIndexOptions.DEFAULTS);
	}

	public IntraPartitionIndexTemplate(TableOperations operations, TableGateway gateway,
			IntraPartitionIndexOptions options) {
		this.operations = operations;
		this.gateway = gateway;
		this.options = options;
		TableMappingContext context = operations.converter().mappingContext();
		this.indexes = new DeclaredIndexes(context, options.tableNames(), Place.OWN_PARTITION);
		this.upkeep = new IntraPartitionUpkeep(options.pageSize());
		this.lifecycle = new IndexLifecycle(gateway, context, options.added(), this.upkeep);
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
	public IndexReport verify(Class<?> type, String index) {
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
	 * Makes the index what its entities say, while others go on writing. Each write has
	 * the condition that what it was derived from has not changed; it is correct after
	 * every request, and can be stopped at any.
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
		return this.lifecycle.drop(target(type, index), this.options.pageSize());
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

}
