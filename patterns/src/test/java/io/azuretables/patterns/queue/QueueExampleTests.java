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

package io.azuretables.patterns.queue;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.queue.message.MessageContext;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueMessage;
import io.azuretables.patterns.queue.message.TableQueueHandler;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.sample.Store;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The examples of the documentation.
 */
class QueueExampleTests {

	private final EmbeddedTableGateway gateway = EmbeddedTableGateway.withTables("Badges");

	private final TableOperations template = Store.over(this.gateway, "").template();

	private final QueueConnection connection = QueueConnection.embedded(InstantSource.system());

	// tag::template[]
	private final EventuallyConsistentQueueTemplate queue = new EventuallyConsistentQueueTemplate(this.template,
			this.gateway, this.connection);

	// end::template[]

	// tag::steps[]
	private final IdempotentSteps steps = new IdempotentSteps(this.gateway, this.connection.blobs());

	// end::steps[]

	@Test
	void writesInTwoPartitions() {
		// tag::guarded[]
		Employee hall = new Employee("Sales", "000223", "Hall");
		this.queue.guarded(QueueMessage.of("badge", new Badge("000223", "Hall")), "Employees", "Sales",
				(transaction) -> transaction.insert(hall));
		// end::guarded[]
		// tag::outbox[]
		Employee cao = new Employee("Sales", "000224", "Cao");
		this.queue.outbox(QueueMessage.of("badge", new Badge("000224", "Cao")), "Employees", "Sales",
				(transaction) -> transaction.insert(cao));
		// end::outbox[]
		// tag::worker[]
		MessageHandlers handlers = MessageHandlers.none().with("badge", Badge.class, (badge, context) -> {
			TableRow row = TableRow.of(TableKey.of("badges", badge.employee()), Map.of("name", badge.name()));
			this.steps.insertOrReplace(context, "Badges", row);
		});
		QueueWorker worker = new QueueWorker(this.queue, handlers);
		// end::worker[]
		assertThat(worker.step()).isEqualTo(2);
		assertThat(Store.over(this.gateway, "").rows("Badges", "PartitionKey eq 'badges'")).hasSize(2);
		// tag::sweep[]
		long sent = this.queue.sweep("Employees", Duration.ofHours(1));
		// end::sweep[]
		assertThat(sent).isZero();
	}

	@Test
	void handlesByMethods() {
		this.queue.send(QueueMessage.of("badge", new Badge("000223", "Hall")));
		MessageHandlers handlers = MessageHandlers.none().withMethodsOf(new Badges(this.steps));
		assertThat(new QueueWorker(this.queue, handlers).step()).isEqualTo(1);
		assertThat(Store.over(this.gateway, "").rows("Badges", "PartitionKey eq 'badges'")).hasSize(1);
	}

	@Test
	void triesAgainWhatWasGivenUp() {
		this.queue.send(QueueMessage.of("badge", List.of("no badge")));
		QueueWorker worker = new QueueWorker(this.queue, MessageHandlers.none().withMethodsOf(new Badges(this.steps)));
		worker.step();
		assertThat(worker.backlog().poison()).isEqualTo(1);
		// tag::redrive[]
		int redriven = this.queue.redrive(100);
		// end::redrive[]
		assertThat(redriven).isEqualTo(1);
		assertThat(worker.backlog().messages()).isEqualTo(1);
	}

	// tag::method[]
	record Badges(IdempotentSteps steps) {

		@TableQueueHandler("badge")
		void issue(Badge badge, MessageContext context) {
			TableRow row = TableRow.of(TableKey.of("badges", badge.employee()), Map.of("name", badge.name()));
			this.steps.insertOrReplace(context, "Badges", row);
		}

	}
	// end::method[]

	@Table("Employees")
	@PartitionKey("{department}")
	@RowKey("empid_{id}")
	record Employee(String department, String id, String name) {

	}

	record Badge(String employee, String name) {

	}

}
