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

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.stream.Stream;

import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.mapping.Flattened;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RollingTable;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.ServerTimestamp;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.mapping.TablePeriod;
import io.azuretables.sample.Login;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Which table a time belongs to, and what is wrong with an annotation.
 */
class RollingMappingTests {

	private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

	private static TableMappingContext context() {
		return new TableMappingContext(new TableCustomConversions());
	}

	private static RollingMapping mapping(Class<?> type) {
		return EntityModel.of(context().getRequiredPersistentEntity(type)).rolling();
	}

	@ParameterizedTest
	@CsvSource({ "HOURLY, 2026-02-28T23:59:59.999999999Z, 2026022823, 2026-02-28T23:00:00Z, 2026-03-01T00:00:00Z",
			"DAILY, 2024-02-29T00:00:00Z, 20240229, 2024-02-29T00:00:00Z, 2024-03-01T00:00:00Z",
			"MONTHLY, 2025-12-31T23:59:59Z, 202512, 2025-12-01T00:00:00Z, 2026-01-01T00:00:00Z" })
	void namesPeriod(TablePeriod period, Instant time, String digits, Instant start, Instant end) {
		assertThat(period.text(time)).isEqualTo(digits).hasSize(period.digits());
		assertThat(period.start(time)).isEqualTo(start);
		assertThat(period.next(start)).isEqualTo(end);
		assertThat(period.parse(digits)).contains(start);
		assertThat(period.start(period.next(start).minusNanos(1))).isEqualTo(start);
	}

	@ParameterizedTest
	@CsvSource({ "DAILY, 20260229", "DAILY, 20261301", "DAILY, 2026010", "DAILY, 202601011", "DAILY, 2026-1-1",
			"DAILY, ٢٠٢٦٠١٠١", "HOURLY, 2026010124", "HOURLY, 20260101", "MONTHLY, 202613", "MONTHLY, 20261",
			"MONTHLY, +20261" })
	void parsesStrictly(TablePeriod period, String digits) {
		assertThat(period.parse(digits)).isEmpty();
	}

	@Test
	void keepsTableUntilAllOfItIsOld() {
		RollingMapping logins = mapping(Login.class);
		Instant day = Instant.parse("2026-02-26T00:00:00Z");
		Instant dropped = Instant.parse("2026-03-02T01:00:00Z");
		assertThat(logins.isExpired(day, dropped.minusNanos(1))).isFalse();
		assertThat(logins.isExpired(day, dropped)).isTrue();
		assertThat(logins.isLive(day, Instant.parse("2026-03-02T00:00:00Z").minusNanos(1))).isTrue();
		assertThat(logins.isLive(day, Instant.parse("2026-03-02T00:00:00Z"))).isFalse();
		assertThat(logins.isWritable(NOW.minus(Duration.ofDays(3)), NOW)).isTrue();
		assertThat(logins.isWritable(NOW.minus(Duration.ofDays(3)).minusNanos(1), NOW)).isFalse();
		assertThat(logins.isWritable(NOW.plus(Duration.ofDays(1)).plus(RollingMapping.SKEW), NOW)).isTrue();
		assertThat(logins.isWritable(NOW.plus(Duration.ofDays(1)).plus(RollingMapping.SKEW).plusNanos(1), NOW))
			.isFalse();
		assertThat(logins.periods(null, null, NOW)).hasSize(5);
		assertThat(logins.periods(Instant.MIN, Instant.MAX, NOW)).hasSize(5)
			.hasSizeLessThanOrEqualTo((int) logins.most());
		assertThat(logins.periods(Instant.MAX, Instant.MIN, NOW)).isEmpty();
		assertThat(logins.periods(NOW, NOW, NOW)).containsExactly(Instant.parse("2026-03-01T00:00:00Z"));
	}

	@Test
	void findsTableInAnyCase() {
		RollingMapping logins = mapping(Login.class);
		assertThat(logins.start("Logins", "LOGINS20260101")).contains(Instant.parse("2026-01-01T00:00:00Z"));
		assertThat(logins.start("Logins", "Logins2026010")).isEmpty();
		assertThat(logins.start("Logins", "xLogins20260101")).isEmpty();
		assertThat(logins.start("Logins", "Logi")).isEmpty();
	}

	@Test
	void takesSeveralTypesOfTime() {
		Instant day = Instant.parse("2026-03-01T00:00:00Z");
		assertThat(mapping(OffsetTimes.class).instant(OffsetDateTime.parse("2026-03-01T02:00:00+02:00")))
			.isEqualTo(day);
		assertThat(mapping(Days.class).instant(LocalDate.of(2026, 3, 1))).isEqualTo(day);
		assertThat(mapping(Nested.class).instant(day)).isEqualTo(day);
	}

	@ParameterizedTest
	@MethodSource("mistakes")
	void saysWhatIsWrong(Class<?> type, String problem) {
		assertThatExceptionOfType(TableMappingException.class).isThrownBy(() -> mapping(type))
			.withMessageContaining(type.getName() + " has a @RollingTable with " + problem);
	}

