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

/**
 * Computes medians.
 */
public final class Median {

	private Median() {
	}

	/**
	 * The middle one, or the mean of the two in the middle.
	 */
	public static double of(Collection<Double> values) {
		if (values.isEmpty()) {
			throw new IllegalArgumentException("Nothing was measured");
		}
		List<Double> sorted = values.stream().sorted().toList();
		int size = sorted.size();
		return (sorted.get((size - 1) / 2) + sorted.get(size / 2)) / 2;
	}

}
