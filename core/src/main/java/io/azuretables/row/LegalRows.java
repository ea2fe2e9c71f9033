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

import io.azuretables.key.TableKey;
import org.jspecify.annotations.Nullable;

/**
 * Checks quickly whether the service accepts a row, without giving the reason. Nearly all
 * rows are legal; {@link ServiceLimits} looks closely at the others.
 */
final class LegalRows {

	/**
	 * So many of the largest rows of this size fit into one transaction that a rough
	 * bound of their bytes never divides one.
	 */
	private static final int SMALL = 32 * 1024;

	private static final int OVERHEAD = 64;

	/**
	 * What a UTF-16 code unit takes at most, escaped.
	 */
	private static final int CHARACTER = 6;

	private static final long FIRST_SECOND = ServiceLimits.FIRST_TIME.getEpochSecond();

	private static final long LAST_SECOND = ServiceLimits.LAST_TIME.getEpochSecond();

	private LegalRows() {
	}

	/**
	 * Looks at a row once for all that is to be known of it before it is written.
	 */
	static Legality of(TableKey key, RowNames names, @Nullable Object[] values) {
		if (!names.areLegal() || !isKey(key.partitionKey()) || !isKey(key.rowKey())) {
			return Legality.ILLEGAL;
		}
		long size = names.size(key);
		boolean latin1 = isLatin1(key.partitionKey()) && isLatin1(key.rowKey());
		for (Object value : values) {
			if (value instanceof String text) {
				size += 2L * text.length();
				int count = ServiceLimits.countLatin1(text);
				if (text.length() > ServiceLimits.TEXT_LENGTH || !ServiceLimits.hasPairsOnly(text, count)) {
					return Legality.ILLEGAL;
				}
				latin1 &= count == text.length();
			}
			else if (value instanceof byte[] binary) {
				size += binary.length;
				if (binary.length > ServiceLimits.BINARY_LENGTH) {
					return Legality.ILLEGAL;
				}
			}
			else if (value instanceof Instant time && !isInRange(time)) {
				return Legality.ILLEGAL;
			}
		}
		if (size > ServiceLimits.ROW_BYTES) {
			return Legality.ILLEGAL;
		}
		return latin1 ? Legality.LATIN_1 : Legality.LEGAL;
	}

	private static boolean isKey(String key) {
		for (int i = 0; i < key.length(); i++) {
			if (!ServiceLimits.isKeyCharacter(key.charAt(i))) {
				return false;
			}
		}
		return key.length() <= ServiceLimits.KEY_LENGTH && ServiceLimits.isWellFormed(key);
	}

	private static boolean isLatin1(String key) {
		return ServiceLimits.countLatin1(key) == key.length();
	}

	private static boolean isInRange(Instant time) {
		return time.getEpochSecond() >= FIRST_SECOND && time.getEpochSecond() <= LAST_SECOND;
	}

	/**
	 * An upper bound of the bytes of a row in a request: rough for a small row, since its
	 * texts need not be looked at then, and close for a large one.
	 */
	static long bytes(TableKey key, RowNames names, @Nullable Object[] values) {
		long fixed = OVERHEAD + names.bytes() + 2L * CHARACTER * (key.partitionKey().length() + key.rowKey().length());
		long rough = 0;
		for (Object value : values) {
			if (value instanceof String text) {
				rough += (long) CHARACTER * text.length();
			}
			else if (value instanceof byte[] binary) {
				rough += base64Bytes(binary);
			}
		}
		return fixed + ((fixed + rough <= SMALL) ? rough : close(values));
	}

	private static long close(@Nullable Object[] values) {
		long bytes = 0;
		for (Object value : values) {
			if (value instanceof String text) {
				bytes += jsonBytes(text);
			}
			else if (value instanceof byte[] binary) {
				bytes += base64Bytes(binary);
			}
		}
		return bytes;
	}

	private static long base64Bytes(byte[] binary) {
		return 4L * (binary.length / 3 + 1);
	}

	private static long jsonBytes(String text) {
		long bytes = 0;
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (c < 0x80) {
				bytes += (c < 0x20 || c == 0x7F) ? CHARACTER : (c == '"' || c == '\\') ? 2 : 1;
			}
			else {
				bytes += (c < 0x800) ? 2 : (c == 0x2028 || c == 0x2029) ? CHARACTER : 3;
			}
		}
		return bytes;
	}

	/**
	 * Whether the service takes a row, and how its texts can be written.
	 */
	enum Legality {

		/**
		 * The service refuses the row; it may be a mistake for one near the largest size.
		 */
		ILLEGAL,

		LEGAL,

		/**
		 * Legal, and all keys and texts are of Latin-1.
		 */
		LATIN_1

	}

}
