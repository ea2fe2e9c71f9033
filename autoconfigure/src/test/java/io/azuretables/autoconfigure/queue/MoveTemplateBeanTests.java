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
package io.azuretables.autoconfigure.queue;

import java.util.Map;

import io.azuretables.autoconfigure.client.TableClientAutoConfiguration;
import io.azuretables.autoconfigure.internal.worker.WorkerChecks;
import io.azuretables.autoconfigure.queue.GuestConfiguration.Guest;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.move.MoveTemplate;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.dao.OptimisticLockingFailureException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A {@link MoveTemplate} as a bean.
 */
class MoveTemplateBeanTests {

	private static final TableKey LEFT = TableKey.of("a", "guest_1");

	private final ApplicationContextRunner embedded = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(TableClientAutoConfiguration.class,
				TableTemplateAutoConfiguration.class, TableQueueAutoConfiguration.class))
		.withUserConfiguration(GuestConfiguration.class)
		.withPropertyValues("azure.tables.embedded=true", "azure.tables.queue.name=work");

	/**
	 * The sweep sends the message, and the worker has the handler.
	 */
	@Test
	void finishesWhatIsLeft() {
		this.embedded.withPropertyValues("azure.tables.queue.sweep.interval=100ms").run((context) -> {
			TableTemplate tables = context.getBean(TableTemplate.class);
			tables.insert(new Guest("a", "1", null));
			context.getBean(TableGateway.class)
				.write("Guests", new RowWrite.Merge(
						TableRow.of(LEFT, Map.of(RowWrite.MOVE, "lost", "_to", "b/guest_1")), RowWrite.ANY));
			WorkerChecks.await(() -> isWritable(tables));
		});
	}

	private static boolean isWritable(TableTemplate tables) {
		try {
			tables.save(tables.findById(Guest.class, LEFT).orElseThrow());
			return true;
		}
		catch (OptimisticLockingFailureException ex) {
			return false;
		}
	}

	@Test
	@SuppressWarnings("unchecked") // as it is made here
	void movesEntities() {
		this.embedded.run((context) -> {
			MoveTemplate<Guest> moves = context.getBean(MoveTemplate.class);
			Guest guest = context.getBean(TableTemplate.class).insert(new Guest("a", "1", null));
			Guest moved = moves.move(guest, (one) -> new Guest("b", one.id(), null));
			assertThat(moves.find(LEFT)).isEmpty();
			assertThat(moves.find(TableKey.of("b", "guest_1"))).contains(moved);
		});
	}

}
