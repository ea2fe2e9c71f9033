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
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.Predefined;
import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.execution.PlanExecutor;
import io.azuretables.internal.write.IndexRepairingTransaction;
import io.azuretables.internal.write.RowGroupFactory;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.write.UniqueIndexException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * There is one way to a write, and none around the indexes.
 */
class WritePathTests {

	private final EmbeddedTableGateway gateway = new EmbeddedTableGateway();

	private final TableTemplate template = new TableTemplate(this.gateway,
			new TableConverter(new TableMappingContext(new TableCustomConversions())));

	/**
	 * The commit protocol writes token rows only, encryption data keys, and routing the
	 * record of its accounts, which are no entity's.
	 */
	@Test
	void writesRowsOfEntitiesInOnePlace() {
		noClasses().that()
			.resideOutsideOfPackages("..gateway..", "..client..", "..embedded..", "..observation..",
					"..internal.commit..", "..encryption..", "..routing..")
			.and()
			.areNotAssignableTo(PlanExecutor.class)
			.and()
			.areNotAssignableTo(TableGateway.class)
			.should()
			.callMethod(TableGateway.class, "write", String.class, RowWrite.class)
			.orShould()
			.callMethod(TableGateway.class, "submit", AtomicBatch.class)
			.check(new ClassFileImporter().withImportOption(Predefined.DO_NOT_INCLUDE_TESTS)
				.importPackages("io.azuretables"));
	}

	/**
	 * The rows of an entity are decided together with its index rows, and changed in
	 * their group when they are written again. Besides, there are only merges: of rows
	 * without an index, and those that check a version.
	 */
	@Test
	void makesRowsOfEntitiesWhereItMakesTheirIndexRows() {
		JavaClasses operations = new ClassFileImporter().withImportOption(Predefined.DO_NOT_INCLUDE_TESTS)
			.importPackages("io.azuretables.operations", "io.azuretables.internal.execution",
					"io.azuretables.internal.write");
		JavaClasses merging = new ClassFileImporter().withImportOption(Predefined.DO_NOT_INCLUDE_TESTS)
			.importPackages("io.azuretables.operations", "io.azuretables.internal.execution",
					"io.azuretables.internal.index", "io.azuretables.internal.transaction",
					"io.azuretables.internal.write");
		assertThat(callers(operations, RowWrite.Insert.class, RowWrite.InsertOrReplace.class, RowWrite.Replace.class,
				RowWrite.Delete.class))
			.containsExactlyInAnyOrder(RowGroupFactory.class.getSimpleName(),
					IndexRepairingTransaction.class.getSimpleName());
		assertThat(callers(merging, RowWrite.Merge.class)).containsExactlyInAnyOrder("EntityIndexes", "PartRows",
				"CombinedWrites", "CompanionState", PartitionTransaction.class.getSimpleName());
		assertThat(callers(merging, RowWrite.InsertOrMerge.class)).containsExactlyInAnyOrder("EntityIndexes",
				"PartRows", "CombinedWrites", "CompanionState");
	}

	private static Set<String> callers(JavaClasses classes, Class<?>... created) {
		Set<String> names = Stream.of(created).map(Class::getName).collect(Collectors.toSet());
		return classes.stream()
			.flatMap((type) -> type.getConstructorCallsFromSelf().stream())
			.filter((call) -> names.contains(call.getTargetOwner().getName()))
			.map((call) -> call.getOriginOwner().getSimpleName())
			.collect(Collectors.toSet());
	}

	@Test
	void refusesSecondEntityUnderUniqueKeyMadeOfItsOwnKey() {
		this.template.save(new Seat("hall", 1, "a", "one"));
		assertThatExceptionOfType(UniqueIndexException.class)
			.isThrownBy(() -> this.template.save(new Seat("hall", 1, "b", "two")));
		this.template.save(new Seat("hall", 1, "a", "other"));
		TableQuery query = TableQuery.of(Criteria.where("hall").is("hall").and(Criteria.where("row").is(1)));
		assertThat(this.template.find(query, Seat.class)).containsExactly(new Seat("hall", 1, "a", "other"));
		assertThat(this.template.deleteById(Seat.class, TableKey.of("hall", "seat_0000000001_a"))).isTrue();
		assertThat(rows("Seat")).isEmpty();
	}

	@Test
	void writesOverRowThatCouldNotHaveBeenIndexed() {
		this.gateway.createTable("Strict");
		TableKey key = TableKey.of("p", "s_0000000001");
		for (String operation : List.of("save", "merge", "delete")) {
			this.gateway.write("Strict", new RowWrite.InsertOrReplace(TableRow.of(key, java.util.Map.of("age", 3))));
			switch (operation) {
				case "save" -> this.template.save(new Strict("p", 1, "name"));
				case "merge" -> this.template.merge(Strict.class, key, Update.update("name", "name"));
				default -> this.template.deleteById(Strict.class, key);
			}
			assertThat(rows("Strict")).hasSize(operation.equals("delete") ? 0 : 2);
			this.template.deleteById(Strict.class, key);
			assertThat(rows("Strict")).isEmpty();
		}
	}

