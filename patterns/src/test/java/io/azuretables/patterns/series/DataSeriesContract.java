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

package io.azuretables.patterns.series;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import io.azuretables.client.FaultyGateway;
import io.azuretables.client.UnknownOutcome;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.sample.Clerk;
import io.azuretables.patterns.sample.MessageCounts;
import io.azuretables.patterns.sample.Store;
import io.azuretables.patterns.simulation.TamperedGateway;
import io.azuretables.query.Update;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the template promises, over any store.
 */
abstract class DataSeriesContract {

	private static final LocalDate DAY = LocalDate.of(2026, 1, 1);

	private static final MessageCounts ID = MessageCounts.of(223, DAY);

	private String prefix;

	private Store store;

	private DataSeriesTemplate<MessageCounts> counts;

	abstract TableGateway gateway();

	/**
	 * How many values each writer puts into each slot.
	 */
	abstract int puts();

	@BeforeEach
	void prepare() {
		this.prefix = "t" + Long.toString(RandomGenerator.getDefault().nextLong() >>> 1, 36);
		this.store = Store.over(gateway(), this.prefix);
		this.counts = series(this.store.template());
		gateway().createTable(table());
	}

	@AfterEach
	void deleteTable() {
		gateway().deleteTable(table());
	}

	private static DataSeriesTemplate<MessageCounts> series(TableTemplate template) {
		return new DataSeriesTemplate<>(template, MessageCounts.class, "perHour");
	}

	private DataSeriesTemplate<MessageCounts> series(TableGateway gateway) {
		return series(Store.over(gateway, this.prefix).template());
	}

	private String table() {
		return this.store.names().resolve(MessageCounts.class, "MessageCounts");
	}

	private int[] perHour() {
		return this.counts.read(ID).orElseThrow().perHour();
	}

	private long requests(Runnable operation) {
		this.store.gateway().reset();
		operation.run();
		return this.store.gateway().requests();
	}

	@Test
	void makesAsManyRequestsAsThePageSays() {
		assertThat(requests(() -> this.counts.put(ID, 13, 5))).as("put inserts").isEqualTo(1);
		assertThat(requests(() -> this.counts.put(ID, 14, 6))).as("put merges").isEqualTo(1);
		assertThat(requests(() -> this.counts.putAll(ID, Map.of(0, 1, 23, 2)))).isEqualTo(1);
		assertThat(requests(() -> this.counts.putAll(ID, Map.of()))).isZero();
		assertThat(requests(() -> this.counts.add(ID, 13, 2, "a"))).as("add").isEqualTo(2);
		assertThat(requests(() -> this.counts.add(ID, 13, 2, "a"))).as("the same operation").isEqualTo(1);
		MessageCounts other = MessageCounts.of(224, DAY);
		assertThat(requests(() -> this.counts.add(other, 13, 2, "a"))).as("add inserts").isEqualTo(2);
		assertThat(requests(() -> this.counts.read(ID))).isEqualTo(1);
		int[] expected = new int[24];
		expected[0] = 1;
		expected[13] = 7;
		expected[14] = 6;
		expected[23] = 2;
		assertThat(perHour()).isEqualTo(expected);
	}

	@Test
	void addsAgainAfterAConflict() {
		this.counts.put(ID, 1, 1);
		AtomicInteger others = new AtomicInteger();
		this.store.gateway().beforeEach((request) -> {
			if (request == 2 && others.getAndIncrement() == 0) {
				series(gateway()).put(ID, 2, 7);
			}
		});
		this.counts.add(ID, 1, 4, "a");
		assertThat(this.store.gateway().requests()).as("4 with one conflict").isEqualTo(4);
		assertThat(perHour()[1]).isEqualTo(5);
		assertThat(perHour()[2]).isEqualTo(7);
	}

