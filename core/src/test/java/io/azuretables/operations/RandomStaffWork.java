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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import io.azuretables.key.TableKey;
import io.azuretables.operations.Staff.Details;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import io.azuretables.write.PartialWriteException;
import io.azuretables.write.UniqueIndexException;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Random operations on a few entities of a store, and on a map that says what should
 * become of them.
 */
class RandomStaffWork {

	private static final List<String> DEPARTMENTS = List.of("Sales", "Marketing");

	private static final int IDS = 4;

	private final Random random;

	private final StaffStore store;

	private final TableTemplate template;

	/**
	 * What should be there.
	 */
	private final Map<TableKey, Staff> model = new HashMap<>();

	private final Map<String, Integer> outcomes = new LinkedHashMap<>();

	private String last = "";

	RandomStaffWork(long seed, StaffStore store) {
		this.random = new Random(seed);
		this.store = store;
		this.template = store.template();
	}

	/**
	 * How often operations ended in which way.
	 */
	Map<String, Integer> outcomes() {
		return this.outcomes;
	}

	void run(long seed, int steps, int checkEvery) {
		for (int step = 1; step <= steps; step++) {
			step();
			if (step % checkEvery == 0 || step == steps) {
				check("seed " + seed + ", step " + step + ": " + this.last);
			}
		}
	}

	private void check(String description) {
		this.store.checkIndexes(description);
		Map<TableKey, Details> expected = new HashMap<>();
		this.model.forEach((key, staff) -> expected.put(key, staff.details()));
		assertThat(this.store.details()).as(description).isEqualTo(expected);
	}

	private void step() {
		switch (this.random.nextInt(12)) {
			case 0, 1, 2 -> one("save", this.template::save);
			case 3 -> one("insert", this.template::insert);
			case 4 -> one("update", this.template::update);
			case 5 -> delete();
			case 6 -> deleteById();
			case 7 -> merge();
			case 8 -> many();
			case 9 -> together();
			case 10 -> deleteMany();
			default -> deleteByQuery();
		}
	}

	private Staff random() {
		Class<?> type = Staff.TYPES.get(this.random.nextInt(Staff.TYPES.size()));
		String department = DEPARTMENTS.get(this.random.nextInt(DEPARTMENTS.size()));
		return random(type, department, this.random.nextInt(IDS));
	}

	/**
	 * An entity with random details, and the version of the one that is there, of another
	 * time, or none.
	 */
	private Staff random(Class<?> type, String department, int id) {
		Staff bare = Staff.of(type, department, id, details(), null);
		Staff current = this.model.get(this.store.key(bare));
		String etag = (current != null) ? current.etag() : null;
		if (this.random.nextInt(5) == 0) {
			etag = this.random.nextBoolean() ? null : "W/\"datetime'2001-01-01T00%3A00%3A00.0000000Z'\"";
		}
		else if (current != null && isVersioned(type) && this.random.nextInt(4) == 0) {
			etag = viaIndex(type, current, etag);
		}
		return Staff.of(type, department, id, bare.details(), etag);
	}

	/**
	 * The version that the entity has when it is read through an index.
	 */
	private @Nullable String viaIndex(Class<?> type, Staff current, @Nullable String etag) {
		if (type != Staff.Clerk.class) {
			return etag;
		}
		TableQuery byAge = TableQuery.of(Criteria.where("department")
			.is(current.department())
			.and(Criteria.where("age").is(current.age()))
			.and(Criteria.where("id").is(current.id())));
		return this.template.findOne(byAge, Staff.Clerk.class).map(Staff.Clerk::etag).orElse(etag);
	}

	private Details details() {
		String email = (this.random.nextInt(4) == 0) ? null : "mail" + this.random.nextInt(6);
		String city = (this.random.nextInt(4) == 0) ? null : "city" + this.random.nextInt(3);
		return new Details(email, city, this.random.nextInt(5));
	}

	private static boolean isVersioned(Class<?> type) {
		return type == Staff.Visitor.class || type == Staff.Clerk.class;
	}

	private void count(String operation, @Nullable Exception outcome) {
		String name = (outcome != null) ? outcome.getClass().getSimpleName() : "done";
		this.outcomes.merge(operation + " " + name, 1, Integer::sum);
	}

