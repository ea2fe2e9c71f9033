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

package io.azuretables.autoconfigure.repository;

import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.operations.TableOperations;
import io.azuretables.repository.config.TableRepositoryConfigurationExtension;
import io.azuretables.repository.support.TableRepositoryFactoryBean;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Import;

/**
 * Auto-configuration of Spring Data repositories for Azure tables. Repositories are found
 * in the packages of the application, unless it uses
 * {@link io.azuretables.repository.config.EnableTableRepositories
 * &#064;EnableTableRepositories} itself.
 *
 * @since 0.1
 */
@AutoConfiguration(after = TableTemplateAutoConfiguration.class)
@ConditionalOnBean(TableOperations.class)
@ConditionalOnMissingBean({ TableRepositoryFactoryBean.class, TableRepositoryConfigurationExtension.class })
@ConditionalOnBooleanProperty(name = "azure.tables.repositories.enabled", matchIfMissing = true)
@Import(AutoConfiguredTableRepositories.class)
public final class TableRepositoriesAutoConfiguration {

}
