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

package io.azuretables.internal.model;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

import org.jspecify.annotations.Nullable;

/**
 * Divides the value of a {@code @Series} property into elements, one for each column, and
 * joins them again.
 *
 * @param name the name of the property, with the objects that it is in
 * @param slots how many slots there are
 * @param type the class of the value: an array, {@code List} or {@code Map}
 * @since 0.1
 */
public record SeriesMapping(String name, int slots, Class<?> type) {

	/**
	 * The column of the operations that took effect on a row, see
	 * {@link io.azuretables.query.Update#once}.
	 */
	public static final String OPERATIONS = "_ops";

	/**
	 * The name of a slot in updates.
	 */
	public String slotName(int slot) {
		return this.name + "[" + slot + "]";
	}

	/**
	 * The numbers of the slots, for messages.
	 */
	public String range() {
		return "0 to " + (this.slots - 1);
	}

	/**
	 * The element in a slot of a value.
	 */
	public @Nullable Object element(Object series, int slot) {
		if (series instanceof Map<?, ?> map) {
			return map.get(slot);
		}
		if (series instanceof List<?> list) {
			return (slot < list.size()) ? list.get(slot) : null;
		}
		return (slot < Array.getLength(series)) ? Array.get(series, slot) : null;
	}

	/**
	 * Why not all elements of a value have a slot, or not all slots an element.
	 * @return the rule, or {@code null} if they do
	 */
	public @Nullable String violation(Object series) {
		if (series instanceof Map<?, ?> map) {
			for (Object slot : map.keySet()) {
				if (!(slot instanceof Integer number) || number < 0 || number >= this.slots) {
					return "it has an entry for slot " + slot + ", and the slots of the series are " + range();
				}
			}
			return null;
		}
		int length = (series instanceof List<?> list) ? list.size() : Array.getLength(series);
		return (length == this.slots) ? null
				: "it has " + length + " elements, and the series has " + this.slots + " slots";
	}

	/**
	 * The value that has the elements.
	 * @param elements the element in each slot, {@code null} for one that is absent
	 */
	public Object of(IntFunction<@Nullable Object> elements) {
		if (this.type == Map.class) {
			Map<Integer, Object> map = new TreeMap<>();
			for (int i = 0; i < this.slots; i++) {
				Object element = elements.apply(i);
				if (element != null) {
					map.put(i, element);
				}
			}
			return map;
		}
		if (this.type == List.class) {
			List<@Nullable Object> list = new ArrayList<>(this.slots);
			for (int i = 0; i < this.slots; i++) {
				list.add(elements.apply(i));
			}
			return list;
		}
		Object array = Array.newInstance(this.type.getComponentType(), this.slots);
		for (int i = 0; i < this.slots; i++) {
			Object element = elements.apply(i);
			if (element != null) {
				Array.set(array, i, element);
			}
		}
		return array;
	}

}
