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

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.TableTemplate;
import io.azuretables.repository.query.TableQueryMethod;
import io.azuretables.repository.query.TableRepositoryQuery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.data.projection.SpelAwareProxyProjectionFactory;
import org.springframework.data.repository.core.support.DefaultRepositoryMetadata;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * From the names of methods to how they are answered, and what they answer.
 */
class MethodNameExplainTests extends MethodNameContract {

	private static final String PLANS = """
			EmployeeNames.findByDepartmentAndEmployeeId -> POINT on Employees; partition {department} with department eq ?; row empid_{employeeId:6} with employeeId eq ?
			EmployeeNames.getByEmployeeIdAndDepartment -> POINT on Employees; partition {department} with department eq ?; row empid_{employeeId:6} with employeeId eq ?
			EmployeeNames.findByDepartmentAndEmployeeIdAndAge -> POINT on Employees; partition {department} with department eq ?; row empid_{employeeId:6} with employeeId eq ?; client filter age eq ?
			EmployeeNames.findByDepartmentAndEmployeeIdAndLastNameContaining -> POINT on Employees; partition {department} with department eq ?; row empid_{employeeId:6} with employeeId eq ?; client filter lastName containing ?
			EmployeeNames.findByDepartmentAndEmployeeIdIn -> MULTI_POINT on Employees; partition {department} with department eq ?; row empid_{employeeId:6} with employeeId in ?
			EmployeeNames.findByDepartmentInAndEmployeeIdIn -> MULTI_POINT on Employees; partition {department} with department in ?; row empid_{employeeId:6} with employeeId in ?
			EmployeeNames.findByDepartmentInAndEmployeeId -> MULTI_POINT on Employees; partition {department} with department in ?; row empid_{employeeId:6} with employeeId eq ?
			EmployeeNames.findByDepartmentAndEmployeeIdInOrderByAge -> MULTI_POINT on Employees; partition {department} with department eq ?; row empid_{employeeId:6} with employeeId in ?; sorted in memory
			EmployeeNames.findByDepartmentAndEmployeeIdBetween -> ROW_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6} with employeeId ge ? and employeeId le ?
			EmployeeNames.findByDepartmentAndEmployeeIdGreaterThan -> ROW_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6} with employeeId gt ?
			EmployeeNames.findByDepartmentAndEmployeeIdGreaterThanEqual -> ROW_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6} with employeeId ge ?
			EmployeeNames.findByDepartmentAndEmployeeIdLessThan -> ROW_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6} with employeeId lt ?
			EmployeeNames.findByDepartmentAndEmployeeIdLessThanEqual -> ROW_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6} with employeeId le ?
			EmployeeNames.findByDepartmentAndEmployeeIdGreaterThanAndEmployeeIdLessThan -> ROW_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6} with employeeId gt ? and employeeId lt ?
			EmployeeNames.findByDepartmentAndEmployeeIdBetweenAndAgeGreaterThan -> ROW_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6} with employeeId ge ? and employeeId le ?; filter age gt ?
			EmployeeNames.findByDepartmentInAndEmployeeIdBetween -> ROW_RANGE on Employees; partition {department} with department in ?; row empid_{employeeId:6} with employeeId ge ? and employeeId le ?
			EmployeeNames.findByDepartmentInOrderByEmployeeId -> KIND_RANGE on Employees; partition {department} with department in ?; row empid_{employeeId:6}; merged by row key
			EmployeeNames.findByDepartmentInOrderByDepartmentAscEmployeeIdAsc -> KIND_RANGE on Employees; partition {department} with department in ?; row empid_{employeeId:6}; sorted by key
			EmployeeNames.findByDepartmentAndEmail -> POINT on Employees by index email; partition {department} with department eq ?; row email_{email} with email eq ?
			EmployeeNames.findByDepartmentAndEmailAndAgeLessThan -> POINT on Employees by index email; partition {department} with department eq ?; row email_{email} with email eq ?; client filter age lt ?
			EmployeeNames.findByDepartmentAndEmailIn -> MULTI_POINT on Employees by index email; partition {department} with department eq ?; row email_{email} with email in ?
			EmployeeNames.findByDepartmentAndEmailStartingWith -> ROW_RANGE on Employees by index email; partition {department} with department eq ?; row email_{email} with email starting ?
			EmployeeNames.findByDepartmentAndEmailStartingWithOrderByEmail -> ROW_RANGE on Employees by index email; partition {department} with department eq ?; row email_{email} with email starting ?; sorted by key
			EmployeeNames.findByDepartmentAndEmailBetween -> ROW_RANGE on Employees by index email; partition {department} with department eq ?; row email_{email} with email ge ? and email le ?
			EmployeeNames.findByDepartmentAndEmailGreaterThanEqualOrderByEmailAsc -> ROW_RANGE on Employees by index email; partition {department} with department eq ?; row email_{email} with email ge ?; sorted by key
			EmployeeNames.findTop3ByDepartmentAndEmailStartingWith -> ROW_RANGE on Employees by index email; partition {department} with department eq ?; row email_{email} with email starting ?; limit 3
			EmployeeNames.findByDepartment -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}
			EmployeeNames.findByDepartmentIs -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}
			EmployeeNames.findByDepartmentOrderByEmployeeId -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; sorted by key
			EmployeeNames.streamByDepartment -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}
			EmployeeNames.findByDepartmentAndLastName -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; filter lastName eq ?
			EmployeeNames.findByDepartmentAndLastNameNot -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; filter lastName ne ?
			EmployeeNames.findByDepartmentAndLastNameIn -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; filter lastName in ?
			EmployeeNames.findByDepartmentAndLastNameNotIn -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; filter lastName not in ?
			EmployeeNames.findByDepartmentAndLastNameStartingWith -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; filter lastName starting ?
			EmployeeNames.findByDepartmentAndAgeBetween -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; filter age ge ? and age le ?
			EmployeeNames.findByDepartmentAndAgeGreaterThanAndLastName -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; filter age gt ? and lastName eq ?
			EmployeeScans.findByDepartmentAndLastNameOrDepartmentAndAge -> TABLE_SCAN on Employees; partition {department}; row empid_{employeeId:6}; client filter (department eq ? and lastName eq ? or department eq ? and age eq ?)
			EmployeeNames.findTop5ByDepartmentAndAgeLessThanEqual -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; filter age le ?; limit 5
			EmployeeNames.findFirstByDepartment -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; limit 1
			EmployeeNames.findFirstByDepartmentOrderByEmployeeIdAsc -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; sorted by key; limit 1
			EmployeeScans.findByLastName -> TABLE_SCAN on Employees; partition {department}; row empid_{employeeId:6}; filter lastName eq ?
			EmployeeScans.findByEmployeeIdGreaterThan -> TABLE_SCAN on Employees; partition {department}; row empid_{employeeId:6} with employeeId gt ?
			EmployeeScans.findByDepartmentGreaterThanEqual -> TABLE_SCAN on Employees; partition {department} with department ge ?; row empid_{employeeId:6}
			EmployeeScans.findByDepartmentStartingWith -> TABLE_SCAN on Employees; partition {department} with department starting ?; row empid_{employeeId:6}
			EmployeeScans.findByDepartmentNot -> TABLE_SCAN on Employees; partition {department}; row empid_{employeeId:6}; client filter department ne ?
			EmployeeScans.findByLastNameOrAge -> TABLE_SCAN on Employees; partition {department}; row empid_{employeeId:6}; filter (lastName eq ? or age eq ?)
			EmployeeScans.findByDepartmentAndLastNameContaining -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; client filter lastName containing ?
			EmployeeScans.findByDepartmentAndLastNameNotContaining -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; client filter lastName not containing ?
			EmployeeScans.findByDepartmentAndLastNameEndingWith -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; client filter lastName ending ?
			EmployeeScans.findByDepartmentAndLastNameIgnoreCase -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; client filter lastName eq ? ignoring case
			EmployeeScans.findByDepartmentAndEmailIsNull -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; client filter email is null
			EmployeeScans.findByDepartmentAndEmailIsNotNull -> KIND_RANGE on Employees by index email; partition {department} with department eq ?; row email_{email}
			EmployeeScans.findByDepartmentAndLastNameIsNullAndAgeLessThan -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; filter age lt ?; client filter lastName is null
			EmployeeScans.findByDepartmentAndEmployeeIdNot -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; client filter employeeId ne ?
			EmployeeScans.findByDepartmentAndEmployeeIdOrDepartmentAndEmployeeId -> TABLE_SCAN on Employees; partition {department}; row empid_{employeeId:6}; client filter (department eq ? and employeeId eq ? or department eq ? and employeeId eq ?)
			EmployeeSorts.findByDepartmentOrderByLastNameAscAgeDesc -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; sorted in memory
			EmployeeSorts.findTop4ByDepartmentOrderByAgeDesc -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; sorted in memory; limit 4
			EmployeeSorts.findByDepartmentOrderByEmployeeIdDesc -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; sorted in memory
			EmployeeScans.findAllByOrderByLastName -> TABLE_SCAN on Employees; partition {department}; row empid_{employeeId:6}; sorted in memory
			EmployeeNames.countByDepartment -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}
			EmployeeNames.countByDepartmentAndLastNameStartingWith -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; filter lastName starting ?
			EmployeeScans.countByAgeGreaterThan -> TABLE_SCAN on Employees; partition {department}; row empid_{employeeId:6}; filter age gt ?
			EmployeeNames.existsByDepartmentAndEmail -> POINT on Employees by index email; partition {department} with department eq ?; row email_{email} with email eq ?
			EmployeeNames.existsByDepartmentAndAgeLessThan -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; filter age lt ?
			EmployeeNames.deleteByDepartmentAndAgeLessThan -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; filter age lt ?
			EmployeeNames.removeByDepartmentAndEmail -> POINT on Employees by index email; partition {department} with department eq ?; row email_{email} with email eq ?
			EmployeeNames.readByDepartment -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; select lastName
			EmployeeNames.readByDepartmentAndEmployeeIdIn -> MULTI_POINT on Employees; partition {department} with department eq ?; row empid_{employeeId:6} with employeeId in ?; select lastName
			EmployeeNames.readByDepartmentAndEmail -> POINT on Employees by index email; partition {department} with department eq ?; row email_{email} with email eq ?; select age, lastName
			EmployeeNames.readByDepartmentAndAgeGreaterThan -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; filter age gt ?; select age, lastName
			EmployeeNames.readByDepartmentAndLastName -> KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; filter lastName eq ?
			DepartmentNames.findByName -> POINT on Employees; partition {name} with name eq ?; row Department
			DepartmentNames.findByNameIn -> MULTI_POINT on Employees; partition {name} with name in ?; row Department
			DepartmentNames.findByNameAndEmployeeCountGreaterThan -> POINT on Employees; partition {name} with name eq ?; row Department; client filter employeeCount gt ?
			DepartmentNames.findByEmployeeCountGreaterThan -> TABLE_SCAN on Employees; partition {name}; row Department; filter employeeCount gt ?
			DepartmentNames.findByNameGreaterThan -> TABLE_SCAN on Employees; partition {name} with name gt ?; row Department
			ReviewNames.findByDepartmentAndEmployeeIdAndYear -> POINT on Reviews; partition {department} with department eq ?; row empid_{employeeId:6}_{year:4} with employeeId eq ? and year eq ?
			ReviewNames.findByDepartmentAndEmployeeId -> ROW_RANGE on Reviews; partition {department} with department eq ?; row empid_{employeeId:6}_{year:4} with employeeId eq ?
			ReviewNames.findByDepartmentAndEmployeeIdOrderByYear -> ROW_RANGE on Reviews; partition {department} with department eq ?; row empid_{employeeId:6}_{year:4} with employeeId eq ?; sorted by key
			ReviewNames.findByDepartmentAndEmployeeIdAndYearBetween -> ROW_RANGE on Reviews; partition {department} with department eq ?; row empid_{employeeId:6}_{year:4} with employeeId eq ? and year ge ? and year le ?
			ReviewNames.findByDepartmentAndEmployeeIdInAndYear -> MULTI_POINT on Reviews; partition {department} with department eq ?; row empid_{employeeId:6}_{year:4} with employeeId in ? and year eq ?
			ReviewNames.findByDepartmentAndEmployeeIdInAndYearGreaterThanEqual -> ROW_RANGE on Reviews; partition {department} with department eq ?; row empid_{employeeId:6}_{year:4} with employeeId in ? and year ge ?
			ReviewNames.findByDepartmentAndEmployeeIdGreaterThan -> ROW_RANGE on Reviews; partition {department} with department eq ?; row empid_{employeeId:6}_{year:4} with employeeId gt ?
			ReviewNames.findByDepartmentAndEmployeeIdAndRatingGreaterThan -> ROW_RANGE on Reviews; partition {department} with department eq ?; row empid_{employeeId:6}_{year:4} with employeeId eq ?; filter rating gt ?
			ReviewNames.findByDepartmentAndRating -> KIND_RANGE on Reviews; partition {department} with department eq ?; row empid_{employeeId:6}_{year:4}; filter rating eq ?
			ReviewNames.findByDepartmentAndYear -> KIND_RANGE on Reviews; partition {department} with department eq ?; row empid_{employeeId:6}_{year:4}; client filter year eq ?
			ReviewNames.findByDepartmentAndEmployeeIdGreaterThanAndYearGreaterThan -> ROW_RANGE on Reviews; partition {department} with department eq ?; row empid_{employeeId:6}_{year:4} with employeeId gt ?; client filter year gt ?
			ReviewNames.findByDepartmentAndEmployeeIdAndCommentsIsNull -> ROW_RANGE on Reviews; partition {department} with department eq ?; row empid_{employeeId:6}_{year:4} with employeeId eq ?; client filter comments is null
			ClaimNames.findByEmployeeIdAndCreatedAtAndClaimId -> POINT on ExpenseClaims; partition {employeeId:6} with employeeId eq ?; row {createdAt:desc}_{claimId} with createdAt eq ? and claimId eq ?
			ClaimNames.findTop10ByEmployeeId -> PARTITION_SCAN on ExpenseClaims; partition {employeeId:6} with employeeId eq ?; row {createdAt:desc}_{claimId}; limit 10
			ClaimNames.findTop10ByEmployeeIdOrderByCreatedAtDesc -> PARTITION_SCAN on ExpenseClaims; partition {employeeId:6} with employeeId eq ?; row {createdAt:desc}_{claimId}; sorted by key; limit 10
			ClaimNames.findByEmployeeIdAndCreatedAt -> ROW_RANGE on ExpenseClaims; partition {employeeId:6} with employeeId eq ?; row {createdAt:desc}_{claimId} with createdAt eq ?
			ClaimNames.findByEmployeeIdAndCreatedAtAfter -> ROW_RANGE on ExpenseClaims; partition {employeeId:6} with employeeId eq ?; row {createdAt:desc}_{claimId} with createdAt gt ?
			ClaimNames.findByEmployeeIdAndCreatedAtBefore -> ROW_RANGE on ExpenseClaims; partition {employeeId:6} with employeeId eq ?; row {createdAt:desc}_{claimId} with createdAt lt ?
			ClaimNames.findByEmployeeIdAndCreatedAtBetweenAndStatus -> ROW_RANGE on ExpenseClaims; partition {employeeId:6} with employeeId eq ?; row {createdAt:desc}_{claimId} with createdAt ge ? and createdAt le ?; filter status eq ?
			ClaimNames.findByEmployeeIdAndStatusIn -> PARTITION_SCAN on ExpenseClaims; partition {employeeId:6} with employeeId eq ?; row {createdAt:desc}_{claimId}; filter status in ?
			ClaimNames.findByEmployeeIdOrderByCreatedAt -> PARTITION_SCAN on ExpenseClaims; partition {employeeId:6} with employeeId eq ?; row {createdAt:desc}_{claimId}; sorted in memory
			ClaimNames.findByEmployeeIdAndAmountGreaterThan -> PARTITION_SCAN on ExpenseClaims; partition {employeeId:6} with employeeId eq ?; row {createdAt:desc}_{claimId}; client filter amount gt ?
			ClaimNames.findByEmployeeIdAndClaimId -> PARTITION_SCAN on ExpenseClaims; partition {employeeId:6} with employeeId eq ?; row {createdAt:desc}_{claimId}; client filter claimId eq ?
			ClaimNames.findByApprover -> TABLE_SCAN on ExpenseClaims; partition {employeeId:6}; row {createdAt:desc}_{claimId}; filter approver eq ?
			ClaimNames.findByEmployeeIdGreaterThan -> TABLE_SCAN on ExpenseClaims; partition {employeeId:6} with employeeId gt ?; row {createdAt:desc}_{claimId}
			LoginNames.findByUserIdAndAttemptedAt -> POINT on LoginAttempts; partition {userId:bucket(4)} with userId eq ?; row {attemptedAt}_{userId} with attemptedAt eq ? and userId eq ?
			LoginNames.findByUserIdAndAttemptedAtAfter -> ROW_RANGE on LoginAttempts; partition {userId:bucket(4)} with userId eq ?; row {attemptedAt}_{userId} with attemptedAt gt ?; client filter userId eq ?
			LoginNames.findByAttemptedAtAfter -> ROW_RANGE on LoginAttempts; partition {userId:bucket(4)} with every bucket of 4; row {attemptedAt}_{userId} with attemptedAt gt ?
			LoginNames.findByAttemptedAtBetweenOrderByAttemptedAt -> ROW_RANGE on LoginAttempts; partition {userId:bucket(4)} with every bucket of 4; row {attemptedAt}_{userId} with attemptedAt ge ? and attemptedAt le ?; merged by row key
			LoginNames.findTop7ByAttemptedAtBeforeOrderByAttemptedAtAscUserIdAsc -> ROW_RANGE on LoginAttempts; partition {userId:bucket(4)} with every bucket of 4; row {attemptedAt}_{userId} with attemptedAt lt ?; merged by row key; limit 7
			LoginNames.findByAttemptedAtBetweenAndSuccessfulFalse -> ROW_RANGE on LoginAttempts; partition {userId:bucket(4)} with every bucket of 4; row {attemptedAt}_{userId} with attemptedAt ge ? and attemptedAt le ?; filter successful eq ?
			LoginNames.findByUserId -> PARTITION_SCAN on LoginAttempts; partition {userId:bucket(4)} with userId eq ?; row {attemptedAt}_{userId}; client filter userId eq ?
			LoginNames.findBySuccessfulTrue -> TABLE_SCAN on LoginAttempts; partition {userId:bucket(4)} with every bucket of 4; row {attemptedAt}_{userId}; filter successful eq ?
			""";

