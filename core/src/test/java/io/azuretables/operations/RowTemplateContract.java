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

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.operations.Staff.Details;
import io.azuretables.operations.Staff.Guest;
import io.azuretables.operations.Staff.Visitor;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What a {@link RowTemplate} does, on any store: rows without a common type.
 */
interface RowTemplateContract {

	TableConverter CONVERTER = new TableConverter(new TableMappingContext(new TableCustomConversions()));

	TableGateway gateway();

	String table();

	private RowTemplate template() {
		return new RowTemplate(gateway(), CONVERTER);
	}

	@Test
	default void writesAndReadsRowsAsTheyAre() {
		TableKey key = TableKey.of("p", "r");
		Map<String, Object> properties = Map.of("Text", "it's", "Number", 7, "Large", 7_000_000_000L, "Real", 0.5,
				"Flag", true, "Id", UUID.randomUUID(), "At", Instant.parse("2014-08-22T18:00:00.1234567Z"));
		assertThat(template().read(table(), key)).isEmpty();
		String etag = template().write(table(), new RowWrite.Insert(TableRow.of(key, properties)));
		TableRow read = template().read(table(), key).orElseThrow();
		assertThat(read.properties()).isEqualTo(properties);
		assertThat(read.etag()).isEqualTo(etag);
		assertThat(read.timestamp()).isNotNull();
		assertThatExceptionOfType(DuplicateKeyException.class)
			.isThrownBy(() -> template().write(table(), new RowWrite.Insert(read)));
		template().write(table(), new RowWrite.Replace(read.with("Text", null), String.valueOf(etag)));
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> template().write(table(), new RowWrite.Delete(key, String.valueOf(etag))));
	}

	@Test
	default void writesRowsTogetherOrNotAtAll() {
		List<RowWrite> writes = List.of(new RowWrite.Insert(row(1)), new RowWrite.Insert(row(2)));
		assertThat(template().submit(new AtomicBatch(table(), writes))).hasSize(2).doesNotContainNull();
		List<RowWrite> again = List.of(new RowWrite.Insert(row(3)), new RowWrite.Insert(row(2)));
		assertThatExceptionOfType(DuplicateKeyException.class)
			.isThrownBy(() -> template().submit(new AtomicBatch(table(), again)));
		assertThat(template().stream(table(), Criteria.ALL)).extracting((row) -> row.key().rowKey())
			.containsExactly("r0001", "r0002");
	}

	@Test
	default void findsByConditionsOnColumns() {
		for (int start = 0; start < 1_200; start += 100) {
			template().submit(new AtomicBatch(table(),
					IntStream.range(start, start + 100)
						.<RowWrite>mapToObj((i) -> new RowWrite.Insert(row(i)))
						.toList()));
		}
		assertThat(template().stream(table(), Criteria.where("Odd").is(true))).hasSize(600);
		assertThat(template().find(table(), Criteria.where("RowKey").startingWith("r00"), 1_000)).hasSize(100);
		Criteria late = Criteria.where("PartitionKey")
			.is("p")
			.and(Criteria.where("RowKey").greaterThanOrEqual("r0500"));
		assertThat(template().find(table(), late, 3)).extracting((row) -> row.get("Number"))
			.containsExactly(500, 501, 502);
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> template().find(table(), Criteria.where("Text").containing("x"), 3));
		assertThat(template().find(table(), Criteria.where("Text").is("' or PartitionKey ne '"), 3)).isEmpty();
	}

	@Test
	default void letsNoNameOfColumnBecomePartOfFilter() {
		for (String name : List.of("Number eq 1 or Number", "", "a-b", "1a", "eq", "x".repeat(256))) {
			assertThatExceptionOfType(UnsupportedQueryException.class)
				.isThrownBy(() -> template().find(table(), Criteria.where(name).is(1), 3))
				.withMessageContaining("names '" + name + "'");
		}
	}

	@Test
	default void readsRowsAsEntitiesOfTheirClasses() {
		Staff guest = Staff.of(Guest.class, "p", 1, new Details("mail", null, 1), null);
		Staff visitor = Staff.of(Visitor.class, "p", 2, new Details("mail", null, 2), null);
		template().write(table(), new RowWrite.Insert(CONVERTER.write(guest)));
		String etag = template().write(table(), new RowWrite.Insert(CONVERTER.write(visitor)));
		template().write(table(), new RowWrite.Insert(row(3)));
		List<Object> entities = template().stream(table(), Criteria.ALL, RowTemplateContract::type).toList();
		assertThat(entities).hasSize(2).first().isEqualTo(guest);
		assertThat(entities.get(1)).isInstanceOfSatisfying(Visitor.class, (read) -> {
			assertThat(read.details()).isEqualTo(visitor.details());
			assertThat(read.etag()).isEqualTo(etag);
		});
		TableRow row = template().read(table(), TableKey.of("p", "guest_0000000001")).orElseThrow();
		assertThat(template().convert(row, RowTemplateContract::type)).isEqualTo(guest);
	}

	private static Class<?> type(TableRow row) {
		String key = row.key().rowKey();
		return key.startsWith("guest_") ? Guest.class : key.startsWith("visitor_") ? Visitor.class : null;
	}

	private static TableRow row(int number) {
		return TableRow.of(TableKey.of("p", String.format("r%04d", number)),
				Map.of("Number", number, "Odd", number % 2 == 1, "Text", "text"));
	}

}
