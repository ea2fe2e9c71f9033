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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.IndexLayout;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.patterns.index.IndexFinding.Kind;
import io.azuretables.patterns.sample.MeteredGateway.Stopped;
import io.azuretables.patterns.sample.Store;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.row.AtomicBatch;
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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * What lists of ids promise that go on in further rows, over any store. An id has 499
 * characters, so that a row has room for 960 of them.
 */
abstract class LongListContract {

	private static final int ROW = 960;

	private Store store;

	private String table;

	private IndexAdministration indexes;

	abstract TableGateway gateway();

	/**
	 * Whether a row may have 1 MiB in UTF-16, as in the service. Azurite counts UTF-8.
	 */
	boolean takesTwoBytesForACharacter() {
		return true;
	}

	/**
	 * How many entities are in a list of several rows.
	 */
	abstract int many();

	@BeforeEach
	void prepare() {
		String prefix = "t" + Long.toString(RandomGenerator.getDefault().nextLong() >>> 1, 36);
		this.store = Store.over(gateway(), prefix);
		this.table = prefix + "Members";
		gateway().createTable(this.table);
		this.store.template().converter().entity(Member.class);
		this.indexes = new IndexAdministration(this.store.gateway(), this.store.template().converter().mappingContext(),
				IndexOptions.DEFAULTS.withTableNames(this.store.names()));
	}

	@AfterEach
	void deleteTable() {
		gateway().deleteTable(this.table);
	}

	private static Member member(int id, @Nullable String city) {
		return new Member("Chess", "%0499d".formatted(id), city);
	}

	private static List<Member> members(int from, int to, @Nullable String city) {
		return IntStream.range(from, to).mapToObj((id) -> member(id, city)).toList();
	}

	private static TableKey key(int id) {
		return TableKey.of("Chess", "m_" + member(id, null).id());
	}

	private @Nullable TableRow row(String rowKey) {
		return gateway().read(this.table, TableKey.of("Chess", rowKey), null, RowReader.rows());
	}

	private List<String> listRows() {
		return this.store
			.rows(this.table, "RowKey ge 'city_' and RowKey lt 'city`' or RowKey ge '~l|' and RowKey lt '~l}'")
			.stream()
			.map((row) -> row.key().rowKey())
			.toList();
	}

	private Set<Integer> listed(String city) {
		List<TableKey> keys = this.indexes.keys(Member.class, "city", "Chess", city);
		assertThat(keys).isSorted();
		Set<Integer> ids = new HashSet<>();
		keys.forEach((key) -> ids.add(Integer.parseInt(key.rowKey().substring(2))));
		assertThat(ids).as("each once").hasSameSizeAs(keys);
		return ids;
	}

	private void assertClean() {
		assertThat(this.indexes.verify(Member.class, "city").findings()).isEmpty();
	}

	private static TableQuery in(String city) {
		return TableQuery.of(Criteria.where("club").is("Chess").and(Criteria.where("city").is(city)));
	}

	private long requests(Runnable work) {
		this.store.gateway().reset();
		work.run();
		return this.store.gateway().requests();
	}

	@Test
	void goesOnInFurtherRowsAndComesBack() {
		this.store.template().insertAll(members(0, many(), "Rome"));
		assertThat(listRows()).containsExactlyElementsOf(rowsOf(many()));
		assertThat(listed("Rome")).hasSize(many());
		assertThat(this.store.template().find(in("Rome"), Member.class)).extracting(Member::id)
			.isSorted()
			.hasSize(many());
		assertThat(this.store.template()
			.find(TableQuery.of(Criteria.where("club").is("Chess").and(Criteria.where("city").startingWith("R"))),
					Member.class))
			.as("lists of a range")
			.hasSize(many());
		assertClean();
		this.store.template().deleteAll(members(ROW, many(), "Rome"));
		assertThat(listRows()).containsExactly("city_Rome");
		assertThat(Objects.requireNonNull(row("city_Rome")).get("_n")).as("a list of one row").isNull();
		this.store.template().deleteAll(members(0, ROW, "Rome"));
		assertThat(listRows()).isEmpty();
		assertClean();
	}

	private static List<String> rowsOf(int entities) {
		List<String> rows = new ArrayList<>(List.of("city_Rome"));
		for (int row = 1; row * ROW < entities; row++) {
			rows.add("~l|city_Rome|" + row);
		}
		return rows;
	}

