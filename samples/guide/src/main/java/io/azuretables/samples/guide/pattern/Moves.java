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

package io.azuretables.samples.guide.pattern;

import io.azuretables.key.TableKey;
import io.azuretables.mapping.Movable;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.move.MoveTemplate;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.message.MessageHandlerRegistration;
import io.azuretables.samples.guide.Pattern;
import io.azuretables.samples.guide.Scenario;
import org.jspecify.annotations.Nullable;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.data.annotation.Version;

/**
 * Shows entities that get other keys.
 */
@Configuration(proxyBeanMethods = false)
class Moves {

	private static final TableKey IN_SALES = TableKey.of("Sales", "col_1");

	private static final TableKey IN_MARKETING = TableKey.of("Marketing", "col_1");

	@Bean
	MoveTemplate<Colleague> colleagueMoves(TableTemplate template, EventuallyConsistentQueueTemplate queue) {
		return new MoveTemplate<>(template, queue, Colleague.class);
	}

	@Bean
	MessageHandlerRegistration<MoveTemplate.Move> colleagueMoveHandler(MoveTemplate<Colleague> moves) {
		return moves.handler();
	}

	@Bean
	@Order(16)
	Pattern movesOfColleagues(TableTemplate template, MoveTemplate<Colleague> moves) {
		return () -> Scenario
			.of("moves", "Move to other keys", "Moves",
					"Keys never change. An employee who goes to another department must neither be lost nor be there "
							+ "twice, whatever fails in between.")
			.step("Insert Ann in Sales", "A row like any other.",
					() -> template.insert(new Colleague("Sales", "1", "Ann", null)))
			.step("Ann moves to Marketing",
					"A hidden message, for a worker if this process dies. Then the row is marked, so that nothing else "
							+ "writes it; the entity is inserted under its new key; the marked row goes.",
					() -> moves.move(moves.find(IN_SALES).orElseThrow(),
							(ann) -> new Colleague("Marketing", ann.id(), ann.name(), ann.etag())))
			.step("Look for Ann under both keys", "An entity that moves is found by the one or by the other.",
					() -> moves.find(IN_SALES, IN_MARKETING))
			.step("Ann gets another number, in Marketing", "Within a partition a move is one transaction.",
					() -> moves.move(moves.find(IN_MARKETING).orElseThrow(),
							(ann) -> new Colleague(ann.department(), "2", ann.name(), ann.etag())));
	}

	@Table("Moves")
	@PartitionKey("{department}")
	@RowKey("col_{id}")
	@Movable
	record Colleague(String department, String id, String name, @Version @Nullable String etag) {

	}

}
