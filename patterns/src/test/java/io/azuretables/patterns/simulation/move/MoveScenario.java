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
package io.azuretables.patterns.simulation.move;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.commit.CommitOutcome;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.move.MoveTemplate;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlerRegistration;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.message.QueueOptions.GuardTimes;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.simulation.Ledger;
import io.azuretables.patterns.simulation.SimulatedGateway;
import io.azuretables.patterns.simulation.SimulatedTransport;
import io.azuretables.patterns.simulation.Simulation;
import io.azuretables.patterns.simulation.template.Templates;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;

import org.springframework.dao.DataAccessException;

/**
 * Users insert, change and delete entities, movers move them among three partitions, and
 * readers look for them. Some messages are lost.
 */
final class MoveScenario {

	private static final Duration PAUSE = Duration.ofMinutes(4);

	private static final Duration LONG_PAUSE = Duration.ofMinutes(30);

	private static final Duration OVERDUE = Duration.ofMinutes(20);

	private static final List<String> PLACES = List.of("one", "two", "three");

	private final Simulation simulation;

	private final Sabotage sabotage;

	private final SimulatedGateway gateway;

	private final SimulatedTransport queue;

	private final SimulatedTransport poison;

	private final GuardTimes times;

	private final TableTemplate users;

	private final MoveTemplate<Life> movers;

	private final MoveTemplate<Life> readers;

	private final Ledger ledger = new Ledger();

	/**
	 * What each entity has been.
	 */
	private final Map<String, List<Long>> histories = new HashMap<>();

	private final Set<String> deleting = new HashSet<>();

	private final Set<String> ended = new HashSet<>();

	/**
	 * What has been where, all at the same time.
	 */
	private final List<Map<String, String>> states = new ArrayList<>(List.of(Map.of()));

	private long versions;

	private MoveScenario(Simulation simulation, Sabotage sabotage) {
		this.simulation = simulation;
		this.sabotage = sabotage;
		this.gateway = new SimulatedGateway(simulation, Life.TABLE);
		this.queue = new SimulatedTransport(simulation, "moves");
		this.poison = new SimulatedTransport(simulation, "poison");
		this.times = times(sabotage.times());
		this.users = Templates.over(sabotage.users(this.gateway));
		this.movers = moves(sabotage.movers(this.gateway));
		this.readers = moves(sabotage.readers(this.gateway));
	}

	/**
	 * In one simulation of two, movers are often slower than their guards.
	 */
	private GuardTimes times(GuardTimes all) {
		return this.simulation.random().nextBoolean() ? all
				: new GuardTimes(Duration.ofSeconds(1), Duration.ofSeconds(2), all.retention(), all.fence());
	}

	private EventuallyConsistentQueueTemplate queue(TableGateway tables) {
		LossyTransport lossy = new LossyTransport(this.queue, this.simulation, this.sabotage);
		return new EventuallyConsistentQueueTemplate(Templates.over(tables), tables,
				new QueueConnection(lossy, this.poison, null),
				QueueOptions.DEFAULTS.withClock(this.simulation.clock())
					.withTokens(this.simulation::token)
					.withTimes(this.times));
	}

	private MoveTemplate<Life> moves(TableGateway tables) {
		return new MoveTemplate<>(Templates.over(tables), queue(tables), Life.class);
	}

	static void play(Simulation simulation, Sabotage sabotage) {
		MoveScenario scenario = new MoveScenario(simulation, sabotage);
		List.of("user1", "user2").forEach((name) -> simulation.actor(name, () -> scenario.actAll(scenario::use)));
		List.of("mover1", "mover2").forEach((name) -> simulation.actor(name, () -> scenario.actAll(scenario::move)));
		simulation.actor("reader", () -> scenario.actAll(scenario::read));
		List.of("worker1", "worker2").forEach((name) -> simulation.servant(name, () -> {
			TableGateway tables = sabotage.workers(scenario.gateway);
			MessageHandlerRegistration<MoveTemplate.Move> handler = scenario.moves(tables).handler();
			QueueWorker worker = new QueueWorker(scenario.queue(tables), MessageHandlers.none()
				.with(handler.name(), handler.payload(), sabotage.handler(handler.handler())));
			return () -> worker.step() > 0;
		}, PAUSE));
		simulation.servant("sweeper", () -> scenario::sweep, LONG_PAUSE);
		simulation.always(scenario::checkAlways);
		simulation.restsWithout(scenario.queue::leftOvers);
		simulation.restsWithout(scenario::leftOvers);
		simulation.atRest(scenario::checkAtRest);
	}

	private boolean sweep() {
		if (this.simulation.isCalm()) {
			queue(this.gateway).sweep(Life.TABLE, OVERDUE);
			if (this.sabotage.sweeps()) {
				this.movers.sweep(OVERDUE);
			}
		}
		return false;
	}

	/**
	 * Marks and token rows.
	 */
	private List<TableKey> leftOvers() {
		return rows().stream()
			.filter((row) -> row.get(RowWrite.MOVE) != null || row.key().rowKey().startsWith(IndexMapping.TOKEN_ROWS))
			.map(TableRow::key)
			.toList();
	}

	private void actAll(Runnable action) {
		while (!this.simulation.isCalm()) {
			try {
				action.run();
			}
			catch (DataAccessException ex) {
				this.simulation.say("fails: " + ex.getClass().getSimpleName());
			}
		}
	}

