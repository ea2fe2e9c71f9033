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

package io.azuretables.convert;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.model.EntityModel;
import io.azuretables.mapping.model.IndexMapping;
import io.azuretables.mapping.model.KeyMapping;
import io.azuretables.mapping.model.LeafProperty;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowReader.Assembler;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataIntegrityViolationException;

/**
 * Converts the rows of an index with the layout {@code LIST} to the keys of entities and
 * back. The text of a list has the ids of its entities in their order, with commas in
 * between. An id is the row key without the literal that the row keys of the class begin
 * with. Where the key of a list does not tell the partition of its entities, their
 * partition key and a slash stand before it. Keys hold neither slash nor backslash, which
 * stands for a comma in them.
 *
 * @since 0.1
 */
public final class IndexList {

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
		for (int i = 0; i < MOST_COLUMNS; i++) {
			columns.add((i == 0) ? index.list() : index.list() + i);
		}
		return List.copyOf(columns);
	}

	/**
	 * The keys of the entities in a list, each once, in their order.
	 * @param row the row of the list; {@code null} for none, which is an empty list
	 * @throws DataIntegrityViolationException if it has something else than text in the
	 * columns of the list
	 */
	public SortedSet<TableKey> entities(@Nullable TableRow row) {
		SortedSet<TableKey> entities = new TreeSet<>();
		if (row != null) {
			this.columns.forEach((column) -> add(row.key(), row.get(column), entities));
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
	 * The write of a list, on the condition that it is as it was read.
	 * @param key its key
	 * @param entities the keys of the entities; a list without any has no row
	 * @param before the row as it was, whose other columns stay; {@code null} if there
	 * was none
	 * @throws DataIntegrityViolationException if they do not fit into a row
	 */
	public RowWrite write(TableKey key, SortedSet<TableKey> entities, @Nullable TableRow before) {
		String etag = (before != null) ? Objects.requireNonNull(before.etag()) : null;
		if (etag != null && entities.isEmpty()) {
			return new RowWrite.Delete(key, etag);
		}
		TableRow row = row(key, entities, before);
		return (etag != null) ? new RowWrite.Replace(row, etag) : new RowWrite.Insert(row);
	}

	/**
	 * The row of a list.
	 * @param key its key
	 * @param entities the keys of the entities, at least one
	 * @param before the row as it was, whose other columns stay; {@code null} for none
	 * @throws DataIntegrityViolationException if they do not fit into a row
	 */
	public TableRow row(TableKey key, SortedSet<TableKey> entities, @Nullable TableRow before) {
		Map<String, Object> properties = new HashMap<>((before != null) ? before.properties() : Map.of());
		this.columns.forEach(properties::remove);
		StringBuilder text = new StringBuilder();
		int column = 0;
		for (TableKey entity : entities) {
			String id = id(entity);
			if (text.length() + id.length() >= COLUMN_LENGTH) {
				properties.put(column(column++, entities.size()), text.toString());
				text.setLength(0);
			}
			text.append((text.length() > 0) ? SEPARATOR : "").append(id);
		}
		properties.put(column(column, entities.size()), text.toString());
		return TableRow.of(key, properties);
	}

	private String column(int number, int entities) {
		if (number == MOST_COLUMNS) {
			throw new DataIntegrityViolationException("A list of the index " + this.label + " would name " + entities
					+ " entities, and their ids do not fit into the " + MOST_COLUMNS + " columns of " + COLUMN_LENGTH
					+ " characters that a row has room for; declare the index without layout = LIST, with the key of "
					+ "the entity in its row key");
		}
		return this.columns.get(number);
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
	 * Reads rows of lists as the keys of their entities.
	 */
	public RowReader<List<TableKey>> reader() {
		return ListAssembler::new;
	}

	private final class ListAssembler implements Assembler<List<TableKey>> {

		private final Map<String, Object> texts = new HashMap<>();

		@Override
		public void property(String name, Object value) {
			if (name.startsWith(IndexList.this.index.list())) {
				this.texts.put(name, value);
			}
		}

		@Override
		public List<TableKey> end(TableKey key, @Nullable String etag, @Nullable Instant timestamp) {
			return List.copyOf(entities(TableRow.of(key, this.texts)));
		}

	}

}
