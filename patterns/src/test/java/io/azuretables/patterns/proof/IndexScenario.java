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

package io.azuretables.patterns.proof;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

import io.azuretables.patterns.simulation.Ledger;
import io.azuretables.patterns.simulation.SimulatedGateway;
import io.azuretables.patterns.simulation.SimulatedTransport;
import io.azuretables.patterns.simulation.Simulation;
import io.azuretables.patterns.proof.Entities.State;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;

/**
 * Three writers change the values of few entities, two readers look them up, and two
 * workers do what is left to be done.
 */
final class IndexScenario {

	private static final List<String> IDS = List.of("e1", "e2");

	static final List<@Nullable String> VALUES = Arrays.asList("a", "b", "c", null);

	/**
	 * How much a writer writes: what few writes leave wrong is not mended by others.
	 */
	private static final List<Integer> MOST = List.of(1, 3, 1000);

	private static final Duration PAUSE = Duration.ofMinutes(4);

	private final World world;

	private final IndexProtocol protocol;

	private final List<@Nullable String> values;

	private final Set<Promise> promises;

	private final Entities store;

	private final int most;

	private final Ledger ledger = new Ledger();

	private final Map<String, List<State>> history = new HashMap<>();

	private IndexScenario(World world, IndexProtocol protocol, List<@Nullable String> values, Set<Promise> promises) {
		this.world = world;
		this.protocol = protocol;
		this.values = values;
		this.promises = promises;
		this.store = new Entities(world.gateway().store());
		this.most = chosen(MOST);
		IDS.forEach((id) -> this.history.put(id, new ArrayList<>(List.of(new State(id, null)))));
	}

	/**
	 * Plays a protocol, and checks what it promises.
	 */
	static void play(Simulation simulation, Function<World, IndexProtocol> protocol, Set<Promise> promises) {
		play(simulation, protocol, VALUES, promises);
	}

	/**
	 * The same with other values.
	 * @param values what entities may have; with {@code null} they are deleted
	 */
	static void play(Simulation simulation, Function<World, IndexProtocol> protocol, List<@Nullable String> values,
			Set<Promise> promises) {
		World world = new World(simulation, new SimulatedGateway(simulation, Entities.ENTITIES, Entities.INDEX),
				new SimulatedTransport(simulation, "index"));
		IndexScenario scenario = new IndexScenario(world, protocol.apply(world), values, promises);
		List.of("writer1", "writer2", "writer3").forEach((name) -> simulation.actor(name, scenario::write));
		List.of("worker1", "worker2").forEach((name) -> simulation.servant(name, () -> scenario.protocol::work, PAUSE));
		if (promises.contains(Promise.NEVER_A_GAP)) {
			simulation.actor("reader", scenario::read);
		}
		simulation.always(scenario::checkAlways);
		simulation.restsWithout(world.queue()::leftOvers);
		if (promises.contains(Promise.NOTHING_DANGLES)) {
			simulation.restsWithout(scenario::companions);
		}
		simulation.atRest(scenario::checkAtRest);
	}

	private void write() {
		for (int i = 0; i < this.most && !this.world.simulation().isCalm(); i++) {
			String id = chosen(IDS);
			String value = chosen(this.values);
			String token = this.world.simulation().token();
			try {
				if (value == null) {
					this.protocol.write(id, null, token);
				}
				else {
					this.ledger.write(token, () -> {
						this.protocol.write(id, value, token);
						return token;
					});
				}
			}
			catch (DataAccessException ex) {
				this.world.simulation().say("write fails: " + ex.getClass().getSimpleName());
			}
		}
	}

	private <T extends @Nullable Object> T chosen(List<T> all) {
		return all.get(this.world.simulation().random().nextInt(all.size()));
	}

	private void read() {
		while (!this.world.simulation().isCalm()) {
			String value = Objects.requireNonNullElse(chosen(VALUES), "a");
			Map<String, Integer> before = new HashMap<>();
			this.history.forEach((id, states) -> before.put(id, states.size()));
			try {
				Set<String> found = this.protocol.find(value);
				before.forEach((id, from) -> checkAnswer(value, found.contains(id),
						this.history.get(id).subList(from - 1, this.history.get(id).size())));
			}
			catch (DataAccessException ex) {
				this.world.simulation().say("look-up fails: " + ex.getClass().getSimpleName());
			}
		}
	}

	/**
	 * @param states those that the entity had during the look-up
	 */
	private static void checkAnswer(String value, boolean found, List<State> states) {
		if (!found && states.stream().allMatch((state) -> value.equals(state.value()))) {
			throw new AssertionError("Gap: a look-up of " + value + " misses " + states.get(0).id());
		}
		if (found && states.stream().noneMatch((state) -> value.equals(state.value()))) {
			throw new AssertionError("Stale: a look-up of " + value + " finds " + states.get(0).id());
		}
	}

	private void checkAlways() {
		for (String id : IDS) {
			State now = this.store.read(id);
			List<State> states = this.history.get(id);
			if (!now.isAsIn(states.get(states.size() - 1))) {
				states.add(now);
				if (now.token() != null) {
					this.ledger.committed(now.token());
				}
			}
		}
		if (this.promises.contains(Promise.NEVER_A_GAP)) {
			Set<String> missing = expected();
			missing.removeAll(entries());
			if (!missing.isEmpty()) {
				throw new AssertionError("Gap: no index row for " + missing);
			}
		}
		if (this.promises.contains(Promise.UNIQUE)) {
			List<String> values = IDS.stream()
				.map((id) -> this.store.read(id).value())
				.filter(Objects::nonNull)
				.toList();
			if (new HashSet<>(values).size() < values.size()) {
				throw new AssertionError("Duplicate: two entities have the value " + values.get(0));
			}
		}
	}

	private void checkAtRest() {
		Set<String> missing = expected();
		missing.removeAll(entries());
		Set<String> dangling = entries();
		dangling.removeAll(expected());
		if (!missing.isEmpty()) {
			throw new AssertionError("Missing at rest: " + missing);
		}
		if (!dangling.isEmpty() && this.promises.contains(Promise.NOTHING_DANGLES)) {
			throw new AssertionError("Dangling at rest: " + dangling);
		}
	}

	private Set<String> expected() {
		Set<String> expected = new TreeSet<>();
		for (String id : IDS) {
			State state = this.store.read(id);
			if (state.value() != null) {
				expected.add(state.value() + " " + id + " " + state.indexToken());
			}
		}
		return expected;
	}

	private Set<String> entries() {
		Set<String> entries = new TreeSet<>();
		for (TableRow row : this.store.list(Entities.INDEX, null)) {
			entries.add(row.key().partitionKey() + " " + row.get("id") + " " + row.get("w"));
		}
		return entries;
	}

	private List<TableRow> companions() {
		return this.store.list(Entities.ENTITIES, null)
			.stream()
			.filter((row) -> row.key().rowKey().startsWith("~"))
			.toList();
	}

	/**
	 * What a protocol has to work with.
	 *
	 * @param simulation the time and chance
	 * @param gateway the tables
	 * @param queue the queue
	 */
	record World(Simulation simulation, SimulatedGateway gateway, SimulatedTransport queue) {

	}

	/**
	 * What holds besides that nothing is missing at rest, and that writers are told the
	 * truth.
	 */
	enum Promise {

		/**
		 * Nothing is left at rest but entities and their index rows.
		 */
		NOTHING_DANGLES,

		/**
		 * At any time every entity has its index row, and look-ups are exact.
		 */
		NEVER_A_GAP,

		/**
		 * At any time no two entities have the same value.
		 */
		UNIQUE

	}

}
