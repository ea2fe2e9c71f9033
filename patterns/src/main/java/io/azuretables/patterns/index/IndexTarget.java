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

import java.util.List;
import java.util.Objects;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.execution.SegmentedScan;
import io.azuretables.internal.index.IndexRows;
import io.azuretables.internal.index.InterPartitionIndexes;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.model.EntityModel.Match;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.model.KeyMapping;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.KeyRange;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.patterns.index.IndexOptions.Reading;
import io.azuretables.patterns.internal.index.DeclaredIndexes;
import io.azuretables.patterns.internal.index.IndexLists;
import io.azuretables.patterns.internal.index.StateRows;
import io.azuretables.query.Criteria;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * The index, table and entity class that index administration works on, with the
 * conditions for their rows.
 *
 * @param gateway where they lie
 * @param table the table
 * @param entity the entity
 * @param rows which index row stands for an entity
 * @param lists its lists, as all classes of the table share them
 */
record IndexTarget(TableGateway gateway, String table, TablePersistentEntity<?> entity, IndexRows rows,
		IndexLists lists) {

	/**
	 * Returns an index of a class.
	 * @throws InvalidDataAccessApiUsageException if it has none of that name
	 */
	static IndexTarget of(TableGateway gateway, DeclaredIndexes indexes, Class<?> type, String index) {
		TablePersistentEntity<?> entity = indexes.entity(type);
		String table = indexes.table(entity);
		return new IndexTarget(gateway, table, entity,
				new IndexRows(EntityModel.of(entity), indexes.index(type, index)),
				indexes.lists(gateway, table, index));
	}

	/**
	 * How the index is called among all of its table.
	 */
	String label() {
		return StateRows.label(this.entity.getType(), this.rows.index().name());
	}

	/**
	 * The rows of the entities.
	 */
	Criteria entities() {
		return kind(EntityModel.of(this.entity).keys());
	}

	/**
	 * The rows of the index.
	 */
	Criteria indexRows() {
		return kind(this.rows.index().keys());
	}

	/**
	 * Where both kinds lie in the same partitions, {@link #scan} says which.
	 */
	private Criteria kind(KeyMapping keys) {
		Criteria rows = Criteria.where("RowKey").startingWith(keys.row().prefix());
		String partition = keys.partition().prefix();
		return (partition.isEmpty() || this.rows.index().isIntraPartition()) ? rows
				: Criteria.where("PartitionKey").startingWith(partition).and(rows);
	}

	/**
	 * A scan of rows, whatever other rows are between them.
	 */
	SegmentedScan scan(Criteria kind, Reading reading) {
		return new SegmentedScan(this.gateway, reading.calls(),
				RowRequest.of(this.table, null).withTop(reading.pageSize()), kind, partitions());
	}

	/**
	 * The partitions of entities and index rows.
	 */
	private KeyRange partitions() {
		return this.rows.index().isIntraPartition()
				? KeyRange.prefix(EntityModel.of(this.entity).keys().partition().prefix()) : KeyRange.all();
	}

	/**
	 * Reads a row by its key.
	 */
	@Nullable TableRow read(TableKey key) {
		return this.gateway.read(this.table, key, null, RowReader.rows());
	}

	/**
	 * Whether a row is one of an entity.
	 */
	boolean isEntity(TableRow row) {
		return isOf(row, EntityModel.of(this.entity).keys());
	}

	/**
	 * Whether a row is one of the index.
	 */
	boolean isIndexRow(TableRow row) {
		KeyMapping keys = this.rows.index().keys();
		return isList() ? isUnder(row.key(), keys) : isOf(row, keys);
	}

	private boolean isOf(TableRow row, KeyMapping keys) {
		return isUnder(row.key(), keys) && isOfType(row);
	}

	private static boolean isUnder(TableKey key, KeyMapping keys) {
		return key.partitionKey().startsWith(keys.partition().prefix()) && key.rowKey().startsWith(keys.row().prefix());
	}

	private boolean isList() {
		return this.rows.index().isList();
	}

	/**
	 * Whether a row under the key of an entity is one of another class, whose own index
	 * may have the same lists.
	 */
	boolean isOfOtherClass(@Nullable TableRow entityRow) {
		return isList() && entityRow != null && !isOfType(entityRow);
	}

	/**
	 * The keys of the entities in the list for some values.
	 */
	List<TableKey> listed(Object... values) {
		KeyMapping keys = this.rows.index().keys();
		if (!isList() || values.length != keys.parts().size()) {
			throw new InvalidDataAccessApiUsageException("The index " + label()
					+ (isList() ? " has a list for values of " + keys.parts() + ", and the call gives " + values.length
							: " has a row for each entity, and no lists; ask for its entities"));
		}
		Object[] given = new Object[values.length];
		for (int i = 0; i < given.length; i++) {
			LeafProperty part = keys.parts().get(i);
			if (values[i] == null) {
				throw new InvalidDataAccessApiUsageException(
						"The value of '" + part + "' for a list of the index " + label() + " must not be null");
			}
			given[i] = part.conversion().coerce(values[i]);
		}
		try {
			TableRow first = read(keys.encode(given));
			return (first != null) ? List.copyOf(own().entities(first)) : List.of();
		}
		catch (InvalidKeyException ex) {
			// no entity can have such a key
			return List.of();
		}
	}

	/**
	 * What an index row says: itself, or what stands for each entity of a list.
	 * @throws org.springframework.dao.DataIntegrityViolationException if it is no list
	 */
	List<TableRow> entries(TableRow indexRow) {
		if (!isList()) {
			return List.of(indexRow);
		}
		return own().entities(indexRow)
			.stream()
			.map((owner) -> TableRow.of(indexRow.key(), IndexRows.entry(indexRow.key(), owner).properties(),
					indexRow.etag(), indexRow.timestamp()))
			.toList();
	}

	/**
	 * The lists with the ids as this class has them.
	 */
	private IndexLists own() {
		return new IndexLists(this.gateway, this.table, List.of(this.rows));
	}

	/**
	 * The keys of the rows that go with an index row: those that a long list goes on in.
	 */
	List<TableKey> further(TableRow indexRow) {
		return isList() ? own().further(indexRow) : List.of();
	}

	/**
	 * What an index row says, where one that is no list says nothing.
	 */
	List<TableRow> readableEntries(TableRow indexRow) {
		try {
			return entries(indexRow);
		}
		catch (DataIntegrityViolationException ex) {
			return List.of();
		}
	}

	/**
	 * Reads again what an index row says of an entity; {@code null} where it says nothing
	 * any more.
	 * @param entry the index row, or what stands for the entity in a list
	 * @throws org.springframework.dao.DataIntegrityViolationException if it is no list
	 */
	@Nullable TableRow readEntry(TableRow entry) {
		TableRow found = read(entry.key());
		if (found == null || !isList()) {
			return found;
		}
		return entries(found).stream()
			.filter((one) -> Objects.equals(owner(one), owner(entry)))
			.findFirst()
			.orElse(null);
	}

	private boolean isOfType(TableRow row) {
		Discriminator discriminator = EntityModel.of(this.entity).discriminator();
		return discriminator == null || discriminator.match(row.get(discriminator.column())) != Match.OTHER;
	}

	/**
	 * The key of the entity that an index row names; {@code null} where it names none.
	 */
	static @Nullable TableKey owner(TableRow indexRow) {
		String partitionKey = (indexRow.get(IndexMapping.ENTITY_PARTITION_KEY) instanceof String other) ? other
				: indexRow.key().partitionKey();
		return (indexRow.get(IndexMapping.ENTITY_ROW_KEY) instanceof String rowKey) ? new TableKey(partitionKey, rowKey)
				: null;
	}

	/**
	 * The index row that an entity ought to have; {@code null} where it ought to have
	 * none.
	 * @throws io.azuretables.key.InvalidKeyException if it has no valid key
	 * @throws io.azuretables.row.UnstorableValueException if a property of the key cannot
	 * be read
	 */
	@Nullable TableRow expected(TableRow entityRow) {
		IndexMapping index = this.rows.index();
		return index.isIntraPartition() ? this.rows.rowFor(entityRow)
				: this.rows.rowFor(entityRow, InterPartitionIndexes.tokenOf(index, entityRow));
	}

	/**
	 * Whether an index row belongs to an entity.
	 */
	boolean isOf(TableRow indexRow, TableRow entityRow) {
		TableKey key = isEntity(entityRow) ? this.rows.knownKeyFor(entityRow) : null;
		if (key == null || isList() || this.rows.index().isIntraPartition()) {
			return indexRow.key().equals(key);
		}
		String token = InterPartitionIndexes.tokenOf(this.rows.index(), entityRow);
		return indexRow.key().equals(this.rows.withToken(key, token)) && token.equals(indexRow.get(RowWrite.TOKEN));
	}

	/**
	 * The failure where writers do not let the index be looked at.
	 */
	OptimisticLockingFailureException busy(int attempts) {
		return new OptimisticLockingFailureException("A row of the index " + label() + " changed each of the "
				+ attempts + " times it was looked at; try again when less is written");
	}

}
