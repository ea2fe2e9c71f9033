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
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import io.azuretables.query.Operator;
import io.azuretables.query.PropertyCriteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.sample.Employee;
import io.azuretables.write.CompanionSource;
import io.azuretables.write.DeferredWrites;
import io.azuretables.write.MissingDeferredWritesException;
import io.azuretables.write.UniqueIndexException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link TableTemplate} on the embedded store: the guide's employees.
 */
class TableTemplateTests {

	private final TableTemplate template = new TableTemplate(new EmbeddedTableGateway(),
			new TableConverter(new TableMappingContext(new TableCustomConversions())));

	@Test
	void savesAndFindsByKeyAndByIndex() {
		Employee saved = this.template.save(Employee.of("Sales", 223, "Hall", 34));
		assertThat(saved.etag()).isNotNull();
		assertThat(this.template.findById(Employee.class, TableKey.of("Sales", "empid_000223"))).contains(saved);
		TableQuery byEmail = TableQuery
			.of(Criteria.where("department").is("Sales").and(Criteria.where("email").is("hall223@contoso.com")));
		assertThat(this.template.query(Employee.class).explain(byEmail))
			.startsWith("POINT on Employees by index email");
		Employee found = this.template.findOne(byEmail, Employee.class).orElseThrow();
		assertThat(found).usingRecursiveComparison().ignoringFields("etag").isEqualTo(saved);
		assertThat(this.template.count(TableQuery.of(Criteria.where("department").is("Sales")), Employee.class))
			.isEqualTo(1);
	}

	@Test
	void savesWhatWasFoundByAnIndexIfNobodyChangedIt() {
		Employee saved = this.template.save(Employee.of("Sales", 223, "Hall", 34));
		TableQuery byEmail = TableQuery
			.of(Criteria.where("department").is("Sales").and(Criteria.where("email").is(saved.email())));
		Employee found = this.template.findOne(byEmail, Employee.class).orElseThrow();
		Employee moved = this.template.save(new Employee("Sales", 223, "new@contoso.com", "Hall", 35, found.etag()));
		assertThatExceptionOfType(OptimisticLockingFailureException.class).isThrownBy(() -> this.template.save(found));
		assertThatExceptionOfType(OptimisticLockingFailureException.class).isThrownBy(() -> this.template.save(saved));
		assertThat(this.template.findOne(byEmail, Employee.class)).isEmpty();
		assertThat(this.template.save(new Employee("Sales", 223, "x@contoso.com", "Hall", 36, moved.etag())).age())
			.isEqualTo(36);
	}

	@Test
	void findsNothingUnderAKeyThatNoEntityCanHave() {
		this.template.save(Employee.of("Sales", 223, "Hall", 34));
		List<Badge> impossible = List.of(new Badge("Sales", 1_000_000), new Badge("Sales", -1),
				new Badge("S".repeat(600), 223), new Badge("\uD800", 223));
		for (Badge badge : impossible) {
			assertThat(this.template.findById(Employee.class, badge)).isEmpty();
			assertThat(this.template.existsById(Employee.class, badge)).isFalse();
			assertThat(this.template.deleteById(Employee.class, badge)).isFalse();
			assertThat(this.template.updateWithRetry(Employee.class, badge, (employee) -> employee)).isEmpty();
			TableQuery query = TableQuery.of(Criteria.where("department")
				.is(badge.department())
				.and(Criteria.where("employeeId").is(badge.employeeId())));
			assertThat(this.template.find(query, Employee.class)).isEmpty();
		}
		List<Badge> all = new ArrayList<>(impossible);
		all.add(new Badge("Sales", 223));
		assertThat(this.template.findAllById(Employee.class, all)).extracting(Employee::employeeId)
			.containsExactly(223);
		TableQuery some = TableQuery.of(Criteria.where("department")
			.in("Sales", "S".repeat(600))
			.and(Criteria.where("employeeId").in(-1, 223, 1_000_000)));
		assertThat(this.template.find(some, Employee.class)).extracting(Employee::employeeId).containsExactly(223);
		assertThatExceptionOfType(InvalidKeyException.class)
			.isThrownBy(() -> this.template.save(Employee.of("Sales", -1, "Hall", 34)));
		this.template.deleteAllById(Employee.class, all);
		assertThat(this.template.count(TableQuery.all().allowScan(), Employee.class)).isZero();
	}

