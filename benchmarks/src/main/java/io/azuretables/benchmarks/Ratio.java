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

import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * How does the framework compare, over all repetitions?
 */
record Ratio(String name, List<Double> values, @Nullable Double goal) {

	Ratio {
		values = values.stream().sorted().toList();
	}

	double median() {
		int size = this.values.size();
		return (this.values.get((size - 1) / 2) + this.values.get(size / 2)) / 2;
	}

	boolean isMissed() {
		return this.goal != null && median() > this.goal;
	}

	/**
	 * One line of the report.
	 */
	String line() {
		String goalText = (this.goal != null) ? String.format(Locale.ROOT, "%.2f", this.goal) : "-";
		return String.format(Locale.ROOT, "ratio %-24s %.3f %s %s  (%.3f..%.3f)", this.name, median(), goalText,
				isMissed() ? "MISSED" : "ok", this.values.get(0), this.values.get(this.values.size() - 1));
	}

}
