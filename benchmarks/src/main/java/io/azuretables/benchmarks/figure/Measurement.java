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

package io.azuretables.benchmarks.figure;

import java.util.Collection;
import java.util.Locale;

import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;

/**
 * The cost of one operation, measured in a JVM of its own. The processor's time is the
 * mean of the iterations, since some systems count it in steps of 10 ms; of the rest it
 * is the median, so that an iteration that was interrupted does not count.
 *
 * @param cpu microseconds of the processor, all threads and the garbage collector
 * included
 * @param clock microseconds
 * @param allocation bytes
 */
public record Measurement(double cpu, double clock, double allocation) {

	/**
	 * What the profiler calls the bytes of an operation.
	 */
	private static final String ALLOCATION = "gc.alloc.rate.norm";

	public static Measurement of(RunResult result, int operations) {
		Collection<IterationResult> iterations = result.getBenchmarkResults()
			.stream()
			.map(BenchmarkResult::getIterationResults)
			.flatMap(Collection::stream)
			.toList();
		return new Measurement(mean(iterations, CpuProfiler.NAME) / operations,
				Median.of(iterations.stream().map((one) -> one.getPrimaryResult().getScore()).toList()) / operations,
				median(iterations, ALLOCATION) / operations);
	}

	private static double mean(Collection<IterationResult> iterations, String ending) {
		return iterations.stream().mapToDouble((one) -> secondary(one, ending)).average().orElseThrow();
	}

	private static double median(Collection<IterationResult> iterations, String ending) {
		return Median.of(iterations.stream().map((one) -> secondary(one, ending)).toList());
	}

	private static double secondary(IterationResult iteration, String ending) {
		return iteration.getSecondaryResults()
			.values()
			.stream()
			.filter((result) -> result.getLabel().endsWith(ending))
			.mapToDouble((result) -> result.getScore())
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("Nothing was measured of " + ending));
	}

	@Override
	public String toString() {
		return String.format(Locale.ROOT, "%10.2f us cpu %10.2f us clock %12.0f B", this.cpu, this.clock,
				this.allocation);
	}

}
