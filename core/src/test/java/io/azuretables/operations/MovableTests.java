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
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.internal.conversion.IndexVersion;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Movable;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.write.EntityMovingException;
import io.azuretables.write.PartialWriteException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Writes of an entity whose row is marked, since it moves to other keys.
 */
class MovableTests {

	private static final String TABLE = "Members";

	private static final TableKey ANN = TableKey.of("Sales", "member_1");

	private static final TableKey PAM = TableKey.of("Sales", "plain_1");

	private final WatchedGateway gateway = new WatchedGateway(new EmbeddedTableGateway());

	/**
	 * Does not wait long for what moves.
	 */
	private final TableTemplate template = new TableTemplate(this.gateway,
			new TableConverter(new TableMappingContext(new TableCustomConversions())),
			TableTemplateOptions.DEFAULTS.withConflictRetries(2));

	@BeforeEach
	void createTable() {
		this.gateway.createTable(TABLE);
	}

	/**
	 * All ways to write an entity that was read while it moved, or that is not named by a
	 * version.
	 */
	static Stream<Arguments> writes() {
		return Stream.of(write("save", (tables, read) -> tables.save(read)),
				write("update", (tables, read) -> tables.update(read)),
				write("delete", (tables, read) -> tables.delete(read)),
				write("saveAll", (tables, read) -> tables.saveAll(List.of(read))),
				write("deleteAll", (tables, read) -> tables.deleteAll(List.of(read))),
				write("transaction", (tables, read) -> tables.inPartition(TABLE, "Sales").replace(read).commit()),
				write("transaction that deletes",
						(tables, read) -> tables.inPartition(TABLE, "Sales").delete(read).commit()),
				write("transaction that checks",
						(tables, read) -> tables.inPartition(TABLE, "Sales").check(read).commit()),
				write("merge", (tables, read) -> tables.merge(read.getClass(), id(read), Update.update("name", "x"))),
				write("increment",
						(tables, read) -> tables.merge(read.getClass(), id(read), Update.none().increment("age", 1))),
				write("mergeOrInsert",
						(tables, read) -> tables.mergeOrInsert(read.getClass(), id(read),
								Update.update("name", "x").set("age", 1))),
				write("updateWithRetry",
						(tables, read) -> tables.updateWithRetry(read.getClass(), id(read), (one) -> one)),
				write("deleteById", (tables, read) -> tables.deleteById(read.getClass(), id(read))),
				write("deleteAllById", (tables, read) -> tables.deleteAllById(read.getClass(), List.of(id(read)))),
				write("delete by a query", (tables, read) -> tables
					.delete(TableQuery.of(Criteria.where("department").is("Sales")), read.getClass())));
	}

	private static Arguments write(String name, BiConsumer<TableTemplate, Object> write) {
		return arguments(name, write);
	}

