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

package io.azuretables.patterns.simulation.list;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.simulation.TamperedGateway;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Which rule of a long list is left out.
 */
enum Sabotage {

	/**
	 * Leaves out none.
	 */
	NONE("instead of"),

	/**
	 * Writes the first row whatever its version, where only a further row changes.
	 */
	IGNORES_THE_FIRST_ROW("instead of") {

		@Override
		RowWrite changed(RowWrite write) {
			return (write instanceof RowWrite.Merge merge && isFirst(merge))
					? new RowWrite.Merge(merge.row(), RowWrite.ANY) : write;
		}

	},

	/**
	 * Does not say in the first row that the list goes on.
	 */
	FORGETS_THE_NUMBER("instead of") {

		@Override
		RowWrite changed(RowWrite write) {
			TableRow row = write.row();
			if (row == null || !isFirst(write) || row.get(LongListScenario.NUMBER) == null) {
				return write;
			}
			TableRow without = without(row, LongListScenario.NUMBER);
			return (write instanceof RowWrite.Merge merge) ? new RowWrite.Merge(without, merge.ifMatch())
					: (write instanceof RowWrite.Replace replace) ? new RowWrite.Replace(without, replace.ifMatch())
							: new RowWrite.Insert(without);
		}

	},

	/**
	 * Changes the further row after the transaction of the entity, if at all.
	 */
	WRITES_APART("instead of") {

		@Override
		TableGateway tables(TableGateway gateway, TableGateway store) {
			return new TamperedGateway(gateway) {

				@Override
				public List<@Nullable String> submit(AtomicBatch batch) {
					List<RowWrite> together = batch.writes().stream().filter((write) -> !isFurther(write)).toList();
					List<@Nullable String> etags = new ArrayList<>(
							super.submit(new AtomicBatch(batch.table(), together)));
					for (int i = 0; i < batch.writes().size(); i++) {
						if (isFurther(batch.writes().get(i))) {
							etags.add(i, write(batch.table(), batch.writes().get(i)));
						}
					}
					return etags;
				}

			};
		}

	},

	/**
	 * Does not read further rows before it changes the list.
	 */
	IGNORES_FURTHER_ROWS("instead of") {

		@Override
		TableGateway tables(TableGateway gateway, TableGateway store) {
			return new TamperedGateway(gateway) {

				@Override
				public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> columns,
						RowReader<T> reader) {
					return key.equals(LongListScenario.FURTHER) ? null : super.read(table, key, columns, reader);
				}

			};
		}

	},

	/**
	 * Corrects a list whatever its version.
	 */
	CORRECTS_BLINDLY("instead of") {

		@Override
		TableGateway corrections(TableGateway gateway) {
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
	 * Moves an id from the further row into the first one as soon as that has room.
	 */
	MOVES_IDS("Gap") {

		@Override
		TableGateway tables(TableGateway gateway, TableGateway store) {
			return new TamperedGateway(gateway) {

				@Override
				public List<@Nullable String> submit(AtomicBatch batch) {
					AtomicBatch moved = new AtomicBatch(batch.table(), moved(batch.writes(), store));
					return super.submit(moved).subList(0, batch.writes().size());
				}

			};
		}

	};

	/**
	 * So many ids have room in the first row.
	 */
	private static final int ROOM = 960;

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

	/**
	 * The tables that the template writes.
	 * @param store the tables without a network
	 */
	TableGateway tables(TableGateway gateway, TableGateway store) {
		return new TamperedGateway(gateway) {

			@Override
			public List<@Nullable String> submit(AtomicBatch batch) {
				return super.submit(
						new AtomicBatch(batch.table(), batch.writes().stream().map(Sabotage.this::changed).toList()));
			}

		};
	}

	/**
	 * The tables that the administrator writes.
	 */
	TableGateway corrections(TableGateway gateway) {
		return gateway;
	}

	RowWrite changed(RowWrite write) {
		return write;
	}

	private static boolean isFirst(RowWrite write) {
		return write.key().equals(LongListScenario.LIST);
	}

	private static boolean isFurther(RowWrite write) {
		return write.key().equals(LongListScenario.FURTHER);
	}

	private static TableRow without(TableRow row, String column) {
		TableRow copy = TableRow.of(row.key(), Map.of());
		for (Map.Entry<String, Object> property : row.properties().entrySet()) {
			copy = property.getKey().equals(column) ? copy : copy.with(property.getKey(), property.getValue());
		}
		return copy;
	}

	private static RowWrite blind(RowWrite write) {
		TableRow row = write.row();
		if (row == null) {
			return new RowWrite.Delete(write.key(), RowWrite.ANY);
		}
		return (write instanceof RowWrite.Merge merge) ? new RowWrite.Merge(merge.row(), RowWrite.ANY)
				: new RowWrite.InsertOrReplace(row);
	}

	private static List<RowWrite> moved(List<RowWrite> writes, TableGateway store) {
		RowWrite first = writes.stream()
			.filter((write) -> write instanceof RowWrite.Replace && isFirst(write))
			.findFirst()
			.orElse(null);
		RowWrite change = writes.stream().filter(Sabotage::isFurther).findFirst().orElse(null);
		TableRow further = (change != null) ? change.row()
				: store.read(LongListScenario.TABLE, LongListScenario.FURTHER, null, RowReader.rows());
		TableRow row = (first != null) ? first.row() : null;
		if (!(first instanceof RowWrite.Replace replace) || row == null || further == null
				|| row.get(LongListScenario.NUMBER) == null) {
			return writes;
		}
		List<String> ids = new ArrayList<>(LongListScenario.ids(row));
		List<String> rest = new ArrayList<>(LongListScenario.ids(further));
		if (ids.size() >= ROOM || rest.isEmpty()) {
			return writes;
		}
		ids.add(rest.remove(0));
		TableRow filled = LongListScenario.withIds(row, ids);
		List<RowWrite> moved = new ArrayList<>(writes);
		moved.set(writes.indexOf(first), new RowWrite.Replace(
				rest.isEmpty() ? without(filled, LongListScenario.NUMBER) : filled, replace.ifMatch()));
		RowWrite left = rest.isEmpty() ? new RowWrite.Delete(LongListScenario.FURTHER, RowWrite.ANY)
				: new RowWrite.InsertOrReplace(LongListScenario.withIds(further, rest));
		if (change != null) {
			moved.set(writes.indexOf(change), left);
		}
		else {
			moved.add(left);
		}
		return moved;
	}

}
