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
import java.math.RoundingMode;

import io.azuretables.internal.key.KeyPart.Digits;
import org.jspecify.annotations.Nullable;

/**
 * The key format of decimals and big integers: a fixed number of digits before and behind
 * the point. Decimals come back with that scale. Negative values are a sign and their
 * distance from the least value.
 */
record DecimalKeyFormat(Class<?> type, int integer, int scale, boolean descending) implements KeyFormat {

	static boolean supports(Class<?> type) {
		return type == BigDecimal.class || type == BigInteger.class;
	}

	/**
	 * Digits that are wide enough for the text that a bucket is computed from;
	 * {@code null} for types that need none.
	 */
	static @Nullable Digits hashed(Class<?> type) {
		if (type == BigInteger.class) {
			return new Digits(38, 0);
		}
		return (type == BigDecimal.class) ? new Digits(19, 19) : null;
	}

	static DecimalKeyFormat of(KeyPart part, Class<?> type) {
		Digits digits = part.digits();
		if (digits == null) {
			throw new KeyRuleException((type == BigInteger.class)
					? "a BigInteger needs its digits in the template: {" + part.property() + ":20} has twenty"
					: "a BigDecimal needs its digits in the template: {" + part.property()
							+ ":10.2} has ten before the point and two behind it");
		}
		if (type == BigInteger.class && digits.scale() != 0) {
			throw new KeyRuleException(
					"digits behind the point are for BigDecimal, and the property is of type " + type.getName());
		}
		return new DecimalKeyFormat(type, digits.integer(), digits.scale(), part.isDescending());
	}

	/**
	 * The text has the scale of the template, and not that of the value.
	 */
	@Override
	public boolean isExact() {
		return this.type == BigInteger.class;
	}

	@Override
	public void write(Object value, StringBuilder key) {
		BigInteger number = unscaled(decimal(value));
		boolean negative = number.signum() < 0;
		if (negative) {
			key.append(this.descending ? '~' : '-');
		}
		boolean complement = negative != this.descending;
		BigInteger magnitude = complement ? limit().subtract(number.abs()) : number.abs();
		String digits = magnitude.toString();
		key.append("0".repeat(this.integer + this.scale - digits.length())).append(digits);
		if (this.scale > 0) {
			key.insert(key.length() - this.scale, '.');
		}
	}

	private static BigDecimal decimal(Object value) {
		return (value instanceof BigInteger integer) ? new BigDecimal(integer) : (BigDecimal) value;
	}

	/**
	 * Looks at the exponent first: rescaling writes all digits out, and {@code 1E+999999}
	 * has a million.
	 */
	private BigInteger unscaled(BigDecimal value) {
		BigDecimal shortest = value.stripTrailingZeros();
		if (shortest.scale() > this.scale) {
			throw new KeyRuleException("it has more than " + this.scale
					+ " digits behind the point; round it, or widen the part of the template");
		}
		if ((long) shortest.precision() - shortest.scale() > this.integer) {
			throw new KeyRuleException(
					"it has more than " + this.integer + " digits before the point; widen the part of the template");
		}
		return shortest.setScale(this.scale, RoundingMode.UNNECESSARY).unscaledValue();
	}

	/**
	 * Looks at the exponent first, as {@link #unscaled} does.
	 */
	@Override
	public @Nullable Object floor(Object value) {
		BigDecimal shortest = decimal(value).stripTrailingZeros();
		long digits = (long) shortest.precision() - shortest.scale();
		BigDecimal greatest = new BigDecimal(limit(), this.scale);
		if (shortest.signum() != 0 && digits > this.integer) {
			return (shortest.signum() > 0) ? typed(greatest) : null;
		}
		if (shortest.scale() <= this.scale) {
			return value;
		}
		BigDecimal step = new BigDecimal(BigInteger.ONE, this.scale);
		BigDecimal near = (digits < -this.scale) ? step.movePointLeft(1).multiply(BigDecimal.valueOf(shortest.signum()))
				: shortest;
		BigDecimal floor = near.setScale(this.scale, RoundingMode.FLOOR);
		return (floor.compareTo(greatest.negate()) < 0) ? null : floor;
	}

	private BigInteger limit() {
		return BigInteger.TEN.pow(this.integer + this.scale).subtract(BigInteger.ONE);
	}

	@Override
	public Object read(KeyCursor key) {
		boolean negative = key.lookingAt(this.descending ? '~' : '-');
		if (negative) {
			key.next();
		}
		String digits = key.take(this.integer);
		if (this.scale > 0) {
			key.takeLiteral(".");
			digits += key.take(this.scale);
		}
		if (!digits.chars().allMatch((c) -> c >= '0' && c <= '9')) {
			throw key.unreadable("digits were expected");
		}
		boolean complement = negative != this.descending;
		BigInteger magnitude = complement ? limit().subtract(new BigInteger(digits)) : new BigInteger(digits);
		if (negative && magnitude.signum() == 0) {
			throw key.unreadable("a negative zero was found");
		}
		return typed(new BigDecimal(negative ? magnitude.negate() : magnitude, this.scale));
	}

	private Object typed(BigDecimal value) {
		return (this.type == BigInteger.class) ? value.unscaledValue() : value;
	}

}
