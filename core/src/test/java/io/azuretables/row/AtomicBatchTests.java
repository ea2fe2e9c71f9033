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

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.azuretables.key.TableKey;
import io.azuretables.row.RowWrite.Delete;
import io.azuretables.row.RowWrite.Insert;
import io.azuretables.row.RowWrite.InsertOrMerge;
import io.azuretables.row.RowWrite.InsertOrReplace;
import io.azuretables.row.RowWrite.Merge;
import io.azuretables.row.RowWrite.Replace;
import org.junit.jupiter.api.Test;

import org.springframework.dao.InvalidDataAccessApiUsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class AtomicBatchTests {

	private static TableRow row(int number, Map<String, ?> properties) {
		return TableRow.of(TableKey.of("Sales", "%06d".formatted(number)), properties);
	}

	private static List<RowWrite> inserts(int count, Map<String, ?> properties) {
		return IntStream.range(0, count).<RowWrite>mapToObj((i) -> new Insert(row(i, properties))).toList();
	}

	@Test
	void takesBetween1And100Writes() {
		assertThat(new AtomicBatch("Employees", inserts(1, Map.of())).partitionKey()).isEqualTo("Sales");
		assertThat(new AtomicBatch("Employees", inserts(100, Map.of())).writes()).hasSize(100);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> new AtomicBatch("Employees", inserts(101, Map.of())))
			.withMessage(
					"A transaction on table 'Employees' has between 1 and 100 writes, those of index rows included, not 101");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> new AtomicBatch("Employees", List.of()))
			.withMessage(
					"A transaction on table 'Employees' has between 1 and 100 writes, those of index rows included, not 0");
	}

	@Test
	void takesARowOnce() {
		List<RowWrite> writes = List.of(new Insert(row(1, Map.of())), new Delete(row(1, Map.of()).key(), RowWrite.ANY));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> new AtomicBatch("Employees", writes))
			.withMessage("A row stands in a transaction on table 'Employees' once, that of an index, too; write each "
					+ "entity once");
	}

	@Test
	void liesInOnePartition() {
		List<RowWrite> writes = List.of(new Insert(row(1, Map.of())),
				new Insert(row(2, Map.of()).withKey(TableKey.of("sales", "2"))));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> new AtomicBatch("Employees", writes))
			.withMessage("All writes of a transaction lie in one partition");
	}

	@Test
	void hasAtMostFourMebibytes() {
		Map<String, Object> large = Map.of("a", "x".repeat(30_000), "b", "日".repeat(10_000));
		long each = AtomicBatch.bytesOf(new Insert(row(1, large)));
		int most = (int) (ServiceLimits.BATCH_BYTES / each);
		assertThat(each).isGreaterThan(60_000);
		assertThat(most).isLessThan(100);
		assertThat(new AtomicBatch("Employees", inserts(most, large)).writes()).hasSize(most);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> new AtomicBatch("Employees", inserts(most + 1, large)))
			.withMessage("A transaction has at most 4194304 bytes, not " + (most + 1) * each);
	}

	@Test
	void copiesItsWrites() {
		List<RowWrite> writes = new ArrayList<>(inserts(2, Map.of()));
		AtomicBatch batch = new AtomicBatch("Employees", writes);
		writes.clear();
		assertThat(batch.writes()).hasSize(2);
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> batch.writes().clear());
	}

	@Test
	void knowsKeyRowAndConditionOfEveryKindOfWrite() {
		TableRow row = row(1, Map.of("a", 1));
		for (RowWrite write : List.of(new Insert(row), new InsertOrReplace(row), new InsertOrMerge(row))) {
			assertThat(write.key()).isEqualTo(row.key());
			assertThat(write.row()).isSameAs(row);
			assertThat(write.ifMatch()).isNull();
		}
		for (RowWrite write : List.of(new Replace(row, "etag"), new Merge(row, "etag"),
				new Delete(row.key(), "etag"))) {
			assertThat(write.key()).isEqualTo(row.key());
			assertThat(write.row()).isSameAs((write instanceof Delete) ? null : row);
			assertThat(write.ifMatch()).isEqualTo("etag");
		}
		assertThat(AtomicBatch.bytesOf(new Delete(row.key(), RowWrite.ANY)))
			.isLessThan(AtomicBatch.bytesOf(new Insert(row)));
	}

}
