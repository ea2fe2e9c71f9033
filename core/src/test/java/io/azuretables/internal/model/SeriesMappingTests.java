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

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.mapping.Column;
import io.azuretables.mapping.Flattened;
import io.azuretables.mapping.Json;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Series;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TableMappingException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the columns of {@link Series}, and for what is said about wrong ones when the
 * context starts.
 */
class SeriesMappingTests {

	private static List<String> problems(Class<?> type) {
		try {
			TableMappingContext context = new TableMappingContext(new TableCustomConversions());
			context.setInitialEntitySet(Set.of(type));
			context.initialize();
			return List.of();
		}
		catch (TableMappingException ex) {
			return ex.getProblems()
				.stream()
				.map((problem) -> problem.replace(SeriesMappingTests.class.getName() + "$", ""))
				.toList();
		}
	}

	private static EntityModel model(Class<?> type) {
		return EntityModel.of(new TableMappingContext(new TableCustomConversions()).getRequiredPersistentEntity(type));
	}

	@Test
	void namesColumnsAsTheGuideDoes() {
		EntityModel model = model(Sound.class);
		assertThat(model.leaf("perHour[0]")).map(LeafProperty::column).hasValue("h00");
		assertThat(model.leaf("perHour[23]")).map(LeafProperty::column).hasValue("h23");
		assertThat(model.leaf("inner.texts[9]")).map(LeafProperty::column).hasValue("inner_t9x");
		assertThat(model.leaves()).hasSize(2 + 24 + 10).doesNotContainKeys("perHour", "perHour[24]");
		assertThat(model.names()).containsExactly("p", "r", "perHour", "inner.texts");
		assertThat(model.series()).containsOnlyKeys("perHour", "inner.texts");
	}

	@Test
	void refusesWrongColumns() {
		assertThat(problems(NoSlot.class)).containsExactly(
				"NoSlot.s is a @Series with the column \"h\", which must contain {slot} once, such as \"h{slot:2}\"");
		assertThat(problems(FiveDigits.class)).containsExactly(
				"FiveDigits.s is a @Series with the column \"h{slot:5}\", and the number of a slot has at most 4 digits; write {slot:2}");
		assertThat(problems(TooFewDigits.class)).containsExactly(
				"TooFewDigits.s is a @Series with the column \"h{slot:1}\", and 24 slots need 2 digits; write {slot:2}");
		assertThat(problems(NoSlots.class)).containsExactly(
				"NoSlots.s is a @Series of 0 slots, and a row takes 1 to 250; spread more values over several rows");
		assertThat(problems(Illegal.class)).singleElement()
			.asString()
			.startsWith("Illegal.s would be stored as '00' and others, which the service or this module refuses");
		assertThat(problems(Colliding.class))
			.containsExactly("Colliding.s[3] is stored as 'h03', and so is another property; rename one with @Column");
	}

	@Test
	void refusesMoreColumnsThanARowTakes() {
		assertThat(problems(Full.class)).isEmpty();
		assertThat(problems(TooMany.class)).singleElement()
			.asString()
			.contains("TooMany has 251 stored properties, and a row takes 250 beside 2 of this module");
		assertThat(problems(Texts.class)).containsExactly(
				"Texts.s is a @Series of 16 slots that hold up to 64 KiB each, and a row takes 1 MiB; declare at most 15 slots, elements of a smaller type, or a row for each value");
		assertThat(problems(TwoTexts.class)).containsExactly(
				"TwoTexts.second is a @Series of 8 slots that hold up to 64 KiB each, with those before it 16, and a row takes 1 MiB; declare at most 15 slots, elements of a smaller type, or a row for each value");
		assertThat(problems(TextAndBytes.class)).isEmpty();
	}

	@Test
	void refusesOtherTypesAndAnnotations() {
		assertThat(problems(OfSet.class)).singleElement()
			.asString()
			.endsWith("; declare it as an array, a List or a Map with Integer as its keys");
		assertThat(problems(OfTextKeys.class)).singleElement().asString().contains("Map with Integer as its keys");
		assertThat(problems(OfOptional.class)).singleElement().asString().contains("declare it as an array");
		assertThat(problems(OfObjects.class)).singleElement()
			.asString()
			.startsWith("OfObjects.s is a @Series of java.lang.Object, which the service does not know; register a");
		assertThat(problems(WithJson.class)).containsExactly(
				"WithJson.s is a @Series and annotated with @Json, which is for a single value; remove one of them");
		assertThat(problems(WithColumn.class)).singleElement().asString().contains("annotated with @Column");
	}

