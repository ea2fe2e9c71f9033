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
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.odata.ODataFilter;
import io.azuretables.internal.odata.ODataSyntaxException;
import io.azuretables.key.TableKey;
import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.And;
import io.azuretables.query.Criteria.Comparison;
import io.azuretables.query.Operator;
import io.azuretables.routing.AccountRouting.Router;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * A gateway that divides tables among several storage accounts, by the partition keys of
 * their rows. To its callers it is one account with the room and the speed of all.
 * <p>
 * What names a partition is one request to one account; so is each transaction, which
 * stays atomic. A page of rows of several partitions is one request to each account that
 * may have some, one after the other; rows come in the order of their keys. Tables are
 * created, deleted and listed in all accounts; the first account, in the order of their
 * names, is created first and deleted last, and tells which of several callers created or
 * deleted a table.
 * <p>
 * Before the first request it compares the routing and the names of the accounts with
 * what is stored in the table {@code azuretablesroutes} of each account: one request to
 * each.
 *
 * @since 0.1
 */
public final class RoutedTableGateway implements TableGateway {

	/**
	 * The table of each account that stores which account it is, and how rows are divided
	 * among all. Copy it to no other account.
	 */
	public static final String ROUTING_TABLE = RoutingRecord.TABLE;

	private static final String PARTITION_KEY = "PartitionKey";

	private final List<TableGateway> accounts;

	private final List<String> names;

	private final Router router;

	private final RoutingRecord record;

	private volatile boolean checked;

	private RoutedTableGateway(List<String> names, List<TableGateway> accounts, Router router, RoutingRecord record) {
		this.names = names;
		this.accounts = accounts;
		this.router = router;
		this.record = record;
	}

	/**
	 * Divides tables among accounts.
	 * @param accounts the accounts by their names; the order of the names is that of the
	 * accounts
	 */
	public static RoutedTableGateway over(Map<String, ? extends TableGateway> accounts, AccountRouting routing) {
		SortedMap<String, TableGateway> sorted = new TreeMap<>(accounts);
		sorted.keySet().forEach((name) -> {
			if (!name.matches("[A-Za-z0-9_-]+")) {
				throw new IllegalArgumentException(
						"The name of an account has letters, digits, '-' and '_' only, and not: '" + name + "'");
			}
		});
		sorted.forEach((name, gateway) -> {
			if (gateway.isUnordered()) {
				throw new IllegalArgumentException("The account '" + name + "' is Cosmos DB for Table, which returns "
						+ "rows in no order, so that they cannot be merged with those of others; use storage accounts");
			}
		});
		List<String> names = List.copyOf(sorted.keySet());
		Router router = routing.of(names);
		return new RoutedTableGateway(names, List.copyOf(sorted.values()), router, new RoutingRecord(routing, sorted));
	}

	/**
	 * Compares the routing and the accounts with those that each account has stored, and
	 * stores them where none are. The first request does so too. Call it when the
	 * application starts if wrong accounts are to end the start.
	 * @throws InvalidDataAccessApiUsageException if they differ
	 */
	public void check() {
		this.record.check();
		this.checked = true;
	}

	/**
	 * The accounts by their names, in the order of the names. A request to one of them is
	 * not routed.
	 * @throws InvalidDataAccessApiUsageException if the accounts are not those that are
	 * stored
	 */
	public Map<String, TableGateway> accounts() {
		List<TableGateway> gateways = all();
		Map<String, TableGateway> accounts = new LinkedHashMap<>();
		for (int i = 0; i < gateways.size(); i++) {
			accounts.put(this.names.get(i), gateways.get(i));
		}
		return Collections.unmodifiableMap(accounts);
	}

	private List<TableGateway> all() {
		if (!this.checked) {
			check();
		}
		return this.accounts;
	}

	private TableGateway gateway(String table, String partitionKey) {
		return all().get(this.router.account(table, partitionKey));
	}

	@Override
	public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
		return gateway(table, key.partitionKey()).read(table, key, select, reader);
	}

	@Override
	public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
		String partitionKey = partitionKey(request.filter());
		if (partitionKey != null) {
			return gateway(request.table(), partitionKey).read(request, reader);
		}
		return new MergedPage<>(request, reader, all(), this.router).read();
	}

	/**
	 * The only partition that a filter leaves, as far as it says so in plain words.
	 */
	private static @Nullable String partitionKey(@Nullable String filter) {
		if (filter == null || !filter.contains(PARTITION_KEY)) {
			return null;
		}
		Criteria criteria;
		try {
			criteria = ODataFilter.parse(filter);
		}
		catch (ODataSyntaxException ex) {
			return null;
		}
		for (Criteria condition : (criteria instanceof And and) ? and.conditions() : List.of(criteria)) {
			if (condition instanceof Comparison comparison && comparison.operator() == Operator.EQ
					&& comparison.property().equals(PARTITION_KEY) && comparison.value() instanceof String value) {
				return value;
			}
		}
		return null;
	}

	@Override
	public @Nullable String write(String table, RowWrite write) {
		return gateway(table, write.key().partitionKey()).write(table, write);
	}

	@Override
	public List<@Nullable String> submit(AtomicBatch batch) {
		return gateway(batch.table(), batch.partitionKey()).submit(batch);
	}

	@Override
	public boolean createTable(String table) {
		refuseOwn(table);
		List<TableGateway> accounts = all();
		boolean created = accounts.get(0).createTable(table);
		for (TableGateway account : accounts.subList(1, accounts.size())) {
			account.createTable(table);
		}
		return created;
	}

	@Override
	public boolean deleteTable(String table) {
		refuseOwn(table);
		List<TableGateway> accounts = all();
		for (int i = accounts.size() - 1; i > 0; i--) {
			accounts.get(i).deleteTable(table);
		}
		return accounts.get(0).deleteTable(table);
	}

	private static void refuseOwn(String table) {
		if (table.equalsIgnoreCase(RoutingRecord.TABLE)) {
			throw new InvalidDataAccessApiUsageException("The table '" + RoutingRecord.TABLE
					+ "' is reserved: it stores how rows are divided among accounts; use another name");
		}
	}

	/**
	 * Whether the rows of all accounts are in memory. Asks no account.
	 */
	@Override
	public boolean isEmbedded() {
		return this.accounts.stream().allMatch(TableGateway::isEmbedded);
	}

	@Override
	public String account(String table, String partitionKey) {
		return this.names.get(this.router.account(table, partitionKey));
	}

	/**
	 * The names of the tables of all accounts, each once.
	 */
	@Override
	public List<String> tables() {
		TreeSet<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
		all().forEach((account) -> names.addAll(account.tables()));
		names.remove(RoutingRecord.TABLE);
		return new ArrayList<>(names);
	}

}