	/**
	 * The exception that a write of one entity should end with.
	 */
	private @Nullable Class<? extends Exception> refusal(Staff staff, String operation) {
		Staff current = this.model.get(this.store.key(staff));
		boolean versioned = isVersioned(staff.getClass());
		boolean insert = operation.equals("insert") || (operation.equals("save") && versioned && staff.etag() == null);
		if (operation.equals("update") && versioned && staff.etag() == null) {
			return org.springframework.dao.InvalidDataAccessApiUsageException.class;
		}
		if (insert) {
			return (current != null) ? DuplicateKeyException.class : uniqueRefusal(staff);
		}
		if (current == null && (operation.equals("update") || (versioned && staff.etag() != null))) {
			return OptimisticLockingFailureException.class;
		}
		if (current != null && versioned && isStale(staff, current)) {
			return OptimisticLockingFailureException.class;
		}
		return uniqueRefusal(staff);
	}

	private static boolean isStale(Staff staff, Staff current) {
		String etag = staff.etag();
		return etag != null && etag.contains("2001-01-01") && !etag.equals(current.etag());
	}

	private @Nullable Class<? extends Exception> uniqueRefusal(Staff staff) {
		boolean unique = staff instanceof Staff.Worker || staff instanceof Staff.Clerk;
		boolean taken = unique && staff.email() != null
				&& this.model.values()
					.stream()
					.anyMatch((other) -> other.getClass() == staff.getClass()
							&& other.department().equals(staff.department()) && other.id() != staff.id()
							&& staff.email().equals(other.email()));
		return taken ? UniqueIndexException.class : null;
	}

	private void one(String operation, java.util.function.UnaryOperator<Staff> write) {
		Staff staff = random();
		this.last = operation + " " + staff.getClass().getSimpleName() + " " + this.store.key(staff) + " "
				+ staff.details() + " " + staff.etag();
		Class<? extends Exception> refusal = refusal(staff, operation);
		try {
			Staff written = write.apply(staff);
			assertThat(refusal).as(this.last).isNull();
			this.model.put(this.store.key(staff), written);
			count(operation, null);
		}
		catch (DataAccessException ex) {
			assertRefused(ex, refusal);
			count(operation, ex);
		}
	}

	private void assertRefused(DataAccessException ex, @Nullable Class<? extends Exception> refusal) {
		if (refusal == null) {
			throw new AssertionError(this.last + " should have been done", ex);
		}
		assertThat(ex).as(this.last).isInstanceOf(refusal);
	}

	private void delete() {
		Staff staff = random();
		Staff current = this.model.get(this.store.key(staff));
		this.last = "delete " + staff.getClass().getSimpleName() + " " + this.store.key(staff) + " " + staff.etag();
		boolean refused = staff.etag() != null && isVersioned(staff.getClass())
				&& (current == null || isStale(staff, current));
		try {
			this.template.delete(staff);
			assertThat(refused).as(this.last).isFalse();
			this.model.remove(this.store.key(staff));
			count("delete", null);
		}
		catch (DataAccessException ex) {
			assertRefused(ex, refused ? OptimisticLockingFailureException.class : null);
			count("delete", ex);
		}
	}

	private void deleteById() {
		Staff staff = random();
		this.last = "deleteById " + this.store.key(staff);
		boolean deleted = this.template.deleteById(staff.getClass(), this.store.key(staff));
		assertThat(deleted).as(this.last).isEqualTo(this.model.remove(this.store.key(staff)) != null);
		count("deleteById", null);
	}

	private void merge() {
		Staff staff = random();
		TableKey key = this.store.key(staff);
		Staff current = this.model.get(key);
		Update update = Update.update("age", staff.age());
		String email = (current != null) ? current.email() : null;
		if (staff.email() != null && this.random.nextBoolean()) {
			email = staff.email();
			update = update.set("email", staff.email());
		}
		String city = (current != null) ? current.city() : null;
		if (this.random.nextInt(3) == 0) {
			city = null;
			update = update.remove("city");
		}
		this.last = "merge " + staff.getClass().getSimpleName() + " " + key + " " + email + " " + city;
		Details details = new Details(email, city, staff.age());
		Staff merged = Staff.of(staff.getClass(), staff.department(), staff.id(), details, null);
		Class<? extends Exception> refusal = (current == null) ? OptimisticLockingFailureException.class
				: uniqueRefusal(merged);
		try {
			this.template.merge(staff.getClass(), key, update);
			assertThat(refusal).as(this.last).isNull();
			this.model.put(key, this.template.findById(staff.getClass(), key).orElseThrow());
			assertThat(this.model.get(key).details()).as(this.last).isEqualTo(details);
			count("merge", null);
		}
		catch (DataAccessException ex) {
			assertRefused(ex, refusal);
			count("merge", ex);
		}
	}

