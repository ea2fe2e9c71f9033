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

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import io.azuretables.internal.model.IndexMapping;
import io.azuretables.mapping.Column;
import io.azuretables.mapping.Json;
import io.azuretables.mapping.OtherProperties;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.ServerTimestamp;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.plan.AccessPath;
import io.azuretables.plan.RejectedScanException;
import io.azuretables.plan.RowOrder;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.sample.Employee;
import io.azuretables.sample.ExpenseClaim;
import io.azuretables.sample.LoginAttempt;
import io.azuretables.sample.Review;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.annotation.AnnotationDescription;
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
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Which queries are refused, in which words, and whether the way out that is named is
 * one.
 */
class RejectionTests {

	private static final Criteria SALES = where("department").is("Sales");

	private static final String SCAN = "let it read more than it returns with @AllowScan or TableQuery.allowScan()";

	private static final String SORT = ", or let the client collect and sort all of it with @AllowSort or "
			+ "TableQuery.allowSort()";

	static List<Arguments> scans() {
		String whole = " reads the whole table: its conditions do not give the partition key ";
		String hidden = " that the service cannot check: every row of the kind range would be read and filtered on "
				+ "the client. Change the condition, or " + SCAN;
		String nowhere = " and nowhere else, and ";
		String besides = ", store it besides with @Column so that the service can filter by it, or " + SCAN;
		String before = "a part before it is not asked for by equality. Ask for the parts before it by equality"
				+ besides;
		String together = "the literal behind it is above letters and digits, so that the keys of lower values are not "
				+ "together. Put the property last in the key, or a space or '-' behind it";
		return List.of(
				arguments(Employee.class, all(),
						"A query for Employee" + whole + "\"{department}\". Ask for 'department' by equality, or "
								+ SCAN),
				arguments(Employee.class, of(where("lastName").startingWith("Ha")),
						"A query for Employee by lastName" + whole
								+ "\"{department}\". Ask for 'department' by equality, or " + SCAN),
				arguments(Employee.class, of(where("lastName").is("Hall")), "A query for Employee by lastName" + whole
						+ "\"{department}\". Ask for 'department' by equality, declare an index across "
						+ "partitions such as @SecondaryIndex(name = \"lastName\", partitionKey = "
						+ "\"lastName_{lastName}\", rowKey = \"lastName_{department} {employeeId:6}\", include = {})"
						+ ", or " + SCAN),
				arguments(Employee.class, of(where("department").ignoringCase().is("sales")),
						"A query for Employee by department" + whole
								+ "\"{department}\". Ask for 'department' by equality and with regard to case, or "
								+ SCAN),
				arguments(LoginAttempt.class, all(),
						"A query for LoginAttempt" + whole + "\"{userId:bucket(4)}\". Ask for 'userId' by equality, or "
								+ SCAN),
				arguments(Employee.class, of(SALES.and(where("lastName").containing("x"))),
						"A query for Employee by department, lastName has a condition on 'lastName' (lastName "
								+ "containing ?)" + hidden),
				arguments(Employee.class, of(SALES.and(where("lastName").ignoringCase().is("x"))),
						"A query for Employee by department, lastName has a condition on 'lastName' (lastName eq ? "
								+ "ignoring case)" + hidden),
				arguments(Employee.class, of(SALES.and(where("lastName").isNull())),
						"A query for Employee by department, lastName has a condition on 'lastName' (lastName is null)"
								+ hidden),
				arguments(PlanSubjects.Bound.class, of(where("name").is("a").and(where("le").is(5))),
						"A query for Bound by name, le has a condition on 'le' (le eq ?)" + hidden),
				arguments(ExpenseClaim.class, of(where("employeeId").is(7).and(where("amount").is(5))),
						"A query for ExpenseClaim by employeeId, amount has a condition on 'amount' (amount eq ?)"
								+ hidden.replace("kind range", "partition scan")),
				arguments(PlanSubjects.Job.class, of(where("site").is("a").and(where("name").lessThan("M"))),
						"A query for Job by site, name cannot use 'name' (name lt ?): it stands in the key "
								+ "\"job_{name}_{number:6}\"" + nowhere + together + besides),
				arguments(PlanSubjects.Job.class, of(where("site").is("a").and(where("name").between("K", "M"))),
						"A query for Job by site, name cannot use 'name' (name le ?): it stands in the key "
								+ "\"job_{name}_{number:6}\"" + nowhere + together + besides),
				arguments(Review.class, of(SALES.and(where("year").is(2014))),
						"A query for Review by department, year cannot use 'year' (year eq ?): it stands in the key "
								+ "\"empid_{employeeId:6}_{year:4}\"" + nowhere + before),
				arguments(Review.class,
						of(SALES.and(where("employeeId").greaterThan(1)).and(where("year").lessThan(2014))),
						"A query for Review by department, employeeId, year cannot use 'year' (year lt ?): it stands in "
								+ "the key \"empid_{employeeId:6}_{year:4}\"" + nowhere + before),
				arguments(Employee.class, of(SALES.and(where("employeeId").isNot(1))),
						"A query for Employee by department, employeeId cannot use 'employeeId' (employeeId ne ?): it "
								+ "stands in the key \"empid_{employeeId:6}\"" + nowhere
								+ "its condition is no range of keys. Change the condition" + besides),
				arguments(Employee.class, of(SALES.and(where("employeeId").is(1).or(where("age").is(30)))),
						"A query for Employee by department, employeeId, age cannot use 'employeeId' (employeeId eq ?): "
								+ "it stands in the key \"empid_{employeeId:6}\"" + nowhere
								+ "here it is one of several alternatives. Ask for each of them in a query of its own"
								+ besides));
	}

