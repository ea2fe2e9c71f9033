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

package io.azuretables.patterns.index;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.index.IndexFinding.Kind;
import io.azuretables.patterns.sample.MeteredGateway.Stopped;
import io.azuretables.patterns.sample.Store;
import io.azuretables.plan.RejectedScanException;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.domain.Sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What lists of ids in the partition of their entities promise, over any store.
 */
abstract class ListIndexContract {

	private static final int WRITERS = 16;

	private Store store;

	private String table;

	private IndexAdministration indexes;

	abstract TableGateway gateway();

	/**
	 * How many entities each of many writers inserts.
	 */
	abstract int inserts();

	@BeforeEach
	void prepare() {
		String prefix = "t" + Long.toString(RandomGenerator.getDefault().nextLong() >>> 1, 36);
		this.store = Store.over(gateway(), prefix);
		this.table = prefix + "ListedEmployees";
		gateway().createTable(this.table);
		this.indexes = administration(IndexOptions.DEFAULTS);
	}

	private IndexAdministration administration(IndexOptions options) {
		return new IndexAdministration(this.store.gateway(), this.store.template().converter().mappingContext(),
				options.withTableNames(this.store.names()));
	}

	@AfterEach
	void deleteTable() {
		gateway().deleteTable(this.table);
	}

	private @Nullable TableRow row(String lastName) {
		return gateway().read(this.table, TableKey.of("Sales", "last_" + lastName), null, RowReader.rows());
	}

	private @Nullable String ids(String lastName) {
		TableRow row = row(lastName);
		return (row != null) ? row.get("EmployeeIDs", String.class) : null;
	}

	private void writeList(String lastName, Object ids) {
		gateway().write(this.table, new RowWrite.InsertOrReplace(
				TableRow.of(TableKey.of("Sales", "last_" + lastName), Map.of("EmployeeIDs", ids))));
	}

	private static TableKey id(int employeeId) {
		return TableKey.of("Sales", "empid_%06d".formatted(employeeId));
	}

	private static TableQuery named(String lastName) {
		return TableQuery.of(Criteria.where("department").is("Sales").and(Criteria.where("lastName").is(lastName)));
	}

	private List<Integer> found(String lastName) {
		return this.store.template()
			.find(named(lastName), ListedEmployee.class)
			.stream()
			.map(ListedEmployee::employeeId)
			.toList();
	}

	private void assertClean() {
		assertThat(this.indexes.verify(ListedEmployee.class, "lastName").findings()).isEmpty();
	}

