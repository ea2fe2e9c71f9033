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

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.execution.ParallelCalls;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.odata.ODataFilter;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.patterns.internal.index.DeclaredIndexes;
import io.azuretables.patterns.internal.index.StateRows;
import io.azuretables.plan.ReadableIndexes;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.row.RowIterator;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Reads and writes the states of indexes, summaries and copies: only written, being
 * filled, or readable. There is a row for each that is not simply readable, in a
 * partition of its own in the table of the class, so that all processes agree. The states
 * that were last read are kept, so that planning a query sends no request. Only the first
 * question about a summary of a table without an index reads its states.
 */
final class IndexStates implements ReadableIndexes {

	private static final Log logger = LogFactory.getLog(IndexStates.class);

	private static final String POSITION = "Position";

	private final TableGateway gateway;

	private final TableMappingContext context;

	private final DeclaredIndexes indexes;

	private final IndexOptions options;

	private final ParallelCalls calls;

	/**
	 * The tables whose states somebody has asked for, besides those with an index.
	 */
	private final Set<String> asked = ConcurrentHashMap.newKeySet();

	private volatile Set<String> learned = Set.of();

	/**
	 * The indexes that were filled for another declaration, each logged once.
	 */
	private final Set<String> changed = ConcurrentHashMap.newKeySet();

	private final Map<Declared, List<String>> labels = new ConcurrentHashMap<>();

	/**
	 * The states that were last read or written, by table and label.
	 */
	private final Map<String, Map<String, IndexState>> stored = new HashMap<>();

	private volatile Map<String, IndexState> known = Map.of();

	/**
	 * The states of indexes.
	 */
	IndexStates(TableGateway gateway, TableMappingContext context, DeclaredIndexes indexes, IndexOptions options) {
		this.gateway = gateway;
		this.context = context;
		this.indexes = indexes;
		this.options = options;
		this.calls = options.reading().calls();
	}

	/**
	 * Whether queries may use an index, or a summary can be read, as far as this process
	 * knows.
	 */
	@Override
	public boolean isReadable(Class<?> type, String index) {
		if (!this.context.hasPersistentEntityFor(type)) {
			// a class of another context
			return true;
		}
		List<String> known = this.labels.computeIfAbsent(new Declared(type, index), this::labels);
		if (known.isEmpty() && !this.indexes.hasIndex(type, index)) {
			learn(this.indexes.table(this.indexes.entity(type)));
			known = List.of(StateRows.label(type, index));
		}
		Map<String, IndexState> states = this.known;
		return known.stream().allMatch((label) -> states.getOrDefault(label, initial(label)) == IndexState.READABLE);
	}

	private void learn(String table) {
		this.asked.add(table);
		if (!this.learned.contains(table)) {
			refresh(this.indexes.tables());
		}
	}

	/**
	 * An index is inherited by subtypes, and is one index all the same.
	 */
	private List<String> labels(Declared declared) {
		IndexMapping index = EntityModel.of(this.context.getRequiredPersistentEntity(declared.type()))
			.index(declared.index())
			.orElse(null);
		if (index == null) {
			return List.of();
		}
		for (TablePersistentEntity<?> entity : List.copyOf(this.context.getPersistentEntities())) {
			if (entity.isTable() && EntityModel.of(entity).indexes().contains(index)) {
				return StateRows.labels(entity.getType(), index.name());
			}
		}
		return List.of();
	}

	private IndexState initial(String label) {
		return this.options.added().contains(label) ? IndexState.WRITE_ONLY : IndexState.READABLE;
	}

	/**
	 * Reads the states in some tables, and in those that were asked for, one request
	 * each, several at the same time. What is written meanwhile comes after it, and is
	 * not forgotten by it.
	 */
	synchronized void refresh(Set<String> tables) {
		Set<String> all = new HashSet<>(tables);
		all.addAll(this.asked);
		List<String> names = List.copyOf(all);
		Map<String, Set<String>> declarations = this.indexes.declarations();
		List<Map<String, IndexState>> states = this.calls.map(names, (table) -> read(table, declarations));
		this.stored.clear();
		for (int i = 0; i < names.size(); i++) {
			this.stored.put(names.get(i), states.get(i));
		}
		this.known = merged();
		this.learned = Set.copyOf(all);
	}

