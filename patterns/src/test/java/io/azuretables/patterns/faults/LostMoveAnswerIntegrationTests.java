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

import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.azuretables.client.Azurite;
import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.mapping.Movable;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.patterns.move.MoveTemplate;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.sample.QueueWorld;
import io.azuretables.patterns.sample.Store;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.sample.MutableClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.dao.DataAccessException;
import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each write of a move is lost in each way.
 */
@Tag("storm")
@ExtendWith(Azurite.LogOfFailures.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LostMoveAnswerIntegrationTests {

	private final Services services = new Services();

	@AfterAll
	void close() {
		this.services.close();
	}

	static Stream<Arguments> cells() {
		return Arrays.stream(NetworkFault.values())
			.filter((fault) -> fault != NetworkFault.EMPTY_PAGE)
			.flatMap((fault) -> Arrays.stream(Step.values()).map((step) -> Arguments.of(fault, step)));
	}

	@ParameterizedTest
	@MethodSource("cells")
	void keepsTheEntityInOnePlace(NetworkFault fault, Step step) {
		Store store = Store.over(this.services.gateway(), "t" + UUID.randomUUID().toString().replace("-", ""));
		MutableClock clock = new MutableClock();
		QueueConnection connection = QueueConnection.embedded(clock);
		EventuallyConsistentQueueTemplate queue = new EventuallyConsistentQueueTemplate(store.template(),
				store.gateway(), connection, QueueOptions.DEFAULTS.withClock(clock));
		MoveTemplate<Guest> moves = new MoveTemplate<>(store.template(), queue, Guest.class);
		Guest guest = store.template().insert(new Guest("a", "1", 1, null));
		if (step == Step.UNMARK) {
			store.template().insert(new Guest("b", "1", 2, null));
		}
		AtomicInteger left = new AtomicInteger(step.write);
		this.services.tables()
			.inject((request) -> !request.method().equals("GET") && left.decrementAndGet() == 0 ? fault : null);
		String outcome = outcome(moves, guest);
		this.services.injectNothing();
		assertThat(left).as("a request was lost").hasValueLessThanOrEqualTo(0);
		new QueueWorld(store.gateway(), connection, clock)
			.settle(new QueueWorker(queue, MessageHandlers.none().with(moves.handler())));
		List<TableRow> rows = store.rows(moves.table(), "PartitionKey ge 'a'");
		assertThat(rows).allSatisfy((row) -> assertThat(row.get(RowWrite.MOVE)).isNull());
		assertThat(rows).extracting((row) -> row.key().partitionKey() + " " + row.get("visits"))
			.isIn(step.expected(outcome));
		store.gateway().deleteTable(moves.table());
	}

	private static String outcome(MoveTemplate<Guest> moves, Guest guest) {
		try {
			Guest moved = moves.move(guest, (one) -> new Guest("b", one.id(), 3, null));
			assertThat(moves.find(moved)).contains(moved);
			return "moved";
		}
		catch (WriteOutcomeUnknownException ex) {
			return "unknown";
		}
		catch (DataAccessException ex) {
			return "refused";
		}
	}

	/**
	 * A write of a move.
	 */
	enum Step {

		/**
		 * The row is marked.
		 */
		MARK(1),

		/**
		 * The entity is inserted.
		 */
		INSERT(2),

		/**
		 * The marked row is deleted.
		 */
		DELETE(3),

		/**
		 * The mark is taken away, since there is another entity under the new key.
		 */
		UNMARK(3);

		private final int write;

		Step(int write) {
			this.write = write;
		}

		/**
		 * What may be there in the end.
		 */
		private List<List<String>> expected(String outcome) {
			if (this == UNMARK) {
				return List.of(List.of("a 1", "b 2"));
			}
			return switch (outcome) {
				case "moved" -> List.of(List.of("b 3"));
				case "refused" -> List.of(List.of("a 1"));
				default -> List.of(List.of("a 1"), List.of("b 3"));
			};
		}

	}

	/**
	 * Moves to another place.
	 */
	@Table("Guests")
	@PartitionKey("{place}")
	@RowKey("guest_{id}")
	@Movable
	record Guest(String place, String id, int visits, @Version @Nullable String version) {

	}

}
