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

package io.azuretables.autoconfigure.client;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Import;

/**
 * Auto-configuration of the {@code TableGateway}, the client through which templates send
 * requests to the table service. Requests go over HTTP, or to the in-memory store if
 * {@code azure.tables.embedded} says so and no {@link TableConnectionDetails} say
 * otherwise.
 *
 * @since 0.1
 */
@AutoConfiguration(afterName = { "org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration",
		"com.azure.spring.cloud.autoconfigure.implementation.context.AzureTokenCredentialAutoConfiguration" })
@EnableConfigurationProperties({ TableConnectionProperties.class, TableClientProperties.class,
		TableAccountsProperties.class, TableSecondaryProperties.class })
@Import({ TableGatewayConfiguration.Routed.class, TableGatewayConfiguration.Embedded.class,
		TableGatewayConfiguration.EmbeddedSecondary.class, TableGatewayConfiguration.Http.class,
		TableGatewayConfiguration.Sdk.class })
public final class TableClientAutoConfiguration {

}
