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

import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

import io.azuretables.query.Criteria;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static io.azuretables.query.Criteria.where;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class ODataParserTests {

	static List<Arguments> filters() {
		Criteria a = where("a").is(1);
		Criteria b = where("b").is(2);
		Criteria c = where("c").is(3);
		UUID uuid = UUID.fromString("f81d4fae-7dec-11d0-a765-00a0c91e6bf6");
		return List.of(arguments("a eq 1", a), arguments("  a   eq\n\t1  ", a), arguments("(a eq 1)", a),
				arguments("((a eq 1))", a), arguments("a eq 1 and b eq 2 and c eq 3", Criteria.allOf(List.of(a, b, c))),
				arguments("a eq 1 or b eq 2 or c eq 3", Criteria.anyOf(List.of(a, b, c))),
				arguments("a eq 1 or b eq 2 and c eq 3", a.or(b.and(c))),
				arguments("a eq 1 and b eq 2 or c eq 3", a.and(b).or(c)),
				arguments("(a eq 1 or b eq 2) and c eq 3", a.or(b).and(c)),
				arguments("a eq 1 and (b eq 2 and c eq 3)", Criteria.allOf(List.of(a, b, c))),
				arguments("not a eq 1", where("a").isNot(1)), arguments("not(a eq 1)", where("a").isNot(1)),
				arguments("not not a eq 1", a),
				arguments("not a lt 1 and b eq 2", where("a").greaterThanOrEqual(1).and(b)),
				arguments("not (a eq 1 or b gt 2)", where("a").isNot(1).and(where("b").lessThanOrEqual(2))),
				arguments("A EQ 1 AND B Ne 2 oR NOT c eQ 3",
						where("A").is(1).and(where("B").isNot(2)).or(where("c").isNot(3))),
				arguments("1 eq a", a), arguments("1 ne a", where("a").isNot(1)),
				arguments("1 lt a", where("a").greaterThan(1)), arguments("1 le a", where("a").greaterThanOrEqual(1)),
				arguments("1 gt a", where("a").lessThan(1)), arguments("1 ge a", where("a").lessThanOrEqual(1)),
				arguments("'x' le a", where("a").greaterThanOrEqual("x")), arguments("a eq'x'", where("a").is("x")),
				arguments("note eq 1", where("note").is(1)), arguments("android eq 1", where("android").is(1)),
				arguments("a.b eq 1", where("a.b").is(1)), arguments("_rk eq 'x'", where("_rk").is("x")),
				arguments("a eq 5d", where("a").is(5.0)), arguments("a eq 5D", where("a").is(5.0)),
				arguments("a eq 1.5d", where("a").is(1.5)), arguments("a eq 1e3", where("a").is(1000.0)),
				arguments("a eq 1E+3", where("a").is(1000.0)), arguments("a eq -1.5e-3", where("a").is(-0.0015)),
				arguments("a eq 5l", where("a").is(5L)), arguments("a eq 2147483648L", where("a").is(2147483648L)),
				arguments("a eq -1", where("a").is(-1)), arguments("a eq false", where("a").is(false)),
				arguments("a eq datetime'2014-08-22T00:50:32Z'", where("a").is(Instant.parse("2014-08-22T00:50:32Z"))),
				arguments("a eq guid'F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6'", where("a").is(uuid)),
				arguments("a eq X'00FF'", where("a").is(new byte[] { 0, -1 })),
				arguments("a eq x'00ff'", where("a").is(new byte[] { 0, -1 })),
				arguments("a eq binary'00ff'", where("a").is(new byte[] { 0, -1 })),
				arguments("a eq ' or '", where("a").is(" or ")), arguments("a eq '\0'", where("a").is("\0")));
	}

	@ParameterizedTest
	@MethodSource("filters")
	void readsFilters(String text, Criteria criteria) {
		assertThat(ODataFilter.parse(text)).isEqualTo(criteria);
	}

	static List<Arguments> errors() {
		String start = "expected a property or a literal, found ";
		String operator = "expected eq, ne, lt, le, gt or ge, found ";
		String sides = "expected a comparison of a property with a literal";
		String number = " is not a number; one of 64 bits ends with L";
		return List.of(arguments("", 0, start + "the end"), arguments("   ", 3, start + "the end"),
				arguments("a", 1, operator + "the end"), arguments("a ", 2, operator + "the end"),
				arguments("a = 1", 2, operator + "'='"), arguments("a equals 1", 2, operator + "equals"),
				arguments("a eq", 4, start + "the end"), arguments("a eq and", 0, sides),
				arguments("a eq )", 5, start + "')'"), arguments("a eq b", 0, sides), arguments("1 eq 2", 0, sides),
				arguments("x eq 1 and  a eq b", 12, sides), arguments("true", 4, operator + "the end"),
				arguments("a eq 1 2", 7, "expected 'and', 'or' or the end, found '2'"),
				arguments("a eq 1 b eq 2", 7, "expected 'and', 'or' or the end, found 'b'"),
				arguments("a eq 1)", 6, "expected 'and', 'or' or the end, found ')'"),
				arguments("(a eq 1", 7, "expected ')', found the end"),
				arguments("(a eq 1 or b eq 2", 17, "expected ')', found the end"), arguments("()", 1, start + "')'"),
				arguments("a eq 1 and", 10, start + "the end"), arguments("a eq 1 or or b eq 2", 13, operator + "b"),
				arguments("not", 3, start + "the end"), arguments("a eq 'x", 5, "the quote is not closed"),
				arguments("a eq 'x''", 5, "the quote is not closed"), arguments("a eq '", 5, "the quote is not closed"),
				arguments("a eq 'O'Neil'", 8, "expected 'and', 'or' or the end, found 'N'"),
				arguments("a eq datetime'2014", 13, "the quote is not closed"),
				arguments("a eq null", 5, "the service has no null; a property without a value is absent"),
				arguments("a eq datetime'2014-08-22'", 5, "'2014-08-22' is not a time such as 2014-08-22T00:50:32Z"),
				arguments("a eq guid'1-1-1-1-1'", 5,
						"'1-1-1-1-1' is not a GUID such as f81d4fae-7dec-11d0-a765-00a0c91e6bf6"),
				arguments("a eq X'abc'", 5, "'abc' is not a row of bytes such as 00ff"),
				arguments("a eq X'0g'", 5, "'0g' is not a row of bytes such as 00ff"),
				arguments("a eq N'x'", 5,
						"'N' is not a type; text has none, and others are datetime, guid, X and binary"),
				arguments("a eq 2147483648", 5, "'2147483648'" + number), arguments("a eq 1x", 5, "'1x'" + number),
				arguments("a eq -", 5, "'-'" + number), arguments("a eq 1e999", 5, "'1e999'" + number),
				arguments("a eq -1e999", 5, "'-1e999'" + number), arguments("a eq 1.5f", 5, "'1.5f'" + number),
				arguments("a eq 0x1p3", 5, "'0x1p3'" + number), arguments("a eq 1.", 5, "'1.'" + number),
				arguments("a eq 9223372036854775808L", 5, "'9223372036854775808L'" + number),
				arguments("a eq NaN", 0, sides), arguments("a eq Infinity", 0, sides),
				arguments("a eq \0", 5, start + "'\0'"), arguments("a eq :name", 5, "no parameter is expected here"),
				arguments("a eq ?0", 5, "no parameter is expected here"),
				arguments("a eq :", 5, "expected the name or the index of a parameter"),
				arguments("startswith(a, 'x')", 10, operator + "'('"), arguments("a/b eq 1", 1, operator + "'/'"),
				arguments("a eq \"x\"", 5, start + "'\"'"), arguments("a add 1 eq 2", 2, operator + "add"));
	}

	@ParameterizedTest
	@MethodSource("errors")
	void saysWhereAFilterIsWrongAndWhatIsExpected(String text, int position, String problem) {
		assertThatExceptionOfType(ODataSyntaxException.class).isThrownBy(() -> ODataFilter.parse(text))
			.withMessage("Filter \"" + text + "\": at position " + position + ": " + problem);
	}

	@Test
	void takesParametersByNameAndIndex() {
		Criteria criteria = ODataFilter.parse("a eq :name and (?1 lt b or c ge ?0)", (name) -> "<" + name + ">");
		assertThat(criteria).isEqualTo(
				where("a").is("<name>").and(where("b").greaterThan("<1>").or(where("c").greaterThanOrEqual("<0>"))));
	}

	@Test
	void takesNoParameterInsideOfALiteral() {
		assertThat(ODataFilter.parse("a eq ':name ?0'")).isEqualTo(where("a").is(":name ?0"));
	}

	@Test
	void saysWhichParameterIsUnknown() {
		assertThatExceptionOfType(ODataSyntaxException.class)
			.isThrownBy(() -> ODataFilter.parse("a eq 1 and b eq :nobody", (name) -> {
				throw new IllegalArgumentException("there is no parameter '" + name + "'");
			}))
			.withMessage("Filter \"a eq 1 and b eq :nobody\": at position 16: there is no parameter 'nobody'");
	}

	@Test
	void limitsNestingAndNotLength() {
		assertThatNoException().isThrownBy(() -> ODataFilter.parse("(".repeat(63) + "a eq 1" + ")".repeat(63)));
		assertThatNoException().isThrownBy(() -> ODataFilter.parse("not ".repeat(63) + "a eq 1"));
		for (String nesting : List.of("(", "not ", "not (")) {
			assertThatExceptionOfType(ODataSyntaxException.class)
				.isThrownBy(() -> ODataFilter.parse(nesting.repeat(100_000) + "a eq 1"))
				.withMessageContaining("more than 64 conditions are nested");
		}
		Criteria chain = ODataFilter.parse("a eq 1" + " or a eq 1".repeat(50_000));
		assertThat(ODataFilter.comparisons(chain)).isEqualTo(50_001);
	}

	@Test
	void readsLongWordsAndLiteralsAtOnce() {
		String word = "a".repeat(200_000);
		String bytes = "ab".repeat(65_536);
		Instant start = Instant.now();
		assertThat(ODataFilter.parse(word + " eq 1")).isEqualTo(where(word).is(1));
		assertThat(ODataFilter.parse("a eq '" + word + "'")).isEqualTo(where("a").is(word));
		assertThat(ODataFilter.parse("a eq X'" + bytes + "'")).isEqualTo(where("a").is(HexFormat.of().parseHex(bytes)));
		for (String wrong : List.of("a eq " + "1".repeat(200_000), "a " + word + " 1", "a eq X'" + bytes + "a'")) {
			assertThatExceptionOfType(ODataSyntaxException.class).isThrownBy(() -> ODataFilter.parse(wrong));
		}
		assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(2));
	}

}
