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

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.patterns.index.IndexStates.StoredState;
import io.azuretables.patterns.internal.index.DeclaredIndexes;
import io.azuretables.plan.ReadableIndexes;
import io.azuretables.query.TableScrollPosition;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Verifies, rebuilds, fills and drops secondary indexes, summaries and denormalised
 * copies of mapped classes. All of it can run while applications read and write, and can
 * be stopped at any request. Safe for concurrent use.
 * <p>
 * Each is called by a class and a name: an index by the class of its entities and its own
 * name, a summary by the class that it counts and {@code summary:} with its name, copies
 * by the class of their holders and {@code copies:} with their name.
 * <p>
 * An index or summary that is new to data, or that is to go, passes through
 * {@linkplain IndexState states}, each of which all processes must have seen before the
 * next one.
 *
 * @since 0.1
 */
public final class IndexAdministration {

	private final TableGateway gateway;

	private final DeclaredIndexes indexes;

	private final IndexOptions options;

	private final IndexStates states;

	private final List<DerivedRows.Source> derived;

	/**
	 * Administers the indexes of the mapped classes with the default options.
	 */
	public IndexAdministration(TableGateway gateway, TableMappingContext context) {
		this(gateway, context, IndexOptions.DEFAULTS);
	}

	/**
	 * Administers the indexes of the mapped classes, and what else is derived from their
	 * entities.
	 * @param derived the templates of summaries and of copies, asked when they are
	 * administered
	 */
	public IndexAdministration(TableGateway gateway, TableMappingContext context, IndexOptions options,
			DerivedRows.Source... derived) {
		this.gateway = gateway;
		this.indexes = new DeclaredIndexes(context, options.tableNames());
		this.options = options;
		this.states = new IndexStates(gateway, context, this.indexes, options);
		this.derived = List.of(derived);
	}

	/**
	 * Lists all indexes of mapped classes, and then the summaries and copies, that are
	 * administered here.
	 */
	public List<DerivedRows> derivedRows() {
		List<DerivedRows> all = new ArrayList<>();
		this.indexes.forEach((type, index) -> all.add(new DerivedIndex(this.indexes, type, index.name())));
		others().forEach(all::add);
		return List.copyOf(all);
	}

	private Stream<DerivedRows> others() {
		return this.derived.stream().flatMap((some) -> some.derivedRows().stream());
	}

	/**
	 * What is called by a class and a name.
	 * @throws InvalidDataAccessApiUsageException if there is nothing of that name
	 */
	private DerivedRows rows(Class<?> type, String name) {
		Class<?> declared = this.indexes.entity(type).getType();
		return others().filter((one) -> one.type().equals(declared) && one.name().equals(name))
			.findFirst()
			.orElseGet(() -> new DerivedIndex(this.indexes, declared, this.indexes.index(declared, name).name()));
	}

	/**
	 * Compares the index with its entities, see {@link #verify(Class, String, Consumer)}.
	 */
	public IndexReport verify(Class<?> type, String index) {
		return verify(type, index, (finding) -> {
		});
	}

	/**
	 * Compares an index, a summary or copies with their entities, and changes nothing.
	 * Entities and index rows are read once, page by page, in constant memory, and a
	 * second time if something seems to be wrong; each suspect costs one to three
	 * requests more. More than ten pages are read in segments of partitions,
	 * {@linkplain IndexOptions.Reading several} at the same time.
	 * <p>
	 * Concurrent writes of an index are not reported, and neither is what is
	 * {@linkplain IndexOptions.Times young enough} to be left to a worker. A young entity
	 * of an eventually consistent index is left to a worker only while there is a young
	 * token row of the write that changed the index last, which is one request more. In
	 * lists of ids in other partitions, the id of an entity that was just deleted is
	 * {@code ORPHANED} until the worker has removed it, because a list does not tell the
	 * age of an id. Of copies, a holder whose source has just changed is {@code STALE}
	 * until the worker has written the holder, and one whose source changes between the
	 * two reads that compare them may be.
	 * <p>
	 * An entity with a property that cannot be read is {@code REFUSED}, and the others
	 * are compared; so is a holder of copies whose source cannot be read. A summary whose
	 * partition is written during each attempt is {@code NOT_COMPARED}, and the others
	 * are compared.
	 * @param findings takes each finding, by one thread at a time
	 */
	public IndexReport verify(Class<?> type, String index, Consumer<IndexFinding> findings) {
		return verify(type, index, findings, (progress) -> {
		});
	}

