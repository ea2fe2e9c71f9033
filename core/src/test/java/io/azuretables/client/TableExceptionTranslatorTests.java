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
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.azuretables.client.LoopbackServer.Reply;
import io.azuretables.client.LoopbackServer.Way;
import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.RowWrite.Delete;
import io.azuretables.row.RowWrite.Insert;
import io.azuretables.row.RowWrite.InsertOrMerge;
import io.azuretables.row.RowWrite.InsertOrReplace;
import io.azuretables.row.RowWrite.Merge;
import io.azuretables.row.RowWrite.Replace;
import io.azuretables.row.TableRow;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Every row of the table of errors, as the service sends it.
 */
@Tag("long")
class TableExceptionTranslatorTests {

	private static final TableKey KEY = TableKey.of("secret-partition", "secret-row");

	private static final TableRow ROW = TableRow.of(KEY, Map.of("Name", "secret-value"));

	static Stream<Arguments> errors() {
		return Stream.of(arguments(409, "EntityAlreadyExists", DuplicateKeyException.class),
				arguments(409, "SomethingElse", DuplicateKeyException.class),
				arguments(412, "UpdateConditionNotSatisfied", OptimisticLockingFailureException.class),
				arguments(412, "ConditionNotMet", OptimisticLockingFailureException.class),
				arguments(412, "SomethingElse", OptimisticLockingFailureException.class),
				arguments(404, "TableNotFound", InvalidDataAccessResourceUsageException.class),
				arguments(409, "TableBeingDeleted", InvalidDataAccessResourceUsageException.class),
				arguments(400, "EntityTooLarge", DataIntegrityViolationException.class),
				arguments(400, "PropertyValueTooLarge", DataIntegrityViolationException.class),
				arguments(400, "TooManyProperties", DataIntegrityViolationException.class),
				arguments(400, "KeyValueTooLarge", DataIntegrityViolationException.class),
				arguments(400, "PropertyNameInvalid", DataIntegrityViolationException.class),
				arguments(400, "PropertyNameTooLong", DataIntegrityViolationException.class),
				arguments(413, "RequestBodyTooLarge", DataIntegrityViolationException.class),
				arguments(413, "SomethingElse", DataIntegrityViolationException.class),
				arguments(400, "InvalidInput", InvalidDataAccessApiUsageException.class),
				arguments(405, "SomethingElse", InvalidDataAccessApiUsageException.class),
				arguments(501, "NotImplemented", InvalidDataAccessApiUsageException.class),
				arguments(401, "InvalidAuthenticationInfo", PermissionDeniedDataAccessException.class),
				arguments(403, "AuthorizationPermissionMismatch", PermissionDeniedDataAccessException.class));
	}

	@ParameterizedTest
	@MethodSource("errors")
	void translatesErrorsInEveryForm(int status, String code, Class<? extends Exception> expected) {
		for (Reply reply : List.of(Reply.error(status, code),
				Reply.of(status,
						"<?xml version=\"1.0\"?><error xmlns=\"http://x/metadata\"><code>" + code
								+ "</code><message xml:lang=\"en-US\">Because.</message></error>"),
				Reply.of(status, "<Error><Code>" + code + "</Code><Message>Because.</Message></Error>"),
				Reply.of(status, "").with("x-ms-error-code", code))) {
			assertThatExceptionOfType(expected).isThrownBy(write(new Insert(ROW), reply))
				.isExactlyInstanceOf(expected)
				.withMessageContainingAll("insert into table 'Things'", String.valueOf(status), code)
				.withMessageNotContaining("secret")
				.havingCause()
				.isInstanceOfSatisfying(ServiceErrorException.class, (cause) -> {
					assertThat(cause.status()).isEqualTo(status);
					assertThat(cause.code()).isEqualTo(code);
					assertThat(cause.failedWrite()).isEqualTo(-1);
				});
		}
	}

	@Test
	void saysWhatToDoAboutAMissingTable() {
		assertThatThrownBy(write(new Insert(ROW), Reply.error(404, "TableNotFound")))
			.hasMessageEndingWith("; create it, or let the application create tables");
	}

