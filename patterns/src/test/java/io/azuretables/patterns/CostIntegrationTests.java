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

package io.azuretables.patterns;

import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import io.azuretables.client.Azurite;
import io.azuretables.client.HttpTableGateway;
import io.azuretables.client.TableClientOptions;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.patterns.index.IntraPartitionIndexTemplate;
import io.azuretables.patterns.logtail.LogTailTemplate;
import io.azuretables.patterns.sample.ExpenseClaim;
import io.azuretables.patterns.sample.Store;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.sample.Employee;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A look-up by index and the newest entries cost the same however much is there, and a
 * scan does not. Prints the figures.
 */
@ExtendWith(Azurite.LogOfFailures.class)
class CostIntegrationTests {

	private static final Log LOGGER = LogFactory.getLog(CostIntegrationTests.class);

	private static final String FOUND = "777@contoso.com";

	@ParameterizedTest
	@ValueSource(ints = { 1000, 10_000, 100_000 })
	void doesNotGrowInMemory(int entities) {
		check("embedded", new EmbeddedTableGateway(), entities);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1000, 10_000 })
	void doesNotGrowOnAzurite(int entities) {
		check("Azurite", HttpTableGateway.connect(TableClientOptions.of(Azurite.connectionString())), entities);
	}

	private static void check(String name, TableGateway gateway, int entities) {
		Store store = filled(gateway, entities);
		IntraPartitionIndexTemplate indexes = new IntraPartitionIndexTemplate(store.template());
		LogTailTemplate<ExpenseClaim> claims = new LogTailTemplate<>(store.template(), ExpenseClaim.class);
		TableQuery sales = TableQuery.of(Criteria.where("department").is("Sales"));
		Cost lookup = cost(store, () -> indexes.findOne(Employee.class, "email", "Sales", FOUND).stream().toList());
		Cost latest = cost(store, () -> claims.latest(10, "e1"));
		Cost scan = cost(store, () -> store.template().stream(sales, Employee.class).toList());
		LOGGER.info("%-8s %,9d entities: look-up by index %s; latest(10) %s; partition scan %s".formatted(name,
				entities, lookup, latest, scan));
		assertThat(lookup).isEqualTo(new Cost(1, 1, 1));
		assertThat(latest).isEqualTo(new Cost(1, 10, 10));
		assertThat(scan.rows()).as("index rows are not paid for").isEqualTo(entities);
		assertThat(scan.requests()).isBetween(entities / 1000L, entities / 1000L + 1);
		store.gateway().deleteTable(store.names().resolve(Employee.class, "Employees"));
		store.gateway().deleteTable(store.names().resolve(ExpenseClaim.class, "Claims"));
	}

	private static Cost cost(Store store, Supplier<List<?>> query) {
		store.gateway().reset();
		int found = query.get().size();
		return new Cost(store.gateway().requests(), store.gateway().rows(), found);
	}

	private static Store filled(TableGateway gateway, int entities) {
		String prefix = "t" + Long.toString(RandomGenerator.getDefault().nextLong() >>> 1, 36);
		Store store = Store.over(gateway, prefix);
		store.template()
			.insertAll(IntStream.range(0, entities)
				.mapToObj((id) -> new Employee("Sales", id, id + "@contoso.com", "Hall", id % 60, null))
				.toList());
		store.template()
			.insertAll(IntStream.range(0, entities)
				.mapToObj((id) -> new ExpenseClaim("e1", Instant.EPOCH.plusSeconds(id), "c" + id, id))
				.toList());
		return store;
	}

	/**
	 * What a query cost.
	 *
	 * @param requests how many requests
	 * @param rows how many rows they gave
	 * @param found how many entities
	 */
	private record Cost(long requests, long rows, int found) {

		@Override
		public String toString() {
			return "%,d requests, %,d rows".formatted(this.requests, this.rows);
		}

	}

}
