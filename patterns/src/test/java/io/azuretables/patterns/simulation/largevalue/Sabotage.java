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

package io.azuretables.patterns.simulation.largevalue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Supplier;

import io.azuretables.gateway.TableGateway;
import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.internal.content.ContentNames;
import io.azuretables.patterns.largevalue.LargeValueTemplate.ContentChange;
import io.azuretables.patterns.queue.message.MessageContext;
import io.azuretables.patterns.queue.message.MessageHandler;
import io.azuretables.patterns.queue.message.QueueOptions.GuardTimes;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.queue.transport.ReceivedMessage;
import io.azuretables.patterns.sample.ForwardingBlobStore;
import io.azuretables.patterns.simulation.ForwardingTransport;
import io.azuretables.patterns.simulation.TamperedGateway;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Leaves out one rule of large values each.
 */
enum Sabotage {

	/**
	 * Leaves out none.
	 */
	NONE,

	/**
	 * Sweeps blobs of any age.
	 */
	SWEEPS_NEW_BLOBS(Of.UNGUARDED, "Without its content", "misses a content"),

	/**
	 * Saves entities whatever their version.
	 */
	IGNORES_VERSIONS(Of.BOTH, "Without its content", "misses a content") {

		@Override
		TableGateway tables(TableGateway gateway) {
			return new TamperedGateway(gateway) {

				@Override
				public @Nullable String write(String table, RowWrite write) {
					return super.write(table, blind(write));
				}

				@Override
				public List<@Nullable String> submit(AtomicBatch batch) {
					return super.submit(new AtomicBatch(batch.table(),
							batch.writes().stream().map((write) -> blind(write)).toList()));
				}

				private static RowWrite blind(RowWrite write) {
					return (write instanceof RowWrite.Replace replace) ? new RowWrite.Replace(replace.row(), "*")
							: write;
				}

			};
		}

	},

	/**
	 * Takes a save in doubt for one that was refused.
	 */
	DELETES_IN_DOUBT(Of.BOTH, "Without its content", "misses a content") {

		@Override
		TableGateway tables(TableGateway gateway) {
			return new TamperedGateway(gateway) {

				@Override
				public @Nullable String write(String table, RowWrite write) {
					return refused(() -> super.write(table, write));
				}

				@Override
				public List<@Nullable String> submit(AtomicBatch batch) {
					return refused(() -> super.submit(batch));
				}

				private static <R extends @Nullable Object> R refused(Supplier<R> write) {
					try {
						return write.get();
					}
					catch (WriteOutcomeUnknownException ex) {
						throw new OptimisticLockingFailureException("said to be refused", ex);
					}
				}

			};
		}

		@Override
		boolean lies() {
			return true;
		}

	},

	/**
	 * Writes a blob when its entity is saved.
	 */
	WRITES_BLOBS_LATE(Of.BOTH, "Without its content", "misses a content") {

		private final ThreadLocal<Queue<Runnable>> waiting = ThreadLocal.withInitial(ArrayDeque::new);

		@Override
		BlobStore blobs(BlobStore blobs) {
			return new ForwardingBlobStore(blobs) {

				@Override
				public void put(String name, InputStream content, long length) {
					byte[] bytes = bytes(content);
					WRITES_BLOBS_LATE.later(() -> super.put(name, new ByteArrayInputStream(bytes), length));
				}

			};
		}

		@Override
		TableGateway tables(TableGateway gateway) {
			return new TamperedGateway(gateway) {

				@Override
				public @Nullable String write(String table, RowWrite write) {
					String etag = super.write(table, write);
					WRITES_BLOBS_LATE.now();
					return etag;
				}

				@Override
				public List<@Nullable String> submit(AtomicBatch batch) {
					List<@Nullable String> etags = super.submit(batch);
					WRITES_BLOBS_LATE.now();
					return etags;
				}

			};
		}

		@Override
		void later(Runnable put) {
			this.waiting.get().clear();
			this.waiting.get().add(put);
		}

		@Override
		void now() {
			Runnable put = this.waiting.get().poll();
			if (put != null) {
				put.run();
			}
		}

	},

	/**
	 * Saves values of earlier versions again.
	 */
	SAVES_OLD_VALUES(Of.BOTH, "Without its content", "misses a content"),

