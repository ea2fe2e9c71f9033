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

package io.azuretables.patterns.simulation.interpartition;

import java.time.Duration;

import io.azuretables.patterns.index.IndexOptions.Times;
import io.azuretables.patterns.simulation.Campaign;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Simulates indexes in other partitions with faults and crashes.
 */
@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
class InterPartitionSimulationTests {

	private static Times times(Duration guard, Duration retention) {
		return new Times(Duration.ofSeconds(30), guard, retention, Duration.ofHours(1));
	}

	@Test
	void neverLeavesAGapHoweverEarlyGuardsAreHandled() {
		Times times = times(Duration.ofSeconds(60), Duration.ofSeconds(60));
		Campaign.of("people, guards handled early", (simulation) -> PeopleScenario.play(simulation, times, false))
			.play();
	}

	@Test
	void leavesNothingBehindWhenGuardsOutliveTheirWriters() {
		Times times = times(Duration.ofMinutes(8), Duration.ofMinutes(30));
		Campaign.of("people", (simulation) -> PeopleScenario.play(simulation, times, true)).play();
	}

	/**
	 * Each check is alarmed by what it is there for.
	 */
	@ParameterizedTest
	@EnumSource(names = { "NONE", "DROPS_BLOBS" }, mode = EnumSource.Mode.EXCLUDE)
	void seesWhatTablesMustNotDo(Sabotage sabotage) {
		Times times = times(Duration.ofMinutes(8), Duration.ofMinutes(30));
		assertThat(Campaign
			.of("people, " + sabotage, (simulation) -> PeopleScenario.play(simulation, times, true, sabotage))
			.firstViolation(sabotage.alarm()))
			.hasValueSatisfying((message) -> assertThat(message).contains(sabotage.alarm()));
	}

	@Test
	void keepsListsInBlobsTrue() {
		Times times = times(Duration.ofMinutes(8), Duration.ofMinutes(30));
		Campaign
			.of("people, lists in blobs",
					(simulation) -> PeopleScenario.play(simulation, times, true, Sabotage.NONE, true))
			.play();
	}

	/**
	 * The checks see lists in blobs. A list that is written without its condition is not
	 * seen at rest: the second pass of each message corrects it.
	 */
	@ParameterizedTest
	@EnumSource(names = { "DROPS_BLOBS", "KEEPS_IDS" })
	void seesWhatBlobsMustNotDo(Sabotage sabotage) {
		Times times = times(Duration.ofMinutes(8), Duration.ofMinutes(30));
		assertThat(Campaign
			.of("people, lists in blobs, " + sabotage,
					(simulation) -> PeopleScenario.play(simulation, times, true, sabotage, true))
			.firstViolation(sabotage.alarm()))
			.hasValueSatisfying((message) -> assertThat(message).contains(sabotage.alarm()));
	}

}
