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

class RatioTests {

	@Test
	void judgesTheMedian() {
		assertThat(new Ratio("page", List.of(0.9, 0.19, 0.18), 0.20).isMissed()).isFalse();
		assertThat(new Ratio("page", List.of(0.1, 0.21, 0.22), 0.20).isMissed()).isTrue();
	}

	@Test
	void reachesAGoalThatItEquals() {
		assertThat(new Ratio("page", List.of(0.20), 0.20).isMissed()).isFalse();
	}

	@Test
	void missesNoGoalThatIsAbsent() {
		Ratio ratio = new Ratio("merge", List.of(7.0), null);
		assertThat(ratio.isMissed()).isFalse();
		assertThat(ratio.line()).matches("ratio merge +7\\.000 - ok  \\(7\\.000\\.\\.7\\.000\\)");
	}

	@Test
	void saysItsSpreadAndVerdict() {
		assertThat(new Ratio("page", List.of(0.3, 0.25, 0.1), 0.2).line())
			.matches("ratio page +0\\.250 0\\.20 MISSED  \\(0\\.100\\.\\.0\\.300\\)");
	}

}