	static Stream<Arguments> foreign() {
		return IntStream
			.of(301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 407, 409, 410, 411, 412, 413, 414, 415, 421, 431, 451,
					501)
			.boxed()
			.flatMap((status) -> Stream
				.of("", " ", "\uFEFF", "\uFEFF ", "äöü", "<html><body>No", "<html><code>ResourceNotFound</code></html>",
						"{\"", "nonsense", "{}", "<a/>", "[{\"code\":\"ResourceNotFound\"}]",
						"{\"errors\":{\"code\":\"ResourceNotFound\"}}", "{\"code\":404}", "{\"code\":\"NOT FOUND\"}",
						"{\"odata.error\":{\"code\":\"\"}}", "{\"odata.error\":{\"code\":\"ResourceNotFound\"")
				.map((body) -> arguments(status, body)));
	}

	@ParameterizedTest
	@MethodSource("foreign")
	void takesNoAnswerWithoutACodeForTheServices(int status, String body) {
		Reply reply = Reply.foreign(status, body).with("Location", "http://127.0.0.1:1/elsewhere");
		try (LoopbackServer server = LoopbackServer.replying(reply)) {
			HttpTableGateway gateway = gateway(server);
			for (ThrowingCallable request : List.<ThrowingCallable>of(() -> read(server),
					() -> gateway.read(RowRequest.of("Things", null), RowReader.rows()), gateway::tables)) {
				assertThatExceptionOfType(DataAccessResourceFailureException.class).isThrownBy(request)
					.withMessageContainingAll("got no answer of a table service: HTTP " + status,
							"of http://127.0.0.1:", "Check the endpoint")
					.withStackTraceContaining("UnreadableResponseException");
			}
			assertThat(server.requests()).hasSize(3);
			for (RowWrite write : List.of(new Insert(ROW), new Replace(ROW, "W/\"1\""), new Delete(KEY, "*"))) {
				assertThatExceptionOfType(WriteOutcomeUnknownException.class)
					.isThrownBy(() -> gateway.write("Things", write));
				assertThatExceptionOfType(WriteOutcomeUnknownException.class)
					.isThrownBy(() -> gateway.submit(new AtomicBatch("Things", List.of(write))));
			}
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "\r\nFake log line", "\u001B[31m", "\u0000", "\u202E", "\u2028" })
	void letsNothingOfAnAnswerIntoMessagesThatALogDoesNotTake(String text) {
		String json = JsonMapper.shared().writeValueAsString("No" + text + "x".repeat(5_000_000));
		Reply reply = Reply.of(400,
				"{\"odata.error\":{\"code\":\"InvalidInput\",\"message\":{\"value\":" + json + "}}}");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(write(new Insert(ROW), reply))
			.withMessageContaining("InvalidInput (No")
			.satisfies((ex) -> assertThat(ex.getMessage()).hasSizeLessThan(700)
				.matches((message) -> message.chars().noneMatch((c) -> c < ' ' || c > '~')));
		String code = JsonMapper.shared().writeValueAsString("Invalid" + text);
		Reply unnamed = Reply.of(400, "{\"odata.error\":{\"code\":" + code + ",\"message\":{\"value\":\"No\"}}}");
		assertThatExceptionOfType(WriteOutcomeUnknownException.class).isThrownBy(write(new Insert(ROW), unnamed))
			.withStackTraceContaining("HTTP 400 without x-ms-error-code");
	}

	@ParameterizedTest
	@CsvSource({ "503, ServerBusy", "429, ''", "500, InternalError", "502, ''", "503, ''" })
	void translatesWhatPassesAfterRetries(int status, String code) {
		try (LoopbackServer server = LoopbackServer.replying(Reply.error(status, code))) {
			assertThatExceptionOfType(TransientDataAccessResourceException.class).isThrownBy(() -> read(server));
			assertThat(server.requests()).hasSize(2);
		}
	}

	@ParameterizedTest
	@CsvSource({ "503, OperationTimedOut", "500, OperationTimedOut", "408, ''", "504, ''" })
	void translatesTimeoutsOfTheService(int status, String code) {
		try (LoopbackServer server = LoopbackServer.replying(Reply.error(status, code))) {
			assertThatExceptionOfType(QueryTimeoutException.class).isThrownBy(() -> read(server));
		}
	}

