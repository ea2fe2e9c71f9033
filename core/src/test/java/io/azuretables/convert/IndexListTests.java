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

package io.azuretables.convert;

import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

import io.azuretables.key.TableKey;
import io.azuretables.mapping.IndexConsistency;
import io.azuretables.mapping.IndexLayout;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.model.EntityModel;
import io.azuretables.mapping.model.TableMappingContext;
import io.azuretables.row.RowReader.Assembler;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataIntegrityViolationException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for the text of lists of ids.
 */
class IndexListTests {

	private static final TableKey JONES = TableKey.of("Sales", "last_Jones");

	private final EntityModel model = new TableMappingContext(new TableCustomConversions())
		.getRequiredPersistentEntity(Person.class)
		.model();

	private final IndexList near = list("near");

	private final IndexList far = list("far");

	private final IndexList department = list("department");

	private IndexList list(String index) {
		return new IndexList(this.model,
				this.model.indexes().stream().filter((one) -> one.name().equals(index)).findFirst().orElseThrow());
	}

	private static TableKey person(String department, String id) {
		return TableKey.of(department, "emp_" + id);
	}

	private static SortedSet<TableKey> of(TableKey... entities) {
		return new TreeSet<>(List.of(entities));
	}

	@Test
	void writesIdsInTheirOrderAsOtherProgramsDo() {
		TableRow row = this.near.row(JONES, of(person("Sales", "000166"), person("Sales", "000152")), null);
		assertThat(row.key()).isEqualTo(JONES);
		assertThat(row.properties()).isEqualTo(Map.of("EmployeeIDs", "000152,000166"));
		assertThat(this.near.entities(row)).containsExactly(person("Sales", "000152"), person("Sales", "000166"));
		TableRow other = this.far.row(JONES, of(person("Law", "000152"), person("Sales", "000152")), null);
		assertThat(other.get("ids")).isEqualTo("Law/000152,Sales/000152");
		assertThat(this.far.entities(other)).containsExactly(person("Law", "000152"), person("Sales", "000152"));
	}

	@Test
	void readsWhatOtherProgramsWrite() {
		assertThat(this.near.entities(TableRow.of(JONES, Map.of("EmployeeIDs", "3,1,,3,2,"))))
			.containsExactly(person("Sales", "1"), person("Sales", "2"), person("Sales", "3"));
		assertThat(this.near.entities(TableRow.of(JONES, Map.of("EmployeeIDs", "")))).isEmpty();
		assertThat(this.near.entities(TableRow.of(JONES, Map.of("Other", 1)))).isEmpty();
		assertThat(this.near.entities(null)).isEmpty();
		assertThat(read("EmployeeIDs", "2,1", "EmployeeIDs1", "3", "EmployeeIDsOfOthers", 5))
			.containsExactly(person("Sales", "1"), person("Sales", "2"), person("Sales", "3"));
	}

	private List<TableKey> read(String first, Object ids, String second, Object more, String third, Object other) {
		Assembler<List<TableKey>> assembler = this.near.reader().begin();
		assembler.property(first, ids);
		assembler.property(second, more);
		assembler.property(third, other);
		return assembler.end(JONES, null, null);
	}

	/**
	 * The guide's lists in a partition of their own.
	 */
	@Test
	void takesPartitionFromKeyOfListThatTellsIt() {
		TableKey list = TableKey.of("names_Sales", "dept_Jones");
		TableRow row = this.department.row(list, of(person("Sales", "000166"), person("Sales", "000152")), null);
		assertThat(row.get("ids")).isEqualTo("000152,000166");
		assertThat(this.department.entities(row)).containsExactly(person("Sales", "000152"), person("Sales", "000166"));
		assertThat(this.department.entities(this.department.row(list, of(person("Sales", "")), null)))
			.containsExactly(person("Sales", ""));
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(
					() -> this.department.entities(TableRow.of(TableKey.of("other", "dept_Jones"), Map.of("ids", "1"))))
			.withMessageContaining("another key than the index gives");
	}

	@Test
	void givesBackAnyKey() {
		List<String> ids = List.of("", "a,b", ",", ",,", " a ", "é\uD83D\uDE00", "a+b=c&d%2C", "'");
		for (String department : List.of("Sales", "a,b", "", " ")) {
			SortedSet<TableKey> people = new TreeSet<>();
			ids.forEach((id) -> people.add(person(department, id)));
			TableKey key = TableKey.of(department, "last_Jones");
			assertThat(this.near.entities(this.near.row(key, people, null))).isEqualTo(people);
			assertThat(this.far.entities(this.far.row(JONES, people, null))).isEqualTo(people);
			ids.forEach((id) -> {
				assertThat(this.near.entities(this.near.row(key, of(person(department, id)), null)))
					.containsExactly(person(department, id));
				assertThat(this.far.entities(this.far.row(JONES, of(person(department, id)), null)))
					.containsExactly(person(department, id));
			});
		}
	}

	@Test
	void takesMoreColumnsForLongLists() {
		SortedSet<TableKey> people = people(3300, 10);
		TableRow row = this.near.row(JONES, people, TableRow.of(JONES, Map.of("EmployeeIDs5", "1", "Note", "kept")));
		assertThat(row.properties()).containsOnlyKeys("EmployeeIDs", "EmployeeIDs1", "Note");
		assertThat(row.get("EmployeeIDs", String.class)).hasSizeBetween(31_980, 32_000).doesNotEndWith(",");
		assertThat(this.near.entities(row)).isEqualTo(people);
		assertThat(ServiceLimits.violations(row)).isEmpty();
	}

	@Test
	void refusesListsThatNoRowHolds() {
		SortedSet<TableKey> most = people(15 * 2909, 10);
		TableRow row = this.near.row(JONES, most, null);
		assertThat(row.properties()).hasSize(15);
		assertThat(ServiceLimits.violations(row)).isEmpty();
		assertThat(this.near.entities(row)).isEqualTo(most);
		SortedSet<TableKey> more = people(15 * 2909 + 1, 10);
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> this.near.row(JONES, more, null))
			.withMessage("A list of the index Person.near would name 43636 entities, and their ids do not fit into "
					+ "the 15 columns of 32000 characters that a row has room for; declare the index without "
					+ "layout = LIST, with the key of the entity in its row key");
	}

	private static SortedSet<TableKey> people(int count, int digits) {
		SortedSet<TableKey> people = new TreeSet<>();
		IntStream.range(0, count).forEach((id) -> people.add(person("Sales", ("%0" + digits + "d").formatted(id))));
		return people;
	}

	@Test
	void refusesWhatIsNoList() {
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> this.near.entities(TableRow.of(JONES, Map.of("EmployeeIDs", 152))))
			.withMessage("A row of the index Person.near has something else than text in the columns of its list "
					+ "'EmployeeIDs'; delete the row, and rebuild the index");
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> this.far.entities(TableRow.of(JONES, Map.of("ids", "000152"))))
			.withMessageContaining("an id without a partition key");
	}

	@Table("People")
	@PartitionKey("{department}")
	@RowKey("emp_{id}")
	@SecondaryIndex(name = "near", rowKey = "last_{lastName}", layout = IndexLayout.LIST, list = "EmployeeIDs")
	@SecondaryIndex(name = "far", partitionKey = "people", rowKey = "far_{lastName}", layout = IndexLayout.LIST,
			consistency = IndexConsistency.EVENTUAL)
	@SecondaryIndex(name = "department", partitionKey = "names_{department}", rowKey = "dept_{lastName}",
			layout = IndexLayout.LIST, consistency = IndexConsistency.EVENTUAL)
	record Person(String department, String id, String lastName) {

	}

}
