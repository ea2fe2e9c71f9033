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

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.key.RowParts;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.Flattened;
import io.azuretables.mapping.Movable;
import io.azuretables.mapping.OtherProperties;
import io.azuretables.mapping.Part;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RollingTable;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Series;
import io.azuretables.mapping.ServerTimestamp;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.mapping.TablePeriod;
import org.junit.jupiter.api.Test;

import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the {@link Part parts} of entities, and for what is said about wrong ones
 * when the context starts.
 */
class PartMappingTests {

	private static List<String> problems(Class<?>... types) {
		try {
			TableMappingContext context = new TableMappingContext(new TableCustomConversions());
			context.setInitialEntitySet(Set.of(types));
			context.initialize();
			return List.of();
		}
		catch (TableMappingException ex) {
			return ex.getProblems()
				.stream()
				.map((problem) -> problem.replace(PartMappingTests.class.getName() + "$", ""))
				.toList();
		}
	}

	private static EntityModel model(Class<?> type) {
		return EntityModel.of(new TableMappingContext(new TableCustomConversions()).getRequiredPersistentEntity(type));
	}

	@Test
	void spreadsColumnsOverRows() {
		RowParts parts = model(Sound.class).parts();
		assertThat(parts.names()).containsExactlyInAnyOrder("a", "b", "c");
		assertThat(parts.part("main")).isNull();
		assertThat(parts.part("s3")).isEqualTo("a");
		assertThat(parts.part("address_city")).isEqualTo("b");
		assertThat(parts.part("address_street")).as("the innermost @Part").isEqualTo("a");
		assertThat(parts.part("anything")).isEqualTo("c");
		assertThat(parts.part("_w")).isNull();
		assertThat(parts.read(null)).containsExactlyInAnyOrder("a", "b", "c");
		assertThat(parts.read(List.of("main"))).isEmpty();
		assertThat(parts.read(List.of("main", "address_city"))).containsExactly("b");
		assertThat(model(Plain.class).parts()).isSameAs(RowParts.NONE);
	}

	@Test
	void refusesPartsOfKeysAndVersions() {
		assertThat(problems(InKey.class)).singleElement()
			.asString()
			.contains("'r' has a @Part, and keys are made of properties of the main row; leave out its @Part");
		assertThat(problems(OfVersion.class)).containsExactly(
				"OfVersion.version has a @Part and is the @Version, which is the ETag of the main row; leave out its @Part");
		assertThat(problems(OfTimestamp.class)).containsExactly(
				"OfTimestamp.written has a @Part and is the @ServerTimestamp of the main row; leave out its @Part");
		assertThat(problems(OfPeriod.class)).singleElement()
			.asString()
			.startsWith("OfPeriod")
			.endsWith("the property 'at', which has a @Part, so that no query could ask for it; leave out its @Part");
		assertThat(problems(OddName.class)).containsExactly(
				"OddName has the @Part(\"a|b\"); the name of a part is 1 to 32 letters, digits and underscores");
	}

	@Test
	void refusesPartsInIndexes() {
		assertThat(problems(InIndexKey.class)).singleElement()
			.asString()
			.startsWith("InIndexKey @SecondaryIndex(\"name\")")
			.contains("'text' has a @Part");
		assertThat(problems(InIndex.class)).containsExactly(
				"InIndex @SecondaryIndex(\"name\") includes all properties (\"*\", the default), and index rows do not hold properties with @Part; list the properties of the main row in include, or none with include = {}");
		assertThat(problems(OthersInIndex.class)).containsExactly(
				"OthersInIndex @SecondaryIndex(\"name\") includes all properties (\"*\", the default), and index rows do not hold properties with @Part; list the properties of the main row in include, or none with include = {}");
	}

	@Test
	void refusesRowKeysThatMayBeThoseOfParts() {
		assertThat(problems(NoLiteral.class)).containsExactly(
				"NoLiteral has properties with @Part, whose row keys begin with '~p|'; begin its row key with a literal of its own, so that lists do not read them, such as \"noliteral_{r}\"");
		assertThat(problems(Sound.class, Neighbour.class)).containsExactly(
				"Neighbour lies in the table 'Sound' among rows of properties with @Part, whose row keys begin with '~p|'; begin its row key with a literal of its own, such as \"neighbour_~{r}\"");
	}

