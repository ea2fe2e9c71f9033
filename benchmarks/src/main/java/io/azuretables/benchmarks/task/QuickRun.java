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

package io.azuretables.benchmarks.task;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.azuretables.benchmarks.figure.CpuProfiler;
import io.azuretables.benchmarks.figure.Measurement;
import io.azuretables.benchmarks.figure.Ratio;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs framework and SDK benchmarks in turns, in separate JVMs, and compares their
 * processor time. Runs the two in turns, each time in a JVM of its own, and compares
 * neighbours, so that a machine that slows down slows both. The processor's time is
 * judged: unlike the clock's it does not depend on who else is waiting for the processor.
 */
public final class QuickRun {

	/**
	 * Ends the names of the ratios to the SDK without a mapping.
	 */
	private static final String UNMAPPED = "-unmapped";

	private static final String UNMAPPED_BYTES = "-unmapped-bytes";

	private static final int WARM_UP = 12;

	private static final int ITERATIONS = 9;

	private final PrintStream out;

	private final boolean full;

	private final Map<String, List<Double>> ratios = new LinkedHashMap<>();

	/**
	 * A run.
	 * @param full whether the SDK is measured without a mapping too
	 */
	public QuickRun(PrintStream out, boolean full) {
		this.out = out;
		this.full = full;
	}

	/**
	 * Measures and prints.
	 */
	public List<Ratio> run(int repetitions, List<Comparison> comparisons) throws RunnerException {
		for (int i = 0; i < repetitions; i++) {
			for (Comparison comparison : comparisons) {
				compare(comparison, i % 2 == 0);
			}
		}
		List<Ratio> results = new ArrayList<>();
		for (Comparison comparison : comparisons) {
			results.add(ratio(comparison.name(), comparison.goal().cpu()));
			results.add(ratio(clock(comparison), null));
			results.add(ratio(allocation(comparison), comparison.goal().allocation()));
			if (this.full) {
				results.add(ratio(comparison.name() + UNMAPPED, null));
				results.add(ratio(comparison.name() + UNMAPPED_BYTES, null));
			}
		}
		results.forEach((ratio) -> this.out.println(ratio.line()));
		return results;
	}

	private Ratio ratio(String name, @Nullable Double goal) {
		return new Ratio(name, this.ratios.getOrDefault(name, List.of()), goal);
	}

	private void compare(Comparison comparison, boolean handFirst) throws RunnerException {
		Measurement before = measure(comparison, handFirst ? "hand" : "framework");
		Measurement after = measure(comparison, handFirst ? "framework" : "hand");
		Measurement hand = handFirst ? before : after;
		Measurement framework = handFirst ? after : before;
		note(comparison.name(), framework.cpu() / hand.cpu());
		note(clock(comparison), framework.clock() / hand.clock());
		note(allocation(comparison), framework.allocation() / hand.allocation());
		this.out.printf(Locale.ROOT, "%-16s %s%n  SDK and hand   %s%n", comparison.name(), framework, hand);
		if (this.full) {
			Measurement sdk = measure(comparison, "sdk");
			note(comparison.name() + UNMAPPED, framework.cpu() / sdk.cpu());
			note(comparison.name() + UNMAPPED_BYTES, framework.allocation() / sdk.allocation());
			this.out.printf(Locale.ROOT, "  SDK alone      %s%n", sdk);
		}
	}

	private void note(String name, double ratio) {
		this.ratios.computeIfAbsent(name, (key) -> new ArrayList<>()).add(ratio);
	}

	private static String clock(Comparison comparison) {
		return comparison.name() + "-clock";
	}

	private static String allocation(Comparison comparison) {
		return comparison.name() + Ratio.ALLOCATION;
	}

	/**
	 * A compiler that is not waited for would still be at work when a loaded machine has
	 * counted to the end of the warm-up.
	 */
	private static Measurement measure(Comparison comparison, String form) throws RunnerException {
		Options options = new OptionsBuilder().include(comparison.benchmark().getName() + "\\." + form + "$")
			.forks(1)
			.jvmArgs("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC", "-XX:-BackgroundCompilation")
			.mode(Mode.SingleShotTime)
			.timeUnit(TimeUnit.MICROSECONDS)
			.warmupIterations(WARM_UP)
			.warmupBatchSize(comparison.operations())
			.measurementIterations(ITERATIONS)
			.measurementBatchSize(comparison.operations())
			.addProfiler(GCProfiler.class)
			.addProfiler(CpuProfiler.class)
			.shouldFailOnError(true)
			.verbosity(VerboseMode.SILENT)
			.build();
		return Measurement.of(new Runner(options).runSingle(), comparison.operations());
	}

}
