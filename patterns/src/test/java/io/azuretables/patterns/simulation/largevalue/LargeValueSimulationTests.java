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

package io.azuretables.patterns.simulation.largevalue;

import io.azuretables.patterns.simulation.Campaign;
import io.azuretables.patterns.simulation.Fault;
import io.azuretables.patterns.simulation.Faults;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Simulates large values with faults, crashes and writers that sleep.
 */
@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
class LargeValueSimulationTests {

	private static Campaign campaign(Sabotage sabotage, boolean checksValues, boolean createsAgain) {
		return Campaign.of("large values, " + sabotage,
				(simulation) -> LargeValueScenario.play(simulation, sabotage, checksValues, createsAgain));
	}

	@Test
	void losesNoContentAndLeavesNoOrphan() {
		campaign(Sabotage.NONE, false, false).play();
	}

	@Test
	void keepsOldValuesFromBeingSaved() {
		campaign(Sabotage.SAVES_OLD_VALUES, true, false).play();
	}

	/**
	 * Each rule is needed.
	 */
	@ParameterizedTest
	@EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
	void losesContentsWithoutARule(Sabotage sabotage) {
		assertThat(campaign(sabotage, false, false).firstViolation()).hasValueSatisfying(
				(message) -> assertThat(message).containsAnyOf("Without its content", "misses a content"));
	}

	/**
	 * The limit that the documentation names.
	 */
	@Test
	void anInsertThatIsAppliedLateIsBackWithoutItsContent() {
		assertThat(
				campaign(Sabotage.NONE, false, true).withFaults(Faults.HARSH.with(Fault.TWICE, 300)).firstViolation())
			.hasValueSatisfying((message) -> assertThat(message).contains("Without its content"));
	}

}
