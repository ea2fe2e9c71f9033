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

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class PerformancePageTests {

	private static final FigureTable TABLE = new FigureTable(List.of("what", "ratio"), List.of(List.of("$1", "0.2")));

	private static final String PAGE = """
			# A
			<!-- figures: memory -->
			old
			<!-- /figures -->
			text
			<!-- figures: index -->
			<!-- /figures -->
			""";

	@Test
	void putsFiguresIntoTheirPlaceOnly() {
		assertThat(PerformancePage.put(PAGE, "memory", TABLE)).isEqualTo("""
				# A
				<!-- figures: memory -->
				| what | ratio |
				|---|---|
				| $1 | 0.2 |
				<!-- /figures -->
				text
				<!-- figures: index -->
				<!-- /figures -->
				""");
	}

	@Test
	void canBePutAgain() {
		String once = PerformancePage.put(PAGE, "index", TABLE);
		assertThat(PerformancePage.put(once, "index", TABLE)).isEqualTo(once);
	}

	@Test
	void refusesFiguresWithoutAPlace() {
		assertThatIllegalArgumentException().isThrownBy(() -> PerformancePage.put(PAGE, "loading", TABLE))
			.withMessageContaining("loading");
	}

	@Test
	void refusesARowThatDoesNotFit() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new FigureTable(List.of("what", "ratio"), List.of(List.of("page"))));
	}

}
