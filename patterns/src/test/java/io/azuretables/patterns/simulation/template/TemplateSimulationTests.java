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

package io.azuretables.patterns.simulation.template;

import io.azuretables.patterns.simulation.Campaign;
import io.azuretables.patterns.simulation.template.AccountScenario.Way;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Simulates the templates with faults and crashes.
 */
@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
class TemplateSimulationTests {

	private static Campaign accounts(Way way) {
		return Campaign.of("accounts by " + way, (simulation) -> AccountScenario.play(simulation, way));
	}

	@ParameterizedTest
	@EnumSource(names = "OVERWRITE", mode = EnumSource.Mode.EXCLUDE)
	void losesNoUpdate(Way way) {
		accounts(way).play();
	}

	@Test
	void overwritingLosesUpdates() {
		assertThat(accounts(Way.OVERWRITE).firstViolation())
			.hasValueSatisfying((message) -> assertThat(message).contains("Lost update"));
	}

	@Test
	void keepsIndexesInPartitionsTrueAtAnyTime() {
		Campaign.of("clerks", (simulation) -> ClerkScenario.play(simulation, false)).play();
	}

	@Test
	void whoWritesPastTheTemplateLeavesIndexesUntrue() {
		assertThat(Campaign.of("clerks and a stranger", (simulation) -> ClerkScenario.play(simulation, true))
			.firstViolation()).hasValueSatisfying((message) -> assertThat(message).contains("instead of"));
	}

	@Test
	void losesNoEntryOfALog() {
		Campaign.of("log tail", (simulation) -> LogTailScenario.play(simulation, LogSabotage.NONE)).play();
	}

	/**
	 * Each check is alarmed by what it is there for.
	 */
	@ParameterizedTest
	@EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
	void seesWhatTheTableOfALogMustNotDo(LogSabotage sabotage) {
		assertThat(Campaign.of("log tail, " + sabotage, (simulation) -> LogTailScenario.play(simulation, sabotage))
			.firstViolation()).hasValueSatisfying((message) -> assertThat(message).contains(sabotage.alarm()));
	}

}