	@Test
	void sendsNothingForKeyThatIsTooLong() {
		WatchedGateway gateway = new WatchedGateway(new EmbeddedTableGateway());
		TableTemplate watched = new TableTemplate(gateway, this.template.converter());
		watched.save(new Note("hall", "hello"));
		gateway.forget();
		List<TableKey> tooLong = List.of(TableKey.of("hall", "n_" + "x".repeat(511)),
				TableKey.of("x".repeat(513), "n_hello"));
		for (TableKey key : tooLong) {
			assertThat(watched.findById(Note.class, key)).isEmpty();
			assertThat(watched.existsById(Note.class, key)).isFalse();
			assertThat(watched.deleteById(Note.class, key)).isFalse();
		}
		watched.deleteAllById(Note.class, tooLong);
		assertThat(watched.findAllById(Note.class, tooLong)).isEmpty();
		assertThat(gateway.requests()).isEmpty();
		List<TableKey> all = new ArrayList<>(tooLong);
		all.add(TableKey.of("hall", "n_hello"));
		watched.deleteAllById(Note.class, all);
		assertThat(watched.existsById(Note.class, all.get(2))).isFalse();
	}

	@Test
	void findsNoNumberByComparisonWithNaN() {
		List<Reading> readings = Stream.of(-1.5, 0.0, 1.5, Double.NaN, Double.POSITIVE_INFINITY, null)
			.map((value) -> new Reading("hall", String.valueOf(value), value,
					(value != null) ? value.floatValue() : null))
			.toList();
		this.template.saveAll(readings);
		for (String property : List.of("value", "level")) {
			PropertyCriteria number = Criteria.where(property);
			for (Operator operator : List.of(Operator.EQ, Operator.LT, Operator.LE, Operator.GT, Operator.GE)) {
				assertThat(values(number.compare(operator, Double.NaN))).as(operator.name()).isEmpty();
				assertThat(values(number.compare(operator, Double.NaN).or(number.greaterThan(1.0)))).as(operator.name())
					.containsExactly(1.5, Double.POSITIVE_INFINITY);
			}
			assertThat(values(number.in(Double.NaN))).isEmpty();
			assertThat(values(number.in(1.5, Double.NaN, -1.5))).containsExactly(-1.5, 1.5);
			assertThat(values(number.is(Double.NaN).and(Criteria.where("place").is("hall")))).isEmpty();
			assertThatExceptionOfType(UnsupportedQueryException.class)
				.isThrownBy(() -> values(number.isNot(Double.NaN)))
				.withMessage("Reading." + property + " cannot be compared with NaN by the service");
		}
	}

	private List<Double> values(Criteria condition) {
		TableQuery query = TableQuery.of(Criteria.where("place").is("hall").and(condition));
		return this.template.find(query, Reading.class).stream().map(Reading::value).toList();
	}

	@Test
	void readsPointsOfSeveralPartitionsInTheOrderThatIsWanted() {
		List<Visit> visits = IntStream.rangeClosed(1, 6).mapToObj(Visit::new).toList();
		this.template.saveAll(visits);
		TableQuery query = TableQuery.of(Criteria.where("user").in(6, 5, 4, 3, 2, 1)).orderBy(Sort.by("user"));
		assertThat(this.template.query(Visit.class).explain(query)).startsWith("MULTI_POINT")
			.contains("merged by row key");
		assertThat(this.template.find(query, Visit.class)).containsExactlyElementsOf(visits);
		assertThat(this.template.find(query.limit(2), Visit.class)).containsExactly(new Visit(1), new Visit(2));
		Window<Visit> first = this.template.query(Visit.class).scroll(query.limit(4));
		assertThat(first.getContent()).containsExactlyElementsOf(visits.subList(0, 4));
		TableScrollPosition next = (TableScrollPosition) first.positionAt(3);
		assertThat(this.template.query(Visit.class)
			.scroll(query.limit(4).from(TableScrollPosition.decode(next.encode())))
			.getContent()).containsExactlyElementsOf(visits.subList(4, 6));
	}

