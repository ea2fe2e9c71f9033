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

package io.azuretables.autoconfigure.denormalization;

import io.azuretables.autoconfigure.queue.TableQueueAutoConfiguration;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.denormalization.DenormalizationTemplate;
import io.azuretables.patterns.denormalization.DenormalizedCopies;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.message.MessageHandlerRegistration;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of denormalised copies: properties of one entity that other entities
 * also store, as {@link DenormalizedCopies} beans declare. A template writes them, and
 * the worker of the queue gets its handler, if there is one.
 *
 * @since 0.1
 */
@AutoConfiguration(after = { TableTemplateAutoConfiguration.class, TableQueueAutoConfiguration.class })
@ConditionalOnClass(DenormalizationTemplate.class)
@ConditionalOnBean(DenormalizedCopies.class)
@ConditionalOnSingleCandidate(TableTemplate.class)
public final class TableDenormalizationAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	DenormalizationTemplate denormalizationTemplate(TableTemplate template,
			ObjectProvider<EventuallyConsistentQueueTemplate> queue, ObjectProvider<DenormalizedCopies<?, ?>> copies) {
		return new DenormalizationTemplate(template, queue.getIfUnique(), copies.orderedStream().toList());
	}

	@Bean
	@ConditionalOnMissingBean(name = "denormalizedCopiesHandler")
	@ConditionalOnSingleCandidate(EventuallyConsistentQueueTemplate.class)
	MessageHandlerRegistration<?> denormalizedCopiesHandler(DenormalizationTemplate template) {
		return template.handler();
	}

}