	@Test
	void refusesVersionsAndSubclasses() {
		assertThat(problems(OfTypeVersion.class)).containsExactly(
				"OfTypeVersion has properties with @Part and an @EntityType with a version, and upgrades see a single row; leave out one of them");
		assertThat(problems(Moving.class)).containsExactly(
				"Moving has properties with @Part and is annotated with @Movable, and a move takes a single row; leave out one of them");
		assertThat(problems(Extended.class, Extending.class)).containsExactly(
				"Extended has properties with @Part, and other classes of its table extend it; leave out @Part, or give the classes tables or keys of their own");
	}

	@Test
	void countsColumnsOfEachRow() {
		assertThat(problems(Full.class)).isEmpty();
		assertThat(problems(TooMany.class)).containsExactly(
				"TooMany's @Part(\"a\") has 251 stored properties, and a row takes 250 beside 2 of this module; give its @Series fewer slots, store some of them in another @Part, or in one with @Json");
	}

	@Table
	static class Sound {

		@PartitionKey
		String p;

		@RowKey("s_{r}")
		String r;

		String main;

		@Part("a")
		@Series(column = "s{slot}", slots = 5)
		int[] s;

		@Part("b")
		@Flattened
		Address address;

		@Part("c")
		@OtherProperties
		Map<String, Object> others;

	}

	static class Address {

		String city;

		@Part("a")
		String street;

	}

	@Table("Sound")
	static class Neighbour {

		@PartitionKey
		String p;

		@RowKey("~{r}")
		String r;

	}

	@Table
	static class Plain {

		@PartitionKey
		String p;

		@RowKey("s_{r}")
		String r;

	}

	@Table
	static class InKey {

		@PartitionKey
		String p;

		@RowKey("s_{r}")
		@Part("a")
		String r;

	}

	@Table
	static class OfVersion {

		@PartitionKey
		String p;

		@RowKey("s_{r}")
		String r;

		@Version
		@Part("a")
		String version;

	}

	@Table
	static class OfTimestamp {

		@PartitionKey
		String p;

		@RowKey("s_{r}")
		String r;

		@ServerTimestamp
		@Part("a")
		Instant written;

	}

	@Table
	@RollingTable(period = TablePeriod.DAILY, property = "at", retention = "P3D")
	static class OfPeriod {

		@PartitionKey
		String p;

		@RowKey("s_{r}")
		String r;

		@Part("a")
		Instant at;

	}

	@Table
	static class OddName {

		@PartitionKey
		String p;

		@RowKey("s_{r}")
		String r;

		@Part("a|b")
		String text;

	}

	@Table
	@SecondaryIndex(name = "name", rowKey = "n_{text}_{r}", include = {})
	static class InIndexKey {

		@PartitionKey
		String p;

		@RowKey("s_{r}")
		String r;

		@Part("a")
		String text;

	}

	@Table
	@SecondaryIndex(name = "name", rowKey = "n_{name}_{r}")
	static class OthersInIndex {

		@PartitionKey
		String p;

		@RowKey("s_{r}")
		String r;

		String name;

		@Part("a")
		@OtherProperties
		Map<String, Object> others;

	}

	@Table
	@SecondaryIndex(name = "name", rowKey = "n_{name}_{r}")
	static class InIndex {

		@PartitionKey
		String p;

		@RowKey("s_{r}")
		String r;

		String name;

		@Part("a")
		String text;

	}

	@Table
	static class NoLiteral {

		@PartitionKey
		String p;

		@RowKey("{r}")
		String r;

		@Part("a")
		String text;

	}

	@Table
	@EntityType(version = 1)
	static class OfTypeVersion {

		@PartitionKey
		String p;

		@RowKey("s_{r}")
		String r;

		@Part("a")
		String text;

	}

	@Table
	@Movable
	static class Moving {

		@PartitionKey
		String p;

		@RowKey("s_{r}")
		String r;

		@Version
		String version;

		@Part("a")
		String text;

	}

	@Table
	@EntityType
	static class Extended {

		@PartitionKey
		String p;

		@RowKey("s_{r}")
		String r;

		@Part("a")
		String text;

	}

	@EntityType
	static class Extending extends Extended {

	}

	@Table
	static class Full {

		@PartitionKey
		String p;

		@RowKey("s_{r}")
		String r;

		@Part("a")
		@Series(column = "s{slot}", slots = 250)
		int[] s;

		@Part("b")
		@Series(column = "t{slot}", slots = 250)
		int[] t;

		@Series(column = "u{slot}", slots = 249)
		int[] u;

	}

	@Table
	static class TooMany {

		@PartitionKey
		String p;

		@RowKey("s_{r}")
		String r;

		@Part("a")
		@Series(column = "s{slot}", slots = 250)
		int[] s;

		@Part("a")
		String t;

	}

}
