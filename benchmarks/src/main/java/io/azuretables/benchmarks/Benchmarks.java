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

package io.azuretables.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

import io.azuretables.benchmarks.figure.FigureTable;
import io.azuretables.benchmarks.figure.PerformancePage;
import io.azuretables.benchmarks.figure.Ratio;
import io.azuretables.benchmarks.figure.RatioPlot;
import io.azuretables.benchmarks.part.Part;
import io.azuretables.benchmarks.shape.Shapes;
import io.azuretables.benchmarks.store.Shape;
import io.azuretables.benchmarks.task.Comparison;
import io.azuretables.benchmarks.task.QuickRun;
import io.azuretables.benchmarks.task.SaveAll;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Main class of the benchmarks, which compare this library with the Azure SDK. {@code
 * [--full] [repetitions] [name ...]}: the comparisons with the SDK, and in the full run
 * the parts too, whose figures go into {@code docs/performance.md}. A part that is named
 * runs without {@code --full}, too. Ends with 1 when a goal is missed, with 2 when
 * something fails.
 */
final class Benchmarks {

	private static final PerformancePage PAGE = new PerformancePage(Path.of("docs", "performance.md"));

	private static final Path PLOT = Path.of("docs", "images", "performance");

	private Benchmarks() {
	}

	/**
	 * Threads of callers may wait for work when something has failed, so the end is said.
	 */
	public static void main(String[] args) {
		try {
			System.exit(run(args) ? 0 : 1);
		}
		catch (Exception ex) {
			ex.printStackTrace();
			System.exit(2);
		}
	}

	private static boolean run(String[] args) throws Exception {
		List<String> known = Stream
			.of(Comparison.ALL.stream().map(Comparison::name), Shape.ALL.stream().map(Shape::name),
					Stream.of(Part.values()).map(Part::title))
			.flatMap(Function.identity())
			.toList();
		Arguments arguments = Arguments.parse(args, known);
		List<Ratio> ratios = new ArrayList<>(compare(arguments));
		ratios.addAll(shapes(arguments));
		ratios.addAll(parts(arguments));
		return ratios.stream().noneMatch(Ratio::isMissed);
	}

	/**
	 * The parts that are named, or all in the full run. Only the full run writes figures.
	 */
	private static List<Ratio> parts(Arguments arguments) throws Exception {
		List<Part> parts = (arguments.full() || !arguments.names().isEmpty()) ? Part.named(arguments.names())
				: List.of();
		List<Ratio> ratios = new ArrayList<>();
		for (Part part : parts) {
			FigureTable table = part.measure();
			System.out.println(part.title() + "\n" + table.markdown());
			table.judged().forEach((ratio) -> System.out.println(ratio.line()));
			ratios.addAll(table.judged());
			if (arguments.full()) {
				PAGE.put(part.title(), table);
			}
		}
		return ratios;
	}

	private static List<Ratio> shapes(Arguments arguments) throws IOException, InterruptedException {
		List<Shape> shapes = Shape.named(arguments.names());
		List<Ratio> ratios = shapes.isEmpty() ? List.of() : new Shapes(System.out).run(shapes);
		if (arguments.full() && shapes.size() == Shape.ALL.size()) {
			PAGE.put("shapes", PerformancePage.table(ratios));
		}
		return ratios;
	}

	private static List<Ratio> compare(Arguments arguments) throws RunnerException, IOException {
		List<Comparison> comparisons = Comparison.named(arguments.names());
		if (comparisons.isEmpty()) {
			return List.of();
		}
		List<Ratio> ratios = new ArrayList<>(
				new QuickRun(System.out, arguments.full()).run(arguments.repetitions(), comparisons));
		if (comparisons.stream().anyMatch((one) -> one.benchmark() == SaveAll.class)) {
			Ratio transactions = new SaveAll().transactions();
			System.out.println(transactions.line());
			ratios.add(transactions);
		}
		if (arguments.full() && comparisons.size() == Comparison.ALL.size()) {
			PAGE.put("ratios", PerformancePage.table(ratios));
			RatioPlot.write(ratios, PLOT);
		}
		return ratios;
	}

}
