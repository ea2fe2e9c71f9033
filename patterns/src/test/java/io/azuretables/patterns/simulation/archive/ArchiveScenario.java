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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

import io.azuretables.client.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.queue.ReceivedMessage;
import io.azuretables.patterns.simulation.Ledger;
import io.azuretables.patterns.simulation.SimulatedGateway;
import io.azuretables.patterns.simulation.SimulatedTransport;
import io.azuretables.patterns.simulation.Simulation;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Users write rows, have them archived, and create them again; workers move them.
 */
final class ArchiveScenario {

	private static final Duration HIDDEN = Duration.ofSeconds(30);

	private static final List<TableKey> KEYS = List.of(TableKey.of("one", "r"), TableKey.of("two", "r"));

	private final Simulation simulation;

	private final SimulatedGateway gateway;

	private final SimulatedTransport queue;

	private final Ledger ledger = new Ledger();

	private final Map<TableKey, TableRow> newest = new HashMap<>();

	private final Set<String> wanted = new HashSet<>();

	private final Set<String> asked = new HashSet<>();

	private long versions;

	private ArchiveScenario(Simulation simulation) {
		this.simulation = simulation;
		this.gateway = new SimulatedGateway(simulation, Move.CURRENT, Move.ARCHIVE);
		this.queue = new SimulatedTransport(simulation, "moves");
	}

	/**
	 * Plays a way to move rows.
	 */
	static void play(Simulation simulation, Function<TableGateway, BiConsumer<TableKey, String>> moves) {
		ArchiveScenario scenario = new ArchiveScenario(simulation);
		simulation.actor("user1", scenario::use);
		simulation.actor("user2", scenario::use);
		BiConsumer<TableKey, String> move = moves.apply(scenario.gateway);
		simulation.servant("worker1", () -> () -> scenario.work(move), Duration.ofSeconds(1));
		simulation.servant("worker2", () -> () -> scenario.work(move), Duration.ofSeconds(1));
		simulation.always(scenario::checkAlways);
		simulation.restsWithout(scenario.queue::leftOvers);
		simulation.atRest(scenario::checkAtRest);
	}

	private void use() {
		while (!this.simulation.isCalm()) {
			TableKey key = KEYS.get(this.simulation.random().nextInt(KEYS.size()));
			try {
				use(key, this.gateway.read(Move.CURRENT, key, null, RowReader.rows()));
			}
			catch (org.springframework.dao.TransientDataAccessResourceException ex) {
				this.simulation.sleep(Duration.ofSeconds(1));
			}
		}
	}

	private void use(TableKey key, @Nullable TableRow row) {
		if (row == null) {
			TableRow created = Move.row(key, this.simulation.token(), ++this.versions);
			write(created, new RowWrite.Insert(created));
		}
		else if (this.simulation.random().nextInt(3) == 0) {
			String incarnation = incarnation(row);
			this.wanted.add(incarnation);
			this.queue.send(key.partitionKey() + " " + incarnation, Duration.ZERO);
			this.asked.add(incarnation);
		}
		else {
			TableRow changed = Move.row(key, incarnation(row), ++this.versions);
			write(changed, new RowWrite.Replace(changed, String.valueOf(row.etag())));
		}
	}

	private void write(TableRow row, RowWrite write) {
		this.ledger.write(words(row), () -> String.valueOf(this.gateway.write(Move.CURRENT, write)));
	}

	private boolean work(BiConsumer<TableKey, String> move) {
		List<ReceivedMessage> received = this.queue.receive(1, HIDDEN);
		for (ReceivedMessage message : received) {
			String[] intent = message.body().split(" ");
			move.accept(TableKey.of(intent[0], "r"), intent[1]);
			this.queue.delete(message);
		}
		return !received.isEmpty();
	}

	private void checkAlways() {
		for (TableKey key : KEYS) {
			TableRow current = read(Move.CURRENT, key);
			TableRow archived = read(Move.ARCHIVE, key);
			if (current != null && !same(this.newest.get(key), current)) {
				this.ledger.committed(words(current));
				this.newest.put(key, current);
			}
			TableRow last = this.newest.get(key);
			if (last != null && !same(last, current) && !same(last, archived)) {
				throw new AssertionError("Lost update " + words(last));
			}
			if (archived != null && !this.wanted.contains(incarnation(archived))) {
				throw new AssertionError("Archived what nobody asked for: " + words(archived));
			}
		}
	}

	private void checkAtRest() {
		for (TableKey key : KEYS) {
			TableRow current = read(Move.CURRENT, key);
			TableRow archived = read(Move.ARCHIVE, key);
			if (current != null && this.asked.contains(incarnation(current))) {
				throw new AssertionError("Not moved: " + words(current));
			}
			if (current != null && archived != null && incarnation(current).equals(incarnation(archived))) {
				throw new AssertionError("In both places: " + words(current));
			}
		}
	}

	private @Nullable TableRow read(String table, TableKey key) {
		return this.gateway.store().read(table, key, null, RowReader.rows());
	}

	private static boolean same(@Nullable TableRow one, @Nullable TableRow other) {
		return one != null && other != null && words(one).equals(words(other));
	}

	private static String incarnation(TableRow row) {
		return String.valueOf(row.get("inc"));
	}

	private static String words(TableRow row) {
		return row.key().partitionKey() + " " + row.get("inc") + " " + row.get("v");
	}

}
