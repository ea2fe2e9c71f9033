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

package io.azuretables.internal.index;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import io.azuretables.internal.change.CompanionRows;
import io.azuretables.internal.change.EntityChange;
import io.azuretables.internal.change.IndexChange;
import io.azuretables.internal.conversion.IndexList;
import io.azuretables.internal.convert.RowUpgrades;
import io.azuretables.internal.convert.RowValues;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.model.EntityModel.Match;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.internal.model.SeriesMapping;
import io.azuretables.internal.transaction.CombinedWrites;
import io.azuretables.internal.transaction.CompanionState;
import io.azuretables.key.RowParts;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.NewerTypes;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.write.CompanionSource;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Computes the additional rows that the write of an entity changes: index rows in its
 * partition and in others. Those in their own partition are written together with them:
 * index rows, and what other {@linkplain CompanionRows companions} there are. Besides,
 * there are the rows of indexes in other partitions.
 *
 * @since 0.1
 */
public final class EntityIndexes {

	private final EntityModel model;

	private final IntraPartitionIndexes indexes;

	private final InterPartitionIndexes others;

	/**
	 * Companions besides index rows, among them lists of indexes, each with the class
	 * that it belongs to.
	 */
	private final List<Companion> companions;

	/**
	 * The parts of entities that are spread over several rows.
	 */
	private final List<PartRows> parts;

	private final boolean mixed;

	private final boolean empty;

	private final boolean needPrevious;

	private final boolean mayMove;

	private final @Nullable List<String> columns;

	/**
	 * All types that are known here.
	 */
	private final List<EntityModel> models;

	/**
	 * What tells them.
	 */
	private final List<Discriminator> types;

	/**
	 * The indexes of an entity.
	 */
	public EntityIndexes(EntityModel model) {
		this(model, List.of(model), List.of());
	}

	/**
	 * The rows that change with an entity of one class, and with those of all types whose
	 * rows it may replace, each of which may have others.
	 * @param sources give companion rows besides index rows
	 */
	public EntityIndexes(EntityModel model, List<EntityModel> types, List<CompanionSource> sources) {
		this.model = model;
		boolean mixed = !types.equals(List.of(model));
		this.mixed = mixed;
		this.parts = types.stream().filter((type) -> !type.parts().names().isEmpty()).map(PartRows::new).toList();
		List<IndexRows> all = types.stream()
			.flatMap((type) -> type.indexes().stream().map((index) -> new IndexRows(type, index)))
			.toList();
		this.indexes = new IntraPartitionIndexes(
				all.stream().filter((rows) -> rows.index().isIntraPartition() && !rows.index().isList()).toList(),
				mixed);
		this.others = new InterPartitionIndexes(
				all.stream().filter((rows) -> !rows.index().isIntraPartition()).toList(), mixed);
		this.companions = companions(all, types, sources);
		this.companions.forEach(Companion::checkParts);
		this.empty = this.indexes.rows().isEmpty() && this.others.isEmpty() && this.companions.isEmpty()
				&& this.parts.isEmpty();
		this.needPrevious = (mixed && !this.empty) || !this.others.isEmpty() || this.indexes.needPrevious()
				|| this.companions.stream().anyMatch((companion) -> companion.rows().needPrevious());
		this.models = Stream.concat(Stream.of(model), types.stream()).distinct().toList();
		this.types = this.models.stream().flatMap((type) -> Stream.ofNullable(type.discriminator())).toList();
		this.mayMove = this.models.stream().anyMatch(EntityModel::isMovable);
		this.columns = newColumns();
	}

	/**
	 * The lists of indexes, and what the sources give.
	 */
	private static List<Companion> companions(List<IndexRows> indexes, List<EntityModel> types,
			List<CompanionSource> sources) {
		Stream<Companion> lists = indexes.stream()
			.filter((rows) -> rows.index().isIntraPartition() && rows.index().isList())
			.map((rows) -> new Companion(rows.model(), new ListIndex(rows)));
		Stream<Companion> others = types.stream()
			.flatMap((type) -> sources.stream()
				.flatMap((source) -> source.of(type.entity()).stream())
				.map((rows) -> new Companion(type, CompanionRows.of(rows))));
		return Stream.concat(lists, others).toList();
	}

