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

package io.azuretables.internal.plan;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import io.azuretables.convert.TableConverter;
import io.azuretables.internal.plan.PlanSubjects.Member;
import io.azuretables.internal.plan.PlanSubjects.Seat;
import io.azuretables.internal.plan.PlanSubjects.Ticket;
import io.azuretables.internal.plan.PlanSubjects.Truck;
import io.azuretables.internal.plan.PlanSubjects.Vehicle;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.plan.AccessPath;
import io.azuretables.plan.RejectedScanException;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableQuery.Placeholder;
import io.azuretables.sample.Employee;
import io.azuretables.sample.ExpenseClaim;
import io.azuretables.sample.LoginAttempt;
import io.azuretables.sample.Review;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.data.domain.Sort;

import static io.azuretables.query.Criteria.where;
import static io.azuretables.query.TableQuery.all;
import static io.azuretables.query.TableQuery.of;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Which way is chosen for queries of the guide's entities, in the words in which it is
 * explained: one line for the outline, and what is sent below it.
 */
class QueryExplanationTests {

	private static final TableQuery BY_EMAIL = of(
			where("department").is(Placeholder.of(0)).and(where("email").is(Placeholder.of(1))));

	private static final Criteria SALES = where("department").is("Sales");

	private static final Criteria OWN = where("employeeId").is(7);

	private static final Criteria QUEUE = where("queue").is("help");

	private static final Instant TIME = Instant.parse("2014-08-22T00:50:32Z");

