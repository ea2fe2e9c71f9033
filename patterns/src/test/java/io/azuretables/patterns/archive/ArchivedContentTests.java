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
package io.azuretables.patterns.archive;

import java.time.Instant;
import java.time.InstantSource;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.RowTemplate;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.blob.EmbeddedBlobStore;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A sweep deletes the blobs that no entity names, and no other ones.
 */
class ArchivedContentTests {

	private static final TableKey KEY = TableKey.of("anna", "paper_1");

	private static final Instant LATER = Instant.parse("2030-01-01T00:00:00Z");

	private final EmbeddedTableGateway gateway = new EmbeddedTableGateway();

	private final TableTemplate template = new TableTemplate(this.gateway,
			new TableConverter(new TableMappingContext(new TableCustomConversions())));

	private final EmbeddedBlobStore blobs = new EmbeddedBlobStore(InstantSource.system());

	private final ArchivedContent<Paper, Paper> content = new ArchivedContent<>(this.blobs, (paper) -> new byte[0],
			Paper::document, Paper::withDocument);

	private final String blob = ArchivedContent.names(this.template, Paper.class).newName(KEY);

	@Test
	void keepsContentOfRowThatIsOfAnUnknownType() {
		this.blobs.putIfAbsent(this.blob, new byte[] { 1 });
		this.template.insert(new Paper("anna", "1", this.blob));
		RowTemplate rows = new RowTemplate(this.gateway, this.template.converter());
		TableRow row = rows.read("Papers", KEY).orElseThrow().with("EntityType", "Newspaper");
		rows.write("Papers", new RowWrite.InsertOrReplace(row));
		assertThat(this.template.findById(Paper.class, KEY)).isEmpty();
		assertThat(sweep()).isZero();
		assertThat(this.blobs.read(this.blob)).isPresent();
	}

	@Test
	void deletesContentThatNoRowNames() {
		this.blobs.putIfAbsent(this.blob, new byte[] { 1 });
		assertThat(sweep()).isEqualTo(1);
		this.blobs.putIfAbsent(this.blob, new byte[] { 1 });
		this.template.insert(new Paper("anna", "1", "another"));
		assertThat(sweep()).isEqualTo(1);
		this.template.save(new Paper("anna", "1", this.blob));
		this.blobs.putIfAbsent(this.blob, new byte[] { 1 });
		assertThat(sweep()).isZero();
	}

	private long sweep() {
		return this.content.sweep(this.template, this.gateway, Paper.class, LATER);
	}

	@Table("Papers")
	@PartitionKey("{owner}")
	@RowKey("paper_{id}")
	@EntityType("Paper")
	record Paper(String owner, String id, @Nullable String document) {

		Paper withDocument(String name) {
			return new Paper(this.owner, this.id, name);
		}

	}

}
