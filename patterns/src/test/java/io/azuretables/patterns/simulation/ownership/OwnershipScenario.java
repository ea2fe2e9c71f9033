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

package io.azuretables.patterns.simulation.ownership;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.ownership.OwnershipListener;
import io.azuretables.patterns.ownership.OwnershipOptions;
import io.azuretables.patterns.ownership.PartitionOwnership;
import io.azuretables.patterns.simulation.SimulatedGateway;
import io.azuretables.patterns.simulation.Simulation;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;

import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Processes that own slots, and write into the entity of each slot that they own. No slot
 * has two owners of one epoch, and no entity is written by an owner whose time is over.
 */
final class OwnershipScenario {

	private static final int SLOTS = 3;

	private static final Duration LEASE = Duration.ofSeconds(30);

	private final Simulation simulation;

	private final SimulatedGateway service;

	private final TableGateway gateway;

	private final Sabotage sabotage;

	/**
	 * Who owned which slot in which epoch.
	 */
	private final Map<String, String> owners = new HashMap<>();

	private final Map<String, PartitionOwnership> alive = new HashMap<>();

	private final Map<Integer, Long> epochs = new HashMap<>();

	private OwnershipScenario(Simulation simulation, Sabotage sabotage) {
		this.simulation = simulation;
		this.sabotage = sabotage;
		this.service = new SimulatedGateway(simulation, "Owners", "Work");
		this.gateway = sabotage.tables(this.service);
		for (int slot = 0; slot < SLOTS; slot++) {
			this.service.store().write("Work", new RowWrite.Insert(entity(slot, 0)));
		}
	}

	static void play(Simulation simulation, Sabotage sabotage) {
		OwnershipScenario scenario = new OwnershipScenario(simulation, sabotage);
		List.of("one", "two", "three")
			.forEach((name) -> simulation.servant(name, () -> scenario.process(name), LEASE.dividedBy(3)));
		simulation.always(scenario::check);
		simulation.restsWithout(scenario::free);
	}

	private BooleanSupplier process(String name) {
		String process = name + this.simulation.token();
		PartitionOwnership ownership = new PartitionOwnership(this.gateway, "Owners", "group", process,
				OwnershipOptions.DEFAULTS.withSlots(SLOTS).withLease(LEASE).withClock(this.simulation.clock()),
				new Watch(process));
		this.alive.put(name, ownership);
		return () -> {
			ownership.round();
			for (int slot = 0; slot < SLOTS; slot++) {
				work(slot, ownership);
			}
			return false;
		};
	}

	private void work(int slot, PartitionOwnership ownership) {
		if (ownership.epoch(slot).isEmpty()) {
			return;
		}
		long epoch = ownership.epoch(slot).getAsLong();
		TableRow row = this.gateway.read("Work", key(slot), null, RowReader.rows());
		if (row == null || (epoch(row) > epoch && this.sabotage != Sabotage.IGNORES_EPOCHS)) {
			return;
		}
		try {
			this.gateway.write("Work", new RowWrite.Replace(entity(slot, epoch), String.valueOf(row.etag())));
		}
		catch (OptimisticLockingFailureException ex) {
			this.simulation.say("is refused");
		}
	}

	private void check() {
		for (int slot = 0; slot < SLOTS; slot++) {
			TableRow row = this.service.store().read("Work", key(slot), null, RowReader.rows());
			long epoch = (row != null) ? epoch(row) : 0;
			Long before = this.epochs.put(slot, epoch);
			if (before != null && before > epoch) {
				throw new AssertionError("The epoch of slot " + slot + " fell from " + before + " to " + epoch);
			}
		}
	}

	/**
	 * The slots that no process owns.
	 */
	private List<Integer> free() {
		return IntStream.range(0, SLOTS)
			.filter((slot) -> this.alive.values().stream().noneMatch((one) -> one.epoch(slot).isPresent()))
			.boxed()
			.toList();
	}

	private static TableRow entity(int slot, long epoch) {
		return TableRow.of(key(slot), Map.of("epoch", epoch));
	}

	private static long epoch(TableRow row) {
		return (row.get("epoch") instanceof Long epoch) ? epoch : 0;
	}

	private static TableKey key(int slot) {
		return new TableKey("slot" + slot, "entity");
	}

	/**
	 * Remembers who owned what.
	 */
	private final class Watch implements OwnershipListener {

		private final String process;

		Watch(String process) {
			this.process = process;
		}

		@Override
		public void acquired(int slot, long epoch) {
			String other = OwnershipScenario.this.owners.putIfAbsent(slot + " in epoch " + epoch, this.process);
			if (other != null && !other.equals(this.process)) {
				throw new AssertionError("Slot " + slot + " in epoch " + epoch + " is owned twice: by " + other
						+ " and " + this.process);
			}
		}

		@Override
		public void released(int slot, long epoch) {
			OwnershipScenario.this.simulation.say("releases " + slot);
		}

	}

}
