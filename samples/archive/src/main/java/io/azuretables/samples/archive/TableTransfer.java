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

package io.azuretables.samples.archive;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.transfer.ImportMode;
import io.azuretables.patterns.transfer.TableExport;
import io.azuretables.patterns.transfer.TableImport;
import io.azuretables.patterns.transfer.TransferLocation;
import io.azuretables.patterns.transfer.TransferReport;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.stereotype.Component;

/**
 * Imports and exports the tables of the service when it starts, if properties name the
 * directories: first {@code archive.import-from}, then {@code archive.export-to}. Both
 * can be repeated after a failure. Receipts, which are blobs, are not among them.
 */
@Component
class TableTransfer implements ApplicationRunner {

	private static final Log logger = LogFactory.getLog(TableTransfer.class);

	private final TableGateway gateway;

	private final TableOperations tables;

	private final ArchiveProperties properties;

	TableTransfer(TableGateway gateway, TableOperations tables, ArchiveProperties properties) {
		this.gateway = gateway;
		this.tables = tables;
		this.properties = properties;
	}

	// tag::transfer[]
	@Override
	public void run(ApplicationArguments arguments) {
		Path from = this.properties.importFrom();
		if (from != null) {
			TransferReport report = new TableImport(this.gateway).load(TransferLocation.directory(from),
					ImportMode.REPLACE);
			logger.info("Imported " + report.rows() + " rows from " + from);
		}
		Path to = this.properties.exportTo();
		if (to != null) {
			// a table is created by its first write
			List<String> names = Stream.of(Claim.class, ArchivedClaim.class)
				.map((type) -> this.tables.query(type).table())
				.filter(this.gateway.tables()::contains)
				.toList();
			TransferReport report = new TableExport(this.gateway).export(names, TransferLocation.directory(to),
					(progress) -> logger.info(progress));
			logger.info("Exported " + report.rows() + " rows to " + to);
		}
	}
	// end::transfer[]

}
