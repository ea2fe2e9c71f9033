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

package io.azuretables.patterns.simulation.archive;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

import io.azuretables.patterns.simulation.Campaign;
import io.azuretables.patterns.simulation.Fault;
import io.azuretables.patterns.simulation.Faults;
import io.azuretables.patterns.simulation.archive.Move.Rule;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Simulates which steps bring a row to the archive whatever happens.
 */
@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
class ArchiveSimulationTests {

	private static Campaign campaign(String name, Set<Rule> rules) {
		return Campaign.of(name, (simulation) -> ArchiveScenario.play(simulation,
				(world) -> new RowMover(world.gateway(), world.queue(), rules), true));
	}

	@Test
	void theGuidesStepsLoseUpdates() {
		Optional<String> violation = campaign("the guide's move", EnumSet.noneOf(Rule.class)).firstViolation();
		assertThat(violation)
			.hasValueSatisfying((message) -> assertThat(message).containsAnyOf("Lost update", "nobody"));
	}

	@Test
	void aConditionalDeleteAloneDoesNotMendThem() {
		Optional<String> violation = campaign("a move with a conditional delete", EnumSet.of(Rule.DELETE_WHAT_WAS_READ))
			.firstViolation();
		assertThat(violation)
			.hasValueSatisfying((message) -> assertThat(message).containsAnyOf("Lost update", "nobody"));
	}

	@Test
	void aCheckOfTheIncarnationDoesNotMendThemEither() {
		Optional<String> violation = campaign("a move without a guard of versions",
				EnumSet.of(Rule.DELETE_WHAT_WAS_READ, Rule.ASK_FOR_THE_INCARNATION))
			.firstViolation();
		assertThat(violation).hasValueSatisfying((message) -> assertThat(message).contains("Lost update"));
	}

	/**
	 * Versions come from writers. One that is slow creates a row with a version lower
	 * than the archived one's, and that row would never be moved.
	 */
	@Test
	void aGuardOfVersionsStandsStillWhenAWriterIsSlow() {
		Optional<String> violation = campaign("a move with a guard of versions",
				EnumSet.of(Rule.DELETE_WHAT_WAS_READ, Rule.ASK_FOR_THE_INCARNATION, Rule.KEEP_HIGHER_VERSIONS))
			.withFaults(Faults.HARSH.with(Fault.PAUSE, 60))
			.firstViolation();
		assertThat(violation).hasValueSatisfying((message) -> assertThat(message).contains("does not come to rest"));
	}

	@Test
	void aBlindDeleteDoesNotHoldWhateverElseIsChecked() {
		Optional<String> violation = campaign("a move that deletes blindly",
				EnumSet.of(Rule.ASK_FOR_THE_INCARNATION, Rule.READ_THE_ARCHIVE_FIRST))
			.firstViolation();
		assertThat(violation).hasValueSatisfying((message) -> assertThat(message).contains("Lost update"));
	}

	@Test
	void whoReadsTheArchiveFirstAndDeletesWhatWasReadLosesNothing() {
		campaign("the move that holds",
				EnumSet.of(Rule.DELETE_WHAT_WAS_READ, Rule.ASK_FOR_THE_INCARNATION, Rule.READ_THE_ARCHIVE_FIRST))
			.play();
	}

	@Test
	void theTemplateLosesNothingEither() {
		template("the archive template", Duration.ofMinutes(30)).play();
	}

	/**
	 * The bound that the documentation names.
	 */
	@Test
	void aRowThatIsMovedBeforeItsInsertIsRepeatedComesBack() {
		Campaign campaign = Campaign
			.of("the archive template, rows inserted plainly",
					(simulation) -> ArchiveScenario.play(simulation,
							(world) -> new TemplateMover(world, Duration.ofMinutes(30)), false))
			.withFaults(Faults.HARSH.with(Fault.TWICE, 300));
		assertThat(campaign.firstViolation())
			.hasValueSatisfying((message) -> assertThat(message).contains("Back in the current table"));
	}

	@Test
	void whoSweepsContentsThatAreNewTakesThemAway() {
		assertThat(template("the archive template, swept at once", Duration.ZERO).firstViolation())
			.hasValueSatisfying((message) -> assertThat(message).contains("Without its content"));
	}

	/**
	 * Each check is alarmed by what it is there for.
	 */
	@ParameterizedTest
	@EnumSource
	void seesWhatMoversMustNotDo(Sabotage sabotage) {
		assertThat(Campaign
			.of("archive, " + sabotage, (simulation) -> ArchiveScenario.play(simulation, sabotage::in, true))
			.firstViolation()).hasValueSatisfying((message) -> assertThat(message).contains(sabotage.alarm()));
	}

	private static Campaign template(String name, Duration sweepAge) {
		return Campaign.of(name,
				(simulation) -> ArchiveScenario.play(simulation, (world) -> new TemplateMover(world, sweepAge), true));
	}

}
