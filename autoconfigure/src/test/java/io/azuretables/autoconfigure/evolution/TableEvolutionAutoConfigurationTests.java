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
package io.azuretables.autoconfigure.evolution;

import java.util.Map;

import io.azuretables.autoconfigure.client.TableClientAutoConfiguration;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.evolution.EvolutionTemplate;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The template that rewrites rows of older versions.
 */
class TableEvolutionAutoConfigurationTests {

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, TableClientAutoConfiguration.class,
				TableTemplateAutoConfiguration.class, TableEvolutionAutoConfiguration.class))
		.withPropertyValues("azure.tables.embedded=true");

	@Test
	void countsVersions() {
		this.application.run((context) -> {
			context.getBean(TableTemplate.class).insert(new Note("a", "1"));
			assertThat(context.getBean(EvolutionTemplate.class).survey(Note.class)).isEqualTo(Map.of(1, 1L));
		});
	}

	@Test
	void backsOff() {
		TableGateway gateway = new EmbeddedTableGateway();
		EvolutionTemplate own = new EvolutionTemplate(
				new TableTemplate(gateway, new TableConverter(new TableMappingContext(new TableCustomConversions()))),
				gateway);
		this.application.withBean("own", EvolutionTemplate.class, () -> own)
			.run((context) -> assertThat(context).hasSingleBean(EvolutionTemplate.class).hasBean("own"));
		this.application.withClassLoader(new FilteredClassLoader(EvolutionTemplate.class))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("evolutionTemplate"));
	}

	@Table("Notes")
	@EntityType(version = 1)
	record Note(@PartitionKey String list, @RowKey String number) {

	}

}
