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

package io.azuretables.autoconfigure.design;

import io.azuretables.autoconfigure.ContextRunners;
import io.azuretables.autoconfigure.design.DesignReport.ClassDesign;
import io.azuretables.autoconfigure.design.DesignReport.MethodDesign;
import io.azuretables.autoconfigure.people.People;
import io.azuretables.autoconfigure.plan.RepositoryPlans;
import io.azuretables.convert.TableMappingContext;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link DesignAnalysis} with a repository of an abstract class.
 */
class DesignAnalysisTests {

	private final ApplicationContextRunner application = ContextRunners.in(People.class)
		.withPropertyValues("azure.tables.embedded=true");

	private static DesignReport report(ApplicationContext context, DesignOptions options) {
		return DesignReport.of(context.getBean(TableMappingContext.class), context.getBean(RepositoryPlans.class).all(),
				options);
	}

	@Test
	void reportsTheMethodsOfRepositoriesOfAbstractClasses() {
		this.application.run((context) -> assertThat(report(context, DesignOptions.DEFAULTS).classes())
			.filteredOn((one) -> one.name().equals("Person"))
			.singleElement()
			.extracting(ClassDesign::methods)
			.satisfies((methods) -> assertThat(methods).extracting(MethodDesign::name)
				.contains("findByCity", "findById")));
	}

	@Test
	void refusesCallsOfANameThatSeveralMethodsHave() {
		this.application.run((context) -> {
			assertThatIllegalArgumentException()
				.isThrownBy(() -> report(context, DesignOptions.DEFAULTS.withCalls("People.findByCity", 1000)))
				.withMessageContaining("several methods with plans have that name");
			assertThat(report(context, DesignOptions.DEFAULTS.withCalls("People.insert", 1000)).transactions())
				.isEqualTo(1000);
		});
	}

	@Test
	void namesTheSharesThatAreGivenAndTheTransactionsThatAreNotKnown() {
		this.application.run((context) -> {
			Class<?> person = context.getBean(TableMappingContext.class)
				.getPersistentEntities()
				.stream()
				.filter((entity) -> entity.getType().getSimpleName().equals("Person"))
				.findFirst()
				.orElseThrow()
				.getType();
			DesignReport report = report(context,
					DesignOptions.DEFAULTS.withBusiest(person, 0.4).withCalls("People.deleteAll", 10));
			assertThat(report.unknownTransactions()).containsExactly("People.deleteAll");
			assertThat(report.transactions()).isNull();
			assertThat(report.markdown()).contains("- The busiest partition gets 40 % of the requests for the table.",
					"Not known, and not counted, are those of People.deleteAll.");
			assertThatIllegalArgumentException().isThrownBy(() -> DesignOptions.DEFAULTS.withBusiest(person, 40));
		});
	}

}
