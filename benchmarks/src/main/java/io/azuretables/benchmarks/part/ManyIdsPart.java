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
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import com.azure.core.util.Context;
import com.azure.data.tables.models.ListEntitiesOptions;
import io.azuretables.benchmarks.figure.FigureTable;
import io.azuretables.benchmarks.figure.Load;
import io.azuretables.benchmarks.store.AzuriteSides;
import io.azuretables.benchmarks.store.Employee;
import io.azuretables.benchmarks.store.EmployeeId;
import io.azuretables.benchmarks.store.HandMapping;

/**
 * Compares ways to find 50 rows of a large partition by their ids. By the framework, by
 * one filter with {@code or}, and by 50 reads one after the other.
 */
final class ManyIdsPart {

	private static final int ROWS = 10_000;

	private static final int BATCH = 100;

	private static final int IDS = 50;

	private static final int STEP = ROWS / IDS;

	private static final int REPETITIONS = 40;

	private final AzuriteSides sides = new AzuriteSides();

	private final String partition = AzuriteSides.partition();

	private final List<List<String>> rows = new ArrayList<>();

	private ManyIdsPart() {
	}

	static FigureTable measure() throws InterruptedException, ExecutionException {
		ManyIdsPart part = new ManyIdsPart();
		List<Employee> employees = AzuriteSides.employees(part.partition, ROWS);
		for (int i = 0; i < ROWS; i += BATCH) {
			part.sides.submit(employees.subList(i, i + BATCH));
		}
		part.find("findAllById", part::byFramework);
		part.find("SDK, or filter", part::byFilter);
		part.find("SDK, one by one", part::oneByOne);
		return new FigureTable(List.of("way", "requests each", "ms each", "CPU s per 10,000"), part.rows);
	}

	private void find(String name, Way way) throws InterruptedException, ExecutionException {
		ExecutorService executor = Executors.newSingleThreadExecutor();
		Load.run(executor, 1, REPETITIONS, (number) -> check(way));
		this.sides.http().takeRequests();
		Load load = Load.run(executor, 1, REPETITIONS, (number) -> check(way));
		executor.shutdown();
		this.rows.add(List.of(name, Long.toString(this.sides.http().takeRequests() / REPETITIONS),
				String.format(Locale.ROOT, "%.1f", 1000 / load.perSecond()), load.cells().get(1)));
	}

	private static void check(Way way) {
		int found = way.find().size();
		if (found != IDS) {
			throw new IllegalStateException(found + " rows for " + IDS + " ids");
		}
	}

	private List<Employee> byFramework() {
		return this.sides.template()
			.findAllById(Employee.class,
					numbers().mapToObj((number) -> new EmployeeId(this.partition, number)).toList());
	}

	private List<Employee> byFilter() {
		String keys = numbers().mapToObj((number) -> "RowKey eq '" + HandMapping.rowKey(number) + "'")
			.collect(Collectors.joining(" or "));
		return this.sides.client()
			.listEntities(
					new ListEntitiesOptions().setFilter("PartitionKey eq '" + this.partition + "' and (" + keys + ")"),
					null, Context.NONE)
			.stream()
			.map(HandMapping::employee)
			.toList();
	}

	private List<Employee> oneByOne() {
		return numbers()
			.mapToObj((number) -> HandMapping
				.employee(this.sides.client().getEntity(this.partition, HandMapping.rowKey(number))))
			.toList();
	}

	private static IntStream numbers() {
		return IntStream.range(0, IDS).map((number) -> number * STEP);
	}

	/**
	 * How rows are found.
	 */
	@FunctionalInterface
	private interface Way {

		List<Employee> find();

	}

}
