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

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import io.azuretables.key.TableKey;
import io.azuretables.sample.Department;
import io.azuretables.sample.Employee;
import io.azuretables.sample.ExpenseClaim;
import io.azuretables.sample.ExpenseClaim.Status;
import io.azuretables.sample.LoginAttempt;
import io.azuretables.sample.Review;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.data.repository.CrudRepository;
import org.springframework.data.util.Streamable;

/**
 * Repositories over the guide's domain, whose methods are nothing but names.
 */
final class GuideRepositories {

	private GuideRepositories() {
	}

	interface EmployeeNames extends TableRepository<Employee, EmployeeId> {

		Optional<Employee> findByDepartmentAndEmployeeId(String department, int employeeId);

		@Nullable Employee getByEmployeeIdAndDepartment(int employeeId, String department);

		Optional<Employee> findByDepartmentAndEmployeeIdAndAge(String department, int employeeId, int age);

		Optional<Employee> findByDepartmentAndEmployeeIdAndLastNameContaining(String department, int id, String part);

		List<Employee> findByDepartmentAndEmployeeIdIn(String department, Collection<Integer> ids);

		List<Employee> findByDepartmentInAndEmployeeIdIn(List<String> departments, Set<Integer> ids);

		List<Employee> findByDepartmentInAndEmployeeId(List<String> departments, int employeeId);

		List<Employee> findByDepartmentAndEmployeeIdInOrderByAge(String department, Collection<Integer> ids);

		List<Employee> findByDepartmentAndEmployeeIdBetween(String department, int from, int to);

		List<Employee> findByDepartmentAndEmployeeIdGreaterThan(String department, int from);

		List<Employee> findByDepartmentAndEmployeeIdGreaterThanEqual(String department, int from);

		List<Employee> findByDepartmentAndEmployeeIdLessThan(String department, int to);

		List<Employee> findByDepartmentAndEmployeeIdLessThanEqual(String department, int to);

		List<Employee> findByDepartmentAndEmployeeIdGreaterThanAndEmployeeIdLessThan(String department, int from,
				int to);

		List<Employee> findByDepartmentAndEmployeeIdBetweenAndAgeGreaterThan(String department, int from, int to,
				int age);

		List<Employee> findByDepartmentInAndEmployeeIdBetween(Collection<String> departments, int from, int to);

		List<Employee> findByDepartmentInOrderByEmployeeId(Collection<String> departments);

		List<Employee> findByDepartmentInOrderByDepartmentAscEmployeeIdAsc(Collection<String> departments);

		Optional<Employee> findByDepartmentAndEmail(String department, String email);

		Optional<Employee> findByDepartmentAndEmailAndAgeLessThan(String department, String email, int age);

		List<Employee> findByDepartmentAndEmailIn(String department, Collection<String> emails);

		List<Employee> findByDepartmentAndEmailStartingWith(String department, String prefix);

		List<Employee> findByDepartmentAndEmailStartingWithOrderByEmail(String department, String prefix);

		List<Employee> findByDepartmentAndEmailBetween(String department, String from, String to);

		List<Employee> findByDepartmentAndEmailGreaterThanEqualOrderByEmailAsc(String department, String from);

		List<Employee> findTop3ByDepartmentAndEmailStartingWith(String department, String prefix);

		List<Employee> findByDepartment(String department);

		List<Employee> findByDepartmentIs(String department);

		Streamable<Employee> findByDepartmentOrderByEmployeeId(String department);

		Stream<Employee> streamByDepartment(String department);

		Set<Employee> findByDepartmentAndLastName(String department, String lastName);

		List<Employee> findByDepartmentAndLastNameNot(String department, String lastName);

		List<Employee> findByDepartmentAndLastNameIn(String department, Collection<String> lastNames);

		List<Employee> findByDepartmentAndLastNameNotIn(String department, Collection<String> lastNames);

		List<Employee> findByDepartmentAndLastNameStartingWith(String department, String prefix);

