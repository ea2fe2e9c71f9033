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

import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

import io.azuretables.patterns.transfer.TableImport;
import io.azuretables.patterns.transfer.TransferReport.TableContent;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command {@code verify}: compares tables with the files of an export.
 */
@Command(name = "verify", mixinStandardHelpOptions = true,
		description = "Compares tables with an export: number and digest of their rows. Ends with 3 if they differ.")
final class VerifyCommand implements Callable<Integer> {

	private static final int DIFFERENT = 3;

	@Spec
	@SuppressWarnings("NullAway.Init") // set by picocli
	private CommandSpec spec;

	@Mixin
	private final ConnectionOption connection = new ConnectionOption();

	@Mixin
	private final SpeedOption speed = new SpeedOption();

	@Option(names = "--from", paramLabel = "<place>", required = true,
			description = "A directory, or blob:<container>/<name>. Blobs are in the account of the variable "
					+ Locations.VARIABLE + ", or of the tables.")
	private String from = "";

	@Override
	public Integer call() {
		List<TableContent> different = new TableImport(this.connection.connect(), this.speed.options())
			.verify(Locations.of(this.spec, "--from", this.from, this.connection));
		different.forEach((table) -> this.spec.commandLine()
			.getOut()
			.println(String.format(Locale.ROOT, "%s differs: it has %,d rows, digest %s", table.table(), table.rows(),
					table.digest())));
		if (different.isEmpty()) {
			this.spec.commandLine().getOut().println("All tables are as they were exported");
		}
		this.spec.commandLine().getOut().flush();
		return different.isEmpty() ? 0 : DIFFERENT;
	}

}
