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

package io.azuretables.internal.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.key.KeyRange;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowPage.Continuation;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Tests for {@link PartitionSampler}: segments that cover the table, about as large as
 * one another, found by few requests.
 */
class PartitionSamplerTests {

	private static final int SEGMENTS = 16;

	private static final int MANY = 20_000;

	private final EmbeddedTableGateway store = EmbeddedTableGateway.withTables("Rows");

	private final CountingGateway gateway = new CountingGateway(this.store);

	static Stream<Arguments> keys() {
		Random random = new Random(7);
		return Stream.of(arguments("numbers", distribution(MANY, (i) -> "%05d".formatted(i))),
				arguments("numbers behind a long beginning",
						distribution(MANY, (i) -> "tenant-000000000017-customer-%08d".formatted(i))),
				arguments("numbers of several lengths", distribution(MANY, (i) -> "user" + i)),
				arguments("random digits and letters", distribution(MANY, (i) -> "%016x".formatted(random.nextLong()))),
				arguments("ideographs", distribution(MANY, (i) -> Character.toString(0x4E00 + i))),
				arguments("characters of two code units", distribution(MANY, (i) -> Character.toString(0x10400 + i))),
				arguments(
						"nine of ten behind one letter",
						distribution(MANY,
								(i) -> (i % 10 > 0) ? "m%05d".formatted(i)
										: Character.toString('b' + i / 10 % 24) + random.nextInt(1_000))),
				arguments("nine of ten behind all others",
						distribution(MANY, (i) -> (i % 10 > 0) ? "~%05d".formatted(i) : "%05d".formatted(i))),
				arguments("two hundred rows in each partition", distribution(MANY, (i) -> "p%04d".formatted(i / 200))));
	}

