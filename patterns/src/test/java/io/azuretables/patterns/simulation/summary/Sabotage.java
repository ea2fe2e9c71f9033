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

package io.azuretables.patterns.simulation.summary;

import java.util.List;

import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.simulation.TamperedGateway;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

/**
 * Which rule of a summary is left out.
 */
enum Sabotage {

	/**
	 * Leaves out none.
	 */
	NONE,

	/**
	 * Writes the row of the summary whatever its version.
	 */
	IGNORES_VERSIONS {

		@Override
		TableGateway tables(TableGateway gateway) {
			return new TamperedGateway(gateway) {

				@Override
				public List<@Nullable String> submit(AtomicBatch batch) {
					return super.submit(new AtomicBatch(batch.table(),
							batch.writes().stream().map(Sabotage::unconditional).toList()));
				}

			};
		}

	},

	/**
	 * Writes the entity whatever its version. An entity that keeps its salary does not
	 * change the summary, and nothing else tells that it was changed meanwhile.
	 */
	IGNORES_ENTITIES {

		@Override
		TableGateway tables(TableGateway gateway) {
			return new TamperedGateway(gateway) {

				@Override
				public @Nullable String write(String table, RowWrite write) {
					return super.write(table, blind(write));
				}

				@Override
				public List<@Nullable String> submit(AtomicBatch batch) {
					return super.submit(
							new AtomicBatch(batch.table(), batch.writes().stream().map(Sabotage::blind).toList()));
				}

			};
		}

	},

	/**
	 * Does not read the entity that it replaces, and so adds it once more.
	 */
	IGNORES_PREVIOUS {

		@Override
		TableGateway tables(TableGateway gateway) {
			return new TamperedGateway(gateway) {

				@Override
				public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> columns,
						RowReader<T> reader) {
					return key.rowKey().startsWith(ENTITIES) ? null : super.read(table, key, columns, reader);
				}

				@Override
				public List<@Nullable String> submit(AtomicBatch batch) {
					return super.submit(
							new AtomicBatch(batch.table(), batch.writes().stream().map(Sabotage::replacing).toList()));
				}

			};
		}

	},

	/**
	 * Writes the row of the summary after the entity, and not in its transaction.
	 */
	WRITES_APART {

		@Override
		TableGateway tables(TableGateway gateway) {
			return new TamperedGateway(gateway) {

				@Override
				public List<@Nullable String> submit(AtomicBatch batch) {
					List<RowWrite> entities = batch.writes().stream().filter((write) -> !isSummary(write)).toList();
					List<@Nullable String> etags = super.submit(new AtomicBatch(batch.table(), entities));
					batch.writes().stream().filter(Sabotage::isSummary).forEach((write) -> write(batch.table(), write));
					return etags;
				}

			};
		}

	};

	/**
	 * How the row keys of entities begin.
	 */
	private static final String ENTITIES = "empid_";

	TableGateway tables(TableGateway gateway) {
		return gateway;
	}

	private static boolean isSummary(RowWrite write) {
		return write.key().rowKey().startsWith(SummaryScenario.ROWS);
	}

	private static RowWrite unconditional(RowWrite write) {
		return (isSummary(write) && write.row() != null) ? new RowWrite.InsertOrReplace(write.row()) : write;
	}

	private static RowWrite replacing(RowWrite write) {
		return (write instanceof RowWrite.Insert insert && insert.key().rowKey().startsWith(ENTITIES))
				? new RowWrite.InsertOrReplace(insert.row()) : write;
	}

	private static RowWrite blind(RowWrite write) {
		return (!isSummary(write) && write instanceof RowWrite.Replace replace)
				? new RowWrite.InsertOrReplace(replace.row()) : write;
	}

}
