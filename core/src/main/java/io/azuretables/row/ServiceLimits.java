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
import java.util.ArrayList;
import java.util.List;

/**
 * The limits of the table service: sizes of keys, properties, rows and transactions. They
 * are checked before a request, as the service documents them: the emulator is laxer, and
 * a test on it should mean something.
 *
 * @since 0.1
 */
public final class ServiceLimits {

	/**
	 * The most rows of a page.
	 */
	public static final int PAGE_SIZE = 1000;

	/**
	 * The most writes of a transaction.
	 */
	public static final int BATCH_WRITES = 100;

	/**
	 * The largest body of a transaction, in bytes.
	 */
	public static final int BATCH_BYTES = 4 * 1024 * 1024;

	/**
	 * The most properties of a row besides its keys and timestamp.
	 */
	public static final int PROPERTIES = 252;

	/**
	 * The longest name of a property.
	 */
	public static final int NAME_LENGTH = 255;

	/**
	 * The longest key, in UTF-16 code units.
	 */
	public static final int KEY_LENGTH = 512;

	/**
	 * The longest text of a property, in UTF-16 code units.
	 */
	public static final int TEXT_LENGTH = 32 * 1024;

	/**
	 * The longest binary property, in bytes.
	 */
	public static final int BINARY_LENGTH = 64 * 1024;

	/**
	 * The largest row, in bytes, by the service's own formula.
	 */
	public static final int ROW_BYTES = 1024 * 1024;

	/**
	 * The most comparisons of a filter.
	 */
	public static final int COMPARISONS = 15;

	/**
	 * What a name for a table is, for messages.
	 */
	public static final String TABLE_NAMES = "3 to 63 letters and digits, a letter first, and not 'tables'";

	/**
	 * What a property takes in the body of a request besides its name and text.
	 */
	static final long PROPERTY_BYTES = 88;

	/**
	 * What a row takes by the service's own formula besides its keys and properties.
	 */
	static final long ROW_SIZE = 4;

	/**
	 * What a property takes by the service's own formula besides its name, the characters
	 * of a text and the bytes of a binary, at most: that is a GUID.
	 */
	static final long PROPERTY_SIZE = 8 + 16;

	static final Instant FIRST_TIME = Instant.parse("1601-01-01T00:00:00Z");

	static final Instant LAST_TIME = Instant.parse("9999-12-31T23:59:59.999999999Z");

	private static final String VALUE_TOO_LARGE = "PropertyValueTooLarge";

	private static final String OUT_OF_RANGE = "OutOfRangeInput";

	private ServiceLimits() {
	}

	/**
	 * Whether the service takes the name for a table.
	 */
	public static boolean isTableName(String name) {
		if (name.length() < 3 || name.length() > 63 || !isLetter(name.charAt(0))) {
			return false;
		}
		for (int i = 1; i < name.length(); i++) {
			char c = name.charAt(i);
			if (!isLetter(c) && (c < '0' || c > '9')) {
				return false;
			}
		}
		return !name.equalsIgnoreCase("tables");
	}

	/**
	 * Whether the text is an ETag, as the service gives it to a row: quoted, without
	 * spaces. The condition {@link RowWrite#ANY} is none.
	 */
	public static boolean isEtag(String text) {
		int first = text.startsWith("W/") ? 3 : 1;
		int last = text.length() - 1;
		if (last < first || text.charAt(first - 1) != '"' || text.charAt(last) != '"') {
			return false;
		}
		for (int i = first; i < last; i++) {
			char c = text.charAt(i);
			if (c <= ' ' || c > '~' || c == '"') {
				return false;
			}
		}
		return true;
	}

	private static boolean isLetter(char c) {
		return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
	}

	/**
	 * Whether the service takes the name for a property.
	 */
	public static boolean isPropertyName(String name) {
		return !name.isEmpty() && name.length() <= NAME_LENGTH && isNameStart(name.charAt(0)) && areNameParts(name)
				&& !isReservedName(name);
	}

	private static boolean areNameParts(String name) {
		for (int i = 0; i < name.length(); i++) {
			if (!isNamePart(name.charAt(i))) {
				return false;
			}
		}
		return true;
	}

	private static boolean isNameStart(char c) {
		return c == '_'
				|| (Character.isJavaIdentifierStart(c) && Character.getType(c) != Character.CONNECTOR_PUNCTUATION);
	}

	private static boolean isNamePart(char c) {
		return isLetter(c) || Character.isJavaIdentifierPart(c) && Character.getType(c) != Character.CURRENCY_SYMBOL
				&& !Character.isIdentifierIgnorable(c);
	}

	/**
	 * Whether the name is one of the service's own properties.
	 */
	public static boolean isReservedName(String name) {
		return name.equals("PartitionKey") || name.equals("RowKey") || name.equals("Timestamp");
	}

	/**
	 * The size of a row by the service's formula.
	 */
	public static long sizeOf(TableRow row) {
		long[] size = { ROW_SIZE + 2L * (row.key().partitionKey().length() + row.key().rowKey().length()) };
		row.forEach((name, value) -> size[0] += 8 + 2L * name.length() + sizeOf(value));
		return size[0];
	}

