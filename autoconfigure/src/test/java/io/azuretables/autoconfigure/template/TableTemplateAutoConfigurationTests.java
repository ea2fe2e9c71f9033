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

package io.azuretables.autoconfigure.template;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.azuretables.access.TableAccess;
import io.azuretables.autoconfigure.ContextRunners;
import io.azuretables.autoconfigure.broken.Broken;
import io.azuretables.autoconfigure.client.TableGatewayDecorator;
import io.azuretables.autoconfigure.elsewhere.Traveller;
import io.azuretables.autoconfigure.employees.Employee;
import io.azuretables.autoconfigure.employees.EmployeeId;
import io.azuretables.autoconfigure.scans.ScanningPackage;
import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.SharedAccess;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.change.DeferredWriteCommitter;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.operations.RowTemplate;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableOperations;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.row.RowReader;
import io.azuretables.row.TableRow;
import io.azuretables.write.DeferredWrites;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.data.mapping.model.SnakeCaseFieldNamingStrategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyList;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link TableTemplateAutoConfiguration}.
 */
class TableTemplateAutoConfigurationTests {

	private static final Employee HALL = Employee.of("Sales", 1, "Hall");

	private final ApplicationContextRunner application = ContextRunners.in(Employee.class)
		.withPropertyValues("azure.tables.embedded=true");

