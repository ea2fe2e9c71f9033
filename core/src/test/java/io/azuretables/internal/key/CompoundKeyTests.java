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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.azuretables.key.KeyRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
class CompoundKeyTests {

	private static final int TEMPLATES = 800;

	private static final int KEYS = 24;

	private final KeyValues values = KeyValues.seeded();

	private final List<KeyKind> kinds = kinds();

	private static List<KeyKind> kinds() {
		List<KeyKind> kinds = new ArrayList<>(KeyKind.all());
		IntStream.range(0, 20).forEach((i) -> kinds.add(KeyKind.text()));
		IntStream.range(0, 4).forEach((i) -> kinds.add(KeyKind.lower()));
		kinds.add(KeyKind.bucket(KeyKind.text()));
		kinds.add(KeyKind.bucket(kinds.get(0)));
		return kinds;
	}

	@Test
	void comesBackAndSortsLikeItsParts() {
		everyTable((table) -> {
			boolean sorted = IntStream.range(0, table.size()).allMatch(table.layout()::isSorted);
			for (Object[] row : table.rows()) {
				String key = table.layout().encode(row);
				Object[] read = table.layout().decode(key);
				for (int i = 0; i < row.length; i++) {
					Object expected = table.layout().isReversible(i) ? table.written(i, row[i]) : null;
					this.values.hold(Objects.equals(expected, read[i]), () -> "%s: %s comes back as %s".formatted(table,
							Arrays.toString(row), Arrays.toString(read)));
				}
				for (Object[] other : table.rows()) {
					int order = Integer.signum(key.compareTo(table.layout().encode(other)));
					this.values.hold(
							sorted ? order == table.compare(row, other)
									: (order == 0) == table.agree(row, other, table.size()),
							() -> "%s: order of %s and %s".formatted(table, Arrays.toString(row),
									Arrays.toString(other)));
				}
			}
		});
	}

	@Test
	void findsKeysByTheirFirstParts() {
		everyTable((table) -> {
			for (Object[] sought : table.rows()) {
				for (int count = 0; count <= table.size(); count++) {
					KeyRange range = table.layout().range(Arrays.asList(sought).subList(0, count));
					this.values.hold(count < table.size() || range.isPoint(), () -> table + ": " + range);
					for (Object[] row : table.rows()) {
						exact(table, range, row, table.agree(row, sought, count));
					}
				}
			}
		});
	}

	@Test
	void findsKeysByTheRangeOfAPart() {
		everyTable((table) -> {
			for (int i = 0; i < KEYS; i++) {
				int index = this.values.below(table.size());
				List<Object> leading = Arrays.asList(this.values.oneOf(table.rows())).subList(0, index);
				ValueRange bounds = bounds(table, index);
				KeyRange range = bounds.in(table.layout(), leading);
				boolean sorted = table.layout().isSorted(index);
				for (Object[] row : table.rows()) {
					boolean expected = table.agree(row, leading.toArray(), index)
							&& table.within(index, row[index], bounds);
					String key = table.layout().encode(row);
					this.values.hold(sorted ? range.contains(key) == expected : !expected || range.contains(key),
							() -> "%s: %s %s is %s, and %s with the key %s is %sexpected in it".formatted(table,
									leading, bounds, range, Arrays.toString(row), key, expected ? "" : "not "));
				}
			}
		});
	}

	private ValueRange bounds(Table table, int index) {
		Object one = bound(table, index);
		Object two = bound(table, index);
		return new ValueRange((this.values.below(4) > 0) ? one : null, this.values.chance(),
				(this.values.below(4) > 0) ? two : null, this.values.chance());
	}

	private Object bound(Table table, int index) {
		Object value = this.values.oneOf(table.rows())[index];
		return this.values.chance() ? value : table.kinds().get(index).near(this.values, value);
	}

	@Test
	void findsExactlyTheTextsThatBeginWithAnother() {
		everyTable((table) -> {
			for (int index = 0; index < table.size(); index++) {
				if (!table.kinds().get(index).isText()) {
					continue;
				}
				for (int i = 0; i < KEYS; i++) {
					Object[] sought = this.values.oneOf(table.rows());
					String start = start((String) sought[index], table.terminator(index));
					KeyRange range = table.layout().startingWith(Arrays.asList(sought).subList(0, index), start);
					for (Object[] row : table.rows()) {
						exact(table, range, row, table.agree(row, sought, index)
								&& table.text(index, row[index]).startsWith(table.text(index, start)));
					}
				}
			}
		});
	}

	/**
	 * All texts of up to three characters that are escaped, or lie next to what is.
	 */
	@ParameterizedTest
	@FieldSource("io.azuretables.internal.key.KeyLawsTests#TERMINATORS")
	void findsShortTextsBehindEveryLiteral(String terminator) {
		KeyLayout layout = KeyKind.text().layout("{a}" + terminator + "{b:1}");
		List<String> texts = shortTexts(layout.template().literals().get(1).charAt(0));
		List<String> keys = texts.stream().map((text) -> layout.encode(text, 7)).toList();
		for (String sought : texts) {
			KeyRange start = layout.startingWith(List.of(), sought);
			for (int i = 0; i < keys.size(); i++) {
				String key = keys.get(i);
				this.values.hold(start.contains(key) == texts.get(i).startsWith(sought),
						() -> "%s: '%s' in %s".formatted(layout, key, start));
			}
			oneSided(layout, sought, texts, keys);
		}
	}

