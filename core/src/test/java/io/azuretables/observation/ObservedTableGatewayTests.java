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

package io.azuretables.observation;

import java.util.List;
import java.util.Map;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.micrometer.observation.tck.TestObservationRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.dao.DuplicateKeyException;

import static io.micrometer.observation.tck.TestObservationRegistryAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link ObservedTableGateway}.
 */
class ObservedTableGatewayTests {

	private static final TableKey KEY = new TableKey("Sales", "1");

	private final TestObservationRegistry registry = TestObservationRegistry.create();

	private final ObservedTableGateway gateway = new ObservedTableGateway(EmbeddedTableGateway.withTables("Employees"),
			this.registry);

	@ParameterizedTest
	@CsvSource({ "insert,ok,1", "query,ok,0", "transaction,ok,1", "read,not-found,0", "create-table,ok,0",
			"delete-table,ok,0" })
	void observesEveryRequestOnATable(String operation, String status, String rows) {
		call(operation);
		assertThat(this.registry).hasNumberOfObservationsEqualTo(1)
			.hasObservationWithNameEqualTo("azure.tables.requests")
			.that()
			.hasLowCardinalityKeyValue("table", "Employees")
			.hasLowCardinalityKeyValue("operation", operation)
			.hasLowCardinalityKeyValue("region", "primary")
			.hasLowCardinalityKeyValue("status", status)
			.hasHighCardinalityKeyValue("rows", rows)
			.hasContextualNameEqualTo(operation + " Employees")
			.doesNotHaveError()
			.hasBeenStopped();
	}

	private void call(String operation) {
		RowWrite insert = new RowWrite.Insert(TableRow.of(KEY, Map.of()));
		switch (operation) {
			case "insert" -> this.gateway.write("Employees", insert);
			case "query" -> this.gateway.read(RowRequest.of("Employees", null), RowReader.rows());
			case "transaction" -> this.gateway.submit(new AtomicBatch("Employees", List.of(insert)));
			case "read" -> this.gateway.read("Employees", KEY, null, RowReader.rows());
			case "create-table" -> this.gateway.createTable("Employees");
			default -> this.gateway.deleteTable("Employees");
		}
	}

	@Test
	void namesTheSecondaryRegion() {
		ObservedTableGateway.ofSecondary(EmbeddedTableGateway.withTables("Employees"), this.registry)
			.read("Employees", KEY, null, RowReader.rows());
		assertThat(this.registry).hasSingleObservationThat().hasLowCardinalityKeyValue("region", "secondary");
	}

	@Test
	void observesTheListOfTables() {
		this.gateway.tables();
		assertThat(this.registry).hasSingleObservationThat().hasLowCardinalityKeyValue("table", "none");
	}

	@Test
	void namesErrorsAsTheServiceDoes() {
		RowWrite insert = new RowWrite.Insert(TableRow.of(KEY, Map.of()));
		this.gateway.write("Employees", insert);
		assertThatExceptionOfType(DuplicateKeyException.class)
			.isThrownBy(() -> this.gateway.write("Employees", insert));
		assertThat(this.registry).hasAnObservationWithAKeyValue("status", "EntityAlreadyExists")
			.hasAnObservation((observation) -> observation.hasError());
	}

}
