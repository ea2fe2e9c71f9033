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
import java.util.List;
import java.util.Map;

import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * JMH profiler that measures the processor time per operation in all threads, with
 * garbage collection and without the JIT compiler. That says more than the clock where
 * other programs run too.
 *
 * @since 0.1
 */
public final class CpuProfiler implements InternalProfiler {

	public static final String NAME = "cpu";

	private ThreadTimes start = new ThreadTimes(Map.of());

	@Override
	public String getDescription() {
		return "CPU time per operation";
	}

	@Override
	public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
		this.start = ThreadTimes.now();
	}

	@Override
	public Collection<ScalarResult> afterIteration(BenchmarkParams benchmark, IterationParams iteration,
			IterationResult result) {
		double micros = ThreadTimes.now().since(this.start) / 1000.0;
		return List
			.of(new ScalarResult(NAME, micros / result.getMetadata().getAllOps(), "us/op", AggregationPolicy.AVG));
	}

}
