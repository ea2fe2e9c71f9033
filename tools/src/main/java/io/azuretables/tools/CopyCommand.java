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
import java.util.concurrent.Callable;

import io.azuretables.gateway.TableGateway;
import io.azuretables.patterns.transfer.ImportMode;
import io.azuretables.patterns.transfer.TableCopy;
import io.azuretables.routing.RoutedTableGateway;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command {@code copy}: copies tables to another account.
 */
@Command(name = "copy", mixinStandardHelpOptions = true,
		description = "Copies tables to another account, without files in between.")
final class CopyCommand implements Callable<Integer> {

	static final String VARIABLE = "AZURE_TABLES_TARGET_CONNECTION_STRING";

	@Spec
	@SuppressWarnings("NullAway.Init") // set by picocli
	private CommandSpec spec;

	@Mixin
	private final ConnectionOption connection = new ConnectionOption();

	@Mixin
	private final SpeedOption speed = new SpeedOption();

	@Mixin
	private final RateOption rate = new RateOption();

	@Option(names = "--to-connection", paramLabel = "<text>",
			description = "Connection string of the target. By default the variable " + VARIABLE + ".")
	private String target = "";

	@Option(names = "--table", paramLabel = "<name>",
			description = "A table; can be repeated. By default all but azuretablesroutes, which belongs to its account.")
	private List<String> tables = new ArrayList<>();

	@Option(names = "--mode", paramLabel = "<mode>", defaultValue = "INSERT",
			description = "insert: refuse rows that are there with other properties (the default). replace: replace them.")
	private ImportMode mode = ImportMode.INSERT;

	@Override
	public Integer call() {
		TableGateway source = this.connection.connect();
		TableCopy copy = new TableCopy(source,
				ConnectionOption.connect(this.spec, this.target, VARIABLE, "--to-connection"),
				this.rate.of(this.speed.options()));
		List<String> names = this.tables.isEmpty() ? all(source) : this.tables;
		for (String table : names) {
			ExportCommand.print(this.spec,
					copy.copy(table, table, this.mode, new ProgressDisplay(this.spec.commandLine())));
		}
		return 0;
	}

	/**
	 * All tables but the one that says which account it is in.
	 */
	private static List<String> all(TableGateway source) {
		return source.tables()
			.stream()
			.filter((table) -> !table.equalsIgnoreCase(RoutedTableGateway.ROUTING_TABLE))
			.sorted()
			.toList();
	}

}
