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

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.Comparison;
import io.azuretables.query.Criteria.In;
import io.azuretables.query.Operator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static io.azuretables.query.Criteria.where;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class ODataFilterTests {

	private static final int CASES = 20_000;

	private final CriteriaGenerator generator = CriteriaGenerator.seeded();

	static List<Arguments> literals() {
		return List.of(arguments("Hall", "'Hall'"), arguments("O'Neil", "'O''Neil'"), arguments("", "''"),
				arguments("'", "''''"), arguments("%27", "'%27'"), arguments(34, "34"),
				arguments(Integer.MIN_VALUE, "-2147483648"), arguments(34L, "34L"),
				arguments(Long.MIN_VALUE, "-9223372036854775808L"), arguments(34.0, "34.0"), arguments(-0.0, "-0.0"),
				arguments(1e20, "100000000000000000000.0"), arguments(-12345678.9, "-12345678.9"),
				arguments(1.5e-7, "0.00000015"), arguments(true, "true"),
				arguments(Instant.parse("2014-08-22T00:50:32Z"), "datetime'2014-08-22T00:50:32.0000000Z'"),
				arguments(Instant.parse("1601-01-01T00:00:00.0000001Z"), "datetime'1601-01-01T00:00:00.0000001Z'"),
				arguments(Instant.parse("9999-12-31T23:59:59.9999999Z"), "datetime'9999-12-31T23:59:59.9999999Z'"),
				arguments(UUID.fromString("F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"),
						"guid'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'"),
				arguments(new byte[] { 0, -1, 16 }, "X'00ff10'"), arguments(new byte[0], "X''"));
	}

	@ParameterizedTest
	@MethodSource("literals")
	void writesEveryTypeOfTheService(Object value, String literal) {
		assertThat(ODataFilter.write(where("a").is(value))).isEqualTo("a eq " + literal);
		assertThat(ODataFilter.parse("a eq " + literal)).isEqualTo(where("a").is(value));
	}

	static List<Arguments> conditions() {
		Criteria a = where("a").is(1);
		Criteria b = where("b").greaterThan("x");
		Criteria c = where("c").isNot(2L);
		return List.of(arguments(a, "a eq 1"), arguments(a.and(b), "a eq 1 and b gt 'x'"),
				arguments(a.or(b), "a eq 1 or b gt 'x'"), arguments(a.and(b).or(c), "(a eq 1 and b gt 'x') or c ne 2L"),
				arguments(a.or(b).and(c), "(a eq 1 or b gt 'x') and c ne 2L"),
				arguments(where("a").between(1, 2), "a ge 1 and a le 2"),
				arguments(where("a").in(1, 2), "a eq 1 or a eq 2"), arguments(where("a").in(1), "a eq 1"),
				arguments(where("a").notIn(List.of(1, 2)), "a ne 1 and a ne 2"),
				arguments(where("a").in(1, 2).and(b), "(a eq 1 or a eq 2) and b gt 'x'"),
				arguments(where("a").notIn(List.of(1, 2)).and(b), "a ne 1 and a ne 2 and b gt 'x'"),
				arguments(where("a").notIn(List.of()).and(b), "b gt 'x'"), arguments(where("a").in().or(b), "b gt 'x'"),
				arguments(Criteria.ALL, null), arguments(where("a").notIn(List.of()), null),
				arguments(where("a").notIn(List.of()).or(b), null),
				arguments(where("a").startingWith("x'y"), "a ge 'x''y' and a lt 'x''z'"),
				arguments(where("a").startingWith("x").or(b), "(a ge 'x' and a lt 'y') or b gt 'x'"),
				arguments(where("a").startingWith(""), "a ge ''"));
	}

	@ParameterizedTest
	@MethodSource("conditions")
	void writesComparisonsWithParenthesesAroundWhatIsNested(Criteria criteria, String filter) {
		assertThat(ODataFilter.write(criteria)).isEqualTo(filter);
	}

	@Test
	void readsBackWhatItWrote() {
		for (int i = 0; i < CASES; i++) {
			Criteria criteria = this.generator.criteria(4);
			String filter = ODataFilter.write(criteria);
			this.generator.hold(ODataFilter.parse(filter).equals(criteria), () -> criteria + " becomes " + filter);
			this.generator.hold(ODataFilter.comparisons(criteria) == ODataFilter.comparisons(ODataFilter.parse(filter)),
					() -> "number of comparisons in " + filter);
		}
	}

	@Test
	void keepsAnyTextInsideOfItsLiteral() {
		for (int i = 0; i < CASES; i++) {
			String text = this.generator.hostileText();
			String filter = ODataFilter.write(where("a").is(text));
			assertThat(filter).startsWith("a eq '").endsWith("'");
			this.generator.hold(filter.chars().filter((c) -> c == '\'').count() % 2 == 0, () -> "quotes in " + filter);
			Criteria read = ODataFilter.parse(filter);
			this.generator.hold(
					read instanceof Comparison comparison && comparison.property().equals("a")
							&& comparison.operator() == Operator.EQ && comparison.value().equals(text),
					() -> "'" + text + "' becomes " + filter + " and " + read);
			Criteria between = where("a").is(text).and(where("b").isNot(text));
			this.generator.hold(ODataFilter.parse(ODataFilter.write(between)).equals(between), () -> text);
		}
	}

	@Test
	void saysChoicesAsChainsThatMeanTheSame() {
		for (int i = 0; i < CASES; i++) {
			List<Object> values = new ArrayList<>();
			for (int count = 1 + this.generator.below(4); count > 0; count--) {
				values.add(this.generator.literal());
			}
			In in = new In("a", values, this.generator.below(2) == 0, false);
			Criteria chain = ODataFilter.parse(ODataFilter.write(in));
			assertThat(ODataFilter.comparisons(in)).isEqualTo(ODataFilter.comparisons(chain)).isEqualTo(values.size());
			for (Object value : Arrays.asList(this.generator.literal(), this.generator.oneOf(values), null,
					Double.NaN)) {
				this.generator.hold(in.matches((property) -> value) == chain.matches((property) -> value),
						() -> in + " and " + chain + " of " + value);
			}
		}
	}

	static List<Arguments> counts() {
		Criteria one = where("a").is(1);
		return List.of(arguments(Criteria.ALL, 0), arguments(one, 1), arguments(where("a").between(1, 2), 2),
				arguments(where("a").in(1, 2, 3), 3), arguments(where("a").notIn(List.of(1, 2)), 2),
				arguments(where("a").startingWith("x"), 2),
				arguments(one.and(where("b").in(1, 2).or(where("c").between(1, 2))), 5));
	}

	@ParameterizedTest
	@MethodSource("counts")
	void countsComparisons(Criteria criteria, int comparisons) {
		assertThat(ODataFilter.comparisons(criteria)).isEqualTo(comparisons);
	}

	static List<Arguments> unsupported() {
		return List.of(arguments(where("a").is(Double.NaN), "A filter has no literal for NaN"),
				arguments(where("a").is(Double.POSITIVE_INFINITY), "A filter has no literal for Infinity"),
				arguments(where("a").in(1.0, Double.NEGATIVE_INFINITY), "A filter has no literal for -Infinity"),
				arguments(where("a").is(BigDecimal.ONE),
						"A filter has no literal for values of type java.math.BigDecimal"),
				arguments(where("a").is((short) 1), "A filter has no literal for values of type java.lang.Short"),
				arguments(where("a").ignoringCase().is("x"),
						"The service has no filter for Comparison without regard to case"),
				arguments(where("a").ignoringCase().in("x").or(where("b").is(1)),
						"The service has no filter for In without regard to case"),
				arguments(where("a").containing("x"), "The service has no filter for TextMatch"),
				arguments(where("a").ignoringCase().startingWith("x"), "The service has no filter for TextMatch"),
				arguments(where("a").startingWith("x").negated(), "The service has no filter for TextMatch"),
				arguments(where("b").is(1).and(where("a").isNull()), "The service has no filter for NullCheck"),
				arguments(where("a").in(), "No filter says that no row is wanted; make no request at all"),
				arguments(Criteria.NONE, "No filter says that no row is wanted; make no request at all"));
	}

	@ParameterizedTest
	@MethodSource("unsupported")
	void refusesWhatTheServiceCannotBeTold(Criteria criteria, String message) {
		assertThatIllegalArgumentException().isThrownBy(() -> ODataFilter.write(criteria)).withMessage(message);
	}

}
