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

package io.azuretables.repository;

import java.lang.StackWalker.StackFrame;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import io.azuretables.key.TableKey;
import io.azuretables.repository.GuideRepositories.EmployeeNames;
import io.azuretables.repository.GuideRepositories.EmployeeScans;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.sample.Employee;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How far is it from a repository to the store? Measured, not drawn.
 */
class WalkTests {

	private final StackGateway gateway = new StackGateway();

	private final Employees employees = Stores.repository(Employees.class, this.gateway);

	private final EmployeeNames names = Stores.repository(EmployeeNames.class, this.gateway);

	private final EmployeeScans scans = Stores.repository(EmployeeScans.class, this.gateway);

	@Test
	void hasAtMostFiveClassesOnTheStackOfASave() {
		this.employees.save(Employee.of("Sales", 1, "Hall", 34));
		assertThat(this.gateway.stack).hasSizeLessThanOrEqualTo(5).contains("TableTemplate", "PlanExecutor");
	}

	@Test
	void hasAtMostFiveClassesOnTheStackOfAQuery() {
		this.employees.save(Employee.of("Sales", 1, "Hall", 34));
		this.employees.findByDepartmentAndEmployeeIdBetween("Sales", 1, 9);
		assertThat(this.gateway.stack).hasSizeLessThanOrEqualTo(5).contains("TableRepositoryQuery");
		this.employees.findByDepartmentAndEmployeeId("Sales", 1);
		assertThat(this.gateway.stack).hasSizeLessThanOrEqualTo(5).contains("TableRepositoryQuery");
	}

	/**
	 * The numbers may only fall.
	 */
	@ParameterizedTest
	@MethodSource("methodsOfTheReadMe")
	void touchesAtMost25TypesInADerivedQuery(String path, int most, Consumer<Employees> method) {
		assertThat(touched(() -> method.accept(this.employees)))
			.contains("repository.query.TableRepositoryQuery", "operations.PlanExecutor", "convert.EntityReader")
			.hasSizeLessThanOrEqualTo(most);
	}

	static List<Arguments> methodsOfTheReadMe() {
		return List.of(method("point", 20, (employees) -> employees.findByDepartmentAndEmployeeId("Sales", 1)),
				method("range", 24, (employees) -> employees.findByDepartmentAndEmployeeIdBetween("Sales", 1, 9)),
				method("point of an index", 21,
						(employees) -> employees.findByDepartmentAndEmail("Sales", "hall1@contoso.com")),
				method("range of an index", 25,
						(employees) -> employees.findByDepartmentAndEmailStartingWith("Sales", "hall")),
				method("filter", 25, (employees) -> employees.findByLastName("Hall")));
	}

	@ParameterizedTest
	@MethodSource
	void touchesAtMost25TypesInOtherDerivedQueries(String path, int most, Consumer<Employees> method) {
		assertThat(touched(() -> method.accept(this.employees)))
			.contains("repository.query.TableRepositoryQuery", "operations.PlanExecutor", "plan.QueryBinder")
			.hasSizeLessThanOrEqualTo(most);
	}

	static List<Arguments> touchesAtMost25TypesInOtherDerivedQueries() {
		return List.of(
				method("projection", 24, (employees) -> employees.findByDepartmentAndAgeGreaterThan("Sales", 30)),
				method("points", 22, (employees) -> employees.findByDepartmentAndEmployeeIdIn("Sales", List.of(1))),
				method("scan of a partition", 24,
						(employees) -> employees.findTop2ByDepartmentOrderByEmployeeId("Sales")),
				method("stream", 25, (employees) -> employees.streamByDepartment("Sales").toList()),
				method("count", 22, (employees) -> employees.countByDepartment("Sales")),
				method("exists", 19, (employees) -> employees.existsByDepartmentAndEmail("Sales", "hall1@contoso.com")),
				method("delete", 23, (employees) -> employees.deleteByDepartmentAndAgeLessThan("Sales", 30)));
	}

	@ParameterizedTest
	@MethodSource
	void touchesAFewMoreTypesWhenTheClientHasWorkToDo(String work, int most,
			BiConsumer<EmployeeNames, EmployeeScans> method) {
		assertThat(touched(() -> method.accept(this.names, this.scans))).contains("convert.FindingReader")
			.hasSizeLessThanOrEqualTo(most);
	}

	static List<Arguments> touchesAFewMoreTypesWhenTheClientHasWorkToDo() {
		return List.of(
				work("check a row", 28, (names, scans) -> names.findByDepartmentAndEmployeeIdAndAge("Sales", 1, 34)),
				work("sort rows", 27,
						(names, scans) -> names.findByDepartmentAndEmployeeIdInOrderByAge("Sales", List.of(1))),
				work("check a partition", 32,
						(names, scans) -> scans.findByDepartmentAndLastNameIgnoreCase("Sales", "hall")));
	}

	private static Arguments work(String work, int most, BiConsumer<EmployeeNames, EmployeeScans> method) {
		return Arguments.of(work, most, method);
	}

	private static Arguments method(String path, int most, Consumer<Employees> method) {
		return Arguments.of(path, most, method);
	}

	/**
	 * The types that a query touches when it is not asked for the first time.
	 */
	private Set<String> touched(Runnable query) {
		this.employees.save(Employee.of("Sales", 1, "Hall", 34));
		query.run();
		TouchedTypes.watch();
		return TouchedTypes.of(query);
	}

	private static final class StackGateway extends RecordingTableGateway {

		private List<String> stack = List.of();

		@Override
		public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
			return TouchedTypes.<T, @Nullable T>inStore(reader, (noted) -> super.read(table, key, select, noted));
		}

		@Override
		public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
			return TouchedTypes.inStore(reader, (noted) -> super.read(request, noted));
		}

		@Override
		void note(String request) {
			Set<String> own = StackWalker.getInstance()
				.walk((frames) -> frames.map(StackFrame::getClassName)
					.filter((name) -> name.startsWith("io.azuretables.") && !name.contains("Tests")
							&& !name.contains("RecordingTableGateway") && !name.contains("TouchedTypes")
							&& !name.contains("$Proxy"))
					.map((name) -> name.replaceFirst("\\$.*", "").replaceFirst(".*\\.", ""))
					.collect(Collectors.toCollection(LinkedHashSet::new)));
			this.stack = List.copyOf(own);
			super.note(request);
		}

	}

}
