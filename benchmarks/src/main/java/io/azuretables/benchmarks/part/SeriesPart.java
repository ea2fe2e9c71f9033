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

import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import io.azuretables.benchmarks.figure.FigureTable;
import io.azuretables.benchmarks.figure.Turns;
import io.azuretables.benchmarks.figure.Turns.Cost;
import io.azuretables.benchmarks.store.ServiceAnswers;
import io.azuretables.benchmarks.store.Sides;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Series;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.series.DataSeriesTemplate;
import io.azuretables.query.Update;
import org.jspecify.annotations.Nullable;

/**
 * Benchmark of {@code @Series}: compares writing one element of a series with a merge of
 * one property of the same row. Each is a whole request through the same template to a
 * service in this process.
 */
final class SeriesPart {

	private static final Turns TURNS = new Turns(40, 60, 5_000);

	private static final double GOAL = 1.1;

	private final TableTemplate template = Sides.framework(ServiceAnswers.written());

	private final DataSeriesTemplate<Counts> series = new DataSeriesTemplate<>(this.template, Counts.class, "perHour");

	private final Counts day = new Counts("Sales", 223, LocalDate.of(2026, 1, 1), new int[24], 0);

	private final AtomicInteger values = new AtomicInteger();

	private SeriesPart() {
	}

	static FigureTable measure() {
		return new SeriesPart().figures();
	}

	private FigureTable figures() {
		List<Cost> costs = TURNS.of(List.of(this::merge, this::mergeOrInsert, this::put, this::putAll));
		return new FigureTable(List.of("write", "µs", "bytes allocated", "ratio to merge", "goal"),
				List.of(line("merge of one property", costs, 0, "-"),
						line("mergeOrInsert of one property", costs, 1, "-"),
						line("put of one slot", costs, 2, String.format(Locale.ROOT, "≤ %.1f", GOAL)),
						line("putAll of two slots", costs, 3, "-")));
	}

	private static List<String> line(String what, List<Cost> costs, int index, String goal) {
		Cost cost = costs.get(index);
		return List.of(what, String.format(Locale.ROOT, "%.2f", cost.nanos() / 1000),
				String.format(Locale.ROOT, "%.0f", cost.bytes()),
				String.format(Locale.ROOT, "%.2f", cost.ratio(costs.get(0))), goal);
	}

	private int merge() {
		int value = this.values.incrementAndGet();
		this.template.merge(Counts.class, this.day, Update.update("total", value));
		return value;
	}

	private int mergeOrInsert() {
		int value = this.values.incrementAndGet();
		this.template.mergeOrInsert(Counts.class, this.day, Update.update("total", value));
		return value;
	}

	private int put() {
		int value = this.values.incrementAndGet();
		this.series.put(this.day, Math.floorMod(value, 24), value);
		return value;
	}

	private int putAll() {
		int value = this.values.incrementAndGet();
		this.series.putAll(this.day, Map.of(13, value, 14, value));
		return value;
	}

	@Table("Counts")
	@PartitionKey("{department}")
	@RowKey("series_{employeeId:6}_{day:desc}")
	record Counts(String department, int employeeId, LocalDate day,
			@Series(column = "h{slot:2}", slots = 24) int[] perHour, @Nullable Integer total) {

	}

}
