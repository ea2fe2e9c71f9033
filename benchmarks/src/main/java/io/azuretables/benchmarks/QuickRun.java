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

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Is the framework as far ahead of the SDK as it is meant to be? Runs the two in turns,
 * each time in a JVM of its own, and compares neighbours, so that a machine that slows
 * down slows both.
 */
final class QuickRun {

	private static final List<Comparison> COMPARISONS = List.of(new Comparison("page", Page.class, 0.20, 0.10),
			new Comparison("transaction", Transaction.class, 0.22, 0.22),
			new Comparison("point-read", PointRead.class, 0.35, 0.33),
			new Comparison("missing-row", MissingRow.class, 0.22, null),
			new Comparison("insert", Insert.class, 0.50, null), new Comparison("upsert", Upsert.class, 0.50, null),
			new Comparison("derived-method", DerivedMethod.class, 0.45, null),
			new Comparison("merge", Merge.class, null, null), new Comparison("save-all", SaveAll.class, null, null),
			new Comparison("projection", Projection.class, null, null));

	private static final String ALLOCATION = "gc.alloc.rate.norm";

	private final PrintStream out;

	private final Map<String, List<Double>> ratios = new LinkedHashMap<>();

	private QuickRun(PrintStream out) {
		this.out = out;
	}

	/**
	 * Arguments: the number of repetitions, then the names of what is compared, or
	 * nothing for all.
	 */
	public static void main(String[] args) throws RunnerException {
		int repetitions = (args.length > 0) ? Integer.parseInt(args[0]) : 3;
		List<String> names = List.of(args).subList(Math.min(1, args.length), args.length);
		boolean missed = new QuickRun(System.out).run(repetitions,
				COMPARISONS.stream().filter((one) -> names.isEmpty() || names.contains(one.name())).toList());
		System.exit(missed ? 1 : 0);
	}

	private boolean run(int repetitions, List<Comparison> comparisons) throws RunnerException {
		for (int i = 0; i < repetitions; i++) {
			for (Comparison comparison : comparisons) {
				compare(comparison);
			}
		}
		List<Ratio> results = new ArrayList<>();
		for (Comparison comparison : comparisons) {
			results.add(ratio(comparison.name(), comparison.time()));
			results.add(ratio(comparison.name() + "-allocation", comparison.allocation()));
		}
		results.forEach((ratio) -> this.out.println(ratio.line()));
		return results.stream().anyMatch(Ratio::isMissed);
	}

	private Ratio ratio(String name, @Nullable Double goal) {
		return new Ratio(name, this.ratios.getOrDefault(name, List.of()), goal);
	}

	private void compare(Comparison comparison) throws RunnerException {
		RunResult hand = measure(comparison, "hand");
		RunResult framework = measure(comparison, "framework");
		note(comparison.name(), time(framework), time(hand));
		note(comparison.name() + "-allocation", allocation(framework), allocation(hand));
		this.out.printf(Locale.ROOT, "%-16s %10.2f us %12.0f B   SDK and hand %10.2f us %12.0f B%n", comparison.name(),
				time(framework), allocation(framework), time(hand), allocation(hand));
	}

	private void note(String name, double framework, double hand) {
		this.ratios.computeIfAbsent(name, (key) -> new ArrayList<>()).add(framework / hand);
	}

	private static RunResult measure(Comparison comparison, String form) throws RunnerException {
		Options options = new OptionsBuilder().include(comparison.benchmark().getName() + "\\." + form + "$")
			.forks(1)
			.jvmArgs("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC")
			.warmupIterations(3)
			.warmupTime(TimeValue.seconds(1))
			.measurementIterations(3)
			.measurementTime(TimeValue.milliseconds(700))
			.addProfiler(GCProfiler.class)
			.shouldFailOnError(true)
			.verbosity(VerboseMode.SILENT)
			.build();
		return new Runner(options).runSingle();
	}

	private static double time(RunResult result) {
		return result.getPrimaryResult().getScore();
	}

	private static double allocation(RunResult result) {
		for (String name : result.getSecondaryResults().keySet()) {
			if (name.endsWith(ALLOCATION)) {
				return result.getSecondaryResults().get(name).getScore();
			}
		}
		throw new IllegalStateException("Nothing was measured of allocation");
	}

}