	@Test
	void refusesSeriesInKeysAndIndexes() {
		assertThat(problems(InKey.class)).containsExactly(
				"InKey @RowKey: Key template \"{s}\": 's' is a @Series, which has no single value and cannot stand in a key");
		String rule = ", and s is a @Series, whose slots change one by one; list the properties without it in include, "
				+ "or none with include = {}";
		assertThat(problems(InFullIndex.class)).containsExactly(
				"InFullIndex @SecondaryIndex(\"name\") includes all properties (\"*\", the default)" + rule);
		assertThat(problems(InIndex.class)).containsExactly("InIndex @SecondaryIndex(\"name\") includes 's'" + rule);
		assertThat(problems(BesideIndex.class)).isEmpty();
		assertThat(problems(InIndexKey.class)).singleElement().asString().contains("cannot stand in a key");
	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record Sound(String p, String r, @Series(column = "h{slot:2}", slots = 24) int[] perHour, @Flattened Inner inner) {

	}

	record Inner(@Series(column = "t{slot}x", slots = 10) List<String> texts) {

	}

	@Table
	@PartitionKey("p")
	@RowKey("{r}")
	record NoSlot(String r, @Series(column = "h", slots = 24) int[] s) {

	}

	@Table
	@PartitionKey("p")
	@RowKey("{r}")
	record FiveDigits(String r, @Series(column = "h{slot:5}", slots = 24) int[] s) {

	}

	@Table
	@PartitionKey("p")
	@RowKey("{r}")
	record TooFewDigits(String r, @Series(column = "h{slot:1}", slots = 24) int[] s) {

	}

	@Table
	@PartitionKey("p")
	@RowKey("{r}")
	record NoSlots(String r, @Series(column = "h{slot:1}", slots = 0) int[] s) {

	}

	@Table
	@PartitionKey("p")
	@RowKey("{r}")
	record Illegal(String r, @Series(column = "{slot:2}", slots = 24) int[] s) {

	}

	@Table
	@PartitionKey("p")
	@RowKey("{r}")
	record Colliding(String r, String h03, @Series(column = "h{slot:2}", slots = 24) int[] s) {

	}

	@Table
	@PartitionKey("p")
	@RowKey("{r}")
	record Full(String r, @Series(column = "h{slot:3}", slots = 250) int[] s) {

	}

	@Table
	@PartitionKey("p")
	@RowKey("{r}")
	record TooMany(String r, String name, @Series(column = "h{slot:3}", slots = 250) int[] s) {

	}

	@Table
	@PartitionKey("p")
	@RowKey("{r}")
	record TwoTexts(String r, @Series(column = "h{slot:2}", slots = 8) String[] first,
			@Series(column = "i{slot:2}", slots = 8) List<byte[]> second) {

	}

	@Table
	@PartitionKey("p")
	@RowKey("{r}")
	record TextAndBytes(String r, @Series(column = "h{slot:2}", slots = 8) String[] first,
			@Series(column = "i{slot:2}", slots = 7) List<byte[]> second,
			@Series(column = "j{slot:2}", slots = 100) int[] third) {

	}

	@Table
	@PartitionKey("p")
	@RowKey("{r}")
	record Texts(String r, @Series(column = "h{slot:2}", slots = 16) String[] s) {

	}

	@Table
	@PartitionKey("p")
	@RowKey("{r}")
	record OfSet(String r, @Series(column = "h{slot:2}", slots = 24) Set<Integer> s) {

	}

	@Table
	@PartitionKey("p")
	@RowKey("{r}")
	record OfTextKeys(String r, @Series(column = "h{slot:2}", slots = 24) Map<String, Integer> s) {

	}

	@Table
	@PartitionKey("p")
	@RowKey("{r}")
	record OfOptional(String r, @Series(column = "h{slot:2}", slots = 24) Optional<int[]> s) {

	}

	@Table
	@PartitionKey("p")
	@RowKey("{r}")
	record OfObjects(String r, @Series(column = "h{slot:2}", slots = 24) List<Object> s) {

	}

	@Table
	@PartitionKey("p")
	@RowKey("{r}")
	record WithJson(String r, @Json @Series(column = "h{slot:2}", slots = 24) int[] s) {

	}

	@Table
	@PartitionKey("p")
	@RowKey("{r}")
	record WithColumn(String r, @Column("x") @Series(column = "h{slot:2}", slots = 24) int[] s) {

	}

	@Table
	@PartitionKey("p")
	@RowKey("{s}")
	record InKey(String r, @Series(column = "h{slot:2}", slots = 24) int[] s) {

	}

	@Table
	@PartitionKey("p")
	@RowKey("r_{r}")
	@SecondaryIndex(name = "name", rowKey = "n_{name}_{r}")
	record InFullIndex(String r, String name, @Series(column = "h{slot:2}", slots = 24) int[] s) {

	}

	@Table
	@PartitionKey("p")
	@RowKey("r_{r}")
	@SecondaryIndex(name = "name", rowKey = "n_{name}_{r}", include = { "name", "s" })
	record InIndex(String r, String name, @Series(column = "h{slot:2}", slots = 24) int[] s) {

	}

	@Table
	@PartitionKey("p")
	@RowKey("r_{r}")
	@SecondaryIndex(name = "name", rowKey = "n_{name}_{r}", include = {})
	record BesideIndex(String r, String name, @Series(column = "h{slot:2}", slots = 24) int[] s) {

	}

	@Table
	@PartitionKey("p")
	@RowKey("r_{r}")
	@SecondaryIndex(name = "first", rowKey = "n_{s}_{r}", include = {})
	record InIndexKey(String r, @Series(column = "h{slot:2}", slots = 24) int[] s) {

	}

}
