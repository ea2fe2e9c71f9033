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

import io.azuretables.internal.key.KeyPart.Digits;
import org.jspecify.annotations.Nullable;

/**
 * The key format of integers: digits with leading zeros. Without a number of digits they
 * have the full width of their type, and negative ones are a sign that sorts below (or,
 * descending, above) the digits and their distance from the end of the type.
 */
record IntegerKeyFormat(Class<?> type, int width, long max, boolean padded, boolean descending) implements KeyFormat {

	static boolean supports(Class<?> type) {
		return maxOf(type) > 0;
	}

	private static long maxOf(Class<?> type) {
		if (type == Long.class) {
			return Long.MAX_VALUE;
		}
		if (type == Integer.class) {
			return Integer.MAX_VALUE;
		}
		if (type == Short.class) {
			return Short.MAX_VALUE;
		}
		return (type == Byte.class) ? Byte.MAX_VALUE : 0;
	}

	static IntegerKeyFormat of(KeyPart part, Class<?> type) {
		long max = maxOf(type);
		int fullWidth = Long.toString(max).length();
		Digits digits = part.digits();
		if (digits == null) {
			return full(type, part.isDescending());
		}
		if (digits.scale() != 0) {
			throw new KeyRuleException(
					"digits behind the point are for BigDecimal, and the property is of type " + type.getName());
		}
		int width = digits.integer();
		if (width > fullWidth) {
			throw new KeyRuleException(type.getSimpleName() + " has at most " + fullWidth + " digits");
		}
		long limit = (width == fullWidth) ? max : power(width) - 1;
		return new IntegerKeyFormat(type, width, limit, true, part.isDescending());
	}

	/**
	 * All numbers of the type.
	 */
	static IntegerKeyFormat full(Class<?> type, boolean descending) {
		long max = maxOf(type);
		return new IntegerKeyFormat(type, Long.toString(max).length(), max, false, descending);
	}

	private static long power(int exponent) {
		long power = 1;
		for (int i = 0; i < exponent; i++) {
			power *= 10;
		}
		return power;
	}

	@Override
	public void write(Object value, StringBuilder key) {
		long number = ((Number) value).longValue();
		if (number >= 0) {
			if (number > this.max) {
				throw new KeyRuleException(
						"it has more than " + this.width + " digits; widen the part of the template");
			}
			writePadded(this.descending ? this.max - number : number, this.width, key);
			return;
		}
		if (this.padded) {
			throw new KeyRuleException("a part padded to " + this.width
					+ " digits takes no negative numbers; leave the digits out of the template");
		}
		key.append(this.descending ? '~' : '-');
		writePadded(this.descending ? ~number : number + this.max + 1, this.width, key);
	}

	@Override
	public @Nullable Object floor(Object value) {
		long number = ((Number) value).longValue();
		if (number > this.max) {
			return box(this.max);
		}
		return (this.padded && number < 0) ? null : value;
	}

	static void writePadded(long number, int width, StringBuilder key) {
		int start = key.length();
		key.setLength(start + width);
		long rest = number;
		for (int i = start + width - 1; i >= start; i--) {
			key.setCharAt(i, (char) ('0' + rest % 10));
			rest /= 10;
		}
	}

	@Override
	public Object read(KeyCursor key) {
		boolean negative = !this.padded && key.lookingAt(this.descending ? '~' : '-');
		if (negative) {
			key.next();
		}
		long digits = key.takeDigits(this.width);
		if (digits > this.max) {
			throw key.unreadable("a number too large for the part was found");
		}
		if (negative) {
			return box(this.descending ? ~digits : digits - this.max - 1);
		}
		return box(this.descending ? this.max - digits : digits);
	}

	private Object box(long number) {
		if (this.type == Long.class) {
			return number;
		}
		if (this.type == Integer.class) {
			return (int) number;
		}
		return (this.type == Short.class) ? (Object) (short) number : (Object) (byte) number;
	}

}
