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

package io.azuretables.internal.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.KeyRange;
import io.azuretables.key.RowParts;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.FormerKeys;

/**
 * Checks that entities and indexes which share a table never have the same keys. Their
 * keys must begin with literals that tell them apart, unless the types are told apart by
 * {@link EntityType}.
 */
final class RowKinds {

	/**
	 * What the row keys begin with of rows that no entity and no index has, such as
	 * tokens of writes.
	 */
	private static final String RESERVED = "~";

	private RowKinds() {
	}

	/**
	 * Those of some entities, table by table: each kind is compared with those that may
	 * lie beside it, not with those of all classes.
	 */
	static List<String> conflicts(List<MappedEntity<?>> entities) {
		Map<String, List<Kind>> tables = new LinkedHashMap<>();
		for (MappedEntity<?> entity : entities) {
			if (!entity.isAbstract()) {
				tables.computeIfAbsent(entity.tableName().toLowerCase(Locale.ROOT), (name) -> new ArrayList<>())
					.addAll(kinds(entity, entity.model()));
			}
		}
		return tables.values().stream().flatMap((kinds) -> conflictsOf(kinds).stream()).toList();
	}

	/**
	 * Those of an entity with its own indexes.
	 * @param model what is about to be known of the entity
	 */
	static List<String> conflicts(MappedEntity<?> entity, EntityModel model) {
		return entity.isAbstract() ? List.of() : conflictsOf(kinds(entity, model));
	}

	private static List<String> conflictsOf(List<Kind> kinds) {
		List<String> problems = new ArrayList<>();
		for (int i = 0; i < kinds.size(); i++) {
			if (kinds.stream().anyMatch(kinds.get(i)::conflictsWithTokensOf)) {
				problems.add(reserved(kinds.get(i), "that indexes in other partitions need", IndexMapping.TOKEN_ROWS));
			}
			if (kinds.stream().anyMatch(kinds.get(i)::conflictsWithPartsOf)) {
				problems.add(reserved(kinds.get(i), "of properties with @Part", RowParts.ROWS));
			}
			if (kinds.stream().anyMatch(kinds.get(i)::conflictsWithListsOf)) {
				problems.add(reserved(kinds.get(i), "of long lists of ids", IndexMapping.LIST_ROWS)
						+ ", or declare the index with the lists with overflow = false");
			}
			for (int j = i + 1; j < kinds.size(); j++) {
				if (kinds.get(i).conflictsWith(kinds.get(j))) {
					problems.add(problem(kinds.get(i), kinds.get(j)));
				}
			}
		}
		return problems;
	}

	private static String reserved(Kind kind, String rows, String prefix) {
		return kind + " lies in the table '" + kind.entity().tableName() + "' among rows " + rows
				+ ", whose row keys begin with '" + prefix
				+ "'; begin its row key with a literal of its own, such as \"" + kind.suggestion() + "\"";
	}

	/**
	 * Whether entities of both classes could have the same key in the same table.
	 */
	static boolean haveSameKeys(MappedEntity<?> one, MappedEntity<?> other) {
		return kinds(one, one.model()).get(0).meets(kinds(other, other.model()).get(0));
	}

	/**
	 * The kinds of rows that may lie in a range of a partition besides some, in words for
	 * messages.
	 * @param own the entities of which rows are meant
	 * @param index the index of which rows are meant, or empty for those of the entities
	 */
	static List<String> others(List<MappedEntity<?>> entities, List<MappedEntity<?>> own, String index,
			String partitionKey, KeyRange rows) {
		List<String> others = new ArrayList<>();
		for (MappedEntity<?> entity : entities) {
			for (Kind kind : kinds(entity, entity.model())) {
				boolean meant = own.contains(entity) && kind.index().equals(index);
				if (!meant && kind.isInTableOf(own.get(0)) && kind.mayLieIn(partitionKey, rows)) {
					others.add(kind.toString());
				}
			}
		}
		if (!rows.intersect(KeyRange.prefix(RESERVED)).isEmpty()) {
			others.add("rows that the library keeps, whose row keys begin with '" + RESERVED + "'");
		}
		return others;
	}

	/**
	 * The rows of an entity, and then those of its indexes.
	 */
	private static List<Kind> kinds(MappedEntity<?> entity, EntityModel model) {
		List<Kind> kinds = new ArrayList<>();
		kinds.add(new Kind(entity, model, "", model.keys()));
		model.indexes().forEach((index) -> kinds.add(new Kind(entity, model, index.name(), index.keys())));
		return kinds;
	}

