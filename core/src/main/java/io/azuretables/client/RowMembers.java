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

package io.azuretables.client;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * What is a member of a row? Asked by its name once: the rows of an answer have the same
 * members in the same order, and the parser gives the same names as the same objects.
 */
final class RowMembers {

	/**
	 * What stands behind the name of a property whose type is said.
	 */
	static final String TYPE = "@odata.type";

	private @Nullable String[] names = new @Nullable String[64];

	private Kind[] kinds = new Kind[64];

	private int position;

	/**
	 * Begins a row.
	 */
	void restart() {
		this.position = 0;
	}

	/**
	 * The kind of the next member.
	 */
	Kind next(String name) {
		int current = this.position++;
		if (current == this.names.length) {
			this.names = Arrays.copyOf(this.names, current * 2);
			this.kinds = Arrays.copyOf(this.kinds, current * 2);
		}
		if (this.names[current] != name) {
			this.names[current] = name;
			this.kinds[current] = kind(name);
		}
		return this.kinds[current];
	}

	private static Kind kind(String name) {
		return switch (name) {
			case "PartitionKey" -> Kind.PARTITION_KEY;
			case "RowKey" -> Kind.ROW_KEY;
			case "Timestamp" -> Kind.TIMESTAMP;
			case "odata.etag" -> Kind.ETAG;
			default -> name.endsWith(TYPE) ? Kind.TYPE : name.startsWith("odata.") ? Kind.CONTROL : Kind.PROPERTY;
		};
	}

	/**
	 * What a member says.
	 */
	enum Kind {

		PARTITION_KEY, ROW_KEY, TIMESTAMP, ETAG,

		/**
		 * The type of a property.
		 */
		TYPE,

		/**
		 * Something else about the row.
		 */
		CONTROL,

		PROPERTY

	}

}