	private List<Staff> some() {
		List<Staff> some = new ArrayList<>();
		int size = 1 + this.random.nextInt(6);
		while (some.size() < size) {
			some.add(random());
		}
		return some;
	}

	private void many() {
		List<Staff> some = some();
		this.last = "saveAll " + some.stream().map((one) -> this.store.key(one) + " " + one.details()).toList();
		try {
			List<Staff> saved = this.template.saveAll(some);
			assertThat(saved).hasSize(some.size());
			saved.forEach((one) -> this.model.put(this.store.key(one), one));
			count("saveAll", null);
		}
		catch (PartialWriteException ex) {
			assertThat(ex.getApplied().size() + ex.getRefused().size() + ex.getNotAttempted().size()).as(this.last)
				.isEqualTo(some.size());
			assertThat(ex.getRefused()).as(this.last).isNotEmpty();
			ex.getApplied().forEach((one) -> this.model.put(this.store.key(one), (Staff) one));
			count("saveAll", ex);
		}
	}

	private void deleteMany() {
		List<Staff> some = some().stream()
			.map((one) -> Staff.of(one.getClass(), one.department(), one.id(), one.details(), null))
			.toList();
		this.last = "deleteAll " + some.stream().map(this.store::key).toList();
		this.template.deleteAll(some);
		some.forEach((one) -> this.model.remove(this.store.key(one)));
		count("deleteAll", null);
	}

	private void deleteByQuery() {
		Class<?> type = Staff.TYPES.get(this.random.nextInt(Staff.TYPES.size()));
		String department = DEPARTMENTS.get(this.random.nextInt(DEPARTMENTS.size()));
		String email = "mail" + this.random.nextInt(6);
		TableQuery query = TableQuery
			.of(Criteria.where("department").is(department).and(Criteria.where("email").is(email)));
		this.last = "delete by query " + type.getSimpleName() + " " + department + " " + email;
		List<TableKey> keys = this.model.entrySet()
			.stream()
			.filter((entry) -> entry.getValue().getClass() == type && entry.getValue().department().equals(department)
					&& email.equals(entry.getValue().email()))
			.map(Map.Entry::getKey)
			.toList();
		assertThat(this.template.delete(query, type)).as(this.last).isEqualTo(keys.size());
		keys.forEach(this.model::remove);
		count("delete by query", null);
	}

	private void together() {
		String department = DEPARTMENTS.get(this.random.nextInt(DEPARTMENTS.size()));
		PartitionTransaction transaction = this.template.inPartition(this.store.table(), department);
		Map<TableKey, Staff> changes = new LinkedHashMap<>();
		for (Class<?> type : Staff.TYPES) {
			Staff staff = random(type, department, this.random.nextInt(IDS));
			TableKey key = this.store.key(staff);
			Staff current = this.model.get(key);
			if (current != null && this.random.nextInt(3) == 0) {
				transaction.delete(current);
				changes.put(key, staff);
			}
			else if (current == null) {
				transaction.insert(Staff.of(type, department, staff.id(), staff.details(), null));
			}
			else if (this.random.nextBoolean()) {
				transaction.replace(Staff.of(type, department, staff.id(), staff.details(), current.etag()));
			}
			else {
				transaction.save(staff);
			}
		}
		this.last = "inPartition " + department;
		try {
			List<Object> written = transaction.commit();
			written.forEach((one) -> this.model.put(this.store.key(one), (Staff) one));
			changes.keySet().forEach(this.model::remove);
			count("inPartition", null);
		}
		catch (DuplicateKeyException | OptimisticLockingFailureException ex) {
			count("inPartition", ex);
		}
	}

}
