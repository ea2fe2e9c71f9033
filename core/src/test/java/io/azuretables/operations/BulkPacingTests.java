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

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.embedded.ServiceTargets;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.execution.ParallelCalls.InterruptedCallsException;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.query.TableQuery;
import io.azuretables.routing.AccountRouting;
import io.azuretables.routing.RoutedTableGateway;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowWrite;
import io.azuretables.sample.MutableClock;
import io.azuretables.write.PartialWriteException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Bulk writes keep to their rates, on the clock of a store that refuses what exceeds the
 * published targets. Each request takes as long as with 32 at a time of 20 ms.
 */
class BulkPacingTests {

	private static final int ROWS = 100_000;

	private static final TableQuery EVERYTHING = TableQuery.all().allowScan();

	private static final Duration REQUEST = Duration.ofNanos(625_000);

	private final MutableClock clock = new MutableClock();

	private final EmbeddedTableGateway store = new EmbeddedTableGateway(this.clock, ServiceTargets.PUBLISHED);

	private final TimedGateway gateway = new TimedGateway(this.store);

	private final List<Duration> waits = new ArrayList<>();

	private final RateOptions rate = RateOptions.DEFAULTS.withPause((time) -> {
		this.waits.add(time);
		this.clock.pass(time);
	});

	private final TableTemplateOptions plain = TableTemplateOptions.DEFAULTS.withConcurrency(1).withClock(this.clock);

	private TableTemplate template(TableTemplateOptions options) {
		return template(this.gateway, options);
	}

	private static TableTemplate template(TableGateway gateway, TableTemplateOptions options) {
		return new TableTemplate(gateway, new TableConverter(new TableMappingContext(new TableCustomConversions())),
				options);
	}