	static Stream<Arguments> mistakes() {
		return Stream.of(arguments(NoTime.class, "the property 'when', and there is none; name a stored property"),
				arguments(TextTime.class, "the property 'at', which is no time that the application sets"),
				arguments(WrittenTime.class, "the property 'at', which is no time that the application sets"),
				arguments(ShortRetention.class,
						"the retention 'PT23H', which is shorter than a period; the least is PT24H"),
				arguments(LongRetention.class, "the retention 'P60000D', which makes more than 10000 tables"),
				arguments(Months.class, "the retention 'P2M', which is no ISO-8601 duration"),
				arguments(Digits.class, "the table name 'Logins2', which ends in a digit"),
				arguments(LongName.class,
						"the table name 'Llllllllllllllllllllllllllllllllllllllllllllllllllllllll', which is "
								+ "too long with 8 digits"),
				arguments(Elsewhere.class, "the index 'address' in another partition: it would have to outlive"));
	}

	@Test
	void refusesTablesThatWouldBeDroppedWithThoseOfAnotherClass() {
		for (Class<?> other : List.of(PlainLogin.class, LongerLogin.class)) {
			TableMappingContext context = context();
			context.getRequiredPersistentEntity(Login.class);
			context.getRequiredPersistentEntity(other);
			assertThatExceptionOfType(TableMappingException.class).isThrownBy(context::check)
				.withMessageContaining("has a @RollingTable whose tables would be dropped although");
		}
		TableMappingContext context = context();
		context.getRequiredPersistentEntity(Login.class);
		context.getRequiredPersistentEntity(MonthlyLogin.class);
		context.check();
	}

	@Table("Times")
	@RollingTable(period = TablePeriod.DAILY, property = "at", retention = "P1D")
	record OffsetTimes(@PartitionKey String user, @RowKey int id, OffsetDateTime at) {

	}

	@Table("Times")
	@RollingTable(period = TablePeriod.DAILY, property = "at", retention = "P1D")
	record Days(@PartitionKey String user, @RowKey int id, LocalDate at) {

	}

	@Table("Times")
	@RollingTable(period = TablePeriod.DAILY, property = "when.at", retention = "P1D")
	record Nested(@PartitionKey String user, @RowKey int id, @Flattened When when) {

		record When(Instant at) {

		}

	}

	@Table("Times")
	@RollingTable(period = TablePeriod.DAILY, property = "when", retention = "P1D")
	record NoTime(@PartitionKey String user, @RowKey int id, Instant at) {

	}

	@Table("Times")
	@RollingTable(period = TablePeriod.DAILY, property = "at", retention = "P1D")
	record TextTime(@PartitionKey String user, @RowKey int id, ZonedDateTime at) {

	}

	@Table("Times")
	@RollingTable(period = TablePeriod.DAILY, property = "at", retention = "P1D")
	record WrittenTime(@PartitionKey String user, @RowKey int id, @ServerTimestamp Instant at) {

	}

	@Table("Times")
	@RollingTable(period = TablePeriod.DAILY, property = "at", retention = "PT23H")
	record ShortRetention(@PartitionKey String user, @RowKey int id, Instant at) {

	}

	@Table("Times")
	@RollingTable(period = TablePeriod.DAILY, property = "at", retention = "P60000D")
	record LongRetention(@PartitionKey String user, @RowKey int id, Instant at) {

	}

	@Table("Times")
	@RollingTable(period = TablePeriod.MONTHLY, property = "at", retention = "P2M")
	record Months(@PartitionKey String user, @RowKey int id, Instant at) {

	}

	@Table("Logins2")
	@RollingTable(period = TablePeriod.DAILY, property = "at", retention = "P1D")
	record Digits(@PartitionKey String user, @RowKey int id, Instant at) {

	}

	@Table("Llllllllllllllllllllllllllllllllllllllllllllllllllllllll")
	@RollingTable(period = TablePeriod.DAILY, property = "at", retention = "P1D")
	record LongName(@PartitionKey String user, @RowKey int id, Instant at) {

	}

	@Table("Times")
	@RowKey("login_{id}")
	@RollingTable(period = TablePeriod.DAILY, property = "at", retention = "P1D")
	@SecondaryIndex(name = "address", partitionKey = "address_{address}", rowKey = "{user}_{id}")
	record Elsewhere(@PartitionKey String user, int id, Instant at, String address) {

	}

	@Table("Logins20260101")
	record PlainLogin(@PartitionKey String user, @RowKey int id) {

	}

	@Table("Logins")
	@RollingTable(period = TablePeriod.DAILY, property = "at", retention = "P9D")
	record LongerLogin(@PartitionKey String user, @RowKey("longer_{id}") int id, Instant at) {

	}

	@Table("LoginsByMonth")
	@RollingTable(period = TablePeriod.MONTHLY, property = "at", retention = "P90D")
	record MonthlyLogin(@PartitionKey String user, @RowKey int id, Instant at) {

	}

}
