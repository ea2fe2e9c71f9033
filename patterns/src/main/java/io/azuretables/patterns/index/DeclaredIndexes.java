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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.azuretables.client.TableGateway;
import io.azuretables.index.IndexRows;
import io.azuretables.mapping.IndexMapping;
import io.azuretables.mapping.TableMappingContext;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.TableNameResolver;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.util.ClassUtils;

/**
 * Which classes declare an index, and which rows does it have?
 *
 * @param context the mapped classes
 * @param names in which table a class lies
 * @param place which indexes are meant
 * @since 0.1
 */
public record DeclaredIndexes(TableMappingContext context, TableNameResolver names, Place place) {

	/**
	 * The index of a class, and its rows.
	 * @throws InvalidDataAccessApiUsageException if it has none of that name
	 */
	public IndexTarget target(TableGateway gateway, Class<?> type, String index) {
		TablePersistentEntity<?> entity = entity(type);
		return declared(entity).filter((one) -> one.name().equals(index))
			.map((one) -> new IndexTarget(gateway, table(entity), entity, new IndexRows(entity.model(), one)))
			.findFirst()
			.orElseThrow(() -> new InvalidDataAccessApiUsageException(
					entity.getType().getSimpleName() + " has no index '" + index + "' " + this.place.words + "; it has "
							+ declared(entity).map(IndexMapping::name).toList()));
	}

	private Stream<IndexMapping> declared(TablePersistentEntity<?> entity) {
		return entity.model().indexes().stream().filter(this.place.indexes);
	}

	/**
	 * The rows of an index of a table, one for each class that declares it.
	 * @throws InvalidDataAccessApiUsageException if there is none
	 */
	public List<IndexRows> rows(String table, String index) {
		List<IndexRows> rows = new ArrayList<>();
		entities().filter((entity) -> table(entity).equals(table))
			.forEach((entity) -> declared(entity).filter((one) -> one.name().equals(index))
				.forEach((one) -> rows.add(new IndexRows(entity.model(), one))));
		if (rows.isEmpty()) {
			throw new InvalidDataAccessApiUsageException(
					"No class of table '" + table + "' that is known here has an " + "index '" + index + "' "
							+ this.place.words + "; let a process look after it that maps the class");
		}
		return rows;
	}

	/**
	 * The tables of all classes that declare such an index.
	 */
	public Set<String> tables() {
		return tables(this.place.indexes);
	}

	/**
	 * The tables of all classes that declare any index.
	 */
	public Set<String> allTables() {
		return tables((index) -> true);
	}

	private Set<String> tables(Predicate<IndexMapping> wanted) {
		Set<String> tables = new HashSet<>();
		entities().filter((entity) -> entity.model().indexes().stream().anyMatch(wanted))
			.forEach((entity) -> tables.add(table(entity)));
		return tables;
	}

	private Stream<? extends TablePersistentEntity<?>> entities() {
		return List.copyOf(this.context.getPersistentEntities())
			.stream()
			.filter((entity) -> entity.isTable() && !entity.isAbstract());
	}

	/**
	 * The table of a class.
	 */
	public String table(Class<?> type) {
		return table(entity(type));
	}

	private TablePersistentEntity<?> entity(Class<?> type) {
		return this.context.getRequiredPersistentEntity(ClassUtils.getUserClass(type));
	}

	private String table(TablePersistentEntity<?> entity) {
		return this.names.resolve(entity.getType(), entity.tableName());
	}

	/**
	 * Where index rows lie, seen from their entity.
	 */
	public enum Place {

		/**
		 * Where the entity is.
		 */
		OWN_PARTITION("in its own partition", IndexMapping::isIntraPartition),

		/**
		 * Elsewhere.
		 */
		OTHER_PARTITION("in another partition", (index) -> !index.isIntraPartition());

		private final String words;

		private final Predicate<IndexMapping> indexes;

		Place(String words, Predicate<IndexMapping> indexes) {
			this.words = words;
			this.indexes = indexes;
		}

	}

}
