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

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.denormalization.DenormalizationTemplate;
import io.azuretables.patterns.denormalization.DenormalizedCopies;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.message.QueueOptions.GuardTimes;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions.RetryRules;
import io.azuretables.patterns.queue.worker.WorkerEvents;
import io.azuretables.patterns.sample.Customer;
import io.azuretables.patterns.sample.Parcel;
import io.azuretables.patterns.simulation.SimulatedGateway;
import io.azuretables.patterns.simulation.SimulatedTransport;
import io.azuretables.patterns.simulation.Simulation;
import io.azuretables.patterns.simulation.template.Templates;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;

/**
 * Two customers change their names, leave and come back. Parcels in another partition
 * have the names of their customers, change hands and count their stops. Two workers
 * write the names. At rest, all of them are true. There are few changes, so that no later
 * one repairs what an earlier one has left.
 */
final class ParcelScenario {

	private static final DenormalizedCopies<Customer, Parcel> NAMES = DenormalizedCopies
		.of(Customer.class, Parcel.class, "names")
		.reference("customerId", "id")
		.copy("customerName", "name");

	private static final List<String> CUSTOMERS = List.of("ann", "bob");

	/**
	 * The most changes by each actor.
	 */
	private static final int CHANGES = 3;

	/**
	 * How often each actor stops parcels in a row.
	 */
	private static final int STOPS = 12;

	private static final Duration PAUSE = Duration.ofMinutes(4);

	private static final Duration LONG_PAUSE = Duration.ofMinutes(30);

	/**
	 * Never gives up.
	 */
	private static final RetryRules PATIENT = new RetryRules(Integer.MAX_VALUE, Integer.MAX_VALUE,
			Duration.ofSeconds(1), Duration.ofSeconds(10));

	private final Simulation simulation;

	private final SimulatedGateway gateway;

	private final SimulatedTransport queue;

	private final QueueOptions options;

	private final Map<TableKey, Integer> stops = new HashMap<>();

	private final Kind kind;

	private ParcelScenario(Simulation simulation, GuardTimes times, @Nullable Kind only) {
		this.simulation = simulation;
		Kind[] kinds = Kind.values();
		this.kind = (only != null) ? only : kinds[simulation.random().nextInt(kinds.length)];
		this.gateway = new SimulatedGateway(simulation, "Customers", "Parcels");
		this.queue = new SimulatedTransport(simulation, "copies");
		this.options = QueueOptions.DEFAULTS.withClock(simulation.clock())
			.withTokens(simulation::token)
			.withTimes(times);
	}

	static void play(Simulation simulation, GuardTimes times, ParcelSabotage sabotage) {
		ParcelScenario scenario = new ParcelScenario(simulation, times, sabotage.kind());
		TableTemplate template = Templates.over(scenario.gateway);
		EventuallyConsistentQueueTemplate queue = scenario.queue(template, scenario.gateway);
		DenormalizationTemplate copies = new DenormalizationTemplate(template, queue, List.of(NAMES));
		CUSTOMERS.forEach((id) -> template.insert(Customer.of(id, "x")));
		boolean owned = scenario.kind != Kind.HANDOVERS;
		List.of(1, 2)
			.forEach((number) -> template
				.insert(owned ? new Parcel(number, "ann", "x", 0, null) : Parcel.of(number, null)));
		for (String name : List.of("one", "two")) {
			simulation.actor("source " + name, () -> scenario.repeat(() -> scenario.changeCustomer(template, copies)));
			simulation.actor("holder " + name, () -> scenario.repeat(() -> scenario.changeParcel(template, copies)));
			simulation.servant("worker " + name, () -> scenario.worker(sabotage), PAUSE);
		}
		simulation.servant("sweeper", () -> () -> {
			if (simulation.isCalm()) {
				queue.sweep("Customers", Duration.ofMinutes(20));
				queue.sweep("Parcels", Duration.ofMinutes(20));
			}
			return false;
		}, LONG_PAUSE);
		simulation.always(scenario::checkAlways);
		simulation.restsWithout(scenario.queue::leftOvers);
		simulation.restsWithout(scenario::openTokens);
		simulation.atRest(scenario::checkAtRest);
	}

	private EventuallyConsistentQueueTemplate queue(TableTemplate template, TableGateway tables) {
		return new EventuallyConsistentQueueTemplate(template, tables,
				new QueueConnection(this.queue, new SimulatedTransport(this.simulation, "poison"), null), this.options);
	}