	private static List<String> distribution(int count, IntFunction<String> key) {
		return IntStream.range(0, count).mapToObj(key).toList();
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("keys")
	void findsEvenSegments(String name, List<String> keys) {
		write(keys);
		List<KeyRange> segments = divide(SEGMENTS);
		checkCover(segments);
		List<Long> sizes = sizes(segments, keys);
		assertThat(sizes).as("rows of segments, found by %s requests", this.gateway.requests)
			.hasSizeBetween(SEGMENTS * 3 / 4, SEGMENTS)
			.allMatch((size) -> size > 0 && size <= 2.5 * keys.size() / SEGMENTS);
		assertThat(this.gateway.requests.get()).as("requests").isLessThanOrEqualTo(8 * SEGMENTS);
	}

	@Test
	void findsEvenSegmentsOfAHundredThousandPartitions() {
		List<String> keys = distribution(100_000, (i) -> "p" + i);
		write(keys);
		List<KeyRange> segments = divide(64);
		checkCover(segments);
		assertThat(sizes(segments, keys)).hasSize(64).allMatch((size) -> size <= 2.5 * keys.size() / 64);
		assertThat(this.gateway.requests.get()).as("requests").isLessThanOrEqualTo(8 * 64);
	}

	@Test
	void takesOneRequestForATableWithoutRows() {
		assertThat(divide(SEGMENTS)).containsExactly(KeyRange.all());
		assertThat(this.gateway.requests).hasValue(1);
	}

	@Test
	void takesNoRequestForOneSegment() {
		write(List.of("a", "b"));
		assertThat(divide(1)).containsExactly(KeyRange.all());
		assertThat(this.gateway.requests).hasValue(0);
	}

	@Test
	void leavesOnePartitionWhole() {
		write(distribution(2_000, (i) -> "only"));
		assertThat(divide(SEGMENTS)).containsExactly(KeyRange.all());
		assertThat(this.gateway.requests).hasValueLessThan(5);
	}

	@Test
	void dividesBetweenPartitionsAlone() {
		List<String> keys = distribution(3_000, (i) -> List.of("one", "three", "two").get(i % 3));
		write(keys);
		List<KeyRange> segments = divide(SEGMENTS);
		checkCover(segments);
		assertThat(sizes(segments, keys)).containsExactly(1_000L, 1_000L, 1_000L);
		assertThat(this.gateway.requests).hasValueLessThan(80);
	}

	@Test
	void dividesTheOthersWhereOnePartitionHasHalfOfAllRows() {
		List<String> keys = distribution(MANY, (i) -> (i % 2 > 0) ? "p10000" : "p%05d".formatted(i));
		write(keys);
		List<KeyRange> segments = divide(SEGMENTS);
		checkCover(segments);
		assertThat(sizes(segments, keys).stream().sorted().toList().subList(0, segments.size() - 1))
			.hasSizeGreaterThan(SEGMENTS / 2)
			.allMatch((size) -> size <= MANY / 16);
	}

	@Test
	void dividesFewPartitionsWithAFewRows() {
		List<String> keys = List.of("a", "b", "c", "d");
		write(keys);
		List<KeyRange> segments = divide(4);
		checkCover(segments);
		assertThat(sizes(segments, keys)).hasSizeBetween(2, 4);
		assertThat(this.gateway.requests).hasValueLessThan(20);
	}

	@Test
	void goesOnOverEmptyPages() {
		List<String> keys = distribution(2_000, (i) -> "%04d".formatted(i));
		write(keys);
		this.gateway.empty = true;
		List<KeyRange> segments = divide(4);
		checkCover(segments);
		assertThat(sizes(segments, keys)).hasSize(4).allMatch((size) -> size < 1_000);
	}

	@Test
	void staysWithinARange() {
		List<String> keys = distribution(MANY, (i) -> "%05d".formatted(i));
		write(keys);
		KeyRange range = new KeyRange("05000", "06000");
		List<KeyRange> segments = sampler().divide(range, 8);
		assertThat(segments).hasSize(8);
		assertThat(segments.get(0).from()).isEqualTo("05000");
		assertThat(segments.get(7).to()).isEqualTo("06000");
		assertThat(sizes(segments, keys)).allMatch((size) -> size > 0 && size < 400);
	}

	private List<KeyRange> divide(int most) {
		return sampler().divide(KeyRange.all(), most);
	}

	private PartitionSampler sampler() {
		return new PartitionSampler(new PlanExecutor(this.gateway, new ParallelCalls(4, ParallelCalls.DAEMONS)),
				"Rows");
	}

	private void write(List<String> partitions) {
		for (int i = 0; i < partitions.size(); i++) {
			this.store.write("Rows",
					new RowWrite.InsertOrReplace(TableRow.of(new TableKey(partitions.get(i), "r" + i), Map.of())));
		}
	}

	private static void checkCover(List<KeyRange> segments) {
		assertThat(segments.get(0).from()).isEmpty();
		assertThat(segments.get(segments.size() - 1).to()).isNull();
		for (int i = 1; i < segments.size(); i++) {
			assertThat(segments.get(i).from()).isEqualTo(segments.get(i - 1).to());
			assertThat(segments.get(i).isEmpty()).isFalse();
		}
	}

	private static List<Long> sizes(List<KeyRange> segments, List<String> keys) {
		List<Long> sizes = new ArrayList<>();
		segments.forEach((segment) -> sizes.add(keys.stream().filter(segment::contains).count()));
		return sizes;
	}

	/**
	 * Counts pages, and may give an empty one before each other one.
	 */
	private static final class CountingGateway extends ForwardingTableGateway {

		private final AtomicInteger requests = new AtomicInteger();

		private boolean empty;

		CountingGateway(EmbeddedTableGateway store) {
			super(store);
		}

		@Override
		public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
			this.requests.incrementAndGet();
			assertThat(request.top()).isLessThanOrEqualTo(PartitionSampler.SAMPLE);
			assertThat(request.select()).isEmpty();
			Continuation from = request.from();
			if (this.empty && from == null) {
				return new RowPage<>(List.of(), 0, new Continuation("begin", null));
			}
			return super.read((this.empty) ? request.from(null) : request, reader);
		}

	}

}