	@Test
	void refusesTwoEntitiesUnderOneUniqueKey() {
		this.template.save(new Employee("Sales", 1, "a@contoso.com", "Hall", 34, null));
		assertThatExceptionOfType(UniqueIndexException.class)
			.isThrownBy(() -> this.template.save(new Employee("Sales", 2, "a@contoso.com", "Cao", 34, null)))
			.withMessage("Another Employee has the same key \"email_{email}\" in the unique index 'email'");
		assertThatExceptionOfType(DuplicateKeyException.class)
			.isThrownBy(() -> this.template.save(new Employee("Sales", 1, "b@contoso.com", "Hall", 34, null)));
		assertThat(this.template.findById(Employee.class, TableKey.of("Sales", "empid_000002"))).isEmpty();
	}

	@Test
	void refusesIndexThatNobodyKeepsTrue() {
		assertThatExceptionOfType(MissingDeferredWritesException.class)
			.isThrownBy(() -> this.template.save(new Far("Sales", 1, "a@contoso.com")))
			.withMessageStartingWith("The index 'email' of Far lies in another partition than its entities and cannot "
					+ "change together with them: it needs a queue and a worker. Give the template DeferredWrites");
		TableQuery byEmail = TableQuery.of(Criteria.where("email").is("a@contoso.com"));
		assertThatExceptionOfType(MissingDeferredWritesException.class)
			.isThrownBy(() -> this.template.find(byEmail, Far.class));
		assertThatExceptionOfType(MissingDeferredWritesException.class)
			.isThrownBy(() -> this.template.query(Far.class));
		assertThatExceptionOfType(MissingDeferredWritesException.class).isThrownBy(this.template::afterPropertiesSet);
	}

	@Test
	void namesTheClassThatDeclaresTheIndex() {
		TableMappingContext mapping = new TableMappingContext(new TableCustomConversions());
		mapping.setInitialEntitySet(Set.of(Near.class, Distant.class));
		mapping.afterPropertiesSet();
		TableTemplate near = new TableTemplate(new EmbeddedTableGateway(), new TableConverter(mapping));
		assertThatExceptionOfType(MissingDeferredWritesException.class)
			.isThrownBy(() -> near.save(new Near("Sales", 1)))
			.withMessageStartingWith("The index 'code' of Distant lies in another partition than its entities");
	}

	@Test
	void refusesWhatOthersImplementInPlaceOfThePatterns() {
		DeferredWrites writes = () -> new DeferredWrites.Committer() {
		};
		assertThatExceptionOfType(IllegalArgumentException.class)
			.isThrownBy(() -> new TableTemplate(new EmbeddedTableGateway(), this.template.converter(),
					TableTemplateOptions.DEFAULTS, writes))
			.withMessageContaining("not an implementation of DeferredWrites that a template knows");
		this.template.addCompanions((entity) -> List.of(new CompanionSource.Companion() {
		}));
		assertThatExceptionOfType(IllegalArgumentException.class)
			.isThrownBy(() -> this.template.save(new Employee("Sales", 1, "a@contoso.com", "Hall", 34, null)))
			.withMessageContaining("not an implementation of CompanionSource.Companion that a template knows");
	}

	@Test
	void refusesNamesOfTablesWhenItStarts() {
		TableMappingContext mapping = new TableMappingContext(new TableCustomConversions());
		mapping.setInitialEntitySet(Set.of(Dashed.class));
		mapping.initialize();
		TableConverter converter = new TableConverter(mapping);
		TableTemplate dashed = new TableTemplate(new EmbeddedTableGateway(), converter);
		assertThatExceptionOfType(TableMappingException.class).isThrownBy(dashed::afterPropertiesSet)
			.withMessageContaining(Dashed.class.getName()
					+ " is in the table 'my-orders', which is not a valid name of a "
					+ "table: 3 to 63 letters and digits, a letter first, and not 'tables'; give it another one with "
					+ "@Table");
		TableTemplate prefixed = new TableTemplate(new EmbeddedTableGateway(), converter,
				TableTemplateOptions.DEFAULTS.withTableNames(TableNameResolver.prefixed("1")));
		assertThatExceptionOfType(TableMappingException.class).isThrownBy(prefixed::afterPropertiesSet)
			.withMessageContainingAll("'1my-orders'", "or change the prefix '1'");
		TableTemplate resolved = new TableTemplate(new EmbeddedTableGateway(), converter,
				TableTemplateOptions.DEFAULTS.withTableNames((type, name) -> name.replace("-", "")));
		assertThatCode(resolved::afterPropertiesSet).doesNotThrowAnyException();
	}

