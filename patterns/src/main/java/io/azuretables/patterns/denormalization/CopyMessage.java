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

package io.azuretables.patterns.denormalization;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.azuretables.key.TableKey;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.queue.message.PermanentMessageException;

/**
 * The payload of the message that lets a worker update denormalised copies.
 *
 * @param entity the key of the entity
 * @param changed the copies whose source it is
 * @param adopted the copies whose holder it is
 * @param position where the holders begin that are still to be written; empty for all
 * @param written how many holders are before that position
 */
record CopyMessage(TableKey entity, List<Copies> changed, List<Copies> adopted, String position, long written) {

	/**
	 * The type of the messages.
	 */
	static final String TYPE = "denormalized-copies";

	private static final int LINES = 6;

	CopyMessage {
		changed = List.copyOf(changed);
		adopted = List.copyOf(adopted);
	}

	/**
	 * The message as text: a line for each value. No key and no name holds a line break.
	 */
	String text() {
		return String.join("\n", this.entity.partitionKey(), this.entity.rowKey(), text(this.changed),
				text(this.adopted), this.position, Long.toString(this.written));
	}

	private static String text(List<Copies> copies) {
		return copies.stream().map(Copies::text).collect(Collectors.joining(","));
	}

	/**
	 * Reads a message.
	 * @throws PermanentMessageException if the text is none
	 */
	static CopyMessage parse(String text) {
		List<String> lines = List.of(text.split("\n", -1));
		if (lines.size() != LINES) {
			throw new PermanentMessageException(
					"The payload is not that of a message about copies: it has " + lines.size() + " lines");
		}
		return new CopyMessage(new TableKey(lines.get(0), lines.get(1)), copies(lines.get(2)), copies(lines.get(3)),
				lines.get(4), number(lines.get(5)));
	}

	private static long number(String text) {
		try {
			return Long.parseLong(text);
		}
		catch (NumberFormatException ex) {
			throw new PermanentMessageException(
					"The payload is not that of a message about copies: it does not say how many are written");
		}
	}

	private static List<Copies> copies(String line) {
		return Stream.of(line.split(",")).filter((text) -> !text.isEmpty()).map(Copies::parse).toList();
	}

	/**
	 * Copies that a declaration describes, and the tables that they are in. The worker
	 * cannot ask the resolver of table names, which may know a tenant only where the
	 * entity is written.
	 *
	 * @param name the name of the declaration
	 * @param sources the table of the sources
	 * @param holders the table of the holders
	 */
	record Copies(String name, String sources, String holders) {

		private static final char BEFORE_TABLE = ':';

		/**
		 * The copies of a declaration, in the tables that a template names now.
		 */
		static Copies of(CopyMapping mapping, TableTemplate template) {
			return new Copies(mapping.copies().name(), template.query(mapping.sourceType()).table(),
					template.query(mapping.holderType()).table());
		}

		private String text() {
			return this.name + BEFORE_TABLE + this.sources + BEFORE_TABLE + this.holders;
		}

		private static Copies parse(String text) {
			int last = text.lastIndexOf(BEFORE_TABLE);
			int first = text.lastIndexOf(BEFORE_TABLE, last - 1);
			if (first < 0) {
				throw new PermanentMessageException(
						"The payload is not that of a message about copies: it names no tables");
			}
			return new Copies(text.substring(0, first), text.substring(first + 1, last), text.substring(last + 1));
		}

		/**
		 * Writes the copies in these tables.
		 */
		CopyWriter writer(TableTemplate template) {
			return new CopyWriter(template.in(TableNameResolver.constant(this.sources)),
					template.in(TableNameResolver.constant(this.holders)));
		}

	}

}