	@ParameterizedTest
	@MethodSource("scans")
	void refusesToReadMoreThanItReturnsUnlessThatIsSaid(Class<?> type, TableQuery query, String message) {
		assertThatExceptionOfType(RejectedScanException.class).isThrownBy(() -> Planning.outline(type, query))
			.withMessage(message);
		AccessPath path = Planning.outline(type, query.allowScan()).path();
		assertThatExceptionOfType(RejectedScanException.class).isThrownBy(() -> Planning.plan(type, query.allowSort()))
			.matches((ex) -> ex.getPath() == path);
	}

	@Test
	void readsBelowBoundsWhereThoseKeysAreTogether() {
		Criteria site = where("site").is("a");
		assertThat(Planning.outline(PlanSubjects.Task.class, of(site.and(where("name").lessThan("M")))).path())
			.isEqualTo(AccessPath.ROW_RANGE);
		assertThat(Planning.outline(PlanSubjects.Job.class, of(site.and(where("name").greaterThan("M")))).path())
			.isEqualTo(AccessPath.ROW_RANGE);
		TableQuery night = of(site.and(where("part").lessThan(PlanSubjects.Shift.Part.NIGHT)));
		assertThat(Planning.plan(PlanSubjects.Shift.class, night)).asString()
			.contains("rows=['shift_EVENING|', 'shift_MORNING}')");
	}

	static List<Arguments> insisted() {
		Criteria queue = where("queue").is("q");
		Criteria own = queue.and(where("number").is(7));
		return List.of(
				arguments(of(own.and(where("owner").is("me"))).usingIndex("owner"), "POINT on Tickets by index owner"),
				arguments(of(queue).usingIndex("urgent"), "KIND_RANGE on Tickets by index urgent"),
				arguments(of(own.and(where("assignee").is("me"))).usingIndex("assignee"),
						"ROW_RANGE on Tickets by index assignee"));
	}

	@ParameterizedTest
	@MethodSource("insisted")
	void goesThroughTheIndexThatAQueryInsistsOn(TableQuery query, String path) {
		assertThat(Planning.outline(PlanSubjects.Ticket.class, query).explain()).startsWith(path);
		assertThat(Planning.outline(PlanSubjects.Ticket.class, of(query.criteria())).index().map(IndexMapping::name))
			.isNotEqualTo(Optional.ofNullable(query.index()));
	}

