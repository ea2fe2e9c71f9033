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

package io.azuretables.patterns.faults;

import java.nio.file.Path;

import io.azuretables.client.Azurite;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Sixteen threads that use all patterns, each a client and a worker in turn, and one
 * request in eight that goes wrong on its way. The system property
 * {@code faults.operations} says how much they do, in rounds.
 */
@Tag("storm")
@Isolated("as much work as there are processors for")
class FaultyNetworkIntegrationTests {

	private static final Log logger = LogFactory.getLog(FaultyNetworkIntegrationTests.class);

	private static final int OPERATIONS = Integer.getInteger("faults.operations", 500);

	private static final int ROUND = 4000;

	@Test
	void losesNothingWhenOneRequestInEightGoesWrong(@TempDir Path folder) throws Exception {
		try (io.azuretables.azurite.Azurite emulator = Azurite.start(folder)) {
			StormFigures all = StormFigures.NONE;
			for (int left = OPERATIONS; left > 0; left -= ROUND) {
				StormFigures round = new StormRound(emulator.storageConnectionString(), Math.min(left, ROUND)).play();
				all = all.plus(round);
				logger.info("So far: " + all);
				assertThat(round.faultsOfAllKinds() * 10).as("at least a tenth")
					.isGreaterThanOrEqualTo(round.requests());
				assertThat(round.givenUp()).as("given up").isZero();
				assertThat(round.wrong()).isEmpty();
			}
		}
	}

}
