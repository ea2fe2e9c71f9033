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

package io.azuretables.autoconfigure.internal.console;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.azuretables.autoconfigure.internal.console.TableKinds.RowKind;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.internal.model.MappedEntity;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.row.EdmType;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanUtils;
import org.springframework.data.mapping.PersistentPropertyAccessor;
import org.springframework.util.ObjectUtils;

/**
 * A row of a table as JSON for the web console, with long values cut.
 *
 * @param partitionKey its partition
 * @param rowKey its key in the partition
 * @param category what it is
 * @param kind what it is, with the name of its class and index
 * @param number the number of its class among those of the table
 * @param etag its version
 * @param timestamp when it was written
 * @param properties the texts of its properties, by name
 * @param types the types of the service, by the names of the properties
 * @param cut the names of the properties whose texts are longer than what is shown
 */
record ShownRow(String partitionKey, String rowKey, String category, String kind, int number, @Nullable String etag,
		@Nullable String timestamp, Map<String, String> properties, Map<String, String> types, List<String> cut) {

	/**
	 * The most characters of a property in a list of rows.
	 */
	static final int SHORT = 300;

	/**
	 * The most characters of any property.
	 */
	static final int LONG = 70_000;

	static ShownRow of(TableRow row, RowKind kind, int most) {
		Map<String, String> properties = new LinkedHashMap<>();
		Map<String, String> types = new LinkedHashMap<>();
		List<String> cut = new ArrayList<>();
		row.forEach((name, value) -> {
			String text = text(value);
			if (text.length() > most) {
				cut.add(name);
			}
			properties.put(name, cut(text, most));
			types.put(name, EdmType.of(value).edmName());
		});
		return new ShownRow(row.key().partitionKey(), row.key().rowKey(), kind.category().name(), kind.label(),
				kind.number(), row.etag(), (row.timestamp() != null) ? row.timestamp().toString() : null, properties,
				types, cut);
	}

	private static String cut(String text, int most) {
		if (text.length() <= most) {
			return text;
		}
		int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
		return text.substring(0, end) + "…";
	}

	/**
	 * A value as text.
	 */
	static String text(@Nullable Object value) {
		if (value instanceof byte[] bytes) {
			return bytes.length + " bytes: " + Base64.getEncoder().encodeToString(bytes);
		}
		if (value instanceof Collection<?> several) {
			return several.stream().map(ShownRow::text).toList().toString();
		}
		return (value != null && value.getClass().isArray()) ? Arrays.deepToString(ObjectUtils.toObjectArray(value))
				: String.valueOf(value);
	}

	/**
	 * An entity as the page shows it: its type, and its properties one by one.
	 */
	static Map<String, Object> object(TablePersistentEntity<?> type, Object entity, int most) {
		PersistentPropertyAccessor<?> values = MappedEntity.of(type).values(entity);
		Set<LeafProperty> keys = EntityModel.of(type).keys().leaves();
		List<Map<String, Object>> properties = new ArrayList<>();
		Set<String> shown = new LinkedHashSet<>();
		for (LeafProperty leaf : EntityModel.of(type).leaves().values()) {
			if (shown.add(leaf.propertyName())) {
				Object value = leaf.propertyIn(values);
				Map<String, Object> property = new LinkedHashMap<>();
				property.put("name", leaf.propertyName());
				property.put("value", (value != null) ? cut(text(value), most) : null);
				property.put("type", leaf.property().getType().getSimpleName());
				property.put("key", keys.contains(leaf));
				property.put("editable",
						!keys.contains(leaf) && leaf.path().size() == 1 && leaf.slot() == null && leaf.isWritten()
								&& !leaf.property().isVersionProperty()
								&& BeanUtils.isSimpleValueType(leaf.property().getType()));
				properties.add(property);
			}
		}
		return Map.of("type", type.getType().getSimpleName(), "class", type.getType().getName(), "properties",
				properties);
	}

	/**
	 * A key as JSON.
	 */
	static @Nullable Map<String, Object> key(@Nullable TableKey key) {
		return (key != null) ? Map.of("partitionKey", key.partitionKey(), "rowKey", key.rowKey()) : null;
	}

}
