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

package io.azuretables.benchmarks.part;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

import io.azuretables.benchmarks.figure.FigureTable;
import io.azuretables.benchmarks.figure.Load;
import io.azuretables.benchmarks.store.AzuriteSides;
import io.azuretables.benchmarks.store.Employee;
import io.azuretables.benchmarks.store.EmployeeId;
import io.azuretables.benchmarks.store.HandMapping;

/**
 * Benchmark of inserts, point reads and transactions over sockets, with one and with many
 * calling threads. Azurite is the bottleneck: the client's processor time says more than
 * the operations per second.
 */
final class CallersPart {

	private static final int SINGLE = 1_000;

	private static final int TRANSACTIONS = 30;

	/**
	 * So many callers are measured first, and not reported.
	 */
	private static final int WARM_UP = 32;

	private static final int ROUNDS = 3;

	private static final int BATCH = 100;

	private final AzuriteSides sides = new AzuriteSides();

	private final List<List<String>> rows = new ArrayList<>();

	private CallersPart() {
	}

	static FigureTable measure() throws InterruptedException, ExecutionException {
		CallersPart part = new CallersPart();
		for (int callers : new int[] { WARM_UP, 1, 8, 32 }) {
			part.compare("insert", callers, SINGLE, List.of(part.insertsByHand(), part.inserts()));
			part.compare("point read", callers, SINGLE, List.of(part.readsByHand(), part.reads()));
			part.compare("transaction of 100", callers, TRANSACTIONS, List.of(part::commitByHand, part::commit));
		}
		List<List<String>> warm = part.rows.subList(part.rows.size() / 4, part.rows.size());
		return new FigureTable(List.of("operation", "callers", "side", "per second", "CPU s per 10,000"), warm);
	}

	/**
	 * In turns, so that neither side finds a machine that the other one has warmed up.
	 */
	private void compare(String name, int callers, int operations, List<IntConsumer> sides)
			throws InterruptedException, ExecutionException {
		ExecutorService executor = Executors.newFixedThreadPool(callers);
		List<Load> hand = new ArrayList<>();
		List<Load> framework = new ArrayList<>();
		AtomicInteger next = new AtomicInteger();
		for (int i = 0; i < ROUNDS; i++) {
			hand.add(Load.run(executor, callers, operations, (number) -> sides.get(0).accept(next.getAndIncrement())));
			framework
				.add(Load.run(executor, callers, operations, (number) -> sides.get(1).accept(next.getAndIncrement())));
		}
		executor.shutdown();
		note(name, callers, "SDK and hand", Load.median(hand));
		note(name, callers, "framework", Load.median(framework));
	}

	private void note(String name, int callers, String side, Load load) {
		List<String> row = new ArrayList<>(List.of(name, Integer.toString(callers), side));
		row.addAll(load.cells());
		this.rows.add(row);
	}

	private IntConsumer insertsByHand() {
		String partition = AzuriteSides.partition();
		return (number) -> this.sides.client().createEntity(HandMapping.entity(Employee.of(partition, number)));
	}

	private IntConsumer inserts() {
		String partition = AzuriteSides.partition();
		return (number) -> this.sides.template().insert(Employee.of(partition, number));
	}

	private IntConsumer readsByHand() {
		String partition = filled();
		return (number) -> HandMapping
			.employee(this.sides.client().getEntity(partition, HandMapping.rowKey(number % BATCH)));
	}

	private IntConsumer reads() {
		String partition = filled();
		return (number) -> this.sides.template()
			.findById(Employee.class, new EmployeeId(partition, number % BATCH))
			.orElseThrow();
	}

	private String filled() {
		String partition = AzuriteSides.partition();
		this.sides.submit(AzuriteSides.employees(partition, BATCH));
		return partition;
	}

	private void commitByHand(int number) {
		this.sides.submit(AzuriteSides.employees(AzuriteSides.partition(), BATCH));
	}

	private void commit(int number) {
		this.sides.template().insertAll(AzuriteSides.employees(AzuriteSides.partition(), BATCH));
	}

}
