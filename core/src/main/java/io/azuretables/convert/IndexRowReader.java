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

package io.azuretables.convert;

import java.time.Instant;
import java.util.Objects;

import io.azuretables.key.TableKey;
import io.azuretables.mapping.IndexMapping;
import io.azuretables.row.RowReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads an index row as the row of its entity: under the key that it holds, and with a
 * version that says where it comes from.
 *
 * @param <T> what the row of the entity becomes
 */
record IndexRowReader<T>(RowReader<T> reader) implements RowReader<T> {

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
