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

package io.azuretables.patterns.move;

import java.time.Duration;
import java.util.List;

import io.azuretables.key.TableKey;
import io.azuretables.mapping.IndexLayout;
import io.azuretables.mapping.Movable;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.transport.ReceivedMessage;
import io.azuretables.patterns.sample.CrashPoint;
import io.azuretables.patterns.sample.QueueWorld;
import io.azuretables.patterns.sample.Store;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for moves of several classes of one table.
 */
class MovesOfOneTableTests {

	private final QueueWorld world = QueueWorld.embedded();

	private final CrashPoint process = new CrashPoint();

	private final Store store = Store.over(this.process.over(this.world.gateway()), "");

	private final TableTemplate template = this.store.template();

	private final EventuallyConsistentQueueTemplate queue = new EventuallyConsistentQueueTemplate(this.template,
			this.store.gateway(), this.world.connection(), QueueOptions.DEFAULTS.withClock(this.world.clock()));

	private final MoveTemplate<Nurse> nurses = new MoveTemplate<>(this.template, this.queue, Nurse.class);

	private final MoveTemplate<Doctor> doctors = new MoveTemplate<>(this.template, this.queue, Doctor.class);

	/**
	 * The row that a nurse has left has index rows, which a doctor has not.
	 */
	@Test
	void leavesMovesOfOtherClassesToTheirTemplates() {
		this.world.gateway().createTable("Clinic");
		Nurse nurse = this.template.insert(new Nurse("north", 1, "Jones", null));
		this.process.stopAt(5, false);
		catchThrowable(() -> this.nurses.move(nurse, (one) -> new Nurse("south", 1, "Jones", null)));
		this.process.reset();
		assertThat(this.template.findById(Nurse.class, TableKey.of("south", "nurse_1"))).isPresent();
		loseMessages();
		assertThat(this.doctors.verify((finding) -> {
		})).isZero();
		assertThat(this.doctors.sweep(Duration.ofMinutes(1))).isZero();
		assertThat(this.nurses.sweep(Duration.ofMinutes(1))).isEqualTo(1);
		this.world.settle(new QueueWorker(this.queue,
				MessageHandlers.none().with(this.doctors.handler()).with(this.nurses.handler())));
		IndexAdministration indexes = new IndexAdministration(this.store.gateway(),
				this.template.converter().mappingContext());
		for (String index : List.of("names", "lists")) {
			assertThat(indexes.verify(Nurse.class, index).findings()).as(index).isEmpty();
		}
	}

	private void loseMessages() {
		this.world.pass(Duration.ofMinutes(2));
		List<ReceivedMessage> messages = this.world.connection().queue().receive(32, Duration.ofSeconds(1));
		messages.forEach(this.world.connection().queue()::delete);
	}

	/**
	 * Has index rows.
	 */
	@Table("Clinic")
	@PartitionKey("{ward}")
	@RowKey("nurse_{id:1}")
	@SecondaryIndex(name = "names", rowKey = "name_{name}_{id:1}")
	@SecondaryIndex(name = "lists", rowKey = "list_{name}", layout = IndexLayout.LIST)
	@Movable
	record Nurse(String ward, int id, String name, @Version @Nullable String version) {

	}

	/**
	 * Has none.
	 */
	@Table("Clinic")
	@PartitionKey("{ward}")
	@RowKey("doctor_{id:1}")
	@Movable
	record Doctor(String ward, int id, String name, @Version @Nullable String version) {

	}

}
