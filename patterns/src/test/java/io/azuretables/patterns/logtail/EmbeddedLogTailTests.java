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

package io.azuretables.patterns.logtail;

import java.time.Duration;
import java.time.Instant;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RollingTable;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TablePeriod;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.sample.MeteredGateway;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.sample.MutableClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.data.domain.Window;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The promises in memory.
 */
class EmbeddedLogTailTests extends LogTailContract {

	private final TableGateway gateway = new EmbeddedTableGateway();

	@Override
	TableGateway gateway() {
		return this.gateway;
	}

	/**
	 * The newest tables are read, and older ones only if entries are missing.
	 */
	@Test
	void readsTheNewestTablesOfARollingClass() {
		MutableClock clock = new MutableClock();
		MeteredGateway metered = new MeteredGateway(new EmbeddedTableGateway(clock));
		TableTemplate template = new TableTemplate(metered,
				new TableConverter(new TableMappingContext(new TableCustomConversions())),
				TableTemplateOptions.DEFAULTS.withClock(clock));
		LogTailTemplate<Event> log = new LogTailTemplate<>(template, Event.class,
				LogTailOptions.DEFAULTS.withClock(clock));
		for (int day = 0; day < 5; day++) {
			log.append(new Event("app", null, null, day));
			clock.pass(Duration.ofDays(1));
		}
		assertThat(log.latest(3, "app")).extracting(Event::number).containsExactly(4, 3, 2);
		Window<Event> first = log.page(2, null, "app");
		assertThat(first).extracting(Event::number).containsExactly(4, 3);
		assertThat(log.page(2, (TableScrollPosition) first.positionAt(1), "app")).extracting(Event::number)
			.containsExactly(2, 1);
		metered.reset();
		log.latest(1, "app");
		assertThat(metered.requests()).as("the tables of the next days are not there").isLessThan(5);
	}

	@Table("Events")
	@RollingTable(period = TablePeriod.DAILY, property = "at", retention = "P30D")
	@PartitionKey("{application}")
	@RowKey("{at:desc}_{id}")
	record Event(String application, @Nullable Instant at, @Nullable String id, int number) {

	}

}
