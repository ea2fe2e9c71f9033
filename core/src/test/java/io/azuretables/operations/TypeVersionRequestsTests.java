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
import java.util.stream.IntStream;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.NewerTypes;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.VersionedStaff.Alien;
import io.azuretables.operations.VersionedStaff.ByKeyV2;
import io.azuretables.operations.VersionedStaff.EmployeeV1;
import io.azuretables.operations.VersionedStaff.EmployeeV2;
import io.azuretables.operations.VersionedStaff.EmployeeV3;
import io.azuretables.operations.VersionedStaff.ListedV1;
import io.azuretables.operations.VersionedStaff.ListedV2;
import io.azuretables.plan.RejectedScanException;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.row.RowRequest;
import org.junit.jupiter.api.Test;

import org.springframework.data.domain.Sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What versions of classes cost: comparisons in filters, columns and requests; nothing
 * for a class without versions.
 */
class TypeVersionRequestsTests {

	private static final String KEYS = "PartitionKey eq 'sales' and RowKey ge 'emp_' and RowKey lt 'emp`' and ";

	private final WatchedGateway gateway = new WatchedGateway(new EmbeddedTableGateway());

	private TableTemplate process(Class<?>... types) {
		return VersionedStaff.process(this.gateway, "Staff", NewerTypes.FAIL, types);
	}

	private static TableQuery sales() {
		return TableQuery.of(Criteria.where("department").is("sales"));
	}

	private List<String> filters(TableTemplate template, TableQuery query, Class<?> type) {
		template.exists(TableQuery.of(Criteria.where("department").is("none")), type);
		this.gateway.forget();
		template.find(query, type);
		return this.gateway.pages().stream().map(RowRequest::filter).toList();
	}

	@Test
	void costsClassesWithoutVersionsNothing() {
		TableTemplate template = process(Alien.class);
		assertThat(filters(template, sales(), Alien.class)).containsExactly(KEYS + "EntityType eq 'Alien'");
		assertThat(filters(template, sales().and(Criteria.where("fullName").is("Ann")).allowScan(), Alien.class))
			.containsExactly(KEYS + "fullName eq 'Ann' and EntityType eq 'Alien'");
		template.save(new Alien("sales", "1", "Ann", "oslo"));
		assertThat(template.findById(Alien.class, TypeVersionContract.ANN)).isPresent();
	}

	@Test
	void asksForRangeOfVersions() {
		TableTemplate template = process(EmployeeV3.class);
		assertThat(filters(template, sales(), EmployeeV3.class))
			.containsExactly(KEYS + "EntityType ge 'Employee' and EntityType lt 'Employee/'");
		assertThat(filters(template, sales().and(Criteria.where("fullName").is("Ann")).allowScan(), EmployeeV3.class))
			.containsExactly(KEYS + "EntityType ge 'Employee' and EntityType lt 'Employee/' and "
					+ "(fullName eq 'Ann' or EntityType ne 'Employee.3')");
	}

	@Test
	void checksTypesThatKeysTellOnTheClient() {
		TableTemplate template = process(ByKeyV2.class);
		assertThat(filters(template, sales(), ByKeyV2.class))
			.containsExactly("PartitionKey eq 'sales' and RowKey ge 'emp_' and RowKey lt 'emp`'");
		TableQuery byColumn = sales().and(Criteria.where("fullName").is("Ann"));
		assertThatExceptionOfType(RejectedScanException.class).isThrownBy(() -> template.find(byColumn, ByKeyV2.class));
		assertThat(filters(template, byColumn.allowScan(), ByKeyV2.class))
			.containsExactly("PartitionKey eq 'sales' and RowKey ge 'emp_' and RowKey lt 'emp`'");
	}

	@Test
	void readsKeysOnlyWhereNothingIsUpgraded() {
		TableTemplate template = process(EmployeeV3.class);
		template.count(sales(), EmployeeV3.class);
		this.gateway.forget();
		template.count(sales(), EmployeeV3.class);
		assertThat(this.gateway.pages()).singleElement()
			.satisfies((page) -> assertThat(page.select()).containsExactly("EntityType"));
		this.gateway.forget();
		template.count(sales().and(Criteria.where("fullName").is("Ann")).allowScan(), EmployeeV3.class);
		assertThat(this.gateway.pages()).singleElement().satisfies((page) -> assertThat(page.select()).isNull());
	}

	@Test
	void countsAndDeletesByIndexWhosePropertyWasRenamed() {
		process(ListedV1.class).save(new ListedV1("sales", "1", "oslo"));
		TableTemplate now = process(ListedV2.class);
		TableQuery inOslo = sales().and(Criteria.where("city").is("oslo"));
		assertThat(now.find(inOslo, ListedV2.class)).containsExactly(new ListedV2("sales", "1", "oslo"));
		assertThat(now.count(inOslo, ListedV2.class)).isEqualTo(1);
		assertThat(now.exists(inOslo, ListedV2.class)).isTrue();
		assertThat(now.delete(inOslo, ListedV2.class)).isEqualTo(1);
		assertThat(now.find(inOslo, ListedV2.class)).isEmpty();
	}

