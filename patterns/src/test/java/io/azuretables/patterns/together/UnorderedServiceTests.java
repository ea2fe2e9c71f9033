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
package io.azuretables.patterns.together;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.operations.UnorderedGateway;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.sample.Clerk;
import io.azuretables.patterns.sample.Store;
import io.azuretables.patterns.transfer.ImportMode;
import io.azuretables.patterns.transfer.TableCopy;
import io.azuretables.patterns.transfer.TableExport;
import io.azuretables.patterns.transfer.TableImport;
import io.azuretables.patterns.transfer.TransferLocation;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.dao.InvalidDataAccessApiUsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Patterns over a service that returns rows in no order do their work, or refuse it.
 */
class UnorderedServiceTests {

	private final EmbeddedTableGateway store = new EmbeddedTableGateway();

	private final TableGateway gateway = new UnorderedGateway(this.store);

	@TempDir
	private Path directory;

	@Test
	void refusesExports() {
		this.gateway.createTable("Rows");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(
				() -> new TableExport(this.gateway).export(TransferLocation.directory(this.directory), (progress) -> {
				}))
			.withMessage("An export needs rows in the order of their keys, and Cosmos DB for Table returns them in no "
					+ "order; use a storage account");
		assertThat(this.directory).isEmptyDirectory();
	}

	@Test
	void verifiesAndRepairsIndexes() {
		Store clerks = Store.over(this.gateway, "x");
		clerks.template()
			.insertAll(IntStream.range(0, 2_000).mapToObj((id) -> Clerk.of("Sales" + id % 3, id)).toList());
		IndexAdministration indexes = new IndexAdministration(this.gateway,
				clerks.template().converter().mappingContext(),
				IndexOptions.DEFAULTS.withTableNames(clerks.names()).withPageSize(100));
		assertThat(indexes.verify(Clerk.class, "email")).satisfies((report) -> {
			assertThat(report.isClean()).isTrue();
			assertThat(report.entities()).isEqualTo(2_000);
		});
		String table = clerks.names().resolve(Clerk.class, "Clerks");
		List<TableRow> lost = clerks.rows(table, "RowKey ge 'email_1' and RowKey lt 'email_2'");
		assertThat(lost).hasSizeGreaterThan(1_000);
		lost.forEach((row) -> this.store.write(table, new RowWrite.Delete(row.key(), RowWrite.ANY)));
		indexes.rebuild(Clerk.class, "email");
		assertThat(clerks.rows(table, "RowKey ge 'email_1' and RowKey lt 'email_2'")).hasSameSizeAs(lost);
		assertThat(indexes.backfill(Clerk.class, "email", (progress) -> {
		}).isClean()).isTrue();
	}

	@Test
	void copiesAllRows() {
		this.store.createTable("Rows");
		for (int i = 0; i < 2_500; i++) {
			this.store.write("Rows",
					new RowWrite.Insert(TableRow.of(TableKey.of("p" + i % 7, "r" + i), Map.of("Number", i))));
		}
		EmbeddedTableGateway target = new EmbeddedTableGateway();
		new TableCopy(this.gateway, target).copy("Rows", "Rows", ImportMode.INSERT, (progress) -> {
		});
		assertThat(new TableImport(target).content("Rows")).isEqualTo(new TableImport(this.store).content("Rows"))
			.isEqualTo(new TableImport(this.gateway).content("Rows"));
	}

}
