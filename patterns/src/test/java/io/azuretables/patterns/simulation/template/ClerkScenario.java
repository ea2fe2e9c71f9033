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

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import io.azuretables.key.TableKey;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.index.IntraPartitionIndexTemplate;
import io.azuretables.patterns.sample.Clerk;
import io.azuretables.patterns.simulation.Ledger;
import io.azuretables.patterns.simulation.SimulatedGateway;
import io.azuretables.patterns.simulation.Simulation;
import io.azuretables.query.Update;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;

/**
 * Clients write clerks in every way there is, and look them up by unique e-mail. Index
 * rows lie in the partition of their entities: they are true at any time.
 */
final class ClerkScenario {

	private static final String DEPARTMENT = "Sales";

	private static final List<@Nullable String> EMAILS = java.util.Arrays.asList("a", "b", "c", null);

	private static final int IDS = 3;

	private final Simulation simulation;

	private final SimulatedGateway gateway;

	private final TableOperations operations;

	private final Ledger ledger = new Ledger();

	private final Map<Integer, List<Optional<String>>> emails = new HashMap<>();

	private ClerkScenario(Simulation simulation) {
		this.simulation = simulation;
		this.gateway = new SimulatedGateway(simulation, "Clerks");
		this.operations = Templates.over(this.gateway);
		for (int id = 0; id < IDS; id++) {
			this.emails.put(id, new ArrayList<>(List.of(Optional.empty())));
		}
	}

	/**
	 * Plays writers and a reader.
	 * @param forgets whether somebody else writes, too, who knows nothing of indexes
	 */
	static void play(Simulation simulation, boolean forgets) {
		ClerkScenario scenario = new ClerkScenario(simulation);
		for (String name : List.of("one", "two", "three")) {
			simulation.actor(name, scenario::write);
		}
		simulation.actor("reader", scenario::read);
		if (forgets) {
			simulation.actor("stranger", scenario::writeBlindly);
		}
		simulation.always(scenario::check);
	}

	private void write() {
		while (!this.simulation.isCalm()) {
			String write = this.simulation.token();
			String email = EMAILS.get(random(EMAILS.size()));
			Clerk clerk = new Clerk(DEPARTMENT, random(IDS), email, write, 20 + random(3));
			try {
				if (random(6) == 0) {
					this.operations.deleteById(Clerk.class, key(clerk.employeeId()));
				}
				else {
					this.ledger.write(write, () -> write(clerk));
				}
			}
			catch (DataAccessException ex) {
				this.simulation.say("fails: " + ex.getClass().getSimpleName());
			}
		}
	}

	private Object write(Clerk clerk) {
		TableKey key = key(clerk.employeeId());
		return switch (random(4)) {
			case 0 -> this.operations.insert(clerk);
			case 1 -> this.operations.updateWithRetry(Clerk.class, key, (old) -> clerk)
				.orElseGet(() -> this.operations.insert(clerk));
			case 2 -> {
				this.operations.merge(Clerk.class, key, Update.update("lastName", clerk.lastName()));
				yield clerk;
			}
			default -> this.operations.save(clerk);
		};
	}

	private int random(int bound) {
		return this.simulation.random().nextInt(bound);
	}

	private void writeBlindly() {
		try {
			TableRow row = TableRow.of(key(0), Map.of("email", "z", "lastName", "stranger", "age", 30));
			this.gateway.write("Clerks", new RowWrite.InsertOrReplace(row));
		}
		catch (DataAccessException ex) {
			this.simulation.say("fails: " + ex.getClass().getSimpleName());
		}
	}

	private void read() {
		IntraPartitionIndexTemplate indexes = new IntraPartitionIndexTemplate(this.operations);
		while (!this.simulation.isCalm()) {
			String email = EMAILS.get(random(3));
			Map<Integer, Integer> before = new HashMap<>();
			this.emails.forEach((id, all) -> before.put(id, all.size()));
			try {
				Optional<Clerk> found = indexes.findOne(Clerk.class, "email", DEPARTMENT, email);
				before.forEach((id, from) -> checkAnswer(String.valueOf(email),
						found.filter((clerk) -> clerk.employeeId() == id).isPresent(),
						this.emails.get(id).subList(from - 1, this.emails.get(id).size())));
			}
			catch (DataAccessException ex) {
				this.simulation.say("look-up fails: " + ex.getClass().getSimpleName());
			}
		}
	}

	private static void checkAnswer(String email, boolean found, List<Optional<String>> during) {
		if (!found && during.stream().allMatch((each) -> each.filter(email::equals).isPresent())) {
			throw new AssertionError("Gap: a look-up of " + email + " finds nothing");
		}
		if (found && during.stream().noneMatch((each) -> each.filter(email::equals).isPresent())) {
			throw new AssertionError("Stale: a look-up of " + email + " finds who does not have it");
		}
	}

	private void check() {
		Set<String> found = new TreeSet<>();
		Set<String> expected = new TreeSet<>();
		for (TableRow row : this.gateway.store().read(RowRequest.of("Clerks", null), RowReader.rows()).rows()) {
			found.add(row.key().rowKey());
			if (row.key().rowKey().startsWith("empid_")) {
				expected.addAll(group(row));
				this.ledger.committed(String.valueOf(row.get("lastName")));
			}
		}
		for (int id = 0; id < IDS; id++) {
			TableRow row = this.gateway.store().read("Clerks", key(id), null, RowReader.rows());
			this.emails.get(id).add(Optional.ofNullable((row != null) ? row.get("email", String.class) : null));
		}
		if (!found.equals(expected)) {
			throw new AssertionError("Rows " + found + " instead of " + expected);
		}
	}

	/**
	 * The keys of an entity and its index rows.
	 */
	private static Set<String> group(TableRow row) {
		String id = row.key().rowKey().substring("empid_".length());
		Set<String> keys = new TreeSet<>(Set.of(row.key().rowKey(), "name_" + row.get("lastName") + " " + id,
				"age_0" + row.get("age") + "_" + id));
		if (row.get("email") != null) {
			keys.add("email_" + row.get("email"));
		}
		return keys;
	}

	private static TableKey key(int id) {
		return TableKey.of(DEPARTMENT, "empid_00000" + id);
	}

}
