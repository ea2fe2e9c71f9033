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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.operations.Staff.Boss;
import io.azuretables.operations.Staff.Clerk;
import io.azuretables.operations.Staff.Details;
import io.azuretables.operations.Staff.Guest;
import io.azuretables.operations.Staff.Visitor;
import io.azuretables.operations.Staff.Worker;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import io.azuretables.row.RowWrite;
import io.azuretables.sample.MutableClock;
import io.azuretables.write.PartialWriteException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.OptimisticLockingFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * One entity is written: on which condition, with which outcome, by how many requests.
 */
class EntityWriteTests {

	private static final Details OLD = new Details("old", "old", 1);

	private static final Details NEW = new Details("new", "new", 2);

	private final MutableClock clock = new MutableClock();

	private final WatchedGateway gateway = new WatchedGateway(new EmbeddedTableGateway(this.clock));

	private final StaffStore store = new StaffStore(this.gateway, Staff.TABLE);

	private final TableTemplate template = this.store.template();

	// @formatter:off
	@ParameterizedTest
	@CsvSource({
		// operation, row before, version of the entity: row after or exception, with a version and without
		"save,   absent,  none,    NEW,        NEW",
		"save,   absent,  current, Optimistic, NEW",
		"save,   present, none,    Duplicate,  NEW",
		"save,   present, current, NEW,        NEW",
		"save,   changed, current, Optimistic, NEW",
		"insert, absent,  none,    NEW,        NEW",
		"insert, absent,  current, NEW,        NEW",
		"insert, present, none,    Duplicate,  Duplicate",
		"insert, present, current, Duplicate,  Duplicate",
		"update, absent,  none,    Usage,      Optimistic",
		"update, absent,  current, Optimistic, Optimistic",
		"update, present, none,    Usage,      NEW",
		"update, present, current, NEW,        NEW",
		"update, changed, current, Optimistic, NEW",
		"delete, absent,  none,    absent,     absent",
		"delete, absent,  current, Optimistic, absent",
		"delete, present, none,    absent,     absent",
		"delete, present, current, absent,     absent",
		"delete, changed, current, Optimistic, absent",
	})
	// @formatter:on
	void writesOnCondition(String operation, String before, String version, String versioned, String unversioned) {
		for (Class<? extends Staff> type : Staff.TYPES) {
			boolean has = type == Visitor.class || type == Clerk.class;
			String expected = has ? versioned : unversioned;
			String description = operation + " " + type.getSimpleName() + " " + before + " " + version;
			Staff staff = given(type, before, version);
			Details left = this.store.details().get(this.store.key(staff));
			String outcome = outcome(operation, staff);
			Details right = this.store.details().get(this.store.key(staff));
			if (expected.equals("NEW") || expected.equals("absent")) {
				assertThat(outcome).as(description).isEqualTo("done");
				assertThat(right).as(description).isEqualTo(expected.equals("NEW") ? NEW : null);
			}
			else {
				assertThat(outcome).as(description).startsWith(expected);
				assertThat(right).as(description).isEqualTo(left);
			}
			this.store.checkIndexes(description);
			this.template.deleteById(type, this.store.key(staff));
		}
	}

	private Staff given(Class<?> type, String before, String version) {
		Staff there = this.template.save(Staff.of(type, "Sales", 1, OLD, null));
		if (before.equals("absent")) {
			this.template.deleteById(type, this.store.key(there));
		}
		else if (before.equals("changed")) {
			this.template.save(Staff.of(type, "Sales", 1, new Details("other", null, 9), there.etag()));
		}
		return Staff.of(type, "Sales", 1, NEW, version.equals("none") ? null : there.etag());
	}

