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

import java.util.List;

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
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.sample.Department;
import io.azuretables.sample.Employee;
import org.junit.jupiter.api.Test;

import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.domain.ManagedTypes;

import static io.azuretables.query.Criteria.where;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests what an identifier does to a row of another kind.
 */
class SharedKeysTests {

	private static final TableKey REX = TableKey.of("home", "pet_rex");

	private final EmbeddedTableGateway gateway = new EmbeddedTableGateway();

	private final TableTemplate template = template();

	private TableTemplate template() {
		TableMappingContext mapping = new TableMappingContext(new TableCustomConversions());
		mapping.setManagedTypes(ManagedTypes
			.fromIterable(List.of(Cat.class, Dog.class, Bird.class, Fish.class, Employee.class, Department.class)));
		mapping.initialize();
		return new TableTemplate(this.gateway, new TableConverter(mapping));
	}

	@Test
	void leavesRowsOfAnotherTypeAlone() {
		this.template.save(new Dog("home", "rex", "bone"));
		assertThat(this.template.existsById(Cat.class, REX)).isFalse();
		assertThat(this.template.findById(Cat.class, REX)).isEmpty();
		assertThat(this.template.deleteById(Cat.class, REX)).isFalse();
		this.template.deleteAllById(Cat.class, List.of(REX, TableKey.of("home", "pet_tom")));
		this.template.delete(new Cat("home", "rex", 9));
		this.template.deleteAll(List.of(new Cat("home", "rex", 9)));
		assertThat(this.template.updateWithRetry(Cat.class, REX, (cat) -> new Cat("home", "rex", 8))).isEmpty();
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> this.template.merge(Cat.class, REX, Update.update("lives", 8)))
			.withMessage("The Cat to be changed is not there");
		assertThat(this.template.findById(Dog.class, REX)).contains(new Dog("home", "rex", "bone"));
		assertThat(this.template.deleteById(Dog.class, REX)).isTrue();
		assertThat(rows("Animals")).isEmpty();
	}

	@Test
	void takesIndexRowsOfTheTypeAwayThatIsReplaced() {
		this.template.save(new Cat("home", "rex", 9));
		this.template.save(new Dog("home", "rex", "bone"));
		assertThat(rows("Animals")).containsExactly("home/bone_bone rex", "home/pet_rex");
		assertThat(this.template
			.find(TableQuery.of(Criteria.where("home").is("home").and(Criteria.where("lives").is(9))), Cat.class))
			.isEmpty();
	}

	@Test
	void showsNoRowsOfAnotherType() {
		this.template.save(new Dog("home", "rex", "bone"));
		this.template.save(new Cat("home", "tom", 9));
		TableQuery rex = TableQuery.of(where("home").is("home").and(where("name").is("rex")));
		TableQuery both = TableQuery.of(where("home").is("home").and(where("name").in("rex", "tom")));
		TableQueries<Cat> cats = this.template.query(Cat.class);
		assertThat(cats.as(Named.class).findOne(rex)).isEmpty();
		assertThat(cats.as(NamedView.class).findOne(rex)).isEmpty();
		assertThat(cats.as(Named.class).find(both)).containsExactly(new Named("tom"));
		assertThat(cats.as(NamedView.class).find(both)).extracting(NamedView::getName).containsExactly("tom");
	}

	@Test
	void comparesNoValuesOfAnotherType() {
		this.template.save(new Bird("home", "rex", "low"));
		TableQuery rex = TableQuery.of(where("home").is("home").and(where("name").is("rex")).and(where("level").is(9)));
		assertThat(this.template.find(rex, Fish.class)).isEmpty();
		assertThat(this.template.count(rex, Fish.class)).isZero();
		assertThat(this.template.exists(rex, Fish.class)).isFalse();
		assertThat(this.template.delete(rex, Fish.class)).isZero();
		assertThat(this.template.findById(Bird.class, REX)).isPresent();
	}

	@Test
	void takesNoKeysOfOtherKinds() {
		this.template.save(Employee.of("Sales", 1, "Hall", 34));
		this.template.save(new Department("Sales", 1, null));
		List<String> before = rows("Employees");
		for (TableKey other : List.of(TableKey.of("Sales", "email_hall1@contoso.com"),
				TableKey.of("Sales", "Department"), TableKey.of("Sales", "empid_1"))) {
			for (Runnable call : List.<Runnable>of(() -> this.template.deleteById(Employee.class, other),
					() -> this.template.deleteAllById(Employee.class, List.of(other)),
					() -> this.template.existsById(Employee.class, other),
					() -> this.template.findById(Employee.class, other),
					() -> this.template.merge(Employee.class, other, Update.update("age", 35)))) {
				assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(call::run)
					.withMessageContaining("was not written by the template \"empid_{employeeId:6}\"")
					.withMessageEndingWith(
							". A TableKey holds the texts of both keys as they lie in the table; give an "
									+ "object with the properties [department, employeeId], such as a record, as the identifier, "
									+ "and the key is made of it, or take the key of an entity from TableConverter.key");
			}
		}
		assertThat(rows("Employees")).isEqualTo(before);
	}

	@Test
	void makesKeysOfValues() {
		this.template.save(Employee.of("Sales", 1, "Hall", 34));
		record Id(String department, int employeeId) {
		}
		assertThat(this.template.findById(Employee.class, new Id("Sales", 1))).isPresent();
	}

	private List<String> rows(String table) {
		return this.gateway.read(RowRequest.of(table, null), RowReader.rows())
			.rows()
			.stream()
			.map((row) -> row.key().partitionKey() + "/" + row.key().rowKey())
			.toList();
	}

	/**
	 * What both have.
	 *
	 * @param name the name
	 */
	record Named(String name) {

	}

	interface NamedView {

		String getName();

	}

	@Table("Animals")
	@EntityType
	@PartitionKey("{home}")
	@RowKey("pet_{name}")
	@SecondaryIndex(name = "lives", rowKey = "lives_{lives} {name}")
	record Cat(String home, String name, int lives) {

	}

	@Table("Animals")
	@EntityType
	@PartitionKey("{home}")
	@RowKey("pet_{name}")
	@SecondaryIndex(name = "toys", rowKey = "bone_{toy} {name}")
	record Dog(String home, String name, String toy) {

	}

	@Table("Animals")
	@EntityType
	@PartitionKey("{home}")
	@RowKey("pet_{name}")
	record Bird(String home, String name, String level) {

	}

	@Table("Animals")
	@EntityType
	@PartitionKey("{home}")
	@RowKey("pet_{name}")
	record Fish(String home, String name, int level) {

	}

}