	static List<Arguments> refusedIndexes() {
		Criteria queue = where("queue").is("q");
		String ticket = "A query for Ticket";
		String own = ". Without usingIndex, the entity's own key answers it";
		String whole = " reads the whole table: its conditions do not give the partition key ";
		return List.of(
				arguments(PlanSubjects.Ticket.class, of(queue).usingIndex("phone"),
						"Ticket has no index 'phone'; it has [owner, urgent, region, assignee]" + own),
				arguments(PlanSubjects.Ticket.class, of(queue).usingIndex("owner"),
						ticket + " insists on the index 'owner', and index owner holds no row where owner is null; say "
								+ "sparse = false on @SecondaryIndex \"owner\", ask for 'owner' too (IsNotNull is "
								+ "enough), or declare 'owner' so that no value can be missing" + own),
				arguments(PlanSubjects.Ticket.class,
						of(where("owner").is("me").and(where("assignee").is("you"))).usingIndex("owner"),
						ticket + " by owner, assignee through the index 'owner'" + whole
								+ "\"{queue}\". Ask for 'queue' by equality, or " + SCAN
								+ ". Without usingIndex, the index 'assignee' answers it"),
				arguments(PlanSubjects.Ticket.class, of(where("assignee").isNotNull()).usingIndex("assignee"),
						ticket + " by assignee through the index 'assignee'" + whole
								+ "\"assignee_{assignee}\". Ask for 'assignee' by equality, or " + SCAN),
				arguments(PlanSubjects.Ticket.class, of(queue).orderBy(Sort.by("title")).usingIndex("urgent"), ticket
						+ " by queue through the index 'urgent' cannot be sorted by title: rows come in the order "
						+ "of \"urgent_{priority:2} {created} {number:6}\". Sort by that" + SORT),
				arguments(PlanSubjects.Ticket.class, of(queue).orderBy(Sort.by("number")).usingIndex("urgent"), ticket
						+ " by queue through the index 'urgent' cannot be sorted by number: rows come in the order "
						+ "of \"urgent_{priority:2} {created} {number:6}\". Sort by that" + SORT + own),
				arguments(Visitor.class, of(where("hall").is("a")).usingIndex("day"),
						"A query for Visitor insists on the index 'day', and neither a condition nor the order bounds "
								+ "its row key \"day_{day}_{hall}\", so that all of it would be read. Ask for the first "
								+ "part of that key, or " + SCAN + own));
	}

	@ParameterizedTest
	@MethodSource("refusedIndexes")
	void refusesAnIndexThatDoesNotServeTheQueryThatInsistsOnIt(Class<?> type, TableQuery query, String message) {
		assertThatExceptionOfType(UnsupportedQueryException.class).isThrownBy(() -> Planning.outline(type, query))
			.withMessage(message);
	}

	@Test
	void readsAWholeIndexIfItMay() {
		assertThat(Planning.outline(Visitor.class, all().allowScan().usingIndex("day")).explain())
			.startsWith("KIND_RANGE on Visitors by index day");
		assertThat(Planning.outline(Visitor.class, all().orderBy(Sort.by("day")).usingIndex("day")).explain())
			.startsWith("KIND_RANGE on Visitors by index day");
	}

	@Test
	void refusesAnIndexThatIsNotReadable() {
		AtomicBoolean readable = new AtomicBoolean(true);
		QueryPlanner planner = new QueryPlanner((model, index) -> readable.get());
		TablePersistentEntity<?> ticket = Planning.entity(PlanSubjects.Ticket.class);
		TableQuery query = of(where("queue").is("q").and(where("owner").is("me"))).usingIndex("owner");
		BindableOutline outline = planner.outline(ticket, query);
		assertThat(outline.with(query)).isNotNull();
		readable.set(false);
		assertThat(outline.with(query)).isNull();
		assertThatExceptionOfType(UnsupportedQueryException.class).isThrownBy(() -> planner.outline(ticket, query))
			.withMessage("A query for Ticket insists on the index 'owner', and the index is not readable. Complete its "
					+ "backfill, and let this process read the states of indexes again. Without usingIndex, the entity's "
					+ "own key answers it");
	}

