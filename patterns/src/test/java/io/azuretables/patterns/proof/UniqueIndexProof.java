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

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import io.azuretables.patterns.simulation.Campaign;
import io.azuretables.patterns.proof.IndexScenario.Promise;
import io.azuretables.patterns.proof.UniqueIndex.Rule;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Simulates ways to reserve unique values across partitions.
 */
@Execution(ExecutionMode.CONCURRENT)
class UniqueIndexProof {

	/**
	 * Entities come and go, and all want the same.
	 */
	private static final List<@Nullable String> ONE_VALUE = Arrays.asList("a", null);

	private static Campaign campaign(String name, List<@Nullable String> values, Set<Rule> rules) {
		return Campaign.of(name, (simulation) -> IndexScenario.play(simulation,
				(world) -> new UniqueIndex(world, rules), values, EnumSet.allOf(Promise.class)));
	}

	@Test
	void takingOverWithoutAFenceLetsTwoHaveOneValue() {
		assertThat(campaign("U without a fence", IndexScenario.VALUES, EnumSet.of(Rule.GIVE_UP_WHAT_IS_OVERTAKEN))
			.firstViolation()).hasValueSatisfying((message) -> assertThat(message).containsAnyOf("Duplicate", "Gap"));
	}

	@Test
	void goingOnWithTheReservationOfAnotherWriteLetsTwoHaveOneValue() {
		assertThat(campaign("U without giving up", ONE_VALUE, EnumSet.of(Rule.FENCE)).firstViolation())
			.hasValueSatisfying((message) -> assertThat(message).containsAnyOf("Duplicate", "Gap"));
	}

	@Test
	void theWholeProtocolKeepsValuesUnique() {
		campaign("U", IndexScenario.VALUES, EnumSet.allOf(Rule.class)).play();
	}

	@Test
	void theWholeProtocolKeepsAValueUniqueWhoseOwnersComeAndGo() {
		campaign("U, one value", ONE_VALUE, EnumSet.allOf(Rule.class)).play();
	}

}
