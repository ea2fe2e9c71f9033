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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.TableRow;
import io.azuretables.sample.Employee;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.data.domain.Sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What reading in segments does, on any store.
 */
interface ParallelReadContract {

	TableConverter CONVERTER = new TableConverter(new TableMappingContext(new TableCustomConversions()));

	TableGateway gateway();

	String table();

	private TableTemplate template(TableGateway gateway, int concurrency) {
		return new TableTemplate(gateway, CONVERTER, TableTemplateOptions.DEFAULTS.withConcurrency(concurrency))
			.in((name, type) -> table());
	}

	private List<Employee> employees(TableTemplate template, int departments, int each) {
		template.converter().mappingContext();
		gateway().createTable(table());
		List<Employee> employees = IntStream.range(0, departments * each)
			.mapToObj((i) -> Employee.of("Dept%03d".formatted(i / each), i, "Name" + i, i % 70))
			.toList();
		return template.saveAll(employees);
	}

	@Test
	default void findsWhatAStreamFinds() {
		TableTemplate template = template(gateway(), 4);
		List<Employee> employees = employees(template, 20, 7);
		try (Stream<Employee> stream = template.streamParallel(TableQuery.all().allowScan(), Employee.class, 6)) {
			assertThat(stream.toList()).containsExactlyInAnyOrderElementsOf(employees);
		}
		TableQuery old = TableQuery.of(Criteria.where("age").greaterThan(50)).allowScan();
		try (Stream<Employee> stream = template.streamParallel(old, Employee.class, 6)) {
			assertThat(stream.toList()).isNotEmpty()
				.containsExactlyInAnyOrderElementsOf(template.find(old, Employee.class));
		}
		TableQuery one = TableQuery.of(Criteria.where("department").is("Dept003"));
		try (Stream<Employee> stream = template.streamParallel(one, Employee.class, 6)) {
			assertThat(stream.toList()).hasSize(7)
				.containsExactlyInAnyOrderElementsOf(template.find(one, Employee.class));
		}
		try (Stream<Employee> stream = template.streamParallel(TableQuery.all().allowScan().limit(5), Employee.class,
				6)) {
			assertThat(stream.toList()).hasSize(5).doesNotHaveDuplicates();
		}
	}

	@Test
	default void readsEachSegmentByItself() {
		TableTemplate template = template(gateway(), 4);
		List<Employee> employees = employees(template, 20, 7);
		List<PartitionSegment> segments = template.segments(Employee.class, 5);
		assertThat(segments).hasSize(5);
		List<Employee> found = new ArrayList<>();
		for (PartitionSegment segment : segments) {
			try (Stream<Employee> stream = template.query(Employee.class)
				.stream(TableQuery.all().allowScan(), segment)) {
				List<Employee> some = stream.toList();
				assertThat(some).isNotEmpty().allMatch((one) -> segment.contains(one.department()));
				found.addAll(some);
			}
		}
		assertThat(found).containsExactlyElementsOf(template.find(TableQuery.all().allowScan(), Employee.class))
			.hasSameSizeAs(employees);
		TableQuery points = TableQuery
			.of(Criteria.where("department").in("Dept001", "Dept019").and(Criteria.where("employeeId").in(7, 133)));
		List<Employee> last;
		try (Stream<Employee> stream = template.query(Employee.class).stream(points, segments.get(4))) {
			last = stream.toList();
		}
		assertThat(last).singleElement().satisfies((one) -> assertThat(one.department()).isEqualTo("Dept019"));
	}

	@Test
	default void readsRowsInSegments() {
		employees(template(gateway(), 4), 20, 7);
		RowTemplate rows = new RowTemplate(gateway(), CONVERTER, TableTemplateOptions.DEFAULTS.withConcurrency(3));
		List<TableRow> all = rows.stream(table(), Criteria.ALL).toList();
		assertThat(rows.streamParallel(table(), Criteria.ALL, 5)).containsExactlyInAnyOrderElementsOf(all);
		List<TableRow> found = new ArrayList<>();
		rows.segments(table(), 5)
			.forEach((segment) -> found.addAll(rows.stream(table(), Criteria.ALL, segment).toList()));
		assertThat(found).isEqualTo(all);
	}

	@Test
	default void letsTheConsumerUseTheTemplate() {
		TableTemplate template = template(gateway(), 2);
		List<Employee> employees = employees(template, 8, 3);
		Set<Employee> seen = new HashSet<>();
		try (Stream<Employee> stream = template.streamParallel(TableQuery.all().allowScan(), Employee.class, 8)) {
			stream.forEach((one) -> {
				Object same = new TableKey(one.department(), "empid_%06d".formatted(one.employeeId()));
				Object other = new TableKey(one.department(), "empid_999999");
				seen.addAll(template.findAllById(Employee.class, List.of(same, other)));
			});
		}
		assertThat(seen).containsExactlyInAnyOrderElementsOf(employees);
	}

	@Test
	default void endsWithTheFailureOfARequest() {
		employees(template(gateway(), 2), 20, 3);
		AtomicInteger requests = new AtomicInteger();
		TableTemplate failing = template(reading(gateway(), (request) -> {
			requests.incrementAndGet();
			if (request.top() == 1_000 && String.valueOf(request.filter()).contains("Dept01")) {
				throw new TransientDataAccessResourceException("broken");
			}
			return true;
		}), 2);
		try (Stream<Employee> stream = failing.streamParallel(TableQuery.all().allowScan(), Employee.class, 10)) {
			assertThatExceptionOfType(DataAccessException.class).isThrownBy(stream::toList).withMessage("broken");
		}
		int sent = requests.get();
		assertThat(sent).isLessThan(200);
	}

	@Test
	default void beginsNoFurtherSegmentWhenTheStreamIsClosed() {
		employees(template(gateway(), 2), 20, 3);
		Set<String> begun = ConcurrentHashMap.newKeySet();
		TableTemplate template = template(reading(gateway(), (request) -> {
			if (request.top() == 1_000) {
				begun.add(String.valueOf(request.filter()));
			}
			return true;
		}), 2);
		try (Stream<Employee> stream = template.streamParallel(TableQuery.all().allowScan(), Employee.class, 10)) {
			assertThat(stream.iterator().next()).isNotNull();
		}
		assertThat(begun).hasSizeBetween(1, 3);
	}

	@Test
	default void refusesAnOrder() {
		TableTemplate template = template(gateway(), 2);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> template.streamParallel(TableQuery.all().allowScan().orderBy(Sort.by("department")),
					Employee.class, 2))
			.withMessageContaining("Employee")
			.withMessageContaining("no order");
	}

	@Test
	default void takesFewRequestsForASegment() {
		employees(template(gateway(), 4), 128, 1);
		AtomicInteger requests = new AtomicInteger();
		RowTemplate rows = new RowTemplate(reading(gateway(), (request) -> requests.incrementAndGet() > 0), CONVERTER);
		assertThat(rows.segments(table(), 8)).hasSize(8);
		assertThat(requests.get()).isBetween(2, 8 * 8);
	}

	private static TableGateway reading(TableGateway gateway, Predicate<RowRequest> watched) {
		return new ForwardingTableGateway(gateway) {

			@Override
			public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
				assertThat(watched.test(request)).isTrue();
				return super.read(request, reader);
			}

		};
	}

}
