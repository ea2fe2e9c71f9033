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

package io.azuretables.convert;

import java.util.Map;

import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.Json;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rows that an attacker has written.
 */
class HostileRowTests {

	private final StoredRows rows = new StoredRows();

	private final TableRow row = this.rows.write(new Note("p", "r", "text", Map.of("a", "b")));

	@ParameterizedTest
	@ValueSource(strings = { "io.azuretables.convert.HostileRowTests$Loaded", "java.lang.ProcessBuilder" })
	void loadNoClassByItsName(String name) {
		for (String column : new String[] { "EntityType", "_class", "@class" }) {
			read(this.row.with(column, name));
		}
		String json = "{\"@class\":\"" + name + "\",\"@type\":\"" + name + "\",\"a\":[\"" + name + "\",{}]}";
		Note note = read(this.row.with("content", json));
		assertThat(note).isNotNull();
		assertThat(note.content()).isInstanceOf(Map.class).asString().contains(name);
		assertThat(Loaded.count).isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "#{T(io.azuretables.convert.HostileRowTests$Counter).add()}", "${user.home}" })
	void evaluateNoExpression(String text) {
		Note note = read(this.row.with("text", text));
		assertThat(note).isNotNull();
		assertThat(note.text()).isEqualTo(text);
		assertThat(Loaded.count).isZero();
	}

	@Test
	void areReadOtherwise() {
		assertThat(read(this.row)).isEqualTo(new Note("p", "r", "text", Map.of("a", "b")));
	}

	private @Nullable Note read(TableRow changed) {
		return this.rows.read(Note.class, changed);
	}

	@Table("Notes")
	@EntityType
	@PartitionKey("{owner}")
	@RowKey("note_{name}")
	record Note(String owner, String name, String text, @Json Object content) {

	}

	/**
	 * What is not to be used.
	 */
	static final class Counter {

		private Counter() {
		}

		/**
		 * What is not to be called.
		 */
		public static int add() {
			return Loaded.count++;
		}

	}

	/**
	 * What is not to be made.
	 */
	static final class Loaded {

		private static int count;

		Loaded() {
			count++;
		}

	}

}
