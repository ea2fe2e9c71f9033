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

package io.azuretables.benchmarks.shape;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

import io.azuretables.benchmarks.figure.ChildJvm;
import io.azuretables.benchmarks.figure.Median;
import io.azuretables.benchmarks.figure.Ratio;
import io.azuretables.benchmarks.store.Shape;
import io.azuretables.benchmarks.store.Shape.Goal;

/**
 * Benchmark of rows of many shapes, such as sparse rows: this library, the SDK and a
 * minimal REST client take turns. Each task runs in a JVM of its own.
 */
public final class Shapes {

	/**
	 * Ends the names of the ratios to a bare REST client.
	 */
	public static final String FLOOR = "-floor";

	private static final int SIDES = 3;

	private final PrintStream out;

	public Shapes(PrintStream out) {
		this.out = out;
	}

	/**
	 * Measures and prints.
	 */
	public List<Ratio> run(List<Shape> shapes) throws IOException, InterruptedException {
		Path classes = Files.createTempDirectory(Path.of("benchmarks", "target"), "shapes");
		GeneratedShapes.compile(classes, shapes);
		String classPath = System.getProperty("java.class.path") + File.pathSeparator + classes;
		List<Ratio> ratios = new ArrayList<>();
		for (Shape shape : shapes) {
			for (Goal goal : shape.goals()) {
				ratios.addAll(measure(classPath, shape, goal));
			}
		}
		return ratios;
	}

	private List<Ratio> measure(String classPath, Shape shape, Goal goal) throws IOException, InterruptedException {
		List<Double> figures = ChildJvm.with("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC", "-XX:-BackgroundCompilation")
			.run(classPath, ShapeProbe.class, shape.name(), goal.task().name())
			.stream()
			.map(Double::valueOf)
			.toList();
		List<Round> rounds = new ArrayList<>();
		for (int i = 0; i < figures.size(); i += SIDES) {
			rounds.add(new Round(figures.get(i), figures.get(i + 1), figures.get(i + 2)));
		}
		String name = shape.name() + "-" + goal.task().name().toLowerCase(Locale.ROOT).replace('_', '-');
		this.out.printf(Locale.ROOT, "%-32s %10.2f us framework %10.2f us SDK and hand %10.2f us bare REST%n", name,
				median(rounds, Round::framework), median(rounds, Round::hand), median(rounds, Round::floor));
		List<Ratio> ratios = List
			.of(new Ratio(name, rounds.stream().map((one) -> one.framework / one.hand).toList(), goal.sdk()), new Ratio(
					name + FLOOR, rounds.stream().map((one) -> one.framework / one.floor).toList(), goal.floor()));
		ratios.forEach((ratio) -> this.out.println(ratio.line()));
		return ratios;
	}

	private static double median(List<Round> rounds, ToDoubleFunction<Round> side) {
		return Median.of(rounds.stream().map(side::applyAsDouble).toList());
	}

	/**
	 * What one operation took on each side, measured one right after the other.
	 */
	private record Round(double framework, double hand, double floor) {

	}

}
