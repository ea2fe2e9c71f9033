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

package io.azuretables.docs;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.AcceptHotPartition;
import io.azuretables.mapping.Column;
import io.azuretables.mapping.Compressed;
import io.azuretables.mapping.Encrypted;
import io.azuretables.mapping.Flattened;
import io.azuretables.mapping.Json;
import io.azuretables.mapping.OtherProperties;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.ServerTimestamp;
import io.azuretables.mapping.Table;
import io.azuretables.operations.PartitionSegment;
import io.azuretables.operations.RowTemplate;
import io.azuretables.operations.TableQueries;
import io.azuretables.operations.TableTemplate;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableQuery.Placeholder;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.query.Update;
import io.azuretables.repository.AllowScan;
import io.azuretables.repository.Query;
import io.azuretables.repository.TableRepository;
import io.azuretables.repository.support.TableRepositoryFactory;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.write.PartialWriteException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.core.convert.converter.Converter;
import org.springframework.data.annotation.Version;
import org.springframework.data.convert.ReadingConverter;
import org.springframework.data.convert.WritingConverter;
import org.springframework.data.domain.Window;

import static io.azuretables.query.Criteria.where;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The examples of the documentation. Each region stands in a page as it stands here, and
 * runs.
 */
class DocumentedExamplesTests {

	private final TableTemplate template = new TableTemplate(new EmbeddedTableGateway(),
			new TableConverter(new TableMappingContext(new TableCustomConversions())));

	private final Employees employees = new TableRepositoryFactory(this.template).getRepository(Employees.class);

	@Test
	void worksWithoutSpringBoot() {
		// tag::template[]
		TableMappingContext mapping = new TableMappingContext(new TableCustomConversions());
		TableTemplate template = new TableTemplate(new EmbeddedTableGateway(), new TableConverter(mapping));
		Employees employees = new TableRepositoryFactory(template).getRepository(Employees.class);
		// end::template[]
		employees.save(new Employee("Sales", 223, "donh@contoso.com", "Hall", 34, null));
		assertThat(employees.findByDepartmentAndEmployeeId("Sales", 223)).isPresent();
		assertThat(template.count(TableQuery.all().allowScan(), Employee.class)).isOne();
	}

	@Test
	void findsByKeysAndIndexes() {
		Employee hall = new Employee("Sales", 223, "donh@contoso.com", "Hall", 34, null);
		this.employees.save(hall);
		assertThat(this.employees.findByDepartmentAndEmployeeId("Sales", 223)).isPresent();
		assertThat(this.employees.findByDepartmentAndEmail("Sales", "donh@contoso.com")).isPresent();
		assertThat(this.employees.findByDepartmentAndEmailStartingWith("Sales", "don")).hasSize(1);
		assertThat(this.employees.findByLastName("Hall")).hasSize(1);
		assertThat(this.employees.olderThan("Sales", 30)).hasSize(1);
	}

	@Test
	void explainsQueries() {
		// tag::explain[]
		TableQuery query = TableQuery
			.of(where("department").is("Sales")
				.and(where("email").startingWith("don"))
				.and(where("age").greaterThan(30)))
			.limit(10);
		String explained = this.template.query(Employee.class).explain(query);
		// end::explain[]
		assertThat(explained).startsWith("ROW_RANGE on Employees by index email").contains("$filter=");
	}

	@Test
	void readsProjections() {
		this.employees.save(new Employee("Sales", 4, "hall@contoso.com", "Hall", 34, null));
		EmployeeNames names = new TableRepositoryFactory(this.template).getRepository(EmployeeNames.class);
		assertThat(names.findByDepartment("Sales")).containsExactly(new NameOnly("Hall"));
		assertThat(names.findByDepartmentAndAgeGreaterThan("Sales", 30, Contact.class)).extracting(Contact::getEmail)
			.containsExactly("hall@contoso.com");
		// tag::projections[]
		TableQuery sales = TableQuery.of(where("department").is("Sales"));
		List<NameOnly> projected = this.template.query(Employee.class).as(NameOnly.class).find(sales);
		List<Employee> partial = this.template.find(sales.select("email"), Employee.class);
		// end::projections[]
		assertThat(projected).containsExactly(new NameOnly("Hall"));
		assertThat(partial).singleElement().satisfies((employee) -> {
			assertThat(employee.email()).isEqualTo("hall@contoso.com");
			assertThat(employee.etag()).isNull();
		});
	}

