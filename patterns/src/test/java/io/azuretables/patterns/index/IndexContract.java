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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.patterns.index.IndexFinding.Kind;
import io.azuretables.patterns.sample.Clerk;
import io.azuretables.patterns.sample.Clerks;
import io.azuretables.patterns.sample.MeteredGateway.Stopped;
import io.azuretables.patterns.sample.Store;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.repository.support.TableRepositoryFactory;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.domain.Range;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * What the template promises, over any store.
 */
abstract class IndexContract {

	private static final int WRITERS = 8;

	private static final int HOT = 60;

	private Store store;

	private ClerkTable table;

	private IndexAdministration indexes;

	private IntraPartitionIndexTemplate lookUps;

	abstract TableGateway gateway();

	/**
	 * How many operations each writer does while an index is rebuilt.
	 */
	abstract int writes();

	@BeforeEach
	void prepare() {
		this.table = ClerkTable.over(gateway());
		this.store = this.table.store();
		this.indexes = this.table.indexes(this.table.options());
		this.lookUps = new IntraPartitionIndexTemplate(this.table.store().template());
	}

	@Test
	void findsListsAndRangesThroughTheIndex() {
		this.store.template().saveAll(ClerkTable.clerks("Sales", 30));
		this.store.template().save(Clerk.of("Sales", 30).withEmail(null));
		this.store.gateway().reset();
		assertThat(this.lookUps.findOne(Clerk.class, "email", "Sales", "7@contoso.com")).contains(Clerk.of("Sales", 7));
		assertThat(this.store.gateway().requests()).isEqualTo(1);
		assertThat(this.lookUps.list(Clerk.class, "email", "Sales")).extracting(Clerk::email)
			.hasSize(30)
			.isSorted()
			.doesNotContainNull();
		assertThat(this.store.gateway().requests()).isEqualTo(2);
		assertThat(this.lookUps.range(Clerk.class, "email", Range.rightOpen("1", "2"), "Sales"))
			.extracting(Clerk::employeeId)
			.containsExactly(10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 1);
		assertThat(this.lookUps.list(Clerk.class, "name", "Sales", "Name3")).extracting(Clerk::employeeId)
			.containsExactly(3, 10, 17, 24);
		assertThat(this.lookUps.list(Clerk.class, "name", "Sales")).extracting(Clerk::lastName).hasSize(31).isSorted();
		assertThat(this.lookUps.range(Clerk.class, "age", Range.closed(22, 24), "Sales")).extracting(Clerk::age)
			.containsExactly(22, 23, 24);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.lookUps.findOne(Clerk.class, "email", "Sales"))
			.withMessage(
					"A look-up by the index Clerk.email takes a value for each of [department, email], and the call gives 1");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.lookUps.list(Clerk.class, "email"))
			.withMessageContaining("at least 1 of them, and the call gives 0");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.indexes.verify(Clerk.class, "phone"))
			.withMessage("Clerk has no index 'phone'; it has [email, name, age]");
	}

	@Test
	void followsWhateverARepositoryWrites() {
		Clerks clerks = new TableRepositoryFactory(this.store.template()).getRepository(Clerks.class);
		List<Clerk> some = ClerkTable.clerks("Sales", 30);
		Map<String, Runnable> writes = new LinkedHashMap<>();
		writes.put("insertAll", () -> clerks.insertAll(some));
		writes.put("insert", () -> clerks.insert(Clerk.of("Sales", 30)));
		writes.put("save", () -> clerks.save(some.get(1).withEmail("new").withName("New")));
		writes.put("save without a value", () -> clerks.save(some.get(2).withEmail(null)));
		writes.put("saveAll", () -> clerks.saveAll(List.of(some.get(1), some.get(2), some.get(3).withName("Other"))));
		writes.put("delete", () -> clerks.delete(some.get(4)));
		writes.put("deleteById", () -> clerks.deleteById(key(5)));
		writes.put("deleteAllById", () -> clerks.deleteAllById(List.of(key(6), key(7))));
		writes.put("deleteAll of some", () -> clerks.deleteAll(List.of(some.get(8), some.get(9))));
		writes.put("delete by name",
				() -> assertThat(clerks.deleteByDepartmentAndAgeLessThan("Sales", 35)).isEqualTo(9));
		writes.put("delete by query", () -> assertThat(clerks.deleteOlder("Sales", 45)).isEqualTo(6));
		for (Map.Entry<String, Runnable> write : writes.entrySet()) {
			List<TableRow> before = rowsOfSales();
			write.getValue().run();
			assertThat(rowsOfSales()).as(write.getKey()).isNotEqualTo(before);
			for (String index : List.of("email", "name", "age")) {
				assertThat(this.table.faults(index)).as("%s after %s", index, write.getKey()).isEmpty();
			}
		}
		clerks.deleteAll();
		assertThat(rowsOfSales()).isEmpty();
	}

	private List<TableRow> rowsOfSales() {
		return this.store.rows(this.table.name(), "PartitionKey eq 'Sales'");
	}

	private static TableKey key(int id) {
		return TableKey.of("Sales", "empid_%06d".formatted(id));
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 100, 2000 })
	void findsExactlyWhatIsWrongAndMendsIt(int faults) {
		assumeThat(faults).as("what the store does in a reasonable time").isLessThanOrEqualTo(mostFaults());
		this.store.template().saveAll(ClerkTable.clerks("Sales", 3 * faults + 50));
		Set<TableKey> expected = new HashSet<>();
		this.table.write(IntStream.range(0, faults).mapToObj((id) -> {
			TableKey key = this.table.row("email", Clerk.of("Sales", id)).key();
			expected.add(key);
			return new RowWrite.Delete(key, RowWrite.ANY);
		}).toList());
		this.table.write(IntStream.range(faults, 2 * faults).mapToObj((id) -> {
			TableRow row = this.table.row("email", Clerk.of("Sales", id)).with("age", 99);
			expected.add(row.key());
			return new RowWrite.InsertOrReplace(row);
		}).toList());
		this.table.write(IntStream.range(2 * faults, 3 * faults).mapToObj((id) -> {
			TableRow row = this.table.row("email", Clerk.of("Sales", id).withEmail("was" + id));
			expected.add(row.key());
			return new RowWrite.Insert(row);
		}).toList());
		List<IndexFinding> findings = new ArrayList<>();
		IndexReport found = this.indexes.verify(Clerk.class, "email", findings::add);
		check(found, faults);
		assertThat(findings).extracting(IndexFinding::indexRow)
			.hasSize(3 * faults)
			.containsOnlyOnceElementsOf(expected);
		check(this.indexes.rebuild(Clerk.class, "email"), faults);
		assertThat(this.indexes.verify(Clerk.class, "email").isClean()).isTrue();
		this.table.assertExact("email");
		assertThat(this.indexes.rebuild(Clerk.class, "email").isClean()).isTrue();
	}

	/**
	 * How many faults of each kind are asked for.
	 */
	int mostFaults() {
		return 2000;
	}

	private static void check(IndexReport report, int faults) {
		assertThat(report.count(Kind.MISSING)).isEqualTo(faults);
		assertThat(report.count(Kind.STALE)).isEqualTo(faults);
		assertThat(report.count(Kind.ORPHANED)).isEqualTo(faults);
		assertThat(report.count(Kind.REFUSED)).isZero();
	}

	@Test
	void reportsEntitiesThatAUniqueIndexCannotTake() {
		Clerk one = this.store.template().save(Clerk.of("Sales", 1));
		TableRow other = this.store.template().converter().write(Clerk.of("Sales", 2).withEmail(one.email()));
		this.store.gateway().write(this.table.name(), new RowWrite.Insert(other));
		IndexReport report = this.indexes.rebuild(Clerk.class, "email");
		assertThat(report.findings()).isEqualTo(Map.of(Kind.REFUSED, 1L));
		assertThat(this.lookUps.findOne(Clerk.class, "email", "Sales", "1@contoso.com")).contains(one);
		assertThat(this.indexes.backfill(Clerk.class, "email", (progress) -> {
		}).count(Kind.REFUSED)).isEqualTo(1);
		assertThat(this.indexes.state(Clerk.class, "email")).isEqualTo(IndexState.BACKFILLING);
	}

	@Test
	void reportsEntitiesThatCannotBeRead() {
		this.store.template().save(Clerk.of("Sales", 1));
		TableRow unreadable = this.store.template().converter().write(Clerk.of("Sales", 2)).with("age", "forty");
		TableRow unindexed = this.store.template().converter().write(Clerk.of("Sales", 3));
		this.table.write(List.of(new RowWrite.Insert(unreadable), new RowWrite.Insert(unindexed)));
		List<IndexFinding> findings = new ArrayList<>();
		assertThat(this.indexes.verify(Clerk.class, "age", findings::add).findings())
			.isEqualTo(Map.of(Kind.REFUSED, 1L, Kind.MISSING, 1L));
		assertThat(findings).contains(new IndexFinding(Kind.REFUSED, unreadable.key(), null));
		assertThat(this.indexes.rebuild(Clerk.class, "age").findings())
			.isEqualTo(Map.of(Kind.REFUSED, 1L, Kind.MISSING, 1L));
		assertThat(this.indexes.verify(Clerk.class, "age").findings()).isEqualTo(Map.of(Kind.REFUSED, 1L));
	}

	@Test
	void rebuildsWhileOthersWrite() throws Exception {
		this.store.template().saveAll(ClerkTable.clerks("Sales", HOT));
		AtomicBoolean done = new AtomicBoolean();
		ExecutorService writers = Executors.newFixedThreadPool(WRITERS + 1);
		List<Future<?>> running = new ArrayList<>();
		for (int i = 0; i < WRITERS; i++) {
			long seed = i;
			running.add(writers.submit(() -> write(RandomGenerator.of("L64X128MixRandom"), seed)));
		}
		Future<Integer> rebuilds = writers.submit(() -> {
			int count = 0;
			while (!done.get()) {
				damage(count++);
				this.indexes.rebuild(Clerk.class, "email");
				this.indexes.rebuild(Clerk.class, "name");
			}
			return count;
		});
		for (Future<?> writer : running) {
			writer.get(5, TimeUnit.MINUTES);
		}
		done.set(true);
		assertThat(rebuilds.get(5, TimeUnit.MINUTES)).isPositive();
		writers.shutdown();
		for (String index : List.of("email", "name", "age")) {
			this.indexes.rebuild(Clerk.class, index);
			this.table.assertExact(index);
		}
	}

	private void write(RandomGenerator random, long seed) {
		for (int i = 0; i < writes(); i++) {
			int id = random.nextInt(HOT);
			TableKey key = TableKey.of("Sales", "empid_%06d".formatted(id));
			try {
				switch (random.nextInt(4)) {
					case 0 -> this.store.template().save(Clerk.of("Sales", id).withEmail("e" + random.nextInt(HOT)));
					case 1 -> this.store.template().save(Clerk.of("Sales", id).withName("N" + random.nextInt(5)));
					case 2 -> this.store.template().deleteById(Clerk.class, key);
					default -> this.store.template()
						.updateWithRetry(Clerk.class, key, (clerk) -> clerk.withName("S" + seed).withEmail(null));
				}
			}
			catch (DuplicateKeyException ex) {
				// another clerk has the address
			}
		}
	}

	private void damage(int id) {
		Clerk clerk = this.store.template()
			.findById(Clerk.class, TableKey.of("Sales", "empid_%06d".formatted(id % HOT)))
			.orElse(null);
		if (clerk != null) {
			this.store.gateway()
				.write(this.table.name(), new RowWrite.InsertOrReplace(
						this.table.row("name", clerk.withName("Ghost" + id)).with("_rk", "empid_x")));
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void canBeStoppedAtEveryRequestAndGoesOn(boolean afterwards) {
		IndexAdministration small = this.table.indexes(this.table.options().withPageSize(4));
		for (int stop = 1;; stop++) {
			faults(stop);
			AtomicReference<String> position = new AtomicReference<>();
			this.store.gateway().stopAt(stop, afterwards);
			boolean stopped = false;
			try {
				small.rebuild(Clerk.class, "email", null, (done) -> position.set(done.position().encode()));
			}
			catch (Stopped ex) {
				stopped = true;
			}
			this.store.gateway().reset();
			String from = position.get();
			small.rebuild(Clerk.class, "email", (from != null) ? TableScrollPosition.decode(from) : null, (done) -> {
			});
			this.table.assertExact("email");
			assertThat(small.verify(Clerk.class, "email").isClean()).isTrue();
			if (!stopped) {
				assertThat(stop).isGreaterThan(20);
				return;
			}
		}
	}

	private void faults(int round) {
		String partition = "Round" + round;
		this.store.template().deleteAll(this.store.template().find(TableQuery.all().allowScan(), Clerk.class));
		this.store.template().saveAll(ClerkTable.clerks(partition, 9));
		this.table
			.write(List.of(new RowWrite.Delete(this.table.row("email", Clerk.of(partition, 1)).key(), RowWrite.ANY),
					new RowWrite.Delete(this.table.row("email", Clerk.of(partition, 5)).key(), RowWrite.ANY),
					new RowWrite.InsertOrReplace(this.table.row("email", Clerk.of(partition, 3)).with("age", 99)),
					new RowWrite.Insert(this.table.row("email", Clerk.of(partition, 4).withEmail("old"))),
					new RowWrite.Insert(this.table.row("email", Clerk.of(partition, 77).withEmail("older")))));
	}

	@Test
	void usesAnAddedIndexWhenItIsFilled() {
		this.table.write(ClerkTable.clerks("Sales", 250)
			.stream()
			.<RowWrite>map((clerk) -> new RowWrite.Insert(this.store.template().converter().write(clerk)))
			.toList());
		IndexOptions options = this.table.options().withPageSize(100).withAdded(Clerk.class, "email");
		IndexAdministration adding = this.table.indexes(options);
		this.store.template().setReadableIndexes(adding.readable());
		TableQuery query = TableQuery
			.of(Criteria.where("department").is("Sales").and(Criteria.where("email").is("7@contoso.com")));
		assertThat(adding.state(Clerk.class, "email")).isEqualTo(IndexState.WRITE_ONLY);
		assertThat(this.store.template().query(Clerk.class).explain(query)).startsWith("KIND_RANGE");
		assertThat(this.store.template().find(query, Clerk.class)).containsExactly(Clerk.of("Sales", 7));
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> this.lookUps.findOne(Clerk.class, "email", "Sales", "7@contoso.com"))
			.withMessageContaining("the index is not readable");
		int stops = 0;
		for (int stop = 4;; stop += 5) {
			this.store.gateway().stopAt(stop, stop % 2 == 0);
			try {
				assertThat(adding.backfill(Clerk.class, "email", (progress) -> {
				}).isClean()).isTrue();
				break;
			}
			catch (Stopped ex) {
				stops++;
				this.store.gateway().reset();
				assertThat(adding.state(Clerk.class, "email")).isNotEqualTo(IndexState.READABLE);
				assertThat(this.store.template().query(Clerk.class).explain(query)).startsWith("KIND_RANGE");
			}
		}
		assertThat(stops).isPositive();
		this.store.gateway().reset();
		assertThat(adding.state(Clerk.class, "email")).isEqualTo(IndexState.READABLE);
		assertThat(this.store.template().query(Clerk.class).explain(query)).startsWith("POINT on");
		this.table.assertExact("email");
		this.store.gateway().reset();
		assertThat(this.store.template().find(query, Clerk.class)).containsExactly(Clerk.of("Sales", 7));
		assertThat(this.store.gateway().requests()).isEqualTo(1);
		agreesWithOtherProcesses(adding, this.table.indexes(options));
	}

	@Test
	void takesNoStateForAnEntity() {
		Permit permit = this.store.template().save(new Permit("Lisbon", "1", "Jones"));
		assertThat(this.indexes.backfill(Permit.class, "holder", (progress) -> {
		}).isClean()).isTrue();
		assertThat(this.indexes.state(Permit.class, "holder")).isEqualTo(IndexState.READABLE);
		assertThat(this.store.template().find(TableQuery.all().allowScan(), Permit.class)).containsExactly(permit);
		assertThat(this.indexes.verify(Permit.class, "holder").entities()).isEqualTo(1);
	}

	private void agreesWithOtherProcesses(IndexAdministration one, IndexAdministration other) {
		assertThat(other.readable().isReadable(Clerk.class, "email")).isFalse();
		other.refresh();
		assertThat(other.readable().isReadable(Clerk.class, "email")).isTrue();
		one.withdraw(Clerk.class, "email");
		assertThat(one.readable().isReadable(Clerk.class, "email")).isFalse();
		other.refresh();
		assertThat(other.readable().isReadable(Clerk.class, "email")).isFalse();
		assertThat(one.drop(Clerk.class, "email")).isEqualTo(250);
		assertThat(one.state(Clerk.class, "email")).isEqualTo(IndexState.DROPPING);
		assertThat(this.store.rows(this.table.name(), "RowKey ge 'email_' and RowKey lt 'email`'")).isEmpty();
		assertThat(one.drop(Clerk.class, "email")).isZero();
	}

	@Table("Permits")
	@PartitionKey("{office}")
	@RowKey("Permit{id}")
	@SecondaryIndex(name = "holder", rowKey = "holder_{holder}_{id}")
	record Permit(String office, String id, @Nullable String holder) {

	}

}
