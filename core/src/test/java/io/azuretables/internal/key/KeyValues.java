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
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;

import static org.assertj.core.api.Assertions.fail;

/**
 * Generates values that are hard for keys. Makes them from a seed: extremes, neighbours,
 * and text of all of Unicode with a taste for what is escaped. Another seed is set by
 * {@code -Dkeys.seed=…}.
 */
final class KeyValues {

	/**
	 * The last second of the year 9999.
	 */
	static final long LAST_SECOND = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

	/**
	 * The first second of the year 1.
	 */
	static final long FIRST_SECOND = Instant.parse("0001-01-01T00:00:00Z").getEpochSecond();

	private static final int[] SPECIAL = codePoints("'\"/\\%+#?&=;:()$@*!{}<>|^`~._-,[] 09AIZaiz"
			+ "\u007E\u007F\u0080\u0085\u009E\u009F\u00A0\u00A1\u00E9\u0301\u200B\u2026\u2027\u2028\u2029\u202A"
			+ "\uD7FE\uD7FF\uE000\uE001\uFEFF\uFFEC\uFFED\uFFEE\uFFEF\uFFF0\uFFFD\uFFFE\uFFFF"
			+ "\uD83D\uDE00\uD800\uDC00\uD800\uDFFF\uD801\uDC00\uDBFF\uDFFE\uDBFF\uDFFF");

	private final long seed;

	private final Random random;

	private KeyValues(long seed) {
		this.seed = seed;
		this.random = new Random(seed);
	}

	static KeyValues seeded() {
		return new KeyValues(Long.getLong("keys.seed", 20140822L));
	}

	private static int[] codePoints(String text) {
		return text.codePoints().toArray();
	}

	/**
	 * Fails with the seed and a description, unless the law holds.
	 */
	void hold(boolean law, Supplier<String> broken) {
		if (!law) {
			fail("seed %d: %s", this.seed, broken.get());
		}
	}

	int below(int bound) {
		return this.random.nextInt(bound);
	}

	boolean chance() {
		return this.random.nextBoolean();
	}

	<T> T oneOf(List<T> choices) {
		return choices.get(below(choices.size()));
	}

	/**
	 * A number of any magnitude within the bounds, often at one of them or at zero.
	 */
	long number(long least, long most) {
		long number = switch (below(8)) {
			case 0 -> least + below(3);
			case 1 -> most - below(3);
			case 2 -> below(5) - 2L;
			default -> this.random.nextLong() >> below(64);
		};
		if (number >= least && number <= most) {
			return number;
		}
		long count = most - least + 1;
		return (count > 0) ? least + Math.floorMod(number, count) : number & most;
	}

	long number(long most) {
		return number(0, most);
	}

	/**
	 * A decimal that fits the digits, in any of the scales that stand for the same value.
	 */
	BigDecimal decimal(int integer, int scale) {
		BigInteger limit = BigInteger.TEN.pow(integer + scale);
		BigInteger unscaled = switch (below(6)) {
			case 0 -> limit.subtract(BigInteger.valueOf(1 + below(Math.min(9, limit.intValue() & 7) + 1)));
			case 1 -> BigInteger.valueOf(below(3));
			default -> new BigInteger(limit.bitLength(), this.random).shiftRight(below(limit.bitLength())).mod(limit);
		};
		BigDecimal decimal = new BigDecimal(chance() ? unscaled : unscaled.negate(), scale);
		return switch (below(3)) {
			case 0 -> decimal.stripTrailingZeros();
			case 1 -> decimal.setScale(scale + below(4));
			default -> decimal;
		};
	}

	/**
	 * A whole number of up to the given digits, of either sign.
	 */
	BigInteger integer(int digits) {
		return decimal(digits, 0).toBigIntegerExact();
	}

	/**
	 * A duration of any length, often of little more or less than nothing.
	 */
	Duration duration() {
		return Duration.ofSeconds(number(Long.MIN_VALUE, Long.MAX_VALUE), time().getNano());
	}

	UUID uuid() {
		return new UUID(this.random.nextLong() >> below(64), this.random.nextLong() >> below(64));
	}

	LocalDateTime time() {
		long second = number(FIRST_SECOND, LAST_SECOND);
		int nano = switch (below(4)) {
			case 0 -> 0;
			case 1 -> 999_999_999;
			case 2 -> below(10_000_000) * 100;
			default -> below(1_000_000_000);
		};
		return LocalDateTime.ofEpochSecond(second, nano, ZoneOffset.UTC);
	}

	LocalDate date() {
		return time().toLocalDate();
	}

	/**
	 * Well-formed text of up to eight code points.
	 */
	String text() {
		StringBuilder text = new StringBuilder();
		for (int i = below(9); i > 0; i--) {
			text.appendCodePoint(codePoint());
		}
		return text.toString();
	}

	int codePoint() {
		return switch (below(8)) {
			case 0, 1, 2 -> SPECIAL[below(SPECIAL.length)];
			case 3 -> below(0x24);
			case 4 -> ' ' + below(2);
			case 5 -> '!' + below(0x7F - '!');
			case 6 -> scalar(below(Character.MAX_VALUE + 1));
			default -> scalar(below(Character.MAX_CODE_POINT + 1));
		};
	}

	private static int scalar(int point) {
		return (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) ? point - 0x800 : point;
	}

	/**
	 * Text that differs little: a prefix, a longer text, or with one code point changed
	 * to a neighbour.
	 */
	String textNear(String text) {
		int[] points = text.codePoints().toArray();
		if (points.length == 0 || below(4) == 0) {
			return text + Character.toString(codePoint());
		}
		int at = chance() ? points.length - 1 : below(points.length);
		if (below(3) == 0) {
			return new String(points, 0, at);
		}
		if (below(4) == 0) {
			return new String(points, 0, at) + Character.toString(codePoint())
					+ new String(points, at, points.length - at);
		}
		points[at] = (below(4) == 0) ? codePoint() : neighbour(points[at], chance() ? 1 : -1);
		return new String(points, 0, points.length);
	}

	static int neighbour(int point, int step) {
		int next = Math.min(Math.max(point + step, 0), Character.MAX_CODE_POINT);
		if (next >= Character.MIN_SURROGATE && next <= Character.MAX_SURROGATE) {
			return (step > 0) ? Character.MAX_SURROGATE + 1 : Character.MIN_SURROGATE - 1;
		}
		return next;
	}

}