	static List<Arguments> sorts() {
		String employee = "A query for Employee by department cannot be sorted by ";
		String own = ": rows come in the order of \"empid_{employeeId:6}\". Sort by that";
		String table = ": rows come in the order of \"{department}\" and then \"empid_{employeeId:6}\". Sort by that";
		return List.of(
				arguments(Employee.class, of(SALES).orderBy(Sort.by("lastName")),
						employee + "lastName" + own + ", declare an index such as @SecondaryIndex(name = \"lastName\", "
								+ "rowKey = \"lastName_{lastName} {employeeId:6}\", sparse = false)" + SORT),
				arguments(Employee.class, of(SALES).orderBy(Sort.by("age").descending().and(Sort.by("lastName"))),
						employee + "age descending, lastName" + own
								+ ", declare an index such as @SecondaryIndex(name = \"age\", "
								+ "rowKey = \"age_{age:desc} {lastName} {employeeId:6}\", sparse = false)" + SORT),
				arguments(Employee.class, of(SALES).orderBy(Sort.by("employeeId").descending()),
						employee + "employeeId descending" + own
								+ ", declare an index such as @SecondaryIndex(name = \"employeeId\", "
								+ "rowKey = \"employeeId_{employeeId:6:desc}\", sparse = false)" + SORT),
				arguments(Employee.class, of(where("department").in("Sales", "HR")).orderBy(Sort.by("age")),
						employee + "age" + own + ", declare an index such as @SecondaryIndex(name = \"age\", "
								+ "rowKey = \"age_{age} {employeeId:6}\", sparse = false)" + SORT),
				arguments(Employee.class, of(SALES).orderBy(Sort.by("email")),
						employee + "email" + own
								+ ", say sparse = false on @SecondaryIndex \"email\" so that it leaves "
								+ "no entity out" + SORT),
				arguments(Employee.class, of(SALES).orderBy(Sort.by("email").and(Sort.by("age"))),
						employee + "email, age" + own + ", say sparse = false on @SecondaryIndex \"email\" so that it "
								+ "leaves no entity out" + SORT),
				arguments(Employee.class, of(SALES).orderBy(Sort.by("email").descending()),
						employee + "email descending" + own + SORT),
				arguments(Employee.class, of(SALES).orderBy(Sort.by(Sort.Order.by("age").nullsFirst())),
						employee + "age with nulls first" + own + SORT),
				arguments(Employee.class, all().orderBy(Sort.by("lastName")).allowScan(),
						"A query for Employee cannot be sorted by lastName" + table + SORT),
				arguments(Employee.class, all().orderBy(Sort.by("employeeId")).allowScan(),
						"A query for Employee cannot be sorted by employeeId" + table + SORT),
				arguments(ExpenseClaim.class, of(where("employeeId").is(7)).orderBy(Sort.by("amount")),
						"A query for ExpenseClaim by employeeId cannot be sorted by amount: rows come in the order of "
								+ "\"{createdAt:desc}_{claimId}\". Sort by that, declare an index such as "
								+ "@SecondaryIndex(name = \"amount\", rowKey = \"amount_{amount:10.2} {createdAt} "
								+ "{claimId}\", sparse = false) and begin the entity's own row key "
								+ "\"{createdAt:desc}_{claimId}\" with a literal" + SORT));
	}

	@ParameterizedTest
	@MethodSource("sorts")
	void refusesToSortInMemoryUnlessThatIsSaid(Class<?> type, TableQuery query, String message) {
		assertThatExceptionOfType(UnsupportedQueryException.class).isThrownBy(() -> Planning.outline(type, query))
			.withMessage(message)
			.isNotInstanceOf(RejectedScanException.class);
		assertThat(Planning.outline(type, query.allowSort()).order()).isEqualTo(RowOrder.MEMORY);
	}

	static List<Arguments> servedByAdvice() {
		return List.of(arguments(of(SALES).orderBy(Sort.by("lastName")), "KIND_RANGE"),
				arguments(of(where("lastName").is("Hall")), "KIND_RANGE"),
				arguments(of(where("age").is(30).and(where("lastName").is("Hall"))), "KIND_RANGE"),
				arguments(of(where("employeeId").is(30)), "KIND_RANGE"),
				arguments(of(SALES).orderBy(Sort.by("age").descending().and(Sort.by("lastName"))), "KIND_RANGE"),
				arguments(of(SALES).orderBy(Sort.by("employeeId").descending()), "KIND_RANGE"),
				arguments(of(SALES.and(where("age").is(30))).orderBy(Sort.by("lastName", "email")), "KIND_RANGE"),
				arguments(of(where("department").in("Sales", "HR")).orderBy(Sort.by("age")), "KIND_RANGE"));
	}