	@Test
	void saysWhatJsonNeedsWhereJacksonIsExcluded() {
		ContextRunners.in(Employee.class)
			.withPropertyValues("azure.tables.embedded=true")
			.withClassLoader(new FilteredClassLoader("tools.jackson.databind"))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContainingAll("skills", "@Json", "Jackson 3 is not on the class path",
						"tools.jackson.core:jackson-databind"));
	}

	@Test
	void findsEntitiesInThePackagesOfTheApplication() {
		this.application.run((context) -> {
			assertThat(context).hasSingleBean(TableTemplate.class).hasBean("tableTemplate");
			assertThat(context.getBean("tableMappingContext", TableMappingContext.class).getPersistentEntities())
				.extracting((entity) -> entity.getType().getSimpleName())
				.contains("Employee");
			assertThat(tables(context)).isEmpty();
		});
	}

	@Test
	void savesAndReadsEntities() {
		this.application.run((context) -> {
			TableTemplate template = context.getBean(TableTemplate.class);
			template.save(HALL);
			assertThat(template.findById(Employee.class, new EmployeeId("Sales", 1))).map(Employee::lastName)
				.contains("Hall");
		});
	}

	@Test
	void readsRows() {
		this.application.run((context) -> {
			context.getBean(TableTemplate.class).save(HALL);
			assertThat(context.getBean(RowTemplate.class).read("Employees", new TableKey("Sales", "empid_000001")))
				.isPresent();
		});
	}

	@Test
	void givesAccessToRows() {
		this.application.withPropertyValues("azure.tables.table-name-prefix=Dev").run((context) -> {
			SharedAccess shared = context.getBean(TableAccess.class)
				.to(Employee.class)
				.partition("Sales")
				.rows(1)
				.read()
				.validFor(Duration.ofHours(1))
				.sign();
			assertThat(shared.table()).isEqualTo("DevEmployees");
		});
		ContextRunners.in(Employee.class)
			.withBean(TableGateway.class, () -> mock(TableGateway.class))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(TableAccess.class));
	}

	@Test
	void handsWritesOfIndexesInOtherPartitionsToWhoeverIsThere() {
		DeferredWriteCommitter deferred = mock(DeferredWriteCommitter.class);
		given(deferred.commit(any(), anyList(), any())).willReturn(Optional.of(List.of("etag")));
		ContextRunners.in(Traveller.class)
			.withPropertyValues("azure.tables.embedded=true")
			.withBean(DeferredWrites.class, () -> () -> deferred)
			.run((context) -> {
				context.getBean(TableTemplate.class).insert(new Traveller("Sales", 1, "Rome", 30));
				then(deferred).should().commit(any(), anyList(), any());
			});
	}

	@Test
	void createsTablesOnStart() {
		this.application.withPropertyValues("azure.tables.schema=create-on-start", "azure.tables.table-name-prefix=Dev")
			.run((context) -> assertThat(tables(context)).containsExactly("DevEmployees"));
	}

	@Test
	void asksTheApplicationForTableNames() {
		this.application.withPropertyValues("azure.tables.schema=create-on-start")
			.withBean(TableNameResolver.class, () -> (type, name) -> name + "OfTenant")
			.run((context) -> assertThat(tables(context)).containsExactly("EmployeesOfTenant"));
	}

	@Test
	void hasTheDefaultsOfTheTemplate() {
		this.application.run((context) -> assertThat(context.getBean(TableTemplateOptions.class))
			.isEqualTo(TableTemplateOptions.DEFAULTS));
	}

	@Test
	void sendsParallelRequestsOnVirtualThreadsWhereTheApplicationUsesThem() {
		Set<String> threads = ConcurrentHashMap.newKeySet();
		this.application.withPropertyValues("spring.threads.virtual.enabled=true")
			.withBean(TableGatewayDecorator.class, () -> (gateway) -> new ForwardingTableGateway(gateway) {

				@Override
				public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select,
						RowReader<T> reader) {
					threads.add(Thread.currentThread().toString());
					return super.read(table, key, select, reader);
				}

			})
			.run((context) -> assertThat(context.getBean(TableTemplate.class)
				.findAllById(Employee.class,
						List.of(TableKey.of("a", "empid_000001"), TableKey.of("b", "empid_000001"))))
				.isEmpty());
		assertThat(threads).isNotEmpty()
			.allMatch(
					(thread) -> thread
						.startsWith((Runtime.version().feature() >= 21) ? "VirtualThread[" : "Thread[azure-tables-"),
					"threads");
	}

	@Test
	void setsWhatPropertiesSay() {
		this.application
			.withPropertyValues("azure.tables.schema=none", "azure.tables.concurrency=3",
					"azure.tables.conflict-retries=2")
			.run((context) -> assertThat(context.getBean(TableTemplateOptions.class))
				.returns(3, TableTemplateOptions::concurrency)
				.returns(2, TableTemplateOptions::conflictRetries));
	}

	@Test
	void writesJsonWithTheMapperOfTheApplication() {
		this.application
			.withBean(JsonMapper.class, () -> JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build())
			.run((context) -> {
				context.getBean(TableTemplate.class).save(HALL);
				assertThat(row(context).get("skills")).isEqualTo("[ \"Java\" ]");
			});
	}

	@Test
	void writesJsonByTheMapperOfTheApplicationWithConvertersOfTheApplication() {
		this.application
			.withBean(JsonMapper.class, () -> JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build())
			.withBean(TableCustomConversions.class, () -> new TableCustomConversions(List.of()))
			.run((context) -> {
				context.getBean(TableTemplate.class).save(HALL);
				assertThat(row(context).get("skills")).isEqualTo("[ \"Java\" ]");
			});
	}

	@Test
	void leavesConversionsWithAMapperAlone() {
		this.application
			.withBean(JsonMapper.class, () -> JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build())
			.withBean(TableCustomConversions.class,
					() -> new TableCustomConversions(List.of(), JsonMapper.builder().build()))
			.run((context) -> {
				context.getBean(TableTemplate.class).save(HALL);
				assertThat(row(context).get("skills")).isEqualTo("[\"Java\"]");
			});
	}

	@Test
	void needsNoMapper() {
		ContextRunners.in(ScanningPackage.class)
			.withPropertyValues("azure.tables.embedded=true", "azure.tables.repositories.enabled=false")
			.withClassLoader(new FilteredClassLoader("tools.jackson.databind.json"))
			.run((context) -> assertThat(context).hasSingleBean(TableCustomConversions.class));
	}

	@Test
	void namesPropertiesAsTheApplicationSays() {
		this.application.withBean(SnakeCaseFieldNamingStrategy.class).run((context) -> {
			context.getBean(TableTemplate.class).save(HALL);
			assertThat(row(context).get("last_name")).isEqualTo("Hall");
		});
	}

	@Test
	void decoratesTheGatewayFirstBeanOutermost() {
		StringBuilder calls = new StringBuilder();
		this.application.withBean("first", TableGatewayDecorator.class, () -> (gateway) -> {
			calls.append("first ");
			return gateway;
		}).withBean("second", TableGatewayDecorator.class, () -> (gateway) -> {
			calls.append("second ");
			return gateway;
		}).run((context) -> assertThat(calls).startsWith("second first "));
	}

	@Test
	void backsOffFromBeansOfTheApplication() {
		TableOperations operations = mock();
		TableMappingContext mapping = new TableMappingContext(new TableCustomConversions());
		TableConverter converter = new TableConverter(mapping);
		this.application.withBean(TableOperations.class, () -> operations)
			.withBean(RowTemplate.class, () -> new RowTemplate(new EmbeddedTableGateway(), converter))
			.withBean(TableMappingContext.class, () -> mapping)
			.withBean(TableConverter.class, () -> converter)
			.withBean(TableCustomConversions.class, TableCustomConversions::new)
			.withBean(TableTemplateOptions.class, () -> TableTemplateOptions.DEFAULTS)
			.withBean(TableManagedTypes.class, () -> TableManagedTypes.of(Set.of()))
			.withPropertyValues("azure.tables.repositories.enabled=false")
			.run((context) -> assertThat(context).hasSingleBean(TableOperations.class)
				.hasSingleBean(RowTemplate.class)
				.hasSingleBean(TableMappingContext.class)
				.hasSingleBean(TableConverter.class)
				.hasSingleBean(TableCustomConversions.class)
				.hasSingleBean(TableTemplateOptions.class)
				.hasSingleBean(TableManagedTypes.class));
	}

	@Test
	void failsForEntitiesThatCannotBeMapped() {
		ContextRunners.in(Broken.class)
			.withPropertyValues("azure.tables.embedded=true")
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.hasRootCauseInstanceOf(TableMappingException.class));
	}

	private static List<String> tables(ApplicationContext context) {
		return context.getBean(EmbeddedTableGateway.class).tables();
	}

	private static TableRow row(ApplicationContext context) {
		TableGateway gateway = context.getBean(TableGateway.class);
		return Optional
			.ofNullable(gateway.read("Employees", new TableKey("Sales", "empid_000001"), null, RowReader.rows()))
			.orElseThrow();
	}

}
