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

package io.azuretables.internal.conversion;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.model.KeyMapping;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.internal.model.ReservedColumns;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.internal.key.KeyLayout;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowReader.Assembler;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataIntegrityViolationException;

/**
 * Reads and writes index rows that hold a list of entity keys (index layout
 * {@code LIST}). The text of a list has the ids of its entities in their order, with
 * commas in between. An id is the row key without the literal that the row keys of the
 * class begin with. Where the key of a list does not tell the partition of its entities,
 * their partition key and a slash stand before it. Keys hold neither slash nor backslash,
 * which stands for a comma in them. A blob has the whole text, however long it is.
 * <p>
 * A list that does not fit into its row goes on in further rows beside it, whose number
 * is in a column of the first one. An id stays in its row until it leaves the list, so
 * that who reads row after row misses none. Each change writes the first row, on the
 * condition that it is as it was read; therefore the further rows change only with it.
 *
 * @since 0.1
 */
public final class IndexList {

	/**
	 * So many rows a list has at most. All of them are read for each change.
	 */
	static final int MOST_ROWS = 16;

	/**
	 * So much text is in one column: a property takes a little more.
	 */
	private static final int COLUMN_LENGTH = 32_000;

	/**
	 * So many columns have room in a row of one mebibyte, two bytes for each character.
	 */
	private static final int MOST_COLUMNS = 15;

	private static final String SEPARATOR = ",";

	private static final char COMMA = ',';

	private static final char ESCAPED_COMMA = '\\';

	private static final char SLASH = '/';

	private final IndexMapping index;

	private final KeyMapping keys;

	private final String label;

	private final String prefix;

	private final List<String> columns;

	/**
	 * Whether the key of a list tells the partition of its entities.
	 */
	private final boolean tellsPartition;

	/**
	 * The lists of an index.
	 * @param model the class of the entities
	 */
	public IndexList(EntityModel model, IndexMapping index) {
		this.index = index;
		this.keys = model.keys();
		this.label = model.type().getSimpleName() + '.' + index.name();
		this.prefix = model.keys().rowLeaves().isEmpty() ? "" : model.keys().row().prefix();
		this.columns = columns(index);
		this.tellsPartition = index.isIntraPartition()
				|| this.keys.partitionLeaves().stream().allMatch(index.keys()::givesBack);
	}

	private static List<String> columns(IndexMapping index) {
		List<String> columns = new ArrayList<>();
		int most = index.isInBlobs() ? 1 : MOST_COLUMNS;
		for (int i = 0; i < most; i++) {
			columns.add((i == 0) ? index.list() : index.list() + i);
		}
		return List.copyOf(columns);
	}

	/**
	 * The keys of the further rows of a list.
	 * @param first its first row; {@code null} for none
	 */
	public List<TableKey> further(@Nullable TableRow first) {
		int rows = (first != null) ? rowsAfter(first) : 0;
		return (first == null || rows == 0) ? List.of()
				: IntStream.rangeClosed(1, rows).mapToObj((number) -> key(first.key(), number)).toList();
	}

	private int rowsAfter(TableRow first) {
		return (!this.index.isInBlobs() && first.get(ReservedColumns.FURTHER) instanceof Integer rows)
				? Math.max(0, Math.min(rows, MOST_ROWS - 1)) : 0;
	}

	/**
	 * The key of one row of a list.
	 * @param number its number, 0 for the first row
	 */
	private static TableKey key(TableKey list, int number) {
		return (number == 0) ? list
				: new TableKey(list.partitionKey(), IndexMapping.LIST_ROWS + list.rowKey() + '|' + number);
	}

	/**
	 * The keys of the entities in a list, each once, in their order.
	 * @param list the key of the list
	 * @param rows the rows of the list that are there, and perhaps others
	 * @throws DataIntegrityViolationException if a row has something else than text in
	 * the columns of the list
	 */
	public SortedSet<TableKey> entities(TableKey list, Map<TableKey, TableRow> rows) {
		SortedSet<TableKey> entities = new TreeSet<>();
		entitiesOfRows(list, rows).forEach(entities::addAll);
		return entities;
	}

