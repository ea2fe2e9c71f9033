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

import java.time.Instant;
import java.util.List;

import io.azuretables.autoconfigure.ContextRunners;
import io.azuretables.autoconfigure.template.validated.Article;
import io.azuretables.callback.ValidatingEntityCallback;
import io.azuretables.operations.TableTemplate;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.repository.config.EnableTableAuditing;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Validator;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link TableValidationAutoConfiguration}.
 */
class TableValidationAutoConfigurationTests {

	private final ApplicationContextRunner application = ContextRunners.in(Article.class)
		.withConfiguration(
				AutoConfigurations.of(TableValidationAutoConfiguration.class, ValidationAutoConfiguration.class))
		.withPropertyValues("azure.tables.embedded=true");

	@Test
	void refusesWhatBreaksAConstraintAndNamesTheProperty() {
		this.application.run((context) -> {
			TableTemplate template = context.getBean(TableTemplate.class);
			assertThatExceptionOfType(ConstraintViolationException.class)
				.isThrownBy(() -> template.insert(new Article("a", 1, "a title that is too long", Instant.EPOCH)))
				.withMessageContaining("title")
				.withMessageNotContaining("too long");
			assertThatExceptionOfType(ConstraintViolationException.class).isThrownBy(() -> template
				.saveAll(List.of(new Article("a", 2, "ok", Instant.EPOCH), new Article("a", 3, "", Instant.EPOCH))));
			assertThat(template.find(TableQuery.of(Criteria.where("author").is("a")), Article.class)).isEmpty();
			assertThat(template.insert(new Article("a", 4, "ok", Instant.EPOCH)).title()).isEqualTo("ok");
		});
	}

	@Test
	void validatesAfterAuditing() {
		this.application.withUserConfiguration(Audited.class)
			.run((context) -> assertThat(
					context.getBean(TableTemplate.class).insert(new Article("a", 1, "ok", null)).written())
				.isNotNull());
	}

	@Test
	void isOffByItsPropertyAndWithoutAValidator() {
		this.application.withPropertyValues("azure.tables.validation.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(ValidatingEntityCallback.class));
		this.application.withClassLoader(new FilteredClassLoader(Validator.class))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("tableValidatingEntityCallback"));
	}

	@Test
	void leavesTheCallbackToTheApplication() {
		this.application.withBean("own", ValidatingEntityCallback.class, () -> new ValidatingEntityCallback(null))
			.run((context) -> assertThat(context).hasSingleBean(ValidatingEntityCallback.class).hasBean("own"));
	}

	@EnableTableAuditing
	@Configuration(proxyBeanMethods = false)
	static class Audited {

	}

}