	@Test
	void insistsOnAnIndex() {
		this.employees.save(new Employee("Sales", 4, "hall@contoso.com", "Hall", 34, null));
		// tag::using-index[]
		TableQuery query = TableQuery.of(where("department").is("Sales").and(where("email").startingWith("hall")))
			.usingIndex("email");
		List<Employee> found = this.template.query(Employee.class).find(query);
		// end::using-index[]
		assertThat(found).extracting(Employee::employeeId).containsExactly(4);
	}

	@Test
	void asksAgainWithOtherValues() {
		this.employees.save(new Employee("Sales", 4, "hall@contoso.com", "Hall", 34, null));
		this.employees.save(new Employee("HR", 5, "young@contoso.com", "Young", 28, null));
		// tag::prepared[]
		TableQuery query = TableQuery
			.of(where("department").is(Placeholder.of(0)).and(where("employeeId").is(Placeholder.of(1))));
		TableQueries<Employee> employees = this.template.query(Employee.class);
		Optional<Employee> hall = employees.findOne(query.with(List.of("Sales", 4)));
		Optional<Employee> young = employees.findOne(query.with(List.of("HR", 5)));
		// end::prepared[]
		assertThat(hall).get().extracting(Employee::lastName).isEqualTo("Hall");
		assertThat(young).get().extracting(Employee::lastName).isEqualTo("Young");
	}

	@Test
	void scrollsThroughAnAnswer() {
		this.employees.saveAll(IntStream.range(0, 100)
			.mapToObj((i) -> new Employee("Sales", i, i + "@contoso.com", "Hall", 34, null))
			.toList());
		// tag::scroll[]
		TableQuery query = TableQuery.of(where("department").is("Sales")).limit(40);
		Window<Employee> first = this.template.query(Employee.class).scroll(query);
		TableScrollPosition next = (TableScrollPosition) first.positionAt(first.size() - 1);
		String token = next.encode("a secret of the application".getBytes());

		TableScrollPosition position = TableScrollPosition.decode(token, "a secret of the application".getBytes());
		Window<Employee> second = this.template.query(Employee.class).scroll(query.from(position));
		// end::scroll[]
		assertThat(first).hasSize(40);
		assertThat(second.getContent().get(0).employeeId()).isEqualTo(40);
	}

	@Test
	void readsInSegments() {
		this.employees.saveAll(IntStream.range(0, 300)
			.mapToObj((i) -> new Employee("Team" + i, i, i + "@contoso.com", "Hall", 34, null))
			.toList());
		LongAdder found = new LongAdder();
		// tag::parallel[]
		TableQuery all = TableQuery.all().allowScan();
		try (Stream<Employee> stream = this.template.streamParallel(all, Employee.class, 16)) {
			stream.forEach((employee) -> found.increment());
		}
		// end::parallel[]
		assertThat(found.sum()).isEqualTo(300);
		LongAdder again = new LongAdder();
		// tag::segments[]
		List<PartitionSegment> segments = this.template.segments(Employee.class, 4);
		for (PartitionSegment segment : segments) {
			try (Stream<Employee> stream = this.template.query(Employee.class).stream(all, segment)) {
				stream.forEach((employee) -> again.increment());
			}
		}
		// end::segments[]
		assertThat(segments).hasSize(4);
		assertThat(again.sum()).isEqualTo(300);
	}

	@Test
	void writes() {
		Employee hall = this.template.insert(new Employee("Sales", 223, "donh@contoso.com", "Hall", 34, null));
		// tag::version[]
		Employee older = this.template.save(new Employee("Sales", 223, "donh@contoso.com", "Hall", 35, hall.etag()));
		// end::version[]
		assertThat(older.etag()).isNotEqualTo(hall.etag());
		// tag::merge[]
		TableKey id = TableKey.of("Sales", "empid_000223");
		this.template.merge(Employee.class, id, Update.update("age", 36));
		this.template.merge(Employee.class, id, Update.none().increment("age", 1).remove("lastName"));
		// end::merge[]
		assertThat(this.template.findById(Employee.class, id)).map(Employee::age).contains(37);
		// tag::retry[]
		Optional<Employee> renamed = this.template.updateWithRetry(Employee.class, id,
				(found) -> new Employee(found.department(), found.employeeId(), found.email(), "Smith", found.age(),
						found.etag()));
		// end::retry[]
		assertThat(renamed).map(Employee::lastName).contains("Smith");
	}

