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

package io.azuretables.patterns.simulation.denormalization;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import io.azuretables.gateway.TableGateway;
import io.azuretables.patterns.simulation.TamperedGateway;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

/**
 * Leaves out one rule each of copies in the partition of their sources.
 */
enum TeamSabotage {

	NONE(""),

	/**
	 * The source is not touched when it gets a holder.
	 */
	DOES_NOT_TOUCH_SOURCES("Stale") {

		@Override
		TableGateway over(TableGateway tables) {
			return changing(tables, (write) -> (!isHolder(write)) ? null : write, true);
		}

	},

	WRITES_HOLDERS_WHATEVER_THEY_ARE("Lost update") {

		@Override
		TableGateway over(TableGateway tables) {
			return changing(tables, (write) -> (isHolder(write) && write instanceof RowWrite.Replace replace)
					? new RowWrite.Replace(replace.row(), RowWrite.ANY) : write, false);
		}

	},

	WRITES_SOURCES_WHATEVER_THEY_ARE("Stale") {

		@Override
		TableGateway over(TableGateway tables) {
			return changing(tables, (write) -> (!isHolder(write) && write instanceof RowWrite.Replace replace)
					? new RowWrite.Replace(replace.row(), RowWrite.ANY) : write, false);
		}

	},

	MISSES_HOLDERS("Stale") {

		@Override
		TableGateway over(TableGateway tables) {
			return TamperedGateway.hiding(tables);
		}

	};

	private final String alarm;

	TeamSabotage(String alarm) {
		this.alarm = alarm;
	}

	/**
	 * What the check says.
	 */
	String alarm() {
		return this.alarm;
	}

	TableGateway over(TableGateway tables) {
		return tables;
	}

	private static boolean isHolder(RowWrite write) {
		return write.key().rowKey().startsWith("team_");
	}

	/**
	 * Changes the writes of transactions, or leaves them out.
	 * @param ofHolders only those of transactions that begin with a holder
	 */
	private static TableGateway changing(TableGateway tables, UnaryOperator<@Nullable RowWrite> change,
			boolean ofHolders) {
		return new TamperedGateway(tables) {

			@Override
			public List<@Nullable String> submit(AtomicBatch batch) {
				if (ofHolders && !isHolder(batch.writes().get(0))) {
					return super.submit(batch);
				}
				List<RowWrite> writes = new ArrayList<>();
				List<Integer> positions = new ArrayList<>();
				for (int i = 0; i < batch.writes().size(); i++) {
					RowWrite write = change.apply(batch.writes().get(i));
					if (write != null) {
						writes.add(write);
						positions.add(i);
					}
				}
				List<@Nullable String> etags = new ArrayList<>();
				batch.writes().forEach((write) -> etags.add("etag"));
				List<@Nullable String> written = super.submit(new AtomicBatch(batch.table(), writes));
				for (int i = 0; i < written.size(); i++) {
					etags.set(positions.get(i), written.get(i));
				}
				return etags;
			}

		};
	}

}
