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

package io.azuretables.patterns.simulation.queue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.queue.message.MessageContext;
import io.azuretables.patterns.queue.message.MessageHandler;
import io.azuretables.patterns.queue.message.PermanentMessageException;
import io.azuretables.patterns.simulation.TamperedGateway;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Sabotages tables and handlers so that each check fails once.
 */
enum Sabotage {

	NONE(""),

	DROPS_WHAT_IT_ACKNOWLEDGES("Lost write") {

		@Override
		TableGateway over(TableGateway tables) {
			return TamperedGateway.dropping(tables);
		}

	},

	/**
	 * The token row would tell: it shows at the second look.
	 */
	REFUSES_WHAT_IT_HAS_DONE("False rejection") {

		@Override
		TableGateway over(TableGateway tables) {
			Set<TableKey> unseen = new HashSet<>();
			return new TamperedGateway(tables) {

				@Override
				public List<@Nullable String> submit(AtomicBatch batch) {
					super.submit(batch);
					batch.writes()
						.stream()
						.map(RowWrite::key)
						.filter((key) -> key.rowKey().startsWith(IndexMapping.TOKEN_ROWS))
						.forEach(unseen::add);
					throw new TransientDataAccessResourceException("refused on purpose");
				}

				@Override
				public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select,
						RowReader<T> reader) {
					return unseen.remove(key) ? null : super.read(table, key, select, reader);
				}

			};
		}

	},

	DROPS_COPIES("Copies") {

		@Override
		TableGateway over(TableGateway tables) {
			return new TamperedGateway(tables) {

				@Override
				public @Nullable String write(String table, RowWrite write) {
					return table.equals("Copies") ? "etag" : super.write(table, write);
				}

			};
		}

	},

	GIVES_UP_WHAT_IS_DONE("Poison without a reason") {

		@Override
		MessageHandler<Copy> over(MessageHandler<Copy> handler) {
			return new Tampered(handler) {

				@Override
				public void handle(Copy copy, MessageContext context) throws Exception {
					super.handle(copy, context);
					throw new PermanentMessageException("given up on purpose");
				}

			};
		}

	},

	GIVES_UP_IN_SILENCE("Not copied, and not given up") {

		@Override
		MessageHandler<Copy> over(MessageHandler<Copy> handler) {
			return new Tampered(handler) {

				@Override
				public void handle(Copy copy, MessageContext context) throws Exception {
					try {
						super.handle(copy, context);
					}
					catch (IllegalStateException ex) {
						// as if all was well
					}
				}

			};
		}

	},

	ABANDONS_WHAT_HAPPENED("Abandoned a write") {

		@Override
		MessageHandler<Copy> over(MessageHandler<Copy> handler) {
			return new Tampered(handler) {

				@Override
				public void handle(Copy copy, MessageContext context) throws Exception {
					super.abandoned(copy, context);
				}

			};
		}

	},

	HANDLES_WHAT_NEVER_HAPPENED("Handled a message whose write has not happened") {

		@Override
		MessageHandler<Copy> over(MessageHandler<Copy> handler) {
			return new Tampered(handler) {

				@Override
				public void abandoned(Copy copy, MessageContext context) throws Exception {
					super.handle(copy, context);
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

	MessageHandler<Copy> over(MessageHandler<Copy> handler) {
		return handler;
	}

	/**
	 * Passes on all that is not overridden.
	 */
	private static class Tampered implements MessageHandler<Copy> {

		private final MessageHandler<Copy> handler;

		Tampered(MessageHandler<Copy> handler) {
			this.handler = handler;
		}

		@Override
		public void handle(Copy copy, MessageContext context) throws Exception {
			this.handler.handle(copy, context);
		}

		@Override
		public void abandoned(Copy copy, MessageContext context) throws Exception {
			this.handler.abandoned(copy, context);
		}

	}

}
