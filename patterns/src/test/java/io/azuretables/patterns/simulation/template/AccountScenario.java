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

package io.azuretables.patterns.simulation.template;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.azuretables.key.TableKey;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.simulation.Ledger;
import io.azuretables.patterns.simulation.SimulatedGateway;
import io.azuretables.patterns.simulation.Simulation;
import io.azuretables.query.Update;
import io.azuretables.row.RowReader;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;

/**
 * Three clients count in few accounts, each in one of the ways that are safe.
 */
final class AccountScenario {

	private static final List<String> OWNERS = List.of("ann", "bob");

	private final Simulation simulation;

	private final SimulatedGateway gateway;

	private final Ledger ledger = new Ledger();

	private final Map<String, TableRow> last = new HashMap<>();

	private AccountScenario(Simulation simulation) {
		this.simulation = simulation;
		this.gateway = new SimulatedGateway(simulation, "Accounts");
	}

	static void play(Simulation simulation, Way way) {
		AccountScenario scenario = new AccountScenario(simulation);
		TableOperations operations = Templates.over(scenario.gateway);
		for (String name : List.of("one", "two", "three")) {
			simulation.actor(name, () -> scenario.count(operations, way));
		}
		simulation.always(scenario::check);
	}

	private void count(TableOperations operations, Way way) {
		while (!this.simulation.isCalm()) {
			String owner = OWNERS.get(this.simulation.random().nextInt(OWNERS.size()));
			String write = this.simulation.token();
			try {
				if (operations.findById(Account.class, owner).isEmpty()) {
					this.ledger.write(write, () -> operations.insert(new Account(owner, 1, write, null)));
				}
				else {
					this.ledger.write(write, () -> way.count(operations, owner, write));
				}
			}
			catch (DataAccessException ex) {
				this.simulation.say("fails: " + ex.getClass().getSimpleName());
			}
		}
	}

	private void check() {
		for (String owner : OWNERS) {
			TableRow row = this.gateway.store().read("Accounts", TableKey.of(owner, "account"), null, RowReader.rows());
			TableRow before = this.last.get(owner);
			if (row != null && !row.equals(before)) {
				this.ledger.committed(String.valueOf(row.get("write")));
				this.last.put(owner, row);
				if (count(row) != count(before) + 1) {
					throw new AssertionError("Lost update: from " + count(before) + " to " + count(row));
				}
			}
		}
	}

	private static int count(@Nullable TableRow row) {
		return (row != null) ? Optional.ofNullable(row.get("count", Integer.class)).orElse(0) : 0;
	}

	/**
	 * How to count.
	 */
	enum Way {

		SAVE {

			@Override
			Object count(TableOperations operations, String owner, String write) {
				return operations.save(operations.findById(Account.class, owner).orElseThrow().counted(write));
			}

		},

		UPDATE_WITH_RETRY {

			@Override
			Object count(TableOperations operations, String owner, String write) {
				return operations.updateWithRetry(Account.class, owner, (account) -> account.counted(write))
					.orElseThrow();
			}

		},

		MERGE {

			@Override
			Object count(TableOperations operations, String owner, String write) {
				operations.merge(Account.class, owner, Update.update("write", write).increment("count", 1));
				return write;
			}

		},

		/**
		 * Not safe: without a version, the last one wins.
		 */
		OVERWRITE {

			@Override
			Object count(TableOperations operations, String owner, String write) {
				int count = operations.findById(Account.class, owner).orElseThrow().count();
				operations.merge(Account.class, owner, Update.update("write", write).set("count", count + 1));
				return write;
			}

		};

		abstract Object count(TableOperations operations, String owner, String write);

	}

}
