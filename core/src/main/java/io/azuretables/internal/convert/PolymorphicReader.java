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

package io.azuretables.internal.convert;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.azuretables.key.RowParts;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows of a class with subclasses; the type property of each row selects the
 * subclass.
 *
 * @param <T> the base class
 * @since 0.1
 */
public final class PolymorphicReader<T> implements RowReader<T> {

	private final String column;

	private final Map<String, RowReader<? extends T>> readers;

	private final Consumer<Object> others;

	/**
	 * A reader of rows.
	 * @param column the property that tells the class
	 * @param readers the readers by the values of that property
	 * @param others takes each value that none of them is for
	 */
	public PolymorphicReader(String column, Map<String, RowReader<? extends T>> readers, Consumer<Object> others) {
		this.column = column;
		this.readers = readers;
		this.others = others;
	}

	/**
	 * Classes that extend each other have no parts.
	 */
	@Override
	public RowParts parts() {
		return this.readers.values().iterator().next().parts();
	}

	@Override
	public Assembler<T> begin() {
		return new Recording();
	}

	private final class Recording implements Assembler<T> {

		private final List<String> names = new ArrayList<>();

		private final List<Object> values = new ArrayList<>();

		private @Nullable Object type;

		private @Nullable RowReader<? extends T> reader;

		@Override
		public void property(String name, Object value) {
			if (name.equals(PolymorphicReader.this.column)) {
				this.type = value;
				this.reader = PolymorphicReader.this.readers.get(value);
			}
			this.names.add(name);
			this.values.add(value);
		}

		@Override
		public @Nullable T end(TableKey key, @Nullable String etag, @Nullable Instant timestamp) {
			if (this.reader == null && this.type != null) {
				PolymorphicReader.this.others.accept(this.type);
			}
			return (this.reader != null) ? replay(this.reader.begin(), key, etag, timestamp) : null;
		}

		private @Nullable T replay(Assembler<? extends T> assembler, TableKey key, @Nullable String etag,
				@Nullable Instant timestamp) {
			for (int i = 0; i < this.names.size(); i++) {
				assembler.property(this.names.get(i), this.values.get(i));
			}
			return assembler.end(key, etag, timestamp);
		}

	}

}
