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

package io.azuretables.internal.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.internal.model.LeafProperty.Place;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Column;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import org.junit.jupiter.api.Test;

import org.springframework.data.annotation.Id;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what classes say about their keys and indexes.
 */
class IndexMappingTests {

	private final TableMappingContext context = new TableMappingContext(new TableCustomConversions());

	@Test
	void encodesAndDecodesKeysOfIndex() {
		IndexMapping index = index(Member.class, "email");
		TableKey key = index.keys().encode((leaf) -> Map.of("club", "C", "email", "a@b", "id", 7).get(leaf.name()));
		assertThat(key).isEqualTo(TableKey.of("C", "email_a@b"));
		Map<String, Object> values = new HashMap<>();
		index.keys().decode(key, (leaf, value) -> values.put(leaf.name(), value));
		assertThat(values).isEqualTo(Map.of("club", "C", "email", "a@b"));
	}

	@Test
	void coversEverythingByDefault() {
		IndexMapping index = index(Member.class, "email");
		assertThat(index.isFullCopy()).isTrue();
		assertThat(model(Member.class).leaves().values()).allMatch(index::covers);
	}

	@Test
	void coversKeysAndWhatItIncludes() {
		IndexMapping index = index(Member.class, "city");
		assertThat(index.isFullCopy()).isFalse();
		assertThat(covered(Member.class, index)).containsExactly("club", "id", "email");
	}

	@Test
	void coversKeysAloneWhereNothingIsIncluded() {
		assertThat(covered(Member.class, index(Member.class, "byCity"))).containsExactly("club", "id");
	}

	@Test
	void liesInPartitionOfItsEntitiesByDefault() {
		assertThat(index(Member.class, "email").isIntraPartition()).isTrue();
		assertThat(index(Member.class, "byCity").isIntraPartition()).isFalse();
	}

	@Test
	void liesInPartitionOfItsEntitiesWhereTemplatesMeanTheSame() {
		assertThat(index(Nested.class, "same").isIntraPartition()).isTrue();
		assertThat(index(Nested.class, "other").isIntraPartition()).isFalse();
	}

	@Test
	void isUniqueUnlessItHoldsOwnKeyOfEntity() {
		assertThat(index(Member.class, "email").unique()).isTrue();
		assertThat(index(Member.class, "city").unique()).isFalse();
		assertThat(index(Member.class, "byCity").unique()).isFalse();
	}

	@Test
	void isUniqueWhereItLosesPartOfOwnKey() {
		assertThat(index(Lossy.class, "lower").unique()).isTrue();
		assertThat(index(Lossy.class, "bucket").unique()).isTrue();
		assertThat(index(Lossy.class, "whole").unique()).isFalse();
	}

	@Test
	void isNotUniqueWhereOwnKeyIsLossyInTheSameWay() {
		assertThat(index(LossyKey.class, "name").unique()).isFalse();
	}

	@Test
	void placesPropertiesInKeysOrColumns() {
		Map<String, Place> places = new HashMap<>();
		model(Placed.class).leaves().forEach((name, leaf) -> places.put(name, leaf.place()));
		assertThat(places).isEqualTo(Map.of("region", Place.COLUMN, "user", Place.COLUMN, "id", Place.KEY, "stored",
				Place.COLUMN, "name", Place.COLUMN));
		assertThat(model(Placed.class).leaf("id").orElseThrow().isStored()).isFalse();
	}

	@Test
	void inheritsIndexes() {
		assertThat(model(Derived.class).indexes()).extracting(IndexMapping::name)
			.containsExactlyInAnyOrder("email", "city");
	}

	@Test
	void namesTablesAfterClassThatDeclaresThem() {
		assertThat(tableName(Derived.class)).isEqualTo("Parent");
		assertThat(tableName(Member.class)).isEqualTo("Members");
		assertThat(tableName(Lossy.class)).isEqualTo("Lossy");
	}

	private String tableName(Class<?> type) {
		return this.context.getRequiredPersistentEntity(type).tableName();
	}

	private List<String> covered(Class<?> type, IndexMapping index) {
		return model(type).leaves().values().stream().filter(index::covers).map(LeafProperty::name).toList();
	}

	private IndexMapping index(Class<?> type, String name) {
		return model(type).indexes().stream().filter((index) -> index.name().equals(name)).findFirst().orElseThrow();
	}

	private EntityModel model(Class<?> type) {
		return EntityModel.of(this.context.getRequiredPersistentEntity(type));
	}

	@Table("Members")
	@PartitionKey("{club}")
	@RowKey("id_{id}")
	@SecondaryIndex(name = "email", rowKey = "email_{email}")
	@SecondaryIndex(name = "city", rowKey = "city_{city}_{id}", include = "email")
	@SecondaryIndex(name = "byCity", partitionKey = "city_{city}", rowKey = "m_{club}_{id}", include = {})
	record Member(String club, int id, String email, String city) {

	}

	record Key(String region, int number) {

	}

	@Table
	@PartitionKey("r_{region}")
	@RowKey("id_{number}")
	@SecondaryIndex(name = "same", partitionKey = "r_{key.region}", rowKey = "name_{name}")
	@SecondaryIndex(name = "other", partitionKey = "r_{region:lower}", rowKey = "lower_{name}")
	record Nested(@Id Key key, String name) {

	}

	@Table
	@PartitionKey("p")
	@RowKey("id_{name}")
	@SecondaryIndex(name = "lower", rowKey = "lower_{name:lower}")
	@SecondaryIndex(name = "bucket", rowKey = "bucket_{name:bucket(16)}")
	@SecondaryIndex(name = "whole", rowKey = "whole_{city}_{name}")
	record Lossy(String name, String city) {

	}

	@Table
	@PartitionKey("p")
	@RowKey("id_{name:lower}")
	@SecondaryIndex(name = "name", rowKey = "name_{city}_{name:lower}")
	record LossyKey(String name, String city) {

	}

	@Table
	@PartitionKey("{region:lower}_{user:bucket(8)}")
	@RowKey("{id}_{stored}")
	record Placed(String region, String user, int id, @Column int stored, String name) {

	}

	@Table
	@PartitionKey("{club}")
	@RowKey("id_{id}")
	@SecondaryIndex(name = "email", rowKey = "email_{email}")
	static class Parent {

		String club;

		int id;

		String email;

	}

	@SecondaryIndex(name = "city", rowKey = "city_{city}")
	static class Derived extends Parent {

		String city;

	}

}
