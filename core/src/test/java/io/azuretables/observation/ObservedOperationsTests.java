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

package io.azuretables.observation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.operations.OperationObserver;
import io.azuretables.operations.OperationObserver.ObservedOperation;
import io.azuretables.operations.TableTemplate;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowPage.Continuation;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.sample.Employee;
import io.azuretables.sample.Review;
import io.azuretables.write.PartialWriteException;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.dao.DuplicateKeyException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

/**
 * Tests for {@link ObservedOperations}.
 */
class ObservedOperationsTests {

	private static final Employee HALL = Employee.of("Sales", 1, "Hall", 34);

	private static final TableKey KEY = new TableKey("Sales", "empid_000001");

	private static final TableQuery SALES = TableQuery.of(Criteria.where("department").is("Sales"));

	private static final TableQuery NUMBERS = SALES.and(Criteria.where("employeeId").in(List.of(1, 2, 3)));

	private static final TableQuery BY_EMAIL = SALES.and(Criteria.where("email").is("hall1@contoso.com"));

	private final Stopped stopped = new Stopped();

	private final ObservationRegistry registry = ObservationRegistry.create();

	private final TableGateway gateway = new EmbeddedTableGateway();

	private final TableTemplate template = template(new ObservedTableGateway(this.gateway, this.registry));

	private static TableTemplate template(TableGateway gateway) {
		return new TableTemplate(gateway, new TableConverter(new TableMappingContext(new TableCustomConversions())));
	}

	@BeforeEach
	void saveUnobserved() {
		template(this.gateway).saveAll(List.of(HALL, Employee.of("Sales", 2, "Cao", 40)));
		this.template.exists(SALES, Employee.class);
		this.registry.observationConfig().observationHandler(this.stopped);
		this.template.setObserver(new ObservedOperations(this.registry));
	}

	/**
	 * Operation, path, index and status; and then rows, pages and requests, and of the
	 * rows read the entities that were returned.
	 */
	static Stream<Arguments> operations() {
		return Stream.of(
				operation("findById POINT none ok", "1 0 1 1/1", (template) -> template.findById(Employee.class, KEY)),
				operation("findById POINT none not-found", "0 0 1 0/0",
						(template) -> template.findById(Employee.class, new TableKey("Sales", "empid_000009"))),
				operation("existsById POINT none ok", "1 0 1 1/1",
						(template) -> template.existsById(Employee.class, KEY)),
				operation("findAllById MULTI_POINT none ok", "2 0 2 2/2",
						(template) -> template.findAllById(Employee.class,
								List.of(KEY, new TableKey("Sales", "empid_000002")))),
				operation("find KIND_RANGE none ok", "2 1 1 2/2", (template) -> template.find(SALES, Employee.class)),
				operation("find MULTI_POINT none ok", "2 0 3 2/2",
						(template) -> template.find(NUMBERS, Employee.class)),
				operation("findOne POINT email ok", "1 0 1 1/1",
						(template) -> template.findOne(BY_EMAIL, Employee.class)),
				operation("stream KIND_RANGE none ok", "2 1 1 2/2",
						(template) -> template.stream(SALES, Employee.class).toList()),
				operation("scroll KIND_RANGE none ok", "1 1 1 1/1",
						(template) -> template.query(Employee.class).scroll(SALES.limit(1))),
				operation("count KIND_RANGE none ok", "2 1 1 2/2", (template) -> template.count(SALES, Employee.class)),
				operation("exists POINT email ok", "1 0 1 1/1",
						(template) -> template.exists(BY_EMAIL, Employee.class)),
				operation("delete KIND_RANGE none ok", "8 1 4 4/2",
						(template) -> template.delete(SALES, Employee.class)),
				operation("save none none ok", "3 0 2 1/0",
						(template) -> template.save(template.findById(Employee.class, KEY).orElseThrow())),
				operation("insert none none ok", "2 0 1 0/0",
						(template) -> template.insert(Employee.of("Sales", 3, "Smith", 50))),
				operation("saveAll none none ok", "4 0 1 0/0",
						(template) -> template
							.saveAll(List.of(Employee.of("New", 3, "Smith", 50), Employee.of("New", 4, "Miller", 50)))),
				operation("merge none none ok", "3 0 2 1/0",
						(template) -> template.merge(Employee.class, KEY, Update.update("age", 35))),
				operation("mergeOrInsert none none ok", "3 0 2 1/0",
						(template) -> template.mergeOrInsert(Employee.class, KEY, Update.update("age", 35))),
				operation("deleteById none none ok", "3 0 2 1/0",
						(template) -> template.deleteById(Employee.class, KEY)),
				operation("commit none none ok", "2 0 1 0/0",
						(template) -> template.inPartition("Employees", "Sales")
							.insert(Employee.of("Sales", 3, "Smith", 50))
							.commit()));
	}

