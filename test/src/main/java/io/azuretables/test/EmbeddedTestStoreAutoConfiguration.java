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

package io.azuretables.test;

import io.azuretables.autoconfigure.client.TableClientAutoConfiguration;
import io.azuretables.autoconfigure.client.TableConnectionDetails;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.embedded.ServiceTargets;
import io.azuretables.gateway.TableGateway;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the in-memory store in test slices, instead of the service that
 * the application configures.
 *
 * @since 0.1
 */
@AutoConfiguration(before = TableClientAutoConfiguration.class,
		afterName = "org.springframework.boot.testcontainers.service.connection.ServiceConnectionAutoConfiguration")
@ConditionalOnBooleanProperty(name = "azure.tables.test.embedded", matchIfMissing = true)
@ConditionalOnMissingBean({ TableGateway.class, TableConnectionDetails.class })
public final class EmbeddedTestStoreAutoConfiguration {

	@Bean
	EmbeddedTableGateway tableGateway(
			@Value("${" + TablesContextCustomizerFactory.TARGETS + ":false}") boolean targets) {
		return targets ? EmbeddedTableGateway.withLimits(ServiceTargets.PUBLISHED) : new EmbeddedTableGateway();
	}

}
