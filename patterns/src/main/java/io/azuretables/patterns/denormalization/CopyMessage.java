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

import java.util.ArrayList;
import java.util.List;

import io.azuretables.key.TableKey;
import io.azuretables.patterns.queue.message.PermanentMessageException;

/**
 * The payload of the message that lets a worker update denormalised copies.
 *
 * @param entity the key of the entity
 * @param changed the names of the copies whose source it is
 * @param adopted the names of the copies whose holder it is
 * @param position where the holders begin that are still to be written; empty for all
 */
record CopyMessage(TableKey entity, List<String> changed, List<String> adopted, String position) {

	/**
	 * The type of the messages.
	 */
	static final String TYPE = "denormalized-copies";

	private static final int LINES = 5;

	CopyMessage {
		changed = List.copyOf(changed);
		adopted = List.copyOf(adopted);
	}

	/**
	 * The message as text: a line for each value. No key and no name holds a line break.
	 */
	String text() {
		return String.join("\n", this.entity.partitionKey(), this.entity.rowKey(), String.join(",", this.changed),
				String.join(",", this.adopted), this.position);
	}

	/**
	 * Reads a message.
	 * @throws PermanentMessageException if the text is none
	 */
	static CopyMessage parse(String text) {
		List<String> lines = List.of(text.split("\n", -1));
		if (lines.size() != LINES) {
			throw new PermanentMessageException("The payload is none of copies: it has " + lines.size() + " lines");
		}
		return new CopyMessage(new TableKey(lines.get(0), lines.get(1)), names(lines.get(2)), names(lines.get(3)),
				lines.get(4));
	}

	private static List<String> names(String line) {
		List<String> names = new ArrayList<>();
		for (String name : line.split(",")) {
			if (!name.isEmpty()) {
				names.add(name);
			}
		}
		return names;
	}

}
