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

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpRequest;
import io.azuretables.client.TableCredential.SharedKey;
import io.azuretables.client.internal.protocol.TableResponse;
import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowPage.Continuation;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.TransientDataAccessResourceException;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The gateway reads answers of Cosmos DB for Table, in the form that it gives them.
 */
class CosmosAnswersTests {

	private static final String ETAG = "W/\"datetime'2021-08-02T18%3A01%3A38.9887496Z'\"";

	private static final TableKey KEY = TableKey.of("p", "r");

	private static final TableRow ROW = TableRow.of(KEY, Map.of("A", 1));

	private static final String NOT_FOUND = error("ResourceNotFound",
			"The specified resource does not exist.\\nRequestID:44e365dd\\n");

	private RecordedHttpClient http = RecordedHttpClient.answering(204, "");

	private HttpTableGateway answering(Function<HttpRequest, TableResponse> script) {
		this.http = new RecordedHttpClient(script);
		TableClientOptions options = TableClientOptions
			.of(TableConnection.parse("DefaultEndpointsProtocol=https;AccountName=acc;AccountKey=c2VjcmV0;"
					+ "TableEndpoint=https://acc.table.cosmos.azure.com:443/;"))
			.withHttpClient(this.http);
		return HttpTableGateway.connect(options
			.withRetry(options.retry().withAttempts(3).withBackoff(Duration.ofMillis(1), Duration.ofMillis(2))));
	}

	private HttpTableGateway answering(int status, String body) {
		return answering((request) -> answer(status, body));
	}

	private static TableResponse answer(int status, String body) {
		HttpHeaders headers = new HttpHeaders().set(HttpHeaderName.fromString("x-ms-request-id"),
				"cf5a06c1-862a-4bca-a63f-d11a07ed5ca9");
		if (status == 204) {
			headers.set(HttpHeaderName.ETAG, ETAG);
		}
		return new TableResponse(status, headers, body.getBytes(UTF_8));
	}

	private static String error(String code, String message) {
		return "{\"odata.error\":{\"code\":\"" + code + "\",\"message\":{\"lang\":\"en-us\",\"value\":\"" + message
				+ "\"}}}\r\n";
	}

	/**
	 * A part of a transaction; lines end in two ways.
	 */
	private static String changeSet(String... parts) {
		StringBuilder body = new StringBuilder(
				"--batchresponse_1\r\nContent-Type: multipart/mixed; " + "boundary=changesetresponse_2\r\n\r\n");
		for (String part : parts) {
			body.append("--changesetresponse_2\nContent-Type: application/http\nContent-Transfer-Encoding: binary\n\n")
				.append(part)
				.append("\r\n");
		}
		return body.append("--changesetresponse_2--\n--batchresponse_1--\r\n").toString();
	}

	private static String failed(String status, String error) {
		return changeSet(
				"HTTP/1.1 " + status + "\r\nContent-Type: application/json;odata=fullmetadata\r\n\r\n" + error);
	}

	@Test
	void returnsRowsInNoOrder() {
		assertThat(answering(204, "").isUnordered()).isTrue();
		TableConnection storage = new TableConnection(URI.create("https://acc.table.core.windows.net"),
				new SharedKey("acc", "c2VjcmV0"));
		assertThat(HttpTableGateway.connect(TableClientOptions.of(storage)).isUnordered()).isFalse();
	}

	@Test
	void areRead() {
		UUID id = UUID.fromString("0d391d16-97f1-4b9a-be68-4cc871f90001");
		TableRow row = answering(200,
				"{\"odata.metadata\":\"https://acc.table.cosmos.azure.com/t/$metadata#t/@Element\",\"odata.etag\":\""
						+ ETAG.replace("\"", "\\\"") + "\",\"PartitionKey\":\"p\",\"RowKey\":\"r\","
						+ "\"D@odata.type\":\"Edm.DateTime\",\"D\":\"2020-01-01T01:02:00.0000000Z\","
						+ "\"G@odata.type\":\"Edm.Guid\",\"G\":\"" + id + "\",\"B@odata.type\":\"Edm.Binary\","
						+ "\"B\":\"AQIDBAU=\",\"L@odata.type\":\"Edm.Int64\",\"L\":\"1\",\"F\":5.0,\"I\":1,"
						+ "\"N@odata.type\":\"Edm.Double\",\"N\":\"-Infinity\","
						+ "\"Timestamp\":\"2020-08-18T23:36:21.0895880Z\"}")
			.read("Things", KEY, null, RowReader.rows());
		assertThat(row).isNotNull();
		assertThat(row.etag()).isEqualTo(ETAG);
		assertThat(row.properties()).containsEntry("D", Instant.parse("2020-01-01T01:02:00Z"))
			.containsEntry("G", id)
			.containsEntry("B", new byte[] { 1, 2, 3, 4, 5 })
			.containsEntry("L", 1L)
			.containsEntry("F", 5.0)
			.containsEntry("I", 1)
			.containsEntry("N", Double.NEGATIVE_INFINITY)
			.hasSize(7);
	}

