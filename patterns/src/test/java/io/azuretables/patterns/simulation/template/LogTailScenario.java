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

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.azuretables.patterns.logtail.LogTailOptions;
import io.azuretables.patterns.logtail.LogTailTemplate;
import io.azuretables.patterns.sample.LoginAttempt;
import io.azuretables.patterns.simulation.Ledger;
import io.azuretables.patterns.simulation.SimulatedGateway;
import io.azuretables.patterns.simulation.Simulation;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.TableRow;

import org.springframework.dao.DataAccessException;

/**
 * Clients append to a log of four buckets, and read its tail.
 */
final class LogTailScenario {

	private static final int ALL = 500;

	private final Simulation simulation;

	private final SimulatedGateway gateway;

	private final LogTailTemplate<LoginAttempt> log;

	private final Ledger ledger = new Ledger();

	private final Set<String> acknowledged = new HashSet<>();

	private LogTailScenario(Simulation simulation, LogSabotage sabotage) {
		this.simulation = simulation;
		this.gateway = new SimulatedGateway(simulation, "Attempts");
		this.log = new LogTailTemplate<>(Templates.over(sabotage.over(this.gateway)), LoginAttempt.class,
				new LogTailOptions(simulation.clock(), 100));
	}

	static void play(Simulation simulation, LogSabotage sabotage) {
		LogTailScenario scenario = new LogTailScenario(simulation, sabotage);
		for (String name : List.of("one", "two", "three")) {
			simulation.actor(name, scenario::append);
		}
		simulation.actor("reader", scenario::read);
		simulation.always(scenario::check);
		simulation.atRest(() -> scenario.checkTail(scenario.users(), scenario.tail()));
	}

	private void append() {
		while (!this.simulation.isCalm()) {
			String write = this.simulation.token();
			if (this.ledger.write(write, () -> this.log.append(LoginAttempt.of("shop", write))) != null) {
				this.acknowledged.add(write);
			}
		}
	}

	private void read() {
		while (!this.simulation.isCalm()) {
			Set<String> before = Set.copyOf(this.acknowledged);
			try {
				checkTail(before, tail());
			}
			catch (DataAccessException ex) {
				this.simulation.say("fails: " + ex.getClass().getSimpleName());
			}
		}
	}

	private List<String> tail() {
		return this.log.latest(ALL, "shop").stream().map(LoginAttempt::user).toList();
	}

	private void checkTail(Collection<String> expected, List<String> tail) {
		Set<String> found = new HashSet<>(tail);
		if (found.size() < tail.size()) {
			throw new AssertionError("An entry stands in the tail twice");
		}
		if (!found.containsAll(expected) || !users().containsAll(found)) {
			throw new AssertionError("Tail " + tail + " instead of " + expected);
		}
	}

	private void check() {
		users().forEach(this.ledger::committed);
	}

	private List<String> users() {
		List<TableRow> rows = this.gateway.store().read(RowRequest.of("Attempts", null), RowReader.rows()).rows();
		return rows.stream().map((row) -> String.valueOf(row.get("user"))).toList();
	}

}
