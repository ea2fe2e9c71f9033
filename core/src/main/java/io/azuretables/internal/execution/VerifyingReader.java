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

package io.azuretables.internal.execution;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.internal.model.LeafProperty.Place;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.RowParts;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowReader;
import io.azuretables.row.UnstorableValueException;
import org.jspecify.annotations.Nullable;

/**
 * Reads an entity if it still has the index key under which a query found it. It is
 * {@code null} if not, as it is if there is none. Whose index row it was, is not asked: a
 * newer write that gave the entity the same key again is no reason to miss it.
 *
 * @param <T> what the row of the entity becomes
 * @param reader reads the row of the entity
 * @param model the entity
 * @param index the index
 * @param found the key of the index row
 */
record VerifyingReader<T>(RowReader<T> reader, EntityModel model, IndexMapping index,
		TableKey found) implements RowReader<VerifyingReader.Verified<T>> {

	@Override
	public RowParts parts() {
		return this.reader.parts();
	}

	@Override
	public Assembler<Verified<T>> begin() {
		return new VerifyingAssembler(this.reader.begin());
	}

	/**
	 * An entity that has the key.
	 *
	 * @param <T> what its row becomes
	 * @param value what it has become; {@code null} where something else is asked for
	 */
	public record Verified<T>(@Nullable T value) {

	}

	private final class VerifyingAssembler implements Assembler<Verified<T>> {

		private final Assembler<T> assembler;

		private final Map<String, Object> columns = new HashMap<>();

		VerifyingAssembler(Assembler<T> assembler) {
			this.assembler = assembler;
		}

		@Override
		public void property(String name, Object value) {
			this.columns.put(name, value);
			this.assembler.property(name, value);
		}

		@Override
		public @Nullable Verified<T> end(TableKey key, @Nullable String etag, @Nullable Instant timestamp) {
			return isFound(key) ? new Verified<>(this.assembler.end(key, etag, timestamp)) : null;
		}

		private boolean isFound(TableKey key) {
			Map<LeafProperty, Object> values = new HashMap<>();
			VerifyingReader.this.model.keys().decode(key, values::put);
			for (LeafProperty leaf : VerifyingReader.this.index.keys().leaves()) {
				Object stored = (leaf.place() == Place.COLUMN) ? this.columns.get(leaf.column()) : null;
				if (stored != null) {
					values.put(leaf, leaf.conversion().read(stored, key));
				}
				if (values.get(leaf) == null) {
					return false;
				}
			}
			return isFoundUnder(values);
		}

		private boolean isFoundUnder(Map<LeafProperty, Object> values) {
			TableKey found = VerifyingReader.this.found;
			IndexMapping index = VerifyingReader.this.index;
			try {
				return new TableKey(found.partitionKey(), index.withoutToken(found.rowKey()))
					.equals(index.keys().encode(values::get));
			}
			catch (InvalidKeyException | UnstorableValueException ex) {
				return false;
			}
		}

	}

}
