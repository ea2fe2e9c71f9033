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

package io.azuretables.internal.index;

import java.util.List;
import java.util.Map;

import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.internal.change.EntityChange;
import io.azuretables.internal.convert.RowValues;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link IndexedChange}.
 */
class IndexedChangeTests {

	private static final TableKey KEY = TableKey.of("north", "lamp_0000000007");

	private static final EntityModel MODEL = EntityModel
		.of(new TableMappingContext(new TableCustomConversions()).getRequiredPersistentEntity(Lamp.class));

	private static final IndexRows COLOURS = new IndexRows(MODEL, MODEL.indexes().get(0));

	private static final IndexRows STREETS = new IndexRows(MODEL, MODEL.indexes().get(1));

	@Test
	void encodesKeyOnceWhereItsValuesStay() {
		IndexedChange change = change(COLOURS, lamp("red", "Main", 10), lamp("red", "Side", 20));
		assertThat(change.newKey()).isEqualTo(TableKey.of("north", "colour_red_0000000007"));
		assertThat(change.oldKey()).isSameAs(change.newKey());
	}

	@Test
	void hasKeysOfBothRowsWhereTheyDiffer() {
		IndexedChange colours = change(COLOURS, lamp("red", "Main", 10), lamp("blue", "Main", 10));
		assertThat(colours.oldKey()).isEqualTo(TableKey.of("north", "colour_red_0000000007"));
		assertThat(colours.newKey()).isEqualTo(TableKey.of("north", "colour_blue_0000000007"));
		IndexedChange streets = change(STREETS, lamp("red", "Main", 10), lamp("red", "Side", 10));
		assertThat(streets.oldKey()).isEqualTo(TableKey.of("street_Main", "street_north_0000000007 "));
		assertThat(streets.newKey()).isEqualTo(TableKey.of("street_Side", "street_north_0000000007 "));
	}

	@Test
	void hasNoKeyForRowThatIndexLeavesOut() {
		assertThat(change(COLOURS, null, lamp("red", "Main", 10)).oldKey()).isNull();
		assertThat(change(COLOURS, lamp("red", "Main", 10), null).newKey()).isNull();
		IndexedChange without = change(COLOURS, lamp(null, "Main", 10), lamp(null, "Main", 20));
		assertThat(without.oldKey()).isNull();
		assertThat(without.newKey()).isNull();
		assertThat(change(COLOURS, lamp(null, "Main", 10), lamp("red", "Main", 10)).oldKey()).isNull();
	}

	@Test
	void refusesWhatCannotStandInKeyOnlyOfNewRow() {
		String lone = "\uD800";
		assertThat(change(COLOURS, lamp(lone, "Main", 10), lamp("red", "Main", 10)).oldKey()).isNull();
		assertThatExceptionOfType(InvalidKeyException.class)
			.isThrownBy(() -> change(COLOURS, lamp(lone, "Main", 10), lamp(lone, "Main", 20)));
	}

	@Test
	void putsIndexRowIntoPartitionOfItsEntity() {
		TableRow row = lamp("red", "Main", 10);
		TableKey key = COLOURS.keyFor(row);
		assertThat(key).isNotNull();
		assertThat(key.partitionKey()).isSameAs(KEY.partitionKey());
		assertThat(new IntraPartitionIndexes(List.of(COLOURS), false).writes(change(lamp("blue", "Main", 10), row),
				Map.of()))
			.extracting(RowWrite::key)
			.containsExactly(TableKey.of("north", "colour_red_0000000007"),
					TableKey.of("north", "colour_blue_0000000007"));
	}

	private static TableRow lamp(@Nullable String colour, String street, int watts) {
		return TableRow.of(KEY, Map.of("street", street, "watts", watts)).with("colour", colour);
	}

	private static IndexedChange change(IndexRows index, @Nullable TableRow before, @Nullable TableRow after) {
		return IndexedChange.of(index, change(before, after), false);
	}

	private static EntityChange change(@Nullable TableRow before, @Nullable TableRow after) {
		return new EntityChange(KEY, "token", null, (before != null) ? RowValues.of(MODEL, before) : null,
				(after != null) ? RowValues.of(MODEL, after) : null);
	}

	@Table
	@SecondaryIndex(name = "colour", rowKey = "colour_{colour}_{id}")
	@SecondaryIndex(name = "street", partitionKey = "street_{street}", rowKey = "street_{district}_{id}")
	record Lamp(@PartitionKey String district, @RowKey("lamp_{id}") int id, @Nullable String colour, String street,
			int watts) {

	}

}