	/**
	 * The keys of the entities in each row of a list, in the order of the rows.
	 * @param list the key of the list
	 * @param rows the rows of the list that are there, and perhaps others
	 * @throws DataIntegrityViolationException if a row has something else than text in
	 * the columns of the list
	 */
	public List<SortedSet<TableKey>> entitiesOfRows(TableKey list, Map<TableKey, TableRow> rows) {
		TableRow first = rows.get(list);
		List<SortedSet<TableKey>> entities = new ArrayList<>(List.of(entities(list, first)));
		further(first).forEach((key) -> entities.add(entities(list, rows.get(key))));
		return entities;
	}

	/**
	 * The keys of the entities in one row of a list.
	 */
	private SortedSet<TableKey> entities(TableKey list, @Nullable TableRow row) {
		SortedSet<TableKey> entities = new TreeSet<>();
		if (row != null) {
			this.columns.forEach((column) -> add(list, row.get(column), entities));
		}
		return entities;
	}

	private void add(TableKey list, @Nullable Object text, Collection<TableKey> entities) {
		if (text == null) {
			return;
		}
		if (!(text instanceof String ids)) {
			throw unreadable("something else than text", null);
		}
		String partitionKey = this.tellsPartition ? partitionKey(list) : null;
		for (String id : ids.split(SEPARATOR)) {
			if (!id.isEmpty()) {
				entities.add(entity(partitionKey, id.replace(ESCAPED_COMMA, COMMA)));
			}
		}
	}

	/**
	 * The partition of all entities in a list.
	 */
	private String partitionKey(TableKey list) {
		if (this.index.isIntraPartition()) {
			return list.partitionKey();
		}
		Map<LeafProperty, Object> values = new HashMap<>();
		try {
			this.index.keys().decode(list, values::put);
			return this.keys.encodePartition(values::get);
		}
		catch (InvalidKeyException ex) {
			throw unreadable("another key than the index gives, and ids", ex);
		}
	}

	private DataIntegrityViolationException unreadable(String what, @Nullable InvalidKeyException cause) {
		return new DataIntegrityViolationException("A row of the index " + this.label + " has " + what
				+ " in the columns of its list '" + this.index.list() + "'; delete the row, and rebuild the index",
				cause);
	}

	/**
	 * The writes that change a list, on the condition that it is as it was read. The
	 * first row is among them, even if only a further one changes.
	 * @param list the key of the list
	 * @param rows its rows as they were read, those that are there, and perhaps others;
	 * their other columns stay
	 * @param added the keys of entities to name, some of which it may name already
	 * @param removed the keys of entities to name no more; a list without entities has no
	 * row
	 * @throws DataIntegrityViolationException if they do not fit into a list
	 */
	public List<RowWrite> change(TableKey list, Map<TableKey, TableRow> rows, Set<TableKey> added,
			Set<TableKey> removed) {
		return new Change(list, rows).remove(removed).add(added).writes();
	}

	/**
	 * The first row of a list.
	 * @param key its key
	 * @param entities the keys of the entities, at least one
	 * @param before the row as it was, whose other columns stay; {@code null} for none
	 * @throws DataIntegrityViolationException if they do not fit into a row
	 */
	public TableRow row(TableKey key, SortedSet<TableKey> entities, @Nullable TableRow before) {
		List<String> texts = texts(entities);
		if (texts == null) {
			throw tooLong(entities.size());
		}
		Map<String, Object> properties = new HashMap<>((before != null) ? before.properties() : Map.of());
		this.columns.forEach(properties::remove);
		properties.remove(ReservedColumns.FURTHER);
		for (int i = 0; i < texts.size(); i++) {
			properties.put(this.columns.get(i), texts.get(i));
		}
		return TableRow.of(key, properties);
	}

