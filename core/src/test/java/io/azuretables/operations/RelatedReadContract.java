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

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.Link;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.repository.Query;
import io.azuretables.repository.TableRepository;
import io.azuretables.repository.support.TableRepositoryFactory;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.dao.IncorrectResultSizeDataAccessException;
import org.springframework.data.repository.Repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What related reads find and cost, on any store.
 */
interface RelatedReadContract {

	TableGateway gateway();

	String table();

	private WatchedGateway watched() {
		return new WatchedGateway(gateway());
	}

	private TableTemplate template(TableGateway gateway) {
		return new TableTemplate(gateway, new TableConverter(new TableMappingContext(new TableCustomConversions())),
				TableTemplateOptions.DEFAULTS)
			.in((type, name) -> table());
	}

	private static Criteria employee(String department, int id) {
		// tag::conditions[]
		return Criteria.where("department").is(department).and(Criteria.where("employeeId").is(id));
		// end::conditions[]
	}

	@Test
	default void readsEntityAndWhatBelongsToItInOneRequest() {
		WatchedGateway gateway = watched();
		TableTemplate template = template(gateway);
		template.insertAll(List.of(new Employee("Sales", 222, "Ann"), new Employee("Sales", 223, "Bob"),
				new Employee("Sales", 224, "Cid"), new Employee("IT", 223, "Dot")));
		template.insertAll(List.of(new Review("Sales", 222, 2014, 5), new Review("Sales", 223, 2014, 6),
				new Review("Sales", 223, 2013, 7), new Review("Sales", 224, 2013, 8), new Review("IT", 223, 2013, 9)));
		gateway.forget();
		// tag::read[]
		RelatedQueries reviewed = template.related(Employee.class, Review.class);

		Related found = reviewed.read(employee("Sales", 223));
		Employee bob = found.one(Employee.class).orElseThrow();
		List<Review> reviews = found.all(Review.class);
		// end::read[]
		assertThat(bob).isEqualTo(new Employee("Sales", 223, "Bob"));
		assertThat(reviews).containsExactly(new Review("Sales", 223, 2013, 7), new Review("Sales", 223, 2014, 6));
		assertThat(found.skipped()).isZero();
		assertThat(gateway.requests()).containsExactly("query");
		assertThat(gateway.rowsRead()).isEqualTo(3);
		assertThat(reviewed.read(employee("Sales", 999)).one(Employee.class)).isEmpty();
		assertThat(found).hasToString("1 Employee, 2 Review, 0 skipped");
		assertThatIllegalArgumentException().isThrownBy(() -> found.all(Note.class))
			.withMessage("Note was not asked for; name it in related(…)");
		assertThatExceptionOfType(IncorrectResultSizeDataAccessException.class)
			.isThrownBy(() -> found.one(Review.class));
	}

	@Test
	default void isResultOfRepositoryMethod() {
		WatchedGateway gateway = watched();
		TableTemplate template = template(gateway);
		Employees employees = new TableRepositoryFactory(template).getRepository(Employees.class);
		employees.saveAll(List.of(new Employee("Sales", 223, "Bob"), new Employee("Sales", 224, "Cid")));
		template.insertAll(List.of(new Review("Sales", 223, 2013, 7), new Review("Sales", 223, 2014, 6),
				new Review("Sales", 225, 2014, 5), new Note("Sales", 224, 1, "a")));
		gateway.forget();
		// tag::repositoryRead[]
		EmployeeWithReviews bob = employees.findByDepartmentAndEmployeeId("Sales", 223).orElseThrow();
		List<Review> reviews = bob.reviews();
		// end::repositoryRead[]
		assertThat(bob.employee()).isEqualTo(new Employee("Sales", 223, "Bob"));
		assertThat(reviews).containsExactly(new Review("Sales", 223, 2013, 7), new Review("Sales", 223, 2014, 6));
		assertThat(gateway.requests()).containsExactly("query");
		NotedEmployees noted = new TableRepositoryFactory(template).getRepository(NotedEmployees.class);
		EmployeeWithNote cid = noted.read("Sales", 224);
		assertThat(cid.note()).contains(new Note("Sales", 224, 1, "a"));
		assertThat(cid.reviews()).isEmpty();
		assertThat(noted.read("Sales", 223)).extracting(EmployeeWithNote::note).isEqualTo(Optional.empty());
		// only reviews are there
		assertThat(employees.findByDepartmentAndEmployeeId("Sales", 225)).isEmpty();
		assertThat(noted.read("Sales", 1_000_000)).isNull();
		assertThat(noted.read("half a pair \uD800", 224)).isNull();
	}

