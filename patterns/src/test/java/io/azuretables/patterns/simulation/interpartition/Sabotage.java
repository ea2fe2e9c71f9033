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

package io.azuretables.patterns.simulation.interpartition;

import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.sample.ForwardingBlobStore;
import io.azuretables.patterns.simulation.TamperedGateway;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Sabotages tables so that each check fails once.
 */
enum Sabotage {

	NONE(""),

	DROPS_WHAT_IT_ACKNOWLEDGES("Lost write") {

		@Override
		TableGateway over(TableGateway tables) {
			return TamperedGateway.dropping(tables);
		}

	},

	REFUSES_WHAT_IT_HAS_DONE("False rejection") {

		@Override
		TableGateway over(TableGateway tables) {
			return new TamperedGateway(tables) {

				@Override
				public List<@Nullable String> submit(AtomicBatch batch) {
					super.submit(batch);
					throw new TransientDataAccessResourceException("refused on purpose");
				}

			};
		}

	},

	DROPS_INDEX_ROWS("Gap: no index row") {

		@Override
		TableGateway over(TableGateway tables) {
			return dropping(tables, RowWrite.Insert.class, "city_");
		}

	},

	KEEPS_INDEX_ROWS("dangling: [TableKey[partitionKey=city_") {

		@Override
		TableGateway over(TableGateway tables) {
			return dropping(tables, RowWrite.Delete.class, "city_");
		}

	},

	LOSES_IDS("rowKey=towns_") {

		@Override
		TableGateway over(TableGateway tables) {
			return new TamperedGateway(tables) {

				@Override
				public List<@Nullable String> submit(AtomicBatch batch) {
					return super.submit(new AtomicBatch(batch.table(), batch.writes().stream().map((write) -> {
						boolean list = write instanceof RowWrite.Replace && write.key().rowKey().startsWith("towns_");
						return list ? new RowWrite.Replace(Objects.requireNonNull(write.row()), RowWrite.ANY) : write;
					}).toList()));
				}

			};
		}

	},

	KEEPS_IDS("dangling: [TableKey[partitionKey=years") {

		@Override
		TableGateway over(TableGateway tables) {
			return dropping(tables, RowWrite.Delete.class, "years_");
		}

	},

	/**
	 * Acknowledges new lists, and writes none.
	 */
	DROPS_BLOBS("At rest, missing: [TableKey[partitionKey=years") {

		@Override
		BlobStore over(BlobStore blobs) {
			return new ForwardingBlobStore(blobs) {

				@Override
				public boolean putIfAbsent(String name, byte[] content, Map<String, String> metadata) {
					return true;
				}

			};
		}

	},

	KEEPS_TOKEN_ROWS("does not come to rest") {

		@Override
		TableGateway over(TableGateway tables) {
			return dropping(tables, RowWrite.Delete.class, IndexMapping.TOKEN_ROWS);
		}

	},

	LETS_TWO_HAVE_A_KEY("Duplicate") {

		@Override
		TableGateway over(TableGateway tables) {
			return new TamperedGateway(tables) {

				@Override
				public @Nullable String write(String table, RowWrite write) {
					TableRow row = write.row();
					boolean unique = row != null && write.key().rowKey().equals("email");
					return super.write(table, unique ? new RowWrite.InsertOrReplace(row) : write);
				}

			};
		}

	},

	HIDES_INDEX_ROWS("Gap: a look-up") {

		@Override
		TableGateway overForLookUps(TableGateway tables) {
			return TamperedGateway.hiding(tables);
		}

	},

	ANSWERS_FROM_MEMORY("Stale") {

		@Override
		TableGateway overForLookUps(TableGateway tables) {
			EmbeddedTableGateway memory = new EmbeddedTableGateway();
			return new TamperedGateway(tables) {

				@Override
				public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select,
						RowReader<T> reader) {
					memory.createTable(table);
					TableRow row = super.read(table, key, null, RowReader.rows());
					if (row != null && memory.read(table, key, null, RowReader.rows()) == null) {
						memory.write(table, new RowWrite.Insert(row));
					}
					return memory.read(table, key, select, reader);
				}

			};
		}

	};

	private final String alarm;

	Sabotage(String alarm) {
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

	TableGateway overForLookUps(TableGateway tables) {
		return tables;
	}

	BlobStore over(BlobStore blobs) {
		return blobs;
	}

	private static TableGateway dropping(TableGateway tables, Class<? extends RowWrite> kind, String rows) {
		return new TamperedGateway(tables) {

			@Override
			public @Nullable String write(String table, RowWrite write) {
				boolean dropped = kind.isInstance(write) && write.key().rowKey().startsWith(rows);
				return dropped ? null : super.write(table, write);
			}

		};
	}

}
