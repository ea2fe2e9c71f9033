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

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.azuretables.client.LoopbackServer.Reply;
import io.azuretables.client.LoopbackServer.Request;
import io.azuretables.client.LoopbackServer.Way;
import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowWrite;
import io.azuretables.row.RowWrite.Delete;
import io.azuretables.row.RowWrite.Insert;
import io.azuretables.row.RowWrite.InsertOrMerge;
import io.azuretables.row.RowWrite.InsertOrReplace;
import io.azuretables.row.RowWrite.Merge;
import io.azuretables.row.RowWrite.Replace;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What a write reports when its request or its answer is lost, for every kind of write
 * and every way of losing it: the truth, or that it is unknown.
 */
@Tag("long")
class LostAnswerTests {

	private static final TableKey KEY = TableKey.of("p", "r");

	private static final TableKey OTHER = TableKey.of("p", "s");

	private final TinyTable table = new TinyTable();

	private final AtomicInteger faultsLeft = new AtomicInteger();

	private volatile Fault fault = Fault.REQUEST_LOST;

	private volatile boolean readsFail;

	private volatile @Nullable List<Request> late;

	private volatile @Nullable Reply refusal;

	private volatile boolean everApplied;

	private volatile Runnable meanwhile = () -> {
	};

	private final LoopbackServer server = new LoopbackServer(this::answer);

	private HttpTableGateway gateway = gateway(3, Duration.ofSeconds(10));

	private HttpTableGateway gateway(int attempts, Duration patience) {
		TableClientOptions options = TableClientOptions.of(this.server.connection());
		return HttpTableGateway.connect(options.withTimeouts(options.timeouts().withResponse(patience))
			.withRetry(options.retry().withAttempts(attempts).withBackoff(Duration.ofMillis(1), Duration.ofMillis(5))));
	}

	@AfterEach
	void close() {
		this.server.close();
	}

	private Reply answer(Request request) {
		if (request.isRead() && !this.readsFail) {
			return this.table.answer(request);
		}
		if (this.faultsLeft.getAndDecrement() <= 0) {
			return (this.refusal != null) ? this.refusal : this.table.answer(request);
		}
		if (this.late != null) {
			this.late.add(request);
			return Reply.noAnswer(Way.NEVER);
		}
		Reply reply = this.fault.answer(() -> apply(request));
		this.meanwhile.run();
		return reply;
	}

	private Reply apply(Request request) {
		Reply reply = this.table.answer(request);
		this.everApplied |= reply.status() < 300 && !reply.body().contains("odata.error");
		return reply;
	}

	private void inject(Fault newFault, int times) {
		this.fault = newFault;
		this.faultsLeft.set(times);
		if (newFault == Fault.DELAYED) {
			this.gateway = (times == 1) ? gateway(3, Duration.ofMillis(300)) : gateway(2, Duration.ofMillis(60));
		}
	}

	static Stream<Arguments> cells() {
		return Arrays.stream(Operation.values())
			.flatMap((operation) -> Arrays.stream(Fault.values()).map((fault) -> Arguments.of(operation, fault)));
	}

	@ParameterizedTest
	@MethodSource("cells")
	void succeedsAfterOneFault(Operation operation, Fault injected) {
		List<RowWrite> writes = operation.writes(prepare());
		inject(injected, 1);
		List<@Nullable String> etags = perform(writes);
		assertThat(isApplied(writes)).isTrue();
		assertThat(etags).isEqualTo(writes.stream().map((write) -> etag(write.key())).toList());
	}

	@ParameterizedTest
	@MethodSource("cells")
	void reportsTheTruthWhenEveryWriteFails(Operation operation, Fault injected) {
		List<RowWrite> writes = operation.writes(prepare());
		inject(injected, Integer.MAX_VALUE);
		checkTruth(writes);
	}

	@ParameterizedTest
	@MethodSource("cells")
	void reportsTheTruthWhenTheServiceIsGone(Operation operation, Fault injected) {
		List<RowWrite> writes = operation.writes(prepare());
		this.readsFail = true;
		inject(injected, Integer.MAX_VALUE);
		assertThatExceptionOfType(WriteOutcomeUnknownException.class).isThrownBy(() -> perform(writes))
			.satisfies((ex) -> assertThat(ex.keys()).isEqualTo(writes.stream().map(RowWrite::key).toList()));
	}

