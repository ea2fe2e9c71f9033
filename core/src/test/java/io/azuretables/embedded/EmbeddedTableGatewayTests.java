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

package io.azuretables.embedded;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import io.azuretables.client.TableGatewayContract;
import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowPage.Continuation;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.RowWrite.Delete;
import io.azuretables.row.RowWrite.Insert;
import io.azuretables.row.RowWrite.InsertOrReplace;
import io.azuretables.row.TableRow;
import io.azuretables.sample.MutableClock;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The store in memory does what the service does, and a little more.
 */
class EmbeddedTableGatewayTests extends TableGatewayContract {

	private static final TableKey KEY = TableKey.of("Sales", "empid_000223");

	private final TableGateway gateway = new EmbeddedTableGateway();

	@Override
	protected TableGateway gateway() {
		return this.gateway;
	}

	@Override
	protected boolean freesNamesAtOnce() {
		return false;
	}

	@Test
	void tellsHowManyRowsReadsHaveLookedAt() {
		EmbeddedTableGateway store = EmbeddedTableGateway.withTables("Things");
		for (int i = 0; i < 10; i++) {
			store.write("Things", new RowWrite.Insert(TableRow.of(TableKey.of("p", "r" + i), Map.of("A", i))));
		}
		assertThat(store.scanned()).isZero();
		assertThat(store.read(RowRequest.of("Things", "A eq 3"), RowReader.rows()).rows()).hasSize(1);
		assertThat(store.scanned()).isEqualTo(10);
		store.read(RowRequest.of("Things", "PartitionKey eq 'p' and RowKey ge 'r8'"), RowReader.rows());
		assertThat(store.scanned()).isEqualTo(12);
		store.read("Things", TableKey.of("p", "r1"), null, RowReader.rows());
		store.read("Things", TableKey.of("p", "none"), null, RowReader.rows());
		assertThat(store.scanned()).isEqualTo(13);
	}

	@Test
	void takesItsTimeToDeleteTable() {
		MutableClock clock = new MutableClock();
		EmbeddedTableGateway store = new EmbeddedTableGateway(clock);
		store.createTable("Employees");
		store.write("Employees", new RowWrite.Insert(TableRow.of(KEY, Map.of())));
		assertThat(store.deleteTable("employees")).isTrue();
		assertThat(store.tables()).isEmpty();
		assertThat(store.deleteTable("Employees")).isFalse();
		clock.pass(EmbeddedTableGateway.DELETION.minusNanos(1));
		List<Callable<?>> requests = List.of(() -> store.createTable("EMPLOYEES"),
				() -> store.read("Employees", KEY, null, RowReader.rows()),
				() -> store.write("Employees", new RowWrite.Delete(KEY, RowWrite.ANY)));
		assertThat(requests)
			.allSatisfy((request) -> assertThatExceptionOfType(InvalidDataAccessResourceUsageException.class)
				.isThrownBy(request::call)
				.withMessageContaining("is being deleted")
				.withRootCauseInstanceOf(ServiceErrorException.class)
				.withStackTraceContaining("HTTP 409 TableBeingDeleted"));
		clock.pass(Duration.ofNanos(1));
		assertThat(store.createTable("Employees")).isTrue();
		assertThat(store.read("Employees", KEY, null, RowReader.rows())).isNull();
	}

	@Test
	void beginsWithTables() {
		assertThat(EmbeddedTableGateway.withTables("Reviews", "Employees").tables()).containsExactly("Employees",
				"Reviews");
	}

	@Test
	void keepsTablesWhenItIsCleared() {
		EmbeddedTableGateway store = EmbeddedTableGateway.withTables("Employees");
		store.write("Employees", new Insert(TableRow.of(KEY, Map.of())));
		store.clear();
		assertThat(store.tables()).containsExactly("Employees");
		assertThat(store.read("Employees", KEY, null, RowReader.rows())).isNull();
		store.write("Employees", new Insert(TableRow.of(KEY, Map.of())));
	}

	@Test
	void keepsStoresApart() {
		EmbeddedTableGateway.withTables("Employees");
		assertThat(new EmbeddedTableGateway().tables()).isEmpty();
	}

	@Test
	void takesTimestampsFromTheClock() {
		Instant now = Instant.parse("2014-08-22T00:50:32Z");
		EmbeddedTableGateway store = new EmbeddedTableGateway(Clock.fixed(now, ZoneOffset.UTC));
		store.createTable("Employees");
		store.write("Employees", new Insert(TableRow.of(KEY, Map.of())));
		assertThat(store.read("Employees", KEY, null, RowReader.rows()).timestamp()).isEqualTo(now);
	}

	@Test
	void listsATableAsItWasSpelled() {
		EmbeddedTableGateway store = EmbeddedTableGateway.withTables("Employees");
		store.createTable("EMPLOYEES");
		assertThat(store.tables()).containsExactly("Employees");
	}

	@Test
	void namesTheTableAndTheWriteThatFails() {
		EmbeddedTableGateway store = EmbeddedTableGateway.withTables("Employees");
		store.write("Employees", new Insert(TableRow.of(KEY, Map.of())));
		assertThatExceptionOfType(DuplicateKeyException.class)
			.isThrownBy(() -> store.write("Employees", new Insert(TableRow.of(KEY, Map.of()))))
			.withMessage("Insert in table 'Employees': a row with this key exists already");
	}

	@Test
	void keepsNothingOfWhatWasReplacedOrDeleted() {
		EmbeddedTableGateway store = EmbeddedTableGateway.withTables("Employees");
		long before = usedMemory();
		for (int i = 0; i < 3_000; i++) {
			Map<String, Object> large = Map.of("photo", new byte[60_000]);
			TableKey passing = TableKey.of("Sales" + i, "empid");
			store.write("Employees", new InsertOrReplace(TableRow.of(KEY, large)));
			store.write("Employees", new Insert(TableRow.of(passing, large)));
			store.write("Employees", new Delete(passing, RowWrite.ANY));
		}
		assertThat(usedMemory() - before).as("360 MB were written").isLessThan(36_000_000);
		assertThat(store.read(RowRequest.of("Employees", null), RowReader.rows()).rows()).hasSize(1);
	}

	private static long usedMemory() {
		System.gc();
		return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
	}

	@Test
	void goesOnWithAPartition() {
		EmbeddedTableGateway store = EmbeddedTableGateway.withTables("Employees");
		for (String partition : List.of("Marketing", "Sales")) {
			store.write("Employees", new Insert(TableRow.of(TableKey.of(partition, "a"), Map.of())));
		}
		RowRequest request = RowRequest.of("Employees", null).withTop(1);
		Continuation next = store.read(request, RowReader.rows()).continuation();
		assertThat(store.read(request.from(new Continuation(next.nextPartitionKey(), null)), RowReader.rows()).rows())
			.singleElement()
			.extracting((row) -> row.key().partitionKey())
			.isEqualTo("Sales");
	}

}
