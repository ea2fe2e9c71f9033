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
import java.util.stream.Collectors;

import io.azuretables.sample.Employee;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How far is it from a repository to the store? Measured, not drawn.
 */
class WalkTests {

	private final StackGateway gateway = new StackGateway();

	private final Employees employees = Stores.repository(Employees.class, this.gateway);

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
	 * The design wants 25: keys, mapping, conversion and planning alone are more. The
	 * number here may only fall.
	 */
	@Test
	void touchesNoMoreTypesInADerivedQueryThanItDid() {
		this.employees.save(Employee.of("Sales", 1, "Hall", 34));
		this.employees.findByDepartmentAndEmployeeId("Sales", 1);
		TouchedTypes.watch();
		assertThat(TouchedTypes.of(() -> this.employees.findByDepartmentAndEmployeeId("Sales", 1)))
			.contains("repository.query.TableRepositoryQuery", "operations.PlanExecutor", "convert.EntityReader")
			.hasSizeLessThanOrEqualTo(53);
	}

	private static final class StackGateway extends RecordingTableGateway {

		private List<String> stack = List.of();

		@Override
		void note(String request) {
			Set<String> own = StackWalker.getInstance()
				.walk((frames) -> frames.map(StackFrame::getClassName)
					.filter((name) -> name.startsWith("io.azuretables.") && !name.contains("Tests")
							&& !name.contains("RecordingTableGateway") && !name.contains("$Proxy"))
					.map((name) -> name.replaceFirst("\\$.*", "").replaceFirst(".*\\.", ""))
					.collect(Collectors.toCollection(LinkedHashSet::new)));
			this.stack = List.copyOf(own);
			super.note(request);
		}

	}

}
