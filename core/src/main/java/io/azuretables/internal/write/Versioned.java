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

package io.azuretables.internal.write;

import java.time.Instant;
import java.util.Objects;

import io.azuretables.internal.conversion.MovingVersion;
import io.azuretables.key.RowParts;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.RowReader.Assembler;
import org.jspecify.annotations.Nullable;

/**
 * An object that was read, with the ETag of its row, for classes without a version
 * property.
 *
 * @param <T> what a row becomes
 * @param value the object
 * @param etag the version of its row: its ETag, or that of an entity that moves
 */
record Versioned<T>(T value, String etag) {

	static <T> RowReader<Versioned<T>> reader(RowReader<T> reader) {
		return new Reader<>(reader);
	}

	private record Reader<T>(RowReader<T> reader) implements RowReader<Versioned<T>> {

		@Override
		public RowParts parts() {
			return this.reader.parts();
		}

		@Override
		public Assembler<Versioned<T>> begin() {
			Assembler<T> assembler = this.reader.begin();
			return new Assembler<>() {

				private @Nullable Object mark;

				@Override
				public void property(String name, Object value) {
					this.mark = name.equals(RowWrite.MOVE) ? value : this.mark;
					assembler.property(name, value);
				}

				@Override
				public @Nullable Versioned<T> end(TableKey key, @Nullable String etag, @Nullable Instant timestamp) {
					T value = assembler.end(key, etag, timestamp);
					return (value != null)
							? new Versioned<>(value, Objects.requireNonNull(MovingVersion.of(this.mark, etag))) : null;
				}

			};
		}

	}

}
