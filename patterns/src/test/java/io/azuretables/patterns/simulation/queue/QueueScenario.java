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

package io.azuretables.patterns.simulation.queue;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import io.azuretables.client.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.MessageContext;
import io.azuretables.patterns.queue.MessageHandler;
import io.azuretables.patterns.queue.MessageHandlers;
import io.azuretables.patterns.queue.QueueConnection;
import io.azuretables.patterns.queue.QueueMessage;
import io.azuretables.patterns.queue.QueueOptions;
import io.azuretables.patterns.queue.QueueOptions.GuardTimes;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.ReceivedMessage;
import io.azuretables.patterns.simulation.Ledger;
import io.azuretables.patterns.simulation.SimulatedBlobs;
import io.azuretables.patterns.simulation.SimulatedGateway;
import io.azuretables.patterns.simulation.SimulatedTransport;
import io.azuretables.patterns.simulation.Simulation;
import io.azuretables.patterns.simulation.template.Templates;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;

import org.springframework.dao.DataAccessException;

/**
 * Clients write orders with messages, guarded or by an outbox, and workers copy them into
 * another table. Some cannot be copied, and some messages are none of ours.
 */
final class QueueScenario {

	private static final String ORDERS = "Orders";

	private static final String COPIES = "Copies";

	private static final Duration PAUSE = Duration.ofMinutes(4);

	private final Simulation simulation;

	private final SimulatedGateway gateway;

	private final TableGateway tables;

	private final SimulatedTransport queue;

	private final SimulatedTransport poison;

	private final SimulatedBlobs blobs;

	private final EventuallyConsistentQueueTemplate template;

	private final Ledger ledger = new Ledger();

	private final Set<String> foreign = new HashSet<>();

	private QueueScenario(Simulation simulation, GuardTimes times, Sabotage sabotage) {
		this.simulation = simulation;
		this.gateway = new SimulatedGateway(simulation, ORDERS, COPIES);
		this.queue = new SimulatedTransport(simulation, "orders");
		this.poison = new SimulatedTransport(simulation, "poison");
		this.blobs = new SimulatedBlobs(simulation);
		this.tables = sabotage.over(this.gateway);
		this.template = new EventuallyConsistentQueueTemplate(Templates.over(this.tables), this.tables,
				new QueueConnection(this.queue, this.poison, this.blobs),
				QueueOptions.DEFAULTS.withClock(simulation.clock()).withTokens(simulation::token).withTimes(times));
	}

	static void play(Simulation simulation, GuardTimes times, Sabotage sabotage) {
		QueueScenario scenario = new QueueScenario(simulation, times, sabotage);
		List.of("client1", "client2").forEach((name) -> simulation.actor(name, scenario::order));
		List.of("worker1", "worker2").forEach((name) -> simulation.servant(name, () -> {
			QueueWorker worker = new QueueWorker(scenario.template,
					MessageHandlers.none().with("copy", Copy.class, sabotage.over(scenario.new Copying())));
			return () -> worker.step() > 0;
		}, PAUSE));
		simulation.servant("sweeper", () -> scenario::sweep, Duration.ofMinutes(30));
		simulation.always(scenario::checkAlways);
		simulation.restsWithout(scenario.queue::leftOvers);
		simulation.restsWithout(scenario::openTokens);
		simulation.restsWithout(() -> scenario.blobs.store().list("").toList());
		simulation.atRest(scenario::checkAtRest);
	}

	/**
	 * Token rows go when their messages are handled; those of messages that were given up
	 * wait for another chance.
	 */
	private List<String> openTokens() {
		return rows(ORDERS).stream()
			.filter((row) -> !row.key().rowKey().startsWith("order_") && row.get("poisoned") == null)
			.map((row) -> row.key().rowKey() + " " + row.properties().keySet())
			.toList();
	}

