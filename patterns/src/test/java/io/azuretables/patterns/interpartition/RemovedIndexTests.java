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

package io.azuretables.patterns.interpartition;

import java.time.Duration;
import java.util.List;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.mapping.IndexConsistency;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.sample.MutableClock;
import org.junit.jupiter.api.Test;

import org.springframework.data.domain.ManagedTypes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Workers of a version of an application that has an eventually consistent index less
 * than the writers of the messages.
 */
class RemovedIndexTests {

	private final TableGateway gateway = new EmbeddedTableGateway();

	private final MutableClock clock = new MutableClock();

	private final IndexOptions options = IndexOptions.DEFAULTS.withClock(this.clock);

	private final IndexQueue queue = IndexQueue.embedded(this.clock);

	private final TableTemplate old = process(Before.Guest.class);

	private final TableTemplate now = process(After.Guest.class);

	private TableTemplate process(Class<?> type) {
		TableMappingContext context = new TableMappingContext(new TableCustomConversions());
		context.setManagedTypes(ManagedTypes.fromIterable(List.of(type)));
		context.initialize();
		return new TableTemplate(this.gateway, new TableConverter(context), TableTemplateOptions.DEFAULTS,
				new InterPartitionIndexWrites(this.queue.queue(), this.options));
	}

	private void work(TableTemplate process) {
		InterPartitionIndexTemplate indexes = new InterPartitionIndexTemplate(process, this.gateway, this.queue,
				this.options);
		for (int i = 0; i < 30; i++) {
			this.clock.pass(Duration.ofMinutes(1));
			while (indexes.poll(Duration.ofSeconds(30)) > 0) {
				// there may be more
			}
		}
	}

	private List<Before.Guest> guestsInRome() {
		return this.old.find(TableQuery.of(Criteria.where("city").is("Rome")), Before.Guest.class);
	}

	@Test
	void handlesMessagesAboutAnIndexThatWasDropped() {
		this.old.insert(new Before.Guest("north", 1, "Rome", 30));
		IndexAdministration indexes = new IndexAdministration(this.gateway, this.old.converter().mappingContext(),
				this.options);
		indexes.withdraw(Before.Guest.class, "city");
		indexes.drop(Before.Guest.class, "city");
		work(this.now);
		assertThat(this.queue.queue().depth()).as("messages").isZero();
		assertThat(this.now.find(TableQuery.of(Criteria.where("age").is(30)), After.Guest.class)).hasSize(1);
	}

	/**
	 * The worker may be older than the index.
	 */
	@Test
	void leavesMessagesAboutAnIndexThatWasNotDropped() {
		this.old.insert(new Before.Guest("north", 1, "Rome", 30));
		work(this.now);
		assertThat(guestsInRome()).isEmpty();
		work(this.old);
		assertThat(guestsInRome()).hasSize(1);
		assertThat(this.queue.queue().depth()).as("messages").isZero();
	}

	static final class Before {

		private Before() {
		}

		@Table("Guests")
		@PartitionKey("{house}")
		@RowKey("guest_{id:6}")
		@SecondaryIndex(name = "city", partitionKey = "city_{city}", rowKey = "city_{house}_{id:6}",
				consistency = IndexConsistency.EVENTUAL)
		@SecondaryIndex(name = "age", partitionKey = "age_{age}", rowKey = "age_{house}_{id:6}")
		record Guest(String house, int id, String city, int age) {

		}

	}

	static final class After {

		private After() {
		}

		@Table("Guests")
		@PartitionKey("{house}")
		@RowKey("guest_{id:6}")
		@SecondaryIndex(name = "age", partitionKey = "age_{age}", rowKey = "age_{house}_{id:6}")
		record Guest(String house, int id, String city, int age) {

		}

	}

}
