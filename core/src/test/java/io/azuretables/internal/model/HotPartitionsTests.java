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
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.internal.key.KeyLayout;
import io.azuretables.internal.key.KeyTemplate;
import io.azuretables.mapping.AcceptHotPartition;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.HotPartitions;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.Partitioning;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.ServerTimestamp;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.mapping.TablePersistentEntity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link Partitioning} and {@link HotPartitions}.
 */
class HotPartitionsTests {

	private static final String ACCEPT = " A partition takes about 2,000 rows a second; if that is enough, accept it "
			+ "with @AcceptHotPartition(reason = \"...\") on the class";

	private final TableMappingContext context = new TableMappingContext(new TableCustomConversions());

	@ParameterizedTest
	@CsvSource({ "{day}, APPEND", "{day:desc}, APPEND", "log_{day}, APPEND", "{instant}, APPEND",
			"{instant:desc}, APPEND", "{offset}, APPEND", "{local}, APPEND", "{month}, APPEND", "{year}, APPEND",
			"{zoned}, APPEND", "{maybe}, APPEND", "{month}_{day}, APPEND", "{day:bucket(8)}, APPEND",
			"{day}_{day:bucket(8)}, APPEND", "all, SINGLE", "'', SINGLE", "{instant:bucket(8)}, SPREAD",
			"{day}_{user:bucket(8)}, SPREAD", "{day}_{user}, SPREAD", "{user}, SPREAD", "{count}, SPREAD",
			"{ticks}, SPREAD", "{time}, SPREAD", "{day}_{time}, SPREAD" })
	void knowsHowTemplatesSpreadRows(String template, Partitioning expected) {
		assertThat(partitioning(template)).isEqualTo(expected);
	}

	private Partitioning partitioning(String text) {
		Map<String, LeafProperty> leaves = EntityModel.of(this.context.getRequiredPersistentEntity(Types.class))
			.leaves();
		KeyTemplate template = KeyTemplate.parse(text);
		KeyLayout layout = KeyLayout.of("test", template, (name) -> leaves.get(name).conversion().keyType());
		KeyMapping.Half partition = new KeyMapping.Half(layout,
				template.parts().stream().map((part) -> leaves.get(part.property())).toList());
		return new KeyMapping(partition, partition).partitioning();
	}

	@Test
	void saysWhatAppends() {
		assertThat(message(Visit.class)).isEqualTo(Visit.class.getName() + " writes to a hot partition. The partition "
				+ "key \"{day}\" has times only, so that all rows written at one time go to one partition; use "
				+ "\"{day}_{user:bucket(8)}\", for example." + ACCEPT);
	}

	@Test
	void saysWhatHoldsAllRows() {
		assertThat(message(Department.class)).isEqualTo(Department.class.getName() + " writes to a hot partition. The "
				+ "partition key \"departments\" holds all rows in one partition, as no property is in it; use "
				+ "\"departments_{name:bucket(8)}\", for example." + ACCEPT);
	}

	@Test
	void saysAllOfAClassInOneLine() {
		assertThat(message(Event.class)).isEqualTo(Event.class.getName() + " writes to a hot partition. The partition "
				+ "key \"at_{written}\" has times only, so that all rows written at one time go to one partition; use "
				+ "\"at_{id:bucket(8)}_{written}\", for example. The index 'kind' with the partition key \"kinds\" "
				+ "holds all rows in one partition, as no property is in it; use \"kinds_{kind:bucket(8)}\", for "
				+ "example. The index 'day' with the partition key \"day_{day}\" has times only, so that all rows "
				+ "written at one time go to one partition; use \"day_{day}_{id:bucket(8)}\", for example." + ACCEPT)
			.doesNotContain("\n");
	}

	@Test
	void keepsUniqueIndexesUnique() {
		assertThat(message(Account.class)).contains("use \"emails_{email:bucket(8)}\"");
	}

	@ParameterizedTest
	@ValueSource(classes = { Visit.class, Department.class, Event.class, Account.class, Reading.class, Tick.class })
	void advisesTemplatesThatSpread(Class<?> type) {
		TablePersistentEntity<?> entity = this.context.getRequiredPersistentEntity(type);
		KeyTemplates templates = new KeyTemplates(MappedEntity.of(entity),
				new LeafCollector.Leaves(EntityModel.of(entity).leaves().values().stream().toList(), List.of()),
				new ArrayList<>());
		assertThat(entity.hotPartitions().orElseThrow().problems()).isNotEmpty().allSatisfy((problem) -> {
			KeyMapping.Half advised = templates.bind("test", problem.replaceAll(".*use \"(.*)\", for.*", "$1"));
			assertThat(advised).isNotNull();
			assertThat(new KeyMapping(advised, advised).partitioning()).isEqualTo(Partitioning.SPREAD);
		});
	}

	@Test
	void spreadsByTheTimeItselfWhereNothingElseIsInTheRowKey() {
		assertThat(message(Reading.class)).contains("use \"{day}_{time:bucket(8)}\"");
		assertThat(message(Tick.class)).contains("use \"{time:bucket(8)}_{time}\"");
	}