	private String outcome(String operation, Staff staff) {
		try {
			Staff written = switch (operation) {
				case "save" -> this.template.save(staff);
				case "insert" -> this.template.insert(staff);
				case "update" -> this.template.update(staff);
				default -> {
					this.template.delete(staff);
					yield staff;
				}
			};
			boolean versioned = written instanceof Visitor || written instanceof Clerk;
			if (versioned && !operation.equals("delete")) {
				assertThat(written.etag()).isNotNull();
				assertThat(this.template.findById(written.getClass(), this.store.key(written)))
					.hasValueSatisfying((read) -> assertThat(read.etag()).isEqualTo(written.etag()));
			}
			return "done";
		}
		catch (OptimisticLockingFailureException ex) {
			return "Optimistic";
		}
		catch (DuplicateKeyException ex) {
			return "Duplicate";
		}
		catch (InvalidDataAccessApiUsageException ex) {
			return "Usage";
		}
	}

	@Test
	void saysTheSameOfEveryStaleVersion() {
		Clerk clerk = (Clerk) this.template.save(Staff.of(Clerk.class, "Sales", 1, OLD, null));
		Staff visitor = this.template.save(Staff.of(Visitor.class, "Sales", 1, OLD, null));
		Clerk found = this.template
			.findOne(TableQuery.of(Criteria.where("department").is("Sales").and(Criteria.where("age").is(OLD.age()))),
					Clerk.class)
			.orElseThrow();
		assertThat(found.etag()).as("the version of a copy").isNotEqualTo(clerk.etag());
		this.template.save(Staff.of(Clerk.class, "Sales", 1, new Details("else", OLD.city(), OLD.age()), clerk.etag()));
		this.template.save(Staff.of(Visitor.class, "Sales", 1, NEW, visitor.etag()));
		for (Staff stale : List.of(clerk, found, visitor)) {
			String name = stale.getClass().getSimpleName();
			Staff changed = Staff.of(stale.getClass(), "Sales", 1, new Details(OLD.email(), "Rome", OLD.age()),
					stale.etag());
			for (ThrowingCallable write : List.<ThrowingCallable>of(() -> this.template.save(changed),
					() -> this.template.update(changed), () -> this.template.delete(changed),
					() -> this.template.inPartition(Staff.TABLE, "Sales").save(changed).commit(),
					() -> this.template.inPartition(Staff.TABLE, "Sales")
						.save(Staff.of(Guest.class, "Sales", 7, OLD, null))
						.delete(changed)
						.commit())) {
				assertThatExceptionOfType(OptimisticLockingFailureException.class).as(name)
					.isThrownBy(write)
					.withMessage("The " + name + " has been changed by another writer since it was read");
			}
		}
	}

	@Test
	void saysTheSameOfEveryVersionThatIsGone() {
		Clerk clerk = (Clerk) this.template.save(Staff.of(Clerk.class, "Sales", 1, OLD, null));
		Staff visitor = this.template.save(Staff.of(Visitor.class, "Sales", 1, OLD, null));
		Clerk found = this.template
			.findOne(TableQuery.of(Criteria.where("department").is("Sales").and(Criteria.where("age").is(OLD.age()))),
					Clerk.class)
			.orElseThrow();
		this.template.delete(clerk);
		this.template.delete(visitor);
		for (Staff gone : List.of(clerk, found, visitor)) {
			String name = gone.getClass().getSimpleName();
			assertThatExceptionOfType(OptimisticLockingFailureException.class).as(name)
				.isThrownBy(() -> this.template.save(gone))
				.withMessage("The " + name + " is not there any more");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "*", "", " ", " *", "* ", "5", "\"", "W/", "W/\"", "W/\"a\"\"", "W/\"a\nb\"",
			"* empid_000001", "W/\"a\" other_000001", "\u00e4" })
	void refusesVersionsThatNoRowCanHave(String version) {
		for (Class<? extends Staff> type : List.of(Visitor.class, Clerk.class)) {
			Staff there = this.template.save(Staff.of(type, "Sales", 1, OLD, null));
			Staff changed = Staff.of(type, "Sales", 1, NEW, version);
			for (ThrowingCallable write : List.<ThrowingCallable>of(() -> this.template.save(changed),
					() -> this.template.update(changed), () -> this.template.delete(changed),
					() -> this.template.inPartition(Staff.TABLE, "Sales").save(changed).commit(),
					() -> this.template.inPartition(Staff.TABLE, "Sales").check(changed).commit())) {
				assertThatExceptionOfType(OptimisticLockingFailureException.class).as(type.getSimpleName())
					.isThrownBy(write);
			}
			assertThatExceptionOfType(PartialWriteException.class).as(type.getSimpleName())
				.isThrownBy(() -> this.template.saveAll(List.of(changed)))
				.withCauseInstanceOf(OptimisticLockingFailureException.class);
			assertThat(this.template.findById(type, this.store.key(there))).as(type.getSimpleName())
				.hasValueSatisfying((read) -> assertThat(read.etag()).isEqualTo(there.etag()));
			this.template.delete(there);
		}
	}

