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

package io.azuretables.operations;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.Link;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.operations.RelatedReadContract.Employee;
import io.azuretables.operations.RelatedReadContract.Invoice;
import io.azuretables.operations.RelatedReadContract.Note;
import io.azuretables.operations.RelatedReadContract.Review;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static io.azuretables.query.Criteria.where;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Which classes are read by one range, and what is refused. No request is made.
 */
class RelatedPlanTests {

	private final WatchedGateway gateway = new WatchedGateway(new EmbeddedTableGateway());

	private final TableTemplate template = new TableTemplate(this.gateway,
			new TableConverter(new TableMappingContext(new TableCustomConversions())));

	private final Criteria bob = where("department").is("Sales").and(where("employeeId").is(223));

	@Test
	void explains() {
		this.template.check(Note.class);
		assertThat(this.template.related(Employee.class, Review.class).explain(this.bob)).isEqualTo("""
				Employee and Review by one ROW_RANGE
				  requests: 1 per page (read apart: 1 + 1 per page)
				  query $filter=PartitionKey eq 'Sales' and RowKey ge 'staff_000223' and RowKey lt 'staff_000223_rev`'
				  skips rows of Note""");
		assertThat(this.gateway.requests()).isEmpty();
	}

	@Test
	void finds() {
		this.template.insert(new Plain("Sales", 223));
		this.template.insert(new Rated("Sales", 223, 2014));
		// the names of the properties differ
		Related found = this.template.related(Plain.class, Rated.class)
			.read(where("unit").is("Sales").and(where("id").is(223)));
		assertThat(found).hasToString("1 Plain, 1 Rated, 0 skipped");
	}

	@Test
	void makesNoRequestForValuesThatNoKeyHolds() {
		RelatedQueries queries = this.template.related(Employee.class, Review.class);
		this.gateway.forget();
		Criteria none = where("department").is("Sales").and(where("employeeId").is(1_000_000));
		assertThat(queries.read(none).all(Review.class)).isEmpty();
		assertThat(queries.explain(none)).isEqualTo("Employee and Review: no request, nothing can meet the conditions");
		assertThat(this.gateway.requests()).isEmpty();
	}

	@Test
	void refusesRowsThatAreNotAdjacent() {
		refused(this.bob, "Person and Rating cannot be read by one range: their row keys \"empid_{employeeId:6}\" and "
				+ "\"review_{employeeId:6}_{year:4}\" do not begin with the same text and the same part, so that "
				+ "rows of other entities lie between theirs. Begin both with them, and tell the classes apart "
				+ "with @EntityType, or read each by a query, which takes 1 + 1 per page requests", Person.class,
				Rating.class);
		// all of both in the department are adjacent
		assertThat(this.template.related(Person.class, Rating.class).explain(where("department").is("Sales")))
			.contains("RowKey ge 'empid_' and RowKey lt 'review`'");
	}

	@Test
	void refusesTextWithoutEnd() {
		refused(where("department").is("Sales").and(where("mail").is("ann")),
				"Account and Login cannot be read by one range: 'mail' has no fixed length in their row keys "
						+ "\"acc_{mail}\" and \"acc_{mail}_{number:4}\", so that rows of other entities lie between "
						+ "theirs. Put the same character behind it in both, or read each by a query, which takes "
						+ "1 + 1 per page requests",
				Account.class, Login.class);
		assertThat(this.template.related(Profile.class, Login.class)
			.explain(where("department").is("Sales").and(where("mail").is("ann"))))
			.contains("RowKey ge 'acc_ann_' and RowKey lt 'acc_ann`'");
	}

	@Test
	void refusesRowsBetweenThoseOfAPartition() {
		this.template.check(Indexed.class);
		refused(where("number").is("i1"),
				"Invoice and Tail cannot be read by one range: rows of Indexed, the index 'mail' of Indexed lie between "
						+ "theirs. Ask for the parts that their row keys begin with, read these classes too, or read "
						+ "each by a query, which takes 1 + 1 per page requests",
				Invoice.class, Tail.class);
	}

