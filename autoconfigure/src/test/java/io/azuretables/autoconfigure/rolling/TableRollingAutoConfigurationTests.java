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
package io.azuretables.autoconfigure.rolling;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

import io.azuretables.autoconfigure.client.TableClientAutoConfiguration;
import io.azuretables.autoconfigure.plan.MethodPlan;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.gateway.TableGateway;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RollingTable;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TablePeriod;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.rolling.RollingTableKeeper;
import io.azuretables.plan.QueryOutline;
import io.azuretables.query.TableQuery;
import io.azuretables.repository.TableRepository;
import io.azuretables.repository.query.MethodOutline;
import io.azuretables.repository.query.MethodOutline.Work;
import io.azuretables.write.ExpiredPeriodException;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A keeper of rolling tables, and its properties.
 */
class TableRollingAutoConfigurationTests {

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, TableClientAutoConfiguration.class,
				TableTemplateAutoConfiguration.class, TableRollingAutoConfiguration.class))
		.withPropertyValues("azure.tables.embedded=true");

	@Test
	void keepsTables() {
		this.application.run((context) -> {
			RollingTableKeeper keeper = context.getBean(RollingTableKeeper.class);
			assertThat(keeper.isRunning()).isTrue();
			TableGateway gateway = context.getBean(TableGateway.class);
			assertThat(gateway.tables()).as("there is no class to keep tables of").isEmpty();
			keeper.stop();
			context.getBean(TableTemplate.class).converter().entity(Ping.class);
			keeper.start();
			long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
			while (gateway.tables().size() < 2 && System.nanoTime() < end) {
				Thread.onSpinWait();
			}
			assertThat(gateway.tables()).hasSize(2).allMatch((name) -> name.matches("Pings\\d{8}"));
		});
	}

	/**
	 * The present time is that of the only clock of the application.
	 */
	@Test
	void keepsTablesByClock() {
		Instant now = Instant.parse("2020-05-05T12:00:00Z");
		this.application.withBean(Clock.class, () -> Clock.fixed(now, ZoneOffset.UTC)).run((context) -> {
			TableTemplate template = context.getBean(TableTemplate.class);
			template.insert(new Ping("a", now));
			assertThat(context.getBean(TableGateway.class).tables()).contains("Pings20200505");
			assertThatExceptionOfType(ExpiredPeriodException.class)
				.isThrownBy(() -> template.insert(new Ping("a", now.plus(Duration.ofDays(9)))));
		});
	}

	@Test
	void showsInHowManyTablesMethodReads() {
		this.application.run((context) -> {
			QueryOutline all = context.getBean(TableTemplate.class)
				.query(Ping.class)
				.outline(TableQuery.all().allowScan());
			MethodPlan plan = new MethodPlan(TableRepository.class, new MethodOutline("findAll", Work.READ, all), true);
			assertThat(plan.requests()).isEqualTo("1 per page of 1000 rows of the table, in up to 5 tables");
			assertThat(plan.toString()).contains("in all daily tables");
		});
	}

	@Test
	void isOffByItsPropertyAndWithoutPatterns() {
		this.application.withPropertyValues("azure.tables.rolling.keeper.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(RollingTableKeeper.class));
		this.application.withClassLoader(new FilteredClassLoader(RollingTableKeeper.class))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("rollingTableKeeper"));
		this.application.withPropertyValues("azure.tables.rolling.keeper.interval=0s")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessage("interval is 0s, and must be at least 1ms"));
	}

	@Table("Pings")
	@RollingTable(period = TablePeriod.DAILY, property = "at", retention = "P1D")
	record Ping(@PartitionKey String host, @RowKey Instant at) {

	}

}
