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
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.azuretables.internal.key.KeyKind.Status;
import io.azuretables.key.KeyRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class BucketKeyTests {

	private static final int IDS = 100_000;

	private static KeyLayout layout(int buckets, Class<?> type) {
		return KeyLayout.of("User", KeyTemplate.parse("{a:bucket(" + buckets + ")}"), (name) -> type);
	}

	/**
	 * Computed by another program; rows are stored under them, so they never change.
	 */
	static List<Arguments> goldenBuckets() {
		return List.of(arguments("", List.of("1", "11", "23", "8923")),
				arguments("user-1", List.of("1", "03", "03", "4803")),
				arguments("user-2", List.of("0", "10", "46", "7946")),
				arguments("Sales", List.of("0", "02", "34", "5634")), arguments("日本", List.of("1", "09", "25", "3225")),
				arguments(223, List.of("0", "14", "22", "4222")), arguments(1L, List.of("0", "06", "90", "6790")));
	}

	@ParameterizedTest
	@MethodSource("goldenBuckets")
	void neverMovesAValueToAnotherBucket(Object value, List<String> buckets) {
		assertThat(Stream.of(2, 16, 100, 10_000).map((count) -> layout(count, value.getClass()).encode(value)))
			.isEqualTo(buckets);
	}

	static List<Arguments> ids() {
		return List.of(arguments(16, ids((i) -> "user-" + i)), arguments(16, ids((i) -> i)),
				arguments(7, ids((i) -> (long) i * 1000)), arguments(100, ids((i) -> "u" + i + "@example.com")),
				arguments(2, ids((i) -> "é日" + i)));
	}

	private static IntFunction<Object> ids(IntFunction<Object> id) {
		return id;
	}

	@ParameterizedTest
	@MethodSource("ids")
	void fillsItsBucketsEvenly(int buckets, IntFunction<Object> id) {
		KeyLayout layout = layout(buckets, id.apply(0).getClass());
		int[] counts = new int[buckets];
		IntStream.range(0, IDS).forEach((i) -> counts[Integer.parseInt(layout.encode(id.apply(i)))]++);
		double expected = (double) IDS / buckets;
		assertThat(IntStream.of(counts).asDoubleStream().boxed())
			.allSatisfy((count) -> assertThat(count).isCloseTo(expected, within(5 * Math.sqrt(expected))));
	}

	@ParameterizedTest
	@ValueSource(ints = { 2, 10, 11, 16, 100, 101, 10_000 })
	void numbersItsBucketsFromZeroInOneWidth(int buckets) {
		KeyLayout layout = layout(buckets, String.class);
		List<String> keys = layout.buckets(0).stream().map(layout::encode).toList();
		int width = String.valueOf(buckets - 1).length();
		assertThat(keys).hasSize(buckets).isSorted().doesNotHaveDuplicates().allMatch((key) -> key.length() == width);
		assertThat(Integer.parseInt(keys.get(0))).isZero();
		assertThat(Integer.parseInt(keys.get(buckets - 1))).isEqualTo(buckets - 1);
	}

	@Test
	void findsTheRowsOfEveryBucket() {
		KeyLayout layout = KeyLayout.of("User", KeyTemplate.parse("u{a:bucket(16)}_{a}"), (name) -> String.class);
		List<KeyRange> ranges = new ArrayList<>();
		layout.buckets(0).forEach((bucket) -> ranges.add(layout.range(List.of(bucket))));
		for (int i = 0; i < 1000; i++) {
			String key = layout.encode("user-" + i, "user-" + i);
			assertThat(ranges).filteredOn((range) -> range.contains(key)).hasSize(1);
			assertThat(layout.range(List.of("user-" + i)).contains(key)).isTrue();
		}
	}

	@Test
	void hashesEqualDecimalsAlike() {
		KeyLayout layout = layout(10_000, BigDecimal.class);
		assertThat(layout.encode(new BigDecimal("1E+2"))).isEqualTo(layout.encode(new BigDecimal("100.00")));
	}

	@Test
	void hashesEveryType() {
		KeyValues values = KeyValues.seeded();
		for (KeyKind kind : KeyKind.all()) {
			if (kind.type() == BigDecimal.class) {
				continue;
			}
			assertThat(KeyKind.bucket(kind).layout("{a}").encode(kind.any(values))).matches("[0-2]");
		}
		assertThat(layout(16, Status.class).encode(Status.OPEN)).hasSize(2);
	}

}
