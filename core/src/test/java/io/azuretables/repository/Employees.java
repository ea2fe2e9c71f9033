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

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import io.azuretables.sample.Employee;

import org.springframework.data.domain.Limit;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Window;

/**
 * The repository of the read-me file, and a bit more.
 */
interface Employees extends TableRepository<Employee, EmployeeId> {

	Optional<Employee> findByDepartmentAndEmployeeId(String department, int employeeId);

	List<Employee> findByDepartmentAndEmployeeIdBetween(String department, int from, int to);

	Optional<Employee> findByDepartmentAndEmail(String department, String email);

	List<Employee> findByDepartmentAndEmailStartingWith(String department, String prefix);

	List<Employee> findByDepartmentAndEmployeeIdIn(String department, Collection<Integer> ids);

	List<Employee> findTop2ByDepartmentOrderByEmployeeId(String department);

	Slice<Employee> findByDepartment(String department, Pageable page);

	Window<Employee> findByDepartment(String department, ScrollPosition position, Limit limit);

	Stream<Employee> streamByDepartment(String department);

	List<NameOnly> findNamesByDepartment(String department);

	List<Name> findByDepartmentAndAgeGreaterThan(String department, int age);

	long countByDepartment(String department);

	boolean existsByDepartmentAndEmail(String department, String email);

	long deleteByDepartmentAndAgeLessThan(String department, int age);

	@AllowScan(reason = "a report, once a year")
	List<Employee> findByLastName(String lastName);

	@Query("department eq :department and age ge :#{#age - 1}")
	List<Employee> ofAge(String department, int age);

	/**
	 * A projection to an interface.
	 */
	interface NameOnly {

		String getLastName();

	}

	/**
	 * A projection to a record.
	 *
	 * @param lastName the name
	 */
	record Name(String lastName) {

	}

}
