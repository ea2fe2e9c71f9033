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

package io.azuretables.patterns.simulation.denormalization;

import java.time.Duration;

import io.azuretables.patterns.queue.message.QueueOptions.GuardTimes;
import io.azuretables.patterns.simulation.Campaign;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Simulates copies with faults and crashes.
 */
@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
class DenormalizationSimulationTests {

	/**
	 * Guards come before many a write is made: nothing but liveness rests on their time.
	 */
	private static final GuardTimes TIMES = new GuardTimes(Duration.ofSeconds(1), Duration.ofSeconds(2),
			Duration.ofMinutes(30), Duration.ofHours(1));

	@Test
	void keepsCopiesInPartitionsTrueAtAnyTime() {
		Campaign.of("teams", (simulation) -> TeamScenario.play(simulation, TeamSabotage.NONE)).play();
	}

	/**
	 * Each rule is needed.
	 */
	@ParameterizedTest
	@EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
	void isUntrueInPartitionsWithoutARule(TeamSabotage sabotage) {
		assertThat(Campaign.of("teams, " + sabotage, (simulation) -> TeamScenario.play(simulation, sabotage))
			.firstViolation()).hasValueSatisfying((message) -> assertThat(message).contains(sabotage.alarm()));
	}

	@Test
	void makesCopiesInOtherPartitionsTrue() {
		Campaign.of("parcels", (simulation) -> ParcelScenario.play(simulation, TIMES, ParcelSabotage.NONE)).play();
	}

	/**
	 * Each rule is needed.
	 */
	@ParameterizedTest
	@EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
	void isUntrueInOtherPartitionsWithoutARule(ParcelSabotage sabotage) {
		assertThat(Campaign.of("parcels, " + sabotage, (simulation) -> ParcelScenario.play(simulation, TIMES, sabotage))
			.firstViolation()).hasValueSatisfying((message) -> assertThat(message).contains(sabotage.alarm()));
	}

}