	private static String problem(Kind one, Kind other) {
		return one + " and " + other + " lie in the table '" + one.entity().tableName()
				+ "' and could have the same keys: the row key templates \"" + one.keys().row() + "\" and \""
				+ other.keys().row() + "\" do not begin with different literals. Begin each with a literal of its own, "
				+ "such as \"" + one.suggestion() + "\" and \"" + other.suggestion() + "\"" + one.alternative(other);
	}

	private record Kind(MappedEntity<?> entity, EntityModel model, String index, KeyMapping keys) {

		boolean conflictsWith(Kind other) {
			return !differsByType(other) && !isFormer(other) && !other.isFormer(this) && meets(other);
		}

		boolean meets(Kind other) {
			return sharesPartitionWith(other) && overlap(this.keys.row().prefix(), other.keys.row().prefix());
		}

		/**
		 * Whether rows of this kind could have the keys of rows that tell which writes of
		 * another kind were committed.
		 */
		boolean conflictsWithTokensOf(Kind other) {
			return other.hasFarIndex() && conflictsWithRowsOf(other, IndexMapping.TOKEN_ROWS);
		}

		/**
		 * Whether rows of this kind could have the keys of parts of another kind, which
		 * reports those that its own rows could have.
		 */
		boolean conflictsWithPartsOf(Kind other) {
			boolean own = this.entity == other.entity && this.index.isEmpty();
			return !own && !other.model.parts().names().isEmpty() && conflictsWithRowsOf(other, RowParts.ROWS);
		}

		/**
		 * Whether rows of this kind could have the keys of further rows of the lists of
		 * an index, which lie in the partition of the index, and may be those of this
		 * kind.
		 */
		boolean conflictsWithListsOf(Kind other) {
			return other.hasLongLists() && sharesPartitionWith(other)
					&& overlap(this.keys.row().prefix(), IndexMapping.LIST_ROWS);
		}

		private boolean conflictsWithRowsOf(Kind other, String prefix) {
			return other.index.isEmpty() && sharesPartitionWith(other) && overlap(this.keys.row().prefix(), prefix);
		}

		private boolean sharesPartitionWith(Kind other) {
			return isInTableOf(other) && overlap(this.keys.partition().prefix(), other.keys.partition().prefix());
		}

		private boolean hasLongLists() {
			return this.model.indexes()
				.stream()
				.anyMatch((mapping) -> mapping.name().equals(this.index) && mapping.mayOverflow());
		}

		private boolean hasFarIndex() {
			return this.model.indexes().stream().anyMatch((mapping) -> !mapping.isIntraPartition());
		}

		private boolean isInTableOf(Kind other) {
			return isInTableOf(other.entity);
		}

		boolean isInTableOf(MappedEntity<?> other) {
			return this.entity == other || this.entity.tableName().equalsIgnoreCase(other.tableName());
		}

		boolean mayLieIn(String partitionKey, KeyRange rows) {
			return partitionKey.startsWith(this.keys.partition().prefix())
					&& !rows.intersect(KeyRange.prefix(this.keys.row().prefix())).isEmpty()
					&& (!rows.isPoint() || isWriteOnce() || isKey(rows.from()));
		}

		/**
		 * Whether row keys go on behind what the template says.
		 */
		private boolean isWriteOnce() {
			return this.model.indexes()
				.stream()
				.anyMatch((mapping) -> mapping.name().equals(this.index) && mapping.isWriteOnce());
		}

		private boolean isKey(String rowKey) {
			try {
				this.keys.row().decode(rowKey);
				return true;
			}
			catch (InvalidKeyException ex) {
				return false;
			}
		}

		/**
		 * Whether these are the rows of the other kind as their keys were.
		 */
		private boolean isFormer(Kind other) {
			FormerKeys former = this.entity.findAnnotation(FormerKeys.class);
			return former != null && former.of() == other.entity.getType() && this.index.equals(other.index);
		}

		private boolean differsByType(Kind other) {
			Discriminator own = this.model.discriminator();
			Discriminator others = other.model.discriminator();
			return this.entity != other.entity && this.index.equals(other.index) && own != null && others != null
					&& own.column().equals(others.column()) && !own.isSameType(others);
		}

		private static boolean overlap(String one, String other) {
			return one.startsWith(other) || other.startsWith(one);
		}

		String suggestion() {
			String name = this.index.isEmpty() ? this.entity.getType().getSimpleName().toLowerCase(Locale.ROOT)
					: this.index;
			return name + "_" + this.keys.row().template();
		}

		String alternative(Kind other) {
			return (this.entity != other.entity) ? ", or tell the types apart with @EntityType" : "";
		}

		@Override
		public String toString() {
			return this.entity.getType().getSimpleName()
					+ (this.index.isEmpty() ? "" : "'s index \"" + this.index + "\"");
		}

	}

}
