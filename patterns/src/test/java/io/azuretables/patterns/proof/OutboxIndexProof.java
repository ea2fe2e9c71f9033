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

package io.azuretables.patterns.proof;

import java.util.EnumSet;
import java.util.Set;

import io.azuretables.patterns.simulation.Campaign;
import io.azuretables.patterns.simulation.Faults;
import io.azuretables.patterns.proof.IndexScenario.Promise;
import io.azuretables.patterns.proof.OutboxIndex.Rule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Simulates ways to write index rows after their entities.
 */
@Execution(ExecutionMode.CONCURRENT)
class OutboxIndexProof {

	private static Campaign campaign(String name, Set<Rule> rules) {
		return Campaign.of(name, (simulation) -> IndexScenario.play(simulation,
				(world) -> new OutboxIndex(world, rules), EnumSet.of(Promise.NOTHING_DANGLES)));
	}

	/**
	 * All good rules but these.
	 */
	private static Set<Rule> except(Rule... missing) {
		Set<Rule> rules = EnumSet.range(Rule.WRITE_WHAT_WAS_READ, Rule.SECOND_PASS);
		rules.removeAll(Set.of(missing));
		return rules;
	}

	private static void refute(Campaign campaign, String... symptoms) {
		assertThat(campaign.firstViolation())
			.hasValueSatisfying((message) -> assertThat(message).containsAnyOf(symptoms));
	}

	@Test
	void messageFirstFailsWithoutAnyFault() {
		Campaign campaign = campaign("A: message first",
				EnumSet.of(Rule.MESSAGE_FIRST, Rule.WRITE_WHAT_WAS_READ, Rule.CHANGE_WHAT_WAS_READ, Rule.LOOK_AGAIN));
		refute(campaign.withFaults(Faults.NONE), "Missing", "Dangling");
	}

	@Test
	void messageAfterwardsIsLostWithItsWriter() {
		refute(campaign("B: message afterwards",
				EnumSet.of(Rule.WRITE_WHAT_WAS_READ, Rule.CHANGE_WHAT_WAS_READ, Rule.LOOK_AGAIN)), "Missing",
				"Dangling");
	}

	@Test
	void messageHiddenWhileTheEntityIsWrittenIsUndoneByAConsumerThatStoodStill() {
		refute(campaign("A2: message first, hidden",
				EnumSet.of(Rule.MESSAGE_FIRST, Rule.HIDDEN, Rule.WRITE_WHAT_WAS_READ)), "Dangling");
	}

	@Test
	void differencesFail() {
		refute(campaign("C: outbox, differences", EnumSet.of(Rule.OUTBOX, Rule.WRITE_WHAT_WAS_READ, Rule.DIFFERENCE)),
				"Missing", "Dangling");
	}

	@Test
	void blindChangesOfTheIndexFail() {
		refute(campaign("D1: outbox, blind changes", EnumSet.of(Rule.OUTBOX, Rule.WRITE_WHAT_WAS_READ)), "Missing",
				"Dangling");
	}

	@Test
	void changesWithoutAnotherLookFailWithoutAnyFault() {
		Campaign campaign = campaign("D2: outbox, no second look",
				EnumSet.of(Rule.OUTBOX, Rule.WRITE_WHAT_WAS_READ, Rule.CHANGE_WHAT_WAS_READ));
		refute(campaign.withFaults(Faults.NONE), "Missing", "Dangling");
	}

	@Test
	void anotherLookDoesNotHealBlindChanges() {
		refute(campaign("D4: outbox, second look, blind changes",
				EnumSet.of(Rule.OUTBOX, Rule.WRITE_WHAT_WAS_READ, Rule.LOOK_AGAIN)), "Missing", "Dangling");
	}

	@Test
	void blindWritesOfTheEntityFailWithoutAnyFault() {
		Campaign campaign = campaign("D5: outbox, blind writer",
				EnumSet.of(Rule.OUTBOX, Rule.CHANGE_WHAT_WAS_READ, Rule.LOOK_AGAIN));
		refute(campaign.withFaults(Faults.NONE), "Missing", "Dangling");
	}

	@Test
	void onePassConvergesWithoutFaults() {
		campaign("E: one pass", except(Rule.SECOND_PASS)).withFaults(Faults.NONE).play();
	}

	@Test
	void onePassIsUndoneByAConsumerThatStoodStill() {
		refute(campaign("E: one pass", except(Rule.SECOND_PASS)), "Dangling");
	}

	@Test
	void allRulesTogetherConverge() {
		campaign("Ep: outbox, second pass", except()).play();
	}

}