	private void use() {
		String place = place();
		Life life = find(place).orElse(null);
		if (life == null) {
			insert(new Life(place, this.simulation.token(), ++this.versions, null));
			return;
		}
		switch (random(6)) {
			case 0 -> delete(life);
			case 1, 2 -> byId(life).ifPresent(this::update);
			default -> update(life);
		}
	}

	private Optional<Life> find(String place) {
		return this.users.findById(Life.class, key(place));
	}

	private Optional<Life> byId(Life life) {
		return this.users.findOne(
				TableQuery.of(Criteria.where("place").is(life.place()).and(Criteria.where("id").is(life.id()))),
				Life.class);
	}

	/**
	 * Inserts an entity with a row that stays, so that it is inserted once.
	 */
	private void insert(Life life) {
		RowWrite once = new RowWrite.Insert(TableRow.of(TableKey.of(life.place(), "once_" + life.id()), Map.of()));
		this.ledger.write(life.words(),
				() -> this.users.inPartition(Life.TABLE, life.place()).insert(life).write(once).commit());
	}

	private void update(Life life) {
		Life changed = life.with(++this.versions);
		this.ledger.write(changed.words(), () -> this.users.save(changed));
	}

	private void delete(Life life) {
		this.deleting.add(life.id());
		this.users.delete(life);
	}

	private void move() {
		String place = place();
		find(place).ifPresent((life) -> {
			long version = ++this.versions;
			String target = PLACES.get((PLACES.indexOf(place) + 1 + random(2)) % PLACES.size());
			this.ledger.write(life.id() + " " + version,
					() -> this.movers.move(life, (one) -> one.in(target, version)));
		});
	}

	/**
	 * What is found was there at some moment of the call, and what is not found was not.
	 */
	private void read() {
		String place = place();
		int before = this.states.size();
		boolean both = random(2) == 0;
		String found = (both ? this.readers.find(key(place), key(place())) : this.readers.find(key(place)))
			.map(Life::words)
			.orElse("");
		List<Map<String, String>> during = this.states.subList(before - 1, this.states.size());
		boolean right = during.stream()
			.anyMatch((state) -> found.isEmpty() ? !state.containsKey(place) : state.containsValue(found));
		if (!right) {
			throw new AssertionError("Found '" + found + "' where there was " + during);
		}
	}

	private String place() {
		return PLACES.get(random(PLACES.size()));
	}

	private int random(int bound) {
		return this.simulation.random().nextInt(bound);
	}

	private static TableKey key(String place) {
		return TableKey.of(place, Life.ROW);
	}

	private void checkAlways() {
		Map<String, String> state = new HashMap<>();
		Map<String, Long> live = new HashMap<>();
		for (TableRow row : rows()) {
			if (row.key().rowKey().equals(Life.ROW) && !hasMoved(row)) {
				String id = row.get("id", String.class);
				Long version = row.get("v", Long.class);
				state.put(row.key().partitionKey(), id + " " + version);
				if (live.put(id, version) != null) {
					throw new AssertionError("Two live rows of " + id);
				}
			}
		}
		this.histories.keySet().stream().filter((id) -> !live.containsKey(id)).forEach(this::checkEnded);
		live.forEach(this::checkVersion);
		if (!state.equals(this.states.get(this.states.size() - 1))) {
			this.states.add(state);
		}
	}

	/**
	 * Whether an entity has left a row.
	 */
	private boolean hasMoved(TableRow row) {
		if (!(row.get(RowWrite.MOVE) instanceof String token) || !(row.get("_to") instanceof String target)) {
			return false;
		}
		TableKey key = TableKey.of(target.substring(0, target.indexOf('/')), IndexMapping.TOKEN_ROWS + token);
		TableRow found = this.gateway.store().read(Life.TABLE, key, null, RowReader.rows());
		return found != null && new CommitOutcome(found).isCommitted();
	}

	private void checkEnded(String id) {
		if (!this.deleting.contains(id)) {
			throw new AssertionError("Lost entity " + id);
		}
		this.ended.add(id);
	}

	private void checkVersion(String id, Long version) {
		List<Long> history = this.histories.computeIfAbsent(id, (one) -> new ArrayList<>());
		if (this.ended.contains(id)) {
			throw new AssertionError("Back after its deletion: " + id);
		}
		if (history.isEmpty() || !history.get(history.size() - 1).equals(version)) {
			if (history.contains(version)) {
				throw new AssertionError("Lost update of " + id + ": " + version + " is back");
			}
			history.add(version);
			this.ledger.committed(id + " " + version);
		}
	}

	private void checkAtRest() {
		if (this.poison.store().depth() > 0) {
			throw new AssertionError("Poison without a reason");
		}
		for (String place : PLACES) {
			long rows = rows().stream()
				.filter((row) -> row.key().partitionKey().equals(place) && !row.key().rowKey().startsWith("once_"))
				.count();
			if (rows != (find(place).isPresent() ? 2 : 0)) {
				throw new AssertionError("Index rows are wrong in " + place);
			}
		}
	}

	private List<TableRow> rows() {
		return this.gateway.store().read(RowRequest.of(Life.TABLE, null), RowReader.rows()).rows();
	}

}
