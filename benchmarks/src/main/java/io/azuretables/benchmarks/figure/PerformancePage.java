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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces the tables of figures on the performance page of the documentation. Each table
 * is between the two marks of its name; the text around them stays.
 *
 * @param file the page
 */
public record PerformancePage(Path file) {

	public void put(String name, FigureTable table) throws IOException {
		Files.writeString(this.file, put(Files.readString(this.file), name, table));
	}

	public static String put(String page, String name, FigureTable table) {
		Pattern region = Pattern.compile("(<!-- figures: " + Pattern.quote(name) + " -->\n).*?(<!-- /figures -->)",
				Pattern.DOTALL);
		Matcher matcher = region.matcher(page);
		if (!matcher.find()) {
			throw new IllegalArgumentException("The page has no place for the figures of " + name);
		}
		return matcher.replaceFirst("$1" + Matcher.quoteReplacement(table.markdown()) + "$2");
	}

	/**
	 * What was judged, as a table.
	 */
	public static FigureTable table(List<Ratio> ratios) {
		return new FigureTable(List.of("what", "ratio", "goal", "lowest..highest"),
				ratios.stream()
					.map((ratio) -> List.of(ratio.name(), String.format(Locale.ROOT, "%.3f", ratio.median()),
							ratio.goalText(), ratio.spread()))
					.toList());
	}

}
