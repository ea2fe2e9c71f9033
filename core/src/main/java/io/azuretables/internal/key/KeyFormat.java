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

package io.azuretables.internal.key;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.util.Set;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * Writes the values of one type into keys, and reads them back.
 * <p>
 * Every format sorts like its type and can be told from what follows it in the key.
 */
sealed interface KeyFormat permits IntegerKeyFormat, DecimalKeyFormat, TextKeyFormat, EnumKeyFormat, TimeKeyFormat,
		DateKeyFormat, TimeOfDayKeyFormat, DurationKeyFormat, BucketKeyFormat, UuidKeyFormat, BooleanKeyFormat {

	Set<Class<?>> TYPES = Set.of(Byte.class, Short.class, Integer.class, Long.class, BigDecimal.class, BigInteger.class,
			Boolean.class, UUID.class, Instant.class, OffsetDateTime.class, LocalDate.class, LocalDateTime.class,
			LocalTime.class, YearMonth.class, Duration.class, String.class);

	/**
	 * Appends the value.
	 * @throws KeyRuleException if the value cannot be written
	 */
	void write(Object value, StringBuilder key);

	/**
	 * Takes the value.
	 * @throws KeyRuleException if the text was not written by this format
	 */
	Object read(KeyCursor key);

	/**
	 * The greatest value that can be written and is not above the given one, which is
	 * that value itself where it can be written; {@code null} when there is none. Bounds
	 * of ranges need not be values that a key can hold.
	 */
	default @Nullable Object floor(Object value) {
		return value;
	}

	/**
	 * Whether the value can be read back, though perhaps in another spelling: a decimal
	 * with another scale.
	 */
	default boolean isReversible() {
		return true;
	}

	/**
	 * Whether a value that is read back equals the one that was written.
	 */
	default boolean isExact() {
		return isReversible();
	}

	/**
	 * Whether whole keys sort by this value, given all that stands before it.
	 */
	default boolean isSorted() {
		return true;
	}

	/**
	 * Whether the text of a value may be the beginning of the text of another one, so
	 * that it has to be the last, or to be followed by a literal.
	 */
	default boolean isOpenEnded() {
		return false;
	}

	static boolean supports(Class<?> type) {
		return TYPES.contains(type) || type.isEnum();
	}

	/**
	 * What to do about a part of a type that cannot stand in a key.
	 */
	static String wayOut(KeyPart part, Class<?> type) {
		if (type == Double.class || type == Float.class) {
			return "declare it as BigDecimal with its digits, such as {" + part.property()
					+ ":10.2}, or as a whole number of a smaller unit";
		}
		if (type == byte[].class) {
			return "declare it as String, in hexadecimal digits for example";
		}
		return "register a converter to a type that can";
	}

	/**
	 * The format for a part.
	 * @param terminator the character that follows the part in the template, or
	 * {@link TextKeyFormat#NO_TERMINATOR}
	 * @throws KeyRuleException if the part asks for what its type cannot give
	 */
	static KeyFormat of(KeyPart part, Class<?> type, char terminator) {
		if (part.buckets() > 0) {
			KeyPart plain = new KeyPart(part.property(), DecimalKeyFormat.hashed(type), KeyPart.Style.ASCENDING, 0);
			return new BucketKeyFormat(of(plain, type, TextKeyFormat.NO_TERMINATOR), part.buckets());
		}
		if (part.style() == KeyPart.Style.LOWER && type != String.class) {
			throw new KeyRuleException("'lower' is for text, and the property is of type " + type.getName());
		}
		if (IntegerKeyFormat.supports(type)) {
			return IntegerKeyFormat.of(part, type);
		}
		if (DecimalKeyFormat.supports(type)) {
			return DecimalKeyFormat.of(part, type);
		}
		if (part.digits() != null) {
			throw new KeyRuleException("digits are for numbers, and the property is of type " + type.getName());
		}
		return withoutDigits(part, type, terminator);
	}

	private static KeyFormat withoutDigits(KeyPart part, Class<?> type, char terminator) {
		if (TimeKeyFormat.supports(type)) {
			return new TimeKeyFormat(type, part.isDescending());
		}
		if (DateKeyFormat.supports(type)) {
			return new DateKeyFormat(type == YearMonth.class, part.isDescending());
		}
		if (type == LocalTime.class) {
			return new TimeOfDayKeyFormat(part.isDescending());
		}
		if (type == Duration.class) {
			return new DurationKeyFormat(part.isDescending());
		}
		if (type.isEnum()) {
			return EnumKeyFormat.of(type, part.isDescending(), terminator);
		}
		if (part.isDescending()) {
			throw new KeyRuleException(
					"'desc' is for numbers, dates, times, durations and enums, and the property is of type "
							+ type.getName());
		}
		if (type == Boolean.class) {
			return new BooleanKeyFormat();
		}
		return (type == UUID.class) ? new UuidKeyFormat()
				: new TextKeyFormat(terminator, part.style() == KeyPart.Style.LOWER);
	}

}
