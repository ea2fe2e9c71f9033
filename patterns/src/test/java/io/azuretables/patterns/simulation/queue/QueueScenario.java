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
import java.util.stream.Collectors;

import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageContext;
import io.azuretables.patterns.queue.message.MessageHandler;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueMessage;
import io.azuretables.patterns.queue.message.QueueOptions.GuardTimes;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.queue.transport.ReceivedMessage;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions.RetryRules;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions;
import io.azuretables.patterns.queue.worker.WorkerEvents;
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
 * another table. Some cannot be copied, and some messages are none of ours. What is given
 * up gets another chance now and then. In one simulation of two it is given up at once,
 * and all can be copied in the end.
 */
final class QueueScenario {

	private static final String ORDERS = "Orders";

	private static final String COPIES = "Copies";

	private static final Duration PAUSE = Duration.ofMinutes(4);

	private static final Duration LONG_PAUSE = Duration.ofMinutes(30);

	private static final int CHANCES = 5;

	/**
	 * Gives up so soon that it happens in the storm.
	 */
	private static final RetryRules IMPATIENT = new RetryRules(1, 50, Duration.ofSeconds(1), Duration.ofSeconds(10));

	private final Simulation simulation;

	private final SimulatedGateway gateway;

	private final TableGateway tables;

	private final SimulatedTransport queue;

	private final SimulatedTransport poison;

	private final SimulatedBlobs blobs;

	private final EventuallyConsistentQueueTemplate template;

	private final Ledger ledger = new Ledger();

	private final Set<String> foreign = new HashSet<>();

	private final boolean mends;

	private boolean mended;

	private int chances;

	private QueueScenario(Simulation simulation, GuardTimes times, Sabotage sabotage) {
		this.simulation = simulation;
		this.mends = sabotage == Sabotage.NONE && simulation.random().nextBoolean();
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
					MessageHandlers.none().with("copy", Copy.class, sabotage.over(scenario.new Copying())),
					scenario.workerOptions(), WorkerEvents.NONE);
			return () -> worker.step() > 0;
		}, PAUSE));
		simulation.servant("sweeper", () -> scenario::sweep, LONG_PAUSE);
		simulation.servant("operator", () -> scenario::redrive, LONG_PAUSE);
		simulation.always(scenario::checkAlways);
		simulation.restsWithout(scenario.queue::leftOvers);
		simulation.restsWithout(scenario::openTokens);
		simulation.restsWithout(scenario::openChances);
		simulation.restsWithout(() -> scenario.blobs.store().list("").toList());
		simulation.atRest(scenario::checkAtRest);
	}

	private QueueWorkerOptions workerOptions() {
		return this.mends ? QueueWorkerOptions.DEFAULTS.withRetries(IMPATIENT) : QueueWorkerOptions.DEFAULTS;
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

	private boolean redrive() {
		if (this.simulation.isCalm()) {
			this.mended = this.mends;
		}
		else if (random(10) > 0) {
			return false;
		}
		if (this.chances < CHANCES || !openChances().isEmpty()) {
			this.chances += (this.template.redrive(random(10) + 1) > 0) ? 1 : 0;
		}
		return false;
	}

	/**
	 * Orders that are to be copied in the end, whatever was given up before.
	 */
	private Set<String> openChances() {
		if (!this.mends) {
			return Set.of();
		}
		return this.mended ? without(keys(orders()), keys(rows(COPIES))) : Set.of("a last chance");
	}

	private static Set<String> keys(List<TableRow> rows) {
		return rows.stream().map((row) -> row.key().rowKey()).collect(Collectors.toCollection(TreeSet::new));
	}

	private static Set<String> without(Set<String> keys, Set<String> others) {
		keys.removeAll(others);
		return keys;
	}

	private void checkAlways() {
		orders().forEach((row) -> this.ledger.committed(row.key().rowKey().substring("order_".length())));
	}

	private void checkAtRest() {
		Set<String> failing = keys(orders().stream().filter((row) -> Boolean.TRUE.equals(row.get("fails"))).toList());
		Set<String> expected = this.mends ? keys(orders()) : without(keys(orders()), failing);
		Set<String> copies = keys(rows(COPIES));
		if (!copies.equals(expected)) {
			throw new AssertionError("Copies " + copies + " instead of " + expected);
		}
		if (!this.mends) {
			checkGivenUp(failing);
		}
	}

	private void checkGivenUp(Set<String> failing) {
		Set<String> left = new TreeSet<>(failing);
		for (ReceivedMessage message : this.poison.drained()) {
			boolean isForeign = this.foreign.stream().anyMatch(message.body()::contains);
			String order = failing.stream()
				.filter((key) -> message.body().contains(quoted(key)))
				.findFirst()
				.orElse("");
			if (!isForeign && order.isEmpty()) {
				throw new AssertionError("Poison without a reason: " + message.body());
			}
			left.remove(order);
		}
		if (!left.isEmpty()) {
			throw new AssertionError("Not copied, and not given up: " + left);
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
			if (Boolean.TRUE.equals(order.get("fails")) && !scenario.mended) {
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
