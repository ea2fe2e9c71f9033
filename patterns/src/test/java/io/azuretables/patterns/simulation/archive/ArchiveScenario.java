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
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.azuretables.internal.model.IndexMapping;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.blob.BlobStore.Blob;
import io.azuretables.patterns.simulation.Ledger;
import io.azuretables.patterns.simulation.SimulatedBlobs;
import io.azuretables.patterns.simulation.SimulatedGateway;
import io.azuretables.patterns.simulation.SimulatedTransport;
import io.azuretables.patterns.simulation.Simulation;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;

/**
 * Users write rows, have them archived and restored, create them again, and look for
 * them; workers move them.
 */
final class ArchiveScenario {

	private static final Duration PAUSE = Duration.ofMinutes(4);

	private static final List<TableKey> KEYS = List.of(TableKey.of("one", "r"), TableKey.of("two", "r"));

	private final World world;

	private final Mover mover;

	private final boolean createsOnce;

	private final Ledger ledger = new Ledger();

	private final Map<TableKey, List<String>> history = new HashMap<>();

	private final Map<TableKey, String> lives = new HashMap<>();

	private final Set<String> ended = new HashSet<>();

	private final Set<String> created = new HashSet<>();

	private final Set<String> restored = new HashSet<>();

	private final Set<String> wanted = new HashSet<>();

	private final Set<String> asked = new HashSet<>();

	private final Set<String> unwanted = new HashSet<>();

	private long versions;

	private ArchiveScenario(World world, Mover mover, boolean createsOnce) {
		this.world = world;
		this.mover = mover;
		this.createsOnce = createsOnce;
		KEYS.forEach((key) -> this.history.put(key, new ArrayList<>(List.of(""))));
	}

	/**
	 * Plays a way to move rows.
	 * @param createsOnce whether a request to create a row that comes late, and again,
	 * finds something that keeps it from that, as applications should have it
	 */
	static void play(Simulation simulation, Function<World, Mover> mover, boolean createsOnce) {
		World world = World.of(simulation);
		ArchiveScenario scenario = new ArchiveScenario(world, mover.apply(world), createsOnce);
		List.of("user1", "user2").forEach((name) -> simulation.actor(name, scenario::use));
		simulation.actor("reader", scenario::read);
		List.of("worker1", "worker2").forEach((name) -> simulation.servant(name, scenario.mover::worker, PAUSE));
		simulation.servant("sweeper", () -> scenario::sweep, Duration.ofHours(2));
		simulation.always(scenario::checkAlways);
		simulation.restsWithout(world.queue()::leftOvers);
		simulation.restsWithout(scenario::orphans);
		simulation.restsWithout(scenario::tokens);
		simulation.atRest(scenario::checkAtRest);
	}

	private boolean sweep() {
		this.mover.sweep();
		return false;
	}

	/**
	 * Contents that belong to nothing in the archive.
	 */
	private Set<String> orphans() {
		Set<String> names = this.world.blobs()
			.store()
			.list("")
			.map(Blob::name)
			.collect(Collectors.toCollection(TreeSet::new));
		for (TableKey key : KEYS) {
			TableRow archived = read(Move.ARCHIVE, key);
			names.remove((archived != null) ? String.valueOf(archived.get("document")) : "");
		}
		return names;
	}

