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

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.sample.MutableClock;
import io.azuretables.sample.Employee;
import org.junit.jupiter.api.Test;

import org.springframework.dao.InvalidDataAccessResourceUsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tables that are dropped while the application runs, in memory.
 */
class DroppedTableTests implements DroppedTableContract {

	private final MutableClock clock = new MutableClock();

	private final EmbeddedTableGateway gateway = new EmbeddedTableGateway(this.clock);

	@Override
	public TableGateway gateway() {
		return this.gateway;
	}

	@Override
	public String table() {
		return "Dropped";
	}

	@Override
	public void drop() {
		drop(table());
	}

	private void drop(String table) {
		this.gateway.deleteTable(table);
		this.clock.pass(EmbeddedTableGateway.DELETION);
	}

	@Test
	void repeatsOnceOnly() {
		WatchedGateway watched = new WatchedGateway(this.gateway);
		watched.beforeWrite((rows) -> drop("Employees"));
		TableTemplate template = new TableTemplate(watched, CONVERTER);
		assertThatExceptionOfType(InvalidDataAccessResourceUsageException.class).isThrownBy(() -> template.insert(HALL))
			.withMessageContaining("There is no table 'Employees'");
		assertThat(watched.requests()).containsExactly("create", "batch", "create", "batch");
	}

	@Test
	void endsWithErrorWhileTableIsBeingDeleted() {
		AtomicInteger creations = new AtomicInteger();
		WatchedGateway watched = new WatchedGateway(this.gateway) {

			@Override
			public boolean createTable(String table) {
				if (creations.getAndIncrement() == 1) {
					throw new InvalidDataAccessResourceUsageException("The table is being deleted",
							new ServiceErrorException(409, "TableBeingDeleted", -1));
				}
				return super.createTable(table);
			}

		};
		TableTemplate template = new TableTemplate(watched, CONVERTER);
		template.save(HALL);
		drop("Employees");
		assertThatExceptionOfType(InvalidDataAccessResourceUsageException.class).isThrownBy(() -> template.insert(HALL))
			.withMessage("The table is being deleted");
		template.insert(HALL);
		assertThat(creations).as("it is created when it can be").hasValue(3);
		assertThat(template.existsById(Employee.class, TableKey.of("Sales", "empid_000001"))).isTrue();
	}

	@Test
	void endsWithErrorOfStoreWhileItDeletes() {
		TableTemplate template = new TableTemplate(this.gateway, CONVERTER);
		template.save(HALL);
		this.gateway.deleteTable("Employees");
		this.clock.pass(EmbeddedTableGateway.DELETION.minusNanos(1));
		assertThatExceptionOfType(InvalidDataAccessResourceUsageException.class).isThrownBy(() -> template.insert(HALL))
			.withMessageContaining("'Employees' is being deleted");
		this.clock.pass(Duration.ofNanos(1));
		template.insert(HALL);
		assertThat(template.existsById(Employee.class, TableKey.of("Sales", "empid_000001"))).isTrue();
	}

}
