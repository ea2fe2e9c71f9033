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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.azuretables.client.Azurite;
import io.azuretables.client.HttpTableGateway;
import io.azuretables.client.TableClientOptions;
import io.azuretables.client.TableNames;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the jar of the command, as a process of its own, against the emulator.
 */
@ExtendWith(Azurite.LogOfFailures.class)
class TablesCommandIntegrationTests {

	@TempDir
	private Path directory;

	private final TableGateway gateway = HttpTableGateway.connect(TableClientOptions.of(Azurite.connectionString()));

	private final String table = TableNames.unique();

	private int runs;

	@Test
	void exportsAndImportsInAProcessThatMayBeKilled() throws Exception {
		this.gateway.createTable(this.table);
		for (int i = 0; i < 50; i++) {
			List<RowWrite> rows = new ArrayList<>();
			for (int j = 0; j < 100; j++) {
				rows.add(new RowWrite.Insert(TableRow.of(new TableKey("p%03d".formatted(i), "r" + j),
						Map.of("Text", "x".repeat(500), "Number", (long) j))));
			}
			this.gateway.submit(new AtomicBatch(this.table, rows));
		}
		String to = this.directory.resolve("backup").toString();
		Process killed = start("export", "--concurrency", "2", "--table", this.table, "--to", to);
		while (killed.isAlive() && !Files.exists(Path.of(to, "plan.json"))) {
			killed.waitFor(5, TimeUnit.MILLISECONDS);
		}
		killed.destroyForcibly().waitFor();
		if (!Files.exists(Path.of(to, "manifest.json"))) {
			assertThat(run("export", "--table", this.table, "--to", to)).contains(this.table + ": 5,000 rows, digest ");
		}
		this.gateway.deleteTable(this.table);
		assertThat(run("import", "--from", to)).contains(this.table + ": 5,000 rows");
		assertThat(run("verify", "--from", to)).contains("All tables are as they were exported");
		assertThat(run("--version")).contains("azure-tables ");
		String blobs = "blob:backups/" + this.table;
		assertThat(run("export", "--no-fuzzy", "--table", this.table, "--to", blobs)).contains("5,000 rows, digest ");
		this.gateway.deleteTable(this.table);
		assertThat(run("import", "--from", blobs)).contains(this.table + ": 5,000 rows");
		assertThat(run("verify", "--from", blobs)).contains("All tables are as they were exported");
		this.gateway.deleteTable(this.table);
	}

	private String run(String... arguments) throws Exception {
		Process process = start(arguments);
		assertThat(process.waitFor(4, TimeUnit.MINUTES)).isTrue();
		String output = Files.readString(output(this.runs));
		assertThat(process.exitValue()).as(output).isZero();
		assertThat(output).doesNotContain("AccountKey", Azurite.connectionString());
		return output;
	}

	private Process start(String... arguments) throws IOException {
		this.runs++;
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx64m",
						"-XX:TieredStopAtLevel=1", "-jar", System.getProperty("tools.jar")));
		command.addAll(Arrays.asList(arguments));
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(output(this.runs).toFile());
		builder.environment().put(ConnectionOption.VARIABLE, Azurite.connectionString());
		builder.environment().put(Locations.VARIABLE, Azurite.storageConnectionString());
		return builder.start();
	}

	private Path output(int run) {
		return this.directory.resolve("output" + run);
	}

}
