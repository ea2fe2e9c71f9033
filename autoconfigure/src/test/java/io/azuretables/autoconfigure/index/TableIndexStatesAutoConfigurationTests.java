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

package io.azuretables.autoconfigure.index;

import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.azuretables.autoconfigure.client.TableClientAutoConfiguration;
import io.azuretables.autoconfigure.elsewhere.Traveller;
import io.azuretables.autoconfigure.employees.Employee;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableOperations;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.index.IndexReport;
import io.azuretables.plan.ReadableIndexes;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which indexes an application uses while they are added or dropped.
 */
class TableIndexStatesAutoConfigurationTests {

	private static final TableQuery IN_ROME = TableQuery.of(Criteria.where("city").is("Rome")).allowScan();

	private static final TableQuery OF_HALL = TableQuery
		.of(Criteria.where("department").is("Sales").and(Criteria.where("email").is("hall@contoso.com")));

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(TableClientAutoConfiguration.class, TableTemplateAutoConfiguration.class,
						TableIndexAutoConfiguration.class, TableIndexStatesAutoConfiguration.class))
		.withPropertyValues("azure.tables.embedded=true", "azure.tables.schema=create-on-start");

	private final ApplicationContextRunner travels = in(Traveller.class)
		.withPropertyValues("azure.tables.index.queue.name=index", "azure.tables.index.worker.enabled=false");

	private ApplicationContextRunner in(Class<?> entity) {
		return this.application.withInitializer((context) -> AutoConfigurationPackages
			.register((BeanDefinitionRegistry) context.getBeanFactory(), entity.getPackageName()));
	}

	@Test
	void usesAnIndexInOtherPartitionsOnlyWhileItIsComplete() {
		this.travels.withUserConfiguration(Adding.class).run((context) -> {
			TableOperations operations = context.getBean(TableOperations.class);
			IndexAdministration indexes = context.getBean(IndexAdministration.class);
			operations.save(new Traveller("Sales", 1, "Rome", 30));
			writeFromBeforeTheIndex(context);
			assertThat(explain(operations, IN_ROME, Traveller.class)).doesNotContain("by index city");
			IndexReport rest = indexes.backfill(Traveller.class, "city", (progress) -> {
			});
			assertThat(rest.isClean()).isTrue();
			assertThat(explain(operations, IN_ROME, Traveller.class)).contains("by index city");
			assertThat(operations.find(IN_ROME, Traveller.class)).hasSize(2);
			indexes.withdraw(Traveller.class, "city");
			assertThat(explain(operations, IN_ROME, Traveller.class)).doesNotContain("by index city");
		});
	}

	@Test
	void usesAnIndexInTheSamePartitionOnlyWhileItIsComplete() {
		in(Employee.class).withBean(IndexOptions.class, () -> IndexOptions.DEFAULTS.withAdded(Employee.class, "email"))
			.run((context) -> {
				TableOperations operations = context.getBean(TableOperations.class);
				IndexAdministration indexes = context.getBean(IndexAdministration.class);
				operations.save(Employee.of("Sales", 1, "Hall"));
				assertThat(explain(operations, OF_HALL, Employee.class)).doesNotContain("by index");
				indexes.backfill(Employee.class, "email", (progress) -> {
				});
				assertThat(explain(operations, OF_HALL, Employee.class)).contains("by index email");
				indexes.withdraw(Employee.class, "email");
				assertThat(explain(operations, OF_HALL, Employee.class)).doesNotContain("by index");
			});
	}

	@Test
	void learnsWhatOthersDidBeforeTheStart() {
		EmbeddedTableGateway store = new EmbeddedTableGateway();
		this.travels.withBean(TableGateway.class, () -> store)
			.run((context) -> context.getBean(IndexAdministration.class).withdraw(Traveller.class, "city"));
		this.travels.withBean(TableGateway.class, () -> store)
			.run((context) -> assertThat(explain(context.getBean(TableOperations.class), IN_ROME, Traveller.class))
				.doesNotContain("by index city"));
	}

	@Test
	void learnsWhatOthersDoWhileItRuns() {
		this.travels.withPropertyValues("azure.tables.index.refresh-interval=20ms").run((context) -> {
			TableOperations operations = context.getBean(TableOperations.class);
			assertThat(explain(operations, IN_ROME, Traveller.class)).contains("by index city");
			otherProcess(context).withdraw(Traveller.class, "city");
			long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
			while (explain(operations, IN_ROME, Traveller.class).contains("by index city")) {
				assertThat(System.nanoTime()).as("the time it takes").isLessThan(end);
				Thread.onSpinWait();
			}
		});
	}

	@Test
	void asksOnceAMinuteUnlessItIsSaid() {
		this.travels.run((context) -> {
			TableOperations operations = context.getBean(TableOperations.class);
			assertThat(explain(operations, IN_ROME, Traveller.class)).contains("by index city");
			otherProcess(context).withdraw(Traveller.class, "city");
			assertThat(explain(operations, IN_ROME, Traveller.class)).contains("by index city");
			assertThat(context.getBean(RefreshedStates.class).isRunning()).isTrue();
		});
	}

	@Test
	void leavesTheAnswerToABeanOfTheApplication() {
		this.travels.withBean(ReadableIndexes.class, () -> (type, index) -> false)
			.run((context) -> assertThat(explain(context.getBean(TableOperations.class), IN_ROME, Traveller.class))
				.doesNotContain("by index city"));
	}

	@Test
	void showsIndexesWhoseTableIsNotKnownWithoutATenant() {
		in(Employee.class).withConfiguration(AutoConfigurations.of(TableIndexesEndpointAutoConfiguration.class))
			.withPropertyValues("azure.tables.schema=create-on-use",
					"management.endpoints.web.exposure.include=azuretablesindexes")
			.withBean(TableNameResolver.class, () -> (type, name) -> {
				throw new IllegalStateException("no tenant");
			})
			.run((context) -> assertThat(context.getBean(TableIndexesEndpoint.class).indexes().indexes())
				.singleElement()
				.satisfies((index) -> {
					assertThat(index.name()).isEqualTo("email");
					assertThat(index.table()).isNull();
					assertThat(index.problem()).isEqualTo("no tenant");
				}));
	}

	@Test
	void usesEveryIndexWithoutThePatterns() {
		in(Employee.class).withClassLoader(new FilteredClassLoader("io.azuretables.patterns"))
			.run((context) -> assertThat(explain(context.getBean(TableOperations.class), OF_HALL, Employee.class))
				.contains("by index email"));
	}

	private static String explain(TableOperations operations, TableQuery query, Class<?> type) {
		return operations.query(type).explain(query);
	}

	private static IndexAdministration otherProcess(ApplicationContext context) {
		return new IndexAdministration(context.getBean(TableGateway.class),
				context.getBean(TableOperations.class).converter().mappingContext(),
				context.getBean(IndexOptions.class));
	}

	private static void writeFromBeforeTheIndex(ApplicationContext context) {
		TableRow row = TableRow.of(TableKey.of("Sales", "id_0000000002"), Map.of("city", "Rome", "age", 30));
		context.getBean(TableGateway.class).write("Travellers", new RowWrite.Insert(row));
	}

	/**
	 * An index that is new to what is there.
	 */
	@Configuration(proxyBeanMethods = false)
	static class Adding {

		// tag::added[]
		@Bean
		IndexOptions indexOptions(TableTemplateOptions template) {
			return IndexOptions.DEFAULTS.withTableNames(template.tableNames()).withAdded(Traveller.class, "city");
		}
		// end::added[]

	}

}
