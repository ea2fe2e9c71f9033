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

package io.azuretables.internal.conversion;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

import io.azuretables.internal.model.IndexMapping;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowReader;
import io.azuretables.row.ServiceLimits;
import org.jspecify.annotations.Nullable;

/**
 * The version of an entity that was read from a row of an index: the ETag and key of the
 * index row. All rows of an entity change together, so that an unchanged index row proves
 * an unchanged entity.
 *
 * @param etag the ETag of the index row
 * @param rowKey the row key of the index row
 * @since 0.1
 */
public record IndexVersion(String etag, String rowKey) {

	/**
	 * The service's ETags hold no spaces.
	 */
	private static final char SEPARATOR = ' ';

	/**
	 * Reads a version.
	 * @return empty for the version of an entity that was read from its own row
	 */
	public static Optional<IndexVersion> parse(@Nullable String version) {
		int separator = (version != null) ? version.indexOf(SEPARATOR) : -1;
		return (version == null || separator < 0) ? Optional.empty()
				: Optional.of(new IndexVersion(version.substring(0, separator), version.substring(separator + 1)));
	}

	/**
	 * Whether the version can be that of an entity. An application may have got it from
	 * its client, and the service takes other texts as conditions that every row meets.
	 */
	public static boolean isPossible(String version) {
		return ServiceLimits.isEtag(parse(version).map(IndexVersion::etag).orElse(version));
	}

	/**
	 * Reads index rows as those of the entities that they stand for.
	 */
	public static <T> RowReader<T> reader(RowReader<T> entities) {
		return new Reader<>(entities);
	}

	@Override
	public String toString() {
		return this.etag + SEPARATOR + this.rowKey;
	}

	/**
	 * Reads index rows as those of the entities that they stand for: with the key of the
	 * entity, and with this version.
	 *
	 * @param <T> what the row of the entity becomes
	 */
	private record Reader<T>(RowReader<T> reader) implements RowReader<T> {

		@Override
		public boolean readsTimestamp() {
			return this.reader.readsTimestamp();
		}

		@Override
		public Assembler<T> begin() {
			return new IndexAssembler<>(this.reader.begin());
		}

		private static final class IndexAssembler<T> implements Assembler<T> {

			private final Assembler<T> assembler;

			private @Nullable String partitionKey;

			private @Nullable String rowKey;

			IndexAssembler(Assembler<T> assembler) {
				this.assembler = assembler;
			}

			@Override
			public void property(String name, Object value) {
				switch (name) {
					case IndexMapping.ENTITY_ROW_KEY -> this.rowKey = (String) value;
					case IndexMapping.ENTITY_PARTITION_KEY -> this.partitionKey = (String) value;
					default -> this.assembler.property(name, value);
				}
			}

			@Override
			public @Nullable T end(TableKey key, @Nullable String etag, @Nullable Instant timestamp) {
				TableKey entity = new TableKey(Objects.requireNonNullElse(this.partitionKey, key.partitionKey()),
						Objects.requireNonNullElse(this.rowKey, key.rowKey()));
				String version = (etag != null) ? new IndexVersion(etag, key.rowKey()).toString() : null;
				return this.assembler.end(entity, version, timestamp);
			}

		}

	}

}