	@Test
	void refusesOtherConditions() {
		String rule = "Employee and Review cannot be read by one range: ";
		refused(where("employeeId").is(223), rule + "the conditions give no value for each part of the partition key",
				Employee.class, Review.class);
		refused(this.bob.and(where("lastName").is("Bob")), rule + "the conditions must give one value each",
				Employee.class, Review.class);
		refused(where("department").in("IT", "Sales"), rule, Employee.class, Review.class);
		refused(this.bob.or(where("department").is("IT")), rule, Employee.class, Review.class);
		refused(where("department").is("Sales").and(where("employeeId").greaterThan(1)), rule, Employee.class,
				Review.class);
		refused(this.bob.and(where("year").is(2014)),
				"Review and Employee cannot be read by one range: 'year' of Review is no part of the keys of Employee",
				Review.class, Employee.class);
	}

	@Test
	void refusesClassesThatAreNeverTogether() {
		refused(this.bob, "Employee and Invoice cannot be read by one range: Employee is in the table 'Staff' and "
				+ "Invoice in 'Invoices'; give them the same @Table", Employee.class, Invoice.class);
		refused(this.bob, "Employee and Employee cannot be read by one range: a row could be read as both",
				Employee.class, Employee.class);
		refused(this.bob,
				"Employee and Elsewhere cannot be read by one range: their partition keys \"{department}\" and "
						+ "\"x_{department}\" are not written alike; give both the same template, of properties of the "
						+ "same types",
				Employee.class, Elsewhere.class);
		TableTemplate view = this.template.in((type, name) -> type.getSimpleName());
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> view.related(Employee.class, Review.class).read(this.bob))
			.withMessageContaining("the TableNameResolver gives them different tables");
	}

	@Test
	void refusesLinksThatAreNone() {
		assertThatExceptionOfType(TableMappingException.class).isThrownBy(() -> this.template.check(BadLinks.class))
			.withMessageContaining("BadLinks.text is a @Link; declare it as TableKey, not java.lang.String")
			.withMessageContaining(
					"BadLinks.other is a @Link to java.lang.Object, which is not an entity; annotate it with @Table");
	}

	private void refused(Criteria criteria, String message, Class<?> first, Class<?> second) {
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> this.template.related(first, second).explain(criteria))
			.withMessageStartingWith(message);
	}

	@Table("Bad")
	@PartitionKey("{name}")
	@RowKey("bad")
	record BadLinks(String name, @Link(Person.class) String text, @Link(Object.class) TableKey other) {
	}

	@Table("Plains")
	@EntityType("Plain")
	@PartitionKey("{unit}")
	@RowKey("{id:6}")
	record Plain(String unit, Integer id) {
	}

	@Table("Plains")
	@EntityType("Rated")
	@PartitionKey("{department}")
	@RowKey("{employeeId:6}_{year:4}")
	record Rated(String department, int employeeId, int year) {
	}

	@Table("People")
	@PartitionKey("{department}")
	@RowKey("empid_{employeeId:6}")
	record Person(String department, int employeeId) {
	}

	@Table("People")
	@PartitionKey("{department}")
	@RowKey("review_{employeeId:6}_{year:4}")
	record Rating(String department, int employeeId, int year) {
	}

	@Table("Accounts")
	@EntityType("Account")
	@PartitionKey("{department}")
	@RowKey("acc_{mail}")
	record Account(String department, String mail) {
	}

	@Table("Accounts")
	@EntityType("Profile")
	@PartitionKey("{department}")
	@RowKey("acc_{mail}_")
	record Profile(String department, String mail) {
	}

	@Table("Accounts")
	@EntityType("Login")
	@PartitionKey("{department}")
	@RowKey("acc_{mail}_{number:4}")
	record Login(String department, String mail, int number) {
	}

	@Table("Invoices")
	@PartitionKey("{number}")
	@RowKey("tail_{line:4}")
	record Tail(String number, int line) {
	}

	@Table("Invoices")
	@PartitionKey("{number}")
	@RowKey("kind_{id:4}")
	@SecondaryIndex(name = "mail", rowKey = "mail_{mail}")
	record Indexed(String number, int id, @Nullable String mail) {
	}

	@Table("Staff")
	@EntityType("Elsewhere")
	@PartitionKey("x_{department}")
	@RowKey("staff_{employeeId:6}_x")
	record Elsewhere(String department, int employeeId) {
	}

}
