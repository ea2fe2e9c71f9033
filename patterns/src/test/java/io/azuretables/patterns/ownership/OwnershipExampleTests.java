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

package io.azuretables.patterns.ownership;

import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The example of the page about ownership.
 */
class OwnershipExampleTests {

	private final TableGateway gateway = new EmbeddedTableGateway();

	private final TableTemplate template = new TableTemplate(this.gateway,
			new TableConverter(new TableMappingContext(new TableCustomConversions())));

	@Test
	void worksOnWhatItOwns() throws InterruptedException {
		TableGateway gateway = this.gateway;
		TableTemplate template = this.template;
		String process = "host-1-4711";
		Set<Integer> slots = new ConcurrentSkipListSet<>();
		CountDownLatch all = new CountDownLatch(16);
		OwnershipListener listener = new OwnershipListener() {

			@Override
			public void acquired(int slot, long epoch) {
				slots.add(slot);
				all.countDown();
			}

			@Override
			public void released(int slot, long epoch) {
				slots.remove(slot);
			}

		};
		// tag::use[]
		PartitionOwnership ownership = new PartitionOwnership(gateway, "Orders", "billing", process,
				OwnershipOptions.DEFAULTS, listener);
		ownership.start();
		// end::use[]
		assertThat(all.await(1, TimeUnit.MINUTES)).isTrue();
		Order order = template.insert(new Order("anna", "7", 0, null));
		// tag::work[]
		OptionalLong epoch = ownership.epoch(ownership.slot(order.customer()));
		if (epoch.isPresent() && order.epoch() <= epoch.getAsLong()) {
			template.save(order.handledIn(epoch.getAsLong()));
		}
		// end::work[]
		assertThat(template.findById(Order.class, template.converter().key(order)).orElseThrow().epoch()).isEqualTo(1);
		ownership.stop();
		assertThat(slots).isEmpty();
	}

	/**
	 * An order with the epoch of the process that has handled it last.
	 */
	@Table("Orders")
	@PartitionKey("{customer}")
	@RowKey("order_{number}")
	record Order(String customer, String number, long epoch, @Version @Nullable String version) {

		Order handledIn(long newEpoch) {
			return new Order(this.customer, this.number, newEpoch, this.version);
		}

	}

}
