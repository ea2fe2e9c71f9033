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

import java.util.List;

import io.azuretables.internal.key.StableHash;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.util.Assert;

/**
 * Decides which of several storage accounts stores a partition. It must never give
 * another account for the same partition, as its rows would not be found there.
 *
 * @since 0.1
 */
public final class AccountRouting {

	private final String name;

	private final int least;

	private final boolean growing;

	private final Binding binding;

	private AccountRouting(String name, int least, boolean growing, Binding binding) {
		this.name = name;
		this.least = least;
		this.growing = growing;
		this.binding = binding;
	}

	/**
	 * Spreads partitions by a hash of their keys. Each falls into a slot, and slot
	 * <i>s</i> of <i>n</i> accounts is in account <i>s</i> modulo <i>n</i>, in the order
	 * of their names.
	 * @param slots the number of slots: the most accounts that there will ever be, such
	 * as 1,024
	 */
	public static AccountRouting hashed(int slots) {
		Assert.isTrue(slots > 0, () -> "Routing by a hash needs one slot at least, not " + slots);
		return new AccountRouting("hashed(" + slots + ")", slots, false, (accounts) -> {
			int count = accounts.size();
			return (table, partitionKey) -> StableHash.number(partitionKey, slots) % count;
		});
	}

	/**
	 * Asks a function, for accounts of tenants or of regions.
	 * @param name the name of the rule, which is stored: applications with another one
	 * are refused
	 */
	public static AccountRouting by(String name, PartitionAccounts function) {
		Assert.hasText(name, "Routing by a function needs a name, which is stored with the accounts");
		return new AccountRouting("by(" + name + ")", 1, true, (accounts) -> (table, partitionKey) -> {
			String account = function.account(table, partitionKey);
			int index = (account != null) ? accounts.indexOf(account) : -1;
			if (index < 0) {
				String given = (account != null) ? "the account '" + account + "'" : "null, and no account,";
				throw new InvalidDataAccessApiUsageException(
						"The routing '" + name + "' gives " + given + " for a partition of table '" + table
								+ "', and the accounts are " + accounts + "; add the account, or correct the routing");
			}
			return index;
		});
	}

	/**
	 * What is stored of the rule.
	 */
	String name() {
		return this.name;
	}

	/**
	 * Whether accounts can be added without moving rows.
	 */
	boolean isGrowing() {
		return this.growing;
	}

	/**
	 * The rule for some accounts.
	 */
	Router of(List<String> accounts) {
		if (accounts.isEmpty()) {
			throw new IllegalArgumentException("Routing needs one account at least");
		}
		if (!this.growing && accounts.size() > this.least) {
			throw new IllegalArgumentException("The routing " + this.name + " has fewer slots than there are accounts: "
					+ accounts.size() + "; the number of slots cannot be changed later");
		}
		return this.binding.of(accounts);
	}

	@Override
	public String toString() {
		return this.name;
	}

	/**
	 * Gives the account of a partition.
	 */
	@FunctionalInterface
	public interface PartitionAccounts {

		/**
		 * The name of the account that has the rows of a partition. Answers from memory,
		 * and always the same.
		 */
		String account(String table, String partitionKey);

	}

	/**
	 * Gives the index of the account of a partition.
	 */
	@FunctionalInterface
	interface Router {

		int account(String table, String partitionKey);

	}

	@FunctionalInterface
	private interface Binding {

		Router of(List<String> accounts);

	}

}