	private @Nullable List<String> newColumns() {
		if (!this.empty && this.types.stream().anyMatch(Discriminator::hasUpgrades)) {
			return null;
		}
		Set<String> all = new LinkedHashSet<>(this.indexes.columns());
		List<@Nullable Set<String>> more = new ArrayList<>();
		more.add(this.others.columns());
		this.companions.forEach((companion) -> more.add(companion.rows().columns()));
		for (Set<String> columns : more) {
			if (columns == null) {
				return null;
			}
			all.addAll(columns);
		}
		if (!this.parts.isEmpty()) {
			all.add(RowParts.GENERATION);
		}
		Discriminator discriminator = this.model.discriminator();
		if (discriminator != null) {
			all.add(discriminator.column());
		}
		if (this.mayMove) {
			all.add(RowWrite.MOVE);
		}
		if (!this.model.series().isEmpty()) {
			all.add(SeriesMapping.OPERATIONS);
		}
		return List.copyOf(all);
	}

	/**
	 * Whether a row of another type may lie under the key of an entity of this one: of a
	 * class that is known here, or of one that is not, such as this one under the value
	 * that its {@code @EntityType} had before.
	 */
	public boolean mayMeetOtherTypes() {
		return this.model.discriminator() != null;
	}

	/**
	 * Whether the entity under a key may be moving to another one.
	 */
	public boolean mayMove() {
		return this.mayMove;
	}

	/**
	 * Whether a row is of another type.
	 * @param row the row, with at least the {@link #columns()}
	 */
	public boolean isOfOtherType(TableRow row) {
		Discriminator own = this.model.discriminator();
		return own != null && switch (own.match(row.get(own.column()))) {
			case CURRENT, OLDER -> false;
			case NEWER -> own.newer() == NewerTypes.SKIP;
			case OTHER -> true;
		};
	}

	/**
	 * Whether a row is of no type that is known here.
	 * @param row the row, with at least the {@link #columns()}
	 */
	public boolean isOfUnknownType(TableRow row) {
		Discriminator own = this.model.discriminator();
		return own != null && isOfOtherType(row)
				&& this.types.stream().noneMatch((type) -> type.match(row.get(own.column())) != Match.OTHER);
	}

	/**
	 * The row as the class has it in this process.
	 * @param row the row with all its columns
	 * @throws io.azuretables.mapping.NewerVersionException if it is of a newer version
	 */
	public TableRow current(TableRow row) {
		return RowUpgrades.current(this.model, row);
	}

	/**
	 * Whether a row would be written in another form now: it is of an older version of
	 * the class, or holds a value that is not encrypted as it would be now.
	 */
	public boolean isOutdated(TableRow row) {
		Discriminator own = this.model.discriminator();
		return (own != null && own.match(row.get(own.column())) == Match.OLDER)
				|| this.model.hidden().stream().anyMatch((leaf) -> isOutdated(leaf, row));
	}

	private static boolean isOutdated(LeafProperty leaf, TableRow row) {
		Object stored = row.get(leaf.column());
		return stored != null && !leaf.conversion().isCurrent(stored, row.key());
	}

	/**
	 * Checks that a row may be written over or deleted: that no version of its class, or
	 * of another one whose rows this one may replace, is newer than those that this
	 * process knows.
	 * @param row the row, with at least the {@link #columns()}; {@code null} for none
	 * @throws io.azuretables.mapping.NewerVersionException if one is
	 */
	public void checkNotNewer(@Nullable TableRow row) {
		if (row != null) {
			this.models.forEach((type) -> RowUpgrades.checkNotNewer(type, row));
		}
	}

