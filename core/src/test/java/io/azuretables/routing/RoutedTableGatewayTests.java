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

package io.azuretables.routing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowPage.Continuation;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.RowWrite.InsertOrReplace;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.InvalidDataAccessApiUsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Rows are divided among accounts by their partitions, found again with as few requests
 * as there can be, and never looked for where they are not.
 */
class RoutedTableGatewayTests {

	private static final String TABLE = "Things";

	private final Map<String, CountingAccount> accounts = new TreeMap<>();

	private final RoutedTableGateway gateway;

	RoutedTableGatewayTests() {
		List.of("north", "south", "west").forEach((name) -> this.accounts.put(name, new CountingAccount()));
		this.gateway = RoutedTableGateway.over(this.accounts, AccountRouting.hashed(64));
		this.gateway.createTable(TABLE);
	}

	private void fill(int partitions, int rows) {
		for (int p = 0; p < partitions; p++) {
			for (int r = 0; r < rows; r++) {
				this.gateway.write(TABLE, new InsertOrReplace(TableRow.of(key(p, r), Map.of("N", r))));
			}
		}
		this.accounts.values().forEach((account) -> account.requests = 0);
	}

	private static TableKey key(int partition, int row) {
		return TableKey.of("p%04d".formatted(partition), "r%04d".formatted(row));
	}

	private int requests() {
		return this.accounts.values().stream().mapToInt((account) -> account.requests).sum();
	}

	@Test
	void asksOneAccountForWhatNamesAPartition() {
		fill(30, 2);
		assertThat(this.gateway.read(TABLE, key(7, 1), null, RowReader.rows())).isNotNull();
		assertThat(requests()).isEqualTo(1);
		RowPage<TableRow> page = this.gateway
			.read(RowRequest.of(TABLE, "PartitionKey eq 'p0007' and RowKey ge 'r0001'"), RowReader.rows());
		assertThat(page.rows()).extracting(TableRow::key).containsExactly(key(7, 1));
		assertThat(requests()).isEqualTo(2);
		this.gateway.submit(new AtomicBatch(TABLE, List.of(new InsertOrReplace(TableRow.of(key(7, 3), Map.of())),
				new InsertOrReplace(TableRow.of(key(7, 4), Map.of())))));
		this.gateway.write(TABLE, new RowWrite.Delete(key(7, 3), RowWrite.ANY));
		assertThat(requests()).isEqualTo(4);
	}

	@Test
	void spreadsPartitionsEvenly() {
		fill(300, 1);
		assertThat(this.accounts.values()).allSatisfy(
				(account) -> assertThat(account.store().read(RowRequest.of(TABLE, null), RowReader.rows()).rows())
					.hasSizeBetween(60, 140));
	}

	@Test
	void tellsOneOfTwoCallersThatItCreatedOrDeletedATable() {
		Interrupted north = new Interrupted();
		Interrupted south = new Interrupted();
		RoutedTableGateway routed = RoutedTableGateway.over(Map.of("north", north, "south", south),
				AccountRouting.hashed(64));
		Map.of("First", north, "Second", south).forEach((table, account) -> {
			List<Boolean> told = new ArrayList<>();
			account.before = () -> told.add(routed.createTable(table));
			told.add(routed.createTable(table));
			assertThat(told).hasSize(2).containsOnlyOnce(true);
			told.clear();
			account.before = () -> told.add(routed.deleteTable(table));
			told.add(routed.deleteTable(table));
			assertThat(told).hasSize(2).containsOnlyOnce(true);
		});
	}

