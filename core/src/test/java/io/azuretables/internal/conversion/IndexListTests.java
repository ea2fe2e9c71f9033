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

package io.azuretables.internal.conversion;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.IndexConsistency;
import io.azuretables.mapping.IndexLayout;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.row.RowReader.Assembler;
import io.azuretables.row.RowWrite;
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

	private final EntityModel model = EntityModel
		.of(new TableMappingContext(new TableCustomConversions()).getRequiredPersistentEntity(Person.class));

	private final IndexList near = list("near");

	private final IndexList far = list("far");

	private final IndexList department = list("department");

	private IndexList list(String index) {
		return new IndexList(this.model,
				this.model.indexes().stream().filter((one) -> one.name().equals(index)).findFirst().orElseThrow());
	}

	private SortedSet<TableKey> near(TableRow row) {
		return this.near.entities(row.key(), Map.of(row.key(), row));
	}

	private SortedSet<TableKey> far(TableRow row) {
		return this.far.entities(row.key(), Map.of(row.key(), row));
	}

	private SortedSet<TableKey> department(TableRow row) {
		return this.department.entities(row.key(), Map.of(row.key(), row));
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
		assertThat(near(row)).containsExactly(person("Sales", "000152"), person("Sales", "000166"));
		TableRow other = this.far.row(JONES, of(person("Law", "000152"), person("Sales", "000152")), null);
		assertThat(other.get("ids")).isEqualTo("Law/000152,Sales/000152");
		assertThat(far(other)).containsExactly(person("Law", "000152"), person("Sales", "000152"));
	}

	@Test
	void readsWhatOtherProgramsWrite() {
		assertThat(near(TableRow.of(JONES, Map.of("EmployeeIDs", "3,1,,3,2,")))).containsExactly(person("Sales", "1"),
				person("Sales", "2"), person("Sales", "3"));
		assertThat(near(TableRow.of(JONES, Map.of("EmployeeIDs", "")))).isEmpty();
		assertThat(near(TableRow.of(JONES, Map.of("Other", 1)))).isEmpty();
		assertThat(this.near.entities(JONES, Map.of())).isEmpty();
		assertThat(read("EmployeeIDs", "2,1", "EmployeeIDs1", "3", "EmployeeIDsOfOthers", 5))
			.containsExactly(person("Sales", "1"), person("Sales", "2"), person("Sales", "3"));
	}

	private SortedSet<TableKey> read(String first, Object ids, String second, Object more, String third, Object other) {
		Assembler<TableRow> assembler = this.near.reader().begin();
		assembler.property(first, ids);
		assembler.property(second, more);
		assembler.property(third, other);
		return near(assembler.end(JONES, null, null));
	}

	/**
	 * The guide's lists in a partition of their own.
	 */
	@Test
	void takesPartitionFromKeyOfListThatTellsIt() {
		TableKey list = TableKey.of("names_Sales", "dept_Jones");
		TableRow row = this.department.row(list, of(person("Sales", "000166"), person("Sales", "000152")), null);
		assertThat(row.get("ids")).isEqualTo("000152,000166");
		assertThat(department(row)).containsExactly(person("Sales", "000152"), person("Sales", "000166"));
		assertThat(department(this.department.row(list, of(person("Sales", "")), null)))
			.containsExactly(person("Sales", ""));
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> department(TableRow.of(TableKey.of("other", "dept_Jones"), Map.of("ids", "1"))))
			.withMessageContaining("another key than the index gives");
	}

	@Test
	void givesBackAnyKey() {
		List<String> ids = List.of("", "a,b", ",", ",,", " a ", "é\uD83D\uDE00", "a+b=c&d%2C", "'");
		for (String department : List.of("Sales", "a,b", "", " ")) {
			SortedSet<TableKey> people = new TreeSet<>();
			ids.forEach((id) -> people.add(person(department, id)));
			TableKey key = TableKey.of(department, "last_Jones");
			assertThat(near(this.near.row(key, people, null))).isEqualTo(people);
			assertThat(far(this.far.row(JONES, people, null))).isEqualTo(people);
			ids.forEach((id) -> {
				assertThat(near(this.near.row(key, of(person(department, id)), null)))
					.containsExactly(person(department, id));
				assertThat(far(this.far.row(JONES, of(person(department, id)), null)))
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
		assertThat(near(row)).isEqualTo(people);
		assertThat(ServiceLimits.violations(row)).isEmpty();
	}

	@Test
	void refusesListsThatNoRowHolds() {
		SortedSet<TableKey> most = people(15 * 2909, 10);
		TableRow row = this.near.row(JONES, most, null);
		assertThat(row.properties()).hasSize(15);
		assertThat(ServiceLimits.violations(row)).isEmpty();
		assertThat(near(row)).isEqualTo(most);
		SortedSet<TableKey> more = people(15 * 2909 + 1, 10);
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> this.near.row(JONES, more, null))
			.withMessage("A list of the index Person.near would name 43636 entities, and their ids do not fit into "
					+ "the 15 columns of 32000 characters that each of the 16 rows of a list has room for; declare the index without "
					+ "layout = LIST, with the key of the entity in its row key");
	}

	@Test
	void goesOnInFurtherRows() {
		Rows rows = new Rows(this.near);
		SortedSet<TableKey> most = people(15 * 2909, 10);
		rows.change(most, Set.of());
		assertThat(rows.keys()).containsExactly("last_Jones");
		SortedSet<TableKey> more = new TreeSet<>(people(15 * 2909 + 2, 10));
		more.removeAll(most);
		assertThat(rows.change(more, Set.of())).as("the first row does not change, and is written all the same")
			.extracting((write) -> write.getClass().getSimpleName())
			.containsExactly("Merge", "InsertOrReplace");
		assertThat(rows.keys()).containsExactly("last_Jones", "~l|last_Jones|1");
		assertThat(rows.get(0).get("_n")).isEqualTo(1);
		assertThat(rows.get(1).properties()).isEqualTo(Map.of("EmployeeIDs", "0000043635,0000043636"));
		SortedSet<TableKey> all = new TreeSet<>(most);
		all.addAll(more);
		assertThat(rows.entities()).isEqualTo(all);
		rows.change(Set.of(person("Sales", "x")), Set.of(person("Sales", "0000000007")));
		assertThat(rows.get(0).get("EmployeeIDs14", String.class)).as("room in the first row").endsWith(",x");
		rows.change(Set.of(), most);
		assertThat(rows.get(0).properties()).as("an empty row tells of the others")
			.isEqualTo(Map.of("EmployeeIDs", "x", "_n", 1));
		rows.change(Set.of(), Set.of(person("Sales", "x")));
		assertThat(rows.entities()).isEqualTo(more);
		assertThat(rows.get(0).properties()).isEqualTo(Map.of("EmployeeIDs", "", "_n", 1));
		rows.change(Set.of(person("Sales", "y")), more);
		assertThat(rows.keys()).containsExactly("last_Jones");
		assertThat(rows.get(0).properties()).isEqualTo(Map.of("EmployeeIDs", "y"));
		rows.change(Set.of(), Set.of(person("Sales", "y")));
		assertThat(rows.keys()).isEmpty();
	}

	@Test
	void takesNoRowThatIsNotPartOfList() {
		Rows rows = new Rows(this.near);
		SortedSet<TableKey> some = people(30_000, 10);
		rows.put("~l|last_Jones|1", Map.of("EmployeeIDs", "left"));
		rows.change(some, Set.of());
		assertThat(rows.entities()).isEqualTo(some);
		SortedSet<TableKey> all = people(45_000, 10);
		rows.change(all, Set.of());
		assertThat(rows.entities()).isEqualTo(all);
		rows.put("last_Jones", Map.of("EmployeeIDs", "1", "_n", 99));
		assertThat(rows.entities()).hasSizeGreaterThan(1);
		rows.put("last_Jones", Map.of("EmployeeIDs", "1", "_n", -5));
		assertThat(rows.entities()).containsExactly(person("Sales", "1"));
		rows.put("last_Jones", Map.of("EmployeeIDs", "1", "_n", "x"));
		assertThat(rows.entities()).containsExactly(person("Sales", "1"));
	}

	/**
	 * One id in several rows, as other programs may leave it.
	 */
	@Test
	void removesIdFromEachRow() {
		Rows rows = new Rows(this.near);
		rows.put("last_Jones", Map.of("EmployeeIDs", "1,2", "_n", 3));
		rows.put("~l|last_Jones|1", Map.of("EmployeeIDs", "2,3"));
		rows.put("~l|last_Jones|3", Map.of("EmployeeIDs", "2"));
		assertThat(rows.entities()).hasSize(3);
		rows.change(Set.of(), Set.of(person("Sales", "2")));
		assertThat(rows.entities()).containsExactly(person("Sales", "1"), person("Sales", "3"));
		assertThat(rows.keys()).containsExactly("last_Jones", "~l|last_Jones|1");
		assertThat(rows.get(0).get("_n")).isEqualTo(1);
	}

	/**
	 * Changes of random ids against a set of them.
	 */
	@Test
	void keepsWhatASetKeeps() {
		Random random = new Random(3);
		Rows rows = new Rows(this.near);
		SortedSet<TableKey> expected = new TreeSet<>();
		for (int i = 0; i < 60; i++) {
			boolean grows = (i / 15) % 2 == 0;
			Set<TableKey> added = wide(random, grows ? 300 : 5);
			Set<TableKey> removed = new TreeSet<>(wide(random, grows ? 5 : 40));
			if (!grows) {
				expected.stream().skip(random.nextInt(20)).limit(300).forEach(removed::add);
			}
			removed.removeAll(added);
			if (expected.isEmpty() && added.isEmpty()) {
				continue;
			}
			rows.change(added, removed);
			expected.removeAll(removed);
			expected.addAll(added);
			assertThat(rows.entities()).isEqualTo(expected);
			rows.rows.values().forEach((row) -> assertThat(ServiceLimits.violations(row)).isEmpty());
		}
	}

	private static Set<TableKey> wide(Random random, int count) {
		Set<TableKey> keys = new TreeSet<>();
		IntStream.range(0, random.nextInt(count))
			.forEach((i) -> keys.add(person("Sales", "x".repeat(400) + random.nextInt(5_000))));
		return keys;
	}

	@Test
	void refusesListsThatNoRowsHold() {
		Rows rows = new Rows(this.near);
		for (int i = 0; i < 16; i++) {
			String number = "%02d".formatted(i);
			SortedSet<TableKey> some = new TreeSet<>();
			IntStream.range(0, 960).forEach((id) -> some.add(person("Sales", number + ("%0497d").formatted(id))));
			rows.change(some, Set.of());
		}
		assertThat(rows.keys()).hasSize(16);
		assertThat(rows.entities()).hasSize(16 * 960);
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> rows.change(Set.of(person("Sales", "1")), Set.of()))
			.withMessage("A list of the index Person.near would name 15361 entities, and their ids do not fit into "
					+ "the 15 columns of 32000 characters that each of the 16 rows of a list has room for; declare the "
					+ "index without layout = LIST, with the key of the entity in its row key");
		Rows one = new Rows(list("one"));
		one.change(people(15 * 2909, 10), Set.of());
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> one.change(Set.of(person("Sales", "xx")), Set.of()))
			.withMessageStartingWith("A list of the index Person.one would name 43636 entities")
			.withMessageContaining("leave out overflow = false");
	}

	/**
	 * The rows of one list in a partition, as a store has them.
	 */
	private static final class Rows {

		private final IndexList lists;

		private final TreeMap<TableKey, TableRow> rows = new TreeMap<>();

		Rows(IndexList lists) {
			this.lists = lists;
		}

		void put(String rowKey, Map<String, Object> properties) {
			TableKey key = TableKey.of("Sales", rowKey);
			this.rows.put(key, TableRow.of(key, properties).withEtag("etag"));
		}

		List<RowWrite> change(Set<TableKey> added, Set<TableKey> removed) {
			List<RowWrite> writes = this.lists.change(JONES, this.rows, added, removed);
			for (RowWrite write : writes) {
				TableRow before = this.rows.get(write.key());
				TableRow row = write.row();
				if (write instanceof RowWrite.Merge) {
					Map<String, Object> merged = new HashMap<>(before.properties());
					merged.putAll(row.properties());
					row = TableRow.of(row.key(), merged);
				}
				if (row == null) {
					this.rows.remove(write.key());
				}
				else {
					this.rows.put(row.key(), row.withEtag("etag"));
				}
			}
			return writes;
		}

		SortedSet<TableKey> entities() {
			return this.lists.entities(JONES, this.rows);
		}

		List<String> keys() {
			return this.rows.keySet().stream().map(TableKey::rowKey).toList();
		}

		TableRow get(int position) {
			return List.copyOf(this.rows.values()).get(position);
		}

	}

	private static SortedSet<TableKey> people(int count, int digits) {
		SortedSet<TableKey> people = new TreeSet<>();
		IntStream.range(0, count).forEach((id) -> people.add(person("Sales", ("%0" + digits + "d").formatted(id))));
		return people;
	}

	@Test
	void refusesWhatIsNoList() {
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> near(TableRow.of(JONES, Map.of("EmployeeIDs", 152))))
			.withMessage("A row of the index Person.near has something else than text in the columns of its list "
					+ "'EmployeeIDs'; delete the row, and rebuild the index");
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> far(TableRow.of(JONES, Map.of("ids", "000152"))))
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
	@SecondaryIndex(name = "one", rowKey = "one_{lastName}", layout = IndexLayout.LIST, overflow = false)
	record Person(String department, String id, String lastName) {

	}

}
