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

package io.azuretables.autoconfigure.internal.worker;

import java.util.List;

import io.azuretables.autoconfigure.client.StorageConnectionDetails;
import io.azuretables.autoconfigure.client.TableConnectionDetails;
import io.azuretables.autoconfigure.client.TableConnectionProperties;
import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.support.StaticListableBeanFactory;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What is said of a connection string that the clients of queues and blobs do not take.
 */
class ConfiguredQueueTests {

	@ParameterizedTest
	@ValueSource(strings = {
			"AccountName=acc;AccountKey=c2VjcmV0;QueueEndpoint=no c2VjcmV0;BlobEndpoint=no c2VjcmV0;TableEndpoint=https://t.b",
			"AccountName=acc;SharedAccessSignature=c2VjcmV0;QueueEndpoint=https://q.b;BlobEndpoint=https://b.b",
			"c2VjcmV0" })
	void namesThePropertyAndShowsNoSecret(String text) {
		StaticListableBeanFactory beans = new StaticListableBeanFactory();
		beans.addBean("connection", new TableConnectionProperties(text, null,
				new TableConnectionProperties.Account(null, null, null, null), false));
		ConfiguredTables tables = new ConfiguredTables(beans.getBeanProvider(TableConnectionProperties.class),
				beans.getBeanProvider(TableConnectionDetails.class),
				beans.getBeanProvider(StorageConnectionDetails.class));
		ConfiguredKeys keys = new ConfiguredKeys("azure.tables.queue", List.of("k".repeat(32)), false);
		assertThatExceptionOfType(ConfigurationProblemException.class)
			.isThrownBy(() -> new ConfiguredQueue("work", text, keys, tables).connect())
			.withMessageContaining("azure.tables.queue.connection-string is not that of a storage account with queues")
			.withMessageNotContaining("c2VjcmV0")
			.withNoCause();
		assertThatExceptionOfType(ConfigurationProblemException.class)
			.isThrownBy(() -> new ConfiguredBlobs(tables).container("photos"))
			.withMessageContaining("'photos'")
			.withMessageNotContaining("c2VjcmV0")
			.withNoCause();
	}

}