	@ParameterizedTest
	@MethodSource("servedByAdvice")
	void advisesAnIndexThatServes(TableQuery query, String path) {
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> Planning.outline(Employee.class, query))
			.satisfies((ex) -> {
				String message = String.valueOf(ex.getMessage());
				Class<?> declared = new ByteBuddy().subclass(Worker.class)
					.annotateType(AnnotationDescription.Builder.ofType(SecondaryIndex.class)
						.define("name", argument("name", message))
						.define("partitionKey", argument("partitionKey", message))
						.define("rowKey", argument("rowKey", message))
						.define("sparse", !message.contains("sparse = false"))
						.build())
					.make()
					.load(Worker.class.getClassLoader())
					.getLoaded();
				BindableOutline outline = Planning.outline(declared, query);
				assertThat(outline.index()).isPresent();
				assertThat(outline.order()).isNotEqualTo(RowOrder.MEMORY);
				assertThat(outline.path()).hasToString(path);
			});
	}

	private static String argument(String name, String message) {
		Matcher matcher = Pattern.compile(name + " = \"([^\"]+)\"").matcher(message);
		return matcher.find() ? matcher.group(1) : "";
	}

	@Test
	void advisesToLeaveNothingOutOfAnIndex() {
		TableQuery query = of(SALES).orderBy(Sort.by("email"));
		assertThat(Planning.outline(DenseWorker.class, query).explain())
			.isEqualTo("KIND_RANGE on Workers by index email; partition {department} with department eq ?; "
					+ "row email_{email}; sorted by key");
	}

	static List<Arguments> mistakes() {
		String properties = "; the properties are [department, employeeId, email, lastName, age]";
		String text = " is not text and can neither be searched for a part nor compared without regard to case";
		String order = " has no order: it can neither be sorted by nor compared with less or greater";
		return List.of(
				arguments(Employee.class, where("name").is(1),
						"Employee has no property 'name' that a query can use" + properties),
				arguments(Employee.class, SALES.or(where("etag").is("x")),
						"Employee has no property 'etag' that a query can use" + properties),
				arguments(Employee.class, where("age").containing("1"), "Employee.age" + text),
				arguments(Employee.class, where("age").ignoringCase().is(1), "Employee.age" + text),
				arguments(ExpenseClaim.class, where("amount").startingWith("1"), "ExpenseClaim.amount" + text),
				arguments(ExpenseClaim.class, where("createdAt").endingWith("Z"), "ExpenseClaim.createdAt" + text),
				arguments(Measurement.class, where("tags").containing("x"), "Measurement.tags" + text),
				arguments(Measurement.class, where("tags").lessThan(List.of()), "Measurement.tags" + order),
				arguments(Employee.class, where("age").is("x"),
						"A value of type java.lang.String does not fit Employee.age, which is of type "
								+ "java.lang.Integer"),
				arguments(Employee.class, where("age").greaterThan(1.5),
						"A value of type java.lang.Double does not fit Employee.age, which is of type "
								+ "java.lang.Integer"),
				arguments(Employee.class, where("age").is(5_000_000_000L),
						"A value of type java.lang.Long does not fit Employee.age, which is of type "
								+ "java.lang.Integer"),
				arguments(Employee.class, where("age").is(Double.NaN),
						"A value of type java.lang.Double does not fit Employee.age, which is of type "
								+ "java.lang.Integer"),
				arguments(Measurement.class, where("value").isNot(Double.NaN),
						"Measurement.value cannot be compared with NaN by the service"),
				arguments(Measurement.class, where("value").notIn(List.of(1.5, Double.NaN)),
						"Measurement.value cannot be compared with NaN by the service"),
				arguments(Measurement.class, where("value").is(Double.POSITIVE_INFINITY),
						"Measurement.value cannot be compared with Infinity by the service"),
				arguments(Employee.class, where("age").in(IntStream.range(0, 30).boxed().toList()).negated(),
						"A query for Employee needs 32 comparisons in one filter, and the service takes 15; ask in "
								+ "several queries"),
				arguments(Employee.class, where("lastName").is("'".repeat(2500)),
						"A query for Employee needs a filter of 5060 characters, and at most 4096 are sent; compare "
								+ "with shorter values, or ask in several queries"));
	}

	@ParameterizedTest
	@MethodSource("mistakes")
	void refusesWhatHasNoAnswer(Class<?> type, Criteria criteria, String message) {
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> Planning.plan(type, of(criteria).allowScan().allowSort()))
			.withMessage(message);
	}

	@Test
	void refusesToSortByWhatHasNoOrderOrIsUnknown() {
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(
					() -> Planning.outline(Measurement.class, all().orderBy(Sort.by("tags")).allowScan().allowSort()))
			.withMessage(
					"Measurement.tags has no order: it can neither be sorted by nor compared with less or greater");
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> Planning.outline(Employee.class, of(SALES).orderBy(Sort.by("nobody"))))
			.withMessageStartingWith("Employee has no property 'nobody' that a query can use");
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> Planning.outline(Employee.class, of(SALES).select("nobody")))
			.withMessageStartingWith("Employee has no property 'nobody' that a query can use");
	}

	@Test
	void mergesSortedWhatMustBeDivided() {
		TableQuery query = of(
				where("department").in("Sales", "HR").and(where("age").in(IntStream.range(0, 30).boxed().toList())));
		assertThat(Planning.plan(Employee.class, query).explain().lines()).hasSize(8);
		for (String property : List.of("department", "employeeId")) {
			assertThat(Planning.plan(Employee.class, query.orderBy(Sort.by(property))).outline().order())
				.isEqualTo(RowOrder.ROW_KEY);
		}
	}

	@Test
	void dividesAChoiceWithoutAskingTwice() {
		List<Double> numbers = IntStream.range(0, 40).mapToObj((i) -> (i % 2 == 0) ? 0.0 : -0.0).toList();
		assertThat(
				Planning.plan(Measurement.class, of(where("device").is("d").and(where("value").in(numbers)))).explain())
			.endsWith("\n  query $filter=PartitionKey eq 'd' and value eq 0.0")
			.satisfies((text) -> assertThat(text.lines()).hasSize(3));
	}

	@Test
	void namesTheConditionThatIsInTheWayAndNotAnother() {
		TablePersistentEntity<?> entity = Planning.entity(Crossed.class);
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> new QueryPlanner().outline(entity, of(where("a").is("x")).orderBy(Sort.by("c"))))
			.withMessageStartingWith("A query for Crossed by a cannot be sorted by c: rows come in the order of")
			.isNotInstanceOf(RejectedScanException.class);
	}

	@Test
	void readsTheTimestampAndAllOthersWhenTheyAreSelected() {
		Criteria device = where("device").is("d");
		assertThat(Planning.plan(Measurement.class, of(device).select("written")).explain())
			.endsWith("$select=Timestamp");
		assertThat(Planning.plan(Measurement.class, of(device).select("others", "value")).explain())
			.doesNotContain("$select");
		assertThat(Planning.plan(Measurement.class, of(device).select("value", "at", "device")).explain())
			.endsWith("$select=value");
		assertThat(
				Planning.plan(Measurement.class, of(device.and(where("written").greaterThan(Instant.EPOCH)))).explain())
			.endsWith("Timestamp gt datetime'1970-01-01T00:00:00.0000000Z'");
	}

	/**
	 * The guide's employee as a class that can be extended.
	 */
	@Table("Workers")
	@PartitionKey("{department}")
	@RowKey("empid_{employeeId:6}")
	public static class Worker {

		String department = "";

		int employeeId;

		String email = "";

		String lastName = "";

		int age;

	}

	@SecondaryIndex(name = "email", rowKey = "email_{email}", sparse = false)
	private static final class DenseWorker extends Worker {

	}

	@Table
	@PartitionKey("{device}")
	@RowKey("{at:desc}")
	private static final class Measurement {

		String device = "";

		Instant at = Instant.EPOCH;

		double value;

		@Column(type = Double.class)
		@Nullable BigDecimal exact;

		@Json
		List<String> tags = List.of();

		@ServerTimestamp
		@Nullable Instant written;

		@OtherProperties
		java.util.Map<String, Object> others = java.util.Map.of();

	}

	/**
	 * An index across partitions is sorted by what the entity's own key is not.
	 */
	@Table
	@PartitionKey("{a}")
	@RowKey("r_{b}")
	@SecondaryIndex(name = "c", partitionKey = "c {c}", rowKey = "c_{a}_{b}", sparse = false)
	private static final class Crossed {

		String a = "";

		String b = "";

		String c = "";

	}

	@Table("Visitors")
	@PartitionKey("{hall}")
	@RowKey("visitor")
	@SecondaryIndex(name = "day", partitionKey = "day", rowKey = "day_{day}_{hall}", include = {})
	record Visitor(String hall, int day) {

	}

}