	/**
	 * Classes with the same simple name in several tables share their labels: an index is
	 * readable if it is so in all of them.
	 */
	private Map<String, IndexState> merged() {
		Map<String, IndexState> merged = new HashMap<>();
		this.stored.values()
			.forEach((table) -> table.forEach((label, state) -> merged.merge(label, state,
					(one, other) -> (one != IndexState.READABLE) ? one : other)));
		return Map.copyOf(merged);
	}

	private Map<String, IndexState> read(String table, Map<String, Set<String>> declarations) {
		RowRequest request = RowRequest.of(table,
				ODataFilter.write(Criteria.where("PartitionKey").is(StateRows.PARTITION)));
		Map<String, IndexState> states = new HashMap<>();
		try {
			new RowIterator<>(request, (page) -> this.gateway.read(page, RowReader.rows())).forEachRemaining((row) -> {
				String label = StateRows.label(row.key());
				states.put(label, state(row, label, declarations.getOrDefault(label, Set.of())));
			});
		}
		catch (InvalidDataAccessResourceUsageException ex) {
			// the table is not there, and neither is anything in it
		}
		return states;
	}

	/**
	 * The state of an index as the table says it now. One request.
	 */
	StoredState read(DerivedRows target) {
		String table = target.table();
		TableRow row = this.gateway.read(table, StateRows.key(target.label()), null, RowReader.rows());
		if (row == null) {
			return new StoredState(table, initial(target.label()), null, null);
		}
		String position = row.get(POSITION, String.class);
		return new StoredState(table, state(row, target.label(), Set.of(target.declaration())),
				(position != null) ? TableScrollPosition.decode(position) : null, row.etag());
	}

	/**
	 * What a row says. An index that was filled for another declaration counts as one
	 * that is only written, as it lacks what queries look for.
	 */
	private IndexState state(TableRow row, String label, Set<String> declarations) {
		IndexState state = IndexState.valueOf(Objects.requireNonNull(row.get(StateRows.STATE, String.class)));
		String filled = row.get(StateRows.DECLARATION, String.class);
		if (filled == null || declarations.isEmpty() || declarations.contains(filled) || state == IndexState.DROPPING) {
			return state;
		}
		if (this.changed.add(label)) {
			logger
				.warn("The index " + label + " was filled as it was declared before, so queries do not use it. Give a "
						+ "changed index another name. If no other instance has the former declaration, call "
						+ "IndexAdministration.backfill instead");
		}
		return IndexState.WRITE_ONLY;
	}

	/**
	 * Changes a state in the table that it was read from, if no other writer has. One
	 * request.
	 * @throws OptimisticLockingFailureException if another process has
	 */
	synchronized StoredState write(DerivedRows target, StoredState before, IndexState state,
			@Nullable TableScrollPosition position) {
		Map<String, Object> properties = new HashMap<>(Map.of(StateRows.STATE, state.name()));
		if (position != null) {
			properties.put(POSITION, position.encode());
		}
		if (!target.declaration().isEmpty()) {
			properties.put(StateRows.DECLARATION, target.declaration());
		}
		TableRow row = TableRow.of(StateRows.key(target.label()), properties);
		String etag = before.etag();
		RowWrite write = (etag != null) ? new RowWrite.Replace(row, etag) : new RowWrite.Insert(row);
		StoredState stored = new StoredState(before.table(), state, position, written(target, before.table(), write));
		this.stored.computeIfAbsent(before.table(), (table) -> new HashMap<>()).put(target.label(), state);
		this.known = merged();
		return stored;
	}

	private @Nullable String written(DerivedRows target, String table, RowWrite write) {
		try {
			return this.gateway.write(table, write);
		}
		catch (DuplicateKeyException | OptimisticLockingFailureException ex) {
			throw new OptimisticLockingFailureException("The state of the " + target.kind() + ' ' + target.label()
					+ " was changed by another process at the same time, which continues", ex);
		}
	}

	/**
	 * The state of an index as it is stored.
	 *
	 * @param table the table that it is in: other threads, which write it while segments
	 * are read, may have another one by the resolver of names
	 * @param state the state
	 * @param position how far a rebuild has come, if one is under way
	 * @param etag the version of the row; {@code null} where there is none
	 */
	record StoredState(String table, IndexState state, @Nullable TableScrollPosition position, @Nullable String etag) {

	}

	/**
	 * An index of a class.
	 *
	 * @param type the class
	 * @param index the name of the index
	 */
	private record Declared(Class<?> type, String index) {

	}

}
