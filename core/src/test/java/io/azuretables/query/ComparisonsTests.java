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

package io.azuretables.query;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;

import io.azuretables.internal.comparison.Comparisons;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class ComparisonsTests {

	private static final long SEED = Long.getLong("azuretables.seed", 20140822L);

	static List<Arguments> ascending() {
		return List.of(arguments(1, 2), arguments(1, 2L), arguments(1L, 2), arguments(1, 1.5), arguments(1.5, 2L),
				arguments((short) 1, 2L), arguments((byte) -1, 0.5f), arguments(Long.MIN_VALUE, Integer.MIN_VALUE),
				arguments(Long.MAX_VALUE, 1e20), arguments(Double.NEGATIVE_INFINITY, Long.MIN_VALUE),
				arguments("", "a"), arguments("B", "a"), arguments("a", "a "), arguments("\uD83D\uDE00", "\uE000"),
				arguments(false, true), arguments(new UUID(1, 0), new UUID(-1, 0)),
				arguments(new UUID(0, 1), new UUID(0, -1)), arguments(new byte[] { 1 }, new byte[] { -1 }),
				arguments(new byte[0], new byte[] { 0 }), arguments(Instant.EPOCH, Instant.EPOCH.plusNanos(100)),
				arguments(BigDecimal.ONE, BigDecimal.TEN));
	}

	@ParameterizedTest
	@MethodSource("ascending")
	void ordersValuesOfOneKind(Object less, Object greater) {
		assertThat(Comparisons.compare(less, greater)).isNegative();
		assertThat(Comparisons.compare(greater, less)).isPositive();
		assertThat(met(less, greater)).containsExactly(Operator.NE, Operator.LT, Operator.LE);
		assertThat(met(greater, less)).containsExactly(Operator.NE, Operator.GT, Operator.GE);
		assertThat(met(less, less)).containsExactly(Operator.EQ, Operator.LE, Operator.GE);
	}

	static List<Arguments> equal() {
		return List.of(arguments(1, 1L), arguments(1L, 1.0), arguments(-0.0, 0.0), arguments(0, -0.0),
				arguments((short) 7, 7.0f), arguments(new byte[] { 1 }, new byte[] { 1 }),
				arguments("x", new String("x")), arguments(Long.MAX_VALUE, Long.MAX_VALUE));
	}

	@ParameterizedTest
	@MethodSource("equal")
	void findsEqualWhatHasOneValue(Object one, Object other) {
		assertThat(Comparisons.compare(one, other)).isZero();
		assertThat(met(one, other)).containsExactly(Operator.EQ, Operator.LE, Operator.GE);
	}

	static List<Arguments> incomparable() {
		return List.of(arguments("1", 1), arguments(1, "1"), arguments(true, "true"), arguments(1, true),
				arguments(BigDecimal.ONE, 1), arguments(1.0, BigDecimal.ONE), arguments(Instant.EPOCH, "1970"),
				arguments(new byte[0], ""));
	}

	@ParameterizedTest
	@MethodSource("incomparable")
	void comparesValuesOfDifferentKindsNotAtAll(Object one, Object other) {
		assertThat(met(one, other)).isEmpty();
	}

	@Test
	void findsNoNumberUnequalToEverythingAndBehindAllNumbers() {
		for (Object number : List.of(1, 1L, 1.0, Double.NaN, Float.NaN, Double.POSITIVE_INFINITY)) {
			assertThat(met(Double.NaN, number)).containsExactly(Operator.NE);
			assertThat(met(number, Double.NaN)).containsExactly(Operator.NE);
		}
		assertThat(Comparisons.compare(Double.NaN, Double.POSITIVE_INFINITY)).isPositive();
		assertThat(Comparisons.compare(1, Double.NaN)).isNegative();
		assertThat(Comparisons.compare(Double.NaN, Double.NaN)).isZero();
	}

	@Test
	void sortsNumbersWithSomeThatAreNone() {
		Random random = new Random(SEED);
		for (int i = 0; i < 500; i++) {
			List<Object> values = new ArrayList<>();
			for (int count = 0; count < 80; count++) {
				values.add((random.nextInt(4) == 0) ? Double.NaN : random.nextInt(40) - 20.5);
			}
			values.sort(Comparisons::compare);
			for (int at = 1; at < values.size(); at++) {
				if (Double.compare((Double) values.get(at - 1), (Double) values.get(at)) > 0) {
					fail("seed %d: %s", SEED, values);
				}
			}
		}
	}

	@Test
	void comparesTextInLowerCaseCharacterByCharacter() {
		assertThat(Comparisons.compareIgnoringCase("HALL", "hall")).isZero();
		assertThat(Comparisons.compareIgnoringCase("ÉTÉ", "été")).isZero();
		assertThat(Comparisons.compareIgnoringCase("ΟΔΟΣ", "οδοσ")).isZero();
		assertThat(Comparisons.compareIgnoringCase("ΟΔΟΣ", "οδος")).isNotZero();
		assertThat(Comparisons.compareIgnoringCase("a", "B")).isNegative();
		assertThat(Comparisons.compareIgnoringCase(2, 1L)).isPositive();
	}

	@Test
	void mirrorsAndNegatesOperators() {
		for (Operator operator : Operator.values()) {
			assertThat(operator.mirrored().mirrored()).isEqualTo(operator);
			assertThat(operator.negated().negated()).isEqualTo(operator);
			for (int other : new int[] { 0, 1, 2 }) {
				assertThat(operator.mirrored().test(other, 1)).isEqualTo(operator.test(1, other));
				assertThat(operator.negated().test(other, 1)).isNotEqualTo(operator.test(other, 1));
			}
			assertThat(operator.test(null, 1)).isFalse();
			assertThat(operator.test(1, null)).isFalse();
		}
	}

	private static List<Operator> met(Object left, Object right) {
		return List.of(Operator.values()).stream().filter((operator) -> operator.test(left, right)).toList();
	}

}
