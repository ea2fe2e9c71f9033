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

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import io.azuretables.callback.AfterConvertCallback;
import io.azuretables.callback.AfterDeleteCallback;
import io.azuretables.callback.AfterSaveCallback;
import io.azuretables.callback.BeforeConvertCallback;
import io.azuretables.callback.BeforeSaveCallback;
import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import io.azuretables.row.TableRow;
import io.azuretables.sample.Employee;
import io.azuretables.sample.MutableClock;
import org.junit.jupiter.api.Test;

import org.springframework.data.mapping.callback.EntityCallbacks;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The application steps in where it may, once each time; tables are named and created as
 * it wants.
 */
class CallbackTests {

	private static final TableKey KEY = TableKey.of("Sales", "empid_000001");

	private final List<String> calls = new ArrayList<>();

	private final MutableClock clock = new MutableClock();

	private final WatchedGateway gateway = new WatchedGateway(new EmbeddedTableGateway(this.clock));

	private final TableMappingContext context = new TableMappingContext(new TableCustomConversions());

	private final TableTemplate template = template(TableTemplateOptions.DEFAULTS);

	private TableTemplate template(TableTemplateOptions options) {
		TableTemplate template = new TableTemplate(this.gateway, new TableConverter(this.context), options);
		template.setEntityCallbacks(EntityCallbacks.create(new Recording(this.calls), new Saving(this.calls),
				new Saved(this.calls), new Deleted(this.calls), new Converted(this.calls)));
		return template;
	}

	@Test
	void callsEachOnceInOrderAndGoesOnWithWhatTheyReturn() {
		Employee saved = this.template.save(Employee.of("Sales", 1, "Hall", 0));
		assertThat(this.calls).containsExactly("before convert 0 in Employees", "before save 1 row 1 in Employees",
				"after save 1 with version, row with version in Employees");
		assertThat(saved.age()).isEqualTo(101);
		this.calls.clear();
		Employee read = this.template.findById(Employee.class, KEY).orElseThrow();
		assertThat(read.age()).isEqualTo(1001);
		assertThat(this.calls).containsExactly("after convert 1 in Employees");
		this.calls.clear();
		this.template.delete(read);
		assertThat(this.calls).containsExactly("after delete 1001 in Employees");
	}

	@Test
	void callsForEachEntityOfManyAndOfTransaction() {
		List<String> once = List.of("before convert 0 in Employees", "before save 1 row 1 in Employees",
				"after save 1 with version, row with version in Employees");
		this.template.saveAll(List.of(Employee.of("Sales", 1, "Hall", 0)));
		assertThat(this.calls).isEqualTo(once);
		this.calls.clear();
		this.template.inPartition("Employees", "Sales").insert(Employee.of("Sales", 2, "Hall", 0)).commit();
		assertThat(this.calls).isEqualTo(once);
		this.calls.clear();
		this.template.deleteAll(List.of(Employee.of("Sales", 1, "Hall", 0)));
		assertThat(this.calls).containsExactly("after delete 0 in Employees");
		this.calls.clear();
		this.template.updateWithRetry(Employee.class, TableKey.of("Sales", "empid_000002"),
				(read) -> new Employee("Sales", 2, read.email(), read.lastName(), 0, read.etag()));
		assertThat(this.calls).startsWith("after convert 1 in Employees").hasSize(4);
	}

	@Test
	void callsForEveryEntityFound() {
		this.template.saveAll(List.of(Employee.of("Sales", 1, "Hall", 0), Employee.of("Sales", 2, "Hall", 0)));
		TableQuery query = TableQuery.of(Criteria.where("department").is("Sales"));
		this.calls.clear();
		this.template.find(query, Employee.class);
		this.template.stream(query, Employee.class).toList();
		this.template.query(Employee.class).scroll(query);
		this.template.findAllById(Employee.class, List.of(KEY));
		assertThat(this.calls).hasSize(7).containsOnly("after convert 1 in Employees");
	}

