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

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * The measured throughput and processor time of this process under load. The service is
 * another process, so its work does not count.
 *
 * @param perSecond operations by the clock
 * @param cpuSeconds seconds of the processor for 10,000 operations
 */
public record Load(double perSecond, double cpuSeconds) {

	private static final double NANOS = 1e9;

	private static final int OPERATIONS = 10_000;

	/**
	 * Lets callers share operations, which are numbered from 0.
	 */
	public static Load run(ExecutorService executor, int callers, int operations, IntConsumer operation)
			throws InterruptedException, ExecutionException {
		AtomicInteger next = new AtomicInteger();
		ThreadTimes cpu = ThreadTimes.now();
		long start = System.nanoTime();
		List<Future<?>> running = new ArrayList<>();
		for (int i = 0; i < callers; i++) {
			running.add(executor.submit(() -> {
				for (int number = next.getAndIncrement(); number < operations; number = next.getAndIncrement()) {
					operation.accept(number);
				}
			}));
		}
		for (Future<?> one : running) {
			one.get();
		}
		double seconds = (System.nanoTime() - start) / NANOS;
		double cpuSeconds = ThreadTimes.now().since(cpu) / NANOS;
		return new Load(operations / seconds, cpuSeconds * OPERATIONS / operations);
	}

	/**
	 * The middle of several.
	 */
	public static Load median(List<Load> loads) {
		return new Load(Median.of(loads.stream().map(Load::perSecond).toList()),
				Median.of(loads.stream().map(Load::cpuSeconds).toList()));
	}

	/**
	 * The same for each of several that an operation was made of.
	 */
	public Load each(int count) {
		return new Load(this.perSecond * count, this.cpuSeconds / count);
	}

	public List<String> cells() {
		return List.of(String.format(Locale.ROOT, "%.0f", this.perSecond),
				String.format(Locale.ROOT, "%.2f", this.cpuSeconds));
	}

}
