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

package io.azuretables.patterns.simulation.archive;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import io.azuretables.key.TableKey;
import io.azuretables.patterns.simulation.Ledger;
import io.azuretables.patterns.simulation.SimulatedGateway;
import io.azuretables.patterns.simulation.SimulatedTransport;
import io.azuretables.patterns.simulation.Simulation;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;

/**
 * Users write rows, have them archived and restored, create them again, and look for
 * them; workers move them.
 */
final class ArchiveScenario {

	private static final Duration PAUSE = Duration.ofSeconds(1);

	private static final List<TableKey> KEYS = List.of(TableKey.of("one", "r"), TableKey.of("two", "r"));

	private final World world;

	private final Mover mover;

	private final Ledger ledger = new Ledger();

	private final Map<TableKey, List<String>> history = new HashMap<>();

	private final Set<String> wanted = new HashSet<>();

	private final Set<String> asked = new HashSet<>();

	private final Set<String> unwanted = new HashSet<>();

	private long versions;

	private ArchiveScenario(World world, Mover mover) {
		this.world = world;
		this.mover = mover;
		KEYS.forEach((key) -> this.history.put(key, new ArrayList<>(List.of(""))));
	}

	/**
	 * Plays a way to move rows.
	 */
	static void play(Simulation simulation, Function<World, Mover> mover) {
		World world = new World(simulation, new SimulatedGateway(simulation, Move.CURRENT, Move.ARCHIVE),
				new SimulatedTransport(simulation, "moves"));
		ArchiveScenario scenario = new ArchiveScenario(world, mover.apply(world));
		List.of("user1", "user2").forEach((name) -> simulation.actor(name, scenario::use));
		simulation.actor("reader", scenario::read);
		List.of("worker1", "worker2").forEach((name) -> simulation.servant(name, scenario.mover::worker, PAUSE));
		simulation.always(scenario::checkAlways);
		simulation.restsWithout(world.queue()::leftOvers);
		simulation.atRest(scenario::checkAtRest);
	}

	private void use() {
		while (!this.world.simulation().isCalm()) {
			try {
				TableKey key = key();
				use(key, this.world.gateway().read(Move.CURRENT, key, null, RowReader.rows()));
			}
			catch (DataAccessException ex) {
				this.world.simulation().say("fails: " + ex.getClass().getSimpleName());
			}
		}
	}

	private TableKey key() {
		return KEYS.get(random(KEYS.size()));
	}

	private int random(int bound) {
		return this.world.simulation().random().nextInt(bound);
	}

	private void use(TableKey key, @Nullable TableRow row) {
		if (row == null && random(2) == 0 && restore(key)) {
			return;
		}
		if (row == null) {
			TableRow created = Move.row(key, this.world.simulation().token(), ++this.versions);
			write(created, new RowWrite.Insert(created));
		}
		else if (random(3) == 0) {
			String incarnation = incarnation(row);
			this.wanted.add(incarnation);
			this.mover.archive(key, incarnation);
			this.asked.add(incarnation);
		}
		else {
			TableRow changed = Move.row(key, incarnation(row), ++this.versions);
			write(changed, new RowWrite.Replace(changed, String.valueOf(row.etag())));
		}
	}

	private boolean restore(TableKey key) {
		TableRow archived = read(Move.ARCHIVE, key);
		boolean restoring = this.mover.restore(key);
		if (restoring && archived != null && archived.equals(read(Move.ARCHIVE, key))) {
			this.unwanted.add(incarnation(archived));
		}
		return restoring;
	}

	private void write(TableRow row, RowWrite write) {
		this.ledger.write(Move.words(row), () -> String.valueOf(this.world.gateway().write(Move.CURRENT, write)));
	}

	private void read() {
		while (!this.world.simulation().isCalm()) {
			TableKey key = key();
			List<String> states = this.history.get(key);
			int before = states.size();
			try {
				String found = this.mover.find(key).orElse("");
				List<String> during = states.subList(before - 1, states.size());
				if (!during.contains(found) && !(found.isEmpty() && isRestored(during))) {
					throw new AssertionError("Found '" + found + "' where there was " + during);
				}
			}
			catch (DataAccessException ex) {
				this.world.simulation().say("fails: " + ex.getClass().getSimpleName());
			}
		}
	}

	/**
	 * Whether another life began. Who looks for an entity that comes back from the
	 * archive and goes there again meanwhile may miss it each time.
	 */
	private static boolean isRestored(List<String> during) {
		return during.stream().map((words) -> words.split(" ")[1]).distinct().count() > 1;
	}

	private void checkAlways() {
		for (TableKey key : KEYS) {
			TableRow current = read(Move.CURRENT, key);
			TableRow archived = read(Move.ARCHIVE, key);
			List<String> states = this.history.get(key);
			if (current != null && !states.get(states.size() - 1).equals(Move.words(current))) {
				this.ledger.committed(Move.words(current));
				states.add(Move.words(current));
			}
			String last = states.get(states.size() - 1);
			if (!last.isEmpty() && !is(last, current) && !is(last, archived)) {
				throw new AssertionError("Lost update " + last);
			}
			if (archived != null && !this.wanted.contains(incarnation(archived))) {
				throw new AssertionError("Archived what nobody asked for: " + Move.words(archived));
			}
		}
	}

	private void checkAtRest() {
		for (TableKey key : KEYS) {
			TableRow current = read(Move.CURRENT, key);
			TableRow archived = read(Move.ARCHIVE, key);
			if (current != null && this.asked.contains(incarnation(current))) {
				throw new AssertionError("Not moved: " + Move.words(current));
			}
			if (current == null && archived != null && this.unwanted.contains(incarnation(archived))) {
				throw new AssertionError("Not restored: " + Move.words(archived));
			}
			if (current != null && archived != null && incarnation(current).equals(incarnation(archived))) {
				throw new AssertionError("In both places: " + Move.words(current));
			}
		}
	}

	private @Nullable TableRow read(String table, TableKey key) {
		return this.world.gateway().store().read(table, key, null, RowReader.rows());
	}

	private static boolean is(String words, @Nullable TableRow row) {
		return row != null && words.equals(Move.words(row));
	}

	private static String incarnation(TableRow row) {
		return String.valueOf(row.get("inc"));
	}

	/**
	 * What there is to move rows with.
	 *
	 * @param simulation the time and chance
	 * @param gateway the tables
	 * @param queue the queue
	 */
	record World(Simulation simulation, SimulatedGateway gateway, SimulatedTransport queue) {

	}

}