	/**
	 * Rows that tell whether something was restored.
	 */
	private List<TableKey> tokens() {
		return this.world.gateway()
			.store()
			.read(RowRequest.of(Move.CURRENT, null), RowReader.rows())
			.rows()
			.stream()
			.map(TableRow::key)
			.filter((key) -> key.rowKey().startsWith(IndexMapping.TOKEN_ROWS))
			.toList();
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
			create(created);
		}
		else if (random(3) == 0) {
			String incarnation = incarnation(row);
			this.wanted.add(incarnation);
			this.mover.archive(key, incarnation);
			this.asked.add(incarnation);
		}
		else {
			TableRow changed = Move.row(key, incarnation(row), ++this.versions);
			this.ledger.write(Move.words(changed), () -> String.valueOf(this.world.gateway()
				.write(Move.CURRENT, new RowWrite.Replace(changed, String.valueOf(row.etag())))));
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

	/**
	 * Creates a row, together with one that stays if there shall be no second time.
	 */
	private void create(TableRow row) {
		this.created.add(incarnation(row));
		RowWrite once = new RowWrite.Insert(
				TableRow.of(TableKey.of(row.key().partitionKey(), incarnation(row)), Map.of()));
		List<RowWrite> writes = this.createsOnce ? List.of(new RowWrite.Insert(row), once)
				: List.of(new RowWrite.Insert(row));
		this.ledger.write(Move.words(row),
				() -> this.world.gateway().submit(new AtomicBatch(Move.CURRENT, writes)).toString());
	}

	private void read() {
		while (!this.world.simulation().isCalm()) {
			TableKey key = key();
			List<String> states = this.history.get(key);
			int before = states.size();
			try {
				String found = this.mover.find(key).orElse("");
				List<String> during = states.subList(before - 1, states.size());
				boolean isEarlier = found.isEmpty() || states.contains(found);
				if (!during.contains(found) && !(isEarlier && isRestored(during))) {
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
	 * archive and goes there again meanwhile may miss it each time, or find what a worker
	 * that has slept has left there.
	 */
	private static boolean isRestored(List<String> during) {
		return during.stream().map((words) -> words.split(" ")[1]).distinct().count() > 1;
	}

	private void checkAlways() {
		for (TableKey key : KEYS) {
			TableRow current = read(Move.CURRENT, key);
			TableRow archived = read(Move.ARCHIVE, key);
			List<String> states = this.history.get(key);
			checkLives(key, current, archived);
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
			if (archived != null && archived.get("document") != null) {
				checkContent(archived);
			}
		}
	}

	/**
	 * A life that has ended in the current table does not begin again. One that nobody
	 * created is made of what lies in the archive.
	 */
	private void checkLives(TableKey key, @Nullable TableRow current, @Nullable TableRow archived) {
		String life = (current != null) ? incarnation(current) : "";
		String before = this.lives.put(key, life);
		if (life.equals(before)) {
			return;
		}
		if (before != null) {
			this.ended.add(before);
		}
		if (!life.isEmpty() && this.ended.contains(life)) {
			throw new AssertionError("Back in the current table: " + Move.words(current));
		}
		if (archived != null && !life.isEmpty() && !this.created.contains(life)) {
			this.restored.add(incarnation(archived));
		}
	}

	private void checkContent(TableRow archived) {
		byte[] expected = TemplateMover.content(Move.version(archived));
		Optional<byte[]> content = this.world.blobs().store().read(String.valueOf(archived.get("document")));
		if (content.filter((found) -> Arrays.equals(found, expected)).isEmpty()) {
			throw new AssertionError("Without its content: " + Move.words(archived));
		}
	}

	private void checkAtRest() {
		if (this.world.poison().store().depth() > 0) {
			throw new AssertionError("Poison without a reason");
		}
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
			if (archived != null && this.restored.contains(incarnation(archived))) {
				throw new AssertionError("Left behind: " + Move.words(archived));
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
	 * @param poison what was given up
	 * @param blobs the contents
	 */
	record World(Simulation simulation, SimulatedGateway gateway, SimulatedTransport queue, SimulatedTransport poison,
			SimulatedBlobs blobs) {

		static World of(Simulation simulation) {
			return new World(simulation, new SimulatedGateway(simulation, Move.CURRENT, Move.ARCHIVE),
					new SimulatedTransport(simulation, "moves"), new SimulatedTransport(simulation, "poison"),
					new SimulatedBlobs(simulation));
		}

	}

}
