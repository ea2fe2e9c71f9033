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

package io.azuretables.patterns.interpartition;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import io.azuretables.index.IndexRows;
import io.azuretables.mapping.IndexMapping;
import io.azuretables.mapping.TableMappingContext;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.TableNameResolver;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Which classes declare an index, and which rows does it have?
 *
 * @param context the mapped classes
 * @param names in which table a class lies
 */
record DeclaredIndexes(TableMappingContext context, TableNameResolver names) {

	/**
	 * The rows of an index of a table, one for each class that declares it.
	 * @throws InvalidDataAccessApiUsageException if there is none
	 */
	List<IndexRows> rows(String table, String index) {
		List<IndexRows> rows = new ArrayList<>();
		for (TablePersistentEntity<?> entity : List.copyOf(this.context.getPersistentEntities())) {
			if (entity.isTable() && !entity.isAbstract() && table(entity).equals(table)) {
				entity.model()
					.indexes()
					.stream()
					.filter((one) -> one.name().equals(index) && !one.isIntraPartition())
					.forEach((one) -> rows.add(new IndexRows(entity.model(), one)));
			}
		}
		if (rows.isEmpty()) {
			throw new InvalidDataAccessApiUsageException("No class of table '" + table + "' that is known here has an "
					+ "index '" + index + "' in another partition; let a process look after it that maps the class");
		}
		return rows;
	}

	/**
	 * An index of a class.
	 */
	IndexRows rows(TablePersistentEntity<?> entity, String index) {
		IndexMapping mapping = entity.model()
			.indexes()
			.stream()
			.filter((one) -> one.name().equals(index) && !one.isIntraPartition())
			.findFirst()
			.orElseThrow(() -> new InvalidDataAccessApiUsageException(
					entity.getType().getSimpleName() + " has no index '" + index + "' in another partition; it has "
							+ entity.model().indexes().stream().map(IndexMapping::name).toList()));
		return new IndexRows(entity.model(), mapping);
	}

	/**
	 * The tables of all classes that declare an index.
	 */
	Set<String> tables() {
		return tables((index) -> true);
	}

	/**
	 * The tables of all classes that declare an index in another partition.
	 */
	Set<String> sweptTables() {
		return tables((index) -> !index.isIntraPartition());
	}

	private Set<String> tables(Predicate<IndexMapping> wanted) {
		Set<String> tables = new HashSet<>();
		List.copyOf(this.context.getPersistentEntities())
			.stream()
			.filter((entity) -> entity.isTable() && !entity.isAbstract())
			.filter((entity) -> entity.model().indexes().stream().anyMatch(wanted))
			.forEach((entity) -> tables.add(table(entity)));
		return tables;
	}

	String table(TablePersistentEntity<?> entity) {
		return this.names.resolve(entity.getType(), entity.tableName());
	}

}
