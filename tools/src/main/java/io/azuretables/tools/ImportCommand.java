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

import java.util.concurrent.Callable;

import io.azuretables.patterns.transfer.ImportMode;
import io.azuretables.patterns.transfer.TableImport;
import io.azuretables.patterns.transfer.TransferProgress;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command {@code import}: imports the files of an export into tables.
 */
@Command(name = "import", mixinStandardHelpOptions = true,
		description = "Imports an export, after all its files were checked. Tables that are not there are created.")
final class ImportCommand implements Callable<Integer> {

	@Spec
	@SuppressWarnings("NullAway.Init") // set by picocli
	private CommandSpec spec;

	@Mixin
	private final ConnectionOption connection = new ConnectionOption();

	@Mixin
	private final SpeedOption speed = new SpeedOption();

	@Mixin
	private final RateOption rate = new RateOption();

	@Option(names = "--from", paramLabel = "<place>", required = true,
			description = "A directory, or blob:<container>/<name>. Blobs are in the account of the variable "
					+ Locations.VARIABLE + ", or of the tables.")
	private String from = "";

	@Option(names = "--mode", paramLabel = "<mode>", defaultValue = "INSERT",
			description = "insert: refuse rows that are there with other properties (the default). replace: replace them.")
	private ImportMode mode = ImportMode.INSERT;

	@Option(names = "--position", paramLabel = "<text>",
			description = "Where an import that failed goes on, such as 3-0123456789abcdef; its message says it.")
	private @Nullable String position;

	@Override
	public Integer call() {
		ProgressDisplay display = new ProgressDisplay(this.spec.commandLine());
		@Nullable String[] last = new String[1];
		try {
			ExportCommand.print(this.spec,
					new TableImport(this.connection.connect(), this.rate.of(this.speed.options())).load(
							Locations.of(this.spec, "--from", this.from, this.connection), this.mode, this.position,
							(TransferProgress progress) -> {
								last[0] = progress.position();
								display.accept(progress);
							}));
			return 0;
		}
		catch (RuntimeException ex) {
			if (last[0] != null) {
				this.spec.commandLine().getErr().println("To go on, repeat the command with --position " + last[0]);
			}
			throw ex;
		}
	}

}
