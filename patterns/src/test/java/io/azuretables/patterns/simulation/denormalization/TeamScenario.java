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

package io.azuretables.patterns.simulation.denormalization;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.azuretables.key.TableKey;
import io.azuretables.operations.TableOperations;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.denormalization.DenormalizationTemplate;
import io.azuretables.patterns.denormalization.DenormalizedCopies;
import io.azuretables.patterns.sample.Member;
import io.azuretables.patterns.sample.Team;
import io.azuretables.patterns.simulation.SimulatedGateway;
import io.azuretables.patterns.simulation.Simulation;
import io.azuretables.patterns.simulation.template.Templates;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.TableRow;

import org.springframework.dao.DataAccessException;

/**
 * Two members of a department change their names, leave and come back, and lead teams,
 * which change hands and count projects. The copies of the names are true at any moment.
 */
final class TeamScenario {

	private static final DenormalizedCopies<Member, Team> LEADS = DenormalizedCopies
		.of(Member.class, Team.class, "leads")
		.reference("department", "department")
		.reference("leadId", "employeeId")
		.copy("leadName", "name");

	private static final List<String> TEAMS = List.of("north", "south", "west");

	private final Simulation simulation;

	private final SimulatedGateway gateway;

	private final Map<TableKey, Integer> projects = new HashMap<>();

	private TeamScenario(Simulation simulation) {
		this.simulation = simulation;
		this.gateway = new SimulatedGateway(simulation, "Staff");
	}

	static void play(Simulation simulation, TeamSabotage sabotage) {
		TeamScenario scenario = new TeamScenario(simulation);
		TableTemplate template = Templates.over(sabotage.over(scenario.gateway));
		DenormalizationTemplate copies = new DenormalizationTemplate(template, List.of(LEADS));
		for (String name : List.of("one", "two")) {
			simulation.actor("source " + name, () -> scenario.repeat(() -> scenario.changeMember(template, copies)));
			simulation.actor("holder " + name, () -> scenario.repeat(() -> scenario.changeTeam(template, copies)));
		}
		simulation.always(scenario::check);
	}

	private void repeat(Runnable action) {
		while (!this.simulation.isCalm()) {
			try {
				action.run();
			}
			catch (DataAccessException ex) {
				this.simulation.say("fails: " + ex.getClass().getSimpleName());
			}
		}
	}

	private int random(int bound) {
		return this.simulation.random().nextInt(bound);
	}

	private void changeMember(TableOperations operations, DenormalizationTemplate copies) {
		int number = 1 + random(2);
		TableKey key = TableKey.of("Sales", "empid_00000" + number);
		String name = this.simulation.token();
		switch (random(6)) {
			case 0 -> operations.findById(Member.class, key).ifPresent(copies::delete);
			case 1 -> copies.update(Member.class, key, (member) -> member.paid(random(100)));
			case 2 -> copies.save(Member.of(number, name));
			default -> copies.update(Member.class, key, (member) -> member.named(name));
		}
	}

	private void changeTeam(TableOperations operations, DenormalizationTemplate copies) {
		String name = TEAMS.get(random(TEAMS.size()));
		TableKey key = TableKey.of("Sales", "team_" + name);
		Integer lead = (random(4) > 0) ? 1 + random(2) : null;
		switch (random(4)) {
			case 0 -> copies.save(Team.of(name, lead));
			case 1 -> operations.updateWithRetry(Team.class, key, (team) -> team.with(team.projects() + 1));
			default -> copies.update(Team.class, key, (team) -> team.led(lead));
		}
	}

	private void check() {
		Map<Integer, String> names = new HashMap<>();
		List<TableRow> rows = this.gateway.store().read(RowRequest.of("Staff", null), RowReader.rows()).rows();
		for (TableRow row : rows) {
			if (row.key().rowKey().startsWith("empid_")) {
				names.put(Integer.valueOf(row.key().rowKey().substring("empid_".length())),
						row.get("name", String.class));
			}
		}
		for (TableRow row : rows) {
			if (row.key().rowKey().startsWith("team_")) {
				check(row, names.get(row.get("leadId", Integer.class)));
			}
		}
	}

	private void check(TableRow team, String expected) {
		if (!Objects.equals(team.get("leadName"), expected)) {
			throw new AssertionError(
					"Stale: " + team.key() + " has " + team.get("leadName") + " instead of " + expected);
		}
		int count = Objects.requireNonNull(team.get("projects", Integer.class));
		int before = this.projects.getOrDefault(team.key(), 0);
		if (count != before && count != before + 1) {
			throw new AssertionError("Lost update: " + team.key() + " from " + before + " to " + count);
		}
		this.projects.put(team.key(), count);
	}

}
