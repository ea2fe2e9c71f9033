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
import java.util.Set;
import java.util.stream.Stream;

import io.azuretables.key.TableKey;
import io.azuretables.sample.Employee;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Window;
import org.springframework.data.util.Streamable;

/**
 * A repository that uses what Spring Data has to offer.
 */
interface Features extends TableRepository<Employee, TableKey> {

	@Nullable Employee findByDepartmentAndEmployeeId(String department, int employeeId);

	Optional<Employee> findOneByDepartment(String department);

	List<Employee> findByDepartment(String department, Limit limit);

	List<Employee> findByDepartment(String department, Sort sort);

	Slice<Employee> findByDepartment(String department, Pageable page);

	List<Employee> findListByDepartment(String department, Pageable page);

	Window<Employee> findByDepartment(String department, ScrollPosition position, Limit limit);

	Window<Employee> findTop2ByDepartment(String department, ScrollPosition position);

	Window<Employee> findByDepartmentAndEmployeeIdIn(String department, Collection<Integer> ids,
			ScrollPosition position, Limit limit);

	Set<Employee> findSetByDepartment(String department);

	Stream<Employee> findStreamByDepartment(String department);

	Streamable<Employee> findStreamableByDepartment(String department);

	<T> List<T> findByDepartment(String department, Class<T> type);

	List<Greeting> findGreetingsByDepartment(String department);

	List<NameClass> findNameClassesByDepartment(String department);

	List<Employee> findByDepartmentAndEmployeeIdIn(String department, Iterable<Integer> ids);

	List<Employee> findByDepartmentAndAgeIn(String department, int... ages);

	long deleteByDepartment(String department, Limit limit);

	void deleteByDepartmentAndLastName(String department, String lastName);

	List<Employee> removeByDepartmentAndAgeLessThan(String department, int age);

	@Query("department eq :department and lastName eq :name")
	List<Employee> named(String department, @Nullable String name);

	@Query("department eq ?0 and (age lt ?1 or not (age le ?2))")
	List<Employee> numbered(String department, int low, int high);

	@Query("department eq :department and employeeId eq :ids")
	List<Employee> numberedAs(String department, List<Integer> ids);

	@Query("department eq :#{#name.toUpperCase().substring(0, 1) + 'ales'} and lastName eq 'O:name #{1+1}'")
	List<Employee> computed(String name);

	@Query(value = "department eq :department and age ge 30", count = true)
	long counted(String department);

	@Query(value = "department eq :department and age ge 90", exists = true)
	boolean existing(String department);

	@Query(value = "department eq :department and age ge 30", delete = true)
	long deleted(String department);

	/**
	 * A projection with an expression.
	 */
	interface Greeting {

		@Value("#{'Dear ' + target.lastName}")
		String getText();

		default String shout() {
			return getText().toUpperCase();
		}

	}

	/**
	 * A projection to a class.
	 */
	class NameClass {

		private final String lastName;

		NameClass(String lastName) {
			this.lastName = lastName;
		}

		String lastName() {
			return this.lastName;
		}

	}

}