	/**
	 * Reads the row once, whatever has replaced it.
	 */
	READS_ROWS_ONCE(Of.BOTH, "misses a content") {

		@Override
		TableGateway readers(TableGateway gateway) {
			return once(gateway);
		}

	},

	/**
	 * Sends the message when the blob is written.
	 */
	GUARDS_LATE(Of.GUARDED_UNSWEPT, "It does not come to rest") {

		private final ThreadLocal<Runnable> waiting = ThreadLocal.withInitial(() -> () -> {
		});

		@Override
		MessageTransport queue(MessageTransport queue) {
			return new ForwardingTransport(queue) {

				@Override
				public ReceivedMessage send(String body, Duration hidden) {
					GUARDS_LATE.later(() -> super.send(body, hidden));
					return new ReceivedMessage("id", "receipt", body, 0, Instant.EPOCH);
				}

			};
		}

		@Override
		BlobStore blobs(BlobStore blobs) {
			return new ForwardingBlobStore(blobs) {

				@Override
				public void put(String name, InputStream content, long length) {
					super.put(name, content, length);
					GUARDS_LATE.now();
				}

			};
		}

		@Override
		void later(Runnable send) {
			this.waiting.set(send);
		}

		@Override
		void now() {
			this.waiting.get().run();
		}

	},

