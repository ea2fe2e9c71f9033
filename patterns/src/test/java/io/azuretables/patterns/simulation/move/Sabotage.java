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
package io.azuretables.patterns.simulation.move;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.azuretables.gateway.TableGateway;
import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.move.MoveTemplate.Move;
import io.azuretables.patterns.queue.message.MessageContext;
import io.azuretables.patterns.queue.message.MessageHandler;
import io.azuretables.patterns.queue.message.QueueOptions.GuardTimes;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.queue.transport.ReceivedMessage;
import io.azuretables.patterns.simulation.TamperedGateway;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DuplicateKeyException;

/**
 * Leaves out one rule of moves each.
 */
enum Sabotage {

	/**
	 * Leaves out none.
	 */
	NONE,

	/**
	 * Inserts the entity before its row is marked.
	 */
	MARKS_NOTHING("Two live rows", "Lost update", "False rejection") {

		@Override
		TableGateway movers(TableGateway gateway) {
			return new TamperedGateway(gateway) {

				@Override
				public @Nullable String write(String table, RowWrite write) {
					return (write instanceof RowWrite.Merge merge) ? merge.ifMatch() : super.write(table, write);
				}

			};
		}

	},

	/**
	 * Does not see marks when it writes.
	 */
	WRITES_MARKED_ROWS("Two live rows", "Lost update") {

		@Override
		TableGateway users(TableGateway gateway) {
			return new TamperedGateway(gateway) {

				@Override
				public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select,
						RowReader<T> reader) {
					return super.read(table, key, select, unmarked(reader));
				}

			};
		}

	},

	/**
	 * Writes whatever the version is.
	 */
	IGNORES_VERSIONS("Two live rows", "Lost update", "Back after") {

		@Override
		TableGateway users(TableGateway gateway) {
			return ignoring(gateway);
		}

	},

	/**
	 * Deletes the row that an entity has left, whatever it is by then.
	 */
	DELETES_BLINDLY("Lost entity", "Lost update") {

		@Override
		TableGateway movers(TableGateway gateway) {
			return ignoring(gateway);
		}

		@Override
		TableGateway workers(TableGateway gateway) {
			return ignoring(gateway);
		}

	},

	/**
	 * Moves without a token row.
	 */
	HAS_NO_TOKEN_ROW("Two live rows") {

		@Override
		TableGateway movers(TableGateway gateway) {
			return new TamperedGateway(gateway) {

				@Override
				public List<@Nullable String> submit(AtomicBatch batch) {
					List<RowWrite> writes = batch.writes().stream().filter((write) -> !isToken(write)).toList();
					List<@Nullable String> etags = new ArrayList<>(
							super.submit(new AtomicBatch(batch.table(), writes)));
					while (etags.size() < batch.writes().size()) {
						etags.add(null);
					}
					return etags;
				}

			};
		}

	},

	/**
	 * Gives moves up without forbidding them.
	 */
	FENCES_NOTHING("Two live rows", "Back after") {

		@Override
		TableGateway workers(TableGateway gateway) {
			return new TamperedGateway(gateway) {

				@Override
				public @Nullable String write(String table, RowWrite write) {
					return (isToken(write) && write instanceof RowWrite.Insert) ? "etag" : super.write(table, write);
				}

			};
		}

	},

	/**
	 * Takes the mark away while the insert may still come.
	 */
	UNDOES_IN_DOUBT("Two live rows", "False rejection") {

		@Override
		TableGateway movers(TableGateway gateway) {
			return new TamperedGateway(gateway) {

				@Override
				public List<@Nullable String> submit(AtomicBatch batch) {
					try {
						return super.submit(batch);
					}
					catch (WriteOutcomeUnknownException ex) {
						throw new DuplicateKeyException("said to be refused", ex);
					}
				}

			};
		}

	},

	/**
	 * Leaves a row alone that is not marked yet.
	 */
	TOUCHES_NOTHING("It does not come to rest") {

		@Override
		MessageHandler<Move> handler(MessageHandler<Move> handler) {
			return new MessageHandler<>() {

				@Override
				public void handle(Move move, MessageContext context) throws Exception {
					handler.handle(move, context);
				}

				@Override
				public void abandoned(Move move, MessageContext context) throws Exception {
					handler.abandoned(new Move(move.table(), move.partitionKey(), move.rowKey(), move.newPartitionKey(),
							move.newRowKey(), null), context);
				}

			};
		}

		@Override
		GuardTimes times() {
			GuardTimes times = GuardTimes.DEFAULTS;
			return new GuardTimes(Duration.ofSeconds(1), Duration.ofSeconds(2), times.retention(), times.fence());
		}

		@Override
		boolean sweeps() {
			return false;
		}

		@Override
		boolean loses() {
			return false;
		}

	},

	/**
	 * Takes the message back before the mark.
	 */
	WITHDRAWS_TOO_SOON("It does not come to rest") {

		private final ThreadLocal<ReceivedMessage> sent = new ThreadLocal<>();

		private final ThreadLocal<MessageTransport> queue = new ThreadLocal<>();

		@Override
		TableGateway movers(TableGateway gateway) {
			return new TamperedGateway(gateway) {

				@Override
				public List<@Nullable String> submit(AtomicBatch batch) {
					try {
						return super.submit(batch);
					}
					catch (DuplicateKeyException ex) {
						WITHDRAWS_TOO_SOON.withdraw();
						throw ex;
					}
				}

			};
		}

		@Override
		void sent(MessageTransport transport, ReceivedMessage message) {
			this.queue.set(transport);
			this.sent.set(message);
		}

		@Override
		void withdraw() {
			this.queue.get().delete(this.sent.get());
		}

		@Override
		boolean sweeps() {
			return false;
		}

		@Override
		boolean loses() {
			return false;
		}

	},

	/**
	 * Does not look for marks whose message was lost.
	 */
	SWEEPS_NOTHING("It does not come to rest") {

		@Override
		boolean sweeps() {
			return false;
		}

	},

	/**
	 * Forgets at once that a move has happened.
	 */
	FORGETS_TOO_SOON("Back after", "Two live rows", "Lost update") {

		@Override
		GuardTimes times() {
			GuardTimes times = GuardTimes.DEFAULTS;
			return new GuardTimes(times.write(), times.guard(), Duration.ZERO, Duration.ZERO);
		}

	},

	/**
	 * Takes a row for the entity, marked or not.
	 */
	READS_WITHOUT_FOLLOWING("Found '") {

		@Override
		TableGateway readers(TableGateway gateway) {
			return new TamperedGateway(gateway) {

				@Override
				public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select,
						RowReader<T> reader) {
					return super.read(table, key, select, unmarked(reader));
				}

			};
		}

	},

	/**
	 * Believes that an entity has not moved when it finds no token row, which may be
	 * forgotten.
	 */
	READS_ONCE("Found '") {

		@Override
		TableGateway readers(TableGateway gateway) {
			Map<TableKey, Object> read = new HashMap<>();
			return new TamperedGateway(gateway) {

				@Override
				@SuppressWarnings("unchecked") // read by the same reader
				public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select,
						RowReader<T> reader) {
					if (key.rowKey().equals(Life.ROW) && select == null) {
						T known = (T) read.remove(key);
						T found = (known != null) ? known : super.read(table, key, null, reader);
						if (known == null && found != null) {
							read.put(key, found);
						}
						return found;
					}
					return super.read(table, key, select, reader);
				}

			};
		}

	};

	private final String[] alarms;

	Sabotage(String... alarms) {
		this.alarms = alarms;
	}

	/**
	 * What goes wrong, one of these.
	 */
	String[] alarms() {
		return this.alarms.clone();
	}

	TableGateway users(TableGateway gateway) {
		return gateway;
	}

	TableGateway movers(TableGateway gateway) {
		return gateway;
	}

	TableGateway workers(TableGateway gateway) {
		return gateway;
	}

	TableGateway readers(TableGateway gateway) {
		return gateway;
	}

	MessageHandler<Move> handler(MessageHandler<Move> handler) {
		return handler;
	}

	GuardTimes times() {
		return GuardTimes.DEFAULTS;
	}

	/**
	 * Whether marks are looked for whose message was lost.
	 */
	boolean sweeps() {
		return true;
	}

	/**
	 * Whether messages are lost.
	 */
	boolean loses() {
		return true;
	}

	void sent(MessageTransport transport, ReceivedMessage message) {
	}

	void withdraw() {
	}

	private static boolean isToken(RowWrite write) {
		return write.key().rowKey().startsWith(IndexMapping.TOKEN_ROWS);
	}

	/**
	 * Replaces and deletes entities whatever their version.
	 */
	private static TableGateway ignoring(TableGateway gateway) {
		return new TamperedGateway(gateway) {

			@Override
			public @Nullable String write(String table, RowWrite write) {
				return super.write(table, blind(write));
			}

			@Override
			public List<@Nullable String> submit(AtomicBatch batch) {
				return super.submit(
						new AtomicBatch(batch.table(), batch.writes().stream().map((write) -> blind(write)).toList()));
			}

			private static RowWrite blind(RowWrite write) {
				if (write instanceof RowWrite.Replace replace) {
					return new RowWrite.Replace(replace.row(), RowWrite.ANY);
				}
				return (write instanceof RowWrite.Delete delete) ? new RowWrite.Delete(delete.key(), RowWrite.ANY)
						: write;
			}

		};
	}

	/**
	 * Reads rows as if they had no mark.
	 */
	private static <T> RowReader<T> unmarked(RowReader<T> reader) {
		return () -> {
			RowReader.Assembler<T> assembler = reader.begin();
			return new RowReader.Assembler<>() {

				@Override
				public void property(String name, Object value) {
					if (!name.equals(RowWrite.MOVE)) {
						assembler.property(name, value);
					}
				}

				@Override
				public @Nullable T end(TableKey key, @Nullable String etag, @Nullable Instant timestamp) {
					return assembler.end(key, etag, timestamp);
				}

			};
		};
	}

}
