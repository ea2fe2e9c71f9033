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

package io.azuretables.operations;

import java.util.List;

import io.azuretables.client.Azurite;
import io.azuretables.client.HttpTableGateway;
import io.azuretables.client.TableClientOptions;
import io.azuretables.operations.TeamCounts.Player;
import io.azuretables.operations.TeamCounts.VersionedPlayer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Companion rows, on the emulator.
 */
class CompanionIntegrationTests extends AzuriteTable implements CompanionContract {

	@Test
	void recognisesItsWriteWhenTheAnswerIsLost() {
		gateway().createTable(table());
		LostAnswers lost = new LostAnswers();
		TableTemplate template = template(
				HttpTableGateway.connect(TableClientOptions.of(Azurite.connectionString()).withPolicies(List.of(lost))),
				3);
		VersionedPlayer player = template.save(new VersionedPlayer("fc", 1, "a", null, null));
		lost.next();
		player = template.save(player.in("b"));
		assertThat(lost.isLost()).as("the answer that is lost").isTrue();
		assertThat(players("a")).isNull();
		assertThat(players("b")).isEqualTo(1);
		lost.next();
		template.save(player.in("a"));
		lost.next();
		template.save(new Player("fc", 2, "a", null));
		lost.next();
		template.save(new Player("fc", 2, "b", null));
		assertThat(players("a")).isEqualTo(1);
		assertThat(players("b")).isEqualTo(1);
	}

}