	/**
	 * Each further row is one request more to read.
	 */
	@Test
	void countsRequests() {
		this.store.template().insertAll(members(0, ROW, "Rome"));
		assertThat(requests(() -> this.store.template().insert(member(ROW, "Rome"))))
			.as("the list, the transaction with two of its rows")
			.isEqualTo(2);
		assertThat(requests(() -> this.store.template().insert(member(ROW + 1, "Rome"))))
			.as("the list, its further row, the transaction")
			.isEqualTo(3);
		assertThat(requests(() -> this.store.template().save(member(ROW + 1, "Oslo"))))
			.as("the entity, two lists, a further row, the transaction")
			.isEqualTo(5);
		assertThat(requests(() -> listed("Rome"))).as("ids alone").isEqualTo(2);
		assertThat(requests(() -> this.store.template().find(in("Rome").limit(5), Member.class)))
			.as("look-up: the list, its further row, entities")
			.isEqualTo(2 + 5);
		assertThat(requests(() -> this.store.template().deleteById(Member.class, key(ROW))))
			.as("delete: the entity, the list, its further row, the transaction")
			.isEqualTo(4);
		assertThat(listRows()).containsExactly("city_Oslo", "city_Rome");
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void changesEntityAndListsTogetherWhereverWriterDies(boolean afterwards) {
		this.store.template().insertAll(members(0, ROW + 1, "Rome"));
		for (int stop = 1;; stop++) {
			this.store.template().save(member(ROW, "Rome"));
			this.store.gateway().stopAt(stop, afterwards);
			boolean stopped = false;
			try {
				this.store.template().save(member(ROW, "Oslo"));
			}
			catch (Stopped ex) {
				stopped = true;
			}
			this.store.gateway().reset();
			String city = this.store.template().findById(Member.class, key(ROW)).orElseThrow().city();
			assertThat(listed("Rome").contains(ROW)).isEqualTo("Rome".equals(city));
			assertThat(listed("Oslo").contains(ROW)).isEqualTo("Oslo".equals(city));
			if (!stopped) {
				assertThat(stop).isEqualTo(6);
				return;
			}
		}
	}

	@Test
	void losesNoIdHoweverManyWriteOneList() throws Exception {
		this.store.template().insertAll(members(0, ROW - 4, "Rome"));
		ExecutorService threads = Executors.newFixedThreadPool(8);
		List<Future<?>> writers = new ArrayList<>();
		for (int writer = 0; writer < 8; writer++) {
			int own = ROW + 10 * writer;
			Random random = new Random(writer);
			writers.add(threads.submit(() -> {
				for (int i = 0; i < 10; i++) {
					int id = own + random.nextInt(3);
					if (random.nextInt(3) == 0) {
						this.store.template().deleteById(Member.class, key(id));
					}
					else {
						this.store.template().save(member(id, (random.nextInt(3) == 0) ? "Oslo" : "Rome"));
					}
				}
			}));
		}
		for (Future<?> writer : writers) {
			writer.get(5, TimeUnit.MINUTES);
		}
		threads.shutdown();
		assertClean();
	}

	@Test
	void findsWhatIsWrongInFurtherRowsAndCorrectsIt() {
		this.store.template().insertAll(members(0, ROW + 20, "Rome"));
		TableKey further = TableKey.of("Chess", "~l|city_Rome|1");
		gateway().write(this.table, new RowWrite.Delete(further, RowWrite.ANY));
		assertThat(this.indexes.verify(Member.class, "city").findings()).isEqualTo(Map.of(Kind.MISSING, 20L));
		this.store.template().insert(member(ROW + 30, "Rome"));
		assertThat(listed("Rome")).as("a further row that is not there has no ids").hasSize(ROW + 1);
		assertThat(this.indexes.rebuild(Member.class, "city").findings()).isEqualTo(Map.of(Kind.MISSING, 20L));
		assertClean();
		gateway().write(this.table, new RowWrite.InsertOrReplace(
				TableRow.of(further, Map.of("cities", member(ROW + 70, null).id() + "," + member(5, null).id()))));
		assertThat(this.indexes.verify(Member.class, "city").findings())
			.isEqualTo(Map.of(Kind.MISSING, 21L, Kind.ORPHANED, 1L));
		this.indexes.rebuild(Member.class, "city");
		assertClean();
		gateway().write(this.table, new RowWrite.Delete(TableKey.of("Chess", "city_Rome"), RowWrite.ANY));
		this.store.template().insert(member(ROW + 40, "Rome"));
		assertThat(listed("Rome")).as("rows that no first row names are no part of a list").containsExactly(ROW + 40);
		assertThat(this.indexes.rebuild(Member.class, "city").findings())
			.isEqualTo(Map.of(Kind.MISSING, (long) ROW + 21));
		assertThat(listed("Rome")).hasSize(ROW + 22);
		assertClean();
	}

	@Test
	void dropsFurtherRows() {
		this.store.template().insertAll(members(0, ROW + 2, "Rome"));
		this.store.template().insert(member(ROW + 5, "Oslo"));
		assertThat(listRows()).hasSize(3);
		assertThat(this.indexes.drop(Member.class, "city")).isEqualTo(2);
		assertThat(listRows()).isEmpty();
		assertThat(this.indexes.drop(Member.class, "city")).isZero();
	}

	/**
	 * An entity moves from a list with further rows to another, while one of the same
	 * transaction comes.
	 */
	@Test
	void changesSeveralEntitiesOfOneListInOneTransaction() {
		this.store.template().insertAll(members(0, ROW - 1, "Rome"));
		this.store.template()
			.inPartition(this.table, "Chess")
			.save(member(ROW - 1, "Rome"))
			.save(member(ROW, "Rome"))
			.save(member(ROW + 1, "Rome"))
			.save(member(3, "Oslo"))
			.save(member(ROW + 2, "Rome"))
			.commit();
		assertThat(listRows()).containsExactly("city_Oslo", "city_Rome", "~l|city_Rome|1");
		this.store.template()
			.inPartition(this.table, "Chess")
			.delete(member(ROW, "Rome"))
			.save(member(ROW + 1, null))
			.save(member(ROW + 2, "Oslo"))
			.save(member(ROW + 9, "Rome"))
			.commit();
		this.store.template().deleteAll(members(ROW - 1, ROW + 10, "Rome"));
		assertThat(listed("Rome")).hasSize(ROW - 2);
		assertClean();
	}

	@Test
	void keepsOneRowWhereItIsDeclaredSo() {
		this.store.template().insertAll(members(0, ROW, "Rome"));
		String prefix = this.table.substring(0, this.table.length() - "Members".length());
		Store other = Store.over(gateway(), prefix);
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> other.template().insert(new Short("Chess", member(ROW, null).id(), "Rome")))
			.withMessageContaining("A list of the index Short.city would name 961 entities")
			.withMessageContaining("leave out overflow = false");
		assertThat(listRows()).containsExactly("city_Rome");
		assertThat(this.store.template().findById(Member.class, key(ROW))).isEmpty();
	}

