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

package io.azuretables.patterns;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.blob.EmbeddedBlobStore;
import io.azuretables.patterns.bloblog.BlobLogOptions;
import io.azuretables.patterns.bloblog.BlobLogTemplate;
import io.azuretables.patterns.transfer.TableExport;
import io.azuretables.patterns.transfer.TransferLocation;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Names of files and blobs on a machine whose language has digits of its own.
 */
@Isolated("changes the default locale")
class LocaleTests {

	private static final String ENTRY = "2026/03/01/06";

	private final Locale before = Locale.getDefault();

	@TempDir
	Path directory;

	@BeforeEach
	void changeLocale() {
		Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
	}

	@AfterEach
	void restoreLocale() {
		Locale.setDefault(this.before);
	}

	@Test
	void exportsHaveTheSameNamesInEveryLanguage() {
		TableGateway source = new EmbeddedTableGateway();
		source.createTable("Rows");
		source.write("Rows", new RowWrite.Insert(TableRow.of(new TableKey("p", "r"), Map.of("Number", 1))));
		new TableExport(source).export(List.of("Rows"), TransferLocation.directory(this.directory), (progress) -> {
		});
		assertThat(this.directory.resolve("Rows/0000-000000.last.jsonl.gz")).exists();
	}

	@Test
	void logsHaveTheSameNamesInEveryLanguage() {
		EmbeddedBlobStore blobs = new EmbeddedBlobStore(Instant::now);
		BlobLogTemplate<Instant> log = new BlobLogTemplate<>(blobs, Instant.class, (time) -> time,
				BlobLogOptions.DEFAULTS);
		log.append("queue", Instant.parse("2026-03-01T06:07:08Z"));
		log.stop();
		assertThat(blobs.list("")).extracting((blob) -> blob.name())
			.singleElement()
			.asString()
			.contains(ENTRY)
			.contains("-000001")
			.matches("\\p{ASCII}+");
	}

}
