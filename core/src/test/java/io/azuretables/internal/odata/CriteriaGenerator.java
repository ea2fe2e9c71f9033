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

package io.azuretables.internal.odata;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;

import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.Comparison;
import io.azuretables.query.Operator;

import static org.assertj.core.api.Assertions.fail;

/**
 * Makes up conditions and literals from a seed.
 */
final class CriteriaGenerator {

	private static final List<String> PROPERTIES = List.of("a", "lastName", "PartitionKey", "_rk", "address_city",
			"notes", "order", "andy", "eq1", "été", "a.b");

	private static final List<String> PIECES = List.of("'", "''", "'''", "' or 1 eq 1 or '", "' or a eq 'x", "%27",
			"%2527", "\\'", "\u2018", "\u2019", "\u02BC", "\uFF07", "\"", "\n", "\r\n", "\t", "\0", "\u2028", "\uFEFF",
			" ", "+", "&$filter=", "#", "?0", ":name", ")", "(", " and ", " or ", "not ", "--", ";", "/*", "datetime'",
			"X'", "L", "true", "null", "\uD83D\uDE00", "\uFFFF", "\u0301");

	private static final long FIRST_SECOND = Instant.parse("1601-01-01T00:00:00Z").getEpochSecond();

	private static final long LAST_SECOND = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

	private final long seed;

	private final Random random;

	private CriteriaGenerator(long seed) {
		this.seed = seed;
		this.random = new Random(seed);
	}

	static CriteriaGenerator seeded() {
		return new CriteriaGenerator(Long.getLong("azuretables.seed", 20140822L));
	}

	/**
	 * Fails with the seed and a description, unless the law holds.
	 */
	void hold(boolean law, Supplier<String> broken) {
		if (!law) {
			fail("seed %d: %s", this.seed, broken.get());
		}
	}

	/**
	 * Comparisons under {@code and} and {@code or}, in the form that reading gives.
	 */
	Criteria criteria(int depth) {
		int kind = (depth == 0) ? 0 : this.random.nextInt(3);
		if (kind == 0) {
			return comparison();
		}
		List<Criteria> conditions = new ArrayList<>();
		for (int i = 1 + this.random.nextInt(4); i > 0; i--) {
			conditions.add(criteria(depth - 1));
		}
		return (kind == 1) ? Criteria.allOf(conditions) : Criteria.anyOf(conditions);
	}

	Comparison comparison() {
		return new Comparison(oneOf(PROPERTIES), oneOf(List.of(Operator.values())), literal());
	}

	Object literal() {
		return switch (this.random.nextInt(8)) {
			case 0 -> oneOf(List.of(0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, this.random.nextInt()));
			case 1 -> oneOf(List.of(0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE, this.random.nextLong()));
			case 2 -> number();
			case 3 -> this.random.nextBoolean();
			case 4 -> new UUID(this.random.nextLong(), this.random.nextLong());
			case 5 -> bytes();
			case 6 -> instant();
			default -> this.random.nextBoolean() ? text() : hostileText();
		};
	}

	private double number() {
		double any = Double.longBitsToDouble(this.random.nextLong());
		return oneOf(List.of(-0.0, 0.0, 1e20, -1e20, 1e-300, Double.MIN_VALUE, Double.MAX_VALUE, 0.1, 100.0, 1e7, 1e-3,
				Double.isFinite(any) ? any : 1.5));
	}

	private byte[] bytes() {
		byte[] bytes = new byte[this.random.nextInt(20)];
		this.random.nextBytes(bytes);
		return bytes;
	}

	/**
	 * A time in the service's unit, of the years that it takes.
	 */
	private Instant instant() {
		long second = FIRST_SECOND + (long) (this.random.nextDouble() * (LAST_SECOND - FIRST_SECOND));
		return Instant.ofEpochSecond(oneOf(List.of(FIRST_SECOND, LAST_SECOND, second, second, second)),
				oneOf(List.of(0, 999_999_900, 100, this.random.nextInt(10_000_000) * 100)));
	}

	/**
	 * Well-formed text of up to ten characters of all of Unicode.
	 */
	String text() {
		StringBuilder text = new StringBuilder();
		for (int i = this.random.nextInt(11); i > 0; i--) {
			int point = this.random.nextInt(this.random.nextBoolean() ? 0x80 : Character.MAX_CODE_POINT + 1);
			text.appendCodePoint(
					(point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) ? point - 0x800 : point);
		}
		return text.toString();
	}

	/**
	 * Text made of what could end a literal, or look like the end of one.
	 */
	String hostileText() {
		StringBuilder text = new StringBuilder();
		for (int i = this.random.nextInt(6); i >= 0; i--) {
			text.append((this.random.nextInt(4) == 0) ? text() : oneOf(PIECES));
		}
		return text.toString();
	}

	int below(int bound) {
		return this.random.nextInt(bound);
	}

	<T> T oneOf(List<T> choices) {
		return choices.get(this.random.nextInt(choices.size()));
	}

}