	@Test
	void rebuildsOtherListsWhereOneIsFull() {
		String prefix = this.table.substring(0, this.table.length() - "Members".length());
		Store other = Store.over(gateway(), prefix);
		IndexAdministration lists = new IndexAdministration(gateway(), other.template().converter().mappingContext(),
				IndexOptions.DEFAULTS.withTableNames(other.names()));
		for (int id = 0; id < ROW; id++) {
			other.template().insert(new Short("Chess", member(id, null).id(), "Rome"));
		}
		putWithoutList(other, new Short("Chess", member(ROW, null).id(), "Rome"));
		putWithoutList(other, new Short("Chess", member(ROW + 1, null).id(), "Rome"));
		putWithoutList(other, new Short("Chess", member(ROW + 2, null).id(), "Oslo"));
		assertThat(lists.rebuild(Short.class, "city").findings()).isEqualTo(Map.of(Kind.REFUSED, 2L, Kind.MISSING, 1L));
		assertThat(listed("Rome")).hasSize(ROW);
		assertThat(listed("Oslo")).containsExactly(ROW + 2);
	}

	/**
	 * Three entities come into a list whose three rows have room for one each, and no
	 * transaction has room for three rows whose characters take three bytes each.
	 */
	@Test
	void rebuildsListsWhoseRowsDoNotFitIntoOneTransaction() {
		assumeThat(takesTwoBytesForACharacter()).isTrue();
		List<Member> members = IntStream.range(0, 3 * ROW).mapToObj(LongListContract::memberOfManyBytes).toList();
		for (int i = 0; i < members.size(); i += 60) {
			gateway().submit(new AtomicBatch(this.table,
					members.subList(i, i + 60)
						.stream()
						.<RowWrite>map((member) -> new RowWrite.Insert(this.store.template().converter().write(member)))
						.toList()));
		}
		assertThat(this.indexes.rebuild(Member.class, "city").findings()).isEqualTo(Map.of(Kind.MISSING, 3L * ROW));
		assertThat(listRows()).containsExactlyElementsOf(rowsOf(3 * ROW));
		for (int row = 0; row < 3; row++) {
			this.store.template().delete(members.get(row * ROW));
			putWithoutList(this.store, memberOfManyBytes(9000 + row));
		}
		assertThat(this.indexes.rebuild(Member.class, "city").findings()).isEqualTo(Map.of(Kind.MISSING, 3L));
		assertThat(listRows()).containsExactlyElementsOf(rowsOf(3 * ROW));
		assertClean();
	}