	@Test
	void keepsListsAsTheGuideDoes() {
		this.store.template().insert(ListedEmployee.of(166, "Jones"));
		this.store.template().insert(ListedEmployee.of(152, "Jones"));
		this.store.template().insert(ListedEmployee.of(7, "Hall"));
		this.store.template().insert(ListedEmployee.of(8, null));
		assertThat(ids("Jones")).isEqualTo("000152,000166");
		assertThat(ids("Hall")).isEqualTo("000007");
		assertThat(found("Jones")).containsExactly(152, 166);
		assertThat(this.indexes.keys(ListedEmployee.class, "lastName", "Sales", "Jones")).containsExactly(id(152),
				id(166));
		assertThat(this.indexes.keys(ListedEmployee.class, "lastName", "Sales", "Nobody")).isEmpty();
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.indexes.keys(ListedEmployee.class, "lastName", "Sales", null))
			.withMessage("The value of 'lastName' for a list of the index ListedEmployee.lastName must not be null");
		this.store.template().save(ListedEmployee.of(152, "Hall"));
		assertThat(ids("Jones")).isEqualTo("000166");
		assertThat(ids("Hall")).isEqualTo("000007,000152");
		this.store.template().deleteById(ListedEmployee.class, id(166));
		assertThat(row("Jones")).isNull();
		assertClean();
	}

	@Test
	void countsRequests() {
		assertThat(requests(() -> this.store.template().insert(ListedEmployee.of(1, "Jones"))))
			.as("insert: the list, the transaction")
			.isEqualTo(2);
		assertThat(requests(() -> this.store.template().save(new ListedEmployee("Sales", 1, "Jones", 31))))
			.as("the same list: the entity as it was, the entity")
			.isEqualTo(2);
		assertThat(requests(() -> this.store.template().save(ListedEmployee.of(1, "Hall"))))
			.as("another list: the entity as it was, two lists, the transaction")
			.isEqualTo(4);
		this.store.template()
			.insertAll(IntStream.range(2, 50).mapToObj((id) -> ListedEmployee.of(id, "Hall")).toList());
		assertThat(requests(() -> assertThat(found("Hall")).hasSize(49))).as("look-up: the list, each entity")
			.isEqualTo(50);
		assertThat(requests(() -> this.indexes.keys(ListedEmployee.class, "lastName", "Sales", "Hall"))).as("ids alone")
			.isEqualTo(1);
		assertThat(requests(() -> this.store.template()
			.insertAll(IntStream.range(50, 140).mapToObj((id) -> ListedEmployee.of(id, "Hall")).toList())))
			.as("many: the list and a transaction for up to 99 entities")
			.isEqualTo(2);
		assertThat(requests(() -> this.store.template().deleteById(ListedEmployee.class, id(1))))
			.as("delete: the entity as it was, the list, the transaction")
			.isEqualTo(3);
		assertClean();
	}

	private long requests(Runnable work) {
		this.store.gateway().reset();
		work.run();
		return this.store.gateway().requests();
	}

	@Test
	void keepsListsByEachWayToWrite() {
		Random random = new Random(7);
		List<String> names = List.of("Jones", "Hall", "O'Neil, Jr");
		for (int i = 0; i < 60; i++) {
			int id = random.nextInt(12);
			String name = (random.nextInt(8) == 0) ? null : names.get(random.nextInt(3));
			List<ListedEmployee> some = IntStream.range(id, id + 4)
				.mapToObj((n) -> ListedEmployee.of(n, name))
				.toList();
			switch (random.nextInt(9)) {
				case 0 -> this.store.template().save(ListedEmployee.of(id, name));
				case 1 -> this.store.template().saveAll(some);
				case 2 -> this.store.template().deleteById(ListedEmployee.class, id(id));
				case 3 -> this.store.template().deleteAll(some);
				case 4 -> this.store.template()
					.mergeOrInsert(ListedEmployee.class, id(id), Update.update("age", 5).set("lastName", "Hall"));
				case 5 -> this.store.template()
					.updateWithRetry(ListedEmployee.class, id(id), (employee) -> ListedEmployee.of(id, name));
				case 6 -> this.store.template()
					.inPartition(this.table, "Sales")
					.save(ListedEmployee.of(id, name))
					.save(ListedEmployee.of(id + 1, "Jones"))
					.save(ListedEmployee.of(id + 2, null))
					.commit();
				case 7 -> this.store.template()
					.delete(TableQuery
						.of(Criteria.where("department").is("Sales").and(Criteria.where("lastName").is("Hall")))
						.limit(2), ListedEmployee.class);
				default -> this.store.template()
					.saveAll(List.of(ListedEmployee.of(id, "Jones"), ListedEmployee.of(id + 1, "Hall"),
							ListedEmployee.of(id, "Hall")));
			}
			assertClean();
		}
	}

	/**
	 * A writer dies at each of its requests, before it or after it: the entity and its
	 * lists are as they were, or as they should be.
	 */
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void changesEntityAndListsTogetherWhereverWriterDies(boolean afterwards) {
		for (int stop = 1;; stop++) {
			this.store.template().save(ListedEmployee.of(1, "Jones"));
			this.store.gateway().stopAt(stop, afterwards);
			boolean stopped = false;
			try {
				this.store.template().save(ListedEmployee.of(1, "Hall"));
			}
			catch (Stopped ex) {
				stopped = true;
			}
			this.store.gateway().reset();
			assertClean();
			String name = this.store.template().findById(ListedEmployee.class, id(1)).orElseThrow().lastName();
			assertThat(ids(String.valueOf(name))).isEqualTo("000001");
			assertThat(ids("Hall".equals(name) ? "Jones" : "Hall")).isNull();
			if (!stopped) {
				assertThat(stop).isEqualTo(5);
				return;
			}
		}
	}

	@Test
	void losesNoIdHoweverManyWriteOneList() throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
		List<Future<?>> writers = new ArrayList<>();
		for (int writer = 0; writer < WRITERS; writer++) {
			int first = writer * inserts();
			writers.add(threads.submit(() -> IntStream.range(first, first + inserts()).forEach((id) -> {
				this.store.template().insert(ListedEmployee.of(id, "Jones"));
				if (id % 3 == 0) {
					this.store.template().save(ListedEmployee.of(id, "Hall"));
				}
			})));
		}
		for (Future<?> writer : writers) {
			writer.get(5, TimeUnit.MINUTES);
		}
		threads.shutdown();
		assertThat(this.indexes.keys(ListedEmployee.class, "lastName", "Sales", "Jones").size()
				+ this.indexes.keys(ListedEmployee.class, "lastName", "Sales", "Hall").size())
			.isEqualTo(WRITERS * inserts());
		assertClean();
	}

	@Test
	void findsExactlyWhatIsWrongAndMendsIt() {
		this.store.template()
			.insertAll(IntStream.range(0, 30)
				.mapToObj((id) -> ListedEmployee.of(id, (id < 20) ? "Jones" : "Hall"))
				.toList());
		writeList("Jones", "000000,000001,000025,999999");
		writeList("Left", "000002");
		List<IndexFinding> findings = new ArrayList<>();
		IndexReport found = this.indexes.verify(ListedEmployee.class, "lastName", findings::add);
		assertThat(found.findings()).isEqualTo(Map.of(Kind.MISSING, 18L, Kind.ORPHANED, 3L));
		assertThat(findings).contains(new IndexFinding(Kind.ORPHANED, id(25), TableKey.of("Sales", "last_Jones")),
				new IndexFinding(Kind.MISSING, id(2), TableKey.of("Sales", "last_Jones")),
				new IndexFinding(Kind.ORPHANED, id(2), TableKey.of("Sales", "last_Left")));
		assertThat(found("Jones")).as("an id that is wrong finds nothing").containsExactly(0, 1);
		assertThat(this.indexes.rebuild(ListedEmployee.class, "lastName").findings())
			.isEqualTo(Map.of(Kind.MISSING, 18L, Kind.ORPHANED, 3L));
		assertClean();
		assertThat(row("Left")).isNull();
		assertThat(found("Jones")).hasSize(20);
	}

	@Test
	void saysWhatIsNoList() {
		this.store.template().insert(ListedEmployee.of(1, "Jones"));
		writeList("Jones", 1);
		assertThat(this.indexes.verify(ListedEmployee.class, "lastName").findings())
			.isEqualTo(Map.of(Kind.REFUSED, 1L));
		assertThat(this.indexes.rebuild(ListedEmployee.class, "lastName").findings())
			.isEqualTo(Map.of(Kind.REFUSED, 1L));
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> this.store.template().insert(ListedEmployee.of(2, "Jones")))
			.withMessageStartingWith("A row of the index ListedEmployee.lastName has something else than text");
		assertThatExceptionOfType(DataIntegrityViolationException.class).isThrownBy(() -> found("Jones"));
		assertThat(this.store.template().findById(ListedEmployee.class, id(2))).isEmpty();
		gateway().write(this.table, new RowWrite.Delete(TableKey.of("Sales", "last_Jones"), RowWrite.ANY));
		this.indexes.rebuild(ListedEmployee.class, "lastName");
		assertThat(found("Jones")).containsExactly(1);
	}

	@Test
	void fillsAndDropsAnIndexThatIsNew() {
		for (int id = 0; id < 60; id++) {
			gateway().write(this.table, new RowWrite.Insert(
					this.store.template().converter().write(ListedEmployee.of(id, "Name" + id % 3))));
		}
		IndexAdministration adding = administration(
				IndexOptions.DEFAULTS.withPageSize(25).withAdded(ListedEmployee.class, "lastName"));
		this.store.template().setReadableIndexes(adding.readable());
		assertThat(this.store.template().query(ListedEmployee.class).explain(named("Name1"))).startsWith("KIND_RANGE");
		for (int stop = 5; adding.state(ListedEmployee.class, "lastName") != IndexState.READABLE; stop += 40) {
			this.store.gateway().stopAt(stop, stop % 2 == 0);
			try {
				adding.backfill(ListedEmployee.class, "lastName", (progress) -> {
				});
			}
			catch (Stopped ex) {
				this.store.gateway().reset();
			}
			this.store.gateway().reset();
		}
		assertClean();
		assertThat(this.store.template().query(ListedEmployee.class).explain(named("Name1"))).contains("lists of ids");
		assertThat(found("Name1")).hasSize(20);
		adding.withdraw(ListedEmployee.class, "lastName");
		assertThat(found("Name1")).hasSize(20);
		assertThat(adding.drop(ListedEmployee.class, "lastName")).isEqualTo(3);
		assertThat(row("Name1")).isNull();
	}

	@Test
	void rebuildsWhileOthersWrite() throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(4);
		List<Future<?>> writers = new ArrayList<>();
		for (int writer = 0; writer < 4; writer++) {
			Random random = new Random(writer);
			writers.add(threads.submit(() -> {
				for (int i = 0; i < 4 * inserts(); i++) {
					int id = random.nextInt(20);
					if (random.nextInt(4) == 0) {
						this.store.template().deleteById(ListedEmployee.class, id(id));
					}
					else {
						this.store.template().save(ListedEmployee.of(id, "Name" + random.nextInt(3)));
					}
				}
			}));
		}
		for (Future<?> writer : writers) {
			while (!writer.isDone()) {
				damage();
				this.indexes.rebuild(ListedEmployee.class, "lastName");
			}
			writer.get(1, TimeUnit.MINUTES);
		}
		threads.shutdown();
		this.indexes.rebuild(ListedEmployee.class, "lastName");
		assertClean();
	}

	/**
	 * What a program does that knows nothing of the index.
	 */
	private void damage() {
		gateway().write(this.table, new RowWrite.InsertOrReplace(
				this.store.template().converter().write(ListedEmployee.of(21, "Name" + System.nanoTime() % 3))));
	}

	@Test
	void refusesWhatListsCannotAnswer() {
		this.store.template().insert(ListedEmployee.of(1, "Jones"));
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> this.store.template().query(ListedEmployee.class).scroll(named("Jones").limit(5)))
			.withMessageContaining("answered by lists of ids has no positions to scroll from");
		assertThatExceptionOfType(UnsupportedQueryException.class).as("a list may be long")
			.isThrownBy(() -> this.store.template()
				.find(named("Jones").usingIndex("lastName").orderBy(Sort.by("age")), ListedEmployee.class));
		assertThatExceptionOfType(RejectedScanException.class).isThrownBy(() -> this.store.template()
			.find(TableQuery.of(named("Jones").criteria().and(Criteria.where("age").is(30))).usingIndex("lastName"),
					ListedEmployee.class));
		assertThat(this.store.template()
			.find(TableQuery.of(named("Jones").criteria().and(Criteria.where("age").is(30)))
				.usingIndex("lastName")
				.allowScan(), ListedEmployee.class))
			.hasSize(1);
	}

	/**
	 * A row takes 68,565 ids of six characters.
	 */
	@Test
	void goesOnInAFurtherRow() {
		StringBuilder ids = new StringBuilder();
		Map<String, Object> columns = new HashMap<>();
		for (int i = 0; i < 15 * 4571; i++) {
			ids.append((ids.length() > 0) ? "," : "").append("%06d".formatted(i + 100));
			if (i % 4571 == 4570) {
				columns.put("EmployeeIDs" + ((i < 4571) ? "" : String.valueOf(i / 4571)), ids.toString());
				ids.setLength(0);
			}
		}
		gateway().write(this.table, new RowWrite.Insert(TableRow.of(TableKey.of("Sales", "last_Jones"), columns)));
		this.store.template().insert(ListedEmployee.of(1, "Jones"));
		assertThat(row("Jones")).isNotNull();
		assertThat(this.store.rows(this.table, "RowKey ge '~l|'")).singleElement()
			.satisfies((further) -> assertThat(further.key()).isEqualTo(TableKey.of("Sales", "~l|last_Jones|1")))
			.satisfies((further) -> assertThat(further.get("EmployeeIDs")).isEqualTo("000001"));
		assertThat(this.indexes.keys(ListedEmployee.class, "lastName", "Sales", "Jones")).hasSize(68_566)
			.startsWith(id(1));
		this.store.template().save(ListedEmployee.of(1, "Hall"));
		assertThat(found("Hall")).containsExactly(1);
	}

}
