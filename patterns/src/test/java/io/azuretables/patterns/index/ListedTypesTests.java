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

package io.azuretables.patterns.index;

import java.util.List;
import java.util.Set;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.IndexLayout;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for lists that several types of one table share.
 */
class ListedTypesTests {

	private final TableGateway gateway = new EmbeddedTableGateway();

	private final TableMappingContext context = context();

	private final TableTemplate template = new TableTemplate(this.gateway, new TableConverter(this.context));

	private final IndexAdministration indexes = new IndexAdministration(this.gateway, this.context);

	private static TableMappingContext context() {
		TableMappingContext context = new TableMappingContext(new TableCustomConversions());
		context.setInitialEntitySet(Set.of(Circle.class, Square.class));
		context.initialize();
		return context;
	}

	private @Nullable String ids(String color) {
		TableRow row = this.gateway.read("Shapes", TableKey.of("a", "color_" + color), null, RowReader.rows());
		return (row != null) ? row.get("ids", String.class) : null;
	}

	private <T extends Shape> List<Integer> found(Class<T> type, String color) {
		return this.template
			.find(TableQuery.of(Criteria.where("board").is("a").and(Criteria.where("color").is(color))), type)
			.stream()
			.map((shape) -> shape.id)
			.toList();
	}

	@Test
	void namesEntitiesOfAllTypesInOneList() {
		this.template.save(Shape.of(new Circle(), 1, "red"));
		this.template.save(Shape.of(new Square(), 2, "red"));
		assertThat(ids("red")).isEqualTo("001,002");
		assertThat(found(Circle.class, "red")).containsExactly(1);
		assertThat(found(Square.class, "red")).containsExactly(2);
		this.template.save(Shape.of(new Square(), 1, "red"));
		assertThat(ids("red")).as("an entity of another type in its place").isEqualTo("001,002");
		this.template.save(Shape.of(new Circle(), 1, "blue"));
		assertThat(List.of(String.valueOf(ids("red")), String.valueOf(ids("blue")))).containsExactly("002", "001");
		for (Class<?> type : List.of(Circle.class, Square.class)) {
			assertThat(this.indexes.verify(type, "color").findings()).as(type.getSimpleName()).isEmpty();
			assertThat(this.indexes.rebuild(type, "color").findings()).as(type.getSimpleName()).isEmpty();
		}
		this.gateway.write("Shapes", new RowWrite.Delete(TableKey.of("a", "color_red"), RowWrite.ANY));
		assertThat(this.indexes.rebuild(Circle.class, "color").isClean()).isTrue();
		assertThat(this.indexes.rebuild(Square.class, "color").count(IndexFinding.Kind.MISSING)).isEqualTo(1);
		assertThat(found(Square.class, "red")).containsExactly(2);
	}

	@Test
	void namesAnEntityWhoseTypeChanges() {
		for (int i = 0; i < 2; i++) {
			this.template.save(Shape.of(new Circle(), 1, "red"));
			assertThat(ids("red")).as("a circle, and a square before").isEqualTo("001");
			this.template.save(Shape.of(new Square(), 1, "red"));
			assertThat(ids("red")).as("a square, and a circle before").isEqualTo("001");
		}
	}

	/**
	 * What the types have in common.
	 */
	@Table("Shapes")
	@PartitionKey("{board}")
	@RowKey("shape_{id:3}")
	@EntityType
	@SecondaryIndex(name = "color", rowKey = "color_{color}", layout = IndexLayout.LIST)
	abstract static class Shape {

		String board = "a";

		int id;

		String color = "";

		static <T extends Shape> T of(T shape, int id, String color) {
			shape.id = id;
			shape.color = color;
			return shape;
		}

	}

	@EntityType("circle")
	static class Circle extends Shape {

	}

	@EntityType("square")
	static class Square extends Shape {

	}

}