	@Test
	default void skipsAndCountsRowsOfOtherClasses() {
		WatchedGateway gateway = watched();
		TableTemplate template = template(gateway);
		template.insert(new Employee("Sales", 1, "Ann"));
		template.insert(new Review("Sales", 1, 2014, 5));
		template.insertAll(List.of(new Note("Sales", 1, 1, "a"), new Note("Sales", 1, 2, "b")));
		gateway.write(table(), new RowWrite.Insert(
				TableRow.of(TableKey.of("Sales", "staff_000001_foreign"), Map.of("EntityType", "Alien"))));
		gateway.write(table(),
				new RowWrite.Insert(TableRow.of(TableKey.of("Sales", "staff_000001_rev_2013"), Map.of("rating", 3))));
		gateway.forget();
		Related found = template.related(Employee.class, Review.class).read(employee("Sales", 1));
		assertThat(found.one(Employee.class)).isPresent();
		assertThat(found.all(Review.class)).containsExactly(new Review("Sales", 1, 2014, 5));
		assertThat(found.skipped()).isEqualTo(4);
		assertThat(gateway.requests()).containsExactly("query");
		assertThat(template.related(Review.class, Note.class, Employee.class).read(employee("Sales", 1)))
			.hasToString("1 Review, 2 Note, 1 Employee, 2 skipped");
	}

	@Test
	default void confusesNoTypes() {
		TableTemplate template = template(gateway());
		template.insert(new Employee("Sales", 1, "Ann"));
		gateway().write(table(), new RowWrite.Insert(TableRow.of(TableKey.of("Sales", "staff_000001_rev_2014"),
				Map.of("EntityType", "Employee", "lastName", "Eve"))));
		assertThatExceptionOfType(InvalidKeyException.class)
			.isThrownBy(() -> template.related(Employee.class, Review.class).read(employee("Sales", 1)));
	}

	@Test
	default void readsWholePartitionOfClassesThatKeysTellApart() {
		WatchedGateway gateway = watched();
		TableTemplate template = template(gateway);
		template.insert(new Invoice("i1", "Ann"));
		template.insertAll(List.of(new Line("i1", 1, "Pen"), new Line("i1", 2, "Ink"), new Line("i2", 1, "Cap")));
		gateway.forget();
		RelatedQueries invoices = template.related(Invoice.class, Line.class);
		Related found = invoices.read(Criteria.where("number").is("i1"));
		assertThat(found.one(Invoice.class)).contains(new Invoice("i1", "Ann"));
		assertThat(found.all(Line.class)).containsExactly(new Line("i1", 1, "Pen"), new Line("i1", 2, "Ink"));
		assertThat(gateway.requests()).containsExactly("query");
		assertThat(invoices.explain(Criteria.where("number").is("i1"))).isEqualTo("""
				Invoice and Line by one KIND_RANGE
				  requests: 1 per page (read apart: 1 + 1 per page)
				  query $filter=PartitionKey eq 'i1' and RowKey ge 'invoice' and RowKey lt 'line`'""");
	}

	@Test
	default void readsPageAfterPage() {
		WatchedGateway gateway = watched();
		TableTemplate template = template(gateway);
		template.insert(new Employee("Sales", 7, "Ann"));
		List<Review> reviews = IntStream.range(1000, 2100).mapToObj((year) -> new Review("Sales", 7, year, 1)).toList();
		template.insertAll(reviews);
		gateway.forget();
		Related found = template.related(Employee.class, Review.class).read(employee("Sales", 7));
		assertThat(found.one(Employee.class)).isPresent();
		assertThat(found.all(Review.class)).isEqualTo(reviews);
		assertThat(gateway.requests()).containsExactly("query", "query");
	}

	@Test
	default void equalsSeparateReads() {
		TableTemplate template = template(gateway());
		Random random = new Random(18);
		List<Object> rows = new ArrayList<>();
		for (String department : List.of("IT", "Sales")) {
			for (int id = 1; id <= 12; id++) {
				if (random.nextInt(4) > 0) {
					rows.add(new Employee(department, id, "n" + random.nextInt()));
				}
				for (int year = 2010; year < 2010 + random.nextInt(4); year++) {
					rows.add(new Review(department, id, year, random.nextInt(10)));
					rows.add(new Note(department, id, year, "t" + random.nextInt()));
				}
			}
		}
		template.insertAll(rows);
		RelatedQueries both = template.related(Employee.class, Review.class);
		for (int id = 0; id <= 13; id++) {
			assertSameAsApart(template, both, employee("Sales", id));
			assertSameAsApart(template, template.related(Review.class, Employee.class), employee("IT", id));
		}
		assertSameAsApart(template, template.related(Employee.class, Review.class, Note.class),
				Criteria.where("department").is("IT"));
	}