	@Test
	void readsOlderRowsByAsManyRequests() {
		TableTemplate before = process(EmployeeV1.class);
		TableTemplate now = process(EmployeeV3.class);
		IntStream.range(0, 50).forEach((i) -> before.save(new EmployeeV1("sales", "a" + i, "Ann", "oslo")));
		IntStream.range(0, 50).forEach((i) -> now.save(new EmployeeV3("sales", "b" + i, "Ann", "oslo", null)));
		this.gateway.forget();
		assertThat(now.find(sales(), EmployeeV3.class)).hasSize(100);
		assertThat(now.findById(EmployeeV3.class, TypeVersionContract.ANN)).isEmpty();
		assertThat(this.gateway.requests()).containsExactly("query", "get");
		this.gateway.forget();
		now.save(new EmployeeV3("sales", "a1", "Ann", "rome", "ann@example.com"));
		assertThat(this.gateway.requests()).containsExactly("get", "batch");
		this.gateway.forget();
		now.save(new EmployeeV3("sales", "a2", "Ann", "rome", null));
		assertThat(this.gateway.requests()).as("the older row has no index row that would have to go")
			.containsExactly("get", "batch", "batch");
	}

	@Test
	void dividesFiltersThatAreTooLong() {
		TableTemplate first = process(EmployeeV1.class);
		TableTemplate second = process(EmployeeV2.class);
		TableTemplate third = process(EmployeeV3.class);
		for (int i = 0; i < 60; i++) {
			TableTemplate writer = List.of(first, second, third).get(i % 3);
			String id = "%02d".formatted(i);
			writer.save((i % 3 == 0) ? new EmployeeV1("sales", id, "n" + i, "oslo")
					: (i % 3 == 1) ? new EmployeeV2("sales", id, "n" + i, "oslo")
							: new EmployeeV3("sales", id, "n" + i, "oslo", null));
		}
		List<String> names = IntStream.range(20, 45).mapToObj((i) -> "n" + i).toList();
		TableQuery query = sales().and(Criteria.where("fullName").in(names)).allowScan();
		TableQuery sorted = query.orderBy(Sort.by("id"));
		assertThat(third.find(sorted, EmployeeV3.class)).extracting(EmployeeV3::fullName).isEqualTo(names);
		assertThat(third.count(query, EmployeeV3.class)).isEqualTo(names.size());
		this.gateway.forget();
		assertThat(third.find(query, EmployeeV3.class)).extracting(EmployeeV3::fullName)
			.containsExactlyInAnyOrderElementsOf(names);
		assertThat(this.gateway.pages()).hasSize(4);
		assertThat(third.query(EmployeeV3.class).outline(query).requestBound().requests(0, 0))
			.isGreaterThanOrEqualTo(4);
	}

	@Test
	void asksForHierarchyOfVersions() {
		TableTemplate zoo = process(Animal.class, Cat.class, Dog.class, Eel.class, Fox.class, Gnu.class, Hen.class);
		List<Animal> all = new ArrayList<>(List.of(new Cat(), new Dog(), new Eel(), new Fox(), new Gnu(), new Hen()));
		for (Animal animal : all) {
			animal.id = animal.getClass().getSimpleName();
			zoo.save(animal);
		}
		TableQuery kept = TableQuery.of(Criteria.where("zoo").is("zoo"));
		assertThat(zoo.find(kept, Animal.class)).extracting((animal) -> animal.id)
			.containsExactly("Cat", "Dog", "Eel", "Fox", "Gnu", "Hen");
		assertThat(zoo.find(kept, Dog.class)).extracting((animal) -> animal.id).containsExactly("Dog");
		assertThat(zoo.find(kept.and(Criteria.where("name").in("Tom", "x")).allowScan(), Animal.class)).hasSize(6);
	}

	@Table("Animals")
	@EntityType(version = 1)
	@PartitionKey("{zoo}")
	@RowKey("{id}")
	abstract static class Animal {

		String zoo = "zoo";

		String id = "";

		String name = "Tom";

	}

	@EntityType(version = 1)
	static class Cat extends Animal {

	}

	@EntityType(version = 1)
	static class Dog extends Animal {

	}

	@EntityType(version = 1)
	static class Eel extends Animal {

	}

	@EntityType
	static class Fox extends Animal {

	}

	@EntityType(version = 1)
	static class Gnu extends Animal {

	}

	@EntityType(version = 1)
	static class Hen extends Animal {

	}

}