	@ParameterizedTest
	@MethodSource("cells")
	void reportsTheTruthWhenSomebodyElseWritesInBetween(Operation operation, Fault injected) {
		List<RowWrite> writes = operation.writes(prepare());
		this.meanwhile = () -> {
			this.table.answer(request("PUT", Map.of("B", 99)));
			this.meanwhile = () -> {
			};
		};
		inject(injected, 1);
		try {
			perform(writes);
			assertThat(writes).noneMatch(LostAnswerTests::isOfVersion);
			assertThat(isApplied(writes)).isTrue();
		}
		catch (WriteOutcomeUnknownException ex) {
			assertThat(this.table.row("p", "r")).containsEntry("B", 99);
		}
	}

	static Stream<Arguments> meddling() {
		return cells().flatMap((cell) -> Stream.of("PUT", "DELETE")
			.map((method) -> Arguments.of(cell.get()[0], cell.get()[1], method)));
	}

	@ParameterizedTest
	@MethodSource("meddling")
	void refusesNothingThatWasAppliedWhenSomebodyElseWritesAtEveryAttempt(Operation operation, Fault injected,
			String method) {
		List<RowWrite> writes = operation.writes(prepare());
		this.meanwhile = () -> this.table.answer(request(method, Map.of("B", 99)));
		inject(injected, Integer.MAX_VALUE);
		try {
			perform(writes);
			assertThat(this.everApplied || writes.get(0) instanceof Delete).isTrue();
		}
		catch (WriteOutcomeUnknownException ex) {
			assertThat(ex.keys()).isEqualTo(writes.stream().map(RowWrite::key).toList());
		}
		catch (DataAccessException ex) {
			assertThat(this.everApplied).isFalse();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "PUT", "DELETE" })
	void knowsByTheTokenOfAnotherRowThatATransactionWasApplied(String method) {
		this.meanwhile = () -> this.table.answer(request(method, Map.of("B", 99)));
		inject(Fault.UNAVAILABLE_AFTER, Integer.MAX_VALUE);
		assertThat(perform(List.of(new InsertOrReplace(row(KEY, 2)), new Insert(row(OTHER, 2).with("_w", "token")))))
			.containsExactly(null, etag(OTHER));
	}

	@Test
	void doesNotTakeAnEqualRowOfSomebodyElseForTheProofOfATransaction() {
		prepare();
		this.table.answer(new Request("PUT", "/account/Things(PartitionKey='p',RowKey='s')", Map.of(), "{\"A\":2}"));
		inject(Fault.REQUEST_LOST, 1);
		assertThatExceptionOfType(WriteOutcomeUnknownException.class)
			.isThrownBy(() -> perform(List.of(new InsertOrReplace(row(KEY, 2)), new Insert(row(OTHER, 2)))));
	}

	@Test
	void isNotMisledByOneInsertedRowThatSomebodyElseDeletes() {
		this.meanwhile = () -> this.table.answer(request("DELETE", Map.of()));
		inject(Fault.UNAVAILABLE_AFTER, Integer.MAX_VALUE);
		assertThatExceptionOfType(WriteOutcomeUnknownException.class)
			.isThrownBy(() -> perform(List.of(new Insert(row(KEY, 2)), new Insert(row(OTHER, 2)))));
		assertThat(isApplied(List.of(new Insert(row(OTHER, 2))))).isTrue();
	}

	@ParameterizedTest
	@EnumSource(names = { "INSERT_OR_REPLACE", "INSERT_OR_MERGE", "UPSERT_AND_MERGE" })
	void knowsByItsAgeThatAnUnconditionalRowWasNotWritten(Operation operation) {
		List<RowWrite> writes = operation.writes(prepare());
		this.table.age();
		inject(Fault.UNAVAILABLE_BEFORE, Integer.MAX_VALUE);
		assertThatExceptionOfType(TransientDataAccessResourceException.class).isThrownBy(() -> perform(writes));
		inject(Fault.REQUEST_LOST, Integer.MAX_VALUE);
		assertThatExceptionOfType(WriteOutcomeUnknownException.class).isThrownBy(() -> perform(writes));
	}

	private static boolean isOfVersion(RowWrite write) {
		return write.ifMatch() != null && !RowWrite.ANY.equals(write.ifMatch());
	}

	@ParameterizedTest
	@EnumSource
	void reportsADuplicateOfAnOldRow(Fault injected) {
		prepare();
		this.table.age();
		inject(injected, 1);
		assertThatExceptionOfType(DuplicateKeyException.class)
			.isThrownBy(() -> perform(List.of(new Insert(row(KEY, 2)))));
	}

