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

package io.azuretables.patterns.transfer;

import java.nio.file.Path;
import java.util.List;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexReport;
import io.azuretables.patterns.transfer.TransferReport.TableContent;
import io.azuretables.query.TableQuery;
import io.azuretables.sample.Employee;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The examples of the page about backups.
 */
class TransferExampleTests {

	private final TableGateway gateway = EmbeddedTableGateway.withTables("Employees", "Orders");

	private final TableGateway other = new EmbeddedTableGateway();

	private final TableMappingContext context = new TableMappingContext(new TableCustomConversions());

	private final TableConverter converter = new TableConverter(this.context);

	private final TableTemplate template = new TableTemplate(this.gateway, this.converter);

	@Test
	void exportsAndImports(@TempDir Path directory) {
		TableGateway gateway = this.gateway;
		TableGateway other = this.other;
		TableMappingContext context = this.context;
		this.template.saveAll(List.of(Employee.of("Sales", 1, "Hall", 34), Employee.of("Sales", 2, "Cao", 35)));
		// tag::export[]
		TransferLocation location = TransferLocation.directory(directory);
		TransferReport exported = new TableExport(gateway).export(List.of("Employees", "Orders"), location,
				(progress) -> {
				});
		// end::export[]
		assertThat(exported.rows()).as("index rows included").isEqualTo(4);
		// tag::import[]
		TableImport tables = new TableImport(other);
		tables.load(location, ImportMode.INSERT);
		List<TableContent> different = tables.verify(location);
		// end::import[]
		assertThat(different).isEmpty();
		// tag::verify[]
		IndexAdministration indexes = new IndexAdministration(other, context);
		IndexReport found = indexes.verify(Employee.class, "email");
		// end::verify[]
		assertThat(found.isClean()).isTrue();
	}

	@Test
	void exportsEntities(@TempDir Path directory) {
		TableGateway gateway = this.gateway;
		TableGateway other = this.other;
		TableTemplate template = this.template;
		TableTemplate target = new TableTemplate(this.other, this.converter);
		template.save(Employee.of("Sales", 1, "Hall", 34));
		TransferLocation location = TransferLocation.directory(directory);
		// tag::entities[]
		new TableExport(gateway).export(template, Employee.class, location, (progress) -> {
		});
		new TableImport(other).load(location, target, Employee.class, ImportMode.REPLACE, (progress) -> {
		});
		// end::entities[]
		assertThat(target.find(TableQuery.all().allowScan(), Employee.class)).hasSize(1);
	}

	@Test
	void copies() {
		TableGateway gateway = this.gateway;
		TableGateway other = this.other;
		this.template.save(Employee.of("Sales", 1, "Hall", 34));
		// tag::copy[]
		new TableCopy(gateway, other).copy("Employees", "Employees", ImportMode.INSERT, (progress) -> {
		});
		// end::copy[]
		assertThat(new TableImport(other).content("Employees").rows()).isEqualTo(2);
	}

}
