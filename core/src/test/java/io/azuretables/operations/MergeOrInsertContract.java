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

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

import io.azuretables.gateway.TableGateway;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Column;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.Flattened;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.Staff.Boss;
import io.azuretables.operations.Staff.Clerk;
import io.azuretables.operations.Staff.Details;
import io.azuretables.operations.Staff.Visitor;
import io.azuretables.operations.Staff.Worker;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.write.UniqueIndexException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.NonNull;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.OptimisticLockingFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What {@link TableOperations#mergeOrInsert} does, on any store.
 */
interface MergeOrInsertContract {

	TableGateway gateway();

	String table();

	private StaffStore store(TableGateway gateway) {
		return new StaffStore(gateway, table());
	}

	private TableRow row(TableKey key) {
		TableRow row = gateway().read(table(), key, null, RowReader.rows());
		assertThat(row).isNotNull();
		return row;
	}

	@Test
	default void mergesOrInsertsByOneRequest() {
		WatchedGateway watched = new WatchedGateway(gateway());
		TableTemplate template = store(watched).template();
		watched.forget();
		template.mergeOrInsert(Views.class, "home", Update.update("today", 7L));
		template.mergeOrInsert(Views.class, "home", Update.update("title", "Home"));
		template.mergeOrInsert(Views.class, "home", Update.update("today", 8L));
		template.mergeOrInsert(Views.class, TableKey.of("empty", "views"), Update.none());
		assertThat(watched.requests()).containsExactly("write", "write", "write", "write");
		assertThat(template.findById(Views.class, "home")).contains(new Views("home", 8L, "Home"));
		assertThat(template.findById(Views.class, "empty")).contains(new Views("empty", null, null));
	}

	@Test
	default void givesEntityAnotherVersion() {
		TableTemplate template = store(gateway()).template();
		Staff read = template.save(Staff.of(Visitor.class, "Sales", 1, new Details("a", "b", 1), null));
		TableKey key = template.converter().key(read);
		Object token = row(key).get(RowWrite.TOKEN);
		template.mergeOrInsert(Visitor.class, key, Update.update("age", 2));
		assertThat(row(key).get(RowWrite.TOKEN)).isNotNull().isNotEqualTo(token);
		assertThatExceptionOfType(OptimisticLockingFailureException.class).isThrownBy(() -> template.save(read));
		Visitor again = template.findById(Visitor.class, key).orElseThrow();
		assertThat(again.details()).isEqualTo(new Details("a", "b", 2));
		template.save(again);
	}

	@Test
	default void storesWhatStandsBesideTheKey() {
		TableTemplate template = store(gateway()).template();
		Update update = Update.update("label", "cheap");
		template.mergeOrInsert(Price.class, new PriceId("Shop", new BigDecimal("12.50"), 3), update);
		Price price = new Price("Shop", new BigDecimal("12.50"), 3, "cheap");
		assertThat(template.find(TableQuery.all().allowScan(), Price.class)).containsExactly(price);
		assertThat(row(template.converter().key(price)).properties())
			.isEqualTo(template.converter().write(price).properties());
		TableKey key = template.converter().key(price);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> template.mergeOrInsert(Price.class, key, update))
			.withMessage("Price.shop is stored beside the key, and a TableKey does not tell its value; give the value "
					+ "of the property, or an object with the properties [shop, amount, size], as the identifier");
	}

	@Test
	default void storesWhatTableKeyTells() {
		TableTemplate template = store(gateway()).template();
		TableKey key = template.converter().key(new Box("depot", 7, null));
		template.mergeOrInsert(Box.class, key, Update.update("content", "nails"));
		assertThat(row(key).properties()).isEqualTo(Map.of("size", 7, "content", "nails"));
		assertThatExceptionOfType(InvalidKeyException.class)
			.isThrownBy(() -> template.mergeOrInsert(Box.class, TableKey.of("depot", "x"), Update.none()));
		assertThatIllegalArgumentException().isThrownBy(() -> template.mergeOrInsert(Box.class, key, null))
			.withMessage("The update of Box must not be null");
	}

	@Test
	default void refusesWhatCouldNotBeReadAsDeclared() {
		WatchedGateway watched = new WatchedGateway(gateway());
		TableTemplate template = store(watched).template();
		TableKey key = TableKey.of("Sales", "member_0000000001");
		watched.forget();
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> template.mergeOrInsert(Member.class, key, Update.update("nick", "Don")))
			.withMessage("A new Member would lack [name, age], which are not nullable, if mergeOrInsert did not find "
					+ "its row; set them in the update, or make them nullable (a wrapper class instead of a primitive "
					+ "type)");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> template.mergeOrInsert(Member.class, key,
					Update.update("name", "Hall").set("age", 34).set("home.street", "Main")))
			.withMessageContaining("would lack [home.number], which");
		assertThat(watched.requests()).isEmpty();
		template.mergeOrInsert(Member.class, key, Update.update("name", "Hall").set("age", 34));
		assertThat(template.findById(Member.class, key)).contains(new Member("Sales", 1, "Hall", 34, null, null));
		template.mergeOrInsert(Member.class, key,
				Update.update("name", "Hall").set("age", 35).set("home.street", "Main").set("home.number", 1));
		assertThat(template.findById(Member.class, key))
			.contains(new Member("Sales", 1, "Hall", 35, null, new Home("Main", 1)));
	}

	@Test
	default void refusesWhatNeedsRead() {
		TableTemplate template = store(gateway()).template();
		for (Update update : List.of(Update.none().remove("today"), Update.none().increment("today", 1))) {
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
				.isThrownBy(() -> template.mergeOrInsert(Views.class, "home", update))
				.withMessage("mergeOrInsert sets values without reading, and to remove or increment Views.today the "
						+ "row must be read; name the operation with Update.once, or call merge or updateWithRetry "
						+ "instead");
		}
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> template.mergeOrInsert(Views.class, "home", Update.update("page", "other")))
			.withMessageContaining("stands in the key");
	}

	@Test
	default void keepsIndexesTrueByTwoRequests() {
		WatchedGateway watched = new WatchedGateway(gateway());
		StaffStore store = store(watched);
		TableTemplate template = store.template();
		for (Class<? extends Staff> type : List.<Class<? extends Staff>>of(Worker.class, Clerk.class, Boss.class)) {
			TableKey key = store.key(Staff.of(type, "Sales", 1, new Details(null, null, 0), null));
			watched.forget();
			template.mergeOrInsert(type, key, Update.update("age", 34).set("email", "hall"));
			assertThat(watched.requests()).as(type.getSimpleName()).containsExactly("get", "batch");
			assertThat(store.details()).containsEntry(key, new Details("hall", null, 34));
			store.checkIndexes("inserted " + type.getSimpleName());
			watched.forget();
			template.mergeOrInsert(type, key, Update.update("age", 35).set("city", "Rome"));
			assertThat(watched.requests()).as(type.getSimpleName()).containsExactly("get", "batch");
			assertThat(store.details()).containsEntry(key, new Details("hall", "Rome", 35));
			store.checkIndexes("merged " + type.getSimpleName());
		}
		Map<TableKey, TableRow> before = store.rows();
		TableKey other = store.key(Staff.of(Worker.class, "Sales", 2, new Details(null, null, 0), null));
		watched.forget();
		assertThatExceptionOfType(UniqueIndexException.class).isThrownBy(
				() -> template.mergeOrInsert(Worker.class, other, Update.update("email", "hall").set("age", 1)));
		assertThat(watched.requests().stream().filter("batch"::equals)).as("not tried again").hasSize(1);
		assertThat(store.rows()).isEqualTo(before);
	}

	@Test
	default void triesAgainWhenRowComesOrGoesInBetween() {
		WatchedGateway watched = new WatchedGateway(gateway());
		StaffStore store = store(watched);
		TableTemplate template = store.template();
		TableTemplate other = store.template(gateway());
		for (Class<? extends Staff> type : List.<Class<? extends Staff>>of(Worker.class, Clerk.class, Boss.class)) {
			Staff there = Staff.of(type, "Sales", 1, new Details("mine", "Rome", 1), null);
			TableKey key = store.key(there);
			Update update = Update.update("age", 7);
			once(watched, () -> other.insert(there));
			template.mergeOrInsert(type, key, update);
			assertThat(store.details()).containsEntry(key, new Details("mine", "Rome", 7));
			once(watched, () -> other.merge(type, key, Update.update("city", "Oslo")));
			template.mergeOrInsert(type, key, update);
			assertThat(store.details()).containsEntry(key, new Details("mine", "Oslo", 7));
			once(watched, () -> other.deleteById(type, key));
			template.mergeOrInsert(type, key, update);
			assertThat(store.details()).containsEntry(key, new Details(null, null, 7));
			store.checkIndexes(type.getSimpleName());
			other.deleteById(type, key);
		}
	}

	private static void once(WatchedGateway watched, Runnable action) {
		AtomicInteger calls = new AtomicInteger();
		watched.beforeWrite((writes) -> {
			if (calls.getAndIncrement() == 0) {
				action.run();
			}
		});
	}

	@Test
	default void givesUpAfterSoManyConflicts() {
		WatchedGateway watched = new WatchedGateway(gateway());
		StaffStore store = store(watched);
		TableTemplate impatient = new TableTemplate(watched, store.converter(), store.options().withConflictRetries(2));
		TableTemplate other = store.template(gateway());
		Staff there = other.insert(Staff.of(Boss.class, "Sales", 1, new Details("mine", null, 1), null));
		watched.forget();
		watched.beforeWrite((writes) -> other.save(there));
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> impatient.mergeOrInsert(Boss.class, store.key(there), Update.update("age", 7)));
		assertThat(watched.requests()).containsExactly("get", "batch", "get", "batch", "get", "batch");
	}

	@Test
	default void writesTypeOfNewRowAndLeavesOtherTypes() {
		WatchedGateway watched = new WatchedGateway(gateway());
		TableTemplate template = store(watched).template();
		TableTemplate before = store(gateway()).template();
		template.converter().entity(Fish.class);
		TableKey tom = TableKey.of("home", "pet_tom");
		watched.forget();
		template.mergeOrInsert(Cat.class, tom, Update.update("lives", 9));
		assertThat(watched.requests()).containsExactly("get", "write");
		template.mergeOrInsert(Cat.class, tom, Update.update("lives", 8));
		assertThat(watched.requests()).containsExactly("get", "write", "get", "write");
		assertThat(template.findById(Cat.class, tom)).contains(new Cat("home", "tom", 8));
		before.save(new OldCat("home", "old", 9));
		template.save(new Fish("home", "wanda", 3));
		assertRefused(() -> template.mergeOrInsert(Cat.class, TableKey.of("home", "pet_old"), Update.none()),
				"The Cat was not written: the row under its key has the EntityType 'Katze', which no mapped class");
		assertRefused(() -> template.mergeOrInsert(Cat.class, TableKey.of("home", "pet_wanda"), Update.none()),
				"The Cat was not written: the row under its key has the EntityType 'fish', which is another type; "
						+ "delete it first, or replace it by saving a whole Cat");
		assertThat(template.findById(Fish.class, TableKey.of("home", "pet_wanda")))
			.isEqualTo(Optional.of(new Fish("home", "wanda", 3)));
	}

	private static void assertRefused(ThrowingCallable write, String message) {
		assertThatExceptionOfType(DataIntegrityViolationException.class).isThrownBy(write)
			.withMessageStartingWith(message);
	}

	@Test
	default void leavesTypeOfSubtype() {
		TableTemplate template = store(gateway()).template();
		template.save(new Truck("depot", 1, 2, 40));
		TableKey key = TableKey.of("depot", "car_0000000001");
		template.mergeOrInsert(Car.class, key, Update.update("seats", 3));
		assertThat(row(key).properties()).containsEntry("EntityType", "truck")
			.containsEntry("seats", 3)
			.containsEntry("tons", 40);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> template.mergeOrInsert(Vehicle.class, key, Update.none()))
			.withMessage(
					"Vehicle is abstract, and a new row cannot be one; call mergeOrInsert with one of its subtypes");
	}

	@Table
	@PartitionKey("{page}")
	@RowKey("views")
	record Views(String page, @Nullable Long today, @Nullable String title) {

	}

	@Table
	@PartitionKey("{shop:lower}")
	@RowKey("price_{amount:6.2}_{size}")
	record Price(String shop, BigDecimal amount, int size, @Nullable String label) {

	}

	record PriceId(String shop, BigDecimal amount, int size) {

	}

	@Table
	@PartitionKey("{depot}")
	@RowKey("box_{size}")
	record Box(String depot, @Column int size, @Nullable String content) {

	}

	@Table
	@PartitionKey("{club}")
	@RowKey("member_{id}")
	record Member(String club, int id, @NonNull String name, int age, @Nullable String nick,
			@Flattened @Nullable Home home) {

	}

	record Home(@Nullable String street, int number) {

	}

	@Table("Pets")
	@EntityType
	@PartitionKey("{home}")
	@RowKey("pet_{name}")
	interface Pet {

	}

	@EntityType("cat")
	record Cat(String home, String name, @Nullable Integer lives) implements Pet {

	}

	@EntityType("fish")
	record Fish(String home, String name, int fins) implements Pet {

	}

	@Table("Pets")
	@EntityType("Katze")
	@PartitionKey("{home}")
	@RowKey("pet_{name}")
	record OldCat(String home, String name, int lives) {

	}

	@Table
	@EntityType
	@PartitionKey("{depot}")
	@RowKey("car_{id}")
	abstract class Vehicle {

		private final String depot;

		private final int id;

		Vehicle(String depot, int id) {
			this.depot = depot;
			this.id = id;
		}

	}

	@EntityType("car")
	class Car extends Vehicle {

		private final int seats;

		Car(String depot, int id, int seats) {
			super(depot, id);
			this.seats = seats;
		}

	}

	@EntityType("truck")
	class Truck extends Car {

		private final int tons;

		Truck(String depot, int id, int seats, int tons) {
			super(depot, id, seats);
			this.tons = tons;
		}

	}

}
