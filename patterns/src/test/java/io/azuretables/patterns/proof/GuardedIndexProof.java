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

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

import io.azuretables.patterns.simulation.Campaign;
import io.azuretables.patterns.simulation.Fault;
import io.azuretables.patterns.simulation.Faults;
import io.azuretables.patterns.proof.GuardedIndex.Rule;
import io.azuretables.patterns.proof.GuardedIndex.Rules;
import io.azuretables.patterns.proof.IndexScenario.Promise;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Simulates ways to write index rows before their entities.
 */
@Execution(ExecutionMode.CONCURRENT)
class GuardedIndexProof {

	private static final Duration LONG = Duration.ofMinutes(6);

	private static final Duration SHORT = Duration.ofSeconds(60);

	private static Campaign campaign(String name, Rules rules, Set<Promise> promises) {
		return Campaign.of(name,
				(simulation) -> IndexScenario.play(simulation, (world) -> new GuardedIndex(world, rules), promises));
	}

	private static void refute(String name, Rules rules) {
		Campaign campaign = campaign(name, rules, EnumSet.of(Promise.NEVER_A_GAP));
		assertThat(campaign.withFaults(Faults.HARSH.with(Fault.PAUSE, 60)).firstViolation())
			.hasValueSatisfying((message) -> assertThat(message).contains("Gap"));
	}

	@Test
	void aRowThatWritesShareLeavesGaps() {
		refute("S: guard and shared row", new Rules(EnumSet.of(Rule.FENCE, Rule.LOOK_AGAIN), LONG, LONG));
	}

	@Test
	void judgingWithoutAFenceLeavesGaps() {
		refute("V without a fence", new Rules(EnumSet.of(Rule.ROW_OF_ITS_OWN, Rule.LOOK_AGAIN), SHORT, SHORT));
	}

	@Test
	void deletingWithoutAnotherLookLeavesGaps() {
		refute("V without another look",
				new Rules(EnumSet.of(Rule.ROW_OF_ITS_OWN, Rule.FENCE), SHORT, Duration.ofSeconds(1)));
	}

	@Test
	void theWholeProtocolNeverLeavesAGap() {
		campaign("V, guards handled early", new Rules(EnumSet.allOf(Rule.class), SHORT, SHORT),
				EnumSet.of(Promise.NEVER_A_GAP))
			.play();
	}

	@Test
	void theWholeProtocolLeavesNothingBehindWhenGuardsOutliveTheirWriters() {
		campaign("V", new Rules(EnumSet.allOf(Rule.class), LONG, LONG),
				EnumSet.of(Promise.NEVER_A_GAP, Promise.NOTHING_DANGLES))
			.play();
	}

	/**
	 * The bound that the protocol names: who outlives its guard and then dies leaves a
	 * row behind, which no look-up returns.
	 */
	@Test
	void aWriterThatOutlivesItsGuardAndDiesLeavesARowBehind() {
		assertThat(campaign("V, guards handled early, nothing may dangle",
				new Rules(EnumSet.allOf(Rule.class), SHORT, SHORT),
				EnumSet.of(Promise.NEVER_A_GAP, Promise.NOTHING_DANGLES))
			.firstViolation()).hasValueSatisfying((message) -> assertThat(message).contains("Dangling"));
	}

}