	@Test
	void takesNoOldRowForItsOwnThoughItIsEqual() {
		prepare();
		this.table.age();
		inject(Fault.REQUEST_LOST, 1);
		assertThatExceptionOfType(DuplicateKeyException.class)
			.isThrownBy(() -> perform(List.of(new Insert(row(KEY, 1)))));
		inject(Fault.REQUEST_LOST, 1);
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> perform(List.of(new Replace(row(KEY, 1), "W/\"datetime'stale'\""))));
	}

	@ParameterizedTest
	@EnumSource
	void reportsAConflictWithAnOldRow(Fault injected) {
		prepare();
		this.table.age();
		inject(injected, 1);
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> perform(List.of(new Replace(row(KEY, 2), "W/\"datetime'stale'\""))));
	}

	@ParameterizedTest
	@EnumSource(names = { "INSERT", "REPLACE", "MERGE", "DELETE", "INSERTS", "REPLACE_AND_INSERT" })
	void isNotHarmedByARequestThatArrivesLate(Operation operation) {
		List<RowWrite> writes = operation.writes(prepare());
		List<Request> late = new CopyOnWriteArrayList<>();
		inject(Fault.DELAYED, 1);
		this.late = late;
		List<@Nullable String> etags = perform(writes);
		assertThat(late).hasSize(1);
		this.table.answer(late.get(0));
		assertThat(isApplied(writes)).isTrue();
		assertThat(etags).isEqualTo(writes.stream().map((write) -> etag(write.key())).toList());
	}

	@Test
	void isCertainOfWhatWasWrongInItself() {
		this.refusal = Reply.error(400, "InvalidInput");
		inject(Fault.REQUEST_LOST, 1);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> perform(List.of(new Insert(row(KEY, 2)))));
	}

	@Test
	void isNotCertainOfWhatIsNoLongerPermitted() {
		this.refusal = Reply.error(403, "AuthenticationFailed");
		inject(Fault.REQUEST_LOST, 1);
		assertThatExceptionOfType(WriteOutcomeUnknownException.class)
			.isThrownBy(() -> perform(List.of(new Insert(row(KEY, 2)))));
		inject(Fault.ANSWER_LOST, 1);
		assertThat(perform(List.of(new Insert(row(OTHER, 2))))).containsExactly(etag(OTHER));
	}

	@Test
	void knowsItsOwnTokenWhenOtherPropertiesDiffer() {
		TableRow row = row(KEY, 2).with("_w", "token");
		this.meanwhile = () -> this.table.answer(request("PATCH", Map.of("Later", 1)));
		inject(Fault.ANSWER_LOST, 1);
		assertThat(perform(List.of(new Insert(row)))).containsExactly(etag(KEY));
	}

	@Test
	void doesNotTakeAnotherTokenForItsOwn() {
		this.table.answer(request("PUT", Map.of("A", 2, "_w", "other")));
		inject(Fault.REQUEST_LOST, 1);
		assertThatExceptionOfType(WriteOutcomeUnknownException.class)
			.isThrownBy(() -> perform(List.of(new Insert(row(KEY, 2).with("_w", "token")))))
			.satisfies((ex) -> assertThat(ex.keys()).containsExactly(KEY))
			.satisfies((ex) -> assertThat(ex.table()).isEqualTo("Things"))
			.withMessageNotContaining("token");
	}

	@Test
	void comparesValuesAsTheServiceKeepsThem() {
		TableRow row = TableRow.of(KEY, Map.of("Time", java.time.Instant.parse("2014-08-22T00:00:00.123456789Z"),
				"Bytes", new byte[] { 1, 2 }, "Long", 5L, "Double", 2.0, "Id", java.util.UUID.randomUUID()));
		inject(Fault.ANSWER_LOST, 1);
		assertThat(perform(List.of(new Insert(row)))).containsExactly(etag(KEY));
	}

	static Stream<Arguments> foreignCells() {
		return Stream
			.of(Operation.INSERT, Operation.REPLACE, Operation.MERGE, Operation.INSERT_OR_REPLACE,
					Operation.INSERT_OR_MERGE, Operation.DELETE, Operation.INSERTS, Operation.REPLACE_AND_INSERT,
					Operation.DELETE_AND_INSERT)
			.flatMap((operation) -> foreign().flatMap((foreign) -> Stream.of(
					// What was applied before is done, whatever comes afterwards
					Arguments.of(operation, Fault.ANSWER_LOST, foreign, End.DONE),
					// A request that was lost may arrive yet
					Arguments.of(operation, Fault.REQUEST_LOST, foreign, End.UNKNOWN))));
	}

	static Stream<Reply> foreign() {
		Stream<Reply> statuses = IntStream
			.of(301, 302, 307, 308, 400, 401, 403, 404, 405, 407, 409, 410, 411, 412, 413, 414, 415, 421, 431, 451)
			.mapToObj((status) -> Reply.foreign(status, "<html><body>Gateway</body></html>"));
		Stream<Reply> bodies = Stream.of("", " ", "\uFEFF", "äöü", "{\"message\":\"No route\"}")
			.map((body) -> Reply.foreign(404, body));
		return Stream.concat(statuses, bodies);
	}

	@ParameterizedTest
	@MethodSource("foreignCells")
	void takesNoForeignAnswerOfTheSecondAttemptForTheServices(Operation operation, Fault first, Reply second, End end) {
		List<RowWrite> writes = operation.writes(prepare());
		this.refusal = second;
		inject(first, 1);
		if (end == End.DONE) {
			assertThat(perform(writes)).isEqualTo(writes.stream().map((write) -> etag(write.key())).toList());
			assertThat(isApplied(writes)).isTrue();
		}
		else {
			assertThatExceptionOfType(WriteOutcomeUnknownException.class).isThrownBy(() -> perform(writes))
				.satisfies((ex) -> assertThat(ex.keys()).isEqualTo(writes.stream().map(RowWrite::key).toList()));
		}
	}

	@ParameterizedTest
	@MethodSource("foreign")
	void doesNotKnowWhetherATableWasCreatedOrDeleted(Reply second) {
		for (Fault first : List.of(Fault.REQUEST_LOST, Fault.UNAVAILABLE_BEFORE)) {
			this.refusal = second;
			inject(first, 1);
			assertThatExceptionOfType(WriteOutcomeUnknownException.class)
				.isThrownBy(() -> this.gateway.createTable("Others"))
				.withMessage("It is unknown whether the creation of table 'Others' was applied");
			inject(first, 1);
			assertThatExceptionOfType(WriteOutcomeUnknownException.class)
				.isThrownBy(() -> this.gateway.deleteTable("Others"));
		}
	}

	@ParameterizedTest
	@MethodSource("foreign")
	void doesNotKnowHowAWriteEndedWhenReadingBackIsAnsweredBySomethingElseToo(Reply foreign) {
		this.readsFail = true;
		this.refusal = foreign;
		inject(Fault.ANSWER_LOST, 1);
		assertThatExceptionOfType(WriteOutcomeUnknownException.class)
			.isThrownBy(() -> perform(List.of(new Delete(KEY, prepare()))));
	}

	private void checkTruth(List<RowWrite> writes) {
		try {
			perform(writes);
			assertThat(isApplied(writes)).isTrue();
		}
		catch (WriteOutcomeUnknownException ex) {
			assertThat(ex.keys()).isEqualTo(writes.stream().map(RowWrite::key).toList());
			assertThat(this.fault.mayArriveLate() || isApplied(writes) || areUnconditional(writes)).isTrue();
		}
		catch (DataAccessException ex) {
			assertThat(isApplied(writes)).isFalse();
			assertThat(this.fault.mayArriveLate()).isFalse();
		}
	}

	private static boolean areUnconditional(List<RowWrite> writes) {
		return writes.stream().noneMatch((write) -> write instanceof Insert || isOfVersion(write));
	}

	/**
	 * Puts a row into the table.
	 * @return its ETag
	 */
	private String prepare() {
		this.table.answer(request("PUT", Map.of("A", 1, "PartitionKey", "p", "RowKey", "r")));
		return etag(KEY);
	}

	private static Request request(String method, Map<String, ?> row) {
		String target = "/account/Things(PartitionKey='p',RowKey='r')";
		return new Request(method, target, Map.of(),
				tools.jackson.databind.json.JsonMapper.shared().writeValueAsString(row));
	}

	private List<@Nullable String> perform(List<RowWrite> writes) {
		if (writes.size() > 1) {
			return this.gateway.submit(new AtomicBatch("Things", writes));
		}
		List<@Nullable String> etags = new ArrayList<>();
		etags.add(this.gateway.write("Things", writes.get(0)));
		return etags;
	}

	private boolean isApplied(List<RowWrite> writes) {
		return writes.stream().allMatch((write) -> {
			Map<String, Object> row = this.table.row(write.key().partitionKey(), write.key().rowKey());
			return (write.row() == null) ? row == null : row != null && Integer.valueOf(2).equals(row.get("A"));
		});
	}

	private @Nullable String etag(TableKey key) {
		Map<String, Object> row = this.table.row(key.partitionKey(), key.rowKey());
		return (row != null) ? (String) row.get("odata.etag") : null;
	}

	private static TableRow row(TableKey key, int value) {
		return TableRow.of(key, Map.of("A", value));
	}

	/**
	 * The kinds of writes; a row with {@code A = 1} lies under the key before.
	 */
	enum Operation {

		INSERT((etag) -> List.of(new Insert(row(OTHER, 2)))),

		REPLACE((etag) -> List.of(new Replace(row(KEY, 2), etag))),

		MERGE((etag) -> List.of(new Merge(row(KEY, 2), etag))),

		INSERT_OR_REPLACE((etag) -> List.of(new InsertOrReplace(row(KEY, 2)))),

		INSERT_OR_MERGE((etag) -> List.of(new InsertOrMerge(row(KEY, 2)))),

		DELETE((etag) -> List.of(new Delete(KEY, etag))),

		INSERTS((etag) -> List.of(new Insert(row(OTHER, 2)), new Insert(row(TableKey.of("p", "t"), 2)))),

		REPLACE_AND_INSERT((etag) -> List.of(new Replace(row(KEY, 2), etag), new Insert(row(OTHER, 2)))),

		DELETE_AND_INSERT((etag) -> List.of(new Delete(KEY, etag), new Insert(row(OTHER, 2)))),

		UPSERT_AND_INSERT((etag) -> List.of(new InsertOrReplace(row(KEY, 2)), new Insert(row(OTHER, 2)))),

		INSERT_AND_UPSERT((etag) -> List.of(new Insert(row(OTHER, 2)), new InsertOrMerge(row(KEY, 2)))),

		UPSERT_AND_MERGE((etag) -> List.of(new InsertOrReplace(row(OTHER, 2)), new Merge(row(KEY, 2), etag))),

		UPSERTS((etag) -> List.of(new InsertOrReplace(row(KEY, 2)), new InsertOrMerge(row(OTHER, 2)))),

		DELETE_ANY_AND_INSERT((etag) -> List.of(new Delete(KEY, RowWrite.ANY), new Insert(row(OTHER, 2))));

		private final Function<String, List<RowWrite>> writes;

		Operation(Function<String, List<RowWrite>> writes) {
			this.writes = writes;
		}

		List<RowWrite> writes(String etag) {
			return this.writes.apply(etag);
		}

	}

	/**
	 * The end of a write that got no answer of the service.
	 */
	enum End {

		DONE, UNKNOWN

	}

	/**
	 * The ways to lose a request or its answer.
	 */
	enum Fault {

		REQUEST_LOST, ANSWER_LOST, UNAVAILABLE_BEFORE, UNAVAILABLE_AFTER, THROTTLED_AFTER, BROKEN_AFTER, TRUNCATED,
		GARBAGE, DELAYED, LOGIN_PAGE, LOGIN_PAGE_AFTER, ACCEPTED_AFTER;

		Reply answer(java.util.function.Supplier<Reply> apply) {
			return switch (this) {
				case REQUEST_LOST -> Reply.noAnswer(Way.RESET);
				case UNAVAILABLE_BEFORE -> Reply.error(503, "ServerBusy");
				case LOGIN_PAGE -> Reply.foreign(200, "<html>Log in first</html>");
				default -> afterwards(apply.get());
			};
		}

		private Reply afterwards(Reply reply) {
			return switch (this) {
				case UNAVAILABLE_AFTER -> Reply.error(503, "ServerBusy");
				case THROTTLED_AFTER -> Reply.foreign(429, "");
				case BROKEN_AFTER -> Reply.foreign(500, "<html>");
				case TRUNCATED -> reply.by(Way.HALF);
				case GARBAGE -> Reply.foreign(502, "nonsense");
				case DELAYED -> Reply.noAnswer(Way.NEVER);
				case LOGIN_PAGE_AFTER -> Reply.foreign(200, "<html>Log in first</html>");
				case ACCEPTED_AFTER -> Reply.foreign(202, "");
				default -> Reply.noAnswer(Way.RESET);
			};
		}

		/**
		 * Whether the client cannot know that no attempt is still under way.
		 */
		boolean mayArriveLate() {
			return this != UNAVAILABLE_BEFORE;
		}

	}

}
