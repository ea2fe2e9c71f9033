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

package io.azuretables.patterns.index;

import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How the states of indexes in several tables are read.
 */
class IndexStatesTests {

	private static final String INDEX = "email";

	private final TableMappingContext context = contextOf(Current.Clerk.class, Former.Clerk.class);

	private final TableGateway gateway = new EmbeddedTableGateway();

	private final IndexAdministration indexes = administration(this.gateway, IndexOptions.DEFAULTS);

	@BeforeEach
	void createTables() {
		this.context.getPersistentEntities().forEach((entity) -> this.gateway.createTable(entity.tableName()));
	}

	@Test
	void readsSeveralTablesAtTheSameTime() {
		CyclicBarrier together = new CyclicBarrier(2);
		administration(new Waiting(this.gateway, together), IndexOptions.DEFAULTS).refresh();
		assertThat(together.isBroken()).isFalse();
	}

	@Test
	void readsNoMoreTablesAtTheSameTimeThanItMay() {
		Counting counting = new Counting(this.gateway);
		administration(counting, IndexOptions.DEFAULTS.withConcurrency(1)).refresh();
		assertThat(counting.requests).hasValue(2);
		assertThat(counting.most).hasValue(1);
	}

	@Test
	void tellsClassesOfOneNameInSeveralTablesApart() {
		for (Class<?> type : new Class<?>[] { Current.Clerk.class, Former.Clerk.class }) {
			this.indexes.backfill(Current.Clerk.class, INDEX, (progress) -> {
			});
			this.indexes.backfill(Former.Clerk.class, INDEX, (progress) -> {
			});
			assertThat(refreshed().readable().isReadable(type, INDEX)).isTrue();
			this.indexes.withdraw(type, INDEX);
			assertThat(this.indexes.readable().isReadable(type, INDEX)).isFalse();
			assertThat(refreshed().readable().isReadable(type, INDEX)).isFalse();
		}
	}

	/**
	 * The rows of the former index begin with other texts.
	 */
	@Test
	void doesNotReadWhatWasFilledForAnotherDeclaration() {
		this.indexes.backfill(Current.Clerk.class, INDEX, (progress) -> {
		});
		IndexAdministration changed = new IndexAdministration(this.gateway, contextOf(Changed.Clerk.class),
				IndexOptions.DEFAULTS);
		changed.refresh();
		assertThat(changed.readable().isReadable(Changed.Clerk.class, INDEX)).isFalse();
		assertThat(changed.state(Changed.Clerk.class, INDEX)).isEqualTo(IndexState.WRITE_ONLY);
		changed.backfill(Changed.Clerk.class, INDEX, (progress) -> {
		});
		assertThat(changed.readable().isReadable(Changed.Clerk.class, INDEX)).isTrue();
		changed.refresh();
		assertThat(changed.readable().isReadable(Changed.Clerk.class, INDEX)).isTrue();
		assertThat(refreshed().readable().isReadable(Current.Clerk.class, INDEX)).isFalse();
	}

	private static TableMappingContext contextOf(Class<?>... types) {
		TableMappingContext context = new TableMappingContext(new TableCustomConversions());
		context.setInitialEntitySet(Set.of(types));
		context.initialize();
		return context;
	}

	private IndexAdministration refreshed() {
		IndexAdministration other = administration(this.gateway, IndexOptions.DEFAULTS);
		other.refresh();
		return other;
	}

	private IndexAdministration administration(TableGateway gateway, IndexOptions options) {
		return new IndexAdministration(gateway, this.context, options);
	}

	private static final class Waiting extends ForwardingTableGateway {

		private final CyclicBarrier together;

		Waiting(TableGateway target, CyclicBarrier together) {
			super(target);
			this.together = together;
		}

		@Override
		public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
			try {
				this.together.await(1, TimeUnit.MINUTES);
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
			return super.read(request, reader);
		}

	}

	private static final class Counting extends ForwardingTableGateway {

		private final AtomicInteger requests = new AtomicInteger();

		private final AtomicInteger running = new AtomicInteger();

		private final AtomicInteger most = new AtomicInteger();

		Counting(TableGateway target) {
			super(target);
		}

		@Override
		public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
			this.requests.incrementAndGet();
			this.most.accumulateAndGet(this.running.incrementAndGet(), Math::max);
			try {
				return super.read(request, reader);
			}
			finally {
				this.running.decrementAndGet();
			}
		}

	}

	static final class Current {

		@Table("CurrentClerks")
		@PartitionKey("{department}")
		@RowKey("clerk_{number}")
		@SecondaryIndex(name = INDEX, rowKey = "email_{email}_{number}")
		record Clerk(String department, String number, String email) {

		}

	}

	static final class Changed {

		@Table("CurrentClerks")
		@PartitionKey("{department}")
		@RowKey("clerk_{number}")
		@SecondaryIndex(name = INDEX, rowKey = "mail_{email}_{number}")
		record Clerk(String department, String number, String email) {

		}

	}

	static final class Former {

		@Table("FormerClerks")
		@PartitionKey("{department}")
		@RowKey("clerk_{number}")
		@SecondaryIndex(name = INDEX, rowKey = "email_{email}_{number}")
		record Clerk(String department, String number, String email) {

		}

	}

}