	private void order() {
		while (!this.simulation.isCalm()) {
			String id = this.simulation.token();
			Order order = new Order("c" + random(2), id, random(8) == 0);
			QueueMessage message = QueueMessage.of("copy",
					new Copy(order.customer(), id, (!order.fails() && random(12) == 0) ? "x".repeat(50_000) : ""));
			try {
				switch (random(5)) {
					case 0 -> sendNonsense(id);
					case 1, 2 -> this.ledger.write(id, () -> this.template.outbox(message, ORDERS, order.customer(),
							(transaction) -> transaction.insert(order)));
					default -> this.ledger.write(id, () -> this.template.guarded(message, ORDERS, order.customer(),
							(transaction) -> transaction.insert(order)));
				}
			}
			catch (DataAccessException ex) {
				this.simulation.say("fails: " + ex.getClass().getSimpleName());
			}
		}
	}

	private void sendNonsense(String id) {
		this.foreign.add("nonsense " + id);
		this.queue.send("nonsense " + id, Duration.ZERO);
	}

	private int random(int bound) {
		return this.simulation.random().nextInt(bound);
	}

	private boolean sweep() {
		if (this.simulation.isCalm()) {
			this.template.sweep(ORDERS, Duration.ofMinutes(20));
			this.template.sweepPayloads(Duration.ofHours(12));
		}
		return false;
	}

	private void checkAlways() {
		orders().forEach((row) -> this.ledger.committed(row.key().rowKey().substring("order_".length())));
	}

	private void checkAtRest() {
		Set<String> orders = new TreeSet<>();
		Set<String> failing = new TreeSet<>();
		for (TableRow row : orders()) {
			(Boolean.TRUE.equals(row.get("fails")) ? failing : orders).add(row.key().rowKey());
		}
		Set<String> copies = new TreeSet<>();
		rows(COPIES).forEach((row) -> copies.add(row.key().rowKey()));
		if (!copies.equals(orders)) {
			throw new AssertionError("Copies " + copies + " instead of " + orders);
		}
		Set<String> givenUp = new TreeSet<>(failing);
		for (ReceivedMessage message : this.poison.drained()) {
			boolean isForeign = this.foreign.stream().anyMatch(message.body()::contains);
			String order = failing.stream()
				.filter((key) -> message.body().contains(quoted(key)))
				.findFirst()
				.orElse("");
			if (!isForeign && order.isEmpty()) {
				throw new AssertionError("Poison without a reason: " + message.body());
			}
			givenUp.remove(order);
		}
		if (!givenUp.isEmpty()) {
			throw new AssertionError("Not copied, and not given up: " + givenUp);
		}
	}

	/**
	 * The id of an order as it stands in a payload, which is text within a text.
	 */
	private static String quoted(String key) {
		return "\\\"" + key.substring("order_".length()) + "\\\"";
	}

	private List<TableRow> orders() {
		return rows(ORDERS).stream().filter((row) -> row.key().rowKey().startsWith("order_")).toList();
	}

	private List<TableRow> rows(String table) {
		return this.gateway.store().read(RowRequest.of(table, null), RowReader.rows()).rows();
	}

	/**
	 * Copies orders.
	 */
	private final class Copying implements MessageHandler<Copy> {

		@Override
		public void handle(Copy copy, MessageContext context) {
			QueueScenario scenario = QueueScenario.this;
			TableKey key = TableKey.of(copy.customer(), "order_" + copy.id());
			TableRow order = scenario.tables.read(ORDERS, key, null, RowReader.rows());
			if (order == null) {
				throw new AssertionError("Handled a message whose write has not happened: " + key);
			}
			if (Boolean.TRUE.equals(order.get("fails"))) {
				throw new IllegalStateException("made to fail");
			}
			context.check();
			scenario.tables.write(COPIES, new RowWrite.InsertOrReplace(TableRow.of(key, Map.of())));
		}

		@Override
		public void abandoned(Copy copy, MessageContext context) {
			if (QueueScenario.this.ledger.isCommitted(copy.id())) {
				throw new AssertionError("Abandoned a write that has happened: " + copy.id());
			}
		}

	}

}
