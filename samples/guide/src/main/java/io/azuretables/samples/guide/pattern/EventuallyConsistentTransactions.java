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

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.message.MessageHandlerRegistration;
import io.azuretables.patterns.queue.message.QueueMessage;
import io.azuretables.samples.guide.Pattern;
import io.azuretables.samples.guide.Scenario;
import io.azuretables.samples.guide.Workers;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/**
 * Shows a write that sends a message for another partition.
 */
@Configuration(proxyBeanMethods = false)
class EventuallyConsistentTransactions {

	@Bean
	MessageHandlerRegistration<Badge> badges(TableTemplate template) {
		return MessageHandlerRegistration.of("badge", Badge.class, (badge, context) -> {
			context.check();
			template.save(badge);
		});
	}

	@Bean
	@Order(3)
	Pattern eventuallyConsistentQueue(EventuallyConsistentQueueTemplate queue, Workers workers) {
		return () -> Scenario
			.of("eventually-consistent-queue", "Eventually consistent transactions", "Eventually",
					"One transaction changes rows of one partition. A new employee needs a badge, which is in another "
							+ "table: both, or none.")
			.step("Insert employee Hall, with a message for the badge",
					"The message is sent hidden, the entity is inserted together with a token row ~t|, and then the "
							+ "message is shown. The message counts if and only if its token row is there.",
					() -> queue.guarded(QueueMessage.of("badge", new Badge("000223", "Hall")), "EventuallyStaff",
							"Sales", (transaction) -> transaction.insert(new Employee("Sales", 223, "Hall"))))
			.step("The worker handles the message",
					"It reads the token row, writes the badge, and keeps the message, hidden, until the token row may "
							+ "go. If it dies, the message comes again: the badge is written as it should be, never "
							+ "twice.",
					() -> workers.handleMessage() + " message handled");
	}

	@Table("EventuallyStaff")
	@PartitionKey("{department}")
	@RowKey("empid_{employeeId:6}")
	record Employee(String department, int employeeId, String lastName) {

	}

	@Table("EventuallyBadges")
	@PartitionKey("badges_{employee}")
	@RowKey("badge")
	record Badge(String employee, String name) {

	}

}
