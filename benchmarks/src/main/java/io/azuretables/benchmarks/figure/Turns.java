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

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

import com.sun.management.ThreadMXBean;

/**
 * Measures several tasks in turns on the calling thread, so that changes of the machine's
 * load affect all of them.
 *
 * @param warm how many rounds are not counted
 * @param rounds how many rounds are counted
 * @param calls how many calls of each work a round has
 */
public record Turns(int warm, int rounds, int calls) {

	private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	/**
	 * What a call of each work takes. Every second round has the works in reverse order.
	 * @param works give numbers, so that the compiler cannot leave them out
	 */
	public List<Cost> of(List<IntSupplier> works) {
		List<Cost> costs = works.stream().map((work) -> new Cost(new ArrayList<>(), new ArrayList<>())).toList();
		int sum = 0;
		for (int round = 0; round < this.warm + this.rounds; round++) {
			for (int turn = 0; turn < works.size(); turn++) {
				int work = (round % 2 == 0) ? turn : works.size() - 1 - turn;
				Cost cost = (round >= this.warm) ? costs.get(work) : new Cost(new ArrayList<>(), new ArrayList<>());
				sum += run(works.get(work), cost);
			}
		}
		if (sum == 0) {
			throw new IllegalStateException("The results were not used");
		}
		return costs;
	}

	private int run(IntSupplier work, Cost cost) {
		int sum = 0;
		long allocated = THREADS.getCurrentThreadAllocatedBytes();
		long before = THREADS.getCurrentThreadCpuTime();
		for (int call = 0; call < this.calls; call++) {
			sum += work.getAsInt();
		}
		cost.rounds.add((THREADS.getCurrentThreadCpuTime() - before) / (double) this.calls);
		cost.allocations.add((THREADS.getCurrentThreadAllocatedBytes() - allocated) / (double) this.calls);
		return sum;
	}

	/**
	 * What a call of a work takes.
	 *
	 * @param rounds the nanoseconds of the processor in each round
	 * @param allocations the bytes that it allocates in each round
	 */
	public record Cost(List<Double> rounds, List<Double> allocations) {

		/**
		 * The median of the nanoseconds.
		 */
		public double nanos() {
			return Median.of(this.rounds);
		}

		/**
		 * The median of the bytes.
		 */
		public double bytes() {
			return Median.of(this.allocations);
		}

		/**
		 * The median over the rounds of what this takes divided by what another work
		 * takes.
		 */
		public double ratio(Cost other) {
			List<Double> ratios = new ArrayList<>();
			for (int i = 0; i < this.rounds.size(); i++) {
				ratios.add(this.rounds.get(i) / other.rounds.get(i));
			}
			return Median.of(ratios);
		}

	}

}
