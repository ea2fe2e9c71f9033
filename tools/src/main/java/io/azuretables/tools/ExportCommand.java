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

package io.azuretables.tools;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

import io.azuretables.gateway.TableGateway;
import io.azuretables.patterns.transfer.TableExport;
import io.azuretables.patterns.transfer.TransferLocation;
import io.azuretables.patterns.transfer.TransferReport;
import io.azuretables.patterns.transfer.TransferReport.TableContent;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command {@code export}: exports tables to files in a directory.
 */
@Command(name = "export", mixinStandardHelpOptions = true,
		description = "Exports tables to a directory or to blobs. Repeat it after a failure: it goes on where it stopped.")
final class ExportCommand implements Callable<Integer> {

	@Spec
	@SuppressWarnings("NullAway.Init") // set by picocli
	private CommandSpec spec;

	@Mixin
	private final ConnectionOption connection = new ConnectionOption();

	@Mixin
	private final SpeedOption speed = new SpeedOption();

	@Option(names = "--table", paramLabel = "<name>",
			description = "A table; can be repeated. By default all but azuretablesroutes, or those that the export "
					+ "was begun with.")
	private List<String> tables = new ArrayList<>();

	@Option(names = "--to", paramLabel = "<place>", required = true,
			description = "A directory, or blob:<container>/<name>. Blobs are in the account of the variable "
					+ Locations.VARIABLE + ", or of the tables.")
	private String to = "";

	@Option(names = "--no-fuzzy",
			description = "Read each file until two reads agree, so that all its rows are as they "
					+ "were at one moment. Twice the requests.")
	private boolean settled;

	@Override
	public Integer call() {
		TableGateway gateway = this.connection.connect();
		TableExport export = new TableExport(gateway, this.speed.options().withFuzzy(!this.settled));
		TransferLocation location = Locations.of(this.spec, "--to", this.to, this.connection);
		ProgressDisplay display = new ProgressDisplay(this.spec.commandLine());
		TransferReport report = this.tables.isEmpty() ? export.export(location, display)
				: export.export(this.tables, location, display);
		print(this.spec, report);
		if (this.tables.isEmpty()) {
			printDeleted(report, gateway.tables());
		}
		return 0;
	}

	/**
	 * Names the tables that were deleted while they were exported.
	 */
	private void printDeleted(TransferReport report, List<String> present) {
		report.tables()
			.stream()
			.map(TableContent::table)
			.filter((table) -> present.stream().noneMatch(table::equalsIgnoreCase))
			.forEach((table) -> this.spec.commandLine()
				.getErr()
				.println("The table " + table + " was deleted meanwhile; the export may have only some of its rows"));
		this.spec.commandLine().getErr().flush();
	}

	/**
	 * Shows each table with the number and the digest of its rows.
	 */
	static void print(CommandSpec spec, TransferReport report) {
		report.tables()
			.forEach((table) -> spec.commandLine()
				.getOut()
				.println(String.format(Locale.ROOT, "%s: %,d rows, digest %s", table.table(), table.rows(),
						table.digest())));
		spec.commandLine().getOut().flush();
	}

}