	private final TableTemplate template = new TableTemplate(new EmbeddedTableGateway(),
			new TableConverter(new TableMappingContext(new TableCustomConversions())));

	@Override
	protected TableGateway gateway() {
		return new EmbeddedTableGateway();
	}

	@Override
	protected int rounds() {
		return 40;
	}

	static Stream<String> plans() {
		return PLANS.lines();
	}

	@ParameterizedTest
	@MethodSource("plans")
	void explains(String plan) throws ClassNotFoundException {
		String name = plan.substring(0, plan.indexOf(" -> "));
		Class<?> type = Class.forName(GuideRepositories.class.getName() + "$" + name.substring(0, name.indexOf('.')));
		Method method = Arrays.stream(type.getDeclaredMethods())
			.filter((one) -> name.equals(type.getSimpleName() + "." + one.getName()))
			.findFirst()
			.orElseThrow();
		TableQueryMethod declared = new TableQueryMethod(method, new DefaultRepositoryMetadata(type),
				new SpelAwareProxyProjectionFactory());
		assertThat(name + " -> "
				+ TableRepositoryQuery.derived(declared, this.template).methodOutline().outline().explain())
			.isEqualTo(plan);
	}

	@Test
	void leavesNoMethodOut() {
		List<String> all = methods()
			.map((method) -> method.getDeclaringClass().getSimpleName() + "." + method.getName())
			.toList();
		assertThat(PLANS.lines().map((plan) -> plan.substring(0, plan.indexOf(" -> "))))
			.containsExactlyInAnyOrderElementsOf(all)
			.hasSizeGreaterThan(60);
	}

}