	/**
	 * The least time that the targets allow: a partition begins with the rows of half a
	 * second's target, takes half of the target for five seconds, and then all of it.
	 */
	private static double ideal(int partitions) {
		double each = (double) ROWS / partitions;
		return 5 + (each - 1_000 - 5 * 1_000) / 2_000;
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2 })
	void keepsBelowTheTargetsAndCloseToTheIdealTime(int partitions) {
		template(this.plain.withRate(this.rate)).saveAll(readings(partitions));
		assertThat(share()).as("refused").isLessThanOrEqualTo(0.01);
		assertThat(elapsed()).isBetween(ideal(partitions) * 0.9, ideal(partitions) * 1.2);
		assertThat(this.waits).isNotEmpty();
	}

	@Test
	void isRefusedWithoutPacing() {
		TableTemplate template = template(this.plain);
		List<Reading> rest = readings(2).subList(0, 30_000);
		while (!rest.isEmpty()) {
			try {
				template.saveAll(rest);
				rest = List.of();
			}
			catch (PartialWriteException ex) {
				rest = Stream.of(ex.getRefused(), ex.getNotAttempted())
					.flatMap(List::stream)
					.map(Reading.class::cast)
					.toList();
				this.clock.pass(Duration.ofSeconds(1));
			}
		}
		assertThat(share()).as("refused").isGreaterThanOrEqualTo(0.2);
	}

	@Test
	void findsALowerRateWhereTheServiceTakesLess() {
		TableTemplate template = template(
				this.plain.withRate(this.rate.withPartition(8_000).withRampUp(Duration.ZERO)));
		assertThat(template.saveAll(readings(2))).hasSize(ROWS);
		assertThat(share()).as("refused").isBetween(0.0001, 0.05);
		assertThat(elapsed()).isBetween(ideal(2) * 0.9, ideal(2) * 1.5);
	}

	@Test
	void keepsToTheRateOfTheAccount() {
		RateOptions slow = this.rate.withAccount(1_000).withRampUp(Duration.ZERO);
		template(this.plain.withRate(slow)).saveAll(readings(20).subList(0, 10_000));
		assertThat(elapsed()).isBetween(9.5, 10.5);
	}

	/**
	 * An account takes as many rows a second as it would take alone.
	 */
	@Test
	void keepsToTheRateOfEachOfSeveralAccounts() {
		TableGateway accounts = RoutedTableGateway
			.over(Map.of("one", this.gateway, "two", new TimedGateway(new EmbeddedTableGateway())), AccountRouting.by(
					"even",
					(table, partitionKey) -> (Integer.parseInt(partitionKey.substring(1)) % 2 > 0) ? "one" : "two"));
		RateOptions slow = this.rate.withAccount(1_000).withRampUp(Duration.ZERO);
		template(new ForwardingTableGateway(accounts), this.plain.withRate(slow))
			.saveAll(readings(20).subList(0, 10_000));
		assertThat(elapsed()).isBetween(4.5, 5.5);
	}

	@Test
	void letsAPartitionThatIsBusyHoldUpNoOther() {
		List<Reading> sorted = new ArrayList<>(readings(2).subList(0, 10_000));
		sorted.sort((one, other) -> one.device().compareTo(other.device()));
		template(this.plain.withRate(this.rate.withRampUp(Duration.ZERO))).saveAll(sorted);
		assertThat(elapsed()).isLessThan(5_000 / 1_000.0 + 1);
	}

	@Test
	void delaysNoSingleWriteAndNoRead() {
		TableTemplate template = template(this.plain.withRate(this.rate.withPartition(1).withRampUp(Duration.ZERO)));
		template.saveAll(readings(1).subList(0, 100));
		this.waits.clear();
		template.save(new Reading("d0", 1, 2));
		template.deleteById(Reading.class, new Reading("d0", 1, 2));
		assertThat(template.findById(Reading.class, new Reading("d0", 2, 0))).isPresent();
		assertThat(template.count(EVERYTHING, Reading.class)).isEqualTo(99);
		assertThat(this.waits).isEmpty();
		template.deleteAll(readings(1).subList(0, 1));
		assertThat(this.waits).isNotEmpty();
	}

	@Test
	void givesUpWhereTheServiceRefusesForGood() {
		AtomicInteger attempts = new AtomicInteger();
		TableGateway closed = new ForwardingTableGateway(
				new EmbeddedTableGateway(this.clock, new ServiceTargets(1, 1, Duration.ZERO))) {

			@Override
			public List<@Nullable String> submit(AtomicBatch batch) {
				attempts.incrementAndGet();
				return super.submit(batch);
			}

		};
		TableTemplate template = template(closed,
				this.plain.withRate(this.rate.withRampUp(Duration.ZERO).withPause((time) -> this.clock.pass(time))));
		PartialWriteException failure = catchThrowableOfType(PartialWriteException.class,
				() -> template.saveAll(readings(1).subList(0, 300)));
		assertThat(failure).hasCauseInstanceOf(TransientDataAccessResourceException.class);
		assertThat(failure.getApplied()).hasSize(100);
		assertThat(failure.getRefused()).hasSize(200);
		assertThat(attempts).hasValue(21);
	}

	@Test
	void endsWhenTheCallerIsInterrupted() {
		TableTemplate template = template(this.plain
			.withRate(this.rate.withPartition(1).withPause((time) -> Thread.currentThread().interrupt())));
		PartialWriteException failure = catchThrowableOfType(PartialWriteException.class,
				() -> template.saveAll(readings(1).subList(0, 300)));
		assertThat(Thread.interrupted()).isTrue();
		assertThat(failure).hasCauseInstanceOf(InterruptedCallsException.class);
		assertThat(failure.getApplied()).hasSize(100);
		assertThat(failure.getNotAttempted()).hasSize(200);
	}

	@Test
	void pacesManyThreads() {
		EmbeddedTableGateway store = EmbeddedTableGateway.withLimits(new ServiceTargets(5_000, 50_000, Duration.ZERO));
		RateOptions rate = RateOptions.DEFAULTS.withPartition(4_000).withRampUp(Duration.ZERO);
		TableTemplate template = template(store, TableTemplateOptions.DEFAULTS.withConcurrency(8).withRate(rate));
		long start = System.nanoTime();
		assertThat(template.saveAll(readings(2).subList(0, 4_000))).hasSize(4_000);
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(300));
		assertThat(store.refused()).isZero();
	}

	@Test
	void refusesRatesThatAllowNothing() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.rate.withPartition(0));
		assertThatIllegalArgumentException().isThrownBy(() -> this.rate.withAccount(0));
		assertThatIllegalArgumentException().isThrownBy(() -> this.rate.withRampUp(Duration.ofSeconds(-1)));
		assertThatExceptionOfType(IllegalArgumentException.class)
			.isThrownBy(() -> new RateOptions(1, 0, Duration.ZERO, RatePause.SLEEP))
			.withMessageContaining("0 for the account");
	}

	private double share() {
		return (double) this.store.refused() / this.gateway.requests;
	}

	private double elapsed() {
		return Duration.between(MutableClock.START, this.clock.instant()).toNanos() / 1e9;
	}

	private static List<Reading> readings(int partitions) {
		return IntStream.range(0, ROWS).mapToObj((i) -> new Reading("d" + i % partitions, i, i)).toList();
	}

	private final class TimedGateway extends ForwardingTableGateway {

		private int requests;

		TimedGateway(TableGateway target) {
			super(target);
		}

		@Override
		public @Nullable String write(String table, RowWrite write) {
			count();
			return super.write(table, write);
		}

		@Override
		public List<@Nullable String> submit(AtomicBatch batch) {
			count();
			return super.submit(batch);
		}

		private void count() {
			this.requests++;
			BulkPacingTests.this.clock.pass(REQUEST);
		}

	}

	@Table("Readings")
	@PartitionKey("{device}")
	@RowKey("{number:8}")
	record Reading(String device, int number, int value) {

	}

}
