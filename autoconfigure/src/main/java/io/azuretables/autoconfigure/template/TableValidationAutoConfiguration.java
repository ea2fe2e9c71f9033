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

import io.azuretables.callback.ValidatingEntityCallback;
import jakarta.validation.Validator;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the validation of entities before they are written, if there is a
 * {@link Validator}.
 *
 * @since 0.1
 */
@AutoConfiguration(afterName = "org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration")
@ConditionalOnClass(Validator.class)
@ConditionalOnBean(Validator.class)
@ConditionalOnBooleanProperty(name = "azure.tables.validation.enabled", matchIfMissing = true)
public final class TableValidationAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	ValidatingEntityCallback tableValidatingEntityCallback(Validator validator) {
		return new ValidatingEntityCallback(validator);
	}

}
