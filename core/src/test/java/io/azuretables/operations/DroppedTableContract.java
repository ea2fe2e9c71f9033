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

import java.util.List;
import java.util.Map;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.sample.Employee;
import org.junit.jupiter.api.Test;

import org.springframework.dao.InvalidDataAccessResourceUsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What becomes of requests to a table that was dropped while the application runs, on any
 * store.
 */
interface DroppedTableContract {

	TableConverter CONVERTER = new TableConverter(new TableMappingContext(new TableCustomConversions()));

	Employee HALL = Employee.of("Sales", 1, "Hall", 34);

	TableGateway gateway();

	String table();

	/**
	 * Deletes the table, and waits until its name is free again.
	 */
	default void drop() {
		gateway().deleteTable(table());
	}

	private WatchedGateway watched() {
		return new WatchedGateway(gateway());
	}

	private TableTemplate template(TableGateway gateway, SchemaMode schema) {
		return new TableTemplate(gateway, CONVERTER,
				TableTemplateOptions.DEFAULTS.withSchema(schema).withTableNames((type, name) -> table()));
	}

	@Test
	default void createsDroppedTableForOneWrite() {
		WatchedGateway watched = watched();
		TableTemplate template = template(watched, SchemaMode.CREATE_ON_USE);
		template.save(HALL);
		drop();
		watched.forget();
		template.insert(HALL);
		assertThat(watched.requests()).containsExactly("batch", "create", "batch");
		assertThat(template.existsById(Employee.class, TableKey.of("Sales", "empid_000001"))).isTrue();
	}

	@Test
	default void createsDroppedTableForManyWrites() {
		TableTemplate template = template(gateway(), SchemaMode.CREATE_ON_USE);
		template.save(HALL);
		drop();
		List<Employee> many = List.of(HALL, Employee.of("Marketing", 2, "Cao", 47), Employee.of("IT", 3, "Le", 30));
		assertThat(template.insertAll(many)).hasSize(3);
		assertThat(template.findAllById(Employee.class, List.of(TableKey.of("IT", "empid_000003"),
				TableKey.of("Marketing", "empid_000002"), TableKey.of("Sales", "empid_000001"))))
			.hasSize(3);
	}

	@Test
	default void createsDroppedTableForReads() {
		TableTemplate template = template(gateway(), SchemaMode.CREATE_ON_USE);
		template.save(HALL);
		drop();
		assertThat(template.findById(Employee.class, TableKey.of("Sales", "empid_000001"))).isEmpty();
		drop();
		assertThat(template.find(TableQuery.of(Criteria.where("department").is("Sales")), Employee.class)).isEmpty();
	}

	@Test
	default void createsDroppedTableForRows() {
		RowTemplate rows = new RowTemplate(gateway(), CONVERTER);
		TableKey key = TableKey.of("p", "r");
		RowWrite insert = new RowWrite.Insert(TableRow.of(key, Map.of("Number", 7)));
		rows.write(table(), insert);
		drop();
		rows.write(table(), insert);
		assertThat(rows.read(table(), key)).isPresent();
	}

	@Test
	default void refusesRequestsToMissingTableThatIsNotToBeCreated() {
		TableTemplate template = template(gateway(), SchemaMode.NONE);
		gateway().createTable(table());
		template.save(HALL);
		drop();
		assertThatExceptionOfType(InvalidDataAccessResourceUsageException.class)
			.isThrownBy(() -> template.insert(Employee.of("Sales", 2, "Cao", 47)));
		assertThat(gateway().tables()).doesNotContain(table());
	}

}
