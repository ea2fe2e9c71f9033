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

import java.util.List;
import java.util.stream.Collectors;

/**
 * A table of measured figures, written as Markdown into the documentation.
 *
 * @param headings of the columns
 * @param rows as many cells each as there are columns
 * @param judged the figures that have a goal
 */
public record FigureTable(List<String> headings, List<List<String>> rows, List<Ratio> judged) {

	public FigureTable {
		rows = List.copyOf(rows);
		for (List<String> row : rows) {
			if (row.size() != headings.size()) {
				throw new IllegalArgumentException(row + " does not fit under " + headings);
			}
		}
	}

	/**
	 * A table without goals.
	 */
	public FigureTable(List<String> headings, List<List<String>> rows) {
		this(headings, rows, List.of());
	}

	/**
	 * The same table with figures that are judged.
	 */
	public FigureTable with(List<Ratio> newJudged) {
		return new FigureTable(this.headings, this.rows, newJudged);
	}

	public String markdown() {
		String rule = this.headings.stream().map((heading) -> "---").collect(Collectors.joining("|", "|", "|\n"));
		return line(this.headings) + rule + this.rows.stream().map(FigureTable::line).collect(Collectors.joining());
	}

	private static String line(List<String> cells) {
		return cells.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
	}

}
