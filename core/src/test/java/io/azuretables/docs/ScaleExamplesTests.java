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

package io.azuretables.docs;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.azuretables.client.HttpTableGateway;
import io.azuretables.client.TableClientOptions;
import io.azuretables.client.TableConnection;
import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.embedded.ServiceTargets;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.RateOptions;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.query.ReadRegion;
import io.azuretables.query.TableQuery;
import io.azuretables.repository.ReadFrom;
import io.azuretables.repository.TableRepository;
import io.azuretables.repository.support.TableRepositoryFactory;
import io.azuretables.routing.AccountRouting;
import io.azuretables.routing.RoutedTableGateway;
import io.azuretables.sample.MutableClock;
import io.azuretables.write.PartialWriteException;
import org.junit.jupiter.api.Test;

import static io.azuretables.query.Criteria.where;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The examples of the pages about scale. Each region stands in a page as it stands here,
 * and runs.
 */
class ScaleExamplesTests {

	private static final List<Reading> READINGS = IntStream.range(0, 10_000)
		.mapToObj((i) -> new Reading("meter7", i, i))
		.toList();

	private final TableConverter converter = new TableConverter(new TableMappingContext(new TableCustomConversions()));

	@Test
	void refusesWhatExceedsTheTargets() {
		// tag::targets[]
		EmbeddedTableGateway store = EmbeddedTableGateway.withLimits(ServiceTargets.PUBLISHED);
		// end::targets[]
		TableTemplate template = new TableTemplate(store, this.converter,
				TableTemplateOptions.DEFAULTS.withClock(new MutableClock()));
		assertThatExceptionOfType(PartialWriteException.class).isThrownBy(() -> template.saveAll(READINGS));
		assertThat(store.refused()).isPositive();
	}

	@Test
	void keepsToARate() {
		MutableClock clock = new MutableClock();
		EmbeddedTableGateway gateway = new EmbeddedTableGateway(clock, ServiceTargets.PUBLISHED);
		// tag::rate[]
		RateOptions rate = RateOptions.DEFAULTS.withPartition(1_500).withRampUp(Duration.ofSeconds(30));
		TableTemplateOptions options = TableTemplateOptions.DEFAULTS.withRate(rate);
		// end::rate[]
		TableTemplate template = new TableTemplate(gateway, this.converter,
				options.withRate(rate.withPause(clock::pass)).withClock(clock).withConcurrency(1));
		assertThat(template.saveAll(READINGS)).hasSize(10_000);
		assertThat(gateway.refused()).isZero();
	}

	@Test
	void dividesTablesAmongAccounts() {
		TableGateway east = new EmbeddedTableGateway();
		TableGateway north = new EmbeddedTableGateway();
		TableGateway south = new EmbeddedTableGateway();
		// tag::accounts[]
		TableGateway gateway = RoutedTableGateway.over(Map.of("east", east, "north", north, "south", south),
				AccountRouting.hashed(1024));
		TableTemplate template = new TableTemplate(gateway, this.converter);
		// end::accounts[]
		// tag::regions[]
		AccountRouting byRegion = AccountRouting.by("region",
				(table, partitionKey) -> partitionKey.startsWith("us_") ? "north" : "east");
		// end::regions[]
		List<Reading> some = List.of(new Reading("a", 1, 1), new Reading("b", 1, 1), new Reading("c", 1, 1));
		template.saveAll(some);
		assertThat(template.find(TableQuery.all().allowScan(), Reading.class)).isEqualTo(some);
		TableGateway regional = RoutedTableGateway
			.over(Map.of("east", new EmbeddedTableGateway(), "north", new EmbeddedTableGateway()), byRegion);
		assertThat(regional.createTable("Readings")).isTrue();
	}

	@Test
	void readsFromTheSecondaryRegion() {
		TableTemplate template = new TableTemplate(new EmbeddedTableGateway(), this.converter);
		template.saveAll(READINGS.subList(0, 3));
		// tag::connect-secondary[]
		TableConnection connection = TableConnection
			.parse("DefaultEndpointsProtocol=https;AccountName=contoso;AccountKey=c2VjcmV0");
		HttpTableGateway secondary = HttpTableGateway.connect(TableClientOptions.of(connection.withSecondary()));
		template.setSecondary(secondary.asSecondary());
		// end::connect-secondary[]
		// tag::reading[]
		Duration fifteenMinutes = Duration.ofMinutes(15);
		List<Reading> readings = template.reading(ReadRegion.SECONDARY_ON_FAILURE, fifteenMinutes)
			.find(TableQuery.of(where("meter").is("meter7")), Reading.class);
		// end::reading[]
		assertThat(readings).hasSize(3);
		assertThat(new TableRepositoryFactory(template).getRepository(Readings.class)
			.findByMeterAndNumberLessThan("meter7", 2)).hasSize(2);
	}

	// tag::read-from[]
	interface Readings extends TableRepository<Reading, TableKey> {

		@ReadFrom(value = ReadRegion.SECONDARY_ON_FAILURE, maxStaleness = "PT15M")
		List<Reading> findByMeterAndNumberLessThan(String meter, int number);

	}
	// end::read-from[]

	@Table("Readings")
	@PartitionKey("{meter}")
	@RowKey("{number:8}")
	record Reading(String meter, int number, int value) {

	}

}
