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

package io.azuretables.client;

import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import io.azuretables.client.WriteVerdict.Refusal;
import io.azuretables.client.internal.protocol.AttemptOutcome.Ambiguity;
import io.azuretables.client.internal.protocol.RequestKind;
import io.azuretables.client.internal.protocol.ServiceError;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The decision table of writes that were not answered with success, cell by cell.
 */
class WriteVerdictTests {

	private static final String TABLE = """
			trace       | ambiguity | NONE        STATE       NOTHING_TO_DELETE REQUEST
			UNREAD      | NONE      | REFUTED     REFUTED     REFUTED           REFUTED
			UNREAD      | ANSWERED  | OPEN        OPEN        APPLIED           REFUTED
			UNREAD      | LOST      | OPEN        OPEN        APPLIED           REFUTED
			OWN         | NONE      | REFUTED     REFUTED     REFUTED           REFUTED
			OWN         | ANSWERED  | PROVED      PROVED      APPLIED           REFUTED
			OWN         | LOST      | PROVED      PROVED      APPLIED           REFUTED
			APPLIED     | NONE      | REFUTED     REFUTED     REFUTED           REFUTED
			APPLIED     | ANSWERED  | APPLIED     APPLIED     APPLIED           REFUTED
			APPLIED     | LOST      | APPLIED     APPLIED     APPLIED           REFUTED
			UNTOUCHED   | NONE      | REFUTED     REFUTED     REFUTED           REFUTED
			UNTOUCHED   | ANSWERED  | REFUTED     REFUTED     APPLIED           REFUTED
			UNTOUCHED   | LOST      | UNKNOWN     UNKNOWN     APPLIED           REFUTED
			OLDER       | NONE      | REFUTED     REFUTED     REFUTED           REFUTED
			OLDER       | ANSWERED  | REFUTED     REFUTED     APPLIED           REFUTED
			OLDER       | LOST      | UNKNOWN     REFUTED     APPLIED           REFUTED
			ABSENT      | NONE      | REFUTED     REFUTED     REFUTED           REFUTED
			ABSENT      | ANSWERED  | MISSING     UNKNOWN     APPLIED           REFUTED
			ABSENT      | LOST      | UNKNOWN     UNKNOWN     APPLIED           REFUTED
			OVERWRITTEN | NONE      | REFUTED     REFUTED     REFUTED           REFUTED
			OVERWRITTEN | ANSWERED  | OVERWRITTEN OVERWRITTEN APPLIED           REFUTED
			OVERWRITTEN | LOST      | OVERWRITTEN OVERWRITTEN APPLIED           REFUTED
			UNCLEAR     | NONE      | REFUTED     REFUTED     REFUTED           REFUTED
			UNCLEAR     | ANSWERED  | UNKNOWN     UNKNOWN     APPLIED           REFUTED
			UNCLEAR     | LOST      | UNKNOWN     UNKNOWN     APPLIED           REFUTED
			""";

	static Stream<Arguments> cells() {
		List<String[]> lines = TABLE.lines().map((line) -> line.split("[ |]+")).toList();
		return lines.stream()
			.skip(1)
			.flatMap((line) -> Arrays.stream(Refusal.values())
				.map((refusal) -> Arguments.of(RowTrace.valueOf(line[0]), Ambiguity.valueOf(line[1]), refusal,
						WriteVerdict.valueOf(line[Arrays.asList(lines.get(0)).indexOf(refusal.name())]))));
	}

	@ParameterizedTest
	@MethodSource("cells")
	void decides(RowTrace trace, Ambiguity ambiguity, Refusal refusal, WriteVerdict verdict) {
		assertThat(WriteVerdict.of(trace, ambiguity, refusal)).isEqualTo(verdict);
	}

	@Test
	void decidesEveryCell() {
		assertThat(cells().map((cell) -> Arrays.asList(cell.get()).subList(0, 3)).distinct())
			.hasSize(RowTrace.values().length * Ambiguity.values().length * Refusal.values().length);
	}

	@ParameterizedTest
	@CsvSource({ "PROVED, APPLIED", "APPLIED, APPLIED", "PROVED APPLIED, APPLIED", "PROVED OVERWRITTEN, APPLIED",
			"PROVED APPLIED OVERWRITTEN, APPLIED", "OVERWRITTEN, UNKNOWN", "APPLIED OVERWRITTEN, UNKNOWN",
			"MISSING, REFUTED", "MISSING OVERWRITTEN, REFUTED", "MISSING UNKNOWN, REFUTED", "MISSING APPLIED, UNKNOWN",
			"MISSING PROVED, UNKNOWN", "MISSING PROVED OVERWRITTEN, UNKNOWN", "UNKNOWN, UNKNOWN",
			"UNKNOWN PROVED, UNKNOWN", "UNKNOWN OVERWRITTEN PROVED, UNKNOWN" })
	void decidesTransactionsByAllRows(String rows, WriteVerdict verdict) {
		Set<WriteVerdict> verdicts = EnumSet.noneOf(WriteVerdict.class);
		Stream.of(rows.split(" ")).map(WriteVerdict::valueOf).forEach(verdicts::add);
		assertThat(WriteVerdict.ofAll(verdicts)).isEqualTo(verdict);
	}

	@ParameterizedTest
	@EnumSource
	void refutesTransactionsByOneRow(WriteVerdict other) {
		assertThat(WriteVerdict.ofAll(EnumSet.of(WriteVerdict.REFUTED, other))).isEqualTo(WriteVerdict.REFUTED);
	}

	@ParameterizedTest
	@CsvSource({ "INSERT, 409, EntityAlreadyExists, STATE", "REPLACE, 412, UpdateConditionNotSatisfied, STATE",
			"MERGE, 404, ResourceNotFound, STATE", "DELETE, 404, ResourceNotFound, NOTHING_TO_DELETE",
			"DELETE, 404, EntityNotFound, NOTHING_TO_DELETE", "DELETE, 412, UpdateConditionNotSatisfied, STATE",
			"DELETE, 404, TableNotFound, REQUEST", "INSERT, 404, TableNotFound, REQUEST",
			"BATCH, 404, ResourceNotFound, STATE", "INSERT, 400, InvalidInput, REQUEST",
			"INSERT, 413, RequestBodyTooLarge, REQUEST", "INSERT, 401, AuthenticationFailed, NONE",
			"INSERT, 403, AuthorizationFailure, NONE", "INSERT, 408, OperationTimedOut, NONE",
			"INSERT, 429, TooManyRequests, NONE", "INSERT, 501, NotImplemented, NONE",
			"INSERT, 503, ServerBusy, NONE" })
	void readsRefusals(RequestKind kind, int status, String code, Refusal refusal) {
		assertThat(Refusal.of(kind, new ServiceError(status, code, "", null))).isEqualTo(refusal);
	}

	@ParameterizedTest
	@CsvSource({ "5, APPLIED", "5.0, APPLIED", "5.7, UNCLEAR", "6, UNCLEAR" })
	void takesNumbersOfOtherTypesForTheSameIfTheyAreEqual(double stored, RowTrace trace) {
		TableKey key = TableKey.of("p", "r");
		Instant now = Instant.now();
		RowWrite insert = new RowWrite.Insert(TableRow.of(key, Map.of("Number", 5L)));
		assertThat(RowTrace.of(insert, TableRow.of(key, Map.of("Number", stored), "W/\"1\"", now), now))
			.isEqualTo(trace);
	}

}
