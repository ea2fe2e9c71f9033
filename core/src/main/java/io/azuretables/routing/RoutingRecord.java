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

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Stores in each account how partitions are divided among the accounts, and refuses
 * applications that divide them otherwise. The first process stores it; another one is
 * refused if its own differs, since it would look for rows where they are not. One
 * account is not enough: an account whose name sorts before all others would have no
 * record, and neither would a process that leaves the first account out.
 */
final class RoutingRecord {

	/**
	 * The table of the record.
	 */
	static final String TABLE = "azuretablesroutes";

	private static final TableKey KEY = TableKey.of("routing", "accounts");

	private static final String ROUTING = "Routing";

	private static final String ACCOUNTS = "Accounts";

	/**
	 * The name of the account that has the record, so that connections of two accounts
	 * cannot be exchanged.
	 */
	private static final String ACCOUNT = "Account";

	private final AccountRouting routing;

	private final SortedMap<String, TableGateway> accounts;

	RoutingRecord(AccountRouting routing, SortedMap<String, TableGateway> accounts) {
		this.routing = routing;
		this.accounts = accounts;
	}

	/**
	 * Compares the records with what is configured, and writes those that are missing.
	 * One request to each account where all are the same.
	 */
	void check() {
		while (!isAccepted(stored())) {
			// another process has written a record in the meantime
		}
	}

	/**
	 * The record that is configured for an account.
	 */
	private TableRow configured(String account) {
		return TableRow.of(KEY, Map.of(ROUTING, this.routing.name(), ACCOUNTS, String.join(",", this.accounts.keySet()),
				ACCOUNT, account));
	}

	/**
	 * The records of the accounts that have one.
	 */
	private Map<String, TableRow> stored() {
		Map<String, TableRow> stored = new TreeMap<>();
		this.accounts.forEach((name, account) -> {
			TableRow row = stored(account);
			if (row != null) {
				stored.put(name, row);
			}
		});
		return stored;
	}

	private static @Nullable TableRow stored(TableGateway account) {
		try {
			return account.read(TABLE, KEY, null, RowReader.rows());
		}
		catch (InvalidDataAccessResourceUsageException ex) {
			if (ex.getCause() instanceof ServiceErrorException error && error.code().equals("TableNotFound")) {
				return null;
			}
			throw ex;
		}
	}

	/**
	 * Whether all accounts have the record that is configured, perhaps from now on. The
	 * records are written in the order of the names: of two processes that differ, the
	 * first account that both have refuses one.
	 * @return {@code false} if another process has written one in the meantime
	 */
	private boolean isAccepted(Map<String, TableRow> stored) {
		Map<String, RowWrite> writes = new LinkedHashMap<>();
		for (String account : this.accounts.keySet()) {
			TableRow row = stored.get(account);
			TableRow configured = configured(account);
			if (row == null) {
				writes.put(account, new RowWrite.Insert(configured));
			}
			else if (!row.properties().equals(configured.properties())) {
				refuseOther(account, row);
				refuseUnlessGrown(account, row);
				writes.put(account, new RowWrite.Replace(configured, Objects.requireNonNull(row.etag())));
			}
		}
		return writes.entrySet().stream().allMatch((write) -> isWritten(write.getKey(), write.getValue()));
	}

	private static void refuseOther(String account, TableRow stored) {
		Object own = stored.properties().get(ACCOUNT);
		if (!account.equals(own)) {
			throw new InvalidDataAccessApiUsageException("The connection of the account '" + account
					+ "' leads to an account whose table '" + TABLE + "' names "
					+ ((own != null) ? "the account '" + own + "'" : "no account")
					+ ". This application would not find rows, and write others twice. Correct the connections; if the "
					+ "row of this table was copied from another account, delete it");
		}
	}

	private void refuseUnlessGrown(String account, TableRow stored) {
		List<String> before = Arrays.asList(String.valueOf(stored.properties().get(ACCOUNTS)).split(","));
		boolean same = this.routing.name().equals(stored.properties().get(ROUTING));
		if (same && this.routing.isGrowing() && this.accounts.keySet().containsAll(before)) {
			return;
		}
		throw new InvalidDataAccessApiUsageException("The account '" + account + "' says that rows are divided by "
				+ stored.properties().get(ROUTING) + " among the accounts " + before
				+ ", and this application is configured with " + this.routing + " and " + this.accounts.keySet()
				+ ". It would not find rows, and write others twice. Configure what is stored; to add accounts, copy "
				+ "the rows first and delete the row of the table '" + TABLE
				+ "' in all accounts then, as docs/several-accounts.md says");
	}

	private boolean isWritten(String name, RowWrite write) {
		TableGateway account = Objects.requireNonNull(this.accounts.get(name));
		try {
			if (write instanceof RowWrite.Insert) {
				account.createTable(TABLE);
			}
			account.write(TABLE, write);
			return true;
		}
		catch (DuplicateKeyException | OptimisticLockingFailureException ex) {
			return false;
		}
	}

}