	/**
	 * The texts of the columns of a row; {@code null} if they do not fit.
	 */
	private @Nullable List<String> texts(Collection<TableKey> entities) {
		List<String> texts = new ArrayList<>();
		StringBuilder text = new StringBuilder();
		for (TableKey entity : entities) {
			String id = id(entity);
			if (!this.index.isInBlobs() && text.length() + id.length() >= COLUMN_LENGTH) {
				texts.add(text.toString());
				text.setLength(0);
			}
			text.append((text.length() > 0) ? SEPARATOR : "").append(id);
		}
		texts.add(text.toString());
		return (texts.size() > this.columns.size()) ? null : texts;
	}

	private DataIntegrityViolationException tooLong(int entities) {
		String room = "the " + MOST_COLUMNS + " columns of " + COLUMN_LENGTH + " characters that ";
		return new DataIntegrityViolationException("A list of the index " + this.label + " would name " + entities
				+ " entities, and their ids do not fit into " + room
				+ (this.index.mayOverflow() ? "each of the " + MOST_ROWS + " rows of a list has room for; "
						: "a row has room for; leave out overflow = false, so that the list goes on in further rows, or ")
				+ "declare the index without layout = LIST, with the key of the entity in its row key");
	}

	private String id(TableKey entity) {
		String id = entity.rowKey().substring(this.prefix.length());
		String whole = this.tellsPartition ? id : entity.partitionKey() + SLASH + id;
		return whole.isEmpty() ? String.valueOf(SLASH) : whole.replace(COMMA, ESCAPED_COMMA);
	}

	/**
	 * The key of an entity.
	 * @param partitionKey its partition key; {@code null} if the id has it
	 */
	private TableKey entity(@Nullable String partitionKey, String id) {
		int slash = id.indexOf(SLASH);
		if (slash < 0 && partitionKey == null) {
			throw unreadable("an id without a partition key", null);
		}
		return new TableKey((partitionKey != null) ? partitionKey : id.substring(0, slash),
				this.prefix + id.substring(slash + 1));
	}

	/**
	 * Reads first rows of lists with the columns that lists need.
	 */
	public RowReader<TableRow> reader() {
		return ListAssembler::new;
	}

	private final class ListAssembler implements Assembler<TableRow> {

		private final Map<String, Object> columns = new HashMap<>();

		@Override
		public void property(String name, Object value) {
			if (name.startsWith(IndexList.this.index.list()) || name.equals(ReservedColumns.FURTHER)) {
				this.columns.put(name, value);
			}
		}

		@Override
		public TableRow end(TableKey key, @Nullable String etag, @Nullable Instant timestamp) {
			return TableRow.of(key, this.columns);
		}

	}

	/**
	 * A change of one list.
	 */
	private final class Change {

		private final TableKey list;

		private final Map<TableKey, TableRow> before;

		private final List<IdsOfRow> rows = new ArrayList<>();

		Change(TableKey list, Map<TableKey, TableRow> before) {
			this.list = list;
			this.before = before;
			entitiesOfRows(list, before).forEach((entities) -> this.rows.add(new IdsOfRow(entities)));
		}

		Change remove(Set<TableKey> entities) {
			this.rows.forEach((row) -> row.remove(entities));
			return this;
		}

		/**
		 * Adds each entity to the first row that has room for it.
		 */
		Change add(Set<TableKey> entities) {
			for (TableKey entity : entities) {
				if (this.rows.stream().noneMatch((row) -> row.entities.contains(entity))
						&& this.rows.stream().noneMatch((row) -> row.add(entity))) {
					IdsOfRow row = newRow();
					if (row == null || !row.add(entity)) {
						throw tooLong(this.rows.stream().mapToInt((full) -> full.entities.size()).sum() + 1);
					}
				}
			}
			return this;
		}