		List<Employee> findByDepartmentAndAgeBetween(String department, int from, int to);

		List<Employee> findByDepartmentAndAgeGreaterThanAndLastName(String department, int age, String lastName);

		List<Employee> findTop5ByDepartmentAndAgeLessThanEqual(String department, int age);

		Optional<Employee> findFirstByDepartment(String department);

		Optional<Employee> findFirstByDepartmentOrderByEmployeeIdAsc(String department);

		long countByDepartment(String department);

		long countByDepartmentAndLastNameStartingWith(String department, String prefix);

		boolean existsByDepartmentAndEmail(String department, String email);

		boolean existsByDepartmentAndAgeLessThan(String department, int age);

		long deleteByDepartmentAndAgeLessThan(String department, int age);

		List<Employee> removeByDepartmentAndEmail(String department, String email);

		List<LastNameOnly> readByDepartment(String department);

		List<LastNameOnly> readByDepartmentAndEmployeeIdIn(String department, Collection<Integer> ids);

		Optional<LastNameAndAge> readByDepartmentAndEmail(String department, String email);

		List<LastNameAndAge> readByDepartmentAndAgeGreaterThan(String department, int age);

		List<Described> readByDepartmentAndLastName(String department, String lastName);

	}

	@AllowScan
	interface EmployeeScans extends TableRepository<Employee, EmployeeId> {

		List<Employee> findByDepartmentAndLastNameOrDepartmentAndAge(String department, String lastName,
				String sameDepartment, int age);

		List<Employee> findByLastName(String lastName);

		List<Employee> findByEmployeeIdGreaterThan(int employeeId);

		List<Employee> findByDepartmentGreaterThanEqual(String department);

		List<Employee> findByDepartmentStartingWith(String prefix);

		List<Employee> findByDepartmentNot(String department);

		List<Employee> findByLastNameOrAge(String lastName, int age);

		List<Employee> findByDepartmentAndLastNameContaining(String department, String part);

		List<Employee> findByDepartmentAndLastNameNotContaining(String department, String part);

		List<Employee> findByDepartmentAndLastNameEndingWith(String department, String end);

		List<Employee> findByDepartmentAndLastNameIgnoreCase(String department, String lastName);

		List<Employee> findByDepartmentAndEmailIsNull(String department);

		List<Employee> findByDepartmentAndEmailIsNotNull(String department);

		List<Employee> findByDepartmentAndLastNameIsNullAndAgeLessThan(String department, int age);

		List<Employee> findByDepartmentAndEmployeeIdNot(String department, int employeeId);

		List<Employee> findByDepartmentAndEmployeeIdOrDepartmentAndEmployeeId(String one, int id, String other,
				int otherId);

		@AllowSort
		List<Employee> findAllByOrderByLastName();

		long countByAgeGreaterThan(int age);

	}

	@AllowSort
	interface EmployeeSorts extends TableRepository<Employee, EmployeeId> {

		List<Employee> findByDepartmentOrderByLastNameAscAgeDesc(String department);

		List<Employee> findTop4ByDepartmentOrderByAgeDesc(String department);

		List<Employee> findByDepartmentOrderByEmployeeIdDesc(String department);

	}

	interface LastNameOnly {

		@Nullable String getLastName();

	}

	interface Described {

		@Value("#{target.lastName + ' of ' + target.department}")
		String getDescription();

	}

	/**
	 * A projection with two of the properties.
	 *
	 * @param lastName the name
	 * @param age the age
	 */
	record LastNameAndAge(@Nullable String lastName, int age) {

	}

	interface DepartmentNames extends CrudRepository<Department, String> {

		Optional<Department> findByName(String name);

		List<Department> findByNameIn(Collection<String> names);

		List<Department> findByNameAndEmployeeCountGreaterThan(String name, int count);

		@AllowScan
		List<Department> findByEmployeeCountGreaterThan(int count);

		@AllowScan
		List<Department> findByNameGreaterThan(String name);

	}

