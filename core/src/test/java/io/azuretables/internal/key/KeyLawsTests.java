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

import java.util.Arrays;
import java.util.List;

import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.KeyRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
class KeyLawsTests {

	private static final int CASES = 10_000;

	static final List<String> TERMINATORS = List.of("_", ":", " ", "-", ".", "0", "9", "A", "Z", "z", "~", "$", "%",
			"@", "^", "`", "[", "]", "{{", "}}", "+", "'", ",", "<", ">", "I", "Ii", "__", "_ ", " !", "\u00A0",
			"\u00A1", "\u2027", "\u202A", "\uD7FF", "\uE001", "\uFFED");

	static List<KeyKind> kinds() {
		return KeyKind.all();
	}

	private final KeyValues values = KeyValues.seeded();

	@ParameterizedTest
	@MethodSource("kinds")
	void comesBackInTheOrderOfItsTypeAndLegally(KeyKind kind) {
		for (KeyLayout layout : List.of(kind.layout("{a}"), kind.layout("order {a}"))) {
			assertThat(layout.isSorted(0)).isTrue();
			for (int i = 0; i < CASES; i++) {
				Object value = kind.any(this.values);
				Object other = this.values.chance() ? kind.any(this.values) : kind.near(this.values, value);
				String key = roundTrip(kind, layout, value);
				String otherKey = roundTrip(kind, layout, other);
				int order = Integer.signum(kind.order().compare(value, other));
				this.values.hold(Integer.signum(key.compareTo(otherKey)) == order,
						() -> "%s: %s and %s become %s and %s".formatted(layout, shown(value), shown(other), shown(key),
								shown(otherKey)));
			}
		}
	}

	@ParameterizedTest
	@MethodSource("kinds")
	void isNeverFoundByAnotherValue(KeyKind kind) {
		for (String template : List.of("{a}_{b}", "x{a} {b:1}", "{a}:", "{a}-{a}")) {
			tellsApart(kind, kind.layout(template), CASES / 4);
		}
		if (!kind.isOpenEnded()) {
			tellsApart(kind, kind.layout("{a}{b}"), CASES / 4);
		}
	}

	@ParameterizedTest
	@FieldSource("TERMINATORS")
	void tellsTextFromTheLiteralBehindIt(String terminator) {
		tellsApart(KeyKind.text(), KeyKind.text().layout("{a}" + terminator + "{b}"), CASES / 2);
		tellsApart(KeyKind.text(), KeyKind.text().layout("{a}" + terminator), CASES / 2);
		tellsApart(KeyKind.text(), KeyKind.text().layout("{a}" + terminator + "{a}"), CASES / 2);
	}

	private void tellsApart(KeyKind kind, KeyLayout layout, int cases) {
		for (int i = 0; i < cases; i++) {
			Object value = kind.any(this.values);
			Object other = this.values.chance() ? kind.any(this.values) : kind.near(this.values, value);
			Object last = (layout.size() > 1 && layout.part(1).property().equals("a")) ? kind.any(this.values)
					: (Object) this.values.below(10);
			String key = roundTrip(kind, layout,
					(layout.size() == 1) ? new Object[] { value } : new Object[] { value, last });
			KeyRange same = layout.range(List.of(value));
			KeyRange range = layout.range(List.of(other));
			boolean equal = kind.order().compare(value, other) == 0;
			this.values.hold(same.contains(key) && range.contains(key) == equal,
					() -> "%s: the key %s of %s in the range %s of %s".formatted(layout, shown(key), shown(value),
							shown(range.toString()), shown(other)));
			if (layout.isSorted(0) && !equal && layout.size() > 1) {
				String otherKey = layout.encode(other, last);
				this.values.hold(key.compareTo(otherKey) < 0 == kind.order().compare(value, other) < 0,
						() -> "%s: order of %s and %s".formatted(layout, shown(key), shown(otherKey)));
			}
		}
	}

