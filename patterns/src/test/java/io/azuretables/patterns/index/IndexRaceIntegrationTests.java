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

package io.azuretables.patterns.index;

import io.azuretables.client.Azurite;
import io.azuretables.patterns.index.IndexRace.Act;
import io.azuretables.patterns.sample.AzuriteTables;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The race for a missing index row, over HTTP.
 */
@ExtendWith(Azurite.LogOfFailures.class)
class IndexRaceIntegrationTests {

	private static final int WITHOUT_ITS_INDEX_ROW = 1;

	@ParameterizedTest
	@EnumSource(names = { "DELETES", "MOVES" })
	void rebuildsThoughSomebodyWrites(Act act) {
		IndexRace race = new IndexRace(AzuriteTables.gateway(), "email");
		assertThat(race.before(() -> race.act(act, WITHOUT_ITS_INDEX_ROW), () -> race.rebuild(race.indexes())))
			.isGreaterThan(20);
	}

}
