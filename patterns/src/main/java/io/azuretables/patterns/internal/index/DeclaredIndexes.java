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

package io.azuretables.patterns.internal.index;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.index.IndexRows;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.model.KeyMapping;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.TableNameResolver;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.util.ClassUtils;

/**
 * Looks up the secondary indexes that mapped classes declare, by class, table and name.
 *
 * @param context the mapped classes
 * @param names in which table a class lies
 * @since 0.1
 */
public record DeclaredIndexes(TableMappingContext context, TableNameResolver names) {

	/**
	 * Returns the index of a class.
	 * @throws InvalidDataAccessApiUsageException if it has none of that name
	 */
	public IndexMapping index(Class<?> type, String index) {
		List<IndexMapping> indexes = EntityModel.of(entity(type)).indexes();
		return indexes.stream()
			.filter((one) -> one.name().equals(index))
			.findFirst()
			.orElseThrow(() -> new InvalidDataAccessApiUsageException(type.getSimpleName() + " has no index '" + index
					+ "'; it has " + indexes.stream().map(IndexMapping::name).toList()));
	}

	/**
	 * Whether a class has an index of that name.
	 */
	public boolean hasIndex(Class<?> type, String index) {
		return EntityModel.of(entity(type)).index(index).isPresent();
	}

	/**
	 * Calls an action for each index of each class.
	 */
	public void forEach(BiConsumer<Class<?>, IndexMapping> action) {
		entities().forEach((
				entity) -> EntityModel.of(entity).indexes().forEach((index) -> action.accept(entity.getType(), index)));
	}

	/**
	 * Returns the declarations of the indexes that are called by each label.
	 */
	public Map<String, Set<String>> declarations() {
		Map<String, Set<String>> declarations = new HashMap<>();
		forEach((type, index) -> StateRows.labels(type, index.name())
			.forEach(
					(label) -> declarations.computeIfAbsent(label, (key) -> new HashSet<>()).add(index.declaration())));
		return declarations;
	}

	/**
	 * Returns the mapping of a class, also if it is given as a proxy.
	 */
	public TablePersistentEntity<?> entity(Class<?> type) {
		return this.context.getRequiredPersistentEntity(ClassUtils.getUserClass(type));
	}

	/**
	 * Returns the rows of an index in another partition, one for each class of a table
	 * that declares it.
	 * @throws InvalidDataAccessApiUsageException if there is none
	 */
	public List<IndexRows> interPartitionRows(String table, String index) {
		List<IndexRows> rows = rows(table, index).stream().filter((one) -> !one.index().isIntraPartition()).toList();
		if (rows.isEmpty()) {
			throw new InvalidDataAccessApiUsageException(
					"No class of table '" + table + "' that is mapped here has an index '" + index
							+ "' in another partition; run the worker in an application that maps the class");
		}
		return rows;
	}

	/**
	 * Returns the classes of a table whose entities may have a key, and none of which has
	 * an index of that name; nothing if one has.
	 */
	public List<Class<?>> typesWithout(String table, String index, TableKey key) {
		List<Class<?>> types = new ArrayList<>();
		if (rows(table, index).isEmpty()) {
			entities().filter((entity) -> table(entity).equals(table) && mayHave(EntityModel.of(entity).keys(), key))
				.forEach((entity) -> types.add(entity.getType()));
		}
		return types;
	}

	private static boolean mayHave(KeyMapping keys, TableKey key) {
		return key.partitionKey().startsWith(keys.partition().prefix()) && key.rowKey().startsWith(keys.row().prefix());
	}

	/**
	 * Returns the lists of an index, which the classes of a table that declare it share.
	 */
	public IndexLists lists(TableGateway gateway, String table, String index) {
		List<IndexRows> lists = rows(table, index).stream().filter((one) -> one.index().isList()).toList();
		if (!gateway.keepsBlobLists() && lists.stream().anyMatch((one) -> one.index().isInBlobs())) {
			throw new InvalidDataAccessApiUsageException("The index '" + index + "' of table '" + table
					+ "' keeps its lists in blobs, and this gateway keeps none; give workers and the administration of "
					+ "indexes the BlobListGateway that the templates have");
		}
		return new IndexLists(gateway, table, lists);
	}

	/**
	 * Returns the indexes of a table that are meant.
	 */
	public List<IndexMapping> indexes(String table, Predicate<IndexMapping> wanted) {
		return entities().filter((entity) -> table(entity).equals(table))
			.flatMap((entity) -> EntityModel.of(entity).indexes().stream())
			.filter(wanted)
			.toList();
	}

	private List<IndexRows> rows(String table, String index) {
		List<IndexRows> rows = new ArrayList<>();
		entities().filter((entity) -> table(entity).equals(table))
			.forEach((entity) -> EntityModel.of(entity)
				.indexes()
				.stream()
				.filter((one) -> one.name().equals(index))
				.forEach((one) -> rows.add(new IndexRows(EntityModel.of(entity), one))));
		return rows;
	}

	/**
	 * Returns the tables of all classes that declare an index.
	 */
	public Set<String> tables() {
		return tables((index) -> true);
	}

	/**
	 * Returns the tables of all classes that declare an index in another partition.
	 */
	public Set<String> interPartitionTables() {
		return tables((index) -> !index.isIntraPartition());
	}

	/**
	 * The tables of all classes.
	 */
	public Set<String> mappedTables() {
		Set<String> tables = new HashSet<>();
		entities().forEach((entity) -> tables.add(table(entity)));
		return tables;
	}

	private Set<String> tables(Predicate<IndexMapping> wanted) {
		Set<String> tables = new HashSet<>();
		entities().filter((entity) -> EntityModel.of(entity).indexes().stream().anyMatch(wanted))
			.forEach((entity) -> tables.add(table(entity)));
		return tables;
	}

	private Stream<? extends TablePersistentEntity<?>> entities() {
		return List.copyOf(this.context.getPersistentEntities())
			.stream()
			.filter((entity) -> entity.isTable() && !entity.isAbstract());
	}

	/**
	 * Returns the table of a class.
	 */
	public String table(TablePersistentEntity<?> entity) {
		return this.names.resolve(entity.getType(), entity.tableName());
	}

}
