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

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.azuretables.benchmarks.figure.FigureTable;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.routing.AccountRouting;
import io.azuretables.routing.RoutedTableGateway;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;

/**
 * Benchmark of tables divided among accounts: compares reads through a gateway over three
 * accounts with reads of one account. Takes the processor time of the thread, by turns.
 */
final class RoutingPart {

	private static final int KEYS = 1_024;

	private static final int READS = 200_000;

	private static final int ROUNDS = 15;

	private static final String TABLE = "Rows";

	private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

	private final List<TableKey> keys = new ArrayList<>();

	private final List<RowRequest> ranges = new ArrayList<>();

	private long found;

	private RoutingPart() {
	}

	static FigureTable measure() {
		RoutingPart part = new RoutingPart();
		List<List<String>> rows = new ArrayList<>();
		rows.add(part.compared("read by key", 0.3,
				(gateway, i) -> gateway.read(TABLE, part.keys.get(i), null, RowReader.rows()) != null));
		rows.add(part.compared("query of a partition, one row", Double.NaN,
				(gateway, i) -> !gateway.read(part.ranges.get(i), RowReader.rows()).rows().isEmpty()));
		return new FigureTable(List.of("what", "µs routed", "µs by the account", "µs of routing", "goal"), rows);
	}

	/**
	 * Reads the same keys by turns, each from the account that has it.
	 */
	private List<String> compared(String what, double goal, Read read) {
		EmbeddedTableGateway east = new EmbeddedTableGateway();
		RoutedTableGateway routed = RoutedTableGateway.over(
				Map.of("east", east, "north", new EmbeddedTableGateway(), "south", new EmbeddedTableGateway()),
				AccountRouting.hashed(1024));
		routed.createTable(TABLE);
		this.keys.clear();
		this.ranges.clear();
		for (int i = 0; this.keys.size() < KEYS; i++) {
			TableKey key = new TableKey("customer-%06d".formatted(i), "order-1");
			routed.write(TABLE, new RowWrite.Insert(TableRow.of(key, Map.of("Amount", i))));
			if (east.read(TABLE, key, null, RowReader.rows()) != null) {
				this.keys.add(key);
				this.ranges.add(RowRequest.of(TABLE, "PartitionKey eq '" + key.partitionKey() + "'"));
			}
		}
		List<Double> withRouting = new ArrayList<>();
		List<Double> without = new ArrayList<>();
		for (int round = 0; round < ROUNDS; round++) {
			withRouting.add(micros(routed, read));
			without.add(micros(east, read));
		}
		if (this.found != 2L * ROUNDS * READS) {
			throw new IllegalStateException("Rows were not found");
		}
		this.found = 0;
		double routing = median(withRouting) - median(without);
		return List.of(what, text(median(withRouting)), text(median(without)), text(routing),
				Double.isNaN(goal) ? "" : "≤ " + goal);
	}

	private double micros(TableGateway gateway, Read read) {
		long begin = THREADS.getCurrentThreadCpuTime();
		for (int i = 0; i < READS; i++) {
			this.found += read.isFound(gateway, i % KEYS) ? 1 : 0;
		}
		return (THREADS.getCurrentThreadCpuTime() - begin) / 1e3 / READS;
	}

	/**
	 * The middle of the second half of the rounds, which the compiler has seen.
	 */
	private static double median(List<Double> times) {
		return times.subList(ROUNDS / 2, ROUNDS).stream().sorted().toList().get((ROUNDS - ROUNDS / 2) / 2);
	}

	private static String text(double micros) {
		return String.format(Locale.ROOT, "%.2f", micros);
	}

	/**
	 * Reads the row of a key.
	 */
	private interface Read {

		boolean isFound(TableGateway gateway, int key);

	}

}
