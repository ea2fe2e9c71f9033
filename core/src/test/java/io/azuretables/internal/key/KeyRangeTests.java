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
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.azuretables.key.KeyRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class KeyRangeTests {

	private static final int CASES = 5_000;

	private final KeyValues values = KeyValues.seeded();

	static List<Arguments> successors() {
		return List.of(arguments("", null), arguments("a", "b"), arguments("empid_", "empid`"),
				arguments("a~", "a\u007F"), arguments("\uFFFF", null), arguments("\uFFFF\uFFFF", null),
				arguments("a\uFFFF", "b"), arguments("a\uFFFF\uFFFF", "b"), arguments("a\uFFFE", "a\uFFFF"),
				arguments("\uD7FF", "\uD800\uDC00"), arguments("a\uD7FF\uFFFF", "a\uD800\uDC00"),
				arguments("\uD800\uDC00", "\uD800\uDC01"), arguments("\uD800\uDFFF", "\uD801\uDC00"),
				arguments("\uDBFF\uDFFF", "\uE000"), arguments("a\uDBFF\uDFFF\uFFFF", "a\uE000"));
	}

	@ParameterizedTest
	@MethodSource("successors")
	void stepsOverTheEndOfTheAlphabetAndOverSurrogates(String prefix, @Nullable String successor) {
		assertThat(KeyRange.successor(prefix)).isEqualTo(successor);
		assertThat(KeyRange.prefix(prefix)).isEqualTo(new KeyRange(prefix, successor));
	}

	@Test
	void neverPutsHalfASurrogatePairIntoABound() {
		for (int i = 0; i < CASES; i++) {
			String prefix = this.values.text();
			String successor = KeyRange.successor(prefix);
			this.values.hold(successor == null || successor.codePoints().noneMatch((c) -> c >= 0xD800 && c <= 0xDFFF),
					() -> prefix + " before " + successor);
		}
	}

	@Test
	void holdsWhatItsDefinitionSays() {
		for (int i = 0; i < CASES; i++) {
			String one = this.values.text();
			String two = this.values.textNear(one);
			holds(KeyRange.prefix(one), (text) -> text.startsWith(one), one, two);
			holds(KeyRange.point(one), one::equals, one, two);
			holds(KeyRange.between(one, two), (text) -> one.compareTo(text) <= 0 && text.compareTo(two) < 0, one, two);
			holds(KeyRange.between(one, null), (text) -> one.compareTo(text) <= 0, one, two);
			holds(KeyRange.between(KeyRange.after(one), KeyRange.after(two)),
					(text) -> one.compareTo(text) < 0 && text.compareTo(two) <= 0, one, two);
			holds(KeyRange.all(), (text) -> true, one, two);
		}
	}

	@Test
	void holdsTheSameKeysWithBothEndsIncluded() {
		for (int i = 0; i < CASES; i++) {
			String one = key(this.values.text());
			String two = key(this.values.textNear(one));
			List<String> keys = Stream
				.of(one, two, this.values.text(), this.values.textNear(one), this.values.textNear(two), one + "a")
				.map(KeyRangeTests::key)
				.toList();
			List<KeyRange> ranges = List.of(KeyRange.prefix(one), KeyRange.point(one), KeyRange.between(one, null),
					KeyRange.between(one, two), KeyRange.between(KeyRange.after(one), two),
					KeyRange.between(one, KeyRange.after(two)), KeyRange.prefix(one).intersect(KeyRange.prefix(two)));
			for (KeyRange range : ranges) {
				for (String key : keys) {
					boolean inside = !range.isEmpty() && key.compareTo(range.firstKey()) >= 0
							&& key.compareTo(range.lastKey()) <= 0;
					this.values.hold(inside == range.contains(key), () -> key + " in " + range);
				}
			}
		}
	}

	@Test
	void endsAtLegalCharacters() {
		assertThat(KeyRange.prefix("order_").lastKey()).isEqualTo("order_\uFFFD");
		assertThat(KeyRange.between("a", "b/").lastKey()).isEqualTo("b.\uFFFD");
		assertThat(KeyRange.between("a", "b0").lastKey()).isEqualTo("b.\uFFFD");
		assertThat(KeyRange.between("a", "b ").lastKey()).isEqualTo("b");
		assertThat(KeyRange.between("a", "b\uE000").lastKey()).isEqualTo("b\uDBFF\uDFFF\uFFFD");
		assertThat(KeyRange.between("a", "b\uD800\uDC00").lastKey()).isEqualTo("b\uD7FF\uFFFD");
		assertThat(KeyRange.between("a", "b\uD800\uDC01").lastKey()).isEqualTo("b\uD800\uDC00\uFFFD");
		assertThat(KeyRange.between(KeyRange.after("a"), KeyRange.after("b")).firstKey()).isEqualTo("a ");
		assertThat(KeyRange.all().lastKey()).isEqualTo("\uFFFD");
	}

	private static String key(String text) {
		StringBuilder key = new StringBuilder();
		TextKeyFormat.before(TextKeyFormat.NO_TERMINATOR).write((Object) text, key);
		return key.toString();
	}

	@Test
	void intersectsToWhatLiesInBoth() {
		for (int i = 0; i < CASES; i++) {
			String near = this.values.text();
			KeyRange one = range(near);
			KeyRange two = range(this.values.textNear(near));
			KeyRange both = one.intersect(two);
			assertThat(two.intersect(one)).isEqualTo(both);
			assertThat(one.intersect(one)).isEqualTo(one);
			assertThat(one.intersect(KeyRange.all())).isEqualTo(one);
			holds(both, (text) -> one.contains(text) && two.contains(text), near, one.from());
		}
	}

	private KeyRange range(String near) {
		String other = this.values.textNear(near);
		return switch (this.values.below(4)) {
			case 0 -> KeyRange.prefix(near);
			case 1 -> KeyRange.point(near);
			case 2 -> KeyRange.between(near, null);
			default -> KeyRange.between(near, other);
		};
	}

	private void holds(KeyRange range, Predicate<String> expected, String one, String two) {
		boolean found = Stream
			.of(one, two, this.values.textNear(one), this.values.textNear(two), one + two, two + one, one + '\uFFFF',
					two + ' ', this.values.text(), "")
			.filter((text) -> {
				this.values.hold(range.contains(text) == expected.test(text), () -> "'" + text + "' in " + range);
				return range.contains(text);
			})
			.count() > 0;
		this.values.hold(!found || !range.isEmpty(), () -> range + " is not empty");
	}

	@Test
	void isEmptyWhenItsBoundsMeet() {
		assertThat(KeyRange.between("b", "a").isEmpty()).isTrue();
		assertThat(KeyRange.between("a", "a").isEmpty()).isTrue();
		assertThat(KeyRange.prefix("a").intersect(KeyRange.prefix("b")).isEmpty()).isTrue();
		assertThat(KeyRange.between("a", "b").isEmpty()).isFalse();
		assertThat(KeyRange.between("a", null).isEmpty()).isFalse();
		assertThat(KeyRange.point("").isEmpty()).isFalse();
	}

	@Test
	void isAPointWhenItHoldsOneText() {
		assertThat(KeyRange.point("a").isPoint()).isTrue();
		assertThat(KeyRange.point("").isPoint()).isTrue();
		assertThat(KeyRange.prefix("a").intersect(KeyRange.point("ab"))).isEqualTo(KeyRange.point("ab"));
		assertThat(KeyRange.between("a", "b").isPoint()).isFalse();
		assertThat(KeyRange.between("a", "a0").isPoint()).isFalse();
		assertThat(KeyRange.between("b", "a\0").isPoint()).isFalse();
		assertThat(KeyRange.between("a", null).isPoint()).isFalse();
	}

	@Test
	void isAllWithoutBounds() {
		assertThat(KeyRange.all().isAll()).isTrue();
		assertThat(KeyRange.prefix("").isAll()).isTrue();
		assertThat(KeyRange.between("a", null).isAll()).isFalse();
		assertThat(KeyRange.between("", "a").isAll()).isFalse();
	}

	@Test
	void showsItsBounds() {
		assertThat(KeyRange.point("a")).hasToString("= 'a'");
		assertThat(KeyRange.prefix("a")).hasToString("['a', 'b')");
		assertThat(KeyRange.between(KeyRange.after("a"), KeyRange.after("b"))).hasToString("['a'+, 'b'+)");
		assertThat(KeyRange.all()).hasToString("['', )");
	}

	@Test
	void endsAfterATextThatNoKeyHas() {
		assertThat(KeyRange.endsAfter(KeyRange.after("a"))).isTrue();
		assertThat(KeyRange.endsAfter("a")).isFalse();
		assertThat(KeyRange.endsAfter("")).isFalse();
	}

}
