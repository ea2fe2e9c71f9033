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

package io.azuretables.samples.employees;

import java.util.List;
import java.util.Optional;

import io.azuretables.autoconfigure.web.ScrollPositionTokens;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.repository.query.TablePageRequest;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.data.domain.SliceImpl;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.assertArg;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;

/**
 * Tests for {@link EmployeesController} without tables.
 */
// tag::slice[]
@WebMvcTest(EmployeesController.class)
class EmployeesControllerTests {

	@Autowired
	private MockMvcTester mvc;

	@Autowired
	private ScrollPositionTokens tokens;

	@MockitoBean
	private Employees employees;

	@Test
	void goesOnWhereThePageBeforeEnded() {
		TableScrollPosition position = new TableScrollPosition("query", 0, "Sales", "empid_000003");
		given(this.employees.findByDepartment(eq("Sales"), any()))
			.willReturn(new SliceImpl<>(List.of(new Employee("Sales", 3, "hall@contoso.com", "Hall", 34, null))));
		assertThat(this.mvc.get().uri("/departments/Sales/employees?size=2&next={next}", this.tokens.encode(position)))
			.hasStatusOk();
		then(this.employees).should()
			.findByDepartment(eq("Sales"),
					assertArg((page) -> assertThat(((TablePageRequest) page).position()).isEqualTo(position)));
	}
	// end::slice[]

	@Test
	void saysThatAnEmployeeIsMissing() {
		given(this.employees.findByDepartmentAndEmployeeId("Sales", 9)).willReturn(Optional.empty());
		assertThat(this.mvc.get().uri("/departments/Sales/employees/9")).hasStatus(404);
	}

}
