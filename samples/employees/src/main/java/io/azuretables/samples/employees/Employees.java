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

import io.azuretables.repository.TableRepository;

import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;

/**
 * All employees.
 */
// tag::repository[]
interface Employees extends TableRepository<Employee, EmployeeId> {

	Optional<Employee> findByDepartmentAndEmployeeId(String department, int employeeId);

	Optional<Employee> findByDepartmentAndEmail(String department, String email);

	List<Employee> findByDepartmentAndEmailStartingWith(String department, String prefix);

	Slice<Employee> findByDepartment(String department, Pageable page);

}
// end::repository[]