	@Test
	void maintainsIndexesOfSubtypesThroughTheirBase() {
		Lorry lorry = new Lorry("depot", 1, 40);
		this.template.save(lorry);
		assertThat(rows("Vehicles")).hasSize(2);
		TableKey key = TableKey.of("depot", "v_0000000001");
		this.template.merge(Vehicle.class, key, Update.update("seats", 3));
		assertThat(rows("Vehicles")).allMatch((row) -> Integer.valueOf(3).equals(row.get("seats")));
		this.template.deleteById(Vehicle.class, key);
		assertThat(rows("Vehicles")).isEmpty();
		this.template.saveAll(List.of(lorry, new Lorry("depot", 2, 41)));
		this.template.delete(TableQuery.of(Criteria.where("depot").is("depot")), Vehicle.class);
		assertThat(rows("Vehicles")).isEmpty();
	}

	@Test
	void leavesNoIndexRowsOfSubtypeThatAnotherOneReplaces() {
		this.template.save(new Van("depot", 1, "AB 12", 40));
		assertThat(rowKeys("Fleet")).containsExactlyInAnyOrder("f_0000000001", "plate_AB 12",
				"tons_0000000040_0000000001");
		this.template.save(new Tram("depot", 1, "AB 12", 7));
		assertThat(rowKeys("Fleet")).containsExactlyInAnyOrder("f_0000000001", "plate_AB 12",
				"line_0000000007_0000000001");
		this.template.saveAll(List.of(new Van("depot", 1, "CD 34", 40), new Van("depot", 2, "AB 12", 41)));
		assertThat(rowKeys("Fleet")).containsExactlyInAnyOrder("f_0000000001", "plate_CD 34",
				"tons_0000000040_0000000001", "f_0000000002", "plate_AB 12", "tons_0000000041_0000000002");
		assertThatExceptionOfType(UniqueIndexException.class)
			.isThrownBy(() -> this.template.save(new Tram("depot", 1, "AB 12", 7)));
		this.template.inPartition("Fleet", "depot").save(new Tram("depot", 2, "EF 56", 8)).commit();
		assertThat(this.template.deleteById(Tram.class, TableKey.of("depot", "f_0000000001"))).isFalse();
		assertThat(this.template.deleteById(Van.class, TableKey.of("depot", "f_0000000001"))).isTrue();
		assertThat(rowKeys("Fleet")).containsExactlyInAnyOrder("f_0000000002", "plate_EF 56",
				"line_0000000008_0000000002");
	}

	private List<String> rowKeys(String table) {
		return rows(table).stream().map((row) -> row.key().rowKey()).toList();
	}

	private List<TableRow> rows(String table) {
		return this.gateway.read(RowRequest.of(table, null), RowReader.rows()).rows();
	}

	/**
	 * One seat of each row is in the index.
	 */
	@Table
	@PartitionKey("{hall}")
	@RowKey("seat_{row}_{letter}")
	@SecondaryIndex(name = "row", rowKey = "row_{row}")
	record Seat(String hall, int row, String letter, String guest) {

	}

	@Table
	@PartitionKey("{partition}")
	@RowKey("s_{id}")
	@SecondaryIndex(name = "name", rowKey = "n_{name}_{id}", sparse = false)
	record Strict(String partition, int id, @Nullable String name) {

	}

	@Table("Vehicles")
	@EntityType
	@PartitionKey("{depot}")
	@RowKey("v_{id}")
	abstract static class Vehicle {

		private final String depot;

		private final int id;

		private int seats;

		Vehicle(String depot, int id) {
			this.depot = depot;
			this.id = id;
		}

	}

	@EntityType("lorry")
	@SecondaryIndex(name = "tons", rowKey = "tons_{tons}_{id}")
	static final class Lorry extends Vehicle {

		private final int tons;

		Lorry(String depot, int id, int tons) {
			super(depot, id);
			this.tons = tons;
		}

	}

	@Table("Fleet")
	@EntityType
	@PartitionKey("{depot}")
	@RowKey("f_{id}")
	@SecondaryIndex(name = "plate", rowKey = "plate_{plate}")
	interface Plated {

	}

	@EntityType("van")
	@SecondaryIndex(name = "tons", rowKey = "tons_{tons}_{id}")
	record Van(String depot, int id, String plate, int tons) implements Plated {

	}

	@EntityType("tram")
	@SecondaryIndex(name = "line", rowKey = "line_{line}_{id}")
	record Tram(String depot, int id, String plate, int line) implements Plated {

	}

}