	@Test
	void leavesKeysAloneThatSpreadRows() {
		assertThat(hot(Spread.class)).isEmpty();
	}

	@Test
	void leavesIndexesInThePartitionOfTheirEntitiesToTheKeyOfTheClass() {
		assertThat(hot(Indexed.class).orElseThrow().problems()).hasSize(1);
	}

	@Test
	void leavesKeysOfOneRowAlone() {
		assertThat(hot(Settings.class)).isEmpty();
	}

	@Test
	void leavesAcceptedClassesAloneAndThoseThatExtendThem() {
		assertThat(hot(Accepted.class)).isEmpty();
		assertThat(hot(AlsoAccepted.class)).isEmpty();
		assertThat(hot(AcceptedIndex.class)).isEmpty();
	}

	@Test
	void asksForAReason() {
		assertThatExceptionOfType(TableMappingException.class)
			.isThrownBy(() -> EntityModel.of(this.context.getRequiredPersistentEntity(WithoutReason.class)))
			.withMessageContaining("WithoutReason is annotated with @AcceptHotPartition without a reason; say why one "
					+ "partition is enough, such as \"40 rows a day\"");
	}

	@Test
	void namesEachClassOfTheContextOnce() {
		for (Class<?> type : new Class<?>[] { Visit.class, Accepted.class, Spread.class, Department.class, Log.class,
				DailyLog.class }) {
			this.context.getRequiredPersistentEntity(type);
		}
		assertThat(this.context.hotPartitions()).extracting(HotPartitions::type)
			.isEqualTo(List.of(Department.class, Log.class, Visit.class));
	}

	private Optional<HotPartitions> hot(Class<?> type) {
		return this.context.getRequiredPersistentEntity(type).hotPartitions();
	}

	private String message(Class<?> type) {
		return hot(type).orElseThrow().toString();
	}

	@Table
	@PartitionKey("{user}")
	@RowKey("{user}")
	record Types(String user, LocalDate day, Instant instant, OffsetDateTime offset, LocalDateTime local,
			YearMonth month, Year year, ZonedDateTime zoned, Optional<LocalDate> maybe, LocalTime time, int count,
			long ticks) {

	}

	@Table
	@PartitionKey("{day}")
	@RowKey("{time} {user}")
	record Visit(LocalDate day, Instant time, String user) {

	}

	@Table
	@PartitionKey("departments")
	@RowKey("{name}")
	record Department(String name) {

	}

	@Table
	@PartitionKey("at_{written}")
	@RowKey("id_{id}")
	@SecondaryIndex(name = "kind", partitionKey = "kinds", rowKey = "kind_{kind}_{id}_{written}")
	@SecondaryIndex(name = "day", partitionKey = "day_{day}", rowKey = "day_{id}_{written}")
	record Event(Instant written, int id, String kind, LocalDate day, @Version String etag) {

	}

	@Table
	@PartitionKey("{owner}")
	@RowKey("number_{number}")
	@SecondaryIndex(name = "email", partitionKey = "emails", rowKey = "email_{email}", unique = true)
	record Account(String owner, int number, String email) {

	}

	@Table
	@PartitionKey("{day}")
	@RowKey("{time}")
	record Reading(LocalDate day, Instant time, boolean valid) {

	}

	@Table
	record Tick(@PartitionKey Instant time, @RowKey LocalDate day, @ServerTimestamp Instant stored) {

	}

	@Table
	@PartitionKey("{day}_{user:bucket(8)}")
	@RowKey("user_{user}")
	@SecondaryIndex(name = "kind", partitionKey = "kind_{kind}", rowKey = "kind_{day}_{user}")
	record Spread(LocalDate day, String user, String kind) {

	}

	@Table
	@PartitionKey("{day}")
	@RowKey("user_{user}")
	@SecondaryIndex(name = "kind", rowKey = "kind_{kind}_{user}")
	record Indexed(LocalDate day, String user, String kind) {

	}

	@Table
	@PartitionKey("settings")
	@RowKey("settings")
	record Settings(String colour) {

	}

	@Table
	@PartitionKey("{day}")
	@RowKey("{id}")
	@AcceptHotPartition(reason = "40 rows a day")
	static class Accepted {

		LocalDate day = LocalDate.EPOCH;

		int id;

	}

	static class AlsoAccepted extends Accepted {

	}

	@Table
	@PartitionKey("{user}")
	@RowKey("id_{id}")
	@SecondaryIndex(name = "all", partitionKey = "all", rowKey = "all_{id}_{user}")
	@AcceptHotPartition(reason = "there are 500 users")
	record AcceptedIndex(String user, int id) {

	}

	@Table
	@PartitionKey("{day}")
	@RowKey("{id}")
	@AcceptHotPartition(reason = " ")
	record WithoutReason(LocalDate day, int id) {

	}

	@Table
	@PartitionKey("logs")
	@RowKey("{id}")
	@EntityType("log")
	static class Log {

		int id;

	}

	@EntityType("daily")
	static class DailyLog extends Log {

		int day;

	}

}
