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
import java.util.stream.IntStream;

import io.azuretables.benchmarks.figure.FigureTable;
import io.azuretables.benchmarks.figure.Load;
import io.azuretables.benchmarks.store.AzuriteSides;
import io.azuretables.benchmarks.store.Employee;
import io.azuretables.benchmarks.store.HandMapping;

/**
 * Compares ways to load many entities. By {@code saveAll}, by a careful loop of the SDK's
 * transactions, and by a naive loop of single inserts, which gets a tenth to do.
 */
final class LoadingPart {

	private static final int ENTITIES = 50_000;

	private static final int PARTITION = 500;

	private static final int BATCH = 100;

	private final AzuriteSides sides = new AzuriteSides();

	private final List<List<String>> rows = new ArrayList<>();

	private LoadingPart() {
	}

	static FigureTable measure() throws InterruptedException, ExecutionException {
		LoadingPart part = new LoadingPart();
		part.load("saveAll", part::saveAll);
		part.load("careful loop of transactions", part::transactions);
		part.load("naive loop of inserts", part::inserts);
		return new FigureTable(List.of("way", "entities", "requests", "entities per second", "CPU s per 10,000"),
				part.rows);
	}

	private void load(String name, Way way) throws InterruptedException, ExecutionException {
		way.write(employees(PARTITION));
		List<Employee> employees = employees(ENTITIES);
		this.sides.http().takeRequests();
		ExecutorService executor = Executors.newSingleThreadExecutor();
		Load all = Load.run(executor, 1, 1, (number) -> way.write(employees));
		executor.shutdown();
		List<String> row = new ArrayList<>(
				List.of(name, Integer.toString(ENTITIES), Long.toString(this.sides.http().takeRequests())));
		row.addAll(all.each(ENTITIES).cells());
		this.rows.add(row);
	}

	private static List<Employee> employees(int count) {
		String prefix = AzuriteSides.partition();
		return IntStream.range(0, count)
			.mapToObj((number) -> Employee.of(prefix + number / PARTITION, number))
			.toList();
	}

	private void saveAll(List<Employee> employees) {
		this.sides.template().saveAll(employees);
	}

	/**
	 * The employees lie partition by partition, and a partition is a multiple of a batch.
	 */
	private void transactions(List<Employee> employees) {
		for (int i = 0; i < employees.size(); i += BATCH) {
			this.sides.submit(employees.subList(i, i + BATCH));
		}
	}

	private void inserts(List<Employee> employees) {
		employees.forEach((one) -> this.sides.client().createEntity(HandMapping.entity(one)));
	}

	/**
	 * How entities are written.
	 */
	@FunctionalInterface
	private interface Way {

		void write(List<Employee> employees);

	}

}
