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

package io.azuretables.autoconfigure.internal.console;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.model.EntityModel.Match;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.model.KeyMapping;
import io.azuretables.internal.model.RollingMapping;
import io.azuretables.key.RowParts;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.TableOperations;
import io.azuretables.operations.TableTemplate;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Classifies the rows of a table for the web console: entities, index rows, or internal
 * rows of this library.
 */
final class TableKinds {

	private static final String RESERVED = "~";

	private final TableOperations operations;

	TableKinds(TableOperations operations) {
		this.operations = operations;
	}

	/**
	 * The mapped classes, by name.
	 */
	List<TablePersistentEntity<?>> entities() {
		List<TablePersistentEntity<?>> entities = new ArrayList<>();
		for (TablePersistentEntity<?> entity : List
			.copyOf(this.operations.converter().mappingContext().getPersistentEntities())) {
			if (entity.isTable() && !entity.isAbstract()) {
				entities.add(entity);
			}
		}
		entities.sort(Comparator.comparing((entity) -> entity.getType().getSimpleName()));
		return entities;
	}

	/**
	 * The mapped class with a name, or the only one with a simple name.
	 */
	TablePersistentEntity<?> entity(String name) {
		List<TablePersistentEntity<?>> found = entities().stream()
			.filter((entity) -> entity.getType().getName().equals(name)
					|| entity.getType().getSimpleName().equals(name))
			.toList();
		if (found.isEmpty()) {
			throw new ConsoleException(404, "No class '" + name + "' is mapped");
		}
		if (found.size() > 1) {
			throw new ConsoleException(400,
					"Several classes are called '" + name + "': give the name with its package");
		}
		return found.get(0);
	}

	/**
	 * The table of a class, as the service knows it; of a rolling class, the name without
	 * digits.
	 */
	String table(TablePersistentEntity<?> entity) {
		return this.operations.query(entity.getType()).table();
	}

	/**
	 * The operations on entities of a class in one of its tables.
	 */
	TableOperations in(TablePersistentEntity<?> entity, String table) {
		RollingMapping rolling = EntityModel.of(entity).rolling();
		if (rolling == null || !(this.operations instanceof TableTemplate template)) {
			return this.operations;
		}
		return rolling.start(table(entity), table).<TableOperations>map(template::at).orElse(template);
	}

	/**
	 * The kinds of rows that the mapped classes have in a table. The library keeps all
	 * rows of the table of data keys.
	 */
	List<RowKind> of(String table) {
		if (table.equalsIgnoreCase(this.operations.converter().mappingContext().keyTable())) {
			return List.of(RowKind.KEPT);
		}
		List<RowKind> kinds = new ArrayList<>();
		List<TablePersistentEntity<?>> here = entities().stream().filter((entity) -> isIn(entity, table)).toList();
		for (int number = 0; number < here.size(); number++) {
			TablePersistentEntity<?> entity = here.get(number);
			EntityModel model = EntityModel.of(entity);
			kinds.add(new RowKind(Category.ENTITY, entity, null, model.keys(), number));
			for (IndexMapping index : model.indexes()) {
				kinds.add(new RowKind(index.isList() ? Category.LIST : Category.INDEX, entity, index, index.keys(),
						number));
			}
		}
		// the longest literal tells most
		kinds.sort(Comparator.comparing((RowKind kind) -> -kind.rowPrefix().length()));
		return kinds;
	}

	private boolean isIn(TablePersistentEntity<?> entity, String table) {
		String name = table(entity);
		RollingMapping rolling = EntityModel.of(entity).rolling();
		return (rolling != null) ? rolling.start(name, table).isPresent() : name.equalsIgnoreCase(table);
	}

	/**
	 * What a row is.
	 * @param kinds the kinds of its table
	 */
	static RowKind kind(TableRow row, List<RowKind> kinds) {
		TableKey key = row.key();
		if (key.rowKey().startsWith(IndexMapping.TOKEN_ROWS)) {
			return RowKind.TOKEN;
		}
		if (key.rowKey().startsWith(RowParts.ROWS)) {
			return RowKind.PART;
		}
		if (key.rowKey().startsWith(RESERVED) || key.partitionKey().startsWith(RESERVED)
				|| kinds.contains(RowKind.KEPT)) {
			return RowKind.KEPT;
		}
		return kinds.stream().filter((kind) -> kind.isOf(row)).findFirst().orElse(RowKind.UNKNOWN);
	}

	/**
	 * The entity that an index row stands for; {@code null} for a row that names none.
	 */
	static @Nullable TableKey owner(TableRow row) {
		Object rowKey = row.get(IndexMapping.ENTITY_ROW_KEY);
		Object partitionKey = row.get(IndexMapping.ENTITY_PARTITION_KEY);
		return (rowKey instanceof String text)
				? new TableKey((partitionKey instanceof String other) ? other : row.key().partitionKey(), text) : null;
	}

	/**
	 * One kind of row.
	 *
	 * @param category what rows of the kind are
	 * @param entity the class; {@code null} for rows that stand for none
	 * @param index the index; {@code null} for any other row
	 * @param keys what their keys look like; {@code null} for rows that stand for no
	 * class
	 * @param number the number of the class among those of the table, from 0, by which it
	 * has its colour
	 */
	record RowKind(Category category, @Nullable TablePersistentEntity<?> entity, @Nullable IndexMapping index,
			@Nullable KeyMapping keys, int number) {

		static final RowKind TOKEN = new RowKind(Category.TOKEN, null, null, null, 0);

		static final RowKind PART = new RowKind(Category.PART, null, null, null, 0);

		static final RowKind KEPT = new RowKind(Category.KEPT, null, null, null, 0);

		static final RowKind UNKNOWN = new RowKind(Category.UNKNOWN, null, null, null, 0);

		String rowPrefix() {
			return (this.keys != null) ? this.keys.row().prefix() : "";
		}

		private boolean isOf(TableRow row) {
			if (this.keys == null || this.entity == null || !row.key().rowKey().startsWith(rowPrefix())
					|| !row.key().partitionKey().startsWith(this.keys.partition().prefix())) {
				return false;
			}
			Discriminator types = EntityModel.of(this.entity).discriminator();
			if (types == null || types.isByKey() || this.category != Category.ENTITY) {
				return true;
			}
			Object value = row.get(types.column());
			return types.isOwn(value) || (types.match(value) != Match.OTHER && types.values().size() == 1);
		}

		/**
		 * What the kind is called.
		 */
		String label() {
			if (this.entity == null) {
				return this.category.label;
			}
			String type = this.entity.getType().getSimpleName();
			return (this.index != null) ? type + " by " + this.index.name() : type;
		}

	}

	/**
	 * What a row is.
	 */
	enum Category {

		/**
		 * The main row of an entity.
		 */
		ENTITY(""),

		/**
		 * A row that stands for an entity under another key.
		 */
		INDEX(""),

		/**
		 * A row with the keys of several entities.
		 */
		LIST(""),

		/**
		 * A row that says that a write was committed.
		 */
		TOKEN("token row"),

		/**
		 * A row with some properties of a wide entity.
		 */
		PART("part of an entity"),

		/**
		 * Any other row that the library keeps.
		 */
		KEPT("row of the library"),

		/**
		 * A row of which no mapped class knows.
		 */
		UNKNOWN("unknown");

		private final String label;

		Category(String label) {
			this.label = label;
		}

	}

}