	/**
	 * Whether rows of newer versions are read, which nothing may be written over, even if
	 * its version is known.
	 */
	public boolean readsNewerTypes() {
		Discriminator own = this.model.discriminator();
		return own != null && own.isVersioned() && own.newer() == NewerTypes.READ;
	}

	/**
	 * The indexes in other partitions.
	 */
	public InterPartitionIndexes others() {
		return this.others;
	}

	public boolean isEmpty() {
		return this.empty;
	}

	/**
	 * Whether some columns of an entity can be set without reading it: no other row
	 * depends on them, and its row is of no other type.
	 */
	public boolean allowBlindMerges() {
		return this.indexes.rows().isEmpty() && this.others.isEmpty() && this.companions.isEmpty() && !this.mixed
				&& !mayMeetOtherTypes() && !mayMove();
	}

	/**
	 * The writes that set some columns of an entity without reading it.
	 * @param partial the columns
	 * @param insert whether the entity is inserted if it is not there
	 */
	public List<RowWrite> merges(TableRow partial, boolean insert) {
		return this.parts.isEmpty()
				? List.of(insert ? new RowWrite.InsertOrMerge(partial) : new RowWrite.Merge(partial, RowWrite.ANY))
				: this.parts.get(0).merges(partial, insert);
	}

	/**
	 * The entity's own row, of an entity that is written whole.
	 * @param row all its columns
	 * @param token the token of the write
	 */
	public TableRow main(TableRow row, String token) {
		return this.model.parts().names().isEmpty() ? row : new PartRows(this.model).main(row, token);
	}

	/**
	 * The indexes in the partition of the entity.
	 */
	public List<IndexRows> indexes() {
		return this.indexes.rows();
	}

	/**
	 * Whether there are companions besides index rows. They may have to be read before
	 * they are written, and several entities may share them.
	 */
	public boolean haveCompanions() {
		return !this.companions.isEmpty();
	}

	/**
	 * Whether a change must know the row as it was: some row that changes with it depends
	 * on more than the new state tells.
	 */
	public boolean needPrevious() {
		return this.needPrevious;
	}

	/**
	 * The columns of the row as it was that the rows depend on; {@code null} for all.
	 */
	public @Nullable List<String> columns() {
		return this.columns;
	}

	/**
	 * The keys of the companions that must be read before they are written.
	 * @param change the change; without the row as it was, as long as that is not known
	 * @param known whether the row as it was is known, or there is none
	 */
	public Set<TableKey> reads(EntityChange change, boolean known) {
		Set<TableKey> keys = new LinkedHashSet<>();
		this.companions.stream()
			.filter((companion) -> known || !companion.rows().readAfterPrevious())
			.forEach((companion) -> keys.addAll(companion.rows().reads(change.of(companion.type()))));
		return keys;
	}

	/**
	 * The keys of more companions that must be read, which those that were read tell.
	 * @param change the change, with the row as it was
	 * @param read the companions that were read, those that are there
	 */
	public Set<TableKey> furtherReads(EntityChange change, Map<TableKey, TableRow> read) {
		Set<TableKey> keys = new LinkedHashSet<>();
		this.companions
			.forEach((companion) -> keys.addAll(companion.rows().furtherReads(change.of(companion.type()), read)));
		return keys;
	}

