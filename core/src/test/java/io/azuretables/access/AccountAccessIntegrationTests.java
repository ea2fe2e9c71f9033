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

package io.azuretables.access;

import java.time.Duration;
import java.util.List;

import io.azuretables.client.HttpTableGateway;
import io.azuretables.client.TableClientOptions;
import io.azuretables.client.TableConnection;
import io.azuretables.client.TableCredential.Sas;
import io.azuretables.client.TableNames;
import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.SharedAccess;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.RowWrite.Delete;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.data.domain.Range;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A real account holds the range of a signature, if there is one and its key is given.
 */
@EnabledIfEnvironmentVariable(named = "AZURE_TABLES_CONNECTION_STRING", matches = ".*AccountKey=.+")
class AccountAccessIntegrationTests {

	private final String table = TableNames.unique();

	private final HttpTableGateway gateway = HttpTableGateway
		.connect(TableClientOptions.of(String.valueOf(System.getenv("AZURE_TABLES_CONNECTION_STRING"))));

	private final TableConverter converter = new TableConverter(new TableMappingContext(new TableCustomConversions()));

	private final TableTemplateOptions options = TableTemplateOptions.DEFAULTS
		.withTableNames((type, name) -> this.table);

	@AfterEach
	void deleteTable() {
		this.gateway.deleteTable(this.table);
	}

	@Test
	void givesARangeOfRows() {
		TableTemplate template = new TableTemplate(this.gateway, this.converter, this.options);
		for (String owner : List.of("ann", "anna", "annab")) {
			for (int number = 1; number <= 5; number++) {
				template.save(new Paper(owner, number));
			}
		}
		SharedAccess shared = new TableAccess(this.gateway, this.converter, this.options).to(Paper.class)
			.partition("anna")
			.range("number", Range.closed(2, 3))
			.read()
			.delete()
			.validFor(Duration.ofMinutes(10))
			.sign();
		TableGateway holder = HttpTableGateway
			.connect(TableClientOptions.of(new TableConnection(shared.endpoint(), new Sas(shared.token()))));
		assertThat(holder.read(RowRequest.of(this.table, null), RowReader.rows()).rows()).extracting(TableRow::key)
			.containsExactly(TableKey.of("anna", "paper_000002"), TableKey.of("anna", "paper_000003"));
		assertThatExceptionOfType(PermissionDeniedDataAccessException.class)
			.isThrownBy(() -> holder.write(this.table, new Delete(TableKey.of("anna", "paper_000004"), RowWrite.ANY)));
		holder.write(this.table, new Delete(TableKey.of("anna", "paper_000003"), RowWrite.ANY));
	}

	@Table("Papers")
	@PartitionKey("{owner}")
	@RowKey("paper_{number:6}")
	record Paper(String owner, int number) {

	}

}