	@Test
	void refusesClassesOfOneTableThatComeLaterAndCannotBeToldApart() {
		this.template.afterPropertiesSet();
		this.template.converter().entity(Invoice.class);
		this.template.converter().entity(Receipt.class);
		assertThatExceptionOfType(TableMappingException.class).isThrownBy(this.template::afterSingletonsInstantiated)
			.withMessageContaining("Invoice and Receipt lie in the table 'Papers' and could have the same keys");
	}

	@Test
	void mergesPartitionsByAnIndexWhoseEntitiesAreFetched() {
		this.template.saveAll(List.of(new Aged("Sales", 1, 50, "a"), new Aged("Sales", 2, 20, "b"),
				new Aged("Marketing", 1, 30, "c"), new Aged("Marketing", 2, 40, "d")));
		TableQuery byAge = TableQuery.of(Criteria.where("department").in("Sales", "Marketing")).orderBy(Sort.by("age"));
		assertThat(this.template.query(Aged.class).explain(byAge)).contains("merged by row key",
				"entities fetched by key");
		assertThat(this.template.find(byAge, Aged.class)).extracting(Aged::age).containsExactly(20, 30, 40, 50);
		assertThat(this.template.find(byAge.limit(2), Aged.class)).extracting(Aged::name).containsExactly("b", "c");
	}

	record Badge(String department, int employeeId) {
	}

	@Table
	@PartitionKey("{place}")
	@RowKey("r_{name}")
	record Reading(String place, String name, @Nullable Double value, @Nullable Float level) {
	}

	@Table
	@PartitionKey("{room}")
	@RowKey("n_{text}")
	record Note(String room, String text) {
	}

	@Table
	@PartitionKey("{user:bucket(16)}")
	@RowKey("u_{user:4}")
	record Visit(int user) {
	}

	@Table("my-orders")
	@PartitionKey("{customer}")
	@RowKey("{id}")
	record Dashed(String customer, int id) {
	}

	@Table("Papers")
	@PartitionKey("{customer}")
	@RowKey("{id}")
	record Invoice(String customer, int id) {

	}

	@Table("Papers")
	@PartitionKey("{customer}")
	@RowKey("{id}")
	record Receipt(String customer, int id) {

	}

	@Table
	@PartitionKey("{department}")
	@RowKey("id_{id}")
	@SecondaryIndex(name = "age", rowKey = "age_{age}_{id}", include = {})
	record Aged(String department, int id, int age, String name) {
	}

	@Table
	@PartitionKey("{department}")
	@RowKey("id_{id}")
	@SecondaryIndex(name = "email", partitionKey = "email_{email}", rowKey = "far_{department}_{id}")
	record Far(String department, int id, String email) {
	}

	@Table("Kinds")
	@EntityType
	@PartitionKey("{department}")
	@RowKey("kind_{id}")
	@SecondaryIndex(name = "code", partitionKey = "code_{code}", rowKey = "code_{department}_{id}")
	record Distant(String department, int id, String code) {
	}

	@Table("Kinds")
	@EntityType
	@PartitionKey("{department}")
	@RowKey("kind_{id}_part")
	record Near(String department, int id) {
	}

	@Test
	void savesManyAndScrollsThroughThem() {
		List<Employee> many = IntStream.range(0, 250)
			.mapToObj((i) -> Employee.of((i % 2 == 0) ? "Sales" : "Marketing", i, "Name", i))
			.toList();
		List<Employee> saved = this.template.saveAll(many);
		assertThat(saved).extracting(Employee::employeeId)
			.containsExactlyElementsOf(IntStream.range(0, 250).boxed().toList());
		assertThat(saved).allMatch((employee) -> employee.etag() != null);
		TableQuery sales = TableQuery.of(Criteria.where("department").is("Sales")).limit(50);
		Window<Employee> window = this.template.query(Employee.class).scroll(sales);
		int count = window.size();
		while (window.hasNext()) {
			TableScrollPosition next = (TableScrollPosition) window.positionAt(window.size() - 1);
			window = this.template.query(Employee.class).scroll(sales.from(TableScrollPosition.decode(next.encode())));
			count += window.size();
		}
		assertThat(count).isEqualTo(125);
		assertThat(this.template.delete(TableQuery.of(Criteria.where("department").is("Sales")), Employee.class))
			.isEqualTo(125);
		assertThat(this.template.count(TableQuery.all().allowScan(), Employee.class)).isEqualTo(125);
	}

}
