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

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.repository.query.TablePageRequest;
import io.azuretables.sample.Employee;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for unusual page requests: without a page, with the largest size, and from a
 * position where none can be followed.
 */
class PageRequestTests {

	private static final int COUNT = 1_100;

	private final Features employees = Stores.repository(Features.class, new EmbeddedTableGateway());

	@BeforeEach
	void saveEmployees() {
		this.employees.saveAll(IntStream.range(0, COUNT).mapToObj((i) -> Employee.of("Sales", i, "Hall", 30)).toList());
	}

	@Test
	void goesOnInTheOrderOfAnUnpagedRequest() {
		List<Integer> found = new ArrayList<>();
		Pageable next = Pageable.unpaged(Sort.by("employeeId"));
		while (found.size() < COUNT) {
			Slice<Employee> slice = this.employees.findByDepartment("Sales", next);
			slice.forEach((employee) -> found.add(employee.employeeId()));
			assertThat(slice.getSort()).isEqualTo(Sort.by("employeeId"));
			next = slice.nextPageable();
		}
		assertThat(found).isEqualTo(IntStream.range(0, COUNT).boxed().toList());
	}

	@Test
	void readsAPageOfTheServiceWhereNoSizeIsGiven() {
		Pageable page = TablePageRequest.of(Pageable.unpaged(Sort.by("employeeId")), null);
		Slice<Employee> slice = this.employees.findByDepartment("Sales", page);
		assertThat(slice).hasSize(1_000);
		assertThat(this.employees.findByDepartment("Sales", slice.nextPageable())).hasSize(COUNT - 1_000);
	}

	@Test
	void readsAllInAPartOfTheLargestSize() {
		int largest = Integer.MAX_VALUE;
		Slice<Employee> slice = this.employees.findByDepartment("Sales", PageRequest.ofSize(largest));
		assertThat(slice).hasSize(COUNT);
		assertThat(slice.hasNext()).isFalse();
		assertThat(this.employees.findByDepartment("Sales", ScrollPosition.keyset(), Limit.of(largest))).hasSize(COUNT);
		assertThat(this.employees.findListByDepartment("Sales", PageRequest.ofSize(largest))).hasSize(COUNT);
	}

	@Test
	void refusesAPositionWhereNoSliceIsReturned() {
		Pageable next = this.employees.findByDepartment("Sales", PageRequest.ofSize(3)).nextPageable();
		assertThat(next).isInstanceOf(TablePageRequest.class);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.employees.findListByDepartment("Sales", next))
			.withMessage("Features.findListByDepartment is asked for a page that begins at a position, and only a "
					+ "method that returns a Slice can go on there; let it return a Slice");
	}

}
