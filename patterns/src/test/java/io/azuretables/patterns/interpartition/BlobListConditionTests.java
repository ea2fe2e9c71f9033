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

package io.azuretables.patterns.interpartition;

import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.blob.EmbeddedBlobStore;
import io.azuretables.patterns.internal.index.DeclaredIndexes;
import io.azuretables.patterns.internal.index.IndexLists;
import io.azuretables.patterns.sample.ForwardingBlobStore;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DuplicateKeyException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Plays three messages of one list in a blob, both passes of each, so that each pass of
 * the first one is overtaken. Shows that the condition of the write is what keeps its id:
 * the second pass does not. A long list is corrected as a whole.
 */
class BlobListConditionTests {

	private static final TableKey LIST = TableKey.of("names", "last_Jones");

	private final TableMappingContext context = new TableMappingContext(new TableCustomConversions());

	private final TableGateway tables = new EmbeddedTableGateway();

	private final BlobStore blobs = new EmbeddedBlobStore(InstantSource.system());

	private @Nullable Runnable beforeWrite;

	private int writes;

	@Test
	void keepsTheIdOfEachMessageWhoeverWritesLast() {
		assertThat(listed(new Hooked(this.blobs))).containsExactlyInAnyOrder("Law/000001", "Law/000002", "Law/000003");
	}

	@Test
	void losesAnIdForGoodWithoutConditions() {
		assertThat(listed(new Unconditional(new Hooked(this.blobs)))).containsExactlyInAnyOrder("Law/000002",
				"Law/000003");
	}

	/**
	 * A blob has no transaction, and no limit of 4 MiB.
	 */
	@Test
	void correctsAllIdsOfLongListInOneWrite() {
		this.tables.createTable("Workers");
		String department = "d".repeat(500);
		String ids = IntStream.range(0, 9000)
			.mapToObj((id) -> department + "/%06d".formatted(id))
			.collect(Collectors.joining(","));
		IndexLists lists = lists(new Hooked(this.blobs));
		lists.gateway().write("Workers", new RowWrite.Insert(TableRow.of(LIST, Map.of("EmployeeIDs", ids))));
		List<TableKey> wrong = IntStream.range(0, 200)
			.mapToObj((id) -> TableKey.of(department, "emp_%06d".formatted(id)))
			.toList();
		assertThat(lists.settle(LIST, wrong, Map.of())).containsExactlyInAnyOrderElementsOf(wrong);
		assertThat(this.writes).as("the list, and its correction").isEqualTo(2);
		byte[] text = this.blobs.list("").findFirst().flatMap((blob) -> this.blobs.read(blob.name())).orElseThrow();
		assertThat(new String(text, StandardCharsets.UTF_8).split(",")).hasSize(9000 - 200);
	}

	private IndexLists lists(BlobStore store) {
		this.context.getRequiredPersistentEntity(BlobListContract.Worker.class);
		return new DeclaredIndexes(this.context, TableNameResolver.AS_DECLARED).lists(
				new BlobListGateway(this.tables, store, () -> this.context, TableNameResolver.AS_DECLARED), "Workers",
				"lastName");
	}

	private List<String> listed(BlobStore store) {
		this.tables.createTable("Workers");
		TableConverter converter = new TableConverter(this.context);
		for (int id = 1; id < 4; id++) {
			this.tables.write("Workers",
					new RowWrite.Insert(converter.write(new BlobListContract.Worker("Law", id, "Jones"))));
		}
		IndexLists lists = lists(store);
		this.beforeWrite = () -> lists.settle(LIST, entity(1));
		lists.settle(LIST, entity(2));
		this.beforeWrite = () -> lists.settle(LIST, entity(1));
		lists.settle(LIST, entity(3));
		lists.settle(LIST, entity(2));
		lists.settle(LIST, entity(3));
		byte[] text = this.blobs.list("").findFirst().flatMap((blob) -> this.blobs.read(blob.name())).orElseThrow();
		return List.of(new String(text, StandardCharsets.UTF_8).split(","));
	}

	private static TableKey entity(int id) {
		return TableKey.of("Law", "emp_%06d".formatted(id));
	}

	/**
	 * Lets something happen before the next write.
	 */
	private final class Hooked extends ForwardingBlobStore {

		Hooked(BlobStore blobs) {
			super(blobs);
		}

		private void run() {
			BlobListConditionTests.this.writes++;
			Runnable next = BlobListConditionTests.this.beforeWrite;
			BlobListConditionTests.this.beforeWrite = null;
			if (next != null) {
				next.run();
			}
		}

		@Override
		public boolean putIfAbsent(String name, byte[] content, Map<String, String> metadata) {
			run();
			return super.putIfAbsent(name, content, metadata);
		}

		@Override
		public String replaceIf(String name, byte[] content, String version) {
			run();
			return super.replaceIf(name, content, (version.isEmpty()) ? version(name) : version);
		}

		private String version(String name) {
			Optional<BlobVersion> found = readVersion(name);
			return Objects.requireNonNull(found.orElseThrow()).version();
		}

	}

	/**
	 * Writes blobs whatever they are.
	 */
	private static final class Unconditional extends ForwardingBlobStore {

		Unconditional(Hooked blobs) {
			super(blobs);
		}

		@Override
		public boolean putIfAbsent(String name, byte[] content, Map<String, String> metadata) {
			try {
				return super.putIfAbsent(name, content, metadata);
			}
			catch (DuplicateKeyException ex) {
				super.replaceIf(name, content, "");
				return true;
			}
		}

		@Override
		public String replaceIf(String name, byte[] content, String version) {
			return super.replaceIf(name, content, "");
		}

	}

}