	/**
	 * A worker of a process of its own.
	 */
	private BooleanSupplier worker(ParcelSabotage sabotage) {
		TableGateway tables = sabotage.over(this.gateway, this.simulation);
		TableTemplate template = Templates.over(tables);
		EventuallyConsistentQueueTemplate own = queue(template, tables);
		DenormalizationTemplate copies = new DenormalizationTemplate(template, own, List.of(NAMES));
		QueueWorker worker = new QueueWorker(own, MessageHandlers.none().with(sabotage.over(copies.handler())),
				QueueWorkerOptions.DEFAULTS.withRetries(PATIENT), WorkerEvents.NONE);
		return () -> worker.step() > 0;
	}

	private void repeat(Runnable action) {
		for (int i = (this.kind == Kind.ALL || this.kind == Kind.NAMES) ? random(CHANGES) : 0; i >= 0
				&& !this.simulation.isCalm(); i--) {
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

	private void changeCustomer(TableTemplate template, DenormalizationTemplate copies) {
		if (this.kind != Kind.ALL) {
			String other = (random(2) > 0) ? "x" : "y";
			copies.update(Customer.class, "ann", (customer) -> customer.named(other));
			return;
		}
		String id = CUSTOMERS.get(random(4) / 3);
		String name = (random(3) > 0) ? "x" : this.simulation.token();
		switch (random(8)) {
			case 0 -> template.findById(Customer.class, id).ifPresent(copies::delete);
			case 1 -> copies.update(Customer.class, id, (customer) -> customer.with(random(100)));
			case 2 -> copies.save(Customer.of(id, name));
			default -> copies.update(Customer.class, id, (customer) -> customer.named(name));
		}
	}

	private void changeParcel(TableTemplate template, DenormalizationTemplate copies) {
		if (this.kind == Kind.NAMES) {
			return;
		}
		if (this.kind == Kind.STOPS) {
			for (int i = 0; i < STOPS; i++) {
				template.updateWithRetry(Parcel.class, 1 + i % 2, Parcel::stopped);
			}
			return;
		}
		if (this.kind == Kind.HANDOVERS) {
			copies.update(Parcel.class, 1 + random(2), (parcel) -> parcel.to("ann"));
			return;
		}
		int number = 1 + random(3);
		String customer = (random(5) > 0) ? CUSTOMERS.get(random(3) / 2) : null;
		switch (random(4)) {
			case 0 -> copies.save(Parcel.of(number, customer));
			case 1 -> template.updateWithRetry(Parcel.class, number, Parcel::stopped);
			default -> copies.update(Parcel.class, number, (parcel) -> parcel.to(customer));
		}
	}

	private List<TableRow> rows(String table) {
		return this.gateway.store().read(RowRequest.of(table, null), RowReader.rows()).rows();
	}

	private List<TableRow> parcels() {
		return rows("Parcels").stream().filter((row) -> row.key().rowKey().startsWith("parcel_")).toList();
	}

	private List<String> openTokens() {
		return Stream.concat(rows("Customers").stream(), rows("Parcels").stream())
			.map((row) -> row.key().rowKey())
			.filter((key) -> key.startsWith("~"))
			.toList();
	}

	private void checkAlways() {
		for (TableRow parcel : parcels()) {
			int count = Objects.requireNonNull(parcel.get("stops", Integer.class));
			int before = this.stops.getOrDefault(parcel.key(), 0);
			if (count != before && count != before + 1) {
				throw new AssertionError("Lost update: " + parcel.key() + " from " + before + " to " + count);
			}
			this.stops.put(parcel.key(), count);
		}
	}

	private void checkAtRest() {
		Map<@Nullable String, String> names = new HashMap<>();
		rows("Customers").forEach((row) -> names.put(row.key().partitionKey(), row.get("name", String.class)));
		for (TableRow parcel : parcels()) {
			String expected = names.get(parcel.get("customerId", String.class));
			if (!Objects.equals(parcel.get("customerName"), expected)) {
				throw new AssertionError(
						"Stale: " + parcel.key() + " has " + parcel.get("customerName") + " instead of " + expected);
			}
		}
	}

	/**
	 * What happens: the less that is, the more often it happens at the same time.
	 */
	enum Kind {

		/**
		 * A name becomes another one, and perhaps the first one again.
		 */
		NAMES,

		/**
		 * A name becomes another one while parcels stop again and again.
		 */
		STOPS,

		/**
		 * A name becomes another one, and at the same time parcels get a customer.
		 */
		HANDOVERS,

		/**
		 * All that can happen.
		 */
		ALL

	}

}
