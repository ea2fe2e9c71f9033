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

package io.azuretables.observation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.operations.RowTemplate;
import io.azuretables.query.Criteria;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link PartitionShares}.
 */
class PartitionSharesTests {

	private static final String SECRET = "O'Hara's secret";

	private static final int SAMPLE = 100_000;

	private final AtomicLong nanos = new AtomicLong();

	private final List<String> tables = new ArrayList<>();

	private final PartitionShares shares = new PartitionShares(this.tables::add, this.nanos::get);

	private final Logger logger = (Logger) LoggerFactory.getLogger(PartitionShares.class);

	private final ListAppender<ILoggingEvent> records = new ListAppender<>();

	private final TableGateway gateway = this.shares.measured(new EmbeddedTableGateway());

	@BeforeEach
	void listen() {
		this.logger.setLevel(Level.TRACE);
		this.records.start();
		this.logger.addAppender(this.records);
		this.gateway.createTable("Visits");
	}

	@AfterEach
	void silence() {
		this.logger.detachAppender(this.records);
		this.logger.setLevel(null);
	}

	private List<String> messages() {
		return this.records.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
	}

	private void pass(Duration time) {
		this.nanos.addAndGet(time.toNanos());
	}

	private static RowWrite row(String partition, int id) {
		return new RowWrite.InsertOrReplace(TableRow.of(TableKey.of(partition, "r" + id), Map.of()));
	}

	private void write(String partition, int rows) {
		for (int i = 0; i < rows; i += 100) {
			this.gateway.submit(new AtomicBatch("Visits",
					IntStream.range(i, Math.min(rows, i + 100)).mapToObj((id) -> row(partition, id)).toList()));
		}
	}

	@ParameterizedTest
	@ValueSource(doubles = { 0, 0.8, 1, 1.2, 2 })
	void neverOverstatesAndUnderstatesByOneThirtySecond(double exponent) {
		RandomGenerator random = RandomGenerator.getDefault();
		double[] cumulated = new double[10_000];
		double sum = 0;
		for (int i = 0; i < cumulated.length; i++) {
			sum += 1 / Math.pow(i + 1, exponent);
			cumulated[i] = sum;
		}
		PartitionSketch sketch = new PartitionSketch();
		Map<Long, Integer> exact = new HashMap<>();
		for (int i = 0; i < SAMPLE; i++) {
			double at = random.nextDouble(sum);
			int low = Arrays.binarySearch(cumulated, at);
			long key = (low < 0) ? -low - 1 : low;
			sketch.add(key, 1);
			exact.merge(key, 1, Integer::sum);
		}
		double busiest = exact.values().stream().mapToInt(Integer::intValue).max().orElseThrow() / (double) SAMPLE;
		assertThat(sketch.busiest().share()).isBetween(busiest - 1.0 / PartitionSketch.SIZE, busiest);
		assertThat(sketch.busiest().rows()).isEqualTo(SAMPLE);
		if (busiest > 0.1) {
			assertThat(exact.get(sketch.busiest().hash()) / (double) SAMPLE).isEqualTo(busiest);
		}
	}

	@Test
	void countsRowsOfEachKindOfRequest() {
		write("a", 60);
		this.gateway.write("Visits", row("b", 1));
		this.gateway.read("Visits", TableKey.of("b", "r1"), null, RowReader.rows());
		this.gateway.read("Visits", TableKey.of("b", "missing"), null, RowReader.rows());
		RowTemplate rows = new RowTemplate(this.gateway,
				new TableConverter(new TableMappingContext(new TableCustomConversions())));
		assertThat(rows.find("Visits", Criteria.where("PartitionKey").is("a"), 20)).hasSize(20);
		assertThat(rows.find("Visits", Criteria.where("PartitionKey").is("a").and(Criteria.where("RowKey").is("x")), 5))
			.isEmpty();
		assertThat(rows.find("Visits", Criteria.ALL, 20)).as("over all partitions: not counted").hasSize(20);
		assertThat(this.shares.share("Visits")).as("not over yet").isZero();
		pass(Duration.ofSeconds(10));
		assertThat(this.shares.share("Visits")).isEqualTo(81 / 84.0);
		assertThat(this.shares.share("Others")).isZero();
		assertThat(this.tables).containsExactly("Visits");
		pass(Duration.ofSeconds(10));
		assertThat(this.shares.share("Visits")).as("not used any more").isZero();
	}

	@Test
	void knowsAQuotedKeyByItsHash() {
		this.gateway.write("Visits", row(SECRET, 1));
		RowTemplate rows = new RowTemplate(this.gateway,
				new TableConverter(new TableMappingContext(new TableCustomConversions())));
		rows.find("Visits", Criteria.where("PartitionKey").is(SECRET), 20);
		pass(Duration.ofSeconds(10));
		assertThat(this.shares.share("Visits")).isEqualTo(1);
	}

	@Test
	void warnsOnceOfAHotPartitionByItsHash() {
		for (int window = 0; window < 3; window++) {
			write(SECRET, 6_000);
			write("other", 2_000);
			assertThat(messages()).hasSize(Math.min(window, 1));
			pass(Duration.ofSeconds(10));
			assertThat(this.shares.share("Visits")).isCloseTo(0.75, Offset.offset(0.001));
		}
		assertThat(messages()).singleElement()
			.asString()
			.startsWith("The partition with the hash " + PartitionShares.hash(SECRET)
					+ " took 75% of 8,000 rows of table 'Visits' within 10 seconds. A partition takes about");
		write("other", 10);
		pass(Duration.ofSeconds(10));
		write(SECRET, 6_000);
		pass(Duration.ofSeconds(10));
		write("other", 10);
		assertThat(messages()).as("hot again").hasSize(2);
		assertThat(messages()).noneMatch((message) -> message.contains("secret") || message.contains("O'"));
	}

	@Test
	void isSilentBelowTheLimits() {
		write("a", 4_900);
		pass(Duration.ofSeconds(10));
		write("a", 4_000);
		write("b", 4_100);
		write("c", 4_000);
		pass(Duration.ofSeconds(10));
		write("a", 1);
		assertThat(messages()).isEmpty();
	}

	@Test
	void warnsWhenTheServiceThrottles() {
		TableGateway busy = this.shares.measured(new ForwardingTableGateway(new EmbeddedTableGateway()) {
			@Override
			public @Nullable String write(String table, RowWrite write) {
				throw new TransientDataAccessResourceException("busy",
						new ServiceErrorException(503, "ServerBusy", -1));
			}
		});
		assertThatExceptionOfType(TransientDataAccessResourceException.class)
			.isThrownBy(() -> busy.write("Visits", row(SECRET, 1)));
		pass(Duration.ofSeconds(10));
		write("a", 1);
		assertThat(messages()).singleElement()
			.asString()
			.contains(PartitionShares.hash(SECRET), "and the service throttles requests to the table")
			.doesNotContain("secret");
	}

	@Test
	void measuresABoundedNumberOfTables() {
		for (int i = 0; i < 300; i++) {
			String table = "Table" + i;
			this.gateway.createTable(table);
			this.gateway.write(table, row("p", 1));
		}
		assertThat(this.tables).hasSize(256);
	}

	@Test
	void doesNotFailARequestThatCannotBeMeasured() {
		PartitionShares failing = new PartitionShares((table) -> {
			throw new IllegalStateException("no meter");
		}, this.nanos::get);
		assertThat(failing.measured(this.gateway).write("Visits", row("a", 1))).isNotNull();
		assertThat(messages()).singleElement().asString().contains("cannot be registered");
	}

}
