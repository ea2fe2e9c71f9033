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

package io.azuretables.test;

import java.util.List;
import java.util.Map;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RequestCounter} and for the store being emptied.
 */
class RequestCounterTests {

	private static final TableKey KEY = new TableKey("Sales", "1");

	private final RequestCounter counter = new RequestCounter();

	private final TableGateway gateway = this.counter.decorate(new EmbeddedTableGateway());

	@Test
	void countsRequestsButNotTheCreationOfTables() {
		this.gateway.createTable("Employees");
		assertThat(this.counter.count()).isZero();
		this.gateway.write("Employees", insert(KEY));
		this.gateway.read("Employees", KEY, null, RowReader.rows());
		this.gateway.read(RowRequest.of("Employees", null), RowReader.rows());
		this.gateway.submit(new AtomicBatch("Employees", List.of(insert(new TableKey("Sales", "2")))));
		assertThat(this.counter.count()).isEqualTo(4);
		this.gateway.deleteTable("Employees");
		assertThat(this.gateway.tables()).isEmpty();
		assertThat(this.counter.count()).isEqualTo(6);
		this.counter.reset();
		assertThat(this.counter.count()).isZero();
	}

	@Test
	void emptiesTheTablesOfTheEmulatorAndOfNoOtherService() {
		this.gateway.createTable("Employees");
		this.gateway.write("Employees", insert(KEY));
		EmptyTablesTestExecutionListener.empty(this.gateway, false);
		assertThat(this.gateway.read("Employees", KEY, null, RowReader.rows())).isNotNull();
		EmptyTablesTestExecutionListener.empty(this.gateway, true);
		assertThat(this.gateway.read("Employees", KEY, null, RowReader.rows())).isNull();
		assertThat(this.gateway.tables()).containsExactly("Employees");
	}

	private static RowWrite insert(TableKey key) {
		return new RowWrite.Insert(TableRow.of(key, Map.of()));
	}

}
