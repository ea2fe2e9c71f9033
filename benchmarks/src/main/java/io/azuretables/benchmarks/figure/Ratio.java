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

import java.util.Collections;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * The cost of this library divided by that of the Azure SDK, as measured in each
 * repetition, with the goal. The median is judged; the lowest and the highest say how far
 * it may be trusted.
 */
public record Ratio(String name, List<Double> values, @Nullable Double goal) {

	/**
	 * Ends the names of the ratios of bytes.
	 */
	public static final String ALLOCATION = "-allocation";

	public double median() {
		return Median.of(this.values);
	}

	public boolean isMissed() {
		return this.goal != null && median() > this.goal;
	}

	/**
	 * One line of the report.
	 */
	public String line() {
		return String.format(Locale.ROOT, "ratio %-24s %.3f %s %s  (%s)", this.name, median(), goalText(), verdict(),
				spread());
	}

	public String goalText() {
		return (this.goal != null) ? String.format(Locale.ROOT, "%.2f", this.goal) : "-";
	}

	public String verdict() {
		return isMissed() ? "MISSED" : "ok";
	}

	public String spread() {
		return String.format(Locale.ROOT, "%.3f..%.3f", Collections.min(this.values), Collections.max(this.values));
	}

}