	@ParameterizedTest
	@MethodSource("kinds")
	void readsNothingThatItDidNotWrite(KeyKind kind) {
		for (String template : List.of("{a}", "{a}_{b}", "{a} x", "{a}~x")) {
			KeyLayout layout = kind.layout(template);
			for (int i = 0; i < CASES / 4; i++) {
				Object value = kind.any(this.values);
				String key = (layout.size() == 1) ? layout.encode(value) : layout.encode(value, 7);
				readsOrRejects(layout, foreign(key));
			}
		}
	}

	/**
	 * A key with a symbol of the escapes, a digit or any character in the place of, or
	 * besides, one of its own.
	 */
	private String foreign(String key) {
		StringBuilder text = new StringBuilder(key);
		for (int i = this.values.below(3); i >= 0; i--) {
			int at = this.values.below(text.length() + 1);
			String piece = switch (this.values.below(6)) {
				case 0 -> "" + TextKeyFormat.MARK + (char) ('0' + this.values.below(75));
				case 1 -> " ";
				case 2 -> "!";
				case 3 -> "" + (char) ('0' + this.values.below(10));
				case 4 -> "" + (char) this.values.below(0x10000);
				default -> "";
			};
			text.replace(at, this.values.chance() ? at : Math.min(at + 1, text.length()), piece);
		}
		return text.toString();
	}

	private void readsOrRejects(KeyLayout layout, String text) {
		Object[] read;
		try {
			read = layout.decode(text);
		}
		catch (InvalidKeyException ex) {
			assertThat(ex.getMessage()).startsWith("Order: the key '" + text + "' was not written by the template \"");
			return;
		}
		catch (RuntimeException ex) {
			fail("%s reads %s: %s".formatted(layout, shown(text), ex), ex);
			return;
		}
		String again;
		try {
			again = layout.encode(read);
		}
		catch (InvalidKeyException ex) {
			again = ex.getMessage();
		}
		String written = again;
		this.values.hold(written.equals(text),
				() -> "%s reads %s and writes %s".formatted(layout, shown(text), shown(written)));
	}

	@Test
	void writesEveryCodePointInOrder() {
		for (String terminator : List.of("", "_", " ", "0", "~", "\u2027", "\uE001", "\uFFED")) {
			KeyLayout layout = KeyKind.text().layout("{a}" + terminator);
			String before = "";
			for (int point = 0; point <= Character.MAX_CODE_POINT; point++) {
				if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
					continue;
				}
				String value = Character.toString(point);
				String key = roundTrip(KeyKind.text(), layout, value);
				String last = before;
				boolean after = point == Character.MIN_SUPPLEMENTARY_CODE_POINT || key.compareTo(last) > 0;
				this.values.hold(after || !layout.isSorted(0),
						() -> "%s: %s does not come after %s".formatted(layout, shown(key), shown(last)));
				before = key;
			}
		}
	}

	private String roundTrip(KeyKind kind, KeyLayout layout, Object... written) {
		String key = layout.encode(written);
		this.values.hold(isLegal(key), () -> "%s: %s is not legal".formatted(layout, shown(key)));
		Object read = layout.decode(key)[0];
		this.values.hold(kind.written().apply(written[0]).equals(read), () -> "%s: %s comes back as %s from %s"
			.formatted(layout, Arrays.toString(written), shown(read), shown(key)));
		return key;
	}

	/**
	 * What the service documents, and the emulator survives.
	 */
	private static boolean isLegal(String key) {
		return key.length() <= 512 && key.codePoints()
			.noneMatch((c) -> c < 0x20 || (c >= 0x7F && c <= 0x9F) || "/\\#?\u2028\u2029".indexOf(c) >= 0
					|| (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE));
	}

	private static String shown(Object value) {
		StringBuilder text = new StringBuilder();
		value.toString()
			.chars()
			.forEach((c) -> text.append((c > ' ' && c < 0x7F) ? String.valueOf((char) c) : "\\u%04X".formatted(c)));
		return text.toString();
	}

}
