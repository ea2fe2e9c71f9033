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

package io.azuretables.autoconfigure.queue;

import io.azuretables.autoconfigure.client.StorageConnectionDetails;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration of additional, named message queues, which are configured below
 * {@code azure.tables.queue.queues}. Each one has a connection, template, worker and
 * sweeper, which the name of the queue qualifies.
 *
 * @since 0.1
 */
@AutoConfiguration(after = { TableTemplateAutoConfiguration.class, TableQueueAutoConfiguration.class })
@ConditionalOnClass(EventuallyConsistentQueueTemplate.class)
@ConditionalOnBean({ TableGateway.class, TableOperations.class })
@EnableConfigurationProperties(TableQueueProperties.class)
@Import(NamedQueueRegistrar.class)
public final class TableQueuesAutoConfiguration {

	/**
	 * Refuses equal names of queues in several accounts where a container stands in for
	 * all of them.
	 */
	@Bean
	@ConditionalOnBean(StorageConnectionDetails.class)
	@ConditionalOnMissingBean(name = "tableQueueNamesCheck")
	SmartInitializingSingleton tableQueueNamesCheck(ObjectProvider<StorageConnectionDetails> storage,
			Environment environment) {
		return () -> storage.ifUnique((container) -> {
			String text = container.getConnectionString();
			if (text != null) {
				NamedQueueRegistrar.refuseSharing(Binder.get(environment), (account) -> text);
			}
		});
	}

}