	@Test
	void saysWhyAnEntityCountsAsNew() {
		this.template.save(Staff.of(Clerk.class, "Sales", 1, OLD, null));
		assertThatExceptionOfType(DuplicateKeyException.class)
			.isThrownBy(() -> this.template.save(Staff.of(Clerk.class, "Sales", 1, NEW, null)))
			.withMessageStartingWith(
					"The Clerk with this key is there already, and the one to be saved has no version, "
							+ "so that it counts as new; save what was read, or change it by updateWithRetry or merge: ");
		assertThatExceptionOfType(DuplicateKeyException.class)
			.isThrownBy(() -> this.template.insert(Staff.of(Clerk.class, "Sales", 1, NEW, null)))
			.withMessageStartingWith("The Clerk with this key is there already: ");
	}

	@Test
	void needsOneRequestUnlessAnIndexRowMayMove() {
		for (Class<? extends Staff> type : Staff.TYPES) {
			boolean moves = type == Worker.class || type == Clerk.class;
			Staff staff = Staff.of(type, "Sales", 1, OLD, null);
			this.gateway.forget();
			Staff there = this.template.insert(staff);
			assertThat(this.gateway.requests()).as(type.getSimpleName()).hasSize(1);
			this.gateway.forget();
			there = this.template.save(Staff.of(type, "Sales", 1, NEW, there.etag()));
			assertThat(this.gateway.requests()).as(type.getSimpleName()).hasSize(moves ? 2 : 1);
			this.gateway.forget();
			this.template.merge(type, this.store.key(there), Update.update("age", 7));
			assertThat(this.gateway.requests()).as(type.getSimpleName())
				.hasSize((type == Guest.class || type == Visitor.class) ? 1 : 2);
			this.gateway.forget();
			this.template.deleteById(type, this.store.key(there));
			assertThat(this.gateway.requests()).as(type.getSimpleName()).hasSize(moves ? 2 : 1);
			this.gateway.forget();
			assertThatExceptionOfType(OptimisticLockingFailureException.class)
				.isThrownBy(() -> this.template.update(Staff.of(type, "Sales", 1, NEW, "W/\"1\"")));
			assertThat(this.gateway.requests()).as(type.getSimpleName()).hasSize(1);
		}
	}

	@Test
	void readsOnlyColumnsThatIndexKeysNeed() {
		Staff there = this.template.save(Staff.of(Worker.class, "Sales", 1, OLD, null));
		this.gateway.forget();
		this.template.save(there);
		assertThat(this.gateway.selects()).singleElement()
			.satisfies((select) -> assertThat(select).containsExactlyInAnyOrder("email", "city", "age"));
	}

