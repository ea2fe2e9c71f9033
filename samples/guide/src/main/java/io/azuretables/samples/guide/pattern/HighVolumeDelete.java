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

package io.azuretables.samples.guide.pattern;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.stream.IntStream;

import io.azuretables.convert.TableConverter;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RollingTable;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TablePeriod;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.rolling.RollingTableTemplate;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.samples.guide.MovableClock;
import io.azuretables.samples.guide.Pattern;
import io.azuretables.samples.guide.RecordedGateway;
import io.azuretables.samples.guide.Scenario;

import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Shows a table for each day, deleted as a whole.
 */
@Component
@Order(9)
class HighVolumeDelete implements Pattern {

	private static final TableQuery OF_ANNA = TableQuery.of(Criteria.where("user").is("anna"));

	private final MovableClock clock = new MovableClock();

	private final RollingTableTemplate<SignIn> signIns;

	HighVolumeDelete(RecordedGateway recorded, TableConverter converter) {
		this.signIns = new RollingTableTemplate<>(
				new TableTemplate(recorded.gateway(), converter, TableTemplateOptions.DEFAULTS.withClock(this.clock)),
				SignIn.class);
	}

	@Override
	public Scenario scenario() {
		return Scenario
			.of("high-volume-delete", "High-volume delete", "Rolling",
					"To delete a million old rows takes 11,000 requests. To delete a table takes one.")
			.step("Insert sign-ins of three days", "Each goes to the table of its day, by its own time.",
					() -> this.signIns
						.insertAll(IntStream.range(0, 6).mapToObj((i) -> new SignIn("anna", at(i % 3), i)).toList()))
			.step("Find those of the last two days", "Only the tables of these days are read, one request each.",
					() -> this.signIns.find(OF_ANNA, at(1), this.clock.instant().plus(1, ChronoUnit.DAYS)))
			.step("Two days pass: drop what is older than three days",
					"The list of tables, and one request for each table that is too old. The clock of this page is set "
							+ "forward.",
					() -> {
						this.clock.forward(Duration.between(this.clock.instant(), noonInTwoDays()));
						return this.signIns.dropExpired();
					})
			.step("Find all that are left", "Tables that are gone are not asked.", () -> this.signIns.find(OF_ANNA,
					this.clock.instant().minus(3, ChronoUnit.DAYS), this.clock.instant().plus(1, ChronoUnit.DAYS)));
	}

	/**
	 * Late enough on that day: a table is dropped an hour after it is too old.
	 */
	private Instant noonInTwoDays() {
		return at(2).plus(2, ChronoUnit.DAYS).plus(12, ChronoUnit.HOURS);
	}

	private Instant at(int day) {
		return this.clock.instant().truncatedTo(ChronoUnit.DAYS).minus(2L - day, ChronoUnit.DAYS);
	}

	@Table("Rolling")
	@PartitionKey("{user}")
	@RowKey("{at}_{number:4}")
	@RollingTable(period = TablePeriod.DAILY, property = "at", retention = "P3D")
	record SignIn(String user, Instant at, int number) {

	}

}
