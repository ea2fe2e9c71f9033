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

import java.util.ArrayList;
import java.util.List;

import io.azuretables.internal.change.DeferredWrite;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.interpartition.IndexEntry.Kind;
import io.azuretables.patterns.queue.message.PermanentMessageException;
import io.azuretables.patterns.queue.message.QueueMessage;

/**
 * The payload of the message that tells the index worker which index rows a write adds
 * and removes. It is sent before the write. It says all that a worker needs, whatever
 * becomes of the writer.
 *
 * @param table the table of the entity
 * @param entity the key of the entity
 * @param entries the index rows that the write adds and supersedes
 */
record IndexGuard(String table, TableKey entity, List<IndexEntry> entries) {

	/**
	 * The type of the messages.
	 */
	static final String TYPE = QueueMessage.RESERVED + "index";

	/**
	 * The lines before those of the index rows, and of each of these.
	 */
	private static final int HEADER = 3;

	private static final int ENTRY = 5;

	IndexGuard {
		entries = List.copyOf(entries);
	}

	static IndexGuard of(DeferredWrite write) {
		return new IndexGuard(write.table(), write.entity(), IndexEntry.of(write));
	}

	/**
	 * Whether nothing was written before the transaction, and nothing has to be removed
	 * if there is none.
	 */
	boolean isOnlyEventual() {
		return this.entries.stream().allMatch((entry) -> entry.kind() == Kind.EVENTUAL);
	}

	boolean isEventual() {
		return this.entries.stream().anyMatch((entry) -> entry.kind() == Kind.EVENTUAL);
	}

	/**
	 * The guard as text: a line for each value. No key, name or token holds a line break.
	 */
	String text() {
		List<String> lines = new ArrayList<>(List.of(this.table, this.entity.partitionKey(), this.entity.rowKey()));
		for (IndexEntry entry : this.entries) {
			lines.addAll(List.of(entry.kind().name(), entry.index(), entry.key().partitionKey(), entry.key().rowKey(),
					entry.token()));
		}
		return String.join("\n", lines);
	}

	/**
	 * Reads a guard.
	 * @throws PermanentMessageException if the text is none
	 */
	static IndexGuard parse(String text) {
		List<String> lines = List.of(text.split("\n", -1));
		if (lines.size() < HEADER || (lines.size() - HEADER) % ENTRY != 0) {
			throw new PermanentMessageException(
					"The payload is not that of a message to the index worker: it has " + lines.size() + " lines");
		}
		List<IndexEntry> entries = new ArrayList<>();
		for (int i = HEADER; i < lines.size(); i += ENTRY) {
			entries.add(new IndexEntry(kind(lines.get(i)), lines.get(i + 1),
					new TableKey(lines.get(i + 2), lines.get(i + 3)), lines.get(i + 4)));
		}
		return new IndexGuard(lines.get(0), new TableKey(lines.get(1), lines.get(2)), entries);
	}

	private static Kind kind(String name) {
		try {
			return Kind.valueOf(name);
		}
		catch (IllegalArgumentException ex) {
			throw new PermanentMessageException(
					"The payload is not that of a message to the index worker: it names an unknown kind of index rows");
		}
	}

}
