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

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import io.azuretables.client.Azurite;
import io.azuretables.client.TableNames;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.sample.AzuriteTables;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * Tests that the Azure SDK for JavaScript reads what an import has written. Skipped where
 * {@code npm ci} in {@code etc/azurite} has not installed it.
 */
@ExtendWith(Azurite.LogOfFailures.class)
class OtherLanguageIntegrationTests {

	@TempDir
	private Path directory;

	@Test
	void readsAnImportInAnotherLanguage() throws Exception {
		Path script = script();
		assumeThat(script.resolveSibling("node_modules/@azure/data-tables")).exists();
		String table = TableNames.unique();
		TableGateway source = EmbeddedTableGateway.withTables(table);
		source.write(table, new RowWrite.Insert(TableRow.of(new TableKey("東京", "it's"), Map.of("Text", "ä \"b\""))));
		source.write(table,
				new RowWrite.Insert(TableRow.of(new TableKey("p", "r"),
						Map.of("Number", -7, "Large", Long.MIN_VALUE, "Real", 0.1, "Flag", true, "Id", new UUID(1, 2),
								"At", Instant.parse("2014-08-22T18:00:00.1234567Z"), "Bytes",
								new byte[] { 1, 2, -1 }))));
		TransferLocation location = TransferLocation.directory(this.directory.resolve("export"));
		new TableExport(source).export(List.of(table), location, (progress) -> {
		});
		new TableImport(AzuriteTables.gateway()).load(location, ImportMode.INSERT);
		assertThat(rows(script, table)).containsExactlyInAnyOrder(
				"[\"東京\",\"it's\",\"Text\",\"String\",\"ä \\\"b\\\"\"]", "[\"p\",\"r\",\"Number\",\"Int32\",\"-7\"]",
				"[\"p\",\"r\",\"Large\",\"Int64\",\"-9223372036854775808\"]",
				"[\"p\",\"r\",\"Real\",\"Double\",\"0.1\"]", "[\"p\",\"r\",\"Flag\",\"Boolean\",\"true\"]",
				"[\"p\",\"r\",\"Id\",\"Guid\",\"00000000-0000-0001-0000-000000000002\"]",
				"[\"p\",\"r\",\"At\",\"DateTime\",\"2014-08-22T18:00:00.1234567Z\"]",
				"[\"p\",\"r\",\"Bytes\",\"Binary\",\"AQL/\"]");
		AzuriteTables.gateway().deleteTable(table);
	}

	private static Path script() {
		Path folder = Path.of("").toAbsolutePath();
		while (!Files.exists(folder.resolve("etc/azurite/read-table.mjs"))) {
			folder = folder.getParent();
		}
		return folder.resolve("etc/azurite/read-table.mjs");
	}

	private List<String> rows(Path script, String table) throws IOException, InterruptedException {
		Path output = this.directory.resolve("output");
		ProcessBuilder builder = new ProcessBuilder("node", script.toString(), table).redirectErrorStream(true)
			.redirectOutput(output.toFile());
		builder.environment().put("AZURE_TABLES_CONNECTION_STRING", Azurite.connectionString());
		Process node = builder.start();
		assertThat(node.waitFor(2, TimeUnit.MINUTES)).isTrue();
		String text = Files.readString(output, StandardCharsets.UTF_8);
		assertThat(node.exitValue()).as(text).isZero();
		return text.lines().toList();
	}

}
