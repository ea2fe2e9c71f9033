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

package io.azuretables.internal.json;

import org.jspecify.annotations.Nullable;

/**
 * Looks up property names while the JSON of rows is parsed, fast if they have the same
 * order as in the row before. Rows mostly have the same members in the same order as rows
 * before them, so the next member is compared with the one that stood behind this one
 * when it was met last, in this answer or in another one; a different one is found by a
 * hash of its name.
 */
final class RowMembers {

	private static final String TYPE = "@odata.type";

	/**
	 * The slots in which a name is looked for: of the names of a large class, many have
	 * the same first one.
	 */
	private static final int SLOTS = 4;

	/**
	 * Some that were met, each in a slot of its name; threads may overwrite each other's.
	 */
	private static final @Nullable Member[] KNOWN = new @Nullable Member[2048];

	/**
	 * The slot of what came behind each member when it was met last, and first in a row.
	 */
	private static final int[] FOLLOWING = new int[KNOWN.length + 1];

	/**
	 * The longest spelling of a name that is kept for other answers; names have 255
	 * characters at most.
	 */
	private static final int LONGEST_KNOWN = 1024;

	private int last;

	/**
	 * Begins a row.
	 */
	void restart() {
		this.last = KNOWN.length;
	}

	/**
	 * The member that comes next; the cursor is after its name then.
	 */
	Member next(JsonCursor json) {
		Member expected = KNOWN[FOLLOWING[this.last]];
		if (expected != null && json.accepts(expected.nameBytes())) {
			this.last = expected.slot();
			return expected;
		}
		Member member = known(json);
		FOLLOWING[this.last] = member.slot();
		this.last = member.slot();
		return member;
	}

	private static Member known(JsonCursor json) {
		int hash = json.nameHash();
		int first = (hash ^ hash >>> 16) & KNOWN.length - 1;
		int free = first;
		for (int i = 0; i < SLOTS; i++) {
			int slot = first + i & KNOWN.length - 1;
			Member known = KNOWN[slot];
			if (known == null) {
				free = slot;
				break;
			}
			if (json.isName(known.nameBytes())) {
				return known;
			}
		}
		Member member = Member.of(json.string(), json.nameBytes(), free);
		if (member.nameBytes().length <= LONGEST_KNOWN) {
			KNOWN[free] = member;
		}
		return member;
	}

	/**
	 * A member of rows.
	 *
	 * @param kind what it says
	 * @param property the property that it says it of
	 * @param nameBytes its name, as it stands in the answer
	 * @param slot the slot of its name
	 */
	record Member(Kind kind, String property, byte[] nameBytes, int slot) {

		static Member of(String name, byte[] nameBytes, int slot) {
			Kind kind = switch (name) {
				case "PartitionKey" -> Kind.PARTITION_KEY;
				case "RowKey" -> Kind.ROW_KEY;
				case "Timestamp" -> Kind.TIMESTAMP;
				case "odata.etag" -> Kind.ETAG;
				default -> name.endsWith(TYPE) ? Kind.TYPE : name.startsWith("odata.") ? Kind.CONTROL : Kind.PROPERTY;
			};
			String property = (kind == Kind.TYPE) ? name.substring(0, name.length() - TYPE.length()) : name;
			return new Member(kind, property, nameBytes, slot);
		}

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
