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

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What is a member of a row? The rows of an answer have much the same members in the same
 * order, so that the next is mostly the one that stood behind this one in the row before;
 * and answers have much the same members as other answers.
 */
final class RowMembers {

	private static final String TYPE = "@odata.type";

	/**
	 * Some that were met, each in the slot of its name; threads may overwrite each
	 * other's.
	 */
	private static final @Nullable Member[] KNOWN = new @Nullable Member[1024];

	/**
	 * So many members may be missing in a row and the next is still expected.
	 */
	private static final int LOOK_AHEAD = 8;

	private static final int MOST_EXPECTED = 1024;

	/**
	 * The longest spelling of a name that is kept for other answers; names have 255
	 * characters at most.
	 */
	private static final int LONGEST_KNOWN = 1024;

	private final List<Member> expected = new ArrayList<>(32);

	private int position;

	/**
	 * Begins a row.
	 */
	void restart() {
		this.position = 0;
	}

	/**
	 * The member that comes next; the cursor stands behind its name then.
	 */
	Member next(JsonCursor json) {
		int last = Math.min(this.position + LOOK_AHEAD, this.expected.size());
		for (int i = this.position; i < last; i++) {
			Member member = this.expected.get(i);
			if (json.accepts(member.spelled())) {
				this.position = i + 1;
				return member;
			}
		}
		Member member = known(json);
		expect(member);
		return member;
	}

	private void expect(Member member) {
		if (this.expected.size() == MOST_EXPECTED) {
			this.expected.clear();
			this.position = 0;
		}
		this.expected.add(this.position++, member);
	}

	private static Member known(JsonCursor json) {
		int hash = json.name();
		int slot = (hash ^ hash >>> 16) & KNOWN.length - 1;
		Member known = KNOWN[slot];
		if (known == null || !json.isSpelled(known.spelled())) {
			known = Member.of(json.string(), json.spelled());
			if (known.spelled().length <= LONGEST_KNOWN) {
				KNOWN[slot] = known;
			}
		}
		return known;
	}

	/**
	 * A member of rows.
	 *
	 * @param kind what it says
	 * @param property the property that it says it of
	 * @param spelled its name, as it stands in the answer
	 */
	record Member(Kind kind, String property, byte[] spelled) {

		static Member of(String name, byte[] spelled) {
			Kind kind = switch (name) {
				case "PartitionKey" -> Kind.PARTITION_KEY;
				case "RowKey" -> Kind.ROW_KEY;
				case "Timestamp" -> Kind.TIMESTAMP;
				case "odata.etag" -> Kind.ETAG;
				default -> name.endsWith(TYPE) ? Kind.TYPE : name.startsWith("odata.") ? Kind.CONTROL : Kind.PROPERTY;
			};
			String property = (kind == Kind.TYPE) ? name.substring(0, name.length() - TYPE.length()) : name;
			return new Member(kind, property, spelled);
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
