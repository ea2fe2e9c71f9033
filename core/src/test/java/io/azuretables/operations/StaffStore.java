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

package io.azuretables.operations;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.index.IndexRows;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.key.TableKey;
import io.azuretables.operations.Staff.Details;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.TableRow;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A store with a table of staff: what lies in it, and whether its index rows are exactly
 * those that follow from its entities.
 */
class StaffStore {

	private final TableGateway gateway;

	private final String table;

	private final TableConverter converter = new TableConverter(new TableMappingContext(new TableCustomConversions()));

	StaffStore(TableGateway gateway, String table) {
		this.gateway = gateway;
		this.table = table;
		gateway.createTable(table);
	}

	TableTemplate template() {
		return template(this.gateway);
	}

	TableTemplate template(TableGateway over) {
		return new TableTemplate(over, this.converter, options());
	}

	TableTemplateOptions options() {
		return TableTemplateOptions.DEFAULTS.withTableNames((type, name) -> this.table).withSchema(SchemaMode.NONE);
	}

	TableGateway gateway() {
		return this.gateway;
	}

	String table() {
		return this.table;
	}

	TableConverter converter() {
		return this.converter;
	}

	TableKey key(Object entity) {
		return this.converter.key(entity);
	}

	Map<TableKey, TableRow> rows() {
		Map<TableKey, TableRow> rows = new TreeMap<>();
		RowRequest request = RowRequest.of(this.table, null);
		while (request != null) {
			RowPage<TableRow> page = this.gateway.read(request, RowReader.rows());
			page.rows().forEach((row) -> rows.put(row.key(), row));
			request = (page.continuation() != null) ? request.from(page.continuation()) : null;
		}
		return rows;
	}

	/**
	 * The rows of entities, by their keys, with the type.
	 */
	Map<TableKey, Class<? extends Staff>> entities(Map<TableKey, TableRow> rows) {
		Map<TableKey, Class<? extends Staff>> entities = new HashMap<>();
		for (Class<? extends Staff> type : Staff.TYPES) {
			String prefix = model(type).keys().row().prefix();
			rows.keySet()
				.stream()
				.filter((key) -> key.rowKey().startsWith(prefix))
				.forEach((key) -> entities.put(key, type));
		}
		return entities;
	}

	private EntityModel model(Class<?> type) {
		return EntityModel.of(this.converter.entity(type));
	}

	/**
	 * Checks that entities and nothing else have index rows, which hold what they should.
	 */
	void checkIndexes(String description) {
		Map<TableKey, TableRow> rows = rows();
		Map<TableKey, Class<? extends Staff>> entities = entities(rows);
		Map<TableKey, Map<String, Object>> expected = new TreeMap<>();
		entities.forEach((key, type) -> model(type).indexes().forEach((index) -> {
			TableRow row = new IndexRows(model(type), index).rowFor(rows.get(key));
			if (row != null) {
				assertThat(expected.put(row.key(), row.properties())).as(description + ": two in " + row.key())
					.isNull();
			}
		}));
		Map<TableKey, Map<String, Object>> actual = new TreeMap<>();
		rows.forEach((key, row) -> {
			if (!entities.containsKey(key)) {
				actual.put(key, row.properties());
			}
		});
		assertThat(actual).as(description).isEqualTo(expected);
	}

	/**
	 * What the entities of the store look like.
	 */
	Map<TableKey, Details> details() {
		Map<TableKey, TableRow> rows = rows();
		Map<TableKey, Details> details = new HashMap<>();
		entities(rows).forEach((key, type) -> details.put(key, details(rows.get(key))));
		return details;
	}

	private static Details details(TableRow row) {
		Object age = row.get("age");
		return new Details((String) row.get("email"), (String) row.get("city"), (age != null) ? (Integer) age : 0);
	}

}