	@Test
	void continueWithATokenThatIsNoKey() {
		String token = "{\"token\":\"b1w3ALhQQBQFAAAAAAAAAA==\",\"range\":{\"min\":\"\",\"max\":\"FF\"}}";
		HttpTableGateway gateway = answering((request) -> {
			TableResponse answer = answer(200, "{\"value\":[],\"odata.metadata\":\"x\"}");
			answer.headers().set(HttpHeaderName.fromString("x-ms-continuation-NextPartitionKey"), token);
			answer.headers().set(HttpHeaderName.fromString("x-ms-continuation-NextRowKey"), "NA");
			return answer;
		});
		RowPage<TableRow> page = gateway.read(RowRequest.of("Things", null), RowReader.rows());
		assertThat(page.continuation()).isEqualTo(new Continuation(token, "NA"));
		gateway.read(RowRequest.of("Things", null).from(new Continuation(token.replace("QBQF", "QBQA"), "NA")),
				RowReader.rows());
		assertThat(this.http.request().getUrl().toString()).contains("&NextPartitionKey=%7B%22token%22%3A%22b1w3",
				"&NextRowKey=NA");
	}

	@Test
	void applyTransactions() {
		String written = "HTTP/1.1 204 No Content\r\nETag: " + ETAG + "\r\nPreference-Applied: return-no-content\r\n"
				+ "Location: https://acc.table.cosmos.azure.com/t(PartitionKey='p',RowKey='1')\r\nContent-ID: 1\r\n\r\n";
		String deleted = "HTTP/1.1 204 No Content\r\nContent-ID: 2\r\n\r\n";
		assertThat(answering(202, changeSet(written, deleted)).submit(
				new AtomicBatch("Things", List.of(new Insert(ROW), new Delete(TableKey.of("p", "s"), RowWrite.ANY)))))
			.containsExactly(ETAG, null);
	}

	@Test
	void nameTheWriteThatFailed() {
		AtomicBatch batch = new AtomicBatch("Things",
				List.of(new Insert(ROW), new Insert(TableRow.of(TableKey.of("p", "s"), Map.of()))));
		assertThatExceptionOfType(DuplicateKeyException.class)
			.isThrownBy(() -> answering(202,
					failed("409 Conflict",
							error("EntityAlreadyExists",
									"1:The specified entity already exists.\\n\\nRequestID:492b593e\\n")))
				.submit(batch))
			.withMessageContaining("index 1: the Insert, write 2 of 2");
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> answering(412, error("UpdateConditionNotSatisfied", "The update condition"))
				.write("Things", new Replace(ROW, ETAG)));
	}

	@Test
	void sayOfATableWhatTheySayOfARow() {
		for (RowWrite write : List.of(new Insert(ROW), new InsertOrReplace(ROW), new InsertOrMerge(ROW))) {
			assertMissingTable(() -> answering(404, NOT_FOUND).write("Things", write));
			for (String error : List.of(NOT_FOUND, NOT_FOUND.replace("The spec", "1:The spec"))) {
				AtomicBatch batch = new AtomicBatch("Things",
						List.of(new InsertOrReplace(TableRow.of(TableKey.of("p", "s"), Map.of())), write));
				assertMissingTable(() -> answering(202, failed("404 Not Found", error)).submit(batch));
			}
		}
		assertMissingTable(() -> answering(404, NOT_FOUND).read(RowRequest.of("Things", null), RowReader.rows()));
	}

	private static void assertMissingTable(Runnable request) {
		assertThatExceptionOfType(InvalidDataAccessResourceUsageException.class).isThrownBy(request::run)
			.withMessageContaining("HTTP 404 TableNotFound")
			.withMessageContaining("; create it")
			.withMessageNotContaining("no such row")
			.havingCause()
			.isInstanceOfSatisfying(ServiceErrorException.class,
					(error) -> assertThat(error.code()).isEqualTo("TableNotFound"));
	}

	@Test
	void sayThatARowIsMissing() {
		assertThat(answering(404, NOT_FOUND).read("Things", KEY, null, RowReader.rows())).isNull();
		for (RowWrite write : List.of(new Replace(ROW, ETAG), new Merge(ROW, RowWrite.ANY), new Delete(KEY, ETAG))) {
			assertThatExceptionOfType(OptimisticLockingFailureException.class)
				.isThrownBy(() -> answering(404, NOT_FOUND).write("Things", write));
			AtomicBatch batch = new AtomicBatch("Things",
					List.of(new Insert(TableRow.of(TableKey.of("p", "s"), Map.of())), write));
			for (String error : List.of(NOT_FOUND, NOT_FOUND.replace("The spec", "1:The spec"))) {
				assertThatExceptionOfType(OptimisticLockingFailureException.class)
					.isThrownBy(() -> answering(202, failed("404 Not Found", error)).submit(batch));
			}
		}
		assertThat(answering(404, NOT_FOUND).deleteTable("Things")).isFalse();
		assertThat(answering(409, error("TableAlreadyExists", "The specified table already exists.\\n"))
			.createTable("Things")).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "TooManyRequests", "429" })
	void areTriedAgainIfThereWereTooMany(String code) {
		String error = error(code, "Message: {\\\"Errors\\\":[\\\"Request rate is large\\\"]}\\r\\nActivityId: 1");
		assertThatExceptionOfType(TransientDataAccessResourceException.class)
			.isThrownBy(() -> answering(429, error).read(RowRequest.of("Things", null), RowReader.rows()));
		assertThat(this.http.requests()).hasSize(3);
		int[] attempts = { 0 };
		HttpTableGateway gateway = answering(
				(request) -> (++attempts[0] == 1) ? answer(202, failed("429 Too Many", error))
						: answer(202, changeSet("HTTP/1.1 204 No Content\r\nETag: " + ETAG + "\r\n\r\n")));
		assertThat(gateway.submit(new AtomicBatch("Things", List.of(new Insert(ROW))))).containsExactly(ETAG);
	}

}
