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
import java.util.Map;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.Staff.Clerk;
import io.azuretables.operations.Staff.Details;
import io.azuretables.operations.Staff.Guest;
import io.azuretables.operations.Staff.Visitor;
import io.azuretables.operations.Staff.Worker;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.write.UniqueIndexException;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.OptimisticLockingFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Entities of several types in one partition are written together or not at all.
 */
class PartitionTransactionTests {

	private static final Details OLD = new Details("old", "old", 1);

	private static final Details NEW = new Details("new", "new", 2);

	private final WatchedGateway gateway = new WatchedGateway(new EmbeddedTableGateway());

	private final StaffStore store = new StaffStore(this.gateway, Staff.TABLE);

	private final TableTemplate template = this.store.template();

	@Test
	void writesEntitiesOfSeveralTypesInOneRequest() {
		Staff visitor = this.template.save(Staff.of(Visitor.class, "Sales", 1, OLD, null));
		Staff worker = this.template.save(Staff.of(Worker.class, "Sales", 1, OLD, null));
		this.gateway.forget();
		List<Object> written = begin().replace(Staff.of(Visitor.class, "Sales", 1, NEW, visitor.etag()))
			.delete(worker)
			.insert(Staff.of(Clerk.class, "Sales", 1, NEW, null))
			.save(Staff.of(Guest.class, "Sales", 1, NEW, null))
			.commit();
		assertThat(this.gateway.requests()).containsExactly("get", "batch");
		assertThat(written).extracting((one) -> one.getClass().getSimpleName())
			.containsExactly("Visitor", "Worker", "Clerk", "Guest");
		assertThat(this.template.findById(Clerk.class, this.store.key(written.get(2))))
			.contains((Clerk) written.get(2));
		assertThat(((Visitor) written.get(0)).etag()).isNotEqualTo(visitor.etag());
		assertThat(this.store.details()).hasSize(3).doesNotContainValue(OLD);
		this.store.checkIndexes("after the transaction");
	}

	@Test
	void writesNothingWhereOneIsRefused() {
		Staff visitor = this.template.save(Staff.of(Visitor.class, "Sales", 1, OLD, null));
		Staff clerk = this.template.save(Staff.of(Clerk.class, "Sales", 1, OLD, null));
		this.template.save(Staff.of(Visitor.class, "Sales", 1, OLD, visitor.etag()));
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(begin().replace(Staff.of(Clerk.class, "Sales", 1, NEW, clerk.etag()))
				.replace(Staff.of(Visitor.class, "Sales", 1, NEW, visitor.etag()))::commit);
		assertThatExceptionOfType(DuplicateKeyException.class)
			.isThrownBy(begin().insert(Staff.of(Guest.class, "Sales", 1, NEW, null)).insert(clerk)::commit);
		assertThatExceptionOfType(UniqueIndexException.class)
			.isThrownBy(begin().insert(Staff.of(Guest.class, "Sales", 1, NEW, null))
				.insert(Staff.of(Clerk.class, "Sales", 2, OLD, null))::commit);
		assertThat(this.store.details()).hasSize(2).doesNotContainValue(NEW);
		this.store.checkIndexes("after refusals");
	}

