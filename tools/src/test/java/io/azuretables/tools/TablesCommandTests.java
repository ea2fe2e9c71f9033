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
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.blob.EmbeddedBlobStore;
import io.azuretables.patterns.transfer.TableImport;
import io.azuretables.patterns.transfer.TransferProgress;
import io.azuretables.routing.AccountRouting;
import io.azuretables.routing.RoutedTableGateway;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TablesCommand} over stores in memory.
 */
class TablesCommandTests {

	@TempDir
	private Path directory;

	private final Map<String, TableGateway> stores = Map.of("one", EmbeddedTableGateway.withTables("Rows", "Empty"),
			"two", new EmbeddedTableGateway());

	private static final BiFunction<String, String, BlobStore> NO_BLOBS = (connection, container) -> {
		throw new IllegalStateException("no blobs here");
	};

	private final Map<String, BlobStore> containers = new HashMap<>();

	private final StringWriter out = new StringWriter();

	private final StringWriter err = new StringWriter();

	@BeforeEach
	void writeRows() {
		for (int i = 0; i < 250; i++) {
			this.stores.get("one")
				.write("Rows",
						new RowWrite.Insert(TableRow.of(new TableKey("p" + i / 10, "r" + i), Map.of("Number", i))));
		}
	}

	private int run(String... arguments) {
		CommandLine line = new TablesCommand(this.stores::get,
				(connection, container) -> this.containers.computeIfAbsent(connection + "/" + container,
						(name) -> new EmbeddedBlobStore(InstantSource.system())),
				Map.of(ConnectionOption.VARIABLE, "one", CopyCommand.VARIABLE, "two")::get)
			.line();
		line.setOut(new PrintWriter(this.out));
		line.setErr(new PrintWriter(this.err));
		return line.execute(arguments);
	}

	@Test
	void exportsAndImports() {
		String to = this.directory.resolve("backup").toString();
		assertThat(run("export", "--to", to)).isZero();
		assertThat(this.out.toString()).contains("Rows: 250 rows, digest ", "Empty: 0 rows");
		assertThat(run("verify", "--from", to, "--connection", "one")).isZero();
		assertThat(run("import", "--from", to, "--connection", "two", "--mode", "replace")).isZero();
		assertThat(run("verify", "--from", to, "--connection", "two")).isZero();
		this.stores.get("two").write("Rows", new RowWrite.Delete(new TableKey("p0", "r1"), RowWrite.ANY));
		assertThat(run("verify", "--from", to, "--connection", "two")).isEqualTo(3);
		assertThat(this.out.toString()).contains("Rows differs: it has 249 rows");
		assertThat(this.err.toString()).contains("100 %  250 rows");
	}

	@Test
	void exportsToBlobsAndImportsFromThem() {
		assertThat(run("export", "--no-fuzzy", "--to", "blob:backups/monday")).isZero();
		assertThat(this.containers).containsOnlyKeys("one/backups");
		BlobStore container = this.containers.get("one/backups");
		assertThat(container.list("").map((blob) -> blob.name())).contains("monday/manifest.json");
		this.containers.put("two/backups", container);
		assertThat(run("import", "--from", "blob:backups/monday", "--connection", "two")).isZero();
		assertThat(run("verify", "--from", "blob:backups/monday", "--connection", "two")).isZero();
		assertThat(run("export", "--to", "blob:backups/monday")).isEqualTo(1);
		assertThat(this.err.toString()).contains("complete export in the blobs 'monday/'");
		assertThat(run("export", "--to", "blob:backups")).isEqualTo(2);
		assertThat(run("export", "--to", "blob:Back_ups/monday")).isEqualTo(2);
		assertThat(this.err.toString()).contains("blob:<container>/<name>");
	}

	@Test
	void saysWhyItFailed() {
		String to = this.directory.resolve("backup").toString();
		assertThat(run("import", "--from", to)).isEqualTo(1);
		assertThat(this.err.toString()).contains("manifest.json").doesNotContain("at io.azuretables");
		assertThat(run("export", "--table", "Rows", "--to", to)).isZero();
		assertThat(run("export", "--table", "Rows", "--to", to)).isEqualTo(1);
		assertThat(this.err.toString()).contains("complete export");
	}

