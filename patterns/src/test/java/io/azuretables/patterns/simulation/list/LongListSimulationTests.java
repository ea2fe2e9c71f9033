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

package io.azuretables.patterns.simulation.list;

import io.azuretables.patterns.simulation.Campaign;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Simulates lists of several rows with faults and crashes.
 */
@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
class LongListSimulationTests {

	/**
	 * Each change writes a row of 960 ids: one seed in ten is played.
	 */
	private static Campaign campaign(Sabotage sabotage) {
		return Campaign.of("long lists, " + sabotage, (simulation) -> LongListScenario.play(simulation, sabotage))
			.withOneSeedIn(10);
	}

	@Test
	void namesItsEntitiesAfterEveryChange() {
		campaign(Sabotage.NONE).play();
	}

	/**
	 * Each rule is needed.
	 */
	@ParameterizedTest
	@EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
	void isWrongWithoutARule(Sabotage sabotage) {
		assertThat(campaign(sabotage).firstViolation())
			.hasValueSatisfying((message) -> assertThat(message).contains(sabotage.alarm()));
	}

}
