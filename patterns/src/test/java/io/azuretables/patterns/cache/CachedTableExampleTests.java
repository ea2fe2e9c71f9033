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

package io.azuretables.patterns.cache;

import java.time.Duration;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.cache.CachedTableContract.Department;
import io.azuretables.patterns.sample.MeteredGateway;
import io.azuretables.patterns.sample.Store;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.ResolvableType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A cached table as a bean.
 */
class CachedTableExampleTests {

	@Test
	void startsAndStopsWithTheApplication() {
		Store store = Store.over(new EmbeddedTableGateway(), "");
		MeteredGateway gateway = store.gateway();
		CachedTable<Department> departments;
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			context.registerBean("tableTemplate", TableTemplate.class, store::template);
			context.register(CacheConfiguration.class);
			context.refresh();
			departments = context
				.<CachedTable<Department>>getBeanProvider(
						ResolvableType.forClassWithGenerics(CachedTable.class, Department.class))
				.getObject();
			assertThat(gateway.requests()).as("the class is read at the start").isPositive();
			context.getBean(TableTemplate.class).insert(Department.of("Sales", "North"));
			gateway.reset();
			assertThat(departments.find("Sales")).isPresent();
			assertThat(gateway.requests()).isZero();
			assertThat(departments.isRunning()).isTrue();
		}
		assertThat(departments.isRunning()).isFalse();
	}

	@Configuration(proxyBeanMethods = false)
	static class CacheConfiguration {

		// tag::bean[]
		@Bean
		CachedTable<Department> departments(TableTemplate template) {
			return new CachedTable<>(template, Department.class, 1_000, Duration.ofMinutes(5));
		}
		// end::bean[]

	}

}
