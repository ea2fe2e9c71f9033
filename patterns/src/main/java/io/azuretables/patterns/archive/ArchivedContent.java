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
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.internal.content.ContentNames;
import io.azuretables.patterns.internal.content.ContentSweep;
import io.azuretables.row.RowReader;
import org.jspecify.annotations.Nullable;

/**
 * Configures which part of an archived entity is stored in a blob instead of its row. The
 * blob is written before the entity in the archive, which has its name, and never
 * changes: a process that archives the entity again writes another one.
 *
 * @param <C> the entity as it is current
 * @param <A> the entity in the archive
 * @param blobs where the blobs lie
 * @param content what goes into the blob; the same for the same entity
 * @param name reads the name of the blob from an archived entity
 * @param named gives an archived entity the name of its blob
 * @since 0.1
 */
public record ArchivedContent<C, A>(BlobStore blobs, Function<C, byte[]> content, Function<A, @Nullable String> name,
		BiFunction<A, String, A> named) {

	private static final List<String> KEYS = List.of("PartitionKey", "RowKey");

	/**
	 * The names of the contents of a class.
	 */
	static ContentNames names(TableOperations operations, Class<?> archived) {
		return new ContentNames("archive/" + operations.query(archived).table() + "/" + archived.getSimpleName() + "/");
	}

	/**
	 * Deletes blobs that no entity in the archive names. One read for each, and one more
	 * where no entity is found: a row that this process cannot read as one keeps its
	 * blob, such as a row of a type that is not mapped here.
	 */
	long sweep(TableOperations operations, TableGateway gateway, Class<A> archived, Instant before) {
		String table = operations.query(archived).table();
		return new ContentSweep(this.blobs, names(operations, archived)).sweep(before,
				(key, blob) -> operations.findById(archived, key)
					.map((entity) -> !blob.equals(this.name.apply(entity)))
					.orElseGet(() -> gateway.read(table, key, KEYS, RowReader.rows()) == null));
	}

}