	private static long sizeOf(Object value) {
		return switch (EdmType.of(value)) {
			case BINARY -> ((byte[]) value).length + 4L;
			case BOOLEAN -> 1;
			case DATE_TIME, DOUBLE, INT64 -> 8;
			case GUID -> 16;
			case INT32 -> 4;
			case STRING -> 2L * ((String) value).length() + 4;
		};
	}

	/**
	 * An upper bound of the bytes that a row takes in the body of a request.
	 */
	public static long bytesOf(TableRow row) {
		return row.bytes();
	}

	/**
	 * Whether the service takes a row; if not, {@link #violations} says why. The answer
	 * is kept with the row.
	 */
	public static boolean takes(TableRow row) {
		return row.isLegal() || violations(row).isEmpty();
	}

	/**
	 * What the service would refuse in a row; empty for a row that it takes.
	 */
	public static List<LimitViolation> violations(TableRow row) {
		if (row.isLegal()) {
			return List.of();
		}
		List<LimitViolation> violations = new ArrayList<>();
		checkKey("PartitionKey", row.key().partitionKey(), violations);
		checkKey("RowKey", row.key().rowKey(), violations);
		int[] count = { 0 };
		row.forEach((name, value) -> {
			count[0]++;
			checkName(name, violations);
			checkValue("property '" + name + "'", value, violations);
		});
		if (count[0] > PROPERTIES) {
			violations.add(new LimitViolation("TooManyProperties",
					"the row has " + count[0] + " properties, and the service takes " + PROPERTIES));
		}
		long size = sizeOf(row);
		if (size > ROW_BYTES) {
			violations.add(new LimitViolation("EntityTooLarge",
					"the row has " + size + " bytes, and the service takes " + ROW_BYTES));
		}
		return violations;
	}

	private static void checkKey(String name, String key, List<LimitViolation> violations) {
		if (key.length() > KEY_LENGTH) {
			violations.add(new LimitViolation("KeyValueTooLarge",
					name + " has " + key.length() + " UTF-16 code units, and the service takes " + KEY_LENGTH));
		}
		for (int i = 0; i < key.length(); i++) {
			char c = key.charAt(i);
			if (!isKeyCharacter(c)) {
				violations.add(new LimitViolation(OUT_OF_RANGE,
						name + " holds the character U+%04X, which the service refuses in keys".formatted((int) c)));
				return;
			}
		}
		checkPairs(name, key, violations);
	}

	/**
	 * Whether the service takes the UTF-16 code unit in keys.
	 */
	static boolean isKeyCharacter(char c) {
		return c >= 0x20 && (c < 0x7F || c > 0x9F) && c != '/' && c != '\\' && c != '#' && c != '?';
	}

	private static void checkPairs(String what, String text, List<LimitViolation> violations) {
		if (!isWellFormed(text)) {
			violations.add(new LimitViolation("InvalidInput",
					what + " holds half a surrogate pair, which no request can carry"));
		}
	}

	private static void checkName(String name, List<LimitViolation> violations) {
		if (name.length() > NAME_LENGTH) {
			violations.add(new LimitViolation("PropertyNameTooLong", "the property name '" + name + "' has "
					+ name.length() + " characters, and the service takes " + NAME_LENGTH));
		}
		else if (!isPropertyName(name)) {
			violations.add(new LimitViolation("PropertyNameInvalid",
					"the property name '" + name + "' is reserved or not an identifier"));
		}
	}

	private static void checkValue(String what, Object value, List<LimitViolation> violations) {
		if (value instanceof String text) {
			if (text.length() > TEXT_LENGTH) {
				violations.add(new LimitViolation(VALUE_TOO_LARGE, what + " has " + text.length()
						+ " UTF-16 code units of text, and the service takes " + TEXT_LENGTH));
			}
			checkPairs(what, text, violations);
		}
		if (value instanceof Instant time && (time.isBefore(FIRST_TIME) || time.isAfter(LAST_TIME))) {
			violations.add(new LimitViolation(OUT_OF_RANGE,
					what + " lies outside of the years 1601 to 9999 that the service takes"));
		}
		if (value instanceof byte[] bytes && bytes.length > BINARY_LENGTH) {
			violations.add(new LimitViolation(VALUE_TOO_LARGE,
					what + " has " + bytes.length + " bytes, and the service takes " + BINARY_LENGTH));
		}
	}

	/**
	 * Whether the text has no half of a surrogate pair, which no request can carry.
	 */
	public static boolean isWellFormed(String text) {
		return hasPairsOnly(text, countLatin1(text));
	}

	/**
	 * How many characters are of Latin-1 before the first one that is not: a loop that
	 * does nothing else, since the JVM leaves it out for a text that it keeps in Latin-1.
	 */
	static int countLatin1(String text) {
		int count = 0;
		while (count < text.length() && text.charAt(count) <= 0xFF) {
			count++;
		}
		return count;
	}

	/**
	 * Whether all surrogates stand in pairs.
	 * @param from where the first one may be
	 */
	static boolean hasPairsOnly(String text, int from) {
		int length = text.length();
		for (int i = from; i < length; i++) {
			if (Character.isSurrogate(text.charAt(i))
					&& (++i == length || !Character.isSurrogatePair(text.charAt(i - 1), text.charAt(i)))) {
				return false;
			}
		}
		return true;
	}

}
