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
package io.azuretables.test.recipes;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.repository.TableRepository;
import io.azuretables.repository.config.EnableTableRepositories;
import io.azuretables.test.DataTablesTest;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.SpringBootApplication;

import static io.azuretables.test.PlanAssertions.assertThatPlan;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The recipe "Devices" costs what the page says.
 */
@DataTablesTest(properties = "azure.tables.hot-partitions=reject")
class DevicesRecipeTests {

	private static final LocalDate DAY = LocalDate.of(2026, 3, 1);

	private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

	@Autowired
	private Measurements measurements;

	@Test
	void hasThePathsOfThePage() {
		assertThatPlan(this.measurements, "findByDeviceAndDayAndAtBetween").isRowRange();
		assertThatPlan(this.measurements, "findTop1ByDeviceAndDayOrderByAtDesc").isKindRange();
	}

	@Test
	void findsARangeOfTimeAndTheNewest() {
		for (int i = 0; i < 5; i++) {
			this.measurements.insert(new Measurement("d1", DAY, NOON.plusSeconds(i), i));
		}
		this.measurements.insert(new Measurement("d2", DAY, NOON, 9));
		assertThat(
				this.measurements.findByDeviceAndDayAndAtBetween("d1", DAY, NOON.plusSeconds(1), NOON.plusSeconds(3)))
			.extracting(Measurement::degrees)
			.containsExactly(3.0, 2.0, 1.0);
		assertThat(this.measurements.findTop1ByDeviceAndDayOrderByAtDesc("d1", DAY)).extracting(Measurement::degrees)
			.containsExactly(4.0);
	}

	// tag::devices[]
	@Table("Measurements")
	@PartitionKey("{device}_{day}")
	@RowKey("at_{at:desc}")
	record Measurement(String device, LocalDate day, Instant at, double degrees) {
	}

	interface Measurements extends TableRepository<Measurement, TableKey> {

		List<Measurement> findByDeviceAndDayAndAtBetween(String device, LocalDate day, Instant from, Instant to);

		List<Measurement> findTop1ByDeviceAndDayOrderByAtDesc(String device, LocalDate day);

	}
	// end::devices[]

	@SpringBootApplication
	@EnableTableRepositories(considerNestedRepositories = true)
	static class Application {

	}

}