	@Test
	void readsTheLatestByOneRequest() {
		IntStream.range(0, 40).forEach((day) -> this.counts.put(MessageCounts.of(223, DAY.plusDays(day)), 0, day));
		this.counts.put(MessageCounts.of(222, DAY.plusDays(99)), 0, 1);
		List<MessageCounts> latest = new ArrayList<>();
		assertThat(requests(() -> latest.addAll(this.counts.latest(3, "Sales", 223)))).isEqualTo(1);
		assertThat(latest).extracting((one) -> one.perHour()[0]).containsExactly(39, 38, 37);
		assertThat(this.store.gateway().rows()).isEqualTo(3);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.counts.latest(3, "Sales"))
			.withMessage("The series of MessageCounts takes a value for each of [department, employeeId], and the call "
					+ "gives 1");
	}

	@Test
	void readsAndWritesTheRowsOfTheGuide() {
		TableKey key = this.store.template().converter().key(ID);
		Map<String, Object> columns = new HashMap<>();
		int[] expected = new int[24];
		for (int hour = 0; hour < 24; hour += 2) {
			columns.put("h%02d".formatted(hour), 100 + hour);
			expected[hour] = 100 + hour;
		}
		gateway().write(table(), new RowWrite.Insert(TableRow.of(key, columns)));
		assertThat(perHour()).isEqualTo(expected);
		this.counts.put(ID, 7, 9);
		columns.put("h07", 9);
		assertThat(row(key).properties()).isEqualTo(columns);
	}

	private TableRow row(TableKey key) {
		TableRow row = gateway().read(table(), key, null, RowReader.rows());
		assertThat(row).isNotNull();
		return row;
	}

	@Test
	void keepsWhatAllWritersPut() throws Exception {
		List<Callable<Void>> writers = new ArrayList<>();
		for (int writer = 0; writer < 16; writer++) {
			int first = writer;
			writers.add(() -> {
				for (int put = 1; put <= puts(); put++) {
					for (int slot = first; slot < 24; slot += 16) {
						this.counts.put(ID, slot, put);
					}
				}
				return null;
			});
		}
		run(writers);
		assertThat(perHour()).containsOnly(puts());
	}

	private static void run(List<Callable<Void>> writers) throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(writers.size());
		try {
			for (Future<Void> writer : threads.invokeAll(writers, 5, TimeUnit.MINUTES)) {
				writer.get();
			}
		}
		finally {
			threads.shutdownNow();
		}
	}

	/**
	 * All of the operations fit into the ring, so that none is forgotten while its writer
	 * waits.
	 */
	@Test
	void addsExactlyOnceHoweverOftenAnswersAreLost() throws Exception {
		assertThat(sumOfFourWriters((series, operation) -> series.add(ID, 5, 1, operation))).isEqualTo(4 * 25);
	}

	/**
	 * Negative control: without the operations in the row, additions are lost or counted
	 * twice.
	 */
	@Test
	void countsTwiceWithoutTheRing() throws Exception {
		this.counts.put(ID, 5, 0);
		TableTemplate faulty = Store.over(new UnreliableGateway(gateway()), this.prefix).template();
		assertThat(sumOfFourWriters(
				(series, operation) -> faulty.merge(MessageCounts.class, ID, Update.none().increment("perHour[5]", 1))))
			.isGreaterThan(4 * 25);
	}

	private int sumOfFourWriters(Addition addition) throws Exception {
		DataSeriesTemplate<MessageCounts> faulty = series(new UnreliableGateway(gateway()));
		List<Callable<Void>> writers = new ArrayList<>();
		for (int writer = 0; writer < 4; writer++) {
			String name = "writer " + writer + ' ';
			writers.add(() -> {
				for (int i = 0; i < 25; i++) {
					repeat(addition, faulty, name + i);
				}
				return null;
			});
		}
		run(writers);
		return perHour()[5];
	}

	private static void repeat(Addition addition, DataSeriesTemplate<MessageCounts> series, String operation) {
		while (true) {
			try {
				addition.add(series, operation);
				return;
			}
			catch (DataAccessException ex) {
				// the caller repeats what it does not know to be done
			}
		}
	}

	@ParameterizedTest
	@EnumSource
	void addsOnceWhateverRequestFails(FaultyGateway.Fault fault) {
		FaultyGateway faulty;
		int expected = 0;
		int request = 1;
		do {
			faulty = new FaultyGateway(gateway(), request++, fault);
			DataSeriesTemplate<MessageCounts> series = series(faulty);
			repeat((one, operation) -> one.add(ID, 5, 3, operation), series, "operation " + request);
			expected += 3;
			assertThat(perHour()[5]).isEqualTo(expected);
		}
		while (faulty.hasFailed());
	}

	@ParameterizedTest
	@EnumSource
	void putsWhateverRequestFails(FaultyGateway.Fault fault) {
		DataSeriesTemplate<MessageCounts> series = series(new FaultyGateway(gateway(), 1, fault));
		repeat((one, operation) -> one.put(ID, 5, 3), series, "");
		assertThat(perHour()[5]).isEqualTo(3);
	}

	@Test
	void agreesWithAnArray() {
		RandomGenerator random = RandomGenerator.getDefault();
		int[] expected = new int[24];
		for (int i = 0; i < 150; i++) {
			int slot = random.nextInt(24);
			int value = random.nextInt(1000);
			switch (random.nextInt(4)) {
				case 0 -> {
					this.counts.put(ID, slot, value);
					expected[slot] = value;
				}
				case 1 -> {
					Map<Integer, Integer> values = new TreeMap<>();
					random.ints(5, 0, 24).forEach((one) -> values.put(one, value));
					this.counts.putAll(ID, values);
					values.forEach((one, put) -> expected[one] = put);
				}
				case 2 -> {
					this.counts.add(ID, slot, value, "operation " + i);
					expected[slot] += value;
				}
				default -> {
					int[] all = random.ints(24, 0, 1000).toArray();
					this.store.template().save(new MessageCounts("Sales", 223, DAY, all));
					System.arraycopy(all, 0, expected, 0, 24);
				}
			}
			assertThat(perHour()).isEqualTo(expected);
		}
	}

	@Test
	void refusesWhatCannotBe() {
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(() -> this.counts.put(ID, 24, 1))
			.withMessageContaining("the slots of perHour are 0 to 23");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.counts.put(ID, 23, null))
			.withMessage("An update sets no nulls; remove 'perHour[23]' instead");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.counts.putAll(ID, Collections.singletonMap(0, null)))
			.withMessage("An update sets no nulls; remove 'perHour[0]' instead");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.counts.putAll(ID, Collections.singletonMap(null, 1)))
			.withMessage("The values of MessageCounts.perHour have one without a slot; the slots are 0 to 23");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.counts.putAll(ID, null))
			.withMessage("The values of MessageCounts.perHour must not be null; without values, give an empty map");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.counts.putAll(ID, Map.of(23, 1, 24, 1)))
			.withMessageContaining("the slots of perHour are 0 to 23");
		assertThat(this.counts.read(ID)).as("nothing was written").isEmpty();
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.counts.add(ID, -1, 1, "a"))
			.withMessageContaining("the slots of perHour are 0 to 23");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> new DataSeriesTemplate<>(this.store.template(), MessageCounts.class, "day"))
			.withMessage("MessageCounts.day is not a @Series; the series of the class are [perHour]");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> new DataSeriesTemplate<>(this.store.template(), Clerk.class, "perHour"))
			.withMessageContaining("the series of the class are []");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> new DataSeriesTemplate<>(this.store.template(), Temperatures.class, "degrees"))
			.withMessageContaining("the row would lack [sensors], which are not nullable");
	}

	/**
	 * The sum would have millions of digits.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "1E+20000000", "1E-20000000", "1E+2147483647", "1E+32000" })
	@Timeout(20)
	void refusesNumberOfTooManyDigits(BigDecimal by) {
		this.counts.put(ID, 1, 5);
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> this.counts.add(ID, 1, by, "a"))
			.withMessage("'perHour[1]' cannot be incremented: the sum would have more than 32000 digits");
		assertThat(perHour()[1]).isEqualTo(5);
	}

	/**
	 * Adds 1 by an operation.
	 */
	private interface Addition {

		void add(DataSeriesTemplate<MessageCounts> series, String operation);

	}

	/**
	 * Loses twelve of a hundred writes: a third before they are done, and two thirds with
	 * their answers.
	 */
	private static final class UnreliableGateway extends TamperedGateway {

		private final AtomicInteger writes = new AtomicInteger();

		UnreliableGateway(TableGateway tables) {
			super(tables);
		}

		@Override
		public @Nullable String write(String table, RowWrite write) {
			int turn = this.writes.getAndIncrement() % 25;
			if (turn == 7) {
				throw UnknownOutcome.of(table, List.of(write.key()));
			}
			String etag = super.write(table, write);
			if (turn == 3 || turn == 16) {
				throw UnknownOutcome.of(table, List.of(write.key()));
			}
			return etag;
		}

	}

}
