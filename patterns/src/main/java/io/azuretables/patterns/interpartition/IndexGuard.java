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

package io.azuretables.patterns.interpartition;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.azuretables.internal.commit.CommitToken;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.interpartition.IndexEntry.Kind;
import io.azuretables.patterns.queue.transport.MessageSignature;
import io.azuretables.write.DeferredWrite;

/**
 * The message that is sent before a write that changes indexes in other partitions. It
 * says all that a worker needs, whatever becomes of the writer.
 *
 * @param token the write
 * @param entityRowKey the row key of the entity that it writes
 * @param round 0 until it was looked after, then {@link #FORGET} until everything is
 * forgotten; {@link #OF_LOOK_UP} if it is about nothing but a row that a look-up has met
 * @param due when it is to be looked after
 * @param entries the index rows that the write adds and supersedes
 */
record IndexGuard(CommitToken token, String entityRowKey, int round, Instant due, List<IndexEntry> entries) {

	/**
	 * The column of the row of a write that keeps the guard, should the message be lost.
	 */
	static final String COLUMN = "IndexGuard";

	static final int FORGET = 1;

	static final int OF_LOOK_UP = 2;

	private static final String FORMAT = "azure-tables index guard 1";

	/**
	 * The lines before those of the index rows, and of each of these.
	 */
	private static final int HEADER = 7;

	private static final int ENTRY = 5;

	IndexGuard {
		entries = List.copyOf(entries);
	}

	static IndexGuard of(DeferredWrite write, Instant due) {
		CommitToken token = new CommitToken(write.table(), write.entity().partitionKey(), write.token());
		return new IndexGuard(token, write.entity().rowKey(), 0, due, IndexEntry.of(write));
	}

	/**
	 * About an index row that no entity stands behind. The write that it is of may have a
	 * guard of its own that is about more.
	 */
	static IndexGuard ofLookUp(CommitToken token, TableKey entity, Instant due, IndexEntry entry) {
		return new IndexGuard(token, entity.rowKey(), OF_LOOK_UP, due, List.of(entry));
	}

	String table() {
		return this.token.table();
	}

	/**
	 * The key of the entity.
	 */
	TableKey entity() {
		return new TableKey(this.token.partitionKey(), this.entityRowKey);
	}

	IndexGuard again(Instant next) {
		return new IndexGuard(this.token, this.entityRowKey, FORGET, next, this.entries);
	}

	boolean isEventual() {
		return this.entries.stream().anyMatch((entry) -> entry.kind() == Kind.EVENTUAL);
	}

	/**
	 * Whether nothing was written before the transaction, and nothing has to be removed
	 * if there is none.
	 */
	boolean isOnlyEventual() {
		return this.entries.stream().allMatch((entry) -> entry.kind() == Kind.EVENTUAL);
	}

	/**
	 * The guard as a message: a line for each value, signed as a whole. No key, name or
	 * token holds a line break.
	 */
	String message(MessageSignature signature) {
		List<String> lines = new ArrayList<>(List.of(FORMAT, table(), this.token.partitionKey(), this.entityRowKey,
				this.token.value(), String.valueOf(this.round), this.due.toString()));
		for (IndexEntry entry : this.entries) {
			lines.addAll(List.of(entry.kind().name(), entry.index(), entry.key().partitionKey(), entry.key().rowKey(),
					entry.token()));
		}
		return signature.sign(String.join("\n", lines));
	}

	/**
	 * Reads a guard.
	 * @return the guard; empty if the message is none
	 * @throws io.azuretables.patterns.queue.transport.UnauthenticMessageException if it
	 * is not signed with a key of the queue
	 */
	static Optional<IndexGuard> parse(String message, MessageSignature signature) {
		List<String> lines = List.of(signature.verify(message).split("\n", -1));
		if (!lines.get(0).equals(FORMAT) || lines.size() < HEADER || (lines.size() - HEADER) % ENTRY != 0) {
			return Optional.empty();
		}
		try {
			return Optional.of(parse(lines));
		}
		catch (IllegalArgumentException | DateTimeException ex) {
			return Optional.empty();
		}
	}

	private static IndexGuard parse(List<String> lines) {
		CommitToken token = new CommitToken(lines.get(1), lines.get(2), lines.get(4));
		List<IndexEntry> entries = new ArrayList<>();
		for (int i = HEADER; i < lines.size(); i += ENTRY) {
			entries.add(new IndexEntry(Kind.valueOf(lines.get(i)), lines.get(i + 1),
					new TableKey(lines.get(i + 2), lines.get(i + 3)), lines.get(i + 4)));
		}
		return new IndexGuard(token, lines.get(3), Integer.parseInt(lines.get(5)), Instant.parse(lines.get(6)),
				entries);
	}

}
