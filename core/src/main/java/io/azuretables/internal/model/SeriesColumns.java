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

import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.azuretables.mapping.Column;
import io.azuretables.mapping.Flattened;
import io.azuretables.mapping.Json;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Series;
import io.azuretables.mapping.TablePersistentProperty;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Id;
import org.springframework.data.convert.ValueConverter;
import org.springframework.data.core.TypeInformation;

/**
 * Names the columns of a {@code @Series} property, one for each element, and checks the
 * annotation.
 *
 * @param property the property
 * @param slots how many slots there are
 * @param before what the name of each column begins with
 * @param digits how many digits the number of a slot has at least
 * @param after what the name of each column ends with
 */
record SeriesColumns(TablePersistentProperty property, int slots, String before, int digits, String after) {

	private static final Pattern TEMPLATE = Pattern.compile("([^{}]*)\\{slot(?::([1-9][0-9]*))?}([^{}]*)");

	private static final int MAX_DIGITS = 4;

	private static final int MAX_SLOTS = 250;

	private static final int MAX_TEXT_SLOTS = 15;

	private static final List<Class<? extends Annotation>> OTHERS = List.of(Json.class, Flattened.class, Column.class,
			ValueConverter.class, PartitionKey.class, RowKey.class, Id.class);

	/**
	 * The columns of a property.
	 * @throws IllegalArgumentException saying what is wrong, and what to do
	 */
	static SeriesColumns of(TablePersistentProperty property) {
		Series series = Objects.requireNonNull(property.findAnnotation(Series.class));
		OTHERS.stream().filter(property::isAnnotationPresent).findFirst().ifPresent((other) -> {
			throw new IllegalArgumentException("is a @Series and annotated with @" + other.getSimpleName()
					+ ", which is for a single value; remove one of them");
		});
		checkType(property.getTypeInformation());
		if (series.slots() < 1 || series.slots() > MAX_SLOTS) {
			throw new IllegalArgumentException("is a @Series of " + series.slots() + " slots, and a row takes 1 to "
					+ MAX_SLOTS + "; spread more values over several rows");
		}
		Matcher template = TEMPLATE.matcher(series.column());
		if (!template.matches()) {
			throw new IllegalArgumentException("is a @Series with the column \"" + series.column()
					+ "\", which must contain {slot} once, such as \"h{slot:2}\"");
		}
		int digits = digits(template.group(2));
		int needed = String.valueOf(series.slots() - 1).length();
		if (digits > MAX_DIGITS) {
			throw new IllegalArgumentException(
					"is a @Series with the column \"" + series.column() + "\", and the number of a slot has at most "
							+ MAX_DIGITS + " digits; write {slot:" + needed + "}");
		}
		if (digits > 0 && digits < needed) {
			throw new IllegalArgumentException("is a @Series with the column \"" + series.column() + "\", and "
					+ series.slots() + " slots need " + needed + " digits; write {slot:" + needed + "}");
		}
		return new SeriesColumns(property, series.slots(), template.group(1), digits, template.group(3));
	}

	private static int digits(@Nullable String width) {
		if (width == null) {
			return 0;
		}
		return (width.length() == 1) ? Integer.parseInt(width) : MAX_DIGITS + 1;
	}

	private static void checkType(TypeInformation<?> type) {
		boolean array = type.getType().isArray();
		boolean list = type.getType() == List.class;
		boolean map = type.getType() == Map.class && type.getComponentType() != null
				&& type.getComponentType().getType() == Integer.class;
		if (!array && !list && !map) {
			throw new IllegalArgumentException("is a @Series and of type " + type
					+ "; declare it as an array, a List or a Map with Integer as its keys");
		}
	}

	/**
	 * Whether a slot may hold as much as a column does: a text or bytes of any length.
	 */
	boolean isUnbounded(PropertyConversion conversion) {
		Class<?> stored = conversion.storedType();
		Class<?> type = this.property.storedTypeInformation().getType();
		boolean bounded = type.isEnum()
				|| (type.getName().startsWith("java.") && !CharSequence.class.isAssignableFrom(type));
		return stored == byte[].class || (stored == String.class && !bounded);
	}

	/**
	 * Refuses series of text that could outgrow a row: a slot is set without a look at
	 * the others.
	 * @param all how many slots of such series the row has
	 */
	void checkSize(int all) {
		if (all > MAX_TEXT_SLOTS) {
			throw new IllegalArgumentException("is a @Series of " + this.slots + " slots that hold up to 64 KiB each, "
					+ ((all > this.slots) ? "with those before it " + all + ", " : "")
					+ "and a row takes 1 MiB; declare at most " + MAX_TEXT_SLOTS
					+ " slots, elements of a smaller type, or a row for each value");
		}
	}

	String name(int slot) {
		String number = String.valueOf(slot);
		return this.before + "0".repeat(Math.max(0, this.digits - number.length())) + number + this.after;
	}

	SeriesMapping mapping(String name) {
		return new SeriesMapping(name, this.slots, this.property.getType());
	}

}