	@Test
	void mergesRemovesAndIncrements() {
		for (Class<? extends Staff> type : Staff.TYPES) {
			Staff there = this.template.save(Staff.of(type, "Sales", 1, OLD, null));
			TableKey key = this.store.key(there);
			this.template.merge(type, key, Update.update("email", "merged").remove("city").increment("age", 41));
			assertThat(this.store.details().get(key)).isEqualTo(new Details("merged", null, 42));
			this.store.checkIndexes("after merging");
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
				.isThrownBy(() -> this.template.merge(type, key, Update.update("id", 2)))
				.withMessageContaining("stands in the key");
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
				.isThrownBy(() -> this.template.merge(type, key, Update.none().increment("email", 1)));
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
				.isThrownBy(() -> this.template.merge(type, key, Update.update("nothing", 2)));
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
				.isThrownBy(() -> this.template.merge(type, key, Update.update("city", Optional.empty())))
				.withMessage("An update sets no nulls; remove 'city' instead");
			this.template.delete(Staff.of(type, "Sales", 1, OLD, null));
			assertThatExceptionOfType(OptimisticLockingFailureException.class)
				.isThrownBy(() -> this.template.merge(type, key, Update.update("age", 1)));
			assertThatExceptionOfType(OptimisticLockingFailureException.class)
				.isThrownBy(() -> this.template.merge(type, key, Update.none().remove("city")));
		}
	}

	@ParameterizedTest
	@ValueSource(doubles = { 1.5, 1e10, Double.NaN })
	void refusesIncrementsThatPropertyDoesNotHold(double by) {
		Staff there = this.template.save(Staff.of(Guest.class, "Sales", 1, OLD, null));
		assertThatExceptionOfType(DataAccessException.class)
			.isThrownBy(
					() -> this.template.merge(Guest.class, this.store.key(there), Update.none().increment("age", by)))
			.isInstanceOfAny(DataIntegrityViolationException.class, InvalidDataAccessApiUsageException.class);
		assertThat(this.store.details()).containsValue(OLD);
	}

	@Test
	void doesNotBringBackWhatWasDeletedBetweenReadAndWrite() {
		Staff there = this.template.save(Staff.of(Clerk.class, "Sales", 1, OLD, null));
		TableKey key = this.store.key(there);
		assertThat(this.template.updateWithRetry(Clerk.class, key, (read) -> {
			this.template.deleteById(Clerk.class, key);
			return read;
		})).isEmpty();
		assertThat(this.store.rows()).isEmpty();
	}

