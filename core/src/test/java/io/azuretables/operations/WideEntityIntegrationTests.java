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
import io.azuretables.key.TableKey;
import io.azuretables.operations.WideEntities.Messages;
import io.azuretables.operations.WideEntities.Profile;
import io.azuretables.query.Update;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Entities that are spread over several rows, on the emulator.
 */
class WideEntityIntegrationTests extends AzuriteTable implements WideEntityContract {

	@AfterEach
	void deleteTables() {
		List.of("Messages", "Profile", "NarrowProfile", "Notes", "Book")
			.forEach((name) -> gateway().deleteTable(table() + name));
	}

	@Test
	void recognisesItsWriteWhenTheAnswerIsLost() {
		LostAnswers lost = new LostAnswers();
		TableTemplate template = template(HttpTableGateway
			.connect(TableClientOptions.of(Azurite.connectionString()).withPolicies(List.of(lost))));
		Profile profile = template.save(new Profile("red", 1));
		lost.next();
		profile.texts.set(0, "saved");
		profile = template.save(profile);
		assertThat(lost.isLost()).as("the answer that is lost").isTrue();
		TableKey key = TableKey.of("red", "p_0001");
		assertThat(template.findById(Profile.class, key).orElseThrow().version).isEqualTo(profile.version);
		lost.next();
		template.merge(Profile.class, key, Update.update("texts[1]", "merged"));
		assertThat(template.findById(Profile.class, key).orElseThrow().texts).startsWith("saved", "merged");
		template.save(Messages.of(1, 0));
		lost.next();
		template.save(Messages.of(1, 5));
		lost.next();
		template.merge(Messages.class, TableKey.of("Sales", "empid_000001"), Update.update("first[0]", 6));
		assertThat(lost.isLost()).isTrue();
		assertThat(template.findById(Messages.class, TableKey.of("Sales", "empid_000001")).orElseThrow().first)
			.startsWith(6, 5);
	}

}
