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

package io.azuretables.operations;

import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Part;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.row.RowReader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The parts of a wide entity are read at the same time.
 */
class WideEntityParallelReadTests {

	private static final int PARTS = 3;

	private final AtomicInteger reads = new AtomicInteger();

	private final TableTemplate template = new TableTemplate(new MeetingGateway(),
			new TableConverter(new TableMappingContext(new TableCustomConversions())));

	/**
	 * Each read of a part waits until all of them are under way.
	 */
	@Test
	void readsOneRowAndThenAllPartsInParallel() {
		Thirds saved = this.template.insert(new Thirds("1", "Ann", "a", "b", "c"));
		this.reads.set(0);
		assertThat(this.template.findById(Thirds.class, TableKey.of("1", "third_1"))).contains(saved);
		assertThat(this.reads).hasValue(1 + PARTS);
	}

	/**
	 * Lets the reads of parts go on when there are as many as there are parts.
	 */
	private final class MeetingGateway extends ForwardingTableGateway {

		private final CyclicBarrier meeting = new CyclicBarrier(PARTS);

		MeetingGateway() {
			super(new EmbeddedTableGateway());
		}

		@Override
		public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
			WideEntityParallelReadTests.this.reads.incrementAndGet();
			if (key.rowKey().startsWith("~p|")) {
				try {
					this.meeting.await(1, TimeUnit.MINUTES);
				}
				catch (InterruptedException | BrokenBarrierException | TimeoutException ex) {
					throw new IllegalStateException("Parts are read one after the other", ex);
				}
			}
			return super.read(table, key, select, reader);
		}

	}

	/**
	 * An entity in four rows.
	 */
	@Table("Thirds")
	@PartitionKey("{id}")
	@RowKey("third_{id}")
	record Thirds(String id, String name, @Part("first") String first, @Part("second") String second,
			@Part("third") String third) {

	}

}