	@Test
	void refusesChangeOfKey() {
		Staff there = this.template.save(Staff.of(Guest.class, "Sales", 1, OLD, null));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.template.updateWithRetry(Guest.class, this.store.key(there),
					(read) -> (Guest) Staff.of(Guest.class, "Sales", 2, OLD, null)))
			.withMessageContaining("another key");
	}

	@Test
	void losesNoIncrement() throws Exception {
		Staff counter = this.template.save(Staff.of(Boss.class, "Sales", 1, new Details(null, null, 0), null));
		ExecutorService threads = Executors.newFixedThreadPool(16);
		List<Future<?>> done = new ArrayList<>();
		for (int i = 0; i < 16; i++) {
			done.add(threads.submit(() -> {
				for (int n = 0; n < 200; n++) {
					this.template.updateWithRetry(Boss.class, this.store.key(counter),
							(read) -> new Boss("Sales", 1, null, null, read.age() + 1));
				}
			}));
		}
		for (Future<?> one : done) {
			one.get();
		}
		threads.shutdownNow();
		assertThat(this.store.details().get(this.store.key(counter)).age()).isEqualTo(3_200);
	}

	@Test
	void takesNoNulls() {
		for (ThrowingCallable call : List.<ThrowingCallable>of(() -> this.template.save(null),
				() -> this.template.saveAll((Iterable<Object>) null),
				() -> this.template.saveAll(Arrays.asList((Object) null)),
				() -> this.template.findById(Guest.class, null), () -> this.template.deleteById(Guest.class, null),
				() -> this.template.findAllById(Guest.class, null),
				() -> this.template.deleteAll((Iterable<?>) null))) {
			assertThatIllegalArgumentException().isThrownBy(call).withMessageEndingWith("must not be null");
		}
		Staff there = this.template.save(Staff.of(Guest.class, "Sales", 1, OLD, null));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.template.updateWithRetry(Guest.class, this.store.key(there), (read) -> null))
			.withMessageContaining("gave null: return the entity as it is to be, or delete it by deleteById");
		assertThatIllegalArgumentException().isThrownBy(() -> this.store.options().withConflictRetries(-1))
			.withMessage("A write is tried again 0 times or more, not -1 times");
	}

	@Test
	void givesUpAfterSoManyConflicts() {
		TableTemplate impatient = new TableTemplate(this.gateway, this.store.converter(),
				this.store.options().withConflictRetries(3));
		Staff there = this.template.save(Staff.of(Guest.class, "Sales", 1, OLD, null));
		List<Object> attempts = new ArrayList<>();
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> impatient.updateWithRetry(Guest.class, this.store.key(there), (read) -> {
				attempts.add(read);
				this.template.save(Staff.of(Guest.class, "Sales", 1, NEW, null));
				return read;
			}));
		assertThat(attempts).as("once, and three times again").hasSize(4);
	}

	@Test
	void mendsMissingIndexRow() {
		for (Class<? extends Staff> type : List.<Class<? extends Staff>>of(Worker.class, Clerk.class, Boss.class)) {
			for (String operation : List.of("save", "delete", "merge", "transaction", "saveAll", "deleteById")) {
				Staff there = this.template.save(Staff.of(type, "Sales", 1, OLD, null));
				deleteIndexRows();
				change(operation, there, NEW);
				this.store.checkIndexes(operation + " " + type.getSimpleName());
				this.template.deleteById(type, this.store.key(there));
				assertThat(this.store.rows()).isEmpty();
			}
		}
	}

	private void deleteIndexRows() {
		this.store.rows()
			.keySet()
			.stream()
			.filter((key) -> !this.store.entities(this.store.rows()).containsKey(key))
			.forEach((key) -> this.gateway.write(Staff.TABLE, new RowWrite.Delete(key, RowWrite.ANY)));
	}

	private void change(String operation, Staff there, Details details) {
		Staff changed = Staff.of(there.getClass(), "Sales", there.id(), details, there.etag());
		switch (operation) {
			case "save" -> this.template.save(changed);
			case "delete" -> this.template.delete(changed);
			case "deleteById" -> this.template.deleteById(there.getClass(), this.store.key(there));
			case "merge" -> this.template.merge(there.getClass(), this.store.key(there),
					Update.update("email", "new").set("city", "new").set("age", 2));
			case "saveAll" -> this.template.saveAll(List.of(changed));
			default -> this.template.inPartition(Staff.TABLE, "Sales").replace(changed).commit();
		}
	}

	@Test
	void takesUniqueKeyOfEntityThatForeignWriterHasDeletedOrChanged() {
		for (Class<? extends Staff> type : List.<Class<? extends Staff>>of(Worker.class, Clerk.class)) {
			for (String operation : List.of("save", "merge", "transaction", "saveAll")) {
				Details stale = new Details("stale", null, 5);
				Staff gone = this.template.save(Staff.of(type, "Sales", 1, stale, null));
				deleteEntity(gone);
				Staff there = this.template.save(Staff.of(type, "Sales", 2, OLD, null));
				change(operation, there, new Details("stale", "new", 2));
				if (operation.equals("merge")) {
					this.template.merge(type, this.store.key(there), Update.update("email", "stale"));
				}
				assertThat(this.store.rows().keySet()).extracting(TableKey::rowKey)
					.anyMatch((key) -> key.endsWith("email_stale"));
				assertThatNoException().isThrownBy(() -> this.template.deleteById(type, this.store.key(there)));
				this.gateway.deleteTable(Staff.TABLE);
				this.clock.pass(EmbeddedTableGateway.DELETION);
				this.gateway.createTable(Staff.TABLE);
			}
		}
	}

	private void deleteEntity(Staff staff) {
		this.gateway.write(Staff.TABLE, new RowWrite.Delete(this.store.key(staff), RowWrite.ANY));
	}

	@Test
	void takesOwnUniqueKeyThatForeignWriterHasLeft() {
		Staff gone = this.template.save(Staff.of(Clerk.class, "Sales", 1, OLD, null));
		deleteEntity(gone);
		this.template.insert(Staff.of(Clerk.class, "Sales", 1, OLD, null));
		this.store.checkIndexes("after inserting again");
	}

}