	private static Arguments operation(String tags, String cost, Consumer<TableTemplate> call) {
		return argumentSet(tags, tags, cost, call);
	}

	@ParameterizedTest
	@MethodSource("operations")
	void observesEveryOperation(String tags, String cost, Consumer<TableTemplate> call) {
		call.accept(this.template);
		Observation.Context operation = this.stopped.last("azure.tables.operations");
		assertThat(values(operation, "operation", "path", "index", "status")).isEqualTo(tags);
		TableOperationContext context = (TableOperationContext) operation;
		assertThat(values(operation, "rows", "pages", "requests") + " " + context.getRowsRead() + "/"
				+ context.getReturned())
			.isEqualTo(cost);
		assertThat(values(operation, "returned")).isEqualTo(String.valueOf(context.getReturned()));
		assertThat(values(operation, "table")).isEqualTo("Employees");
		assertThat(operation.getContextualName()).isEqualTo(tags.split(" ")[0] + " Employees");
		assertThat(operation.getError()).isNull();
	}

	@Test
	void countsPagesOfFewRows() {
		TableTemplate slow = template(new ForwardingTableGateway(this.gateway) {

			@Override
			public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
				return (request.from() != null) ? super.read(request.from(null), reader)
						: new RowPage<>(List.of(), 0, new Continuation("Sales", "1"));
			}

		});
		slow.setObserver(new ObservedOperations(this.registry));
		assertThat(slow.find(SALES, Employee.class)).hasSize(2);
		TableOperationContext context = (TableOperationContext) this.stopped.last("azure.tables.operations");
		assertThat(context.getSparsePages()).isOne();
		assertThat(context.getPages()).isEqualTo(2);
		this.template.query(Employee.class).scroll(SALES.limit(1));
		assertThat(((TableOperationContext) this.stopped.last("azure.tables.operations")).getSparsePages()).isZero();
	}

	@Test
	void tellsSeveralObservers() {
		List<String> told = new ArrayList<>();
		OperationObserver other = (operation, target) -> new ObservedOperation() {

			@Override
			public TableGateway gateway() {
				return target;
			}

			@Override
			public void returned(long entities) {
				told.add(operation.name() + " " + entities);
			}

			@Override
			public void failed(RuntimeException failure) {
				told.add("failed");
			}

			@Override
			public void ended() {
				told.add("ended");
			}

		};
		this.template.setObserver(other.andThen(new ObservedOperations(this.registry)));
		this.template.find(SALES, Employee.class);
		assertThat(told).containsExactly("find 2", "ended");
		assertThat(values(this.stopped.last("azure.tables.operations"), "rows", "returned")).isEqualTo("2 2");
		assertThatExceptionOfType(DuplicateKeyException.class)
			.isThrownBy(() -> this.template.insert(new Employee("Sales", 1, "other@contoso.com", "Hall", 34, null)));
		assertThat(told).endsWith("failed", "ended");
		assertThat(this.stopped.last("azure.tables.operations").getError()).isNotNull();
	}

	@Test
	void ownsItsRequestsOnWhateverThread() {
		Observation.createNotStarted("call", this.registry).observe(() -> this.template.find(NUMBERS, Employee.class));
		Observation.Context operation = this.stopped.last("azure.tables.operations");
		assertThat(operation.getParentObservation().getContextView().getName()).isEqualTo("call");
		assertThat(this.stopped.all("azure.tables.requests")).hasSize(3)
			.allSatisfy((request) -> assertThat(request.getParentObservation().getContextView()).isSameAs(operation));
		assertThat(this.stopped.threads).hasSizeGreaterThan(1);
		assertThat(this.registry.getCurrentObservation()).isNull();
	}

	@Test
	void ownsTheRequestsOfTransactionsInParallel() {
		this.template.saveAll(IntStream.range(0, 6).mapToObj((i) -> Employee.of("New" + i, 1, "Hall", 34)).toList());
		Observation.Context operation = this.stopped.last("azure.tables.operations");
		assertThat(this.stopped.all("azure.tables.requests")).hasSize(6)
			.allSatisfy((request) -> assertThat(request.getParentObservation().getContextView()).isSameAs(operation));
	}

	@Test
	void namesErrorsAsTheServiceDoes() {
		Employee again = new Employee("Sales", 1, "other@contoso.com", "Hall", 34, null);
		assertThatExceptionOfType(DuplicateKeyException.class).isThrownBy(() -> this.template.insert(again));
		Observation.Context operation = this.stopped.last("azure.tables.operations");
		assertThat(values(operation, "operation", "status")).isEqualTo("insert EntityAlreadyExists");
		assertThat(operation.getError()).isInstanceOf(DuplicateKeyException.class);
	}

	@Test
	void namesTheErrorBehindAPartialWrite() {
		List<Employee> some = List.of(HALL, Employee.of("New", 1, "Hall", 34));
		assertThatExceptionOfType(PartialWriteException.class).isThrownBy(() -> this.template.insertAll(some));
		assertThat(values(this.stopped.last("azure.tables.operations"), "operation", "status"))
			.isEqualTo("insertAll EntityAlreadyExists");
	}

	@Test
	void namesErrorsThatAreNotTheServices() {
		IllegalStateException failure = new IllegalStateException("refused by the application");
		assertThat(catchThrowable(() -> this.template.updateWithRetry(Employee.class, KEY, (employee) -> {
			throw failure;
		}))).isSameAs(failure);
		assertThat(values(this.stopped.last("azure.tables.operations"), "operation", "status"))
			.isEqualTo("updateWithRetry IllegalStateException");
	}

	@Test
	void tellsTablesApart() {
		this.template.saveAll(List.of(Employee.of("Sales", 3, "Smith", 50), new Review("Sales", 1, 2026, 5, null)));
		assertThat(values(this.stopped.last("azure.tables.operations"), "table")).isEqualTo("several");
		this.template.saveAll(List.of());
		assertThat(values(this.stopped.last("azure.tables.operations"), "table", "requests")).isEqualTo("none 0");
	}

	@Test
	void endsAStreamOnceItIsReadOrClosed() {
		Stream<Employee> half = this.template.stream(SALES, Employee.class);
		half.iterator().next();
		assertThat(this.stopped.all("azure.tables.operations")).isEmpty();
		half.close();
		half.close();
		assertThat(this.stopped.all("azure.tables.operations")).hasSize(1);
		this.template.stream(SALES.limit(1), Employee.class).forEach((employee) -> {
		});
		assertThat(this.stopped.all("azure.tables.operations")).hasSize(2);
	}

	@Test
	void observesNothingUnlessAsked() {
		this.template.setObserver(null);
		this.template.find(SALES, Employee.class);
		assertThat(this.stopped.all("azure.tables.operations")).isEmpty();
	}

	private static String values(Observation.Context context, String... keys) {
		return String.join(" ", Stream.of(keys)
			.map((key) -> context.getAllKeyValues().stream().filter((one) -> one.getKey().equals(key)).findFirst())
			.map((value) -> value.map(KeyValue::getValue).orElse("?"))
			.toList());
	}

	/**
	 * Keeps what has stopped.
	 */
	private static final class Stopped implements ObservationHandler<Observation.Context> {

		private final List<Observation.Context> contexts = new CopyOnWriteArrayList<>();

		private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

		@Override
		public void onStop(Observation.Context context) {
			this.contexts.add(context);
			this.threads.add(Thread.currentThread());
		}

		@Override
		public boolean supportsContext(Observation.Context context) {
			return true;
		}

		List<Observation.Context> all(String name) {
			return this.contexts.stream().filter((context) -> name.equals(context.getName())).toList();
		}

		Observation.Context last(String name) {
			List<Observation.Context> all = all(name);
			assertThat(all).isNotEmpty();
			return all.get(all.size() - 1);
		}

	}

}
