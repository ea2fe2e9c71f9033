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

import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.rolling.RollingTableKeeper;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the {@link RollingTableKeeper}, which creates tables for coming
 * periods of time and drops old ones. It does so for the tables of all classes with
 * {@code @RollingTable}.
 *
 * @since 0.1
 */
@AutoConfiguration(after = TableTemplateAutoConfiguration.class)
@ConditionalOnClass(RollingTableKeeper.class)
@ConditionalOnSingleCandidate(TableTemplate.class)
@ConditionalOnBooleanProperty(name = "azure.tables.rolling.keeper.enabled", matchIfMissing = true)
@EnableConfigurationProperties(TableRollingProperties.class)
public final class TableRollingAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	RollingTableKeeper rollingTableKeeper(TableTemplate template, TableRollingProperties properties) {
		return new RollingTableKeeper(template, properties.keeper().interval());
	}

}