	@Test
	void hasTheSameAccountsForEver() {
		AccountRouting.Router router = AccountRouting.hashed(1024).of(List.of("a", "b", "c"));
		assertThat(IntStream.range(0, 12).map((i) -> router.account(TABLE, "partition" + i))).containsExactly(0, 0, 0,
				1, 1, 2, 0, 1, 0, 0, 0, 1);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 7, 100, 333, 1_000 })
	void readsRowsOfAllAccountsInTheOrderOfTheirKeys(int top) {
		fill(40, 30);
		assertThat(keys(top, null)).hasSize(1_200).isSorted().doesNotHaveDuplicates();
		assertThat(keys(top, "N eq 3")).hasSize(40).isSorted();
	}

	/**
	 * A page of 1,000 rows asks each of the accounts, and reads little twice.
	 */
	@Test
	void readsAFullPageByOneRequestToEachAccount() {
		fill(100, 60);
		assertThat(keys(1_000, null)).hasSize(6_000);
		assertThat(requests()).as("6 pages of 3 requests, and some that come short").isBetween(18, 33);
	}

	/**
	 * What was returned is not read again, however small the pages are and however many
	 * rows a partition has. Each account is asked for as many rows as the page takes.
	 */
	@ParameterizedTest
	@CsvSource({ "1000, 100, 60, 1.5", "1000, 4, 1500, 1.5", "20, 100, 60, 3.1", "20, 4, 1500, 3.1", "1, 20, 30, 3.1" })
	void readsNoRowAgainThatWasReturned(int top, int partitions, int rows, double share) {
		fill(partitions, rows);
		assertThat(keys(top, null)).hasSize(partitions * rows).isSorted();
		assertThat(rowsRead(top, null)).isLessThan((long) (share * partitions * rows) + 300);
		assertThat(rowsRead(top, "N ge 0")).isLessThan((long) (share * partitions * rows) + 300);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 7, 50 })
	void goesOnWhereAFilterHasNoRoomForTheKey(int top) {
		fill(12, 15);
		String filter = IntStream.range(0, 14).mapToObj((n) -> "N eq " + n).collect(Collectors.joining(" or "));
		assertThat(keys(top, filter)).hasSize(12 * 14).isSorted().doesNotHaveDuplicates();
		assertThat(keys(top, filter.replace("N eq 13", "PartitionKey lt 'p0003'"))).hasSize(3 * 15 + 9 * 13).isSorted();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 3, 100 })
	void goesOnAtAnyKey(int top) {
		List<String> texts = List.of("", "'", "''", "a'b", "(", ") or (", "%", "+", "é", "\uD83D\uDE00", "!", ".", "-");
		List<TableKey> all = texts.stream()
			.flatMap((partition) -> texts.stream().map((row) -> TableKey.of(partition, row)))
			.sorted()
			.toList();
		all.forEach((key) -> this.gateway.write(TABLE, new InsertOrReplace(TableRow.of(key, Map.of()))));
		assertThat(keys(top, null)).isEqualTo(all);
	}

	private long rowsRead(int top, @Nullable String filter) {
		long read = 0;
		Continuation next = null;
		do {
			RowPage<TableRow> page = this.gateway.read(RowRequest.of(TABLE, filter).withTop(top).from(next),
					RowReader.rows());
			read += page.rowsRead();
			next = page.continuation();
		}
		while (next != null);
		return read;
	}

	@Test
	void asksOnlyTheAccountsThatMayHaveRowsOfThePage() {
		Map<String, CountingAccount> regions = Map.of("a", new CountingAccount(), "b", new CountingAccount());
		RoutedTableGateway routed = RoutedTableGateway.over(regions,
				AccountRouting.by("half", (table, partitionKey) -> (partitionKey.compareTo("p0050") < 0) ? "a" : "b"));
		routed.createTable(TABLE);
		for (int p = 0; p < 100; p++) {
			for (int r = 0; r < 60; r++) {
				routed.write(TABLE, new InsertOrReplace(TableRow.of(key(p, r), Map.of())));
			}
		}
		regions.values().forEach((region) -> region.requests = 0);
		assertThat(keys(routed, 1_000, null)).hasSize(6_000).isSorted();
		assertThat(regions.get("a").requests).isLessThan(10);
		assertThat(regions.get("b").requests).isLessThan(10);
	}

	@Test
	void goesOnAcrossShortAndEmptyPagesWhileRowsComeAndGo() {
		fill(30, 5);
		Random random = new Random(7);
		this.accounts.values().forEach((account) -> account.random = random);
		List<TableKey> kept = new ArrayList<>(keys(1_000, null));
		List<TableKey> gone = IntStream.range(0, 50).mapToObj((i) -> kept.get(i * 3)).toList();
		kept.removeAll(gone);
		List<TableKey> found = new ArrayList<>();
		Continuation next = null;
		int deleted = 0;
		do {
			RowPage<TableRow> page = this.gateway.read(RowRequest.of(TABLE, null).withTop(4).from(next),
					RowReader.rows());
			page.rows().forEach((row) -> found.add(row.key()));
			if (deleted < gone.size()) {
				this.gateway.write(TABLE, new RowWrite.Delete(gone.get(deleted++), RowWrite.ANY));
			}
			next = page.continuation();
		}
		while (next != null);
		assertThat(found).isSorted().doesNotHaveDuplicates().containsAll(kept);
	}

	@Test
	void createsDeletesAndListsTablesInAllAccounts() {
		assertThat(this.accounts.values()).allSatisfy((account) -> assertThat(account.tables()).contains(TABLE));
		assertThat(this.gateway.tables()).containsExactly(TABLE);
		assertThat(this.gateway.createTable(TABLE)).isFalse();
		this.accounts.get("west").store().createTable("Others");
		assertThat(this.gateway.tables()).containsExactly("Others", TABLE);
		assertThat(this.gateway.createTable("Others")).isTrue();
		assertThat(this.gateway.deleteTable(TABLE)).isTrue();
		assertThat(this.accounts.values()).noneSatisfy((account) -> assertThat(account.tables()).contains(TABLE));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.gateway.deleteTable("AzureTablesRoutes"));
	}

	@Test
	void comparesTheAccountsWithThoseThatAreStored() {
		RoutedTableGateway same = RoutedTableGateway.over(this.accounts, AccountRouting.hashed(64));
		fill(1, 1);
		assertThat(same.read(TABLE, key(0, 0), null, RowReader.rows())).isNotNull();
		assertThat(same.read(TABLE, key(0, 0), null, RowReader.rows())).isNotNull();
		assertThat(requests()).as("two reads, and the record of each account once").isEqualTo(5);
	}

	@Test
	void refusesAnotherRoutingBeforeAnyOtherRequest() {
		RoutedTableGateway slots = RoutedTableGateway.over(this.accounts, AccountRouting.hashed(65));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> slots.read(TABLE, key(0, 0), null, RowReader.rows()))
			.withMessageContainingAll("hashed(64)", "hashed(65)", "[north, south, west]", "docs/several-accounts.md");
		this.accounts.put("zenith", new CountingAccount());
		RoutedTableGateway more = RoutedTableGateway.over(this.accounts, AccountRouting.hashed(64));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(more::check)
			.withMessageContaining("[north, south, west, zenith]");
	}

	/**
	 * The connections of two accounts were exchanged: the names are those that are
	 * stored, and the rows are elsewhere.
	 */
	@Test
	void refusesAccountsWhoseConnectionsWereExchanged() {
		Map<String, TableGateway> exchanged = new TreeMap<>(this.accounts);
		exchanged.put("north", this.accounts.get("south"));
		exchanged.put("south", this.accounts.get("north"));
		for (AccountRouting routing : List.of(AccountRouting.hashed(64), AccountRouting.by("half", (t, p) -> "west"))) {
			RowWrite.Delete delete = new RowWrite.Delete(TableKey.of("routing", "accounts"), RowWrite.ANY);
			this.accounts.values().forEach((account) -> account.store().write("azuretablesroutes", delete));
			RoutedTableGateway.over(this.accounts, routing).check();
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(
					() -> RoutedTableGateway.over(exchanged, routing).read(TABLE, key(0, 0), null, RowReader.rows()))
				.withMessageContainingAll("'north'", "'south'", "connection");
		}
	}

	@Test
	void refusesOneAccountUnderTwoNames() {
		TableGateway account = new EmbeddedTableGateway();
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> RoutedTableGateway.over(Map.of("one", account, "two", account), AccountRouting.hashed(64))
				.check())
			.withMessageContainingAll("'one'", "'two'");
	}

	@Test
	void refusesAnAccountThatSortsFirst() {
		CountingAccount east = new CountingAccount();
		Map<String, TableGateway> more = new TreeMap<>(this.accounts);
		more.put("east", east);
		RoutedTableGateway four = RoutedTableGateway.over(more, AccountRouting.hashed(64));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> four.read(TABLE, key(0, 0), null, RowReader.rows()))
			.withMessageContainingAll("'north'", "[north, south, west]", "[east, north, south, west]");
		assertThat(east.tables()).as("nothing is written").isEmpty();
	}

	@Test
	void refusesToLeaveTheFirstAccountOut() {
		this.accounts.remove("north");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> RoutedTableGateway.over(this.accounts, AccountRouting.hashed(64)).check())
			.withMessageContainingAll("'south'", "[north, south, west]", "[south, west]");
	}

	@Test
	void completesTheRecordsOfAFirstStartThatWasStopped() {
		RowWrite.Delete delete = new RowWrite.Delete(TableKey.of("routing", "accounts"), RowWrite.ANY);
		this.accounts.get("south").store().write("azuretablesroutes", delete);
		this.accounts.put("west", new CountingAccount());
		RoutedTableGateway.over(this.accounts, AccountRouting.hashed(64)).check();
		this.accounts.remove("north");
		this.accounts.remove("south");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> RoutedTableGateway.over(this.accounts, AccountRouting.hashed(64)).check())
			.withMessageContainingAll("'west'", "[north, south, west]");
	}

	@Test
	void takesMoreAccountsWhereAFunctionSaysTheAccount() {
		Map<String, TableGateway> two = new TreeMap<>(
				Map.of("de", new EmbeddedTableGateway(), "fr", new EmbeddedTableGateway()));
		AccountRouting region = AccountRouting.by("region", (table, partitionKey) -> partitionKey.substring(0, 2));
		RoutedTableGateway.over(two, region).check();
		two.put("uk", new EmbeddedTableGateway());
		RoutedTableGateway.over(two, region).check();
		two.put("at", new EmbeddedTableGateway());
		RoutedTableGateway.over(two, region).check();
		two.remove("fr");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> RoutedTableGateway.over(two, region).check())
			.withMessageContaining("[at, de, fr, uk]");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(
				() -> RoutedTableGateway.over(two, AccountRouting.by("tenant", (table, partitionKey) -> "de")).check())
			.withMessageContainingAll("by(region)", "by(tenant)");
	}

	@Test
	void namesTheAccountThatAFunctionGivesAndThatIsNotThere() {
		RoutedTableGateway gateway = RoutedTableGateway.over(Map.of("de", new EmbeddedTableGateway()),
				AccountRouting.by("region", (table, partitionKey) -> "mars"));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> gateway.read(TABLE, key(0, 0), null, RowReader.rows()))
			.withMessageContainingAll("'region'", "'mars'", "[de]", TABLE)
			.withMessageNotContaining("p0000");
	}

	@Test
	void saysThatAFunctionGivesNoAccount() {
		Map<String, String> regions = Map.of();
		RoutedTableGateway gateway = RoutedTableGateway.over(Map.of("de", new EmbeddedTableGateway()),
				AccountRouting.by("region", (table, partitionKey) -> regions.get(partitionKey)));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> gateway.read(TABLE, key(0, 0), null, RowReader.rows()))
			.withMessageContainingAll("'region' gives null, and no account", "[de]", "correct the routing");
	}

	/**
	 * Growing: the rows of each account are copied to those that take a part of its
	 * slots. What is left behind is not seen.
	 */
	@Test
	void growsByWholeMultiplesAfterItsRowsWereCopied() {
		fill(60, 2);
		List<TableKey> before = keys(1_000, null);
		Map<String, CountingAccount> grown = new TreeMap<>(this.accounts);
		List<String> names = List.copyOf(this.accounts.keySet());
		List<String> siblings = List.of("x1", "x2", "x3");
		for (int i = 0; i < names.size(); i++) {
			CountingAccount sibling = new CountingAccount();
			sibling.createTable(TABLE);
			this.accounts.get(names.get(i))
				.store()
				.read(RowRequest.of(TABLE, null), RowReader.rows())
				.rows()
				.forEach((row) -> sibling.write(TABLE, new InsertOrReplace(TableRow.of(row.key(), row.properties()))));
			grown.put(siblings.get(i), sibling);
		}
		RoutedTableGateway six = RoutedTableGateway.over(grown, AccountRouting.hashed(64));
		for (CountingAccount account : this.accounts.values()) {
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(six::check);
			account.store()
				.write("azuretablesroutes", new RowWrite.Delete(TableKey.of("routing", "accounts"), RowWrite.ANY));
		}
		assertThat(keys(six, 1_000, null)).isEqualTo(before);
		assertThat(keys(six, 7, null)).isEqualTo(before);
		assertThat(before).allSatisfy((key) -> assertThat(six.read(TABLE, key, null, RowReader.rows())).isNotNull());
	}

	@Test
	void refusesAContinuationOfAnotherQuery() {
		for (Continuation foreign : List.of(new Continuation("1!cA", null), new Continuation("r2!x!x", null),
				new Continuation("r2!x!x!=!.-", null), new Continuation("r2!x!x!=%.-.-.-.ALL.0", null),
				new Continuation("r2!x!x!-.-.-.-.ALL.a", null), new Continuation("r2!x!x!..-.-.ALL.0", null),
				new Continuation("r2!x!x!-.-.cA.cg.ALL.0", null), new Continuation("r2!x!x!-.-.-.-.MANY.0", null))) {
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
				.isThrownBy(() -> this.gateway.read(RowRequest.of(TABLE, null).from(foreign), RowReader.rows()))
				.withMessageContaining("page one");
		}
	}

	@Test
	void refusesAccountsThatCannotBe() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> RoutedTableGateway.over(this.accounts, AccountRouting.hashed(2)))
			.withMessageContaining("fewer slots");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> RoutedTableGateway.over(Map.of(), AccountRouting.hashed(2)));
		assertThatIllegalArgumentException()
			.isThrownBy(
					() -> RoutedTableGateway.over(Map.of("a,b", new EmbeddedTableGateway()), AccountRouting.hashed(2)))
			.withMessageContaining("'a,b'");
		assertThatIllegalArgumentException().isThrownBy(() -> AccountRouting.hashed(0));
		assertThatIllegalArgumentException().isThrownBy(() -> AccountRouting.by(" ", (table, key) -> ""));
	}

	private List<TableKey> keys(int top, @Nullable String filter) {
		return keys(this.gateway, top, filter);
	}

	private static List<TableKey> keys(TableGateway gateway, int top, @Nullable String filter) {
		List<TableKey> keys = new ArrayList<>();
		Continuation next = null;
		do {
			RowPage<TableRow> page = gateway.read(RowRequest.of(TABLE, filter).withTop(top).from(next),
					RowReader.rows());
			assertThat(page.rows()).hasSizeLessThanOrEqualTo(top);
			page.rows().forEach((row) -> keys.add(row.key()));
			next = page.continuation();
		}
		while (next != null);
		return keys;
	}

	/**
	 * An account in which something happens before the next table is created or deleted.
	 */
	private static final class Interrupted extends ForwardingTableGateway {

		private @Nullable Runnable before;

		Interrupted() {
			super(new EmbeddedTableGateway());
		}

		@Override
		public boolean createTable(String table) {
			interrupt();
			return super.createTable(table);
		}

		@Override
		public boolean deleteTable(String table) {
			interrupt();
			return super.deleteTable(table);
		}

		private void interrupt() {
			Runnable before = this.before;
			this.before = null;
			if (before != null) {
				before.run();
			}
		}

	}

	/**
	 * An account that counts requests, and may answer with short and empty pages.
	 */
	private static final class CountingAccount extends ForwardingTableGateway {

		private final TableGateway store;

		private int requests;

		private @Nullable Random random;

		CountingAccount() {
			this(new EmbeddedTableGateway());
		}

		private CountingAccount(TableGateway store) {
			super(store);
			this.store = store;
		}

		TableGateway store() {
			return this.store;
		}

		@Override
		public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
			this.requests++;
			return super.read(table, key, select, reader);
		}

		@Override
		public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
			this.requests++;
			Random chance = this.random;
			if (chance == null) {
				return super.read(request, reader);
			}
			Continuation from = request.from();
			boolean empty = from != null && from.nextPartitionKey().startsWith("empty:");
			if (!empty && chance.nextInt(3) == 0) {
				return new RowPage<>(List.of(), 0,
						new Continuation("empty:" + ((from != null) ? from.nextPartitionKey() : ""),
								(from != null) ? from.nextRowKey() : null));
			}
			String token = (from != null) ? from.nextPartitionKey().replace("empty:", "") : "";
			RowRequest real = request
				.from((from == null || token.isEmpty()) ? null : new Continuation(token, from.nextRowKey()));
			return super.read(real.withTop(1 + chance.nextInt(request.top())), reader);
		}

		@Override
		public @Nullable String write(String table, RowWrite write) {
			this.requests++;
			return super.write(table, write);
		}

		@Override
		public List<@Nullable String> submit(AtomicBatch batch) {
			this.requests++;
			return super.submit(batch);
		}

	}

}