	/**
	 * Writes the entity without a token row.
	 */
	HAS_NO_TOKEN_ROW(Of.GUARDED, "Without its content", "misses a content", "False rejection") {

		@Override
		TableGateway tables(TableGateway gateway) {
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
	 * Gives writes up without forbidding them.
	 */
	FENCES_NOTHING(Of.GUARDED, "Without its content", "misses a content") {

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
	 * Takes the message back before the blob is deleted.
	 */
	WITHDRAWS_TOO_SOON(Of.GUARDED_UNSWEPT, "It does not come to rest") {

		private final ThreadLocal<Runnable> message = ThreadLocal.withInitial(() -> () -> {
		});

		@Override
		MessageTransport queue(MessageTransport queue) {
			return new ForwardingTransport(queue) {

				@Override
				public ReceivedMessage send(String body, Duration hidden) {
					ReceivedMessage sent = super.send(body, hidden);
					WITHDRAWS_TOO_SOON.later(() -> super.delete(sent));
					return sent;
				}

			};
		}

		@Override
		TableGateway tables(TableGateway gateway) {
			return new TamperedGateway(gateway) {

				@Override
				public List<@Nullable String> submit(AtomicBatch batch) {
					try {
						return super.submit(batch);
					}
					catch (OptimisticLockingFailureException ex) {
						WITHDRAWS_TOO_SOON.now();
						throw ex;
					}
				}

			};
		}

		@Override
		void later(Runnable withdrawal) {
			this.message.set(withdrawal);
		}

		@Override
		void now() {
			this.message.get().run();
		}

	},

	/**
	 * Deletes the blob of a write that seems never to have happened, without a look.
	 */
	ABANDONS_BLINDLY(Of.GUARDED, "Without its content", "misses a content") {

		@Override
		MessageHandler<ContentChange> handler(MessageHandler<ContentChange> handler, BlobStore blobs) {
			return new MessageHandler<>() {

				@Override
				public void handle(ContentChange change, MessageContext context) throws Exception {
					handler.handle(change, context);
				}

				@Override
				public void abandoned(ContentChange change, MessageContext context) {
					if (change.written()) {
						TableKey key = new TableKey(change.partitionKey(), change.rowKey());
						blobs.delete(new ContentNames("large/Portraits/photo_blob/").name(key, context.id()));
					}
				}

			};
		}

		@Override
		GuardTimes times() {
			return forgetting();
		}

	},

	/**
	 * Forgets that a write happened before its old blob is deleted.
	 */
	FORGETS_BEFORE_HANDLING(Of.GUARDED_UNSWEPT, "It does not come to rest") {

		@Override
		TableGateway workers(TableGateway gateway) {
			return new TamperedGateway(gateway) {

				@Override
				public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select,
						RowReader<T> reader) {
					T found = super.read(table, key, select, reader);
					if (found != null && key.rowKey().startsWith(IndexMapping.TOKEN_ROWS)) {
						super.write(table, new RowWrite.Delete(key, RowWrite.ANY));
					}
					return found;
				}

			};
		}

	},

	/**
	 * Forgets at once that a write happened.
	 */
	FORGETS_TOO_SOON(Of.GUARDED_AGAIN, "Without its content") {

		@Override
		GuardTimes times() {
			return forgetting();
		}

	},

	/**
	 * Sweeps blobs of any age, without forbidding their writes.
	 */
	SWEEPS_WITHOUT_FENCE(Of.GUARDED, "Without its content", "misses a content") {

		@Override
		boolean sweepsUnguarded() {
			return true;
		}

	},

	/**
	 * Does not read a row again after its write was forbidden, perhaps too late.
	 */
	SWEEPS_WITHOUT_SECOND_LOOK(Of.GUARDED, "Without its content", "misses a content") {

		@Override
		TableGateway sweepers(TableGateway gateway) {
			return once(gateway);
		}

	};

	private final Of of;

	private final String[] alarms;

	Sabotage() {
		this(Of.BOTH);
	}

	Sabotage(Of of, String... alarms) {
		this.of = of;
		this.alarms = alarms;
	}

	/**
	 * What goes wrong, one of these.
	 */
	String[] alarms() {
		return this.alarms.clone();
	}

	boolean isOf(Of other) {
		return this.of == other || (this.of == Of.BOTH && other != Of.GUARDED_UNSWEPT && other != Of.GUARDED_AGAIN);
	}

	TableGateway tables(TableGateway gateway) {
		return gateway;
	}

	TableGateway workers(TableGateway gateway) {
		return gateway;
	}

	TableGateway readers(TableGateway gateway) {
		return gateway;
	}

	TableGateway sweepers(TableGateway gateway) {
		return gateway;
	}

	BlobStore blobs(BlobStore blobs) {
		return blobs;
	}

	MessageTransport queue(MessageTransport queue) {
		return queue;
	}

	MessageHandler<ContentChange> handler(MessageHandler<ContentChange> handler, BlobStore blobs) {
		return handler;
	}

	GuardTimes times() {
		GuardTimes times = GuardTimes.DEFAULTS;
		return new GuardTimes(times.write(), times.guard(), times.retention(), Duration.ofHours(3));
	}

	boolean sweepsUnguarded() {
		return false;
	}

	/**
	 * Whether writers are told that a save was refused that was not.
	 */
	boolean lies() {
		return false;
	}

	void later(Runnable action) {
	}

	void now() {
	}

	private static boolean isToken(RowWrite write) {
		return write.key().rowKey().startsWith(IndexMapping.TOKEN_ROWS);
	}

	private static GuardTimes forgetting() {
		GuardTimes times = GuardTimes.DEFAULTS;
		return new GuardTimes(times.write(), times.guard(), Duration.ZERO, Duration.ZERO);
	}

	/**
	 * Gives every second reader of an entity what the one before was given.
	 */
	private static TableGateway once(TableGateway gateway) {
		Map<TableKey, Optional<Object>> read = new HashMap<>();
		return new TamperedGateway(gateway) {

			@Override
			@SuppressWarnings("unchecked") // read by the same reader
			public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select,
					RowReader<T> reader) {
				if (key.rowKey().startsWith(IndexMapping.TOKEN_ROWS)) {
					return super.read(table, key, select, reader);
				}
				Optional<Object> known = read.remove(key);
				if (known != null) {
					return (T) known.orElse(null);
				}
				T found = super.read(table, key, select, reader);
				read.put(key, Optional.ofNullable(found));
				return found;
			}

		};
	}

	private static byte[] bytes(InputStream content) {
		try {
			return content.readAllBytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * The form that has a rule.
	 */
	enum Of {

		/**
		 * With a queue and without.
		 */
		BOTH,

		/**
		 * Without a queue.
		 */
		UNGUARDED,

		/**
		 * With a queue, whatever fails.
		 */
		GUARDED,

		/**
		 * With a queue, where nothing is swept, and nothing happens late.
		 */
		GUARDED_UNSWEPT,

		/**
		 * With a queue, where keys are used again and requests are often done twice.
		 */
		GUARDED_AGAIN

	}

}
