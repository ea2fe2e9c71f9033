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
package io.azuretables.test.recipes;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.repository.TableRepository;
import io.azuretables.repository.config.EnableTableRepositories;
import io.azuretables.test.DataTablesTest;
import io.azuretables.test.ExpectRequests;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Window;

import static io.azuretables.test.PlanAssertions.assertThatPlan;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The recipe "A chat" costs what the page says.
 */
@DataTablesTest(properties = "azure.tables.hot-partitions=reject")
class ChatRecipeTests {

	private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

	@Autowired
	private ChatMessages messages;

	@Test
	void hasThePathsOfThePage() {
		assertThatPlan(this.messages, "findTop20ByRoom").isKindRange();
		assertThatPlan(this.messages, "findByRoomAndSentAtAfter").isRowRange();
	}

	@Test
	@ExpectRequests(max = 33)
	void readsTheNewestInOneRequest() {
		for (int i = 0; i < 30; i++) {
			this.messages.insert(new ChatMessage("tea", NOON.plusSeconds(i), UUID.randomUUID(), "anna", "text " + i));
		}
		Window<ChatMessage> newest = this.messages.findTop20ByRoom("tea", ScrollPosition.keyset());
		assertThat(newest.getContent()).hasSize(20).first().extracting(ChatMessage::text).isEqualTo("text 29");
		assertThat(this.messages.findTop20ByRoom("tea", newest.positionAt(19)).getContent()).hasSize(10)
			.last()
			.extracting(ChatMessage::text)
			.isEqualTo("text 0");
		assertThat(this.messages.findByRoomAndSentAtAfter("tea", NOON.plusSeconds(27))).extracting(ChatMessage::text)
			.containsExactly("text 29", "text 28");
	}

	// tag::chat[]
	@Table("Chat")
	@PartitionKey("{room}")
	@RowKey("msg_{sentAt:desc}_{id}")
	record ChatMessage(String room, Instant sentAt, UUID id, String author, String text) {
	}

	interface ChatMessages extends TableRepository<ChatMessage, TableKey> {

		Window<ChatMessage> findTop20ByRoom(String room, ScrollPosition position);

		List<ChatMessage> findByRoomAndSentAtAfter(String room, Instant sentAt);

	}
	// end::chat[]

	@SpringBootApplication
	@EnableTableRepositories(considerNestedRepositories = true)
	static class Application {

	}

}
