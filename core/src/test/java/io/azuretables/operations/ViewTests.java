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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.azuretables.callback.AfterSaveCallback;
import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.operations.OperationObserver.ObservedOperation;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import io.azuretables.sample.Employee;
import io.azuretables.sample.MutableClock;
import org.junit.jupiter.api.Test;

import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.data.mapping.callback.EntityCallbacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * A view has other tables, and all else of its template.
 */
class ViewTests {

	private static final TableKey KEY = TableKey.of("Sales", "empid_000001");

	private static final Employee HALL = Employee.of("Sales", 1, "Hall", 34);

	private static final TableQuery SALES = TableQuery.of(Criteria.where("department").is("Sales"));

	private final MutableClock clock = new MutableClock();

	private final WatchedGateway gateway = new WatchedGateway(new EmbeddedTableGateway(this.clock));

	private final TableTemplate template = new TableTemplate(this.gateway,
			new TableConverter(new TableMappingContext(new TableCustomConversions())),
			TableTemplateOptions.DEFAULTS.withTableNames(TableNameResolver.prefixed("dev")));

	private final TableTemplate view = this.template.in((type, name) -> name + "2026");

	@Test
	void readsAndWritesOtherTables() {
		this.view.save(HALL);
		this.view.insertAll(List.of(Employee.of("Sales", 2, "Cao", 47), Employee.of("IT", 3, "Le", 30)));
		this.view.merge(Employee.class, KEY, Update.update("age", 35));
		this.view.mergeOrInsert(Employee.class, KEY, Update.update("age", 36).set("lastName", "Hall"));
		assertThat(this.view.updateWithRetry(Employee.class, KEY, (read) -> read)).isPresent();
		this.view.inPartition("devEmployees2026", "Sales").insert(Employee.of("Sales", 4, "Xu", 20)).commit();
		assertThat(this.view.find(SALES, Employee.class)).extracting(Employee::age).containsExactly(36, 47, 20);
		assertThat(this.view.query(Employee.class).table()).isEqualTo("devEmployees2026");
		assertThat(this.view.count(SALES, Employee.class)).isEqualTo(3);
		assertThat(this.view.deleteById(Employee.class, KEY)).isTrue();
		assertThat(this.view.delete(SALES, Employee.class)).isEqualTo(2);
		assertThat(this.gateway.tables()).containsExactly("devEmployees2026");
		assertThat(this.template.find(SALES, Employee.class)).isEmpty();
	}

	@Test
	void givesViewsOfViews() {
		this.view.in((type, name) -> name + "01").save(HALL);
		assertThat(this.gateway.tables()).containsExactly("devEmployees202601");
	}

	@Test
	void callsNoOtherResolverForAConstantName() {
		TableTemplate callers = this.template.in((type, name) -> {
			throw new IllegalStateException("not in a request");
		});
		callers.in(TableNameResolver.constant("devEmployees2026")).save(HALL);
		assertThat(this.gateway.tables()).containsExactly("devEmployees2026");
		assertThat(this.view.find(SALES, Employee.class)).hasSize(1);
	}

	@Test
	void sharesWhatIsSetLater() {
		Set<String> calls = ConcurrentHashMap.newKeySet();
		this.template.setEntityCallbacks(EntityCallbacks.create((AfterSaveCallback<Employee>) (entity, row, table) -> {
			calls.add(table);
			return entity;
		}));
		this.template.setObserver((operation, target) -> {
			calls.add(operation.name());
			return new ObservedOperation() {

				@Override
				public TableGateway gateway() {
					return target;
				}

				@Override
				public void failed(RuntimeException failure) {
				}

				@Override
				public void ended() {
				}

			};
		});
		this.view.save(HALL);
		assertThat(calls).containsExactlyInAnyOrder("save", "devEmployees2026");
	}

	@Test
	void sharesThreadsAndKnownTables() {
		Set<Thread> before = Thread.getAllStackTraces().keySet();
		for (int i = 0; i < 1000; i++) {
			TableTemplate another = this.template.in((type, name) -> name + "2026");
			another.findAllById(Employee.class, List.of(KEY, TableKey.of("Sales", "empid_000002")));
		}
		assertThat(this.gateway.requests()).containsOnlyOnce("create");
		assertThat(Thread.getAllStackTraces().keySet()).filteredOn((thread) -> !before.contains(thread))
			.filteredOn((thread) -> thread.getName().startsWith("azure-tables-"))
			.hasSizeLessThanOrEqualTo(TableTemplateOptions.DEFAULTS.concurrency());
	}

	@Test
	void createsDroppedTableOfViewAgain() {
		this.view.save(HALL);
		this.template.save(HALL);
		this.gateway.deleteTable("devEmployees2026");
		assertThatExceptionOfType(InvalidDataAccessResourceUsageException.class).isThrownBy(() -> this.view.save(HALL))
			.withMessageContaining("'devEmployees2026' is being deleted");
		this.clock.pass(EmbeddedTableGateway.DELETION);
		this.gateway.forget();
		this.template.in((type, name) -> name + "2026").insert(HALL);
		assertThat(this.gateway.requests()).containsExactly("batch", "create", "batch");
		assertThat(this.template.existsById(Employee.class, KEY)).isTrue();
	}

	@Test
	void needsNames() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.template.in(null))
			.withMessage("The names of the tables of a view must not be null");
	}

}