	/**
	 * Compares the index with its entities, see {@link #verify(Class, String, Consumer)}.
	 * @param findings takes each fault
	 * @param progress takes what was compared so far after each page, from one thread at
	 * a time
	 */
	public IndexReport verify(Class<?> type, String index, Consumer<IndexFinding> findings,
			Consumer<IndexReport> progress) {
		return rows(type, index).verify(this.gateway, this.options, findings, progress);
	}

	/**
	 * Corrects the index to agree with its entities, see
	 * {@link #rebuild(Class, String, TableScrollPosition, Consumer)}.
	 */
	public IndexReport rebuild(Class<?> type, String index) {
		return rebuild(type, index, null, (progress) -> {
		});
	}

	/**
	 * Corrects an index, a summary or copies to agree with their entities, while others
	 * go on writing. No request makes anything worse, and it can be stopped at any. Only
	 * an index in the partition of its entities changes their versions: an entity whose
	 * index row was missing gets a new ETag. More than ten pages are read and corrected
	 * in segments of partitions, {@linkplain IndexOptions.Reading several} at the same
	 * time.
	 * @param from where an earlier rebuild stopped, or {@code null} for the beginning
	 * @param progress is called after each page, by one thread at a time; its position is
	 * where to go on: everything before it is done, and what was done ahead of it is
	 * compared once more
	 * @return what was corrected, and what cannot be; {@code NOT_COMPARED} summaries are
	 * as they were
	 */
	public IndexReport rebuild(Class<?> type, String index, @Nullable TableScrollPosition from,
			Consumer<IndexProgress> progress) {
		return rows(type, index).rebuild(this.gateway, this.options, from, progress);
	}

	/**
	 * Fills a new index, summary or copies from existing entities, and makes them
	 * readable. Call it when all processes that write declare them. A backfill that was
	 * stopped goes on where it was. If another process runs one too, the later one wins
	 * and the earlier one fails; neither does harm.
	 * @return what a final {@link #verify} found; the index is readable if nothing was.
	 * If something was, also if it is only {@code NOT_COMPARED}, call it again
	 */
	public IndexReport backfill(Class<?> type, String index, Consumer<IndexProgress> progress) {
		DerivedRows target = rows(type, index);
		StoredState before = this.states.read(target);
		TableScrollPosition from = (before.state() == IndexState.BACKFILLING) ? before.position() : null;
		StoredState[] stored = { this.states.write(target, before, IndexState.BACKFILLING, from) };
		target.rebuild(this.gateway, this.options, from, (done) -> {
			stored[0] = this.states.write(target, stored[0], IndexState.BACKFILLING, done.position());
			progress.accept(done);
		});
		IndexReport rest = target.verify(this.gateway, this.options, (finding) -> {
		}, (report) -> {
		});
		this.states.write(target, stored[0], rest.isClean() ? IndexState.READABLE : IndexState.BACKFILLING, null);
		return rest;
	}

	/**
	 * Stops queries from using an index, or readers from reading a summary; writes go on
	 * maintaining it. Two requests.
	 */
	public void withdraw(Class<?> type, String index) {
		DerivedRows target = rows(type, index);
		this.states.write(target, this.states.read(target), IndexState.WRITE_ONLY, null);
	}