	@Test
	void mergesOrInserts() {
		// tag::merge-or-insert[]
		this.template.mergeOrInsert(PageViews.class, "home", Update.update("today", 7L));
		this.template.mergeOrInsert(PageViews.class, "home", Update.update("title", "Home"));
		// end::merge-or-insert[]
		assertThat(this.template.findById(PageViews.class, "home")).contains(new PageViews("home", 7L, "Home"));
	}

	@Test
	void readsAndWritesRowsWithoutClass() {
		EmbeddedTableGateway gateway = new EmbeddedTableGateway();
		RowTemplate rows = new RowTemplate(gateway,
				new TableConverter(new TableMappingContext(new TableCustomConversions())));
		// tag::rows[]
		TableKey key = TableKey.of("Sales", "note_1");
		rows.write("Staff",
				new RowWrite.InsertOrReplace(TableRow.of(key, Map.of("text", "call back", "urgent", true))));
		Optional<TableRow> note = rows.read("Staff", key);
		List<TableRow> urgent = rows.find("Staff", where("PartitionKey").is("Sales").and(where("urgent").is(true)), 10);
		// end::rows[]
		assertThat(urgent).singleElement().extracting((row) -> row.get("text")).isEqualTo("call back");
		assertThat(note).isPresent();
		rows.write("Staff", new RowWrite.Insert(TableRow.of(TableKey.of("Sales", "other"), Map.of())));
		// tag::rows-as-entities[]
		Stream<Object> staff = rows.stream("Staff", where("PartitionKey").is("Sales"),
				(row) -> row.key().rowKey().startsWith("note_") ? Note.class : null);
		// end::rows-as-entities[]
		assertThat(staff).containsExactly(new Note("Sales", "1", "call back"));
	}

	@Test
	void writesManyAndSaysWhatWasNotWritten() {
		List<Employee> many = IntStream.range(0, 300)
			.mapToObj((i) -> new Employee((i < 250) ? "Sales" : "Marketing", i, i + "@contoso.com", "Hall", 34, null))
			.toList();
		this.template.insert(many.get(120));
		// tag::partial[]
		try {
			this.template.insertAll(many);
		}
		catch (PartialWriteException ex) {
			List<?> written = ex.getApplied(); // with their new versions
			List<?> refused = ex.getRefused(); // why: ex.getCause()
			List<?> unknown = ex.getUnknown(); // written or not: the answer was lost
			List<?> untried = ex.getNotAttempted();
			assertThat(written.size() + refused.size() + unknown.size() + untried.size()).isEqualTo(many.size());
		}
		// end::partial[]
		assertThatExceptionOfType(PartialWriteException.class).isThrownBy(() -> this.template.insertAll(many));
	}

	@Test
	void writesTogether() {
		// tag::transaction[]
		this.template.inPartition("Employees", "Sales")
			.insert(new Employee("Sales", 1, "donh@contoso.com", "Hall", 34, null))
			.insert(new Employee("Sales", 2, "junc@contoso.com", "Cao", 47, null))
			.commit();
		// end::transaction[]
		assertThat(this.employees.count()).isEqualTo(2);
	}

	@Test
	void mapsManyTypes() {
		Order order = new Order("CD-7", LocalDate.of(2014, 8, 22), new BigDecimal("12.50"),
				new Address("Main Street", "Redmond"), List.of("gift", "express"), Map.of("colour", "red"), null);
		this.template.save(order);
		Order found = this.template.findById(Order.class, TableKey.of("CD-7", "2014-08-22")).orElseThrow();
		assertThat(found.address().city()).isEqualTo("Redmond");
		assertThat(found.others()).containsEntry("colour", "red");
		assertThat(found.written()).isNotNull();
	}

	@Test
	void convertsByRegisteredConverters() {
		// tag::converters[]
		TableCustomConversions conversions = new TableCustomConversions(List.of(new MoneyToText(), new TextToMoney()));
		// end::converters[]
		TableTemplate withMoney = new TableTemplate(new EmbeddedTableGateway(),
				new TableConverter(new TableMappingContext(conversions)));
		withMoney.save(new Account("a", new Money("EUR", 5)));
		assertThat(withMoney.findById(Account.class, TableKey.of("accounts", "a"))).map(Account::balance)
			.contains(new Money("EUR", 5));
	}

