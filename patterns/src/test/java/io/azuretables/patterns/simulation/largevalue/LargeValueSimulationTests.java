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

import java.util.Arrays;
import java.util.List;

import io.azuretables.patterns.simulation.Campaign;
import io.azuretables.patterns.simulation.Fault;
import io.azuretables.patterns.simulation.Faults;
import io.azuretables.patterns.simulation.largevalue.LargeValueScenario.Setting;
import io.azuretables.patterns.simulation.largevalue.Sabotage.Of;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Simulates large values with faults, crashes and writers that sleep.
 */
@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
class LargeValueSimulationTests {

	/**
	 * Nothing that is done late leaves a blob that nobody knows of.
	 */
	private static final Faults CRASHES = Faults.NONE.with(Fault.CRASH_BEFORE, 20)
		.with(Fault.CRASH_AFTER, 30)
		.with(Fault.BLACKOUT, 2)
		.with(Fault.LOST_AFTER, 25);

	/**
	 * What is done late is often what nobody waits for.
	 */
	private static final Faults TWICE = Faults.HARSH.with(Fault.TWICE, 150);

	private static Campaign campaign(Setting setting) {
		return Campaign.of("large values, " + setting, (simulation) -> LargeValueScenario.play(simulation, setting))
			.withOneSeedIn(4);
	}

	private static Setting unguarded(Sabotage sabotage) {
		return new Setting(sabotage, false, true, false, false);
	}

	private static Setting guarded(Sabotage sabotage) {
		return new Setting(sabotage, true, true, false, true);
	}

	private static Setting unswept(Sabotage sabotage) {
		return new Setting(sabotage, true, false, false, true);
	}

	static List<Sabotage> of(Of form) {
		return Arrays.stream(Sabotage.values())
			.filter((sabotage) -> sabotage != Sabotage.NONE && sabotage.isOf(form))
			.toList();
	}

	static List<Sabotage> ofUnguarded() {
		return of(Of.UNGUARDED);
	}

	static List<Sabotage> ofGuarded() {
		return of(Of.GUARDED);
	}

	static List<Sabotage> ofUnswept() {
		return of(Of.GUARDED_UNSWEPT);
	}

	@Test
	void losesNoContentAndLeavesNoOrphan() {
		campaign(unguarded(Sabotage.NONE)).play();
	}

	@Test
	void keepsOldValuesFromBeingSaved() {
		campaign(new Setting(Sabotage.SAVES_OLD_VALUES, false, true, true, false)).play();
	}

	/**
	 * Blobs of any age are swept while entities are made, deleted and made again.
	 */
	@Test
	void losesNoContentWithAQueue() {
		campaign(guarded(Sabotage.NONE)).withFaults(TWICE).play();
	}

	@Test
	void leavesNothingToTheSweepWithAQueue() {
		campaign(unswept(Sabotage.NONE)).withFaults(CRASHES).play();
	}

	/**
	 * Each rule is needed.
	 */
	@ParameterizedTest
	@MethodSource("ofUnguarded")
	void losesContentsWithoutARule(Sabotage sabotage) {
		assertViolated(campaign(unguarded(sabotage)), sabotage);
	}

	@ParameterizedTest
	@MethodSource("ofGuarded")
	void losesContentsWithAQueueAndWithoutARule(Sabotage sabotage) {
		assertViolated(campaign(guarded(sabotage)), sabotage);
	}

	@ParameterizedTest
	@MethodSource("ofUnswept")
	void leavesOrphansWithAQueueAndWithoutARule(Sabotage sabotage) {
		assertViolated(campaign(unswept(sabotage)).withFaults(CRASHES), sabotage);
	}

	/**
	 * What is done late must find the token row.
	 */
	@Test
	void losesContentsWhenItForgetsTooSoon() {
		assertThat(campaign(guarded(Sabotage.FORGETS_TOO_SOON)).withFaults(TWICE).firstViolation("Without its content"))
			.isPresent();
	}

	private static void assertViolated(Campaign campaign, Sabotage sabotage) {
		assertThat(campaign.firstViolation())
			.hasValueSatisfying((message) -> assertThat(message).containsAnyOf(sabotage.alarms()));
	}

	/**
	 * The limit that the documentation names. With a queue there is none, as
	 * {@link #losesNoContentWithAQueue} shows.
	 */
	@Test
	void anInsertThatIsAppliedLateIsBackWithoutItsContent() {
		assertThat(campaign(new Setting(Sabotage.NONE, false, true, false, true)).withFaults(TWICE).firstViolation())
			.hasValueSatisfying((message) -> assertThat(message).contains("Without its content"));
	}

}