	/**
	 * Deletes the rows of an index or a summary that only this process still declares.
	 * Call it when every process has seen that it was {@linkplain #withdraw withdrawn}.
	 * Can be repeated.
	 * @return how many rows there were
	 * @throws InvalidDataAccessApiUsageException if it is called for copies, which are
	 * properties of other entities
	 */
	public long drop(Class<?> type, String index) {
		DerivedRows target = rows(type, index);
		this.states.write(target, this.states.read(target), IndexState.DROPPING, null);
		return target.drop(this.gateway, this.options);
	}

	/**
	 * Reads the entity keys in one list of an index with the layout {@code LIST}, without
	 * reading the entities. One request, whatever the number of entities. A key may be
	 * that of an entity that has just changed.
	 * @param values the values of the parts of the keys of the index, those of the
	 * partition key first
	 * @throws InvalidDataAccessApiUsageException if the index has no lists, or other
	 * parts
	 */
	public List<TableKey> keys(Class<?> type, String index, Object... values) {
		return IndexTarget.of(this.gateway, this.indexes, type, index).listed(values);
	}

	/**
	 * Compares the parts of wide entities with the main rows that name them, and changes
	 * nothing. Reads the table twice: parts page by page with the main rows of the same
	 * range, and main rows with their parts. Each suspect costs three requests more, so
	 * that concurrent writes are not reported.
	 * @param findings takes each fault: {@code ORPHANED} is a part that no entity names,
	 * {@code MISSING} one that an entity names and that is not there, {@code STALE} one
	 * of another write than its entity; the key of the part is that of the index row
	 * @return how many entities and parts were compared, and what was found
	 * @throws InvalidDataAccessApiUsageException if the class has no properties with
	 * {@code @Part}
	 */
	public IndexReport verifyParts(Class<?> type, Consumer<IndexFinding> findings) {
		return parts(type).run((fault) -> findings.accept(fault.finding()));
	}

	/**
	 * Deletes the parts that no entity names, while others go on writing. The requests of
	 * {@link #verifyParts}, and one for each part that is deleted. A part that an entity
	 * has got meanwhile stays. An entity whose part is missing or of another write is
	 * reported: save it whole, or delete it.
	 * @return what was found; of that, what is {@code ORPHANED} was deleted
	 * @throws InvalidDataAccessApiUsageException if the class has no properties with
	 * {@code @Part}
	 */
	public IndexReport removeParts(Class<?> type, Consumer<IndexFinding> findings) {
		PartComparison parts = parts(type);
		return parts.run((fault) -> {
			parts.delete(fault);
			findings.accept(fault.finding());
		});
	}

	private PartComparison parts(Class<?> type) {
		TablePersistentEntity<?> entity = this.indexes.entity(type);
		if (EntityModel.of(entity).parts().names().isEmpty()) {
			throw new InvalidDataAccessApiUsageException(
					type.getSimpleName() + " has no properties with @Part, and its entities have one row each");
		}
		return new PartComparison(this.gateway, this.indexes.table(entity),
				EntityModel.of(entity).keys().row().prefix(), this.options.reading());
	}

	/**
	 * Reads the state of an index, a summary or copies from their table. One request.
	 */
	public IndexState state(Class<?> type, String index) {
		return this.states.read(rows(type, index)).state();
	}

	/**
	 * Reads the states of indexes again, which other processes may have changed. One
	 * request for each table that has any, {@linkplain IndexOptions.Reading several} at
	 * the same time. Call it at the start, and regularly while an index is being added or
	 * dropped.
	 */
	public void refresh() {
		this.states.refresh(this.indexes.tables());
	}

	/**
	 * Returns which indexes queries may use, and which summaries can be read, as far as
	 * this process knows. For
	 * {@link io.azuretables.operations.TableTemplate#setReadableIndexes} and
	 * {@code SummaryTemplate.setReadableIndexes}.
	 */
	public ReadableIndexes readable() {
		return this.states;
	}

}
