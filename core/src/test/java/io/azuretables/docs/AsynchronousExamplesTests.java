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

package io.azuretables.docs;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableOperations;
import io.azuretables.operations.TableTemplate;
import io.azuretables.query.TableQuery;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.sample.Employee;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import static io.azuretables.query.Criteria.where;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The examples of the page about asynchronous code, in a controller of Spring WebFlux.
 */
class AsynchronousExamplesTests {

	private final Requests gateway = new Requests(new EmbeddedTableGateway());

	private final TableTemplate template = new TableTemplate(this.gateway,
			new TableConverter(new TableMappingContext(new TableCustomConversions())));

	private final WebTestClient client = WebTestClient.bindToController(new EmployeesController(this.template)).build();

	@BeforeEach
	void save() {
		this.gateway.createTable("Employees");
		this.template
			.saveAll(IntStream.rangeClosed(1, 2_500).mapToObj((i) -> Employee.of("Sales", i, "Hall", 30)).toList());
		this.gateway.threads.clear();
		this.gateway.pages.set(0);
	}

	@Test
	void answersWithAnEntityOrNothing() {
		this.client.get()
			.uri("/departments/Sales/employees/7")
			.exchange()
			.expectStatus()
			.isOk()
			.expectBody()
			.jsonPath("$.employeeId")
			.isEqualTo(7);
		this.client.get().uri("/departments/Sales/employees/9999").exchange().expectBody().isEmpty();
		assertThat(this.gateway.threads).as("where it waits")
			.isNotEmpty()
			.allMatch((name) -> name.startsWith("boundedElastic"));
	}

	@Test
	void answersWithAllEntitiesReadingPageByPage() {
		List<Employee> all = this.client.get()
			.uri("/departments/Sales/employees")
			.exchange()
			.returnResult(Employee.class)
			.getResponseBody()
			.collectList()
			.block();
		assertThat(all).hasSize(2_500);
		assertThat(this.gateway.pages).hasValue(3);
		assertThat(this.gateway.threads).allMatch((name) -> name.startsWith("boundedElastic"));
	}

	@Test
	void readsNoMoreThanTheClientTakes() {
		assertThat(new EmployeesController(this.template).all("Sales").take(10).collectList().block()).hasSize(10);
		assertThat(this.gateway.pages.get()).isLessThan(3);
	}

	/**
	 * A controller that lets a scheduler for blocking work wait for the table.
	 */
	@RestController
	@RequestMapping("/departments/{department}/employees")
	static class EmployeesController {

		private final TableOperations operations;

		EmployeesController(TableOperations operations) {
			this.operations = operations;
		}

		// tag::bridge[]
		@GetMapping("/{id}")
		Mono<Employee> one(@PathVariable String department, @PathVariable int id) {
			TableQuery query = TableQuery.of(where("department").is(department).and(where("employeeId").is(id)));
			return Mono.fromCallable(() -> this.operations.findOne(query, Employee.class))
				.flatMap(Mono::justOrEmpty)
				.subscribeOn(Schedulers.boundedElastic());
		}

		@GetMapping
		Flux<Employee> all(@PathVariable String department) {
			TableQuery query = TableQuery.of(where("department").is(department));
			return Flux.defer(() -> Flux.fromStream(this.operations.stream(query, Employee.class)))
				.subscribeOn(Schedulers.boundedElastic());
		}
		// end::bridge[]

	}

	/**
	 * A gateway that notes the threads that wait for it, and the pages that it reads.
	 */
	private static final class Requests extends ForwardingTableGateway {

		private final Set<String> threads = ConcurrentHashMap.newKeySet();

		private final AtomicInteger pages = new AtomicInteger();

		Requests(TableGateway gateway) {
			super(gateway);
		}

		@Override
		public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
			this.threads.add(Thread.currentThread().getName());
			return super.read(table, key, select, reader);
		}

		@Override
		public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
			this.threads.add(Thread.currentThread().getName());
			this.pages.incrementAndGet();
			return super.read(request, reader);
		}

	}

}