	@Test
	void checksVersionsOfOthers() {
		Staff visitor = this.template.save(Staff.of(Visitor.class, "Sales", 1, OLD, null));
		begin().check(visitor).save(Staff.of(Guest.class, "Sales", 1, NEW, null)).commit();
		assertThatExceptionOfType(OptimisticLockingFailureException.class).as("it has a new version")
			.isThrownBy(begin().check(visitor).save(Staff.of(Guest.class, "Sales", 1, OLD, null))::commit);
		assertThat(this.template.findById(Guest.class, this.store.key(new Guest("Sales", 1, null, null, 0))))
			.hasValueSatisfying((guest) -> assertThat(guest.details()).isEqualTo(NEW));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> begin().check(Staff.of(Visitor.class, "Sales", 2, OLD, null)))
			.withMessageContaining("has no version");
	}

	@Test
	void checksVersionOfEntityFoundByIndex() {
		this.template.save(Staff.of(Clerk.class, "Sales", 1, OLD, null));
		Clerk found = this.template
			.findOne(TableQuery.of(Criteria.where("department").is("Sales").and(Criteria.where("age").is(1))),
					Clerk.class)
			.orElseThrow();
		begin().check(found).save(Staff.of(Guest.class, "Sales", 1, NEW, null)).commit();
		this.template.updateWithRetry(Clerk.class, this.store.key(found),
				(read) -> (Clerk) Staff.of(Clerk.class, "Sales", 1, NEW, read.etag()));
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(begin().check(found).save(Staff.of(Guest.class, "Sales", 1, OLD, null))::commit);
		this.store.checkIndexes("after checks");
	}

	@Test
	void refusesUniqueKeyThatTwoEntitiesWant() {
		assertThatExceptionOfType(UniqueIndexException.class)
			.isThrownBy(begin().insert(clerk(1, "x", null)).insert(clerk(2, "x", null))::commit)
			.withMessage("Another Clerk has the same key \"cemail_{email}\" in the unique index 'email'")
			.satisfies((ex) -> assertThat(ex.getIndex()).isEqualTo("email"));
		this.template.save(clerk(1, "x", null));
		Clerk keeping = this.template.findById(Clerk.class, this.store.key(clerk(1, "x", null))).orElseThrow();
		for (PartitionTransaction transaction : List.of(
				begin().replace(clerk(1, "x", keeping.etag())).insert(clerk(2, "x", null)),
				begin().insert(clerk(2, "x", null)).replace(clerk(1, "x", keeping.etag())),
				begin().replace(clerk(1, "y", keeping.etag()))
					.insert(clerk(2, "x", null))
					.insert(clerk(3, "x", null)))) {
			assertThatExceptionOfType(UniqueIndexException.class).isThrownBy(transaction::commit);
		}
		assertThat(this.store.details()).hasSize(1);
		this.store.checkIndexes("after refusals");
	}

	@Test
	void handsUniqueKeyOver() {
		Clerk hall = this.template.save(clerk(1, "x", null));
		this.gateway.forget();
		List<Object> written = begin().insert(clerk(2, "x", null)).replace(clerk(1, "y", hall.etag())).commit();
		assertThat(this.gateway.requests()).containsExactly("get", "batch");
		this.store.checkIndexes("after the key was taken and given up");
		Clerk cao = (Clerk) written.get(0);
		written = begin().delete(cao).insert(clerk(3, "x", null)).commit();
		this.store.checkIndexes("after the key of one that was deleted was taken");
		Clerk le = (Clerk) written.get(1);
		Clerk moved = this.template.findById(Clerk.class, this.store.key(hall)).orElseThrow();
		begin().save(clerk(1, "x", moved.etag())).save(clerk(3, "y", le.etag())).commit();
		this.store.checkIndexes("after two have exchanged their keys");
		assertThat(this.store.details()).hasSize(2);
	}

	@Test
	void handsUniqueKeyOverWhoseIndexRowIsMissing() {
		Clerk hall = this.template.save(clerk(1, "x", null));
		this.gateway.write(Staff.TABLE, new RowWrite.Delete(TableKey.of("Sales", "cemail_x"), RowWrite.ANY));
		begin().insert(clerk(2, "x", null)).replace(clerk(1, "y", hall.etag())).commit();
		this.store.checkIndexes("after the key was handed over");
	}

	@Test
	void handsOverNoKeyOfEntityThatHasChanged() {
		Clerk hall = this.template.save(clerk(1, "x", null));
		Clerk found = this.template
			.findOne(TableQuery.of(Criteria.where("department").is("Sales").and(Criteria.where("age").is(1))),
					Clerk.class)
			.orElseThrow();
		this.template.save(clerk(1, "z", hall.etag()));
		for (String stale : List.of(hall.etag(), found.etag())) {
			assertThatExceptionOfType(OptimisticLockingFailureException.class)
				.isThrownBy(begin().replace(clerk(1, "y", stale)).insert(clerk(2, "x", null))::commit)
				.withMessage("The Clerk has been changed by another writer since it was read");
		}
		assertThat(this.store.details()).hasSize(1);
		this.store.checkIndexes("after refusals");
	}

	private static Clerk clerk(int id, String email, String etag) {
		return (Clerk) Staff.of(Clerk.class, "Sales", id, new Details(email, "Oslo", id), etag);
	}

	@Test
	void refusesOtherPartitionsAndTables() {
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> begin().save(Staff.of(Guest.class, "Marketing", 1, OLD, null)))
			.withMessage("The Guest lies in another partition than the transaction; begin it with the partition key as "
					+ "the template \"{department}\" writes it");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(
				() -> this.template.inPartition("Others", "Sales").save(Staff.of(Guest.class, "Sales", 1, OLD, null)))
			.withMessage("The Guest lies in the table 'Staff', and the transaction is one of table 'Others'; begin it "
					+ "with the table of its entities");
	}

	@Test
	void writesRowsOfNoEntityBesides() {
		RowWrite insert = new RowWrite.Insert(TableRow.of(TableKey.of("Sales", "~note"), Map.of("text", "hello")));
		begin().save(Staff.of(Guest.class, "Sales", 1, OLD, null)).write(insert).commit();
		assertThat(this.gateway.read(Staff.TABLE, insert.key(), null, RowReader.rows())).isNotNull();
		assertThatExceptionOfType(DuplicateKeyException.class)
			.isThrownBy(begin().save(Staff.of(Guest.class, "Sales", 1, NEW, null)).write(insert)::commit);
		assertThat(this.store.details()).hasSize(1).containsValue(OLD);
	}

	@Test
	void refusesRowsThatWouldBeReadAsEntities() {
		RowWrite insert = new RowWrite.Insert(TableRow.of(TableKey.of("Sales", "~note"), Map.of()));
		PartitionTransaction transaction = begin().save(new Plain("Sales", "1")).write(insert);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(transaction::commit)
			.withMessage(
					"A row that belongs to no entity would be read as Plain, since the row key template \"{id}\" begins with "
							+ "no literal that tells them apart. Begin it with one, such as \"plain_\"");
		RowWrite alike = new RowWrite.Insert(TableRow.of(TableKey.of("Sales", "marked_note"), Map.of()));
		PartitionTransaction confused = begin().save(new Marked("Sales", "1")).write(alike);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(confused::commit)
			.withMessage("A row that belongs to no entity would be read as Marked, since its row key begins with "
					+ "\"marked_\", as theirs do. Begin it with something else");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.template.inPartition(Staff.TABLE, "Marketing").write(insert))
			.withMessage("The row lies in another partition than the transaction");
	}

	@Test
	void sendsNothingForNothing() {
		this.gateway.forget();
		assertThat(begin().commit()).isEmpty();
		assertThat(this.gateway.requests()).isEmpty();
	}

	private PartitionTransaction begin() {
		return this.template.inPartition(Staff.TABLE, "Sales");
	}

	@Table("Plains")
	@PartitionKey("{department}")
	@RowKey("{id}")
	record Plain(String department, String id) {

	}

	@Table("Marks")
	@PartitionKey("{department}")
	@RowKey("marked_{id}")
	record Marked(String department, String id) {

	}

}