	@Test
	void writesToNoHotPartitionUnlessItIsAccepted() {
		TableMappingContext mapping = new TableMappingContext(
				new TableCustomConversions(List.of(new MoneyToText(), new TextToMoney())));
		List.of(Employee.class, Order.class, Account.class).forEach(mapping::getRequiredPersistentEntity);
		assertThat(mapping.hotPartitions()).isEmpty();
	}

	// tag::entity[]
	@Table("Employees")
	@PartitionKey("{department}")
	@RowKey("empid_{employeeId:6}")
	@SecondaryIndex(name = "email", rowKey = "email_{email}")
	record Employee(String department, int employeeId, String email, String lastName, int age,
			@Version @Nullable String etag) {
	}
	// end::entity[]

	record EmployeeId(String department, int employeeId) {
	}

	// tag::page-views[]
	@Table
	@PartitionKey("{page}")
	@RowKey("views")
	record PageViews(String page, @Nullable Long today, @Nullable String title) {
	}
	// end::page-views[]

	// tag::repository[]
	interface Employees extends TableRepository<Employee, EmployeeId> {

		// POINT
		Optional<Employee> findByDepartmentAndEmployeeId(String department, int id);

		// ROW_RANGE
		List<Employee> findByDepartmentAndEmployeeIdBetween(String department, int from, int to);

		// POINT by index "email"
		Optional<Employee> findByDepartmentAndEmail(String department, String email);

		// ROW_RANGE by index "email", sorted by it
		List<Employee> findByDepartmentAndEmailStartingWith(String department, String prefix);

		// KIND_RANGE, filtered by the service
		@Query("department eq :department and age gt :age")
		List<Employee> olderThan(String department, int age);

		// TABLE_SCAN: without the annotation, the context does not start
		@AllowScan(reason = "a report, once a year")
		List<Employee> findByLastName(String lastName);

	}
	// end::repository[]

	// tag::projection[]
	interface EmployeeNames extends TableRepository<Employee, EmployeeId> {

		List<NameOnly> findByDepartment(String department);

		<T> List<T> findByDepartmentAndAgeGreaterThan(String department, int age, Class<T> type);

	}

	record NameOnly(String lastName) {
	}

	interface Contact {

		String getLastName();

		String getEmail();

	}
	// end::projection[]

	@Table("Staff")
	@PartitionKey("{department}")
	@RowKey("note_{id}")
	record Note(String department, String id, String text) {
	}

	// tag::mapping[]
	@Table("Orders")
	record Order(@PartitionKey String customer, @RowKey LocalDate day, @Column("Total") BigDecimal total,
			@Flattened Address address, @Json List<String> labels, @OtherProperties Map<String, Object> others,
			@ServerTimestamp @Nullable Instant written) {
	}

	record Address(String street, String city) {
	}
	// end::mapping[]

	// tag::compressed[]
	@Table("Articles")
	record Article(@PartitionKey String magazine, @RowKey String id, @Compressed String text,
			@Compressed(threshold = 4096) @Json List<String> comments) {
	}
	// end::compressed[]

	// tag::encrypted[]
	@Table("Patients")
	@SecondaryIndex(name = "mail", rowKey = "mail_{mail}_{number:6}")
	record Patient(@PartitionKey String ward, @RowKey("patient_{number:6}") int number, @Encrypted String iban,
			@Encrypted @Json List<String> findings, @Encrypted(deterministic = true) String mail) {
	}

	interface Patients extends TableRepository<Patient, TableKey> {

		List<Patient> findByWardAndMail(String ward, String mail);

	}
	// end::encrypted[]

	@Table
	@PartitionKey("accounts")
	@AcceptHotPartition(reason = "an example of converters")
	record Account(@RowKey String name, Money balance) {
	}

	// tag::money[]
	record Money(String currency, long amount) {
	}

	@WritingConverter
	static class MoneyToText implements Converter<Money, String> {

		@Override
		public String convert(Money money) {
			return money.currency() + money.amount();
		}

	}

	@ReadingConverter
	static class TextToMoney implements Converter<String, Money> {

		@Override
		public Money convert(String text) {
			return new Money(text.substring(0, 3), Long.parseLong(text.substring(3)));
		}

	}
	// end::money[]

}
