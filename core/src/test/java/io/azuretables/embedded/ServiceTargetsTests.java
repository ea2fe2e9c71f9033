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

package io.azuretables.embedded;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.sample.MutableClock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * An embedded store with targets refuses what exceeds them, by its clock.
 */
class ServiceTargetsTests {

	private static final String TABLE = "Things";

	private static final ServiceTargets WARM = ServiceTargets.PUBLISHED.withWarmUp(Duration.ZERO);

	private final MutableClock clock = new MutableClock();

	private EmbeddedTableGateway store = new EmbeddedTableGateway(this.clock, WARM);

	@BeforeEach
	void createTable() {
		this.store.createTable(TABLE);
	}

	@Test
	void takesThePublishedRowsOfASecondInOnePartition() {
		assertThat(taken("p", 50)).isEqualTo(20);
		this.clock.pass(Duration.ofMillis(500));
		assertThat(taken("p", 50)).isEqualTo(10);
		this.clock.pass(Duration.ofHours(1));
		assertThat(taken("p", 50)).isEqualTo(20);
		assertThat(this.store.refused()).isEqualTo(3);
	}

	@Test
	void takesThePublishedRowsOfASecondInOneAccount() {
		int taken = 0;
		for (int i = 0; i < 20; i++) {
			taken += taken("p" + i, 15);
		}
		assertThat(taken).isEqualTo(200);
	}

	@Test
	void takesHalfOfTheRowsWhileAPartitionIsNew() {
		this.store = new EmbeddedTableGateway(this.clock, ServiceTargets.PUBLISHED);
		this.store.createTable(TABLE);
		assertThat(taken("p", 50)).isEqualTo(10);
		this.clock.pass(Duration.ofSeconds(1));
		assertThat(taken("p", 50)).isEqualTo(10);
		this.clock.pass(Duration.ofSeconds(4));
		assertThat(taken("p", 50)).isEqualTo(20);
		assertThat(taken("q", 50)).isEqualTo(10);
	}

	@Test
	void refusesAsTheServiceDoesAndWritesNothing() {
		assertThat(taken("p", 50)).isEqualTo(20);
		TableKey key = TableKey.of("p", "late");
		assertThatExceptionOfType(TransientDataAccessResourceException.class)
			.isThrownBy(() -> this.store.write(TABLE, new RowWrite.Insert(TableRow.of(key, Map.of()))))
			.withMessageContaining("2000 rows a second")
			.withCauseInstanceOf(ServiceErrorException.class)
			.satisfies((ex) -> {
				ServiceErrorException error = (ServiceErrorException) ex.getCause();
				assertThat(error.status()).isEqualTo(503);
				assertThat(error.code()).isEqualTo("ServerBusy");
			});
		this.clock.pass(Duration.ofSeconds(1));
		assertThat(this.store.read(TABLE, key, null, RowReader.rows())).isNull();
	}

	@Test
	void countsTheRowsThatAReadLooksAt() {
		taken("p", 20);
		this.clock.pass(Duration.ofMinutes(1));
		RowRequest page = RowRequest.of(TABLE, "PartitionKey eq 'p' and N lt 0");
		this.store.read(page, RowReader.rows());
		assertThatExceptionOfType(TransientDataAccessResourceException.class)
			.isThrownBy(() -> this.store.read(page, RowReader.rows()));
		assertThatExceptionOfType(TransientDataAccessResourceException.class)
			.isThrownBy(() -> this.store.read(TABLE, TableKey.of("p", "1"), null, RowReader.rows()));
		assertThat(this.store.read(TABLE, TableKey.of("q", "1"), null, RowReader.rows())).isNull();
	}

	@Test
	void countsAReadOfSeveralPartitionsForTheAccountAlone() {
		taken("p", 20);
		this.clock.pass(Duration.ofMinutes(1));
		RowRequest all = RowRequest.of(TABLE, "N lt 0");
		for (int i = 0; i < 10; i++) {
			this.store.read(all, RowReader.rows());
		}
		assertThatExceptionOfType(TransientDataAccessResourceException.class)
			.isThrownBy(() -> this.store.read(all, RowReader.rows()))
			.withMessageContaining("The account takes 20000");
	}

	@Test
	void refusesNothingWithoutTargets() {
		this.store = EmbeddedTableGateway.withTables(TABLE);
		assertThat(taken("p", 100)).isEqualTo(100);
		assertThat(this.store.refused()).isZero();
	}

	@Test
	void refusesTargetsThatAllowNothing() {
		assertThatIllegalArgumentException().isThrownBy(() -> new ServiceTargets(0, 1, Duration.ZERO))
			.withMessageContaining("0 and 1");
		assertThatIllegalArgumentException().isThrownBy(() -> WARM.withWarmUp(Duration.ofSeconds(-1)));
	}

	/**
	 * Submits transactions of 100 rows until one is refused.
	 * @return how many were taken
	 */
	private int taken(String partition, int attempts) {
		for (int i = 0; i < attempts; i++) {
			try {
				this.store.submit(batch(partition, i));
			}
			catch (TransientDataAccessResourceException ex) {
				return i;
			}
		}
		return attempts;
	}

	private static AtomicBatch batch(String partition, int number) {
		List<RowWrite> writes = IntStream.range(0, 100)
			.<RowWrite>mapToObj((i) -> new RowWrite.InsertOrReplace(
					TableRow.of(TableKey.of(partition, number + "_" + i), Map.of("N", i))))
			.toList();
		return new AtomicBatch(TABLE, writes);
	}

}
