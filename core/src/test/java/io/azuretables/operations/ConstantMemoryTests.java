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

package io.azuretables.operations;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.internal.write.BulkWrites;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.query.TableQuery;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.data.domain.Sort;

import static io.azuretables.query.Criteria.where;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * However many entities are read, written or deleted as a stream, only so many are held
 * at a time.
 */
@Tag("long")
class ConstantMemoryTests {

	private static final int COUNT = 25_000;

	private static final int STEP = 6_000;

	private static final int PAGE = 1_000;

	private static final int CHUNK = BulkWrites.CHUNK;

	/**
	 * What a frame on the stack may hold.
	 */
	private static final int FEW = 5;

	private final WatchedGateway gateway = new WatchedGateway(new EmbeddedTableGateway());

	private final TableTemplate template = new TableTemplate(this.gateway,
			new TableConverter(new TableMappingContext(new TableCustomConversions())));

	private final Alive alive = new Alive();

	@BeforeEach
	void insertMeasurements() {
		this.template.insertAll(IntStream.range(0, COUNT).mapToObj(ConstantMemoryTests::measurement).toList());
		this.gateway.forget();
	}

	private static Measurement measurement(int number) {
		return new Measurement("m" + number % 3, number, number % 2);
	}

	static Stream<Arguments> queries() {
		return Stream.of(arguments("all rows of a table", TableQuery.all().allowScan(), COUNT, PAGE),
				arguments("a range, checked on the client",
						TableQuery.of(where("meter").startingWith("m").and(where("number").isNotNull())).allowScan(),
						COUNT, PAGE),
				arguments("three partitions, merged",
						TableQuery.of(where("meter").in("m0", "m1", "m2")).orderBy(Sort.by("number")), COUNT, 3 * PAGE),
				arguments("by an index of keys", TableQuery.of(where("meter").is("m1").and(where("level").is(1))),
						COUNT / 6, 2 * PAGE));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("queries")
	void holdsNoMoreThanPagesOfAStreamThatIsRead(String name, TableQuery query, int count, int held) {
		int read = 0;
		try (Stream<Measurement> stream = this.template.stream(query, Measurement.class)) {
			for (Iterator<Measurement> all = stream.iterator(); all.hasNext();) {
				this.alive.add(all.next());
				read++;
				assertThat(this.gateway.rowsRead() - read).as("read before it is wanted").isLessThanOrEqualTo(held);
				checkAlive(read, held);
			}
		}
		assertThat(read).isBetween(count, count + 1);
	}

	@Test
	void holdsNoMoreThanAChunkOfAStreamThatIsWritten() {
		int[] written = { 0 };
		long count = this.template.saveAll(
				IntStream.range(0, COUNT).mapToObj((number) -> this.alive.add(measurement(number))),
				(one) -> checkAlive(++written[0], CHUNK));
		assertThat(count).isEqualTo(COUNT);
		assertThat(written[0]).isEqualTo(COUNT);
	}

	@Test
	void holdsNoMoreThanAChunkOfWhatIsDeleted() {
		int[] taken = { 0 };
		Iterable<Object> all = () -> IntStream.range(0, COUNT).<Object>mapToObj((number) -> {
			checkAlive(++taken[0], CHUNK);
			return this.alive.add(measurement(number));
		}).iterator();
		this.template.deleteAll(all);
		assertThat(taken[0]).isEqualTo(COUNT);
		assertThat(this.template.count(TableQuery.all().allowScan(), Measurement.class)).isZero();
	}

	@Test
	void readsKeysInChunksThatAQueryDeletes() {
		int[] deleted = { 0 };
		this.gateway.beforeWrite((rows) -> {
			synchronized (deleted) {
				assertThat(this.gateway.rowsRead() - deleted[0]).as("keys, and rows with what the index is by")
					.isLessThanOrEqualTo(2 * CHUNK + PAGE);
				deleted[0] += rows.size();
			}
		});
		assertThat(this.template.delete(TableQuery.all().allowScan(), Measurement.class)).isEqualTo(COUNT);
	}

	private void checkAlive(int done, int held) {
		if (done % STEP == 0) {
			assertThat(this.alive.count()).as("held after %s", done).isLessThanOrEqualTo(held + FEW);
		}
	}

	/**
	 * What a meter showed.
	 *
	 * @param meter the meter
	 * @param number the how many-th measurement it is
	 * @param level what the index is by
	 */
	@Table
	@PartitionKey("{meter}")
	@RowKey("n_{number:6}")
	@SecondaryIndex(name = "level", rowKey = "l_{level}_{number:6}", include = {})
	record Measurement(String meter, int number, int level) {

	}

	/**
	 * Counts which of the objects that were seen are still referenced.
	 */
	private static final class Alive {

		private final List<WeakReference<Object>> seen = new ArrayList<>();

		<T> T add(T object) {
			this.seen.add(new WeakReference<>(object));
			return object;
		}

		int count() {
			System.gc();
			this.seen.removeIf((one) -> one.refersTo(null));
			return this.seen.size();
		}

	}

}
