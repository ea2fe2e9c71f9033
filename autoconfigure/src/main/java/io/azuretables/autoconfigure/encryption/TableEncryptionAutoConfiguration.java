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

package io.azuretables.autoconfigure.encryption;

import io.azuretables.autoconfigure.client.TableClientAutoConfiguration;
import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemException;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.autoconfigure.template.TableTemplateProperties;
import io.azuretables.encryption.EncryptionOptions;
import io.azuretables.encryption.EncryptionResolver;
import io.azuretables.encryption.KeyEncryption;
import io.azuretables.encryption.PropertyEncryption;
import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.row.ServiceLimits;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * Auto-configuration of the encryption of entity properties. Applies if there is a key
 * that wraps data keys: a bean of the application, a key in Azure Key Vault, or a local
 * one.
 *
 * @since 0.1
 */
@AutoConfiguration(after = TableClientAutoConfiguration.class, before = TableTemplateAutoConfiguration.class)
@EnableConfigurationProperties({ TableEncryptionProperties.class, TableTemplateProperties.class })
@Import({ KeyEncryptionConfiguration.Vault.class, KeyEncryptionConfiguration.Local.class })
public final class TableEncryptionAutoConfiguration {

	@Bean
	@ConditionalOnSingleCandidate(TableGateway.class)
	@ConditionalOnBean(KeyEncryption.class)
	@ConditionalOnMissingBean
	PropertyEncryption tablePropertyEncryption(TableGateway gateway, KeyEncryption keys,
			TableEncryptionProperties properties, TableTemplateProperties template,
			ObjectProvider<TableNameResolver> names, ObjectProvider<EncryptionResolver> resolver) {
		String prefix = (names.getIfUnique() != null) ? "" : template.tableNamePrefix();
		String keyTable = prefix + properties.keyTable();
		if (!ServiceLimits.isTableName(keyTable)) {
			throw new ConfigurationProblemException(
					"The table of data keys cannot have the name '" + keyTable + "': a table has "
							+ ServiceLimits.TABLE_NAMES,
					"Correct azure.tables.encryption.key-table or azure.tables.table-name-prefix");
		}
		EncryptionOptions options = EncryptionOptions.DEFAULTS.withKeyTable(keyTable)
			.withRefresh(properties.refresh())
			.withReadsPlainValues(properties.readPlainValues())
			.withResolver(resolver.getIfUnique());
		return new PropertyEncryption(gateway, keys, options);
	}

}
