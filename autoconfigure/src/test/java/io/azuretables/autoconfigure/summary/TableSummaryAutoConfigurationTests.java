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

package io.azuretables.autoconfigure.summary;

import io.azuretables.autoconfigure.client.TableClientAutoConfiguration;
import io.azuretables.autoconfigure.index.TableIndexStatesAutoConfiguration;
import io.azuretables.autoconfigure.index.TableIndexesEndpoint;
import io.azuretables.autoconfigure.index.TableIndexesEndpoint.Index;
import io.azuretables.autoconfigure.index.TableIndexesEndpointAutoConfiguration;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.index.IndexState;
import io.azuretables.patterns.summary.Summary;
import io.azuretables.patterns.summary.SummaryTemplate;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.InvalidDataAccessApiUsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Summaries that are beans.
 */
class TableSummaryAutoConfigurationTests {

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, TableClientAutoConfiguration.class,
				TableTemplateAutoConfiguration.class, TableSummaryAutoConfiguration.class))
		.withPropertyValues("azure.tables.embedded=true", "azure.tables.table-prefix=dev");

	@Test
	void keepsSummariesThatAreBeans() {
		this.application.withUserConfiguration(Summaries.class).run((context) -> {
			TableTemplate template = context.getBean(TableTemplate.class);
			template.insert(new Ship("north", 1, 40));
			template.save(new Ship("north", 2, 2));
			SummaryTemplate summaries = context.getBean(SummaryTemplate.class);
			assertThat(summaries.read(context.getBean("ships", Summary.class), "north").whole("tons")).isEqualTo(42);
			assertThat(summaries.read(context.getBean("names", Summary.class), "north").whole("ships")).isEqualTo(2);
		});
	}

	/**
	 * Nothing but the table template: a write before the other bean is created counts.
	 */
	@Test
	void keepsSummariesBeforeTheirTemplateIsThere() {
		this.application.withUserConfiguration(Summaries.class, EarlyWriter.class).run((context) -> {
			SummaryTemplate summaries = context.getBean(SummaryTemplate.class);
			assertThat(summaries.read(context.getBean("ships", Summary.class), "north").whole("tons")).isEqualTo(7);
		});
	}

	@Test
	void failsToStartWithSummaryThatCannotBeKept() {
		this.application.withBean(Summary.class, () -> Summary.of(Ship.class, "Ships").key("{tons}", "sum").count("n"))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("give it the partition key of the entities"));
	}

	/**
	 * What another process has not filled yet cannot be read here.
	 */
	@Test
	void readsNoSummaryThatIsNotFilled() {
		this.application
			.withConfiguration(AutoConfigurations.of(TableIndexStatesAutoConfiguration.class,
					TableIndexesEndpointAutoConfiguration.class))
			.withPropertyValues("management.endpoints.web.exposure.include=azuretablesindexes",
					"management.endpoints.jmx.exposure.include=azuretablesindexes")
			.withUserConfiguration(Summaries.class)
			.withBean(IndexOptions.class, () -> IndexOptions.DEFAULTS.withAdded(Ship.class, "summary:Ships"))
			.run((context) -> {
				context.getBean(TableTemplate.class).insert(new Ship("north", 1, 40));
				SummaryTemplate summaries = context.getBean(SummaryTemplate.class);
				Summary<?> ships = context.getBean("ships", Summary.class);
				assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
					.isThrownBy(() -> summaries.read(ships, "north"))
					.withMessageContaining("is not complete");
				assertThat(summaries.read(context.getBean("names", Summary.class), "north").whole("ships"))
					.isEqualTo(1);
				TableIndexesEndpoint endpoint = context.getBean(TableIndexesEndpoint.class);
				assertThat(endpoint.indexes().indexes())
					.extracting(Index::name, Index::kind, Index::table, Index::state, Index::readable)
					.containsExactlyInAnyOrder(tuple("summary:Ships", "summary", "Ships", IndexState.WRITE_ONLY, false),
							tuple("summary:Names", "summary", "Ships", IndexState.READABLE, true));
				IndexAdministration administration = context.getBean(IndexAdministration.class);
				assertThat(administration.backfill(Ship.class, "summary:Ships", (progress) -> {
				}).isClean()).isTrue();
				assertThat(summaries.read(ships, "north").whole("tons")).isEqualTo(40);
				assertThat(endpoint.indexes().indexes()).extracting(Index::state).containsOnly(IndexState.READABLE);
			});
	}

	@Test
	void isOffWithoutSummariesAndWithoutPatterns() {
		this.application.run((context) -> assertThat(context).doesNotHaveBean(SummaryTemplate.class));
		this.application.withClassLoader(new FilteredClassLoader("io.azuretables.patterns"))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("summaryTemplate"));
	}

	@Configuration(proxyBeanMethods = false)
	static class Summaries {

		@Bean
		Summary<Ship> ships() {
			return Summary.of(Ship.class, "Ships").key("{port}", "sum_tons").sum("tons", "tons");
		}

		@Bean
		Summary<Ship> names() {
			return Summary.of(Ship.class, "Names").key("{port}", "sum_ships").count("ships").buckets(2);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class EarlyWriter {

		EarlyWriter(TableTemplate template) {
			template.save(new Ship("north", 1, 7));
		}

	}

	@Table("Ships")
	@PartitionKey("{port}")
	@RowKey("ship_{number}")
	record Ship(String port, int number, int tons) {

	}

}