	@Test
	void callsNobodyWhereThereIsNoEntity() {
		this.template.save(Employee.of("Sales", 1, "Hall", 0));
		TableQuery query = TableQuery.of(Criteria.where("department").is("Sales"));
		this.calls.clear();
		this.template.merge(Employee.class, KEY, Update.update("age", 7));
		this.template.mergeOrInsert(Employee.class, KEY, Update.update("age", 8));
		this.template.count(query, Employee.class);
		this.template.exists(query, Employee.class);
		this.template.query(Employee.class).as(Age.class).find(query);
		this.template.findById(Employee.class, TableKey.of("Sales", "empid_000009"));
		this.template.delete(query, Employee.class);
		this.template.deleteById(Employee.class, KEY);
		assertThat(this.calls).isEmpty();
	}

	@Test
	void asksForTableEachTime() {
		AtomicReference<String> tenant = new AtomicReference<>("one");
		TableTemplate tenants = template(
				TableTemplateOptions.DEFAULTS.withTableNames((type, name) -> tenant.get() + name));
		tenants.save(Employee.of("Sales", 1, "Hall", 0));
		tenant.set("two");
		assertThat(tenants.findById(Employee.class, KEY)).isEmpty();
		tenants.save(Employee.of("Sales", 2, "Hall", 0));
		assertThat(this.gateway.tables()).containsExactlyInAnyOrder("oneEmployees", "twoEmployees");
		this.calls.clear();
		var stream = tenants.stream(TableQuery.of(Criteria.where("department").is("Sales")), Employee.class);
		tenant.set("three");
		assertThat(stream).hasSize(1);
		assertThat(this.calls).containsExactly("after convert 1 in twoEmployees");
		TableTemplate prefixed = template(
				TableTemplateOptions.DEFAULTS.withTableNames(TableNameResolver.prefixed("test")));
		prefixed.save(Employee.of("Sales", 1, "Hall", 0));
		assertThat(this.gateway.tables()).contains("testEmployees");
	}

	@Test
	void createsTablesOnFirstUseOnceAtStartOrNever() {
		this.template.count(TableQuery.of(Criteria.where("department").is("Sales")), Employee.class);
		this.template.save(Employee.of("Sales", 1, "Hall", 0));
		this.template.merge(Employee.class, KEY, Update.update("age", 7));
		assertThat(this.gateway.requests()).startsWith("create").containsOnlyOnce("create");
		this.gateway.forget();
		template(TableTemplateOptions.DEFAULTS.withSchema(SchemaMode.NONE)).save(Employee.of("Sales", 2, "Hall", 0));
		assertThat(this.gateway.requests()).doesNotContain("create");
		this.gateway.deleteTable("Employees");
		this.clock.pass(EmbeddedTableGateway.DELETION);
		template(TableTemplateOptions.DEFAULTS.withSchema(SchemaMode.CREATE_ON_START)).afterPropertiesSet();
		assertThat(this.gateway.tables()).containsExactly("Employees");
	}

	private static Employee older(Employee employee, int years) {
		return new Employee(employee.department(), employee.employeeId(), employee.email(), employee.lastName(),
				employee.age() + years, employee.etag());
	}

	record Age(int age) {

	}

	private record Recording(List<String> calls) implements BeforeConvertCallback<Employee> {

		@Override
		public Employee onBeforeConvert(Employee entity, String table) {
			this.calls.add("before convert " + entity.age() + " in " + table);
			return older(entity, 1);
		}

	}

	private record Saving(List<String> calls) implements BeforeSaveCallback<Employee> {

		@Override
		public Employee onBeforeSave(Employee entity, TableRow row, String table) {
			this.calls.add("before save " + entity.age() + " row " + row.get("age") + " in " + table);
			return entity;
		}

	}

	private record Saved(List<String> calls) implements AfterSaveCallback<Employee> {

		@Override
		public Employee onAfterSave(Employee entity, TableRow row, String table) {
			this.calls.add("after save " + entity.age() + ((entity.etag() != null) ? " with version" : "") + ", row"
					+ ((row.etag() != null) ? " with version" : "") + " in " + table);
			return older(entity, 100);
		}

	}

	private record Deleted(List<String> calls) implements AfterDeleteCallback<Employee> {

		@Override
		public Employee onAfterDelete(Employee entity, String table) {
			this.calls.add("after delete " + entity.age() + " in " + table);
			return entity;
		}

	}

	private record Converted(List<String> calls) implements AfterConvertCallback<Employee> {

		@Override
		public Employee onAfterConvert(Employee entity, String table) {
			this.calls.add("after convert " + entity.age() + " in " + table);
			return older(entity, 1000);
		}

	}

}
