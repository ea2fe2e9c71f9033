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

package io.azuretables.row;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

import io.azuretables.key.TableKey;
import io.azuretables.row.RowReader.Assembler;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class TableRowTests {

	private static final TableKey KEY = TableKey.of("Sales", "000223");

	private static final String READ = "W/\"1\"";

	private final TableRow row = TableRow.of(KEY, Map.of("age", 42), READ, Instant.EPOCH);

	@Test
	void equalsARowOfTheSameKeyPropertiesAndVersion() {
		assertThat(TableRow.of(KEY, Map.of("age", 42), "W/\"1\"", null)).isEqualTo(this.row)
			.hasSameHashCodeAs(this.row);
		assertThat(TableRow.wrap(KEY, RowNames.of("name", "age"), new Object[] { null, 42 }).withEtag("W/\"1\""))
			.isEqualTo(this.row)
			.hasSameHashCodeAs(this.row);
		assertThat(this.row.withEtag("W/\"2\"")).isNotEqualTo(this.row);
		assertThat(this.row.with("age", 42L)).isNotEqualTo(this.row);
		assertThat(this.row.with("name", "Don")).isNotEqualTo(this.row);
		assertThat(this.row.withKey(TableKey.of("Sales", "000224")).withEtag("W/\"1\"")).isNotEqualTo(this.row);
		assertThat(this.row).isNotEqualTo(KEY);
	}

	@Test
	void comparesBytesByTheirContent() {
		TableRow bytes = TableRow.of(KEY, Map.of("photo", new byte[] { 1, 2 }));
		assertThat(TableRow.of(KEY, Map.of("photo", new byte[] { 1, 2 }))).isEqualTo(bytes).hasSameHashCodeAs(bytes);
		assertThat(TableRow.of(KEY, Map.of("photo", new byte[] { 1, 3 }))).isNotEqualTo(bytes);
		assertThat(TableRow.of(KEY, Map.of("photo", "[1, 2]"))).isNotEqualTo(bytes);
	}

	@Test
	void addsReplacesAndRemovesAProperty() {
		TableRow changed = this.row.with("name", "Don").with("age", 43);
		assertThat(changed.properties()).containsExactly(Map.entry("age", 43), Map.entry("name", "Don"));
		assertThat(changed.with("age", null).properties()).containsExactly(Map.entry("name", "Don"));
		assertThat(changed.with("unknown", null)).isEqualTo(changed);
		assertThat(changed.etag()).isEqualTo("W/\"1\"");
		assertThat(changed.timestamp()).isEqualTo(Instant.EPOCH);
		assertThat(this.row.properties()).containsExactly(Map.entry("age", 42));
	}

	@Test
	void isUnreadUnderAnotherKey() {
		TableRow moved = this.row.withKey(TableKey.of("Sales", "email_don@example.com"));
		assertThat(moved.key().rowKey()).isEqualTo("email_don@example.com");
		assertThat(moved.properties()).isEqualTo(this.row.properties());
		assertThat(moved.etag()).isNull();
		assertThat(moved.timestamp()).isNull();
	}

	@Test
	void refusesValuesThatRowsDoNotHold() {
		assertThatIllegalArgumentException().isThrownBy(() -> TableRow.of(KEY, Map.of("a", BigDecimal.ONE)))
			.withMessageStartingWith("A row holds no values of type java.math.BigDecimal; the types are ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.row.with("a", 'x'));
	}

	@Test
	void isOfLatin1IfKeysAndTextsAreAndTheServiceTakesIt() {
		assertThat(this.row.isLatin1()).isTrue();
		assertThat(this.row.with("name", "Gr\u00fc\u00dfe\u00ff").with("photo", new byte[] { 1 }).isLatin1()).isTrue();
		assertThat(this.row.with("name", "Don \u0100").isLatin1()).isFalse();
		assertThat(this.row.with("first", "\u6771").with("second", "Don").isLatin1()).isFalse();
		assertThat(this.row.withKey(TableKey.of("\u6771", "1")).isLatin1()).isFalse();
		assertThat(this.row.withKey(TableKey.of("1", "\ud83d\ude00")).isLatin1()).isFalse();
		assertThat(this.row.with("Timestamp", "reserved").isLatin1()).isFalse();
	}

	@Test
	void leavesOutWhatIsNull() {
		Map<String, Object> properties = new LinkedHashMap<>();
		properties.put("name", null);
		properties.put("age", 42);
		TableRow withNull = TableRow.of(KEY, properties, READ, Instant.EPOCH);
		assertThat(withNull).isEqualTo(this.row);
		assertThat(withNull.properties()).containsOnlyKeys("age");
		assertThat(withNull.get("name")).isNull();
	}

	@Test
	void doesNotChangeWithTheMapItCameFrom() {
		Map<String, Object> properties = new LinkedHashMap<>(Map.of("age", 42));
		TableRow made = TableRow.of(KEY, properties, READ, Instant.EPOCH);
		properties.put("age", 43);
		made.properties().put("name", "Don");
		assertThat(made).isEqualTo(this.row);
	}

	@Test
	void givesValuesByNameAndType() {
		assertThat(this.row.get("age")).isEqualTo(42);
		assertThat(this.row.get("age", Integer.class)).isEqualTo(42);
		assertThat(this.row.get("name", String.class)).isNull();
		assertThatExceptionOfType(ClassCastException.class).isThrownBy(() -> this.row.get("age", Long.class));
	}

	@Test
	void showsNoValues() {
		assertThat(this.row.with("name", "Don")).hasToString("TableRow[age, name]");
	}

	@Test
	void isReadPropertyByProperty() {
		Assembler<TableRow> assembler = RowReader.rows().begin();
		assembler.property("age", 42);
		assertThat(assembler.end(KEY, READ, Instant.EPOCH)).isEqualTo(this.row)
			.matches((row) -> row.timestamp() == Instant.EPOCH);
		assertThat(RowReader.rows().begin().end(KEY, READ, Instant.EPOCH).properties()).isEmpty();
	}

}
