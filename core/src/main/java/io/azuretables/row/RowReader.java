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

package io.azuretables.row;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

import io.azuretables.key.RowParts;
import io.azuretables.key.TableKey;
import org.jspecify.annotations.Nullable;

/**
 * Builds an object from each row while a response is parsed, without a {@link TableRow}
 * in between. The gateway passes what it parses, property by property, so that objects
 * are built in one pass.
 * <p>
 * A reader is used by many threads; an {@link Assembler} is for one row.
 *
 * @param <T> what a row becomes
 * @since 0.1
 */
@FunctionalInterface
public interface RowReader<T> {

	/**
	 * Begins a row.
	 */
	Assembler<T> begin();

	/**
	 * Whether timestamps of rows are needed; parsing them costs something in each row.
	 */
	default boolean readsTimestamp() {
		return true;
	}

	/**
	 * How the columns are spread over several rows, which the object is made of.
	 */
	default RowParts parts() {
		return RowParts.NONE;
	}

	/**
	 * Reads dynamic entities.
	 */
	static RowReader<TableRow> rows() {
		return RowAssembler::new;
	}

	/**
	 * Reads dynamic entities that may be spread over several rows.
	 */
	static RowReader<TableRow> rows(RowParts parts) {
		return parts.names().isEmpty() ? rows() : new RowReader<>() {

			@Override
			public RowParts parts() {
				return parts;
			}

			@Override
			public Assembler<TableRow> begin() {
				return new RowAssembler();
			}

		};
	}

	/**
	 * Collects one row.
	 *
	 * @param <T> what the row becomes
	 */
	interface Assembler<T> {

		/**
		 * Takes a property that is present. The value is of one of the classes of
		 * {@link EdmType}; where the service does not say the type, it is the one that
		 * its JSON form suggests: a reader that knows better converts.
		 */
		void property(String name, Object value);

		/**
		 * Ends the row.
		 * @param etag the version, where the answer tells it
		 * @param timestamp when the row was written, where it is needed
		 * @return the object, or {@code null} to leave the row out of the answer
		 */
		@Nullable T end(TableKey key, @Nullable String etag, @Nullable Instant timestamp);

	}

	/**
	 * Collects a dynamic entity.
	 */
	final class RowAssembler implements Assembler<TableRow> {

		private final Map<String, Object> properties = new LinkedHashMap<>();

		@Override
		public void property(String name, Object value) {
			this.properties.put(name, value);
		}

		@Override
		public TableRow end(TableKey key, @Nullable String etag, @Nullable Instant timestamp) {
			return TableRow.of(key, this.properties, etag, timestamp);
		}

	}

}
