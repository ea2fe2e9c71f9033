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

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

import io.azuretables.patterns.transfer.CsvExport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command {@code csv}: writes a table as CSV for spreadsheets.
 */
@Command(name = "csv", mixinStandardHelpOptions = true,
		description = "Writes a table as comma-separated values, for spreadsheets. They cannot be imported.")
final class CsvCommand implements Callable<Integer> {

	@Spec
	@SuppressWarnings("NullAway.Init") // set by picocli
	private CommandSpec spec;

	@Mixin
	private final ConnectionOption connection = new ConnectionOption();

	@Option(names = "--table", paramLabel = "<name>", required = true, description = "The table.")
	private String table = "";

	@Option(names = "--column", paramLabel = "<name>",
			description = "A property to write; can be repeated. All by default, which reads the table twice.")
	private List<String> columns = new ArrayList<>();

	@Option(names = "--to", paramLabel = "<file>", description = "The file. By default the rows are printed.")
	private @Nullable Path to;

	@Override
	public Integer call() throws IOException {
		CsvExport csv = new CsvExport(this.connection.connect());
		if (this.to == null) {
			PrintWriter out = this.spec.commandLine().getOut();
			write(csv, out);
			if (out.checkError()) {
				throw new IOException("The rows could not be printed, or not all of them; name a file with --to");
			}
			return 0;
		}
		try (Writer file = Files.newBufferedWriter(this.to)) {
			this.spec.commandLine().getOut().println(String.format(Locale.ROOT, "%,d rows", write(csv, file)));
		}
		this.spec.commandLine().getOut().flush();
		return 0;
	}

	private long write(CsvExport csv, Appendable target) {
		return this.columns.isEmpty() ? csv.write(this.table, target) : csv.write(this.table, this.columns, target);
	}

}
