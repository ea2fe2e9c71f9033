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

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.queue.message.MessageHandler;
import io.azuretables.patterns.queue.message.MessageHandlerRegistration;
import io.azuretables.patterns.simulation.Simulation;
import io.azuretables.patterns.simulation.TamperedGateway;
import io.azuretables.patterns.simulation.denormalization.ParcelScenario.Kind;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Leaves out one rule each of a worker that writes copies.
 */
enum ParcelSabotage {

	NONE("", null),

	/**
	 * Holders that are read a while after their source may have been written by others
	 * since, and have newer copies.
	 */
	READS_HOLDERS_AFTER_SOURCES("Stale", Kind.NAMES) {

		@Override
		TableGateway over(TableGateway tables, Simulation simulation) {
			return new Remembering(tables) {

				@Override
				public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
					if (request.table().equals("Parcels")) {
						remember("Customers", new TableKey("ann", "customer"));
						simulation.sleep(Duration.ofSeconds(simulation.random().nextInt(2) * 10));
					}
					return super.read(request, reader);
				}

			};
		}

	},

	DOES_NOT_READ_SOURCES_AGAIN("Stale", Kind.ALL) {

		@Override
		TableGateway over(TableGateway tables) {
			return new Remembering(tables) {

				@Override
				public @Nullable String write(String table, RowWrite write) {
					try {
						return super.write(table, write);
					}
					catch (OptimisticLockingFailureException ex) {
						rememberLast();
						throw ex;
					}
				}

			};
		}

	},

	DOES_NOT_WRITE_AGAIN("Stale", Kind.STOPS) {

		@Override
		TableGateway over(TableGateway tables) {
			return new TamperedGateway(tables) {

				@Override
				public @Nullable String write(String table, RowWrite write) {
					try {
						return super.write(table, write);
					}
					catch (OptimisticLockingFailureException ex) {
						if (table.equals("Parcels") && write instanceof RowWrite.Replace) {
							return "etag";
						}
						throw ex;
					}
				}

			};
		}

	},

	WRITES_WHATEVER_HOLDERS_ARE("Lost update", Kind.STOPS) {

		@Override
		TableGateway over(TableGateway tables) {
			return new TamperedGateway(tables) {

				@Override
				public @Nullable String write(String table, RowWrite write) {
					return super.write(table, (table.equals("Parcels") && write instanceof RowWrite.Replace replace)
							? new RowWrite.Replace(replace.row(), RowWrite.ANY) : write);
				}

			};
		}

	},

	WRITES_ONLY_WHAT_DIFFERS("Stale", Kind.NAMES) {

		@Override
		TableGateway over(TableGateway tables) {
			return new TamperedGateway(tables) {

				@Override
				public @Nullable String write(String table, RowWrite write) {
					if (table.equals("Parcels") && write instanceof RowWrite.Replace replace) {
						TableRow found = super.read(table, write.key(), null, RowReader.rows());
						if (found != null && replace.ifMatch().equals(found.etag())
								&& Objects.equals(found.get("customerName"), replace.row().get("customerName"))) {
							return found.etag();
						}
					}
					return super.write(table, write);
				}

			};
		}

	},

	/**
	 * As if every write that a message announces had happened.
	 */
	DOES_NOT_SETTLE("Stale", Kind.NAMES) {

		@Override
		TableGateway over(TableGateway tables) {
			return new TamperedGateway(tables) {

				@Override
				public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select,
						RowReader<T> reader) {
					T row = super.read(table, key, select, reader);
					if (row != null || !key.rowKey().startsWith(IndexMapping.TOKEN_ROWS)) {
						return row;
					}
					EmbeddedTableGateway memory = new EmbeddedTableGateway();
					memory.createTable(table);
					memory.write(table, new RowWrite.Insert(TableRow.of(key, Map.of("state", "C"))));
					return memory.read(table, key, select, reader);
				}

			};
		}

	},

	DOES_NOT_COMPARE_HOLDERS("Stale", Kind.HANDOVERS) {

		@Override
		MessageHandlerRegistration<?> over(MessageHandlerRegistration<?> registration) {
			MessageHandler<String> handler = handler(registration);
			return MessageHandlerRegistration.of(registration.name(), String.class, (payload, context) -> {
				if (!payload.startsWith("parcels")) {
					handler.handle(payload, context);
				}
			});
		}

	};

	private final String alarm;

	/**
	 * What must happen for the rule to be missed.
	 */
	private final @Nullable Kind kind;

	ParcelSabotage(String alarm, @Nullable Kind kind) {
		this.alarm = alarm;
		this.kind = kind;
	}

	@Nullable Kind kind() {
		return this.kind;
	}

	/**
	 * What the check says.
	 */
	String alarm() {
		return this.alarm;
	}

	TableGateway over(TableGateway tables, Simulation simulation) {
		return over(tables);
	}

	TableGateway over(TableGateway tables) {
		return tables;
	}

	MessageHandlerRegistration<?> over(MessageHandlerRegistration<?> registration) {
		return registration;
	}

	@SuppressWarnings("unchecked") // the payload is text
	private static MessageHandler<String> handler(MessageHandlerRegistration<?> registration) {
		return (MessageHandler<String>) registration.handler();
	}

	/**
	 * Answers a read of a customer once by what it remembers.
	 */
	private static class Remembering extends TamperedGateway {

		private final Map<TableKey, Optional<TableRow>> last = new HashMap<>();

		private final Map<TableKey, Optional<TableRow>> remembered = new HashMap<>();

		Remembering(TableGateway tables) {
			super(tables);
		}

		void remember(String table, TableKey key) {
			this.remembered.put(key, Optional.ofNullable(super.read(table, key, null, RowReader.rows())));
		}

		void rememberLast() {
			this.remembered.putAll(this.last);
		}

		@Override
		public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
			if (!table.equals("Customers") || key.rowKey().startsWith(IndexMapping.TOKEN_ROWS)) {
				return super.read(table, key, select, reader);
			}
			Optional<TableRow> row = this.remembered.remove(key);
			if (row == null) {
				row = Optional.ofNullable(super.read(table, key, null, RowReader.rows()));
			}
			this.last.put(key, row);
			if (row.isEmpty()) {
				return null;
			}
			EmbeddedTableGateway memory = new EmbeddedTableGateway();
			memory.createTable(table);
			memory.write(table, new RowWrite.Insert(row.get()));
			return memory.read(table, key, select, reader);
		}

	}

}