	private void oneSided(KeyLayout layout, String sought, List<String> texts, List<String> keys) {
		KeyRange least = ValueRange.atLeast(sought).in(layout, List.of());
		KeyRange above = ValueRange.above(sought).in(layout, List.of());
		KeyRange most = ValueRange.atMost(sought).in(layout, List.of());
		KeyRange below = ValueRange.below(sought).in(layout, List.of());
		boolean sorted = layout.isSorted(0);
		for (int i = 0; i < keys.size(); i++) {
			String key = keys.get(i);
			int order = texts.get(i).compareTo(sought);
			boolean held = agrees(sorted, order >= 0, least.contains(key))
					&& agrees(sorted, order > 0, above.contains(key)) && agrees(sorted, order <= 0, most.contains(key))
					&& agrees(sorted, order < 0, below.contains(key));
			this.values.hold(held,
					() -> "%s: '%s' in %s, %s, %s, %s".formatted(layout, key, least, above, most, below));
		}
	}

	private static boolean agrees(boolean sorted, boolean expected, boolean found) {
		return (found == expected) || (found && !sorted);
	}

	private static List<String> shortTexts(char terminator) {
		List<String> alphabet = Stream
			.of(' ', '!', '\u0001', '\u001F', terminator, (char) (terminator - 1), (char) (terminator + 1), '\uFFEE',
					'\uFFFF')
			.filter((c) -> !Character.isSurrogate(c))
			.distinct()
			.map(String::valueOf)
			.toList();
		List<String> texts = new ArrayList<>(List.of(""));
		for (int i = 0; texts.get(i).length() < 3; i++) {
			String text = texts.get(i);
			alphabet.forEach((c) -> texts.add(text + c));
		}
		return texts;
	}

	private String start(String text, String terminator) {
		int[] points = text.codePoints().toArray();
		String start = new String(points, 0, this.values.below(points.length + 1));
		return switch (this.values.below(8)) {
			case 0 -> start + '\u0001';
			case 1 -> start + ' ';
			case 2 -> start + '\uFFFF';
			case 3 -> start + terminator;
			case 4 -> this.values.textNear(start);
			default -> start;
		};
	}

	private void exact(Table table, KeyRange range, Object[] row, boolean expected) {
		String key = table.layout().encode(row);
		this.values.hold(range.contains(key) == expected, () -> "%s: %s with the key '%s' is %sexpected in %s"
			.formatted(table, Arrays.toString(row), key, expected ? "" : "not ", range));
	}

	private void everyTable(Consumer<Table> law) {
		for (int i = 0; i < TEMPLATES; i++) {
			law.accept(table());
		}
	}

	/**
	 * A random template, and rows that share values and neighbours, so that they agree in
	 * some parts.
	 */
	private Table table() {
		List<KeyKind> parts = new ArrayList<>();
		StringBuilder template = new StringBuilder(this.values.oneOf(List.of("", "", "o_", " ", "~")));
		int size = 1 + this.values.below(4);
		for (int i = 0; i < size; i++) {
			KeyKind kind = this.values.oneOf(this.kinds);
			parts.add(kind);
			template.append("{p").append(i).append(kind.format()).append('}');
			boolean needed = kind.isOpenEnded() && i < size - 1;
			if (needed || this.values.below(3) == 0) {
				template.append(this.values.oneOf(KeyLawsTests.TERMINATORS));
			}
		}
		KeyLayout layout = KeyLayout.of("Order", KeyTemplate.parse(template.toString()),
				(name) -> parts.get(name.charAt(1) - '0').type());
		return new Table(layout, parts, rows(parts, layout));
	}

	private List<Object[]> rows(List<KeyKind> parts, KeyLayout layout) {
		List<List<Object>> pools = new ArrayList<>();
		for (int i = 0; i < parts.size(); i++) {
			List<Object> pool = new ArrayList<>(List.of(parts.get(i).any(this.values)));
			while (pool.size() < 6) {
				Object value = this.values.oneOf(pool);
				pool.add((this.values.below(3) == 0) ? parts.get(i).any(this.values)
						: parts.get(i).near(this.values, value));
			}
			if (parts.get(i).isText()) {
				String next = layout.template().literals().get(i + 1);
				pool.add(this.values.oneOf(pool) + next);
				pool.add(this.values.oneOf(pool) + " " + next);
			}
			pools.add(pool);
		}
		return IntStream.range(0, KEYS).mapToObj((i) -> pools.stream().map(this.values::oneOf).toArray()).toList();
	}

	/**
	 * What lies in the table, and which rows belong together.
	 *
	 * @param layout the layout of the keys
	 * @param kinds the kinds of its parts
	 * @param rows the values of the keys
	 */
	private record Table(KeyLayout layout, List<KeyKind> kinds, List<Object[]> rows) {

		int size() {
			return this.kinds.size();
		}

		Object written(int index, Object value) {
			return this.kinds.get(index).written().apply(value);
		}

		String text(int index, Object value) {
			return (String) written(index, value);
		}

		String terminator(int index) {
			return this.layout.template().literals().get(index + 1);
		}

		int compare(Object[] one, Object[] two) {
			for (int i = 0; i < size(); i++) {
				int order = Integer.signum(this.kinds.get(i).order().compare(one[i], two[i]));
				if (order != 0) {
					return order;
				}
			}
			return 0;
		}

		boolean agree(Object[] one, Object[] two, int count) {
			return IntStream.range(0, count).allMatch((i) -> written(i, one[i]).equals(written(i, two[i])));
		}

		boolean within(int index, Object value, ValueRange bounds) {
			int sign = this.layout.part(index).isDescending() ? -1 : 1;
			return (bounds.from() == null || sign
					* this.kinds.get(index).order().compare(value, bounds.from()) >= (bounds.fromInclusive() ? 0 : 1))
					&& (bounds.to() == null
							|| sign * this.kinds.get(index).order().compare(value, bounds.to()) <= (bounds.toInclusive()
									? 0 : -1));
		}

		@Override
		public String toString() {
			return this.layout + " over " + this.kinds;
		}

	}

}
