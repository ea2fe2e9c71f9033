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
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

import io.azuretables.internal.key.KeyKind.Level;
import io.azuretables.internal.key.KeyKind.Status;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.KeyRange;
import io.azuretables.key.KeyTemplateException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class KeyLayoutTests {

	/**
	 * A name that cannot be mirrored.
	 */
	enum Season {

		WINTER, ÉTÉ

	}

	/**
	 * In another order than their names have.
	 */
	enum Rank {

		MIDDLE, LOWER, LOW, HIGH

	}

	private static KeyLayout layout(String template, Class<?>... types) {
		KeyTemplate parsed = KeyTemplate.parse(template);
		return KeyLayout.of("Employee", parsed, (name) -> types[parsed.properties().indexOf(name)]);
	}

	static List<Arguments> goldenKeys() {
		return List.of(arguments("{a}", "Sales", "Sales"), arguments("{a:6}", 223, "000223"),
				arguments("{a}", 223, "0000000223"), arguments("{a}", -1, "-2147483647"),
				arguments("{a}", Integer.MIN_VALUE, "-0000000000"), arguments("{a:desc}", 223, "2147483424"),
				arguments("{a:desc}", -1, "~0000000000"), arguments("{a:3:desc}", 223, "776"),
				arguments("{a}", (byte) 7, "007"), arguments("{a}", (short) -7, "-32761"),
				arguments("{a}", 223L, "0000000000000000223"),
				arguments("{a:19}", Long.MAX_VALUE, "9223372036854775807"),
				arguments("{a:5.2}", new BigDecimal("12.5"), "00012.50"),
				arguments("{a:5.2}", new BigDecimal("-12.5"), "-99987.49"),
				arguments("{a:5.2:desc}", new BigDecimal("12.5"), "99987.49"),
				arguments("{a:5.2:desc}", new BigDecimal("-12.5"), "~00012.50"),
				arguments("{a:3}", new BigDecimal("1E+2"), "100"), arguments("{a}", true, "true"),
				arguments("{a}", false, "false"), arguments("{a}", Status.IN_PROGRESS, "IN_PROGRESS"),
				arguments("{a}_x", Status.IN_PROGRESS, "IN^\uFFEEIPROGRESS_x"),
				arguments("{a:desc}", Level.LOW, "ebU~"), arguments("{a:desc}", Level.HIGH_, "ihjiQ~"),
				arguments("{a}", UUID.fromString("F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"),
						"f81d4fae-7dec-11d0-a765-00a0c91e6bf6"),
				arguments("{a}", LocalDate.of(2014, 8, 22), "2014-08-22"),
				arguments("{a:desc}", LocalDate.of(9999, 12, 30), "0000001"),
				arguments("{a}", YearMonth.of(2014, 8), "2014-08"),
				arguments("{a:desc}", YearMonth.of(9998, 11), "000013"),
				arguments("{a}", Instant.parse("2014-08-22T00:50:32.1234567Z"), "2014-08-22T00:50:32.1234567Z"),
				arguments("{a}", OffsetDateTime.parse("2014-08-22T02:50:32+02:00"), "2014-08-22T00:50:32.0000000Z"),
				arguments("{a}", LocalDateTime.parse("0001-01-01T00:00:00.999999999"), "0001-01-01T00:00:00.9999999"),
				arguments("empid_{a:6}", 223, "empid_000223"), arguments("{{{a}}}", "x", "{x}"));
	}

	static List<Arguments> goldenTexts() {
		return List.of(arguments("{a}", "", ""), arguments("{a}", "a'b %+&=;:()$@*!\"{x}<x>|^`~..", null),
				arguments("{a}", "é日本😀\u00A0\u200B", null), arguments("{a}", "a/b", "a.\uFFEEIb"),
				arguments("{a}", "a\\b", "a[\uFFEEIb"), arguments("{a}", "#", "\"\uFFEEI"),
				arguments("{a}", "?", ">\uFFEEI"), arguments("{a}", "\t", "  9"), arguments("{a}", "\u001F", "  V"),
				arguments("{a}", "\u007F\u009F", "~\uFFEEI~\uFFEEo"),
				arguments("{a}", "\u2028\u2029", "\u2027\uFFEEI\u2027\uFFEEJ"),
				arguments("{a}", "\uFFED\uFFEE\uFFFF", "\uFFED\uFFEE0\uFFEEH"), arguments("{a}", " a  b ", " a ! b !"),
				arguments("{a}", " !", " !!"), arguments("{a}", "a_b", "a_b"), arguments("{a}_", "a_b", "a^\uFFEEIb_"),
				arguments("{a}0", "/0", ".\uFFEEI.\uFFEEJ0"), arguments("{a} x", "Ann Lee!", "Ann!WLee!X x"),
				arguments("{a} x", "\0", "!0 x"), arguments("{a:lower}", "ÉTÉ Straße İ", "été straße i"));
	}

	@ParameterizedTest
	@MethodSource({ "goldenKeys", "goldenTexts" })
	void writesKeysThatCanBeRead(String template, Object value, @Nullable String key) {
		Class<?> type = (value instanceof Enum<?> constant) ? constant.getDeclaringClass() : value.getClass();
		assertThat(layout(template, type).encode(value)).isEqualTo((key != null) ? key : value);
	}

	/**
	 * Their names are known: from the first to the last key, whatever is behind them.
	 */
	@Test
	void readsNoMoreThanFromTheFirstToTheLastOfSomeConstants() {
		KeyLayout layout = layout("{a}|{b}", Rank.class, String.class);
		assertThat(layout.below(List.of(), Rank.LOW, false)).isEqualTo(layout.range(List.of(Rank.HIGH)));
		assertThat(layout.below(List.of(), Rank.HIGH, true)).isEqualTo(layout.range(List.of(Rank.HIGH)));
		assertThat(layout.below(List.of(), Rank.HIGH, false).isEmpty()).isTrue();
		assertThat(layout.above(List.of(), Rank.MIDDLE, true)).isEqualTo(layout.range(List.of(Rank.MIDDLE)));
		assertThat(layout.above(List.of(), Rank.MIDDLE, false).isEmpty()).isTrue();
		assertThat(layout.below(List.of(), Rank.LOWER, true).contains(layout.encode(Rank.LOW, "b"))).isTrue();
		assertThat(layout.below(List.of(), Rank.LOWER, true).contains(layout.encode(Rank.MIDDLE, "b"))).isFalse();
	}

	@Test
	void writesALiteralAlone() {
		assertThat(layout("Const").encode()).isEqualTo("Const");
		assertThat(layout("").encode()).isEmpty();
		assertThat(layout("").decode("")).isEmpty();
		assertThat(layout("").range(List.of())).isEqualTo(KeyRange.point(""));
		assertThat(layout("Const").range(List.of())).isEqualTo(KeyRange.point("Const"));
	}

	@Test
	void describesItsParts() {
		KeyLayout layout = layout("o_{a:lower}_{b:bucket(4)}_{c}", String.class, String.class, String.class);
		assertThat(layout.size()).isEqualTo(3);
		assertThat(layout.prefix()).isEqualTo("o_");
		assertThat(layout.part(1).property()).isEqualTo("b");
		assertThat(layout.template()).isEqualTo(KeyTemplate.parse("o_{a:lower}_{b:bucket(4)}_{c}"));
		assertThat(List.of(layout.isReversible(0), layout.isReversible(1), layout.isReversible(2)))
			.containsExactly(false, false, true);
		assertThat(List.of(layout.isSorted(0), layout.isSorted(1), layout.isSorted(2))).containsExactly(false, false,
				true);
		assertThat(layout("{a}_{b} {c}", String.class, String.class, Status.class).isSorted(0)).isFalse();
		assertThat(layout("{a} {b}", String.class, String.class).isSorted(0)).isTrue();
		assertThat(KeyLayout.supports(Status.class)).isTrue();
		assertThat(KeyLayout.supports(Double.class)).isFalse();
	}

	static List<Arguments> mismatches() {
		String open = " is of variable length and nothing tells where it ends; put a literal such as '_' behind it";
		return List.of(
				arguments("{a}", double.class,
						"part {a} is of type double, which cannot stand in a key; "
								+ "register a converter to a type that can"),
				arguments("{a}", byte[].class,
						"part {a} is of type [B, which cannot stand in a key; "
								+ "declare it as String, in hexadecimal digits for example"),
				arguments("{a}{b}", String.class, "part {a}" + open),
				arguments("{a}{b}", Status.class, "part {a}" + open),
				arguments("{a:lower}{b}", String.class, "part {a:lower}" + open),
				arguments("{a}!{b}", String.class,
						"part {a} is of variable length and cannot be followed by '!'; use '_', ':' or ' '"),
				arguments("{a}\"", Status.class,
						"part {a} is of variable length and cannot be followed by '\"'; use '_', ':' or ' '"),
				arguments("{a}\uE000", String.class,
						"part {a} is of variable length and cannot be followed by '\uE000'; use '_', ':' or ' '"),
				arguments("{a:lower}", Integer.class,
						"part {a:lower}: 'lower' is for text, and the property is of type java.lang.Integer"),
				arguments("{a:lower}", Status.class,
						"part {a:lower}: 'lower' is for text, and the property is of type " + Status.class.getName()),
				arguments("{a:desc}", String.class,
						"part {a:desc}: 'desc' is for numbers, dates, times, durations and enums, "
								+ "and the property is of type java.lang.String"),
				arguments("{a:desc}", Boolean.class,
						"part {a:desc}: 'desc' is for numbers, dates, times, durations and enums, "
								+ "and the property is of type java.lang.Boolean"),
				arguments("{a:desc}", UUID.class,
						"part {a:desc}: 'desc' is for numbers, dates, times, durations and enums, "
								+ "and the property is of type java.util.UUID"),
				arguments("{a:desc}", Season.class,
						"part {a:desc}: 'desc' needs constants of ASCII letters, digits "
								+ "and underscores, and 'ÉTÉ' is not one"),
				arguments("{a:6}", String.class,
						"part {a:6}: digits are for numbers, and the property is of type java.lang.String"),
				arguments("{a:6}", Instant.class,
						"part {a:6}: digits are for numbers, and the property is of type java.time.Instant"),
				arguments("{a}", BigDecimal.class,
						"part {a}: a BigDecimal needs its digits in the template: {a:10.2} "
								+ "has ten before the point and two behind it"),
				arguments("{a:4.2}", Integer.class,
						"part {a:4.2}: digits behind the point are for BigDecimal, "
								+ "and the property is of type java.lang.Integer"),
				arguments("{a:11}", Integer.class, "part {a:11}: Integer has at most 10 digits"),
				arguments("{a:20}", Long.class, "part {a:20}: Long has at most 19 digits"),
				arguments("{a:4}", Byte.class, "part {a:4}: Byte has at most 3 digits"));
	}

	@ParameterizedTest
	@MethodSource("mismatches")
	void rejectsAPartThatDoesNotFitItsTypeOrNeighbours(String template, Class<?> type, String problem) {
		KeyTemplate parsed = KeyTemplate.parse(template);
		assertThatExceptionOfType(KeyTemplateException.class)
			.isThrownBy(() -> KeyLayout.of("Employee", parsed, (name) -> type))
			.withMessage("Key template \"" + template + "\": " + problem);
	}

	static List<Arguments> broken() {
		String years = "it lies outside of the years 1 to 9999";
		String wide = "it has more than 5 digits before the point; widen the part of the template";
		String long2 = "it has more than 2 digits behind the point; round it, or widen the part of the template";
		return List.of(
				arguments("{a:6}", -1,
						"a part padded to 6 digits takes no negative numbers; "
								+ "leave the digits out of the template"),
				arguments("{a:6:desc}", 1_000_000, "it has more than 6 digits; widen the part of the template"),
				arguments("{a:2}", (byte) 100, "it has more than 2 digits; widen the part of the template"),
				arguments("{a:5.2}", new BigDecimal("100000"), wide),
				arguments("{a:5.2}", new BigDecimal("-100000"), wide),
				arguments("{a:5.2}", new BigDecimal("1E+999999999"), wide),
				arguments("{a:5.2}", new BigDecimal("0.125"), long2),
				arguments("{a:5.2}", new BigDecimal("1E-999999999"), long2),
				arguments("{a}", LocalDate.of(10_000, 1, 1), years), arguments("{a}", LocalDate.of(0, 12, 31), years),
				arguments("{a:desc}", LocalDate.MIN, years), arguments("{a:desc}", YearMonth.of(10_000, 1), years),
				arguments("{a}", LocalDateTime.MAX, years), arguments("{a}", LocalDateTime.MIN, years),
				arguments("{a}", Instant.parse("+10000-01-01T00:00:00Z"), years),
				arguments("{a}", Instant.parse("0000-12-31T23:59:59.999999999Z"), years),
				arguments("{a}", Instant.MIN, years), arguments("{a:desc}", Instant.MAX, years),
				arguments("{a}", OffsetDateTime.MIN, years), arguments("{a}", OffsetDateTime.MAX, years),
				arguments("{a}", OffsetDateTime.parse("0001-01-01T00:00:00+01:00"), years),
				arguments("{a}", "x\uD83D",
						"it holds half a surrogate pair at index 1, which no request can carry; " + "remove it"),
				arguments("{a}", "\uDE00\uD83D",
						"it holds half a surrogate pair at index 0, which no request can " + "carry; remove it"),
				arguments("{a}_", "a\uD83D\uD83D\uDE00",
						"it holds half a surrogate pair at index 1, which no request " + "can carry; remove it"));
	}

	@ParameterizedTest
	@MethodSource("broken")
	void namesOwnerPropertyValueAndRule(String template, Object value, String rule) {
		String shown = (value instanceof String) ? "'" + value + "'" : value.toString();
		assertThatExceptionOfType(InvalidKeyException.class)
			.isThrownBy(() -> layout(template, value.getClass()).encode(value))
			.withMessage("Employee: property 'a' with value " + shown + " cannot stand in the key: " + rule)
			.matches((ex) -> ex.getProperty().equals("a") && ex.getRule().equals(rule));
	}

	@Test
	void showsValuesCutAndOnOneLine() {
		for (String value : List.of("x\nforged\uD83D", "x\r\u2028\u0085\u001B".repeat(300) + "\uD83D",
				"\n".repeat(600))) {
			assertThatExceptionOfType(InvalidKeyException.class)
				.isThrownBy(() -> layout("{a}", String.class).encode(value))
				.withMessageMatching("Employee: property 'a' with value '[x?]+(forged.|…)' .*")
				.matches((ex) -> ex.getMessage().length() < 300);
		}
		assertThatExceptionOfType(InvalidKeyException.class)
			.isThrownBy(() -> layout("{a:5.2}", BigDecimal.class).encode(new BigDecimal("9".repeat(100_000))))
			.withMessageContaining("with value " + "9".repeat(64) + "… of 100000 characters cannot stand");
	}

	@Test
	void rejectsHugeDecimalsAtOnce() {
		KeyLayout layout = layout("{a:5.2}", BigDecimal.class);
		for (String text : List.of("1E+2147483647", "-1E-2147483647", "1E+99999999")) {
			assertThat(Duration.between(Instant.now(), rejected(layout, new BigDecimal(text))))
				.isLessThan(Duration.ofSeconds(1));
		}
		assertThat(layout.encode(new BigDecimal("0E+2147483647"))).isEqualTo("00000.00");
		assertThat(layout.encode(new BigDecimal("0E-2147483647"))).isEqualTo("00000.00");
	}

	private static Instant rejected(KeyLayout layout, BigDecimal value) {
		assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(() -> layout.encode(value));
		return Instant.now();
	}

	@Test
	void rejectsAValueThatIsNotSet() {
		assertThatExceptionOfType(InvalidKeyException.class)
			.isThrownBy(() -> layout("x_{a}_{b}", String.class, Integer.class).encode("v", null))
			.withMessage("Employee: property 'b' with value null cannot stand in the key: it must be set before the "
					+ "entity is written or looked up (template \"x_{a}_{b}\")");
	}

	@Test
	void takesKeysOf512CodeUnitsAndNoMore() {
		KeyLayout layout = layout("k_{a}", String.class);
		for (String text : List.of("x".repeat(510), "é".repeat(510), "日".repeat(510), "😀".repeat(255), "/".repeat(170),
				".".repeat(510))) {
			String key = layout.encode(text);
			assertThat(key).hasSize(512);
			assertThat(layout.decode(key)).containsExactly(text);
			assertThat(layout.range(List.of(text)).contains(key)).isTrue();
			assertThat(layout.startingWith(List.of(), text).contains(key)).isTrue();
			assertThat(ValueRange.closed(text, text).in(layout, List.of()).contains(key)).isTrue();
			String problem = "Employee: the key of %d UTF-16 code units is longer than the 512 that the service takes "
					+ "(template \"k_{a}\"); shorten the values, or keep them as properties";
			assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(() -> layout.encode(text + "x"))
				.withMessageMatching(
						"(?s)Employee: property 'a' with value '.{32,64}…' of \\d+ characters cannot stand in the "
								+ "key: \\Q" + problem.formatted(513).substring("Employee: ".length()))
				.matches((ex) -> ex.getProperty().equals("a"));
			assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(() -> layout.range(List.of(text + "xy")))
				.withMessage(problem.formatted(514));
		}
	}

	static List<Arguments> foreignKeys() {
		return List.of(arguments("{a:6}", Integer.class, "00022", "at position 0 it ends too early"),
				arguments("{a:6}", Integer.class, "0002233", "at position 6 more text follows"),
				arguments("{a:6}", Integer.class, "00022x", "at position 0 6 digits were expected"),
				arguments("{a:6}", Integer.class, "-00223", "at position 0 6 digits were expected"),
				arguments("{a}", Integer.class, "2147483648",
						"at position 10 a number too large for the part was found"),
				arguments("empid_{a:6}", Integer.class, "email_000223", "at position 0 'empid_' was expected"),
				arguments("{a}", Boolean.class, "yes", "at position 0 'false' was expected"),
				arguments("{a}", UUID.class, "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6",
						"at position 36 a UUID in lower case was expected"),
				arguments("{a}", UUID.class, "x81d4fae-7dec-11d0-a765-00a0c91e6bf6",
						"at position 36 a UUID in lower case was expected"),
				arguments("{a}", LocalDate.class, "2014-02-29", "at position 10 a date was expected"),
				arguments("{a}", LocalDate.class, "0000-01-01", "at position 4 a year from 1 to 9999 was expected"),
				arguments("{a}", YearMonth.class, "2014-13", "at position 7 a month was expected"),
				arguments("{a:desc}", LocalDate.class, "3652059",
						"at position 7 a distance of at most 3652058 from the end of the year 9999 was expected"),
				arguments("{a:desc}", YearMonth.class, "119988",
						"at position 6 a distance of at most 119987 from the end of the year 9999 was expected"),
				arguments("{a}", Instant.class, "2014-08-22T24:00:00.0000000Z", "at position 27 a time was expected"),
				arguments("{a}", Instant.class, "2014-08-22T00:00:00.0000000", "at position 27 'Z' was expected"),
				arguments("{a:desc}", Instant.class, "3155378976000000000",
						"at position 19 at most 3155378975999999999 inverted ticks were expected"),
				arguments("{a}", Status.class, "CLOSED",
						"at position 6 'CLOSED' is not a constant of " + Status.class.getName()),
				arguments("{a:desc}", Level.class, "eb3",
						"at position 3 the mirrored name of an enum constant was " + "expected"),
				arguments("{a:2.1}", BigDecimal.class, "-99.9", "at position 5 a negative zero was found"),
				arguments("{a:2.1}", BigDecimal.class, "0x.0", "at position 4 digits were expected"),
				arguments("{a:bucket(12)}", String.class, "12", "at position 2 a bucket below 12 was expected"),
				arguments("{a:lower}", String.class, "West", "at position 4 text in lower case was expected"),
				arguments("{a:lower}_", String.class, "wesT/_",
						"at position 5 it holds the character U+002F, which is always escaped"),
				arguments("{a}_{b}", String.class, "ab", "at position 2 '_' was expected"),
				arguments("{a}", String.class, "a/b",
						"at position 2 it holds the character U+002F, which is always escaped"),
				arguments("{a}", String.class, "a ", "at position 2 a space at the end of text is followed by '!'"),
				arguments("{a}", String.class, " !a",
						"at position 2 a space is followed by '!' only where it could be misread"),
				arguments("{a}", String.class, "a\uFFEEI", "at position 3 it holds an escape that stands for nothing"),
				arguments("{a}", String.class, "\uDE00", "at position 1 it holds half a surrogate pair"));
	}

	@ParameterizedTest
	@MethodSource("foreignKeys")
	void rejectsAKeyThatItDidNotWrite(String template, Class<?> type, String key, String problem) {
		KeyLayout layout = KeyLayout.of("Employee", KeyTemplate.parse(template), (name) -> type);
		assertThatThrownBy(() -> layout.decode(key)).isInstanceOf(InvalidKeyException.class)
			.hasMessage(
					"Employee: the key '" + key + "' was not written by the template \"" + template + "\": " + problem);
	}

	@Test
	void tellsThePartsOfAKeyApart() {
		KeyLayout layout = layout("{a}_{b}", String.class, String.class);
		assertThat(layout.encode("org", "12")).isEqualTo("org_12");
		assertThat(layout.range(List.of("org_1")).contains(layout.encode("org", "1_2"))).isFalse();
		KeyLayout number = layout("org_{a}", String.class);
		assertThat(number.range(List.of("12")).contains(number.encode("123"))).isFalse();
		assertThat(layout.decode("org_12")).isEqualTo(new Object[] { "org", "12" });
	}

	@Test
	void givesNothingBackForBucketsAndLowerCase() {
		KeyLayout layout = layout("{a:bucket(4)}{b:lower}_{a}", String.class, String.class);
		assertThat(Arrays.asList(layout.decode(layout.encode("x", "NAME", "x")))).containsExactly(null, null, "x");
	}

	@Test
	void readsLowerCaseOfEveryCharacter() {
		for (int point = 0; point <= Character.MAX_CODE_POINT; point++) {
			String lower = TextKeyFormat.lowerCase(Character.toString(point));
			assertThat(TextKeyFormat.lowerCase(lower)).isEqualTo(lower);
		}
	}

	@Test
	void findsTextWithoutRegardToCase() {
		KeyLayout layout = layout("{a:lower}", String.class);
		String key = layout.encode("WEST Europe");
		assertThat(layout.range(List.of("West EUROPE"))).isEqualTo(KeyRange.point(key));
		assertThat(layout.startingWith(List.of(), "weSt").contains(key)).isTrue();
		assertThat(layout.startingWith(List.of(), "wett").contains(key)).isFalse();
		assertThat(ValueRange.atMost("a").in(layout, List.of()).contains(key)).isTrue();
	}

	@Test
	void acceptsEveryTypeOfItsList() {
		assertThatNoException().isThrownBy(() -> KeyKind.all().forEach((kind) -> kind.layout("{a}_{b}")));
	}

}