	@Test
	void translatesTimeoutsOfTheClient() {
		try (LoopbackServer server = LoopbackServer.replying(Reply.noAnswer(Way.NEVER))) {
			assertThatExceptionOfType(QueryTimeoutException.class)
				.isThrownBy(() -> read(gateway(server, Duration.ofMillis(100))));
		}
	}

	@Test
	void translatesConnectionsThatBreak() {
		try (LoopbackServer server = LoopbackServer.replying(Reply.noAnswer(Way.RESET))) {
			assertThatExceptionOfType(TransientDataAccessResourceException.class).isThrownBy(() -> read(server));
		}
	}

	@Test
	void translatesConnectionsThatAreRefused() {
		LoopbackServer server = LoopbackServer.replying(Reply.of(204, ""));
		server.close();
		assertThatExceptionOfType(DataAccessResourceFailureException.class).isThrownBy(() -> read(server))
			.withMessageContaining("was not sent")
			.withMessageContaining("Connection refused");
		assertThatExceptionOfType(DataAccessResourceFailureException.class)
			.isThrownBy(() -> gateway(server).write("Things", new Insert(ROW)));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "nonsense", "<html/>", "[]", "{\"value\":", "{\"value\":[{\"RowKey\":\"secret\",",
			"{\"value\":[1]}", "{\"value\":1}", "{}" })
	void translatesAnswersThatCannotBeRead(String body) {
		try (LoopbackServer server = LoopbackServer.replying(Reply.of(200, body))) {
			assertThatExceptionOfType(DataAccessResourceFailureException.class)
				.isThrownBy(() -> gateway(server).read(RowRequest.of("Things", null), RowReader.rows()))
				.withStackTraceContaining("UnreadableResponseException")
				.satisfies((ex) -> assertThat(ex).rootCause().message().doesNotContain("secret"));
			assertThat(server.requests()).hasSize(2);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "<html>Log in</html>", "[]", "{}", "{\"A\":1}", "{\"PartitionKey\":\"p\"}",
			"{\"RowKey\":\"r\"}", "{\"PartitionKey\":1,\"RowKey\":2}" })
	void translatesAnAnswerThatIsNoRow(String body) {
		for (Reply reply : List.of(Reply.of(200, body), Reply.of(200, "{\"value\":[" + body + "]}"))) {
			try (LoopbackServer server = LoopbackServer.replying(reply)) {
				assertThatExceptionOfType(DataAccessResourceFailureException.class).isThrownBy(() -> read(server))
					.withMessageStartingWith("The answer to the read from table 'Things' cannot be read. The answer");
			}
		}
		if (!body.isEmpty()) {
			try (LoopbackServer server = LoopbackServer.replying(Reply.of(200, "{\"value\":[" + body + "]}"))) {
				assertThatExceptionOfType(DataAccessResourceFailureException.class)
					.isThrownBy(() -> gateway(server).read(RowRequest.of("Things", null), RowReader.rows()));
				assertThatExceptionOfType(DataAccessResourceFailureException.class)
					.isThrownBy(() -> gateway(server).tables());
			}
		}
	}

	@ParameterizedTest
	@CsvSource({ "200, ''", "200, <html>Log in</html>", "200, {}", "202, ''", "203, ''", "206, {}" })
	void takesNoOtherSuccessForTheServices(int status, String body) {
		try (LoopbackServer server = LoopbackServer.replying(Reply.of(status, body).with("ETag", "W/\"1\""))) {
			HttpTableGateway gateway = gateway(server);
			for (ThrowingCallable read : List.<ThrowingCallable>of(() -> gateway.tables(), () -> read(server))) {
				assertThatExceptionOfType(DataAccessResourceFailureException.class).isThrownBy(read)
					.withMessageContaining("cannot be read");
			}
			for (ThrowingCallable change : List.<ThrowingCallable>of(() -> gateway.createTable("Things"),
					() -> gateway.deleteTable("Things"))) {
				assertThatExceptionOfType(WriteOutcomeUnknownException.class).isThrownBy(change)
					.withMessageEndingWith("of table 'Things' was applied")
					.withCauseInstanceOf(DataAccessResourceFailureException.class)
					.satisfies((ex) -> assertThat(ex.keys()).isEmpty());
			}
			for (RowWrite write : List.of(new Insert(ROW), new Replace(ROW, "W/\"1\""), new Merge(ROW, "*"),
					new InsertOrReplace(ROW), new InsertOrMerge(ROW), new Delete(KEY, "*"))) {
				assertThatExceptionOfType(WriteOutcomeUnknownException.class)
					.isThrownBy(() -> gateway.write("Things", write));
				assertThatExceptionOfType(WriteOutcomeUnknownException.class)
					.isThrownBy(() -> gateway.submit(new AtomicBatch("Things", List.of(write))));
			}
		}
	}

	@ParameterizedTest
	@CsvSource({ "Insert, 204, ''", "Insert, 201, ''", "Replace, 204, ''", "Merge, 204, ''", "Replace, 201, W/1",
			"Merge, 201, W/1", "Delete, 201, W/1", "Insert, 200, W/1", "Delete, 202, ''" })
	void takesNoWriteForDoneWithoutItsStatusAndItsEtag(String kind, int status, String etag) {
		RowWrite write = Map
			.of("Insert", new Insert(ROW), "Replace", new InsertOrReplace(ROW), "Merge", new InsertOrMerge(ROW),
					"Delete", new Delete(KEY, "*"))
			.get(kind);
		Reply reply = etag.isEmpty() ? Reply.of(status, "") : Reply.of(status, "").with("ETag", etag);
		Reply batch = Reply.of(202, "--c\r\n\r\nHTTP/1.1 " + status + " Words\r\n"
				+ (etag.isEmpty() ? "" : "ETag: " + etag + "\r\n") + "\r\n\r\n--c--\r\n");
		AtomicBatch writes = new AtomicBatch("Things", List.of(write));
		try (LoopbackServer server = new LoopbackServer((request) -> request.isRead() ? Reply.error(503, "ServerBusy")
				: request.target().endsWith("$batch") ? batch : reply)) {
			assertThatExceptionOfType(WriteOutcomeUnknownException.class)
				.isThrownBy(() -> gateway(server).write("Things", write))
				.withStackTraceContaining("UnreadableResponseException");
			assertThatExceptionOfType(WriteOutcomeUnknownException.class)
				.isThrownBy(() -> gateway(server).submit(writes))
				.withStackTraceContaining("UnreadableResponseException");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "ResourceNotFound", "EntityNotFound" })
	void readsAMissingRowAsNothingAndLogsNothing(String code) {
		ListAppender<ILoggingEvent> log = new ListAppender<>();
		Logger root = (Logger) LoggerFactory.getLogger("ROOT");
		log.start();
		root.addAppender(log);
		try (LoopbackServer server = LoopbackServer.replying(Reply.error(404, code), Reply.error(409, "x"),
				Reply.error(412, "x"), Reply.of(404, "").with("x-ms-error-code", code))) {
			assertThat(read(server)).isNull();
			assertThatThrownBy(() -> gateway(server).write("Things", new Insert(ROW)));
			assertThatThrownBy(() -> gateway(server).write("Things", new Replace(ROW, "x")));
			assertThat(read(server)).isNull();
			assertThat(log.list).noneMatch((event) -> event.getLevel().isGreaterOrEqual(Level.WARN));
		}
		finally {
			root.detachAppender(log);
		}
	}

	@Test
	void takesNoOtherRowForTheOneThatItAskedFor() {
		for (String keys : List.of("\"PartitionKey\":\"secret-partition\",\"RowKey\":\"other\"",
				"\"PartitionKey\":\"other\",\"RowKey\":\"secret-row\"",
				"\"PartitionKey\":\"secret-row\",\"RowKey\":\"secret-partition\"",
				"\"PartitionKey\":\"secret-partition\",\"RowKey\":\"\"")) {
			try (LoopbackServer server = LoopbackServer.replying(Reply.of(200, "{" + keys + ",\"A\":1}"))) {
				assertThatExceptionOfType(DataAccessResourceFailureException.class).isThrownBy(() -> read(server))
					.withMessageContaining("The answer is a row with another key than the one that was asked for")
					.withMessageNotContaining("secret");
			}
		}
	}

	@Test
	void takesNoSuccessWithoutTheNumberOfTheServiceForTheServices() {
		try (LoopbackServer server = new LoopbackServer((request) -> request.isRead()
				? Reply.foreign(200, "{\"value\":[]}") : Reply.foreign(204, "").with("ETag", "W/\"1\""))) {
			HttpTableGateway gateway = gateway(server);
			for (ThrowingCallable request : List.<ThrowingCallable>of(gateway::tables,
					() -> gateway.read(RowRequest.of("Things", null), RowReader.rows()))) {
				assertThatExceptionOfType(DataAccessResourceFailureException.class).isThrownBy(request)
					.withMessageContaining("The answer has no x-ms-request-id");
			}
			for (RowWrite write : List.of(new Insert(ROW), new Delete(KEY, "*"))) {
				assertThatExceptionOfType(WriteOutcomeUnknownException.class)
					.isThrownBy(() -> gateway.write("Things", write));
			}
		}
	}

	@Test
	void translatesAMissingRowOfAConditionalWrite() {
		for (RowWrite write : List.of(new Replace(ROW, "W/\"1\""), new Delete(KEY, RowWrite.ANY))) {
			assertThatExceptionOfType(OptimisticLockingFailureException.class)
				.isThrownBy(write(write, Reply.error(404, "ResourceNotFound")));
		}
	}

	@Test
	void namesTheRoleThatIsMissing() {
		Reply denied = Reply.error(403, "AuthorizationPermissionMismatch");
		assertThatThrownBy(write(new Insert(ROW), denied)).hasMessageContaining("'Storage Table Data Contributor'")
			.hasMessageNotContaining("Because");
		try (LoopbackServer server = LoopbackServer.replying(denied)) {
			assertThatThrownBy(() -> read(server)).hasMessageContaining("'Storage Table Data Reader'");
		}
	}

	@ParameterizedTest
	@CsvSource({ "409, EntityAlreadyExists, DuplicateKeyException",
			"412, UpdateConditionNotSatisfied, OptimisticLockingFailureException",
			"404, ResourceNotFound, OptimisticLockingFailureException",
			"400, PropertyValueTooLarge, DataIntegrityViolationException",
			"400, InvalidInput, InvalidDataAccessApiUsageException" })
	void namesTheWriteThatFailedATransaction(int status, String code, String expected) {
		String error = "{\"odata.error\":{\"code\":\"" + code + "\",\"message\":{\"value\":\"1:Because.\\nTime:1\"}}}";
		Reply reply = Reply.of(202,
				"--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n"
						+ "Content-Type: application/http\r\n\r\nHTTP/1.1 " + status
						+ " Words\r\nContent-Type: application/json\r\n\r\n" + error + "\r\n--c--\r\n--b--\r\n");
		try (LoopbackServer server = LoopbackServer.replying(reply)) {
			AtomicBatch batch = new AtomicBatch("Things",
					List.of(new Insert(TableRow.of(TableKey.of("secret-partition", "other"), Map.of())),
							new Replace(ROW, "W/\"1\"")));
			assertThatThrownBy(() -> gateway(server).submit(batch))
				.satisfies((ex) -> assertThat(ex.getClass().getSimpleName()).isEqualTo(expected))
				.hasMessageContainingAll("transaction on table 'Things'", "index 1: the Replace, write 2 of 2",
						"(Because.)")
				.hasMessageNotContaining("secret");
		}
	}

	private static ThrowingCallable write(RowWrite write, Reply reply) {
		return () -> {
			try (LoopbackServer server = LoopbackServer.replying(reply)) {
				gateway(server).write("Things", write);
			}
		};
	}

	private static TableRow read(LoopbackServer server) {
		return read(gateway(server));
	}

	private static TableRow read(HttpTableGateway gateway) {
		return gateway.read("Things", KEY, null, RowReader.rows());
	}

	/**
	 * Waits as long as a busy machine may need.
	 */
	private static HttpTableGateway gateway(LoopbackServer server) {
		return gateway(server, Duration.ofSeconds(30));
	}

	private static HttpTableGateway gateway(LoopbackServer server, Duration patience) {
		TableClientOptions options = TableClientOptions.of(server.connection());
		return HttpTableGateway.connect(options.withTimeouts(options.timeouts().withResponse(patience))
			.withRetry(options.retry().withAttempts(2).withBackoff(Duration.ofMillis(1), Duration.ofMillis(1))));
	}

}
