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

package io.azuretables.patterns.simulation;

import java.util.EnumMap;
import java.util.Map;

/**
 * Counts what was played.
 *
 * @param seeds how many simulations
 * @param steps how many requests
 * @param faults how many faults of each kind
 */
public record Tally(long seeds, long steps, Map<Fault, Integer> faults) {

	static final Tally NONE = new Tally(0, 0, Map.of());

	public Tally {
		faults = Map.copyOf(faults);
	}

	Tally plus(Tally other) {
		Map<Fault, Integer> sum = new EnumMap<>(Fault.class);
		sum.putAll(this.faults);
		other.faults.forEach((fault, count) -> sum.merge(fault, count, Integer::sum));
		return new Tally(this.seeds + other.seeds, this.steps + other.steps, sum);
	}

	@Override
	public String toString() {
		Map<Fault, Integer> sorted = new EnumMap<>(Fault.class);
		sorted.putAll(this.faults);
		return this.seeds + " seeds, " + this.steps + " requests, faults " + sorted;
	}

}
