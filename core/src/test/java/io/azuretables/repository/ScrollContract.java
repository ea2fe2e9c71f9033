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

package io.azuretables.repository;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

import io.azuretables.client.TableNames;
import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.repository.Readings.Reading;
import io.azuretables.repository.support.TableRepositoryFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.data.domain.Limit;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Parts of answers have the size that is asked for, whatever the pages of the service.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ScrollContract {

	private static final int COUNT = 2_500;

	private static final int LEVELS = 2;

	private final String prefix = TableNames.unique();

	private Readings readings;

	/**
	 * The store.
	 */
	protected abstract TableGateway gateway();

	@BeforeAll
	void insertReadings() {
		TableTemplate template = new TableTemplate(gateway(),
				new TableConverter(new TableMappingContext(new TableCustomConversions())),
				TableTemplateOptions.DEFAULTS.withTableNames(TableNameResolver.prefixed(this.prefix)));
		this.readings = new TableRepositoryFactory(template).getRepository(Readings.class);
		this.readings
			.insertAll(IntStream.range(0, COUNT).mapToObj((i) -> new Reading("m", i, i % LEVELS, "t" + i)).toList());
	}

	@AfterAll
	void deleteTable() {
		gateway().deleteTable(this.prefix + "Reading");
	}

	@ParameterizedTest
	@ValueSource(ints = { 99, 999, 1_000, 1_001, 1_250, 2_499, 2_500, 2_501 })
	void givesPartsOfTheSizeThatIsAskedFor(int size) {
		checkParts(parts((position, limit) -> this.readings.findByMeter("m", position, limit), size), COUNT, size);
	}

	@Test
	void givesPagesOfTheServiceWhereNoSizeIsAskedFor() {
		List<List<Integer>> parts = parts((position, limit) -> this.readings.findByMeter("m", position, limit),
				Integer.MAX_VALUE);
		assertThat(parts).extracting(List::size).containsExactly(1_000, 1_000, 500);
	}

	@ParameterizedTest
	@ValueSource(ints = { 100, 1_100, 1_250 })
	void givesPartsThroughAnIndexOfKeys(int size) {
		checkParts(parts((position, limit) -> this.readings.findByMeterAndLevel("m", 1, position, limit), size),
				COUNT / LEVELS, size);
	}

	@ParameterizedTest
	@ValueSource(ints = { 7, 100, 249, 250, 251 })
	void givesPartsWhereTheClientLeavesRowsOut(int size) {
		checkParts(
				parts((position, limit) -> this.readings.findByMeterAndTextEndingWith("m", "3", position, limit), size),
				COUNT / 10, size);
	}

	@Test
	void looksBehindPagesOnWhichNothingIsFound() {
		Window<Reading> window = this.readings.findByMeterAndTextEndingWith("m", "2499", ScrollPosition.keyset(),
				Limit.of(10));
		assertThat(window).extracting(Reading::number).containsExactly(2_499);
		assertThat(window.hasNext()).isFalse();
	}

	@Test
	void goesOnWithAnotherLimit() {
		List<Integer> found = new ArrayList<>();
		ScrollPosition position = ScrollPosition.keyset();
		for (int size : List.of(7, 1_300, 1, 1_192)) {
			Window<Reading> window = this.readings.findByMeter("m", position, Limit.of(size));
			assertThat(window).hasSize(size);
			window.forEach((reading) -> found.add(reading.number()));
			position = window.hasNext() ? window.positionAt(window.size() - 1) : position;
		}
		assertThat(found).containsExactlyElementsOf(IntStream.range(0, COUNT).boxed().toList());
	}

	@Test
	void goesOnAmongKeysWithAnotherLimit() {
		List<Integer> numbers = List.of(1, 2, 3, 9_999, 4, 5);
		Window<Reading> first = this.readings.findByMeterAndNumberIn("m", numbers, ScrollPosition.keyset(),
				Limit.of(2));
		Window<Reading> second = this.readings.findByMeterAndNumberIn("m", numbers, first.positionAt(1), Limit.of(100));
		assertThat(first).extracting(Reading::number).containsExactly(1, 2);
		assertThat(second).extracting(Reading::number).containsExactly(3, 4, 5);
		assertThat(second.hasNext()).isFalse();
	}

	@Test
	void refusesThePositionOfAnotherQuery() {
		ScrollPosition position = this.readings.findByMeterAndLevel("m", 1, ScrollPosition.keyset(), Limit.of(5))
			.positionAt(4);
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> this.readings.findByMeterAndLevel("m", 0, position, Limit.of(5)))
			.withMessageContaining("comes from another query than that for Reading");
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> this.readings.findByMeter("m", position, Limit.of(5)));
	}

	@ParameterizedTest
	@ValueSource(ints = { 400, 1_250, 2_500 })
	void givesSlicesOfTheSizeThatIsAskedFor(int size) {
		List<List<Integer>> parts = new ArrayList<>();
		Slice<Reading> slice = this.readings.findByMeter("m", PageRequest.ofSize(size));
		parts.add(slice.map(Reading::number).getContent());
		while (slice.hasNext()) {
			slice = this.readings.findByMeter("m", slice.nextPageable());
			parts.add(slice.map(Reading::number).getContent());
		}
		checkParts(parts, COUNT, size);
	}

	private static List<List<Integer>> parts(BiFunction<ScrollPosition, Limit, Window<Reading>> query, int size) {
		Limit limit = (size != Integer.MAX_VALUE) ? Limit.of(size) : Limit.unlimited();
		List<List<Integer>> parts = new ArrayList<>();
		Window<Reading> window = query.apply(ScrollPosition.keyset(), limit);
		parts.add(window.map(Reading::number).getContent());
		while (window.hasNext()) {
			window = query.apply(window.positionAt(window.size() - 1), limit);
			parts.add(window.map(Reading::number).getContent());
		}
		return parts;
	}

	/**
	 * Every part is full but for the last, which may be empty.
	 */
	private static void checkParts(List<List<Integer>> parts, int count, int size) {
		assertThat(parts.subList(0, parts.size() - 1)).allSatisfy((part) -> assertThat(part).hasSize(size));
		assertThat(parts).hasSizeBetween((count + size - 1) / size, count / size + 1);
		List<Integer> all = parts.stream().flatMap(List::stream).toList();
		assertThat(all).hasSize(count).isSorted().doesNotHaveDuplicates();
	}

}