	private static TableKey id(Object entity) {
		return (entity instanceof Member) ? ANN : PAM;
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("writes")
	void refusesToWriteWhatMoves(String name, BiConsumer<TableTemplate, Object> write) {
		checkRefused(this.template.insert(new Member("Sales", "1", "Ann", 30, null)), write);
		checkRefused(this.template.insert(new Plain("Sales", "1", "Pam", 30, null)), write);
	}

	private void checkRefused(Object entity, BiConsumer<TableTemplate, Object> write) {
		TableKey key = id(entity);
		mark(key);
		Object read = this.template.findById(entity.getClass(), key).orElseThrow();
		Map<TableKey, TableRow> before = rows();
		Throwable refusal = catchThrowable(() -> write.accept(this.template, read));
		Throwable reason = (refusal instanceof PartialWriteException) ? refusal.getCause() : refusal;
		assertThat(reason).isInstanceOf(EntityMovingException.class)
			.hasMessageContaining(entity.getClass().getSimpleName())
			.hasMessageContaining("read it again");
		assertThat(rows()).isEqualTo(before);
	}

	/**
	 * The index row has no mark: the row of the entity is read before it is written.
	 */
	@Test
	void refusesToWriteWhatWasReadFromAnIndexRow() {
		this.template.insert(new Member("Sales", "1", "Ann", 30, null));
		TableQuery byName = TableQuery
			.of(Criteria.where("department").is("Sales").and(Criteria.where("name").is("Ann")));
		Member before = this.template.findOne(byName, Member.class).orElseThrow();
		assertThat(before.etag()).contains(" ");
		mark(ANN);
		Member after = this.template.findOne(byName, Member.class).orElseThrow();
		for (Member read : List.of(before, after)) {
			assertThatExceptionOfType(EntityMovingException.class).isThrownBy(() -> this.template.save(read));
			assertThatExceptionOfType(EntityMovingException.class).isThrownBy(() -> this.template.delete(read));
		}
	}

	/**
	 * The keys of the index never change, so that nothing else would read the row.
	 */
	@Test
	void readsTheRowOfWhatWasReadFromAnIndexRow() {
		this.template.insert(new Fixed("Sales", "1", "Pat", null));
		Fixed read = fixedFromIndex();
		this.gateway.forget();
		this.template.save(read);
		assertThat(this.gateway.requests()).containsExactly("get", "batch");
		Fixed again = fixedFromIndex();
		mark(TableKey.of("Sales", "fixed_1"));
		assertThatExceptionOfType(EntityMovingException.class).isThrownBy(() -> this.template.save(again));
		assertThatExceptionOfType(EntityMovingException.class).isThrownBy(() -> this.template.delete(again));
	}

	private Fixed fixedFromIndex() {
		TableRow index = this.gateway.read(TABLE, TableKey.of("Sales", "by_1"), null, RowReader.rows());
		return new Fixed("Sales", "1", "Pat", new IndexVersion(String.valueOf(index.etag()), "by_1").toString());
	}

	@Test
	void refusesAVersionFromBeforeTheMove() {
		Member read = this.template.insert(new Member("Sales", "1", "Ann", 30, null));
		mark(ANN);
		assertThatExceptionOfType(OptimisticLockingFailureException.class).isThrownBy(() -> this.template.save(read));
		assertThatExceptionOfType(OptimisticLockingFailureException.class).isThrownBy(() -> this.template.delete(read));
	}

	@Test
	void readsTheEntityWhileItMoves() {
		this.template.insert(new Member("Sales", "1", "Ann", 30, null));
		mark(ANN);
		assertThat(this.template.findById(Member.class, ANN).orElseThrow())
			.isEqualTo(new Member("Sales", "1", "Ann", 30, "moving:m1"));
	}

	@Test
	void readsBeforeItWritesBlindlyAndOnlyThen() {
		Plain read = this.template.insert(new Plain("Sales", "1", "Pam", 30, null));
		this.gateway.forget();
		read = this.template.save(read);
		assertThat(this.gateway.requests()).containsExactly("write");
		this.gateway.forget();
		this.template.merge(Plain.class, PAM, Update.update("name", "x"));
		assertThat(this.gateway.requests()).containsExactly("get", "write");
		this.gateway.forget();
		assertThat(this.template.deleteById(Plain.class, PAM)).isTrue();
		assertThat(this.gateway.requests()).containsExactly("get", "write");
		assertThat(this.template.deleteById(Plain.class, PAM)).isFalse();
	}

	/**
	 * The mark comes between the read and the delete.
	 */
	@Test
	void doesNotDeleteBlindlyWhatIsMarkedMeanwhile() {
		this.template.insert(new Plain("Sales", "1", "Pam", 30, null));
		this.gateway.beforeWrite((rows) -> {
			this.gateway.beforeWrite((others) -> {
			});
			mark(PAM);
		});
		assertThatExceptionOfType(EntityMovingException.class)
			.isThrownBy(() -> this.template.deleteById(Plain.class, PAM));
		assertThat(this.template.existsById(Plain.class, PAM)).isTrue();
	}

	@Test
	void refusesAClassWithoutAVersion() {
		assertThatExceptionOfType(TableMappingException.class)
			.isThrownBy(() -> new TableTemplate(this.gateway,
					new TableConverter(new TableMappingContext(new TableCustomConversions())))
				.insert(new Unversioned("a", "1")))
			.withMessageContaining("@Movable")
			.withMessageContaining("@Version");
	}

	private void mark(TableKey key) {
		this.gateway.write(TABLE, new RowWrite.Merge(TableRow.of(key, Map.of(RowWrite.MOVE, "m1")), RowWrite.ANY));
	}

	private Map<TableKey, TableRow> rows() {
		return this.gateway.read(RowRequest.of(TABLE, null), RowReader.rows())
			.rows()
			.stream()
			.collect(Collectors.toMap(TableRow::key, (row) -> row));
	}

	/**
	 * Has an index that entities are read from.
	 */
	@Table(TABLE)
	@PartitionKey("{department}")
	@RowKey("member_{id}")
	@SecondaryIndex(name = "byName", rowKey = "name_{name}_{id}")
	@Movable
	record Member(String department, String id, String name, int age, @Version @Nullable String etag) {

	}

	/**
	 * Has no index, so that its rows could be written blindly.
	 */
	@Table(TABLE)
	@PartitionKey("{department}")
	@RowKey("plain_{id}")
	@Movable
	record Plain(String department, String id, String name, int age, @Version @Nullable String etag) {

	}

	/**
	 * Has an index whose keys are those of the entity.
	 */
	@Table(TABLE)
	@PartitionKey("{department}")
	@RowKey("fixed_{id}")
	@SecondaryIndex(name = "byId", rowKey = "by_{id}")
	@Movable
	record Fixed(String department, String id, String name, @Version @Nullable String etag) {

	}

	/**
	 * Has no version.
	 */
	@Table(TABLE)
	@PartitionKey("{department}")
	@RowKey("unversioned_{id}")
	@Movable
	record Unversioned(String department, String id) {

	}

}
