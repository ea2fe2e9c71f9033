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

package io.azuretables.query;

import io.azuretables.sample.Employee;
import org.junit.jupiter.api.Test;

import org.springframework.data.core.PropertyPath;
import org.springframework.data.core.TypedPropertyPath;
import org.springframework.data.domain.Sort;

import static io.azuretables.query.Criteria.where;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Paths that the compiler checks, which Spring Data has since 4.1.
 */
class TypeSafePathTests {

	@Test
	void namesPropertiesByMethods() {
		assertThat(where(PropertyPath.of(Employee::lastName)).startingWith("Ha"))
			.isEqualTo(where("lastName").startingWith("Ha"));
		assertThat(where(TypedPropertyPath.of(Employee::age)).between(20, 30)).isEqualTo(where("age").between(20, 30));
	}

	@Test
	void namesNestedPropertiesByMethods() {
		assertThat(where(PropertyPath.of(Badge::employee).then(Employee::lastName)).is("Hall"))
			.isEqualTo(where("employee.lastName").is("Hall"));
	}

	@Test
	void sortsByMethods() {
		TableQuery query = TableQuery.all()
			.orderBy(PropertyPath.of(Employee::lastName), PropertyPath.of(Employee::age));
		assertThat(query.sort()).isEqualTo(Sort.by("lastName", "age"));
	}

	private record Badge(Employee employee) {

	}

}
