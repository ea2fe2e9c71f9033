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

import java.util.List;

import io.azuretables.internal.key.KeyPart.Digits;
import io.azuretables.internal.key.KeyPart.Style;
import io.azuretables.key.KeyTemplateException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class KeyTemplateTests {

	@Test
	void readsLiteralsAndParts() {
		KeyTemplate template = KeyTemplate.parse("empid_{employeeId:6}_{review.year:4:desc}{name:lower}");
		assertThat(template.literals()).containsExactly("empid_", "_", "", "");
		assertThat(template.parts()).containsExactly(part("employeeId", new Digits(6, 0), Style.ASCENDING, 0),
				part("review.year", new Digits(4, 0), Style.DESCENDING, 0), part("name", null, Style.LOWER, 0));
		assertThat(template.properties()).containsExactly("employeeId", "review.year", "name");
	}

	private static KeyPart part(String property, @Nullable Digits digits, Style style, int buckets) {
		return new KeyPart(property, digits, style, buckets);
	}

	static List<Arguments> parts() {
		return List.of(arguments("{a}", part("a", null, Style.ASCENDING, 0)),
				arguments("{a:10.2}", part("a", new Digits(10, 2), Style.ASCENDING, 0)),
				arguments("{a:1.37}", part("a", new Digits(1, 37), Style.ASCENDING, 0)),
				arguments("{a:38}", part("a", new Digits(38, 0), Style.ASCENDING, 0)),
				arguments("{a:desc}", part("a", null, Style.DESCENDING, 0)),
				arguments("{a:6:desc}", part("a", new Digits(6, 0), Style.DESCENDING, 0)),
				arguments("{a:lower}", part("a", null, Style.LOWER, 0)),
				arguments("{a:bucket(2)}", part("a", null, Style.ASCENDING, 2)),
				arguments("{a:bucket(10000)}", part("a", null, Style.ASCENDING, 10_000)),
				arguments("{straße_1.名}", part("straße_1.名", null, Style.ASCENDING, 0)));
	}

	@ParameterizedTest
	@MethodSource("parts")
	void readsTheFormatOfAPart(String text, KeyPart part) {
		KeyTemplate template = KeyTemplate.parse(text);
		assertThat(template.parts()).containsExactly(part);
		assertThat(template.literals()).containsExactly("", "");
		assertThat(template).hasToString(text);
		assertThat(part).hasToString(text);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			``         | ``
			Const      | Const
			{{         | {
			}}         | }
			{{}}       | {}
			{{{{a}}}}  | {{a}}
			a'b %+é日  | a'b %+é日
			😀         | 😀
			""")
	void takesALiteralAlone(String text, String literal) {
		KeyTemplate template = KeyTemplate.parse(text);
		assertThat(template.literals()).containsExactly(literal);
		assertThat(template.parts()).isEmpty();
	}

	@Test
	void tellsDoubledBracesFromParts() {
		KeyTemplate template = KeyTemplate.parse("{{{a}}}{{{{{b}");
		assertThat(template.literals()).containsExactly("{", "}{{", "");
		assertThat(template.properties()).containsExactly("a", "b");
	}

	@Test
	void namesAPropertyOnce() {
		assertThat(KeyTemplate.parse("{a:bucket(4)}_{b}_{a}").properties()).containsExactly("a", "b");
	}

	@Test
	void equalsATemplateThatMeansTheSame() {
		KeyTemplate template = KeyTemplate.parse("x{a:6:desc}");
		assertThat(KeyTemplate.parse("x{a:desc:06}")).isEqualTo(template).hasSameHashCodeAs(template);
		assertThat(KeyTemplate.parse("x{a:6.0:desc}")).isEqualTo(template).hasSameHashCodeAs(template);
		assertThat(KeyTemplate.parse("y{a:6:desc}")).isNotEqualTo(template);
		assertThat(KeyTemplate.parse("x{a:6}")).isNotEqualTo(template);
		assertThat(template).isNotEqualTo("x{a:6:desc}");
	}

	static List<Arguments> errors() {
		String format = "expected a number of digits, 'desc', 'lower' or 'bucket(n)', found ";
		return List.of(arguments("{", 1, "expected the name of a property, found the end of the template"),
				arguments("{}", 1, "expected the name of a property, found '}'"),
				arguments("ab_{1a}", 4, "expected the name of a property, found '1'"),
				arguments("{.a}", 1, "expected the name of a property, found '.'"),
				arguments("{a.}", 1, "expected the name of a property, found 'a'"),
				arguments("{a..b}", 1, "expected the name of a property, found 'a'"),
				arguments("{a", 2, "expected ':' and a format, or '}', found the end of the template"),
				arguments("{a b}", 2, "expected ':' and a format, or '}', found ' '"),
				arguments("{a{b}", 2, "expected ':' and a format, or '}', found '{'"),
				arguments("{a:6x}", 4, "expected ':' and a format, or '}', found 'x'"),
				arguments("{a:}", 3, format + "''"), arguments("{a:asc}", 3, format + "'asc'"),
				arguments("{a:DESC}", 3, format + "'DESC'"), arguments("{a:-1}", 3, format + "''"),
				arguments("{a:0}", 3, "expected between 1 and 38 digits"),
				arguments("{a:39}", 3, "expected between 1 and 38 digits"),
				arguments("{a:20.19}", 3, "expected between 1 and 38 digits"),
				arguments("{a:0.5}", 3, "expected between 1 and 38 digits"),
				arguments("{a:123456}", 3, "expected a number of at most 5 digits"),
				arguments("{a:5.}", 5, "expected a number, found '}'"), arguments("{a:6:6}", 5, "digits stand twice"),
				arguments("{a:desc:desc}", 8, "desc or lower stand twice"),
				arguments("{a:lower:desc}", 9, "desc or lower stand twice"),
				arguments("{a:bucket(2):bucket(2)}", 13, "bucket stand twice"),
				arguments("{a:bucket}", 9, "expected '(' and the number of buckets, found '}'"),
				arguments("{a:bucket()}", 10, "expected a number, found ')'"),
				arguments("{a:bucket(16", 12, "expected ')', found the end of the template"),
				arguments("{a:bucket(1)}", 10, "expected between 2 and 10000 buckets"),
				arguments("{a:bucket(10001)}", 10, "expected between 2 and 10000 buckets"),
				arguments("_{a:bucket(4):desc}", 2,
						"'bucket(n)' stands alone: a hash has no digits, no direction and no case"),
				arguments("{a:6:bucket(4)}", 1,
						"'bucket(n)' stands alone: a hash has no digits, no direction and no case"),
				arguments("a}", 1, "a '}' that closes nothing; write '}}' for a literal brace"),
				arguments("{a}}", 3, "a '}' that closes nothing; write '}}' for a literal brace"), illegal("a/{b}", 1),
				illegal("\\", 0), illegal("a#", 1), illegal("{a}?", 3), illegal("a\tb", 1), illegal("a\u007F", 1),
				illegal("a\u0085", 1), illegal("\u2028", 0), illegal("\u2029", 0), illegal("\uFFEE", 0),
				illegal("a\uFFFF", 1), illegal("a\uD83D", 1), illegal("\uDE00", 0), illegal("\uD83D\uD83D\uDE00", 0));
	}

	private static Arguments illegal(String template, int position) {
		return arguments(template, position,
				"the character U+%04X, which may not stand in a key".formatted((int) template.charAt(position)));
	}

	@ParameterizedTest
	@MethodSource("errors")
	void saysWhereItFailedAndWhatItExpected(String template, int position, String problem) {
		assertThatExceptionOfType(KeyTemplateException.class).isThrownBy(() -> KeyTemplate.parse(template))
			.withMessage("Key template \"" + template + "\": at position " + position + ": " + problem);
	}

}
