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

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import io.azuretables.benchmarks.figure.ChildJvm;
import io.azuretables.benchmarks.figure.FigureTable;
import io.azuretables.benchmarks.figure.Median;
import io.azuretables.benchmarks.figure.Ratio;

/**
 * Benchmark of the start of applications: with repositories of this library, of another
 * Spring Data module, or without. The start ends with the first row that an application
 * reads from a server in another process. Without repositories, as many classes are
 * written by hand over the SDK. The sides take turns.
 */
final class StartUpPart {

	private static final int REPETITIONS = 7;

	private static final int MANY = 20;

	/**
	 * The most milliseconds of the processor that 20 repositories take more than 20
	 * classes by hand, and that each takes.
	 */
	private static final double GOAL_MORE = 80;

	private static final double GOAL_EACH = 12;

	private static final List<Side> SIDES = List.of(new Side(GeneratedRepositories.NONE, 0),
			new Side(GeneratedRepositories.TABLES, 1), new Side(GeneratedRepositories.TABLES, MANY),
			new Side(GeneratedRepositories.TABLES, 100), new Side(GeneratedRepositories.WITH_PATTERNS, MANY),
			new Side(GeneratedRepositories.BY_HAND, 1), new Side(GeneratedRepositories.BY_HAND, MANY),
			new Side(GeneratedRepositories.KEY_VALUE, 1), new Side(GeneratedRepositories.KEY_VALUE, MANY));

	private final Path folder;

	private final String endpoint;

	private final Map<Side, List<StartUp>> starts = new LinkedHashMap<>();

	private StartUpPart(Path folder, String endpoint) {
		this.folder = folder;
		this.endpoint = endpoint;
	}

	static FigureTable measure() throws IOException, InterruptedException {
		Path folder = Files.createTempDirectory(Path.of("benchmarks", "target"), "repositories");
		try (ServerProcess server = ServerProcess.start()) {
			return new StartUpPart(folder, server.endpoint()).compare();
		}
	}

	private FigureTable compare() throws IOException, InterruptedException {
		for (Side side : SIDES) {
			side.source().compile(Files.createDirectory(classes(side)), side.count());
		}
		for (int i = 0; i < REPETITIONS; i++) {
			for (Side side : SIDES) {
				starts(side).add(start(side));
			}
		}
		Side tables = new Side(GeneratedRepositories.TABLES, MANY);
		List<Double> more = new ArrayList<>();
		for (int i = 0; i < REPETITIONS; i++) {
			more.add(cpu(tables, i) - cpu(new Side(GeneratedRepositories.BY_HAND, MANY), i));
		}
		return new FigureTable(List.of("what", "ms to first answer", "ms of the processor", "of these for each"),
				SIDES.stream().map(this::row).toList())
			.with(List.of(new Ratio("start-up-20-ms-more", more, GOAL_MORE),
					new Ratio("start-up-ms-each", each(tables), GOAL_EACH)));
	}

	private Path classes(Side side) {
		return this.folder.resolve(side.source().name() + side.count());
	}

	private StartUp start(Side side) throws IOException, InterruptedException {
		String classPath = side.classPath() + File.pathSeparator + classes(side);
		// The time of a thread that has ended is not known, so compilers do not end
		List<String> figures = ChildJvm.with("-Xmx256m", "-XX:+UseSerialGC", "-XX:-UseDynamicNumberOfCompilerThreads")
			.run(classPath, StartUpProbe.class, side.source().name(), Integer.toString(side.count()), this.endpoint);
		return new StartUp(Double.parseDouble(figures.get(0)), Double.parseDouble(figures.get(1)));
	}

	private List<StartUp> starts(Side side) {
		return this.starts.computeIfAbsent(side, (key) -> new ArrayList<>());
	}

	private double cpu(Side side, int repetition) {
		return starts(side).get(repetition).cpu();
	}

	/**
	 * What each takes, above what the first one takes.
	 */
	private List<Double> each(Side side) {
		List<Double> each = new ArrayList<>();
		for (int i = 0; i < REPETITIONS; i++) {
			each.add((cpu(side, i) - cpu(side.first(), i)) / (side.count() - 1));
		}
		return each;
	}

	private List<String> row(Side side) {
		List<StartUp> all = starts(side);
		return List.of(side.count() + " " + side.source().title(),
				String.format(Locale.ROOT, "%.0f", Median.of(all.stream().map(StartUp::clock).toList())),
				text(all.stream().map(StartUp::cpu).toList()),
				(side.count() > 1 && SIDES.contains(side.first())) ? text(each(side)) : "-");
	}

	/**
	 * The median and the spread.
	 */
	private static String text(List<Double> values) {
		List<Double> sorted = values.stream().sorted().toList();
		return String.format(Locale.ROOT, "%.0f (%.0f..%.0f)", Median.of(values), sorted.get(0),
				sorted.get(sorted.size() - 1));
	}

	/**
	 * An application.
	 */
	private record Side(GeneratedRepositories source, int count) {

		Side first() {
			return new Side(this.source, 1);
		}

		/**
		 * What the starter brings. Only an application with two modules of Spring Data
		 * asks which one a repository is for, and the patterns are a dependency of their
		 * own.
		 */
		String classPath() {
			return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
				.filter((entry) -> this.source == GeneratedRepositories.KEY_VALUE
						|| !entry.contains("spring-data-keyvalue"))
				.filter((entry) -> this.source == GeneratedRepositories.WITH_PATTERNS
						|| !entry.contains("azure-tables-patterns"))
				.collect(Collectors.joining(File.pathSeparator));
		}

	}

	/**
	 * Milliseconds until the first answer.
	 */
	private record StartUp(double clock, double cpu) {

	}

}