	private static final List<Integer> TWELVE = List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);

	private static Arguments row(Class<?> type, TableQuery query, String... lines) {
		return arguments(type, query, String.join("\n", lines));
	}

	// @formatter:off
	static List<Arguments> explanations() {
		return List.of(
			row(Employee.class, of(SALES.and(where("employeeId").is(223))),
				"POINT on Employees; partition {department} with department eq ?; row empid_{employeeId:6} with employeeId eq ?",
				"  get (PartitionKey='Sales',RowKey='empid_000223')"),
			row(Employee.class, of(SALES.and(where("employeeId").is(223)).and(where("age").is(34))),
				"POINT on Employees; partition {department} with department eq ?; row empid_{employeeId:6} with employeeId eq ?; client filter age eq ?",
				"  get (PartitionKey='Sales',RowKey='empid_000223')"),
			row(Employee.class, of(SALES.and(where("employeeId").in(224, 223, 224))),
				"MULTI_POINT on Employees; partition {department} with department eq ?; row empid_{employeeId:6} with employeeId in ?",
				"  get (PartitionKey='Sales',RowKey='empid_000223')",
				"  get (PartitionKey='Sales',RowKey='empid_000224')"),
			row(Employee.class, of(where("department").in("Sales", "HR").and(where("employeeId").in(1, 2))),
				"MULTI_POINT on Employees; partition {department} with department in ?; row empid_{employeeId:6} with employeeId in ?",
				"  get (PartitionKey='HR',RowKey='empid_000001')",
				"  get (PartitionKey='HR',RowKey='empid_000002')",
				"  get (PartitionKey='Sales',RowKey='empid_000001')",
				"  get (PartitionKey='Sales',RowKey='empid_000002')"),
			row(Employee.class, of(SALES.and(where("employeeId").is(224).or(where("employeeId").is(223)))),
				"MULTI_POINT on Employees; partition {department} with department eq ?; row empid_{employeeId:6} with employeeId in ?",
				"  get (PartitionKey='Sales',RowKey='empid_000223')",
				"  get (PartitionKey='Sales',RowKey='empid_000224')"),
			row(Employee.class, of(where("department").is("HR").or(where("department").in("Sales"))),
				"KIND_RANGE on Employees; partition {department} with department in ?; row empid_{employeeId:6}",
				"  query $filter=PartitionKey eq 'HR' and RowKey ge 'empid_' and RowKey lt 'empid`'",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_' and RowKey lt 'empid`'"),
			row(Employee.class, of(SALES.and(where("employeeId").is(1)).and(where("employeeId").is(2))),
				"POINT on Employees; partition {department} with department eq ?; row empid_{employeeId:6} with employeeId eq ?; client filter employeeId eq ?",
				"  get (PartitionKey='Sales',RowKey='empid_000001')"),
			row(Employee.class, of(SALES.and(where("employeeId").between(1, 9))),
				"ROW_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6} with employeeId ge ? and employeeId le ?",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_000001' and RowKey lt 'empid_00000:'"),
			row(Employee.class, of(SALES.and(where("employeeId").greaterThan(-1))),
				"ROW_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6} with employeeId gt ?",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_' and RowKey lt 'empid`'"),
			row(Employee.class, of(SALES.and(where("employeeId").lessThan(-1))),
				"ROW_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6} with employeeId lt ?",
				"  no request: nothing can meet the conditions"),
			row(Employee.class, of(SALES.and(where("employeeId").between(9, 1))),
				"ROW_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6} with employeeId ge ? and employeeId le ?",
				"  no request: nothing can meet the conditions"),
			row(Employee.class, of(SALES).limit(10),
				"KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; limit 10",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_' and RowKey lt 'empid`'"),
			row(Employee.class, of(SALES.and(where("lastName").is("O'Neil"))),
				"KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; filter lastName eq ?",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_' and RowKey lt 'empid`' and lastName eq 'O''Neil'"),
			row(Employee.class, of(SALES.and(where("lastName").startingWith("Ha"))),
				"KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; filter lastName starting ?",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_' and RowKey lt 'empid`' and lastName ge 'Ha' and lastName lt 'Hb'"),
			row(Employee.class, of(SALES.and(where("lastName").containing("al"))).allowScan(),
				"KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; client filter lastName containing ?",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_' and RowKey lt 'empid`'"),
			row(Employee.class, of(SALES.and(where("lastName").startingWith("Ha").negated())).allowScan(),
				"KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; client filter lastName not starting ?",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_' and RowKey lt 'empid`'"),
			row(Employee.class, of(SALES.and(where("lastName").ignoringCase().is("hall"))).allowScan(),
				"KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; client filter lastName eq ? ignoring case",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_' and RowKey lt 'empid`'"),
			row(Employee.class, of(SALES.and(where("email").is("hall@contoso.com"))),
				"POINT on Employees by index email; partition {department} with department eq ?; row email_{email} with email eq ?",
				"  get (PartitionKey='Sales',RowKey='email_hall@contoso.com')"),
			row(Employee.class, of(SALES.and(where("email").is("hall@contoso.com"))).select("lastName", "employeeId"),
				"POINT on Employees by index email; partition {department} with department eq ?; row email_{email} with email eq ?; select employeeId, lastName",
				"  get (PartitionKey='Sales',RowKey='email_hall@contoso.com')",
				"  $select=lastName,_rk"),
			row(Employee.class, of(SALES.and(where("email").is("hall@contoso.com"))).select(List.of()),
				"POINT on Employees by index email; partition {department} with department eq ?; row email_{email} with email eq ?",
				"  get (PartitionKey='Sales',RowKey='email_hall@contoso.com')",
				"  $select=_rk"),
			row(Employee.class, of(SALES.and(where("email").startingWith("jon"))),
				"ROW_RANGE on Employees by index email; partition {department} with department eq ?; row email_{email} with email starting ?",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'email_jon' and RowKey lt 'email_joo'"),
			row(Employee.class, of(SALES.and(where("email").startingWith("jon"))).orderBy(Sort.by("email")).limit(5),
				"ROW_RANGE on Employees by index email; partition {department} with department eq ?; row email_{email} with email starting ?; sorted by key; limit 5",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'email_jon' and RowKey lt 'email_joo'"),
			row(Employee.class, of(SALES.and(where("email").greaterThanOrEqual("m"))),
				"ROW_RANGE on Employees by index email; partition {department} with department eq ?; row email_{email} with email ge ?",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'email_m' and RowKey lt 'email`'"),
			row(Employee.class, of(SALES.and(where("email").in("a@contoso.com", "b@contoso.com"))),
				"MULTI_POINT on Employees by index email; partition {department} with department eq ?; row email_{email} with email in ?",
				"  get (PartitionKey='Sales',RowKey='email_a@contoso.com')",
				"  get (PartitionKey='Sales',RowKey='email_b@contoso.com')"),
			row(Employee.class, of(SALES).orderBy(Sort.by("employeeId")),
				"KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; sorted by key",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_' and RowKey lt 'empid`'"),
			row(Employee.class, of(SALES).orderBy(Sort.by("department", "employeeId")),
				"KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; sorted by key",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_' and RowKey lt 'empid`'"),
			row(Employee.class, of(SALES.and(where("employeeId").is(223))).orderBy(Sort.by("lastName")),
				"POINT on Employees; partition {department} with department eq ?; row empid_{employeeId:6} with employeeId eq ?; sorted by key",
				"  get (PartitionKey='Sales',RowKey='empid_000223')"),
			row(Employee.class, of(SALES).orderBy(Sort.by("lastName")).allowSort(),
				"KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; sorted in memory",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_' and RowKey lt 'empid`'"),
			row(Employee.class, of(SALES.and(where("age").greaterThan(30))).select("lastName", "age"),
				"KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; filter age gt ?; select age, lastName",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_' and RowKey lt 'empid`' and age gt 30",
				"  $select=lastName,age"),
			row(Employee.class, of(SALES).select(List.of()),
				"KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_' and RowKey lt 'empid`'",
				"  $select=(keys only)"),
			row(Employee.class, of(where("department").in("Sales", "HR")),
				"KIND_RANGE on Employees; partition {department} with department in ?; row empid_{employeeId:6}",
				"  query $filter=PartitionKey eq 'HR' and RowKey ge 'empid_' and RowKey lt 'empid`'",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_' and RowKey lt 'empid`'"),
			row(Employee.class, of(where("department").in("Sales", "HR")).orderBy(Sort.by("employeeId")),
				"KIND_RANGE on Employees; partition {department} with department in ?; row empid_{employeeId:6}; merged by row key",
				"  query $filter=PartitionKey eq 'HR' and RowKey ge 'empid_' and RowKey lt 'empid`'",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_' and RowKey lt 'empid`'"),
			row(Employee.class, of(where("department").in("Sales", "HR")).orderBy(Sort.by("department")),
				"KIND_RANGE on Employees; partition {department} with department in ?; row empid_{employeeId:6}; sorted by key",
				"  query $filter=PartitionKey eq 'HR' and RowKey ge 'empid_' and RowKey lt 'empid`'",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_' and RowKey lt 'empid`'"),
			row(Employee.class, of(where("department").in()),
				"KIND_RANGE on Employees; partition {department} with department in ?; row empid_{employeeId:6}",
				"  no request: nothing can meet the conditions"),
			row(Employee.class, of(SALES.and(where("lastName").in())),
				"KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; filter lastName in ?",
				"  no request: nothing can meet the conditions"),
			row(Employee.class, of(SALES.and(where("lastName").ignoringCase().in())).allowScan(),
				"KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; client filter lastName in ? ignoring case",
				"  no request: nothing can meet the conditions"),
			row(Employee.class, of(SALES.and(where("lastName").in("Hall", "Cao").negated())),
				"KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; filter lastName not in ?",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_' and RowKey lt 'empid`' and lastName ne 'Hall' and lastName ne 'Cao'"),
			row(Employee.class, of(SALES.and(where("lastName").is("Hall").or(where("age").lessThan(30)))),
				"KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; filter (lastName eq ? or age lt ?)",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_' and RowKey lt 'empid`' and (lastName eq 'Hall' or age lt 30)"),
			row(Employee.class, of(SALES.and(where("age").in(TWELVE))),
				"KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; filter age in ?",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_' and RowKey lt 'empid`' and (age eq 1 or age eq 2 or age eq 3 or age eq 4 or age eq 5 or age eq 6 or age eq 7 or age eq 8 or age eq 9 or age eq 10 or age eq 11)",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_' and RowKey lt 'empid`' and age eq 12"),
			row(Employee.class, of(SALES.and(where("age").in(TWELVE))).orderBy(Sort.by("employeeId")),
				"KIND_RANGE on Employees; partition {department} with department eq ?; row empid_{employeeId:6}; filter age in ?; merged by row key",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_' and RowKey lt 'empid`' and (age eq 1 or age eq 2 or age eq 3 or age eq 4 or age eq 5 or age eq 6 or age eq 7 or age eq 8 or age eq 9 or age eq 10 or age eq 11)",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_' and RowKey lt 'empid`' and age eq 12"),
			row(Employee.class, all().allowScan(),
				"TABLE_SCAN on Employees; partition {department}; row empid_{employeeId:6}",
				"  query $filter=RowKey ge 'empid_' and RowKey lt 'empid`'"),
			row(Employee.class, of(where("lastName").is("Hall")).allowScan(),
				"TABLE_SCAN on Employees; partition {department}; row empid_{employeeId:6}; filter lastName eq ?",
				"  query $filter=RowKey ge 'empid_' and RowKey lt 'empid`' and lastName eq 'Hall'"),
			row(Employee.class, of(where("department").startingWith("S")).allowScan(),
				"TABLE_SCAN on Employees; partition {department} with department starting ?; row empid_{employeeId:6}",
				"  query $filter=PartitionKey ge 'S' and PartitionKey lt 'T' and RowKey ge 'empid_' and RowKey lt 'empid`'"),
			row(Employee.class, of(where("department").between("A", "C")).orderBy(Sort.by("department")).allowScan(),
				"TABLE_SCAN on Employees; partition {department} with department ge ? and department le ?; row empid_{employeeId:6}; sorted by key",
				"  query $filter=PartitionKey ge 'A' and PartitionKey le 'C' and RowKey ge 'empid_' and RowKey lt 'empid`'"),
			row(Review.class, of(SALES.and(where("employeeId").is(223)).and(where("year").is(2014))),
				"POINT on Reviews; partition {department} with department eq ?; row empid_{employeeId:6}_{year:4} with employeeId eq ? and year eq ?",
				"  get (PartitionKey='Sales',RowKey='empid_000223_2014')"),
			row(Review.class, of(SALES.and(where("employeeId").is(223))),
				"ROW_RANGE on Reviews; partition {department} with department eq ?; row empid_{employeeId:6}_{year:4} with employeeId eq ?",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_000223_' and RowKey lt 'empid_000223`'"),
			row(Review.class, of(SALES.and(where("employeeId").is(223)).and(where("year").greaterThanOrEqual(2012))),
				"ROW_RANGE on Reviews; partition {department} with department eq ?; row empid_{employeeId:6}_{year:4} with employeeId eq ? and year ge ?",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_000223_2012' and RowKey lt 'empid_000223`'"),
			row(Review.class, of(SALES.and(where("employeeId").in(1, 2)).and(where("year").greaterThan(2012))),
				"ROW_RANGE on Reviews; partition {department} with department eq ?; row empid_{employeeId:6}_{year:4} with employeeId in ? and year gt ?",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_000001_2013' and RowKey lt 'empid_000001`'",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_000002_2013' and RowKey lt 'empid_000002`'"),
			row(Review.class, of(SALES.and(where("employeeId").is(223))).orderBy(Sort.by("year")),
				"ROW_RANGE on Reviews; partition {department} with department eq ?; row empid_{employeeId:6}_{year:4} with employeeId eq ?; sorted by key",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_000223_' and RowKey lt 'empid_000223`'"),
			row(Review.class, of(SALES.and(where("year").is(2014))).allowScan(),
				"KIND_RANGE on Reviews; partition {department} with department eq ?; row empid_{employeeId:6}_{year:4}; client filter year eq ?",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_' and RowKey lt 'empid`'"),
			row(Review.class, of(SALES.and(where("comments").isNull())).allowScan(),
				"KIND_RANGE on Reviews; partition {department} with department eq ?; row empid_{employeeId:6}_{year:4}; client filter comments is null",
				"  query $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_' and RowKey lt 'empid`'"),
			row(ExpenseClaim.class, of(OWN).limit(10),
				"PARTITION_SCAN on ExpenseClaims; partition {employeeId:6} with employeeId eq ?; row {createdAt:desc}_{claimId}; limit 10",
				"  query $filter=PartitionKey eq '000007'"),
			row(ExpenseClaim.class, of(OWN).orderBy(Sort.by("createdAt").descending()).limit(10),
				"PARTITION_SCAN on ExpenseClaims; partition {employeeId:6} with employeeId eq ?; row {createdAt:desc}_{claimId}; sorted by key; limit 10",
				"  query $filter=PartitionKey eq '000007'"),
			row(ExpenseClaim.class, of(OWN).orderBy(Sort.by("createdAt")).allowSort(),
				"PARTITION_SCAN on ExpenseClaims; partition {employeeId:6} with employeeId eq ?; row {createdAt:desc}_{claimId}; sorted in memory",
				"  query $filter=PartitionKey eq '000007'"),
			row(ExpenseClaim.class, of(OWN.and(where("createdAt").greaterThanOrEqual(TIME))),
				"ROW_RANGE on ExpenseClaims; partition {employeeId:6} with employeeId eq ?; row {createdAt:desc}_{claimId} with createdAt ge ?",
				"  query $filter=PartitionKey eq '000007' and RowKey lt '2519936321679999999`'"),
			row(ExpenseClaim.class, of(OWN.and(where("createdAt").greaterThan(TIME)).and(where("createdAt").lessThan(Instant.MAX))),
				"ROW_RANGE on ExpenseClaims; partition {employeeId:6} with employeeId eq ?; row {createdAt:desc}_{claimId} with createdAt gt ? and createdAt lt ?",
				"  query $filter=PartitionKey eq '000007' and RowKey ge '0000000000000000000' and RowKey lt '2519936321679999999'"),
			row(ExpenseClaim.class, of(OWN.and(where("createdAt").is(TIME)).and(where("claimId").startingWith("c-"))),
				"ROW_RANGE on ExpenseClaims; partition {employeeId:6} with employeeId eq ?; row {createdAt:desc}_{claimId} with createdAt eq ? and claimId starting ?",
				"  query $filter=PartitionKey eq '000007' and RowKey ge '2519936321679999999_c-' and RowKey lt '2519936321679999999_c.'"),
			row(ExpenseClaim.class, of(OWN.and(where("status").is("OPEN"))),
				"PARTITION_SCAN on ExpenseClaims; partition {employeeId:6} with employeeId eq ?; row {createdAt:desc}_{claimId}; filter status eq ?",
				"  query $filter=PartitionKey eq '000007' and status eq 'OPEN'"),
			row(ExpenseClaim.class, of(OWN.and(where("amount").is(5))).allowScan(),
				"PARTITION_SCAN on ExpenseClaims; partition {employeeId:6} with employeeId eq ?; row {createdAt:desc}_{claimId}; client filter amount eq ?",
				"  query $filter=PartitionKey eq '000007'"),
			row(LoginAttempt.class, of(where("userId").is("jonesj").and(where("attemptedAt").is(TIME))),
				"POINT on LoginAttempts; partition {userId:bucket(4)} with userId eq ?; row {attemptedAt}_{userId} with attemptedAt eq ? and userId eq ?",
				"  get (PartitionKey='3',RowKey='2014-08-22T00:50:32.0000000Z_jonesj')"),
			row(LoginAttempt.class, of(where("userId").is("jonesj").and(where("attemptedAt").greaterThan(TIME))),
				"ROW_RANGE on LoginAttempts; partition {userId:bucket(4)} with userId eq ?; row {attemptedAt}_{userId} with attemptedAt gt ?; client filter userId eq ?",
				"  query $filter=PartitionKey eq '3' and RowKey ge '2014-08-22T00:50:32.0000000Z`'"),
			row(LoginAttempt.class, of(where("attemptedAt").between(TIME, TIME.plusSeconds(1))),
				"ROW_RANGE on LoginAttempts; partition {userId:bucket(4)} with every bucket of 4; row {attemptedAt}_{userId} with attemptedAt ge ? and attemptedAt le ?",
				"  query $filter=PartitionKey eq '0' and RowKey ge '2014-08-22T00:50:32.0000000Z' and RowKey lt '2014-08-22T00:50:33.0000000Z`'",
				"  query $filter=PartitionKey eq '1' and RowKey ge '2014-08-22T00:50:32.0000000Z' and RowKey lt '2014-08-22T00:50:33.0000000Z`'",
				"  query $filter=PartitionKey eq '2' and RowKey ge '2014-08-22T00:50:32.0000000Z' and RowKey lt '2014-08-22T00:50:33.0000000Z`'",
				"  query $filter=PartitionKey eq '3' and RowKey ge '2014-08-22T00:50:32.0000000Z' and RowKey lt '2014-08-22T00:50:33.0000000Z`'"),
			row(LoginAttempt.class, of(where("attemptedAt").greaterThan(TIME)).orderBy(Sort.by("attemptedAt")),
				"ROW_RANGE on LoginAttempts; partition {userId:bucket(4)} with every bucket of 4; row {attemptedAt}_{userId} with attemptedAt gt ?; merged by row key",
				"  query $filter=PartitionKey eq '0' and RowKey ge '2014-08-22T00:50:32.0000000Z`'",
				"  query $filter=PartitionKey eq '1' and RowKey ge '2014-08-22T00:50:32.0000000Z`'",
				"  query $filter=PartitionKey eq '2' and RowKey ge '2014-08-22T00:50:32.0000000Z`'",
				"  query $filter=PartitionKey eq '3' and RowKey ge '2014-08-22T00:50:32.0000000Z`'"),
			row(LoginAttempt.class, of(where("userId").in("a", "b", "c").and(where("attemptedAt").is(TIME))),
				"MULTI_POINT on LoginAttempts; partition {userId:bucket(4)} with userId in ?; row {attemptedAt}_{userId} with attemptedAt eq ? and userId in ?",
				"  get (PartitionKey='1',RowKey='2014-08-22T00:50:32.0000000Z_b')",
				"  get (PartitionKey='2',RowKey='2014-08-22T00:50:32.0000000Z_c')",
				"  get (PartitionKey='3',RowKey='2014-08-22T00:50:32.0000000Z_a')"),
			row(LoginAttempt.class, all().allowScan(),
				"TABLE_SCAN on LoginAttempts; partition {userId:bucket(4)} with every bucket of 4; row {attemptedAt}_{userId}",
				"  query $filter=PartitionKey eq '0'",
				"  query $filter=PartitionKey eq '1'",
				"  query $filter=PartitionKey eq '2'",
				"  query $filter=PartitionKey eq '3'"),
			row(Member.class, of(where("club").is("chess").and(where("surname").is("Jones"))),
				"ROW_RANGE on Members by index surname; partition {club} with club eq ?; row surname_{surname} with surname eq ?; lists of ids; entities verified by key, 1 request each",
				"  query $filter=PartitionKey eq 'chess' and RowKey eq 'surname_Jones'"),
			row(Ticket.class, of(QUEUE.and(where("owner").is("ann"))),
				"ROW_RANGE on Tickets by index owner; partition {queue} with queue eq ?; row owner_{owner}_{number:6} with owner eq ?; entities fetched by key",
				"  query $filter=PartitionKey eq 'help' and RowKey ge 'owner_ann_' and RowKey lt 'owner_ann`'",
				"  $select=_rk"),
			row(Ticket.class, of(QUEUE.and(where("owner").is("ann"))).select("title"),
				"ROW_RANGE on Tickets by index owner; partition {queue} with queue eq ?; row owner_{owner}_{number:6} with owner eq ?; select title; entities fetched by key",
				"  query $filter=PartitionKey eq 'help' and RowKey ge 'owner_ann_' and RowKey lt 'owner_ann`'",
				"  $select=_rk"),
			row(Ticket.class, of(QUEUE.and(where("owner").is("ANN").and(where("open").is(true)))),
				"KIND_RANGE on Tickets; partition {queue} with queue eq ?; row ticket_{number:6}; filter owner eq ? and open eq ?",
				"  query $filter=PartitionKey eq 'help' and RowKey ge 'ticket_' and RowKey lt 'ticket`' and owner eq 'ANN' and open eq true"),
			row(Ticket.class, of(QUEUE.and(where("priority").is(1))).orderBy(Sort.by("created")),
				"ROW_RANGE on Tickets by index urgent; partition {queue} with queue eq ?; row urgent_{priority:2} {created} {number:6} with priority eq ?; sorted by key; entities fetched by key",
				"  query $filter=PartitionKey eq 'help' and RowKey ge 'urgent_01 ' and RowKey lt 'urgent_01!'",
				"  $select=_rk"),
			row(Ticket.class, of(QUEUE).orderBy(Sort.by("priority", "created")),
				"KIND_RANGE on Tickets by index urgent; partition {queue} with queue eq ?; row urgent_{priority:2} {created} {number:6}; sorted by key; entities fetched by key",
				"  query $filter=PartitionKey eq 'help' and RowKey ge 'urgent_' and RowKey lt 'urgent`'",
				"  $select=_rk"),
			row(Ticket.class, of(QUEUE).orderBy(Sort.by("title")).allowSort(),
				"KIND_RANGE on Tickets; partition {queue} with queue eq ?; row ticket_{number:6}; sorted in memory",
				"  query $filter=PartitionKey eq 'help' and RowKey ge 'ticket_' and RowKey lt 'ticket`'"),
			row(Ticket.class, of(where("assignee").is("bob")),
				"KIND_RANGE on Tickets by index assignee; partition assignee_{assignee} with assignee eq ?; row assignee_{number:6}_{queue}; STRONG; entities verified by key, 1 request each",
				"  query $filter=PartitionKey eq 'assignee_bob' and RowKey ge 'assignee_' and RowKey lt 'assignee`'",
				"  $select=_rk,_pk"),
			row(Ticket.class, of(where("assignee").is("bob").and(where("number").is(7))),
				"ROW_RANGE on Tickets by index assignee; partition assignee_{assignee} with assignee eq ?; row assignee_{number:6}_{queue} with number eq ?; STRONG; entities verified by key, 1 request each",
				"  query $filter=PartitionKey eq 'assignee_bob' and RowKey ge 'assignee_000007_' and RowKey lt 'assignee_000007`'",
				"  $select=_rk,_pk"),
			row(Ticket.class, of(where("assignee").in("bob", "eve")).orderBy(Sort.by("number")),
				"KIND_RANGE on Tickets by index assignee; partition assignee_{assignee} with assignee in ?; row assignee_{number:6}_{queue}; merged by row key; STRONG; entities verified by key, 1 request each",
				"  query $filter=PartitionKey eq 'assignee_bob' and RowKey ge 'assignee_' and RowKey lt 'assignee`'",
				"  query $filter=PartitionKey eq 'assignee_eve' and RowKey ge 'assignee_' and RowKey lt 'assignee`'",
				"  $select=_rk,_pk"),
			row(Seat.class, of(where("guest").is("bob")),
				"KIND_RANGE on Seats by index guest; partition guest_{guest} with guest eq ?; row guest_{hall}_{number:4}; STRONG; copies UNVERIFIED, no request but for pages",
				"  query $filter=PartitionKey eq 'guest_bob' and RowKey ge 'guest_' and RowKey lt 'guest`'"),
			row(Ticket.class, of(QUEUE.and(where("number").is(7))).select("queue"),
				"POINT on Tickets; partition {queue} with queue eq ?; row ticket_{number:6} with number eq ?; select queue",
				"  get (PartitionKey='help',RowKey='ticket_000007')",
				"  $select=(keys only)"),
			row(Ticket.class, of(QUEUE.and(where("region").ignoringCase().is("West Europe"))),
				"ROW_RANGE on Tickets by index region; partition {queue} with queue eq ?; row region_{region:lower}_{number:6} with region eq ? ignoring case",
				"  query $filter=PartitionKey eq 'help' and RowKey ge 'region_west europe_' and RowKey lt 'region_west europe`'"),
			row(Ticket.class, of(QUEUE.and(where("region").is("West Europe"))),
				"ROW_RANGE on Tickets by index region; partition {queue} with queue eq ?; row region_{region:lower}_{number:6} with region eq ?; filter region eq ?",
				"  query $filter=PartitionKey eq 'help' and RowKey ge 'region_west europe_' and RowKey lt 'region_west europe`' and region eq 'West Europe'"),
			row(Truck.class, of(where("depot").is("Oslo")),
				"PARTITION_SCAN on Vehicles; partition {depot} with depot eq ?; row {number:4}",
				"  query $filter=PartitionKey eq 'Oslo' and EntityType eq 'truck'"),
			row(Truck.class, of(where("depot").is("Oslo").and(where("number").is(7))).select("load"),
				"POINT on Vehicles; partition {depot} with depot eq ?; row {number:4} with number eq ?; select load",
				"  get (PartitionKey='Oslo',RowKey='0007')",
				"  $select=load,EntityType"));
	}
	// @formatter:on

	@ParameterizedTest
	@MethodSource("explanations")
	void explainsWhatIsRead(Class<?> type, TableQuery query, String explanation) {
		QueryPlan plan = Planning.plan(type, query);
		assertThat(withoutRequests(plan)).isEqualTo(explanation);
		assertThat(Planning.outline(type, query).path()).isEqualTo(plan.outline().path());
		assertThat(explanation).startsWith(plan.outline().explain()).startsWith(plan.outline().path().name());
		assertThat(plan.outline()).hasToString(plan.outline().explain());
	}

	private static String withoutRequests(QueryPlan plan) {
		return plan.explain().replaceFirst("\n  requests: .*", "");
	}

	@Test
	void saysHowManyRequestsItTakes() {
		assertRequests(Employee.class, BY_EMAIL.with(List.of("Sales", "hall@contoso.com")), "1");
		assertRequests(Employee.class, of(SALES.and(where("employeeId").in(1, 2, 3))), "3");
		assertRequests(Employee.class, of(SALES), "1 per page");
		assertRequests(Employee.class, of(where("department").in("Sales", "HR")), "1 per page of each of 2 ranges");
		assertRequests(Walker.class, of(where("age").is(34)), "1 per page, and 1 per entity");
		assertThat(Planning.plan(Employee.class, of(where("department").in())).explain()).contains("no request")
			.doesNotContain("requests:");
	}

	private static void assertRequests(Class<?> type, TableQuery query, String requests) {
		assertThat(Planning.plan(type, query).explain().lines()).element(1).isEqualTo("  requests: " + requests);
	}

	@Test
	void readsAHierarchyByItsTypes() {
		TableConverter converter = Planning.converter(Vehicle.class, Truck.class);
		TableQuery query = of(where("depot").is("Oslo").and(where("number").in(1, 2, 3).negated())).select("number");
		assertThat(new QueryPlanner().plan(converter.entity(Vehicle.class), query).explain()).isEqualTo("""
				PARTITION_SCAN on Vehicles; partition {depot} with depot eq ?; row {number:4}; \
				filter number not in ?; select number
				  requests: 1 per page
				  query $filter=PartitionKey eq 'Oslo' and number ne 1 and number ne 2 and number ne 3 \
				and (EntityType eq 'Vehicle' or EntityType eq 'truck')
				  $select=number,EntityType""");
	}

	@Test
	void saysTheSameOfAnyValues() {
		TableQuery one = of(SALES.and(where("employeeId").greaterThan(1)).and(where("lastName").in("a", "b")));
		TableQuery two = of(where("department").is("HR")
			.and(where("employeeId").greaterThan(2))
			.and(where("lastName").in("secret")));
		assertThat(Planning.outline(Employee.class, one).explain())
			.isEqualTo(Planning.outline(Employee.class, two).explain())
			.doesNotContain("Sales");
	}

	@Test
	void usesOnlyIndexesThatCanBeRead() {
		TableQuery query = of(SALES.and(where("email").is("hall@contoso.com")));
		QueryPlanner planner = new QueryPlanner((model, index) -> !index.name().equals("email"));
		assertThat(planner.outline(Planning.entity(Employee.class), query).explain())
			.isEqualTo("KIND_RANGE on Employees; partition {department} with department eq ?; "
					+ "row empid_{employeeId:6}; filter email eq ?");
	}

	@Test
	void readsAnIndexInOtherPartitionsOnlyForItsKeysOrItsOrder() {
		assertThatExceptionOfType(RejectedScanException.class)
			.isThrownBy(() -> Planning.outline(Walker.class, of(where("name").is("Hall"))))
			.withMessageContaining("reads the whole table");
		assertThat(Planning.outline(Walker.class, of(where("name").is("Hall")).allowScan()).index()).isEmpty();
		assertThat(Planning.outline(Walker.class, of(where("age").greaterThan(30))).explain())
			.startsWith("ROW_RANGE on Walkers by index age");
		assertThat(Planning.outline(Walker.class, TableQuery.all().orderBy(Sort.by("age")).limit(3)).explain())
			.startsWith("KIND_RANGE on Walkers by index age");
	}

	@Test
	void decidesOnceForAllValues() {
		QueryPlanner planner = new QueryPlanner();
		BindableOutline known = planner.outline(Planning.entity(Employee.class), BY_EMAIL);
		TableQuery hall = BY_EMAIL.with(List.of("Sales", "hall@contoso.com"));
		BindableOutline reused = Objects.requireNonNull(known.with(hall.limit(3)));
		assertThat(reused.way().route()).isSameAs(known.way().route());
		assertThat(reused.bind().explain())
			.isEqualTo(planner.plan(Planning.entity(Employee.class), hall.limit(3)).explain())
			.contains("limit 3", "email_hall@contoso.com");
		for (TableQuery other : List.of(hall.allowScan(), hall.orderBy(Sort.by("email")), hall.select("age"),
				hall.and(where("age").is(34)))) {
			assertThat(known.with(other)).isNull();
		}
	}

	@Test
	void decidesAnewWhenOtherIndexesCanBeRead() {
		Set<String> readable = new HashSet<>();
		QueryPlanner planner = new QueryPlanner((model, index) -> readable.contains(index.name()));
		BindableOutline outline = planner.outline(Planning.entity(Employee.class), BY_EMAIL);
		assertThat(outline.path()).isEqualTo(AccessPath.KIND_RANGE);
		readable.add("email");
		assertThat(outline.with(BY_EMAIL)).isNull();
		outline = planner.outline(Planning.entity(Employee.class), BY_EMAIL);
		assertThat(outline.path()).isEqualTo(AccessPath.POINT);
		readable.clear();
		assertThat(outline.with(BY_EMAIL)).isNull();
	}

	@Test
	void refusesToReadWithoutItsValues() {
		BindableOutline outline = Planning.outline(Employee.class, BY_EMAIL.with(List.of("Sales")));
		assertThatIllegalArgumentException().isThrownBy(outline::bind)
			.withMessage("The query has a place for a value number 1, and 1 values; give it all of them by with(List)");
	}

	@Table("Walkers")
	@PartitionKey("{town}")
	@RowKey("walker_{name}")
	@SecondaryIndex(name = "age", partitionKey = "ages", rowKey = "age_{age}_{town}_{name}")
	record Walker(String town, String name, int age) {

	}

	@Test
	void namesAnIndexThatIsNotUsedSinceItLacksRows() {
		TableQuery byCustomer = of(where("line").is("a").and(where("customer").is("b")));
		BindableOutline outline = Planning.outline(Call.class, byCustomer);
		assertThat(outline.index()).isEmpty();
		assertThat(outline.explain()).contains("unused index customer holds no row where acceptedAt is null");
		assertThat(outline.unusedIndexes()).singleElement()
			.asString()
			.isEqualTo("index customer holds no row where acceptedAt is null; "
					+ "say sparse = false on @SecondaryIndex \"customer\", ask for 'acceptedAt' too "
					+ "(IsNotNull is enough), or declare 'acceptedAt' so that no value can be missing");
		BindableOutline complete = Planning.outline(Call.class, byCustomer.and(where("acceptedAt").isNotNull()));
		assertThat(complete.index()).isPresent();
		assertThat(complete.unusedIndexes()).isEmpty();
	}

	@Table("Calls")
	@PartitionKey("{line}")
	@RowKey("call_{number:6}")
	@SecondaryIndex(name = "customer", rowKey = "customer_{customer} {acceptedAt} {number:6}")
	record Call(String line, int number, String customer, @Nullable Instant acceptedAt) {

	}

}