		private @Nullable IdsOfRow newRow() {
			boolean legal = key(this.list, this.rows.size()).rowKey().length() <= KeyLayout.MAX_LENGTH;
			if (!legal || this.rows.size() == (IndexList.this.index.mayOverflow() ? MOST_ROWS : 1)) {
				return null;
			}
			IdsOfRow row = new IdsOfRow(new TreeSet<>());
			this.rows.add(row);
			return row;
		}

		List<RowWrite> writes() {
			int rows = this.rows.size();
			while (rows > 1 && this.rows.get(rows - 1).entities.isEmpty()) {
				rows--;
			}
			List<RowWrite> writes = new ArrayList<>();
			writes.add(first(rows - 1));
			for (int row = 1; row < this.rows.size(); row++) {
				RowWrite write = (row >= rows || this.rows.get(row).changed) ? further(row) : null;
				if (write != null) {
					writes.add(write);
				}
			}
			return writes;
		}

		/**
		 * The write of the first row. One with further rows is long, and sent only if its
		 * own ids change.
		 */
		private RowWrite first(int further) {
			IdsOfRow ids = this.rows.get(0);
			TableRow first = this.before.get(this.list);
			if (first == null) {
				return new RowWrite.Insert(withFurther(row(this.list, ids.entities, null), further));
			}
			String etag = Objects.requireNonNull(first.etag());
			if (further == 0 && ids.entities.isEmpty()) {
				return new RowWrite.Delete(this.list, etag);
			}
			return (further > 0 && !ids.changed)
					? new RowWrite.Merge(TableRow.of(this.list, Map.of(ReservedColumns.FURTHER, further)), etag)
					: new RowWrite.Replace(withFurther(row(this.list, ids.entities, first), further), etag);
		}

		private TableRow withFurther(TableRow row, int further) {
			return (further > 0) ? row.with(ReservedColumns.FURTHER, further) : row;
		}

		/**
		 * The write of a further row; {@code null} for none. One beyond those that the
		 * first row tells of is not part of the list, and is written over.
		 */
		private @Nullable RowWrite further(int number) {
			TableKey key = key(this.list, number);
			boolean known = IndexList.this.further(this.before.get(this.list)).contains(key);
			TableRow found = known ? this.before.get(key) : null;
			if (this.rows.get(number).entities.isEmpty()) {
				return (found != null) ? new RowWrite.Delete(key, Objects.requireNonNull(found.etag())) : null;
			}
			TableRow row = row(key, this.rows.get(number).entities, found);
			return (found != null) ? new RowWrite.Replace(row, Objects.requireNonNull(found.etag()))
					: new RowWrite.InsertOrReplace(row);
		}

	}

	/**
	 * The ids of one row.
	 */
	private final class IdsOfRow {

		private final SortedSet<TableKey> entities;

		private boolean changed;

		/**
		 * Whether there was no room for another id.
		 */
		private boolean full;

		private int longest;

		private long length;

		IdsOfRow(SortedSet<TableKey> entities) {
			this.entities = entities;
			entities.forEach(this::count);
		}

		private void count(TableKey entity) {
			int length = id(entity).length() + 1;
			this.longest = Math.max(this.longest, length);
			this.length += length;
		}

		void remove(Set<TableKey> removed) {
			for (TableKey entity : removed) {
				if (this.entities.remove(entity)) {
					this.changed = true;
					this.length -= id(entity).length() + 1;
				}
			}
		}

		boolean add(TableKey entity) {
			if (this.full) {
				return false;
			}
			this.entities.add(entity);
			count(entity);
			boolean sure = this.length <= (long) MOST_COLUMNS * (COLUMN_LENGTH - this.longest);
			if (!sure && texts(this.entities) == null) {
				this.entities.remove(entity);
				this.length -= id(entity).length() + 1;
				this.full = true;
				return false;
			}
			this.changed = true;
			return true;
		}

	}

}
