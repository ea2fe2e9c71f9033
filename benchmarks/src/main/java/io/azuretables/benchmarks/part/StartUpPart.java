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
import java.util.List;
import java.util.Locale;

import io.azuretables.benchmarks.figure.ChildJvm;
import io.azuretables.benchmarks.figure.FigureTable;
import io.azuretables.benchmarks.figure.Median;

/**
 * Measures the start of applications with 1, 20 and 100 repositories. What an application
 * without it takes is the rest.
 */
final class StartUpPart {

	private static final int REPETITIONS = 3;

	private StartUpPart() {
	}

	static FigureTable measure() throws IOException, InterruptedException {
		Path folder = Files.createTempDirectory(Path.of("benchmarks", "target"), "repositories");
		List<List<String>> rows = new ArrayList<>();
		StartUp without = start(folder, 0);
		rows.add(List.of("none, and without the framework", text(without.clock()), text(without.cpu()), "-"));
		for (int repositories : new int[] { 1, 20, 100 }) {
			StartUp with = start(folder, repositories);
			rows.add(List.of(Integer.toString(repositories), text(with.clock()), text(with.cpu()),
					text(100 * (with.cpu() - without.cpu()) / with.cpu()) + " %"));
		}
		return new FigureTable(List.of("repositories", "ms to first answer", "ms of the processor",
				"share of the framework (processor)"), rows);
	}

	private static StartUp start(Path folder, int repositories) throws IOException, InterruptedException {
		Path classes = Files.createDirectory(folder.resolve("with" + repositories));
		GeneratedRepositories.compile(classes, repositories);
		List<Double> clock = new ArrayList<>();
		List<Double> cpu = new ArrayList<>();
		String classPath = System.getProperty("java.class.path") + File.pathSeparator + classes;
		for (int i = 0; i < REPETITIONS; i++) {
			List<String> figures = ChildJvm.with("-Xmx256m", "-Dazure.tables.embedded=true")
				.run(classPath, StartUpProbe.class, Integer.toString(repositories));
			clock.add(Double.valueOf(figures.get(0)));
			cpu.add(Double.valueOf(figures.get(1)));
		}
		return new StartUp(Median.of(clock), Median.of(cpu));
	}

	private static String text(double value) {
		return String.format(Locale.ROOT, "%.0f", value);
	}

	/**
	 * Milliseconds until the first answer.
	 */
	private record StartUp(double clock, double cpu) {

	}

}
