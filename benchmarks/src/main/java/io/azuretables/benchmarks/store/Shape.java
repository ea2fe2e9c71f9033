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

package io.azuretables.benchmarks.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * A form of benchmark rows, such as sparse rows or long texts, with the tasks to measure.
 * Each has a class of its own, which is generated.
 *
 * @param name in the report
 * @param types the types of the properties
 * @param cells the values of a row, {@code null} for those that are absent
 * @param goals what is measured, and the most that the framework may take
 */
public record Shape(String name, List<Class<?>> types, Cells cells, List<Goal> goals) {

	private static final String WORDS = "the quick brown fox jumps over 13 lazy dogs and ";

	private static final String JSON = "{\"order\":4711,\"customer\":\"Hall\",\"lines\":[{\"sku\":\"A-1\",\"count\":2}]},";

	private static final String LINES = "2026-11-18 13:08:10 INFO Started the application in 2 s\n";

	private static final String LATIN = "Gr\u00fc\u00dfe aus M\u00fcnchen, sch\u00f6ne Stra\u00dfen und \u00e4ltere H\u00e4user ";

	private static final String CJK = "\u6771\u4eac\u90fd\u6e2f\u533a\u306e\u4f1a\u793e\u3067\u50cd\u304f\u793e\u54e1\u306e\u4e00\u89a7\u8868";

	private static final List<Class<?>> TEXT = List.of(String.class);

	private static final List<Class<?>> SHORT = List.of(String.class, int.class, String.class, double.class);

	public static final List<Shape> ALL = List.of(
			new Shape("words-10x100", Stream.<Class<?>>generate(() -> String.class).limit(10).toList(),
					(row) -> texts(10, WORDS, 100),
					List.of(new Goal(Task.READ, 0.30, 1.2), new Goal(Task.INSERT, 0.45, 1.2),
							new Goal(Task.MERGE, 0.38, 1.3), new Goal(Task.TRANSACTION, 0.24, 1.2),
							new Goal(Task.PAGE_OF_1000, 0.23, 1.15), new Goal(Task.FIND_10_IDS, 0.50, null),
							new Goal(Task.FIND_100_IDS, 0.38, null), new Goal(Task.FIND_1000_IDS, 0.36, null))),
			text("text-100", WORDS, 100, new Goal(Task.INSERT, 0.50, 1.25)),
			text("text-1000", WORDS, 1_000, new Goal(Task.INSERT, 0.50, 1.25)),
			text("text-4000", WORDS, 4_000, new Goal(Task.INSERT, 0.50, 1.25)),
			text("text-8000", WORDS, 8_000, new Goal(Task.INSERT, 0.50, 1.25), new Goal(Task.READ, 0.40, 1.2)),
			text("text-32000", WORDS, 32_000, new Goal(Task.INSERT, 0.50, 1.25), new Goal(Task.READ, 0.40, 1.2)),
			text("json", JSON, 4_000, new Goal(Task.INSERT, 0.60, 1.3), new Goal(Task.READ, 0.40, 1.3)),
			text("lines", LINES, 4_000, new Goal(Task.INSERT, 0.60, 1.3), new Goal(Task.READ, 0.40, 1.3)),
			text("latin", LATIN, 4_000, new Goal(Task.INSERT, 0.60, 1.3), new Goal(Task.READ, 0.40, 1.3)),
			text("cjk", CJK, 4_000, new Goal(Task.INSERT, 0.60, 1.3), new Goal(Task.READ, 0.40, 1.3)),
			new Shape("emoji", TEXT, (row) -> new Object[] { repeated(WORDS, 998) + "\ud83d\ude00" },
					List.of(new Goal(Task.INSERT, 0.60, 1.3), new Goal(Task.READ, 0.40, 1.3))),
			properties(5), properties(15), properties(50), properties(200),
			new Shape("sparse-20-of-200", Stream.<Class<?>>generate(() -> String.class).limit(200).toList(),
					Shape::sparse, List.of(new Goal(Task.PAGE_OF_100, 0.20, null))));

	/**
	 * Those with one of the names, or all if there is none.
	 */
	public static List<Shape> named(Set<String> names) {
		return ALL.stream().filter((one) -> names.isEmpty() || names.contains(one.name)).toList();
	}

	private static Shape text(String name, String pattern, int length, Goal... goals) {
		return new Shape(name, TEXT, (row) -> texts(1, pattern, length), List.of(goals));
	}

	private static Shape properties(int count) {
		List<Class<?>> types = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			types.add(SHORT.get(i % SHORT.size()));
		}
		return new Shape("short-" + count, types, (row) -> shorts(count, row),
				List.of(new Goal(Task.INSERT, 0.30, null), new Goal(Task.PAGE_OF_100, 0.13, null)));
	}

	private static Object[] texts(int count, String pattern, int length) {
		Object[] texts = new Object[count];
		Arrays.fill(texts, repeated(pattern, length));
		return texts;
	}

	private static String repeated(String pattern, int length) {
		return pattern.repeat(length / pattern.length() + 1).substring(0, length);
	}

	private static Object[] shorts(int count, int row) {
		return IntStream.range(0, count).mapToObj((i) -> switch (i % SHORT.size()) {
			case 1 -> (Object) (row * 31 + i);
			case 3 -> (Object) (i + 0.5);
			default -> "value " + i;
		}).toArray();
	}

	/**
	 * Each row has other properties than the one before.
	 */
	private static @Nullable Object[] sparse(int row) {
		@Nullable Object[] values = new @Nullable Object[200];
		Random random = new Random(row);
		for (int present = 0; present < 20;) {
			int i = random.nextInt(values.length);
			present += (values[i] == null) ? 1 : 0;
			values[i] = "value " + i;
		}
		return values;
	}

	/**
	 * The name of a property.
	 */
	public static String property(int index) {
		return "field" + index;
	}

	/**
	 * The name of the generated class.
	 */
	public String type() {
		return "Generated_" + this.name.replace('-', '_');
	}

	/**
	 * What is done with rows.
	 */
	public enum Task {

		READ(1), FIND_10_IDS(10), FIND_100_IDS(100), FIND_1000_IDS(1000), PAGE_OF_100(100), PAGE_OF_1000(1000),
		INSERT(1), MERGE(1), TRANSACTION(100);

		private final int rows;

		Task(int rows) {
			this.rows = rows;
		}

		public int rows() {
			return this.rows;
		}

	}

	/**
	 * The most that the framework may take for a task. A goal that is absent is not
	 * judged.
	 *
	 * @param task the task
	 * @param sdk as a part of what the SDK with a mapping by hand takes
	 * @param floor as a multiple of what a bare REST client takes
	 */
	public record Goal(Task task, @Nullable Double sdk, @Nullable Double floor) {

	}

	/**
	 * The values of a row.
	 */
	@FunctionalInterface
	public interface Cells {

		@Nullable Object[] of(int row);

	}

}
