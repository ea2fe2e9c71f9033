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

package io.azuretables.repository;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * The guide's examples on the embedded store: what is asserted is asked of it.
 */
class GuideWalkthroughTests extends GuideWalkthrough {

	private final TableGateway store = new EmbeddedTableGateway();

	private final List<String> asked = new CopyOnWriteArrayList<>();

	@Override
	protected TableGateway connect() {
		return new AskedGateway(this.store, this.asked);
	}

	@Override
	protected List<String> requests() {
		List<String> requests = List.copyOf(this.asked);
		this.asked.clear();
		return requests;
	}

	/**
	 * Notes what is asked of a store.
	 */
	private static final class AskedGateway extends ForwardingTableGateway {

		private final List<String> asked;

		AskedGateway(TableGateway store, List<String> asked) {
			super(store);
			this.asked = asked;
		}

		@Override
		public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
			this.asked.add(GuideRequests.read(key.partitionKey(), key.rowKey()));
			return super.read(table, key, select, reader);
		}

		@Override
		public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
			List<String> select = request.select();
			String selected = (select != null) ? "PartitionKey,RowKey," + String.join(",", select) : null;
			this.asked.add(GuideRequests.query(request.filter(), selected, request.top(), request.from()));
			return super.read(request, reader);
		}

		@Override
		public @Nullable String write(String table, RowWrite write) {
			this.asked.add(asSent(write));
			return super.write(table, write);
		}

		@Override
		public List<@Nullable String> submit(AtomicBatch batch) {
			this.asked.add(GuideRequests.batch(batch.writes().stream().map(AskedGateway::asSent).toList()));
			return super.submit(batch);
		}

		private static String asSent(RowWrite write) {
			TableRow row = write.row();
			return GuideRequests.write(verb(write), write.key(), write.ifMatch(),
					(row != null) ? row.properties().keySet() : List.of());
		}

		private static String verb(RowWrite write) {
			return switch (write.getClass().getSimpleName()) {
				case "Insert" -> "POST";
				case "Delete" -> "DELETE";
				case "Merge", "InsertOrMerge" -> "PATCH";
				default -> "PUT";
			};
		}

	}

}
