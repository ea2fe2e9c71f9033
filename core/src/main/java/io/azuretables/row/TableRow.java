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
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;

import io.azuretables.key.TableKey;
import io.azuretables.row.LegalRows.Legality;
import org.jspecify.annotations.Nullable;

/**
 * A row: its key, typed properties, ETag and timestamp. ETag and timestamp are there when
 * the row was read.
 * <p>
 * This is also the dynamic entity, for tables whose rows have no common type. The values
 * are of the classes that {@link EdmType} names; a property that is {@code null} is
 * absent. A row is immutable. Rows of one type share the names of their properties.
 *
 * @since 0.1
 */
public final class TableRow {

	private final TableKey key;

	private final RowNames names;

	private final @Nullable Object[] values;

	private final @Nullable String etag;

	private final @Nullable Instant timestamp;

	/**
	 * Whether the service takes the row, once that was asked; threads that ask at the
	 * same time find the same.
	 */
	private @Nullable Legality legality;

	/**
	 * The bytes in a request; 0 before that was asked.
	 */
	private int bytes;

	private TableRow(TableKey key, RowNames names, @Nullable Object[] values, @Nullable String etag,
			@Nullable Instant timestamp) {
		this.key = key;
		this.names = names;
		this.values = values;
		this.etag = etag;
		this.timestamp = timestamp;
	}

	/**
	 * A row that has not been read.
	 */
	public static TableRow of(TableKey key, Map<String, ?> properties) {
		return of(key, properties, null, null);
	}

	/**
	 * A row that has been read.
	 * @param etag its version, if it is known
	 * @param timestamp when the service wrote it, if that is known
	 */
	public static TableRow of(TableKey key, Map<String, ?> properties, @Nullable String etag,
			@Nullable Instant timestamp) {
		@Nullable Object[] values = properties.values().toArray();
		for (Object value : values) {
			if (value != null) {
				EdmType.of(value);
			}
		}
		return new TableRow(key, RowNames.of(properties.keySet()), values, etag, timestamp);
	}

	/**
	 * A row over an array that is handed over: it is not copied, and may not be changed
	 * any more.
	 */
	public static TableRow wrap(TableKey key, RowNames names, @Nullable Object[] values) {
		return new TableRow(key, names, values, null, null);
	}

	public TableKey key() {
		return this.key;
	}

	public @Nullable String etag() {
		return this.etag;
	}

	/**
	 * When the service wrote the row; not a version, and not in the order of commits.
	 */
	public @Nullable Instant timestamp() {
		return this.timestamp;
	}

	public TableRow withEtag(@Nullable String newEtag) {
		return new TableRow(this.key, this.names, this.values, newEtag, this.timestamp);
	}

	/**
	 * This row under another key.
	 */
	public TableRow withKey(TableKey newKey) {
		return new TableRow(newKey, this.names, this.values, null, null);
	}

	/**
	 * This row with one more property, or another value of it; {@code null} removes it.
	 */
	public TableRow with(String name, @Nullable Object value) {
		Map<String, @Nullable Object> changed = new LinkedHashMap<>(properties());
		if (value == null) {
			changed.remove(name);
		}
		else {
			changed.put(name, value);
		}
		return of(this.key, changed, this.etag, this.timestamp);
	}

	public @Nullable Object get(String name) {
		for (int i = 0; i < this.values.length; i++) {
			if (this.names.get(i).equals(name)) {
				return this.values[i];
			}
		}
		return null;
	}

	/**
	 * The value of a property as the class that {@link EdmType} names for it.
	 * @throws ClassCastException if it is of another type
	 */
	public <T> @Nullable T get(String name, Class<T> type) {
		return type.cast(get(name));
	}

	RowNames names() {
		return this.names;
	}

	/**
	 * The values, in the order of the names; not a copy.
	 */
	@Nullable Object[] values() {
		return this.values;
	}

	/**
	 * Calls the action with the name and value of every property that is present.
	 */
	public void forEach(BiConsumer<String, Object> action) {
		for (int i = 0; i < this.values.length; i++) {
			Object value = this.values[i];
			if (value != null) {
				action.accept(this.names.get(i), value);
			}
		}
	}

	/**
	 * Whether there is nothing in the names of the properties that would have to be
	 * escaped anywhere: letters and digits of ASCII only, and underlines.
	 */
	public boolean hasAsciiNames() {
		return this.names.areAscii();
	}

	/**
	 * Whether the service takes the row. {@code false} may be a mistake for a row near
	 * the largest size.
	 */
	boolean isLegal() {
		return legality() != Legality.ILLEGAL;
	}

	/**
	 * Whether the service takes the row, and its keys and texts are of Latin-1. Most rows
	 * are, and their texts can be written without another look at each character.
	 */
	public boolean isLatin1() {
		return legality() == Legality.LATIN_1;
	}

	private Legality legality() {
		Legality known = this.legality;
		if (known == null) {
			known = LegalRows.of(this.key, this.names, this.values);
			this.legality = known;
		}
		return known;
	}

	/**
	 * An upper bound of the bytes that the row takes in the body of a request.
	 */
	long bytes() {
		if (this.bytes == 0) {
			this.bytes = (int) Math.min(LegalRows.bytes(this.key, this.names, this.values), Integer.MAX_VALUE);
		}
		return this.bytes;
	}

	/**
	 * The properties that are present, as a map of their own.
	 */
	public Map<String, Object> properties() {
		Map<String, Object> properties = new LinkedHashMap<>();
		forEach(properties::put);
		return properties;
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof TableRow that && this.key.equals(that.key) && Objects.equals(this.etag, that.etag)
				&& comparable().equals(that.comparable());
	}

	@Override
	public int hashCode() {
		return this.key.hashCode();
	}

	private Map<String, Object> comparable() {
		Map<String, Object> properties = properties();
		properties
			.replaceAll((name, value) -> (value instanceof byte[] bytes) ? List.of(Arrays.toString(bytes)) : value);
		return properties;
	}

	/**
	 * Names the key and the properties, and shows no values: a row may end up in a log.
	 */
	@Override
	public String toString() {
		return "TableRow[" + String.join(", ", properties().keySet()) + "]";
	}

}
