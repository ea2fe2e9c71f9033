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

package io.azuretables.operations;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.OtherProperties;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.data.domain.ManagedTypes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for queries that read some properties only, of classes where these are not all
 * that an answer needs.
 */
class SelectedPropertiesTests {

	private final TableTemplate template = template();

	private static TableTemplate template() {
		TableMappingContext context = new TableMappingContext(new TableCustomConversions());
		context.setManagedTypes(ManagedTypes.fromIterable(List.of(Region.class, Shape.class, Circle.class)));
		context.initialize();
		return new TableTemplate(new EmbeddedTableGateway(), new TableConverter(context));
	}

	@Test
	void readsPropertiesThatTheTextOfTheKeyDoesNotGive() {
		Region west = this.template.save(new Region("de", "West", new BigDecimal("1.5"), "hot", 7));
		TableQuery regions = TableQuery.of(Criteria.where("country").is("de"));
		Region expected = new Region("de", "West", new BigDecimal("1.5"), null, 7);
		assertThat(this.template.find(regions.select("size"), Region.class)).containsExactly(expected);
		assertThat(this.template.query(Region.class).scroll(regions.select("size"))).containsExactly(expected);
		assertThat(this.template.find(regions.and(Criteria.where("size").is(7)).select("size"), Region.class))
			.as("by an index that has no column of the key")
			.containsExactly(expected);
		assertThat(this.template.query(Region.class).as(Size.class).find(regions)).containsExactly(new Size(7));
		this.template.delete(this.template.find(regions.select("size"), Region.class).get(0));
		assertThat(this.template.findById(Region.class, this.template.converter().key(west))).isEmpty();
	}

	@Test
	void readsOtherPropertiesOfEachType() {
		Circle circle = new Circle();
		circle.plane = "a";
		circle.id = 1;
		circle.radius = 5;
		circle.others = Map.of("colour", "red");
		this.template.save(circle);
		TableQuery shapes = TableQuery.of(Criteria.where("plane").is("a"));
		assertThat(this.template.find(shapes, Shape.class)).singleElement()
			.satisfies((found) -> assertThat(found.others).isEqualTo(Map.of("colour", "red")));
		assertThat(this.template.query(Shape.class).as(Others.class).find(shapes))
			.containsExactly(new Others(Map.of("colour", "red")));
		assertThat(this.template.query(Shape.class).as(OthersOnly.class).find(shapes)).singleElement()
			.satisfies((found) -> assertThat(found.getOthers()).isEqualTo(Map.of("colour", "red")));
	}

	@Table
	@PartitionKey("{country}")
	@RowKey("region_{name:lower}_{height:4.2}")
	@SecondaryIndex(name = "size", rowKey = "size_{size:4}_{name:lower}_{height:4.2}", include = {})
	record Region(String country, String name, BigDecimal height, @Nullable String climate, int size) {

	}

	record Size(int size) {

	}

	@Table
	@EntityType
	static class Shape {

		@PartitionKey
		String plane;

		@RowKey
		int id;

		@OtherProperties
		Map<String, Object> others = new TreeMap<>();

	}

	@EntityType
	static class Circle extends Shape {

		int radius;

	}

	record Others(Map<String, Object> others) {

	}

	interface OthersOnly {

		Map<String, Object> getOthers();

	}

}