	/**
	 * A transaction has room for the first row and three further ones. Neighbours in the
	 * order of keys are in different rows.
	 */
	@Test
	void removesIdsOfAllRowsInFewWrites() {
		int rows = 9;
		int ids = 46 * rows;
		for (int row = 0; row < rows; row++) {
			int number = row;
			TableRow list = withIds(row, IntStream.range(0, ids).filter((id) -> id % rows == number).boxed().toList());
			gateway().write(this.table, new RowWrite.Insert((row == 0) ? list.with("_n", rows - 1) : list));
			putWithoutList(this.store, member(row, "Rome"));
		}
		AtomicInteger writes = new AtomicInteger();
		String[] version = { version() };
		this.store.gateway().beforeEach((request) -> {
			String now = version();
			writes.addAndGet(now.equals(version[0]) ? 0 : 1);
			version[0] = now;
		});
		assertThat(this.indexes.rebuild(Member.class, "city").findings())
			.isEqualTo(Map.of(Kind.ORPHANED, (long) ids - rows));
		assertThat(writes).hasValue(3);
		assertThat(this.store.gateway().requests()).as("each entity three times, and the list once for each id")
			.isLessThan((ids - rows) * (3L + rows + 1));
		this.store.gateway().reset();
		assertThat(listed("Rome")).hasSize(rows);
		assertThat(listRows()).as("ids stay in their rows").hasSize(rows);
		assertClean();
	}

	/**
	 * The entity comes between two writes of the list. Its id was of no entity before.
	 */
	@Test
	void keepsIdOfEntityThatComesWhileOthersAreRemoved() {
		int rows = 6;
		for (int row = 0; row < rows; row++) {
			TableRow list = withIds(row, List.of(row, row + rows));
			gateway().write(this.table, new RowWrite.Insert((row == 0) ? list.with("_n", rows - 1) : list));
		}
		int late = 2 * rows - 1;
		Store other = Store.over(gateway(), this.table.substring(0, this.table.length() - "Members".length()));
		IndexAdministration lists = new IndexAdministration(gateway(), other.template().converter().mappingContext(),
				IndexOptions.DEFAULTS.withTableNames(other.names()));
		String before = version();
		boolean[] here = new boolean[1];
		this.store.gateway().beforeEach((request) -> {
			if (here[0]) {
				assertThat(lists.keys(Member.class, "city", "Chess", "Rome")).contains(key(late));
			}
			else if (!before.equals(version())) {
				other.template().insert(member(late, "Rome"));
				here[0] = true;
			}
		});
		assertThat(this.indexes.rebuild(Member.class, "city").findings())
			.isEqualTo(Map.of(Kind.ORPHANED, 2L * rows - 1));
		assertThat(here).containsExactly(true);
		this.store.gateway().reset();
		assertThat(listed("Rome")).containsExactly(late);
		assertClean();
	}

	/**
	 * The version of the list, which is that of its first row.
	 */
	private String version() {
		TableRow first = row("city_Rome");
		return (first != null) ? Objects.requireNonNull(first.etag()) : "";
	}

	/**
	 * One row of the list of Rome, as a program writes it that has chosen its ids.
	 */
	private static TableRow withIds(int row, List<Integer> ids) {
		Map<String, Object> columns = new HashMap<>();
		for (int from = 0; from < ids.size(); from += 60) {
			columns.put((from == 0) ? "cities" : "cities" + from / 60,
					ids.subList(from, Math.min(from + 60, ids.size()))
						.stream()
						.map((id) -> member(id, null).id())
						.collect(Collectors.joining(",")));
		}
		return TableRow.of(TableKey.of("Chess", (row == 0) ? "city_Rome" : "~l|city_Rome|" + row), columns);
	}

	private static Member memberOfManyBytes(int id) {
		return new Member("Chess", "\u6f22".repeat(495) + "%04d".formatted(id), "Rome");
	}

	/**
	 * Writes an entity as a program does that knows nothing of lists.
	 */
	private void putWithoutList(Store writer, Object entity) {
		gateway().write(this.table, new RowWrite.Insert(writer.template().converter().write(entity)));
	}

	/**
	 * A member of a club, to be found by city in it.
	 */
	@Table("Members")
	@PartitionKey("{club}")
	@RowKey("m_{id}")
	@SecondaryIndex(name = "city", rowKey = "city_{city}", layout = IndexLayout.LIST, list = "cities")
	record Member(String club, String id, @Nullable String city) {

	}

	/**
	 * The same, whose lists have one row.
	 */
	@Table("Members")
	@PartitionKey("{club}")
	@RowKey("m_{id}")
	@SecondaryIndex(name = "city", rowKey = "city_{city}", layout = IndexLayout.LIST, list = "cities", overflow = false)
	record Short(String club, String id, @Nullable String city) {

	}

}