	@Test
	void saysHowToGoOnWithAnImport() throws IOException {
		String to = this.directory.resolve("backup").toString();
		assertThat(run("export", "--table", "Empty", "--table", "Rows", "--to", to)).isZero();
		this.stores.get("two").createTable("Rows");
		this.stores.get("two")
			.write("Rows", new RowWrite.Insert(TableRow.of(new TableKey("p0", "r1"), Map.of("Number", -1))));
		assertThat(run("import", "--from", to, "--connection", "two")).isEqualTo(1);
		assertThat(this.err.toString()).contains("REPLACE").containsPattern("--position 1-[0-9a-f]{16}");
		String position = this.err.toString().replaceAll("(?s).*--position (\\S+).*", "$1");
		assertThat(run("import", "--from", to, "--connection", "two", "--mode", "REPLACE", "--position", position))
			.isZero();
		assertThat(run("verify", "--from", to, "--connection", "two")).isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "none", "1-0123456789abcdef" })
	void doesNotSayToGoOnFromAPositionThatIsNone(String position) {
		String to = this.directory.resolve("backup").toString();
		assertThat(run("export", "--table", "Rows", "--to", to)).isZero();
		assertThat(run("import", "--from", to, "--connection", "two", "--position", position)).isEqualTo(1);
		assertThat(this.err.toString()).contains("begin without one").doesNotContain("repeat the command");
	}

	@Test
	void copies() {
		assertThat(run("copy", "--table", "Rows")).isZero();
		assertThat(this.stores.get("two").tables()).containsExactly("Rows");
		assertThat(run("copy", "--mode", "replace")).isZero();
		assertThat(this.stores.get("two").tables()).containsExactly("Empty", "Rows");
	}

	@Test
	void copiesAtARate() {
		assertThat(run("copy", "--table", "Rows", "--paced")).isZero();
		assertThat(new TableImport(this.stores.get("two")).content("Rows").rows()).isEqualTo(250);
	}

	/**
	 * An account is divided into two: all rows are copied, and each account stays what it
	 * is.
	 */
	@Test
	void copiesToAnotherAccountOfAnApplicationThatGrows() {
		AccountRouting routing = AccountRouting.hashed(8);
		Map<String, TableGateway> two = Map.of("a", this.stores.get("one"), "b", this.stores.get("two"));
		RoutedTableGateway.over(Map.of("a", this.stores.get("one")), routing).check();
		assertThat(run("copy")).isZero();
		this.stores.get("one")
			.write(RoutedTableGateway.ROUTING_TABLE,
					new RowWrite.Delete(new TableKey("routing", "accounts"), RowWrite.ANY));
		RoutedTableGateway grown = RoutedTableGateway.over(two, routing);
		assertThat(new TableImport(grown).content("Rows"))
			.isEqualTo(new TableImport(this.stores.get("one")).content("Rows"));
	}

	@Test
	void exportsNoRoutingOfSeveralAccounts() {
		RoutedTableGateway.over(Map.of("a", this.stores.get("one")), AccountRouting.hashed(8)).check();
		assertThat(run("export", "--to", this.directory.resolve("backup").toString())).isZero();
		assertThat(this.directory.resolve("backup/Rows")).exists();
		assertThat(this.directory.resolve("backup/" + RoutedTableGateway.ROUTING_TABLE)).doesNotExist();
	}

	/**
	 * The plan of an export that was stopped has the tables that there were.
	 */
	@Test
	void goesOnWithAnExportAfterTheTablesHaveChanged() throws IOException {
		String to = this.directory.resolve("backup").toString();
		assertThat(run("export", "--to", to)).isZero();
		Files.delete(this.directory.resolve("backup/manifest.json"));
		Files.delete(this.directory.resolve("backup/Empty/0000-000000.last.jsonl.gz"));
		Files.delete(this.directory.resolve("backup/Rows/0000-000000.last.jsonl.gz"));
		this.stores.get("one").createTable("Another");
		this.stores.get("one").deleteTable("Empty");
		assertThat(run("export", "--to", to)).as(this.err::toString).isZero();
		assertThat(this.err.toString()).contains("Empty was deleted").doesNotContain("Rows was deleted");
		assertThat(run("import", "--from", to, "--connection", "two")).isZero();
		assertThat(this.stores.get("two").tables()).containsExactly("Empty", "Rows");
		assertThat(new TableImport(this.stores.get("two")).content("Rows").rows()).isEqualTo(250);
	}

	@Test
	void writesCommaSeparatedValues() throws IOException {
		Path file = this.directory.resolve("rows.csv");
		assertThat(run("csv", "--table", "Rows", "--to", file.toString())).isZero();
		assertThat(Files.readAllLines(file)).hasSize(251).startsWith("PartitionKey,RowKey,Number", "p0,r0,0");
		assertThat(run("csv", "--table", "Rows", "--column", "Number")).isZero();
		assertThat(this.out.toString()).contains("p24,r249,249");
	}

	@Test
	void failsIfTheRowsCannotBePrinted() {
		CommandLine line = new TablesCommand(this.stores::get, NO_BLOBS, (name) -> "one").line();
		line.setErr(new PrintWriter(this.err));
		line.setOut(new PrintWriter(new Writer() {

			@Override
			public void write(char[] text, int begin, int length) throws IOException {
				throw new IOException("the disk is full");
			}

			@Override
			public void flush() {
			}

			@Override
			public void close() {
			}

		}));
		assertThat(line.execute("csv", "--table", "Rows")).isEqualTo(1);
		assertThat(this.err.toString()).contains("could not be printed", "--to");
	}

	@Test
	void asksForAnAccount() {
		CommandLine line = new TablesCommand(this.stores::get, NO_BLOBS, (name) -> null).line();
		line.setErr(new PrintWriter(this.err));
		assertThat(line.execute("export", "--to", this.directory.toString())).isEqualTo(2);
		assertThat(this.err.toString()).contains("--connection").contains(ConnectionOption.VARIABLE);
		assertThat(run("export")).isEqualTo(2);
		assertThat(run("unknown")).isEqualTo(2);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "csv --table Rows --to %s/missing/rows.csv | NoSuchFileException: ",
					"csv --table Missing | Missing", "csv --table no-table | no-table",
					"export --to %s/a --concurrency 0 | Concurrency", "export --to %s/a --table Missing | Missing",
					"export --to %s/file | Not a directory", "verify --from %s/missing | missing",
					"copy --table Missing | Missing", "copy --mode none | INSERT, REPLACE" })
	void saysWhatIsWrongWithAnArgument(String command, String reason) throws IOException {
		Files.writeString(this.directory.resolve("file"), "text");
		assertThat(run(command.formatted(this.directory).split(" "))).isBetween(1, 2);
		assertThat(this.err.toString()).contains(reason).doesNotContain("null", "at io.azuretables");
	}

	@Test
	void namesNoSecret() {
		CommandLine line = new TablesCommand((connection) -> {
			throw new IllegalArgumentException("no such account");
		}, NO_BLOBS, (name) -> null).line();
		line.setErr(new PrintWriter(this.err));
		assertThat(line.execute("export", "--connection", "AccountKey=secret", "--to", this.directory.toString()))
			.isEqualTo(1);
		assertThat(this.err.toString()).contains("no such account").doesNotContain("secret");
	}

	@Test
	void showsABarOnATerminalAndLinesElsewhere() {
		ProgressDisplay bar = new ProgressDisplay(new PrintWriter(this.err), true);
		bar.accept(new TransferProgress("Rows", 1_000, 0.5, null));
		bar.accept(new TransferProgress("Rows", 2_000, 1, null));
		assertThat(this.err.toString()).contains("\r[" + "#".repeat(15) + "-".repeat(15) + "]  50 %  1,000 rows  Rows")
			.contains("\r[" + "#".repeat(30) + "] 100 %  2,000 rows  Rows");
		ProgressDisplay lines = new ProgressDisplay(new PrintWriter(this.out), false);
		for (int i = 1; i <= 100; i++) {
			lines.accept(new TransferProgress("Rows", i, i / 100.0, null));
		}
		assertThat(this.out.toString().lines()).hasSize(10).allMatch((one) -> !one.contains("\r"));
	}

}