	@Test
	default void followsLinks() {
		WatchedGateway gateway = watched();
		TableTemplate template = template(gateway);
		Employee ann = template.insert(new Employee("Sales", 1, "Ann"));
		TableKey key = template.converter().key(ann);
		List<Team> teams = template.insertAll(List.of(new Team("a", key), new Team("b", key), new Team("c", null),
				new Team("d", TableKey.of("Sales", "staff_000002")),
				new Team("e", TableKey.of("Sales", "staff_000003"))));
		gateway.write(table(), new RowWrite.Insert(
				TableRow.of(TableKey.of("Sales", "staff_000003"), Map.of("EntityType", "Alien", "lastName", "Eve"))));
		assertThat(gateway().read(table(), TableKey.of("a", "team"), null, RowReader.rows()).properties())
			.containsEntry("manager_pk", "Sales")
			.containsEntry("manager_rk", "staff_000001");
		assertThat(template.findAllById(Team.class, List.of("a", "c"))).containsExactlyInAnyOrder(teams.get(0),
				teams.get(2));
		gateway.forget();
		assertThat(template.follow(teams.get(0).manager(), Employee.class)).contains(ann);
		assertThat(gateway.requests()).containsExactly("get");
		gateway.forget();
		// tag::follow[]
		Map<TableKey, Employee> managers = template.followAll(teams, Team::manager, Employee.class);
		Employee manager = managers.get(teams.get(0).manager());
		// end::follow[]
		assertThat(manager).isEqualTo(ann);
		// a row of another class, and one that is not there
		assertThat(managers).containsOnlyKeys(key);
		assertThat(gateway.requests()).containsExactly("get", "get", "get");
		assertThatExceptionOfType(InvalidKeyException.class)
			.isThrownBy(() -> template.follow(TableKey.of("Sales", "staff_000001_rev_2014"), Employee.class));
		gateway.write(table(), new RowWrite.Insert(
				TableRow.of(TableKey.of("f", "team"), Map.of("EntityType", "Team", "manager_pk", "Sales"))));
		TableKey half = template.findById(Team.class, "f").orElseThrow().manager();
		assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(() -> template.follow(half, Employee.class))
			.withMessageContaining("Employee: a TableKey has only one of its two texts");
		gateway.forget();
		assertThat(template.follow(teams.get(2).manager(), Employee.class)).isEmpty();
		assertThat(gateway.requests()).isEmpty();
		assertThat(template.find(
				TableQuery.of(Criteria.where("name").is("a").and(Criteria.where("manager.rowKey").is("staff_000001"))),
				Team.class))
			.containsExactly(teams.get(0));
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> template
				.find(TableQuery.of(Criteria.where("name").is("a").and(Criteria.where("manager").is(key))), Team.class))
			.withMessage(
					"Team has no property 'manager' that a query can use; the properties are [name, manager.partitionKey, manager.rowKey]");
	}

	private static void assertSameAsApart(TableTemplate template, RelatedQueries queries, Criteria criteria) {
		Related found = queries.read(criteria);
		assertThat(found.all(Employee.class)).isEqualTo(template.find(TableQuery.of(criteria), Employee.class));
		assertThat(found.all(Review.class)).isEqualTo(template.find(TableQuery.of(criteria), Review.class));
	}

	// tag::entities[]
	@Table("Staff")
	@EntityType("Employee")
	@PartitionKey("{department}")
	@RowKey("staff_{employeeId:6}")
	record Employee(String department, int employeeId, String lastName) {
	}

	@Table("Staff")
	@EntityType("Review")
	@PartitionKey("{department}")
	@RowKey("staff_{employeeId:6}_rev_{year:4}")
	record Review(String department, int employeeId, int year, int rating) {
	}
	// end::entities[]

	// tag::repository[]
	interface Employees extends TableRepository<Employee, TableKey> {

		Optional<EmployeeWithReviews> findByDepartmentAndEmployeeId(String department, int employeeId);

	}

	record EmployeeWithReviews(Employee employee, List<Review> reviews) {
	}
	// end::repository[]

	interface NotedEmployees extends Repository<Employee, TableKey> {

		@Query("department eq :department and employeeId eq :id")
		@Nullable EmployeeWithNote read(String department, int id);

	}

	record EmployeeWithNote(List<Review> reviews, Optional<Note> note, Employee employee) {
	}

	@Table("Staff")
	@EntityType("Note")
	@PartitionKey("{department}")
	@RowKey("staff_{employeeId:6}_note_{number:4}")
	record Note(String department, int employeeId, int number, String text) {
	}

	// tag::link[]
	@Table("Teams")
	@PartitionKey("{name}")
	@RowKey("team")
	record Team(String name, @Link(Employee.class) @Nullable TableKey manager) {
	}
	// end::link[]

	@Table("Invoices")
	@PartitionKey("{number}")
	@RowKey("invoice")
	record Invoice(String number, String customer) {
	}

	@Table("Invoices")
	@PartitionKey("{invoice}")
	@RowKey("line_{line:4}")
	record Line(String invoice, int line, String text) {
	}

}