	interface ReviewNames extends CrudRepository<Review, TableKey> {

		Optional<Review> findByDepartmentAndEmployeeIdAndYear(String department, int employeeId, int year);

		List<Review> findByDepartmentAndEmployeeId(String department, int employeeId);

		List<Review> findByDepartmentAndEmployeeIdOrderByYear(String department, int employeeId);

		List<Review> findByDepartmentAndEmployeeIdAndYearBetween(String department, int employeeId, int from, int to);

		List<Review> findByDepartmentAndEmployeeIdInAndYear(String department, Collection<Integer> ids, int year);

		List<Review> findByDepartmentAndEmployeeIdInAndYearGreaterThanEqual(String department, Collection<Integer> ids,
				int year);

		List<Review> findByDepartmentAndEmployeeIdGreaterThan(String department, int employeeId);

		List<Review> findByDepartmentAndEmployeeIdAndRatingGreaterThan(String department, int employeeId, int rating);

		List<Review> findByDepartmentAndRating(String department, int rating);

		@AllowScan
		List<Review> findByDepartmentAndYear(String department, int year);

		@AllowScan
		List<Review> findByDepartmentAndEmployeeIdGreaterThanAndYearGreaterThan(String department, int employeeId,
				int year);

		@AllowScan
		List<Review> findByDepartmentAndEmployeeIdAndCommentsIsNull(String department, int employeeId);

	}

	interface ClaimNames extends CrudRepository<ExpenseClaim, TableKey> {

		Optional<ExpenseClaim> findByEmployeeIdAndCreatedAtAndClaimId(int employeeId, Instant createdAt,
				String claimId);

		List<ExpenseClaim> findTop10ByEmployeeId(int employeeId);

		List<ExpenseClaim> findTop10ByEmployeeIdOrderByCreatedAtDesc(int employeeId);

		List<ExpenseClaim> findByEmployeeIdAndCreatedAt(int employeeId, Instant createdAt);

		List<ExpenseClaim> findByEmployeeIdAndCreatedAtAfter(int employeeId, Instant from);

		List<ExpenseClaim> findByEmployeeIdAndCreatedAtBefore(int employeeId, Instant to);

		List<ExpenseClaim> findByEmployeeIdAndCreatedAtBetweenAndStatus(int employeeId, Instant from, Instant to,
				Status status);

		List<ExpenseClaim> findByEmployeeIdAndStatusIn(int employeeId, Collection<Status> status);

		@AllowSort
		List<ExpenseClaim> findByEmployeeIdOrderByCreatedAt(int employeeId);

		@AllowScan
		List<ExpenseClaim> findByEmployeeIdAndAmountGreaterThan(int employeeId, BigDecimal amount);

		@AllowScan
		List<ExpenseClaim> findByEmployeeIdAndClaimId(int employeeId, String claimId);

		@AllowScan
		List<ExpenseClaim> findByApprover(String approver);

		@AllowScan
		List<ExpenseClaim> findByEmployeeIdGreaterThan(int employeeId);

	}

	interface LoginNames extends CrudRepository<LoginAttempt, TableKey> {

		Optional<LoginAttempt> findByUserIdAndAttemptedAt(String userId, Instant attemptedAt);

		List<LoginAttempt> findByUserIdAndAttemptedAtAfter(String userId, Instant from);

		List<LoginAttempt> findByAttemptedAtAfter(Instant from);

		List<LoginAttempt> findByAttemptedAtBetweenOrderByAttemptedAt(Instant from, Instant to);

		List<LoginAttempt> findTop7ByAttemptedAtBeforeOrderByAttemptedAtAscUserIdAsc(Instant to);

		List<LoginAttempt> findByAttemptedAtBetweenAndSuccessfulFalse(Instant from, Instant to);

		@AllowScan
		List<LoginAttempt> findByUserId(String userId);

		@AllowScan
		List<LoginAttempt> findBySuccessfulTrue();

	}

}