	/**
	 * The writes that go with the write of an entity. Where it takes the place of one of
	 * another type, both may have the same companion, such as a list: what the other one
	 * leaves comes first.
	 * @param companions the companions that were read, as they are before this write;
	 * changed to what it makes of them
	 */
	public List<RowWrite> writes(EntityChange change, CompanionState companions) {
		List<RowWrite> indexRows = this.indexes.writes(change, Map.of());
		if (this.companions.isEmpty() && this.parts.isEmpty()) {
			return indexRows;
		}
		List<RowWrite> more = new ArrayList<>();
		List<Runnable> later = new ArrayList<>();
		for (Companion companion : this.companions) {
			EntityChange own = change.of(companion.type());
			Runnable apply = () -> more
				.addAll(companions.apply(companion.rows().writes(own, companions.rows()), change.token()));
			if (own.after() == null) {
				apply.run();
			}
			else {
				later.add(apply);
			}
		}
		later.forEach(Runnable::run);
		List<RowWrite> writes = new ArrayList<>(indexRows);
		this.parts.forEach((part) -> writes.addAll(part.writes(this.mixed ? change.of(part.model()) : change)));
		writes.addAll(CombinedWrites.of(more));
		return writes;
	}

	/**
	 * The rows that an entity has after a write that finds none of them.
	 * @param change the write
	 */
	public WrittenRows rows(EntityChange change) {
		RowValues after = Objects.requireNonNull(change.after());
		IndexChanges changes = this.others.changes(change);
		TableRow main = main((changes.row() != null) ? changes.row() : after.row(), change.token());
		Map<String, TableRow> parts = new LinkedHashMap<>();
		Map<String, TableRow> indexes = new LinkedHashMap<>();
		List<TableRow> companions = new ArrayList<>();
		for (RowWrite write : writes(change, new CompanionState(Map.of()))) {
			TableRow row = Objects.requireNonNull(write.row());
			String part = partOf(change.key(), row.key());
			IndexMapping index = ownIndex(row.key());
			if (part != null) {
				parts.put(part, row);
			}
			else if (index != null) {
				indexes.put(index.name(), row);
			}
			else {
				companions.add(row);
			}
		}
		changes.changes().forEach((changed) -> indexes.put(changed.index().name(), row(changed, change.key())));
		return new WrittenRows(main, parts, indexes, companions);
	}

	/**
	 * The row of an index in other partitions. In an index of lists it is a list with the
	 * entity alone.
	 */
	private TableRow row(IndexChange change, TableKey entity) {
		TableRow row = Objects.requireNonNull(change.row());
		return change.index().isList()
				? new IndexList(this.model, change.index()).row(row.key(), new TreeSet<>(Set.of(entity)), null) : row;
	}

	private @Nullable String partOf(TableKey entity, TableKey key) {
		return this.model.parts()
			.names()
			.stream()
			.filter((part) -> RowParts.key(entity, part).equals(key))
			.findFirst()
			.orElse(null);
	}

	private @Nullable IndexMapping ownIndex(TableKey key) {
		return this.model.indexes()
			.stream()
			.filter((index) -> index.isIntraPartition() && key.rowKey().startsWith(index.keys().row().prefix()))
			.findFirst()
			.orElse(null);
	}

	/**
	 * The index in which a key lies.
	 */
	public @Nullable IndexMapping indexOf(TableKey key) {
		return this.indexes.rows()
			.stream()
			.map(IndexRows::index)
			.filter((index) -> key.rowKey().startsWith(index.keys().row().prefix()))
			.findFirst()
			.orElse(null);
	}

	public EntityModel model() {
		return this.model;
	}

	/**
	 * Companions of one class.
	 *
	 * @param type the class
	 * @param rows the companions
	 */
	private record Companion(EntityModel type, CompanionRows rows) {

		/**
		 * Checks that the main row, which is all that is read of an entity before it is
		 * written, tells what the companions depend on.
		 */
		void checkParts() {
			Set<String> columns = this.rows.columns();
			boolean known = columns != null
					&& columns.stream().allMatch((column) -> this.type.parts().part(column) == null);
			if (this.rows.needPrevious() && !this.type.parts().names().isEmpty() && !known) {
				throw new InvalidDataAccessApiUsageException("Companion rows of " + this.type.type().getName()
						+ " depend on properties with @Part, which are not read before a write; "
						+ "leave out the @Part of these properties, and name the columns in CompanionRows.columns()");
			}
		}

	}

}
