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

package io.azuretables.autoconfigure.index;

import java.time.InstantSource;

import io.azuretables.autoconfigure.client.TableClientAutoConfiguration;
import io.azuretables.autoconfigure.internal.worker.WorkerChecks;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.mapping.IndexConsistency;
import io.azuretables.mapping.IndexLayout;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.blob.EmbeddedBlobStore;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.dao.InvalidDataAccessApiUsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Lists of indexes in blobs.
 */
class BlobListDecoratorTests {

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(TableClientAutoConfiguration.class, TableTemplateAutoConfiguration.class,
						TableIndexAutoConfiguration.class, TableIndexStatesAutoConfiguration.class))
		.withPropertyValues("azure.tables.embedded=true", "azure.tables.index.queue.name=guards");

	/**
	 * The template writes, the worker lists, the template finds, and the administration
	 * sees nothing wrong.
	 */
	@Test
	void keepsListsInTheContainer() {
		this.application.withBean(BlobStore.class, () -> new EmbeddedBlobStore(InstantSource.system()))
			.run((context) -> {
				TableTemplate template = context.getBean(TableTemplate.class);
				template.insert(new Person("Law", "1", "Jones"));
				TableQuery jones = TableQuery.of(Criteria.where("name").is("Jones"));
				WorkerChecks.await(() -> template.find(jones, Person.class).size() == 1);
				assertThat(context.getBean(BlobStore.class).list("lists/People/name/")).hasSize(1);
				assertThat(context.getBean(IndexAdministration.class).keys(Person.class, "name", "Jones")).hasSize(1);
			});
	}

	@Test
	void saysThatAContainerIsMissing() {
		this.application.run((context) -> assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> context.getBean(TableTemplate.class).insert(new Person("Law", "1", "Jones")))
			.withMessageContaining("keeps its lists in blobs"));
	}

	/**
	 * Somebody whose namesakes are listed in a blob.
	 */
	@Table("People")
	@PartitionKey("{team}")
	@RowKey("person_{id}")
	@SecondaryIndex(name = "name", partitionKey = "names", rowKey = "name_{name}", layout = IndexLayout.BLOB_LIST,
			consistency = IndexConsistency.EVENTUAL)
	record Person(String team, String id, String name) {

	}

}
