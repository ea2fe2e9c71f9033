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

import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.operations.RowTemplate;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.summary.Summary;
import io.azuretables.patterns.summary.SummaryTemplate;
import io.azuretables.plan.ReadableIndexes;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the {@code SummaryTemplate}, which reads and verifies stored
 * counts and sums over entities, as {@link Summary} beans declare. The table template has
 * registered them itself.
 *
 * @since 0.1
 */
@AutoConfiguration(after = TableTemplateAutoConfiguration.class)
@ConditionalOnClass(SummaryTemplate.class)
@ConditionalOnBean(Summary.class)
@ConditionalOnSingleCandidate(TableTemplate.class)
public final class TableSummaryAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	SummaryTemplate summaryTemplate(TableTemplate entities, RowTemplate rows, TableTemplateOptions options,
			ObjectProvider<Summary<?>> summaries, ObjectProvider<ReadableIndexes> readable) {
		SummaryTemplate template = new SummaryTemplate(entities, rows, options.tableNames(),
				summaries.orderedStream().toList());
		readable.ifUnique(template::setReadableIndexes);
		return template;
	}

}
