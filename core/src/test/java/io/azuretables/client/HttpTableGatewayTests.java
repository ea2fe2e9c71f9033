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

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import javax.net.ssl.HttpsURLConnection;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.core.exception.ClientAuthenticationException;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpPipelinePosition;
import com.azure.core.http.policy.HttpPipelinePolicy;
import io.azuretables.client.TableCredential.Sas;
import io.azuretables.client.TableCredential.SharedKey;
import io.azuretables.client.TableCredential.Token;
import io.azuretables.client.internal.protocol.TableResponse;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.PermissionDeniedDataAccessException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What the gateway sends, and what it reads out of answers.
 */
class HttpTableGatewayTests {

	private static final TableKey KEY = TableKey.of("a'b/", "é %");

	private static final TableKey PLAIN = TableKey.of("p", "r");

	private static final String STORAGE = "https://acc.table.core.windows.net";

	private static final String COSMOS = "https://acc.table.cosmos.azure.com:443/";

	private static final String ROW = "{\"PartitionKey\":\"p\",\"RowKey\":\"r\"}";

	private RecordedHttpClient http = RecordedHttpClient.answering(204, "");

	private HttpTableGateway gateway(String endpoint, TableCredential credential) {
		TableConnection connection = new TableConnection(URI.create(endpoint), credential);
		return HttpTableGateway.connect(TableClientOptions.of(connection).withHttpClient(this.http));
	}

	private HttpTableGateway gateway() {
		return gateway(STORAGE, new SharedKey("acc", "c2VjcmV0"));
	}

	private HttpTableGateway answering(int status, String body) {
		this.http = RecordedHttpClient.answering(status, body);
		return gateway();
	}

	private String sent() {
		return this.http.request().getHttpMethod() + " " + this.http.request().getUrl();
	}

	@Test
	void encodesEverythingButUnreservedCharacters() {
		answering(200, "{\"PartitionKey\":\"a'b/\",\"RowKey\":\"é %\"}").read("Things", KEY, null, RowReader.rows());
		assertThat(sent()).isEqualTo(
				"GET https://acc.table.core.windows.net/Things(PartitionKey='a%27%27b%2F',RowKey='%C3%A9%20%25')");
		answering(200, ROW).read("Things", PLAIN, List.of("A", "RowKey", "é"), RowReader.rows());
		assertThat(sent()).endsWith("/Things(PartitionKey='p',RowKey='r')?$select=PartitionKey,RowKey,A,%C3%A9");
	}

	@Test
	void sendsAddressesThatAnyHttpClientCanOpen() throws IOException {
		answering(200, ROW).read("Things", PLAIN, null, RowReader.rows());
		URL address = this.http.request().getUrl();
		URL parsed = new URL("https://acc.table.core.windows.net/Things(PartitionKey='p',RowKey='r')");
		assertThat(address).hasToString(parsed.toString()).hasHost(parsed.getHost());
		assertThat(address.getAuthority()).isEqualTo(parsed.getAuthority());
		assertThat(address.getPort()).isEqualTo(-1);
		assertThat(address.getDefaultPort()).isEqualTo(443);
		assertThat(address.openConnection()).isInstanceOf(HttpsURLConnection.class)
			.extracting((connection) -> connection.getURL().toString())
			.isEqualTo(parsed.toString());
	}

	@Test
	void asksForPages() {
		this.http = new RecordedHttpClient((request) -> {
			TableResponse answer = RecordedHttpClient.answer(200,
					"{\"value\":[{\"PartitionKey\":\"p\",\"RowKey\":\"r\"}]}");
			answer.headers().set(HttpHeaderName.fromString("x-ms-continuation-NextPartitionKey"), "1!4!cA--");
			answer.headers().set(HttpHeaderName.fromString("x-ms-continuation-NextRowKey"), "1!4!c+/=");
			return answer;
		});
		RowRequest request = RowRequest.of("Things", "A eq 'x & y+''z'").withTop(5).withSelect(List.of("A"));
		RowPage<TableRow> page = gateway().read(request, RowReader.rows());
		assertThat(sent())
			.endsWith("/Things()?$top=5&$filter=A%20eq%20%27x%20%26%20y%2B%27%27z%27&$select=PartitionKey,RowKey,A");
		assertThat(page.continuation()).isEqualTo(new Continuation("1!4!cA--", "1!4!c+/="));
		answering(200, "{\"value\":[]}").read(request.from(page.continuation()), RowReader.rows());
		assertThat(sent()).endsWith("&NextPartitionKey=1%214%21cA--&NextRowKey=1%214%21c%2B%2F%3D");
		gateway().read(request.from(new Continuation("x", null)), RowReader.rows());
		assertThat(sent()).endsWith("&NextPartitionKey=x");
	}

	/**
	 * ResponseDecoders with pages that lead from one number to the next, and from the
	 * last back to the one that the circle begins with.
	 */
	private static RecordedHttpClient leading(int last, int back, String body, String next) {
		return new RecordedHttpClient((request) -> {
			String query = String.valueOf(request.getUrl().getQuery());
			int at = query.lastIndexOf("=n");
			int number = (at < 0) ? 0 : Integer.parseInt(query.substring(at + 2));
			TableResponse answer = RecordedHttpClient.answer(200, body);
			int following = (number < last) ? number + 1 : back;
			if (following >= 0) {
				answer.headers().set(HttpHeaderName.fromString(next), "n" + following);
			}
			return answer;
		});
	}

	private HttpTableGateway untiring() {
		TableClientOptions options = TableClientOptions
			.of(new TableConnection(URI.create(STORAGE), new SharedKey("acc", "c2VjcmV0")));
		return HttpTableGateway.connect(options.withHttpClient(this.http).withRetry(options.retry().withAttempts(1)));
	}

	private void readAll() {
		RowRequest request = RowRequest.of("Things", null);
		Continuation next = null;
		do {
			next = untiring().read(request.from(next), RowReader.rows()).continuation();
		}
		while (next != null);
	}

	@ParameterizedTest
	@CsvSource({ "1, 1", "2, 1", "3, 1", "8, 1", "8, 8", "9, 4", "100, 1", "100, 99" })
	void stopsReadingWhereTheServiceLeadsInACircle(int last, int back) {
		for (String rows : List.of("", ROW)) {
			this.http = leading(last, back, "{\"value\":[" + rows + "]}", "x-ms-continuation-NextPartitionKey");
			assertThatExceptionOfType(DataAccessResourceFailureException.class).isThrownBy(this::readAll)
				.withMessageContaining(
						"continues with a page that has been read already: the service makes no progress");
			assertThat(this.http.requests()).hasSizeLessThanOrEqualTo(4 * last + 2);
		}
		this.http = leading(last, back, "{\"value\":[]}", "x-ms-continuation-NextTableName");
		assertThatExceptionOfType(DataAccessResourceFailureException.class).isThrownBy(() -> untiring().tables())
			.withMessageContaining("the service makes no progress");
	}

	@Test
	void readsAsManyEmptyPagesAsTheServiceSends() {
		this.http = leading(5_000, -1, "{\"value\":[]}", "x-ms-continuation-NextPartitionKey");
		readAll();
		assertThat(this.http.requests()).hasSize(5_001);
		this.http = leading(500, -1, "{\"value\":[]}", "x-ms-continuation-NextTableName");
		assertThat(untiring().tables()).isEmpty();
		assertThat(this.http.requests()).hasSize(501);
	}

	@Test
	void countsRowsThatTheReaderLeavesOut() {
		RowReader<String> none = () -> new RowReader.Assembler<>() {

			@Override
			public void property(String name, Object value) {
			}

			@Override
			public String end(TableKey key, @Nullable String etag, @Nullable Instant timestamp) {
				return key.rowKey().equals("1") ? null : key.rowKey();
			}

		};
		String rows = "{\"odata.metadata\":{\"a\":[]},\"value\":[{\"PartitionKey\":\"p\",\"RowKey\":\"1\"},{\"PartitionKey\":\"p\",\"RowKey\":\"2\"}]}";
		RowPage<String> page = answering(200, rows).read(RowRequest.of("Things", null), none);
		assertThat(page.rows()).containsExactly("2");
		assertThat(page.rowsRead()).isEqualTo(2);
		assertThat(page.continuation()).isNull();
	}

	@Test
	void writesInTheVerbsOfTheProtocol() {
		TableRow row = TableRow.of(PLAIN, Map.of("A", 1));
		Map<RowWrite, String> verbs = Map.of(new Insert(row), "POST null return-no-content", new Replace(row, "e"),
				"PUT e null", new Merge(row, "e"), "PATCH e null", new InsertOrReplace(row), "PUT null null",
				new InsertOrMerge(row), "PATCH null null", new Delete(PLAIN, "*"), "DELETE * null");
		verbs.forEach((write, expected) -> {
			String etag = gateway().write("Things", write);
			assertThat(etag).isEqualTo((write instanceof Delete) ? null : "W/\"1\"");
			assertThat(this.http.request().getHttpMethod() + " " + this.http.header("If-Match") + " "
					+ this.http.header("Prefer"))
				.isEqualTo(expected);
			assertThat(sent()).endsWith((write instanceof Insert) ? "/Things" : "/Things(PartitionKey='p',RowKey='r')");
			if (write.row() != null) {
				assertThat(this.http.body()).isEqualTo("{\"PartitionKey\":\"p\",\"RowKey\":\"r\",\"A\":1}");
				assertThat(this.http.header("Content-Type")).isEqualTo("application/json");
			}
		});
	}

	@Test
	void disguisesMergesForCosmos() {
		HttpTableGateway gateway = gateway(COSMOS, new SharedKey("acc", "c2VjcmV0"));
		gateway.write("Things", new Merge(TableRow.of(PLAIN, Map.of()), "e"));
		assertThat(sent()).isEqualTo("POST https://acc.table.cosmos.azure.com:443/Things(PartitionKey='p',RowKey='r')");
		assertThat(this.http.header("X-HTTP-Method")).isEqualTo("MERGE");
		this.http = RecordedHttpClient.answering(202, "HTTP/1.1 204 No Content\r\nETag: W/\"2\"\r\n\r\n");
		gateway(COSMOS, new SharedKey("acc", "c2VjcmV0"))
			.submit(new AtomicBatch("Things", List.of(new Merge(TableRow.of(PLAIN, Map.of()), "e"))));
		assertThat(this.http.body()).contains("POST https://acc.table.cosmos.azure.com:443/Things(",
				"X-HTTP-Method: MERGE\r\n", "If-Match: e\r\n");
	}

	@Test
	void tellsWhatItIsAndAsksForEagerAnswers() {
		gateway().createTable("Things");
		assertThat(this.http.header("User-Agent")).isEqualTo("spring-data-azure-tables/development");
		assertThat(TablePipeline.userAgent("1.2.3")).isEqualTo("spring-data-azure-tables/1.2.3");
		assertThat(this.http.header("x-ms-client-request-id")).hasSize(36);
		assertThat(this.http.header("x-ms-version")).isEqualTo("2019-02-02");
		assertThat(this.http.header("Accept")).isEqualTo("application/json;odata=minimalmetadata");
		assertThat(this.http.contexts().get(0).getData("azure-eagerly-read-response")).contains(true);
		assertThat(this.http.body()).isEqualTo("{\"TableName\":\"Things\"}");
	}

	@Test
	void signsWithTheSharedKey() {
		gateway().createTable("Things");
		assertThat(this.http.header("Authorization")).startsWith("SharedKeyLite acc:").doesNotContain("c2VjcmV0");
		assertThat(this.http.header("x-ms-date")).endsWith(" GMT");
	}

	@Test
	void appendsASharedAccessSignatureOnEveryAttempt() {
		List<Integer> statuses = new ArrayList<>(List.of(503, 204));
		this.http = new RecordedHttpClient((request) -> RecordedHttpClient.answer(statuses.remove(0), ""));
		gateway("http://127.0.0.1:10002/acc", new Sas("?sv=1&sig=a%2Bb")).deleteTable("Things");
		assertThat(this.http.requests()).hasSize(2)
			.allMatch((request) -> request.getUrl()
				.toString()
				.equals("http://127.0.0.1:10002/acc/Tables('Things')?sv=1&sig=a%2Bb"));
	}

	@Test
	void getsTokensForTheServiceThatItTalksTo() {
		Map<String, String> scopes = new HashMap<>();
		for (String endpoint : List.of(STORAGE, COSMOS)) {
			TokenCredential credential = (request) -> {
				scopes.put(endpoint, request.getScopes().get(0));
				return Mono.just(new AccessToken("token", OffsetDateTime.now().plusDays(1)));
			};
			gateway(endpoint, new Token(credential)).createTable("Things");
			assertThat(this.http.header("Authorization")).isEqualTo("Bearer token");
		}
		assertThat(scopes).containsOnly(Map.entry(STORAGE, "https://storage.azure.com/.default"),
				Map.entry(COSMOS, "https://cosmos.azure.com/.default"));
		TokenCredential own = (request) -> {
			scopes.put("own", request.getScopes().get(0));
			return Mono.just(new AccessToken("token", OffsetDateTime.now().plusDays(1)));
		};
		gateway(STORAGE, new Token(own, "https://acc/.default")).createTable("Things");
		assertThat(scopes).containsEntry("own", "https://acc/.default");
	}

	@Test
	void sendsNoTokenWithoutHttps() {
		TableCredential token = new Token((request) -> Mono.empty());
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new TableConnection(URI.create("HTTP://127.0.0.1:10002/acc"), token))
			.withMessageContainingAll("over https", "give its https address", "shared key");
	}

	@ParameterizedTest
	@ValueSource(strings = { "acc.table.core.windows.net", "azurite", "10.0.0.1", "127.0.0.1.example.com",
			"localhost.example.com", "notlocalhost", "[::2]" })
	void sendsNoSharedAccessSignatureInPlainTextToAnotherMachine(String host) {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new TableConnection(URI.create("HTTP://" + host + ":10002/acc"), new Sas("sig=secret")))
			.withMessageContainingAll("over https", "give its https address", "shared key")
			.withMessageNotContaining("secret");
		assertThat(new TableConnection(URI.create("https://" + host + "/acc"), new Sas("sig=secret"))).isNotNull();
		assertThat(new TableConnection(URI.create("http://" + host + "/acc"), new SharedKey("acc", "c2VjcmV0")))
			.isNotNull();
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "127.0.0.1", "127.1.2.3", "LocalHost", "azurite.localhost", "[::1]", "host.docker.internal" })
	void sendsASharedAccessSignatureToTheEmulatorOnThisMachine(String host) {
		assertThat(new TableConnection(URI.create("http://" + host + ":10002/acc"), new Sas("sig=secret"))).isNotNull();
	}

	@Test
	void reportsACredentialWithoutTokenAndDoesNotTryAgain() {
		List<Integer> calls = new ArrayList<>();
		TokenCredential credential = (request) -> {
			calls.add(1);
			return Mono.error(new ClientAuthenticationException("no", null));
		};
		assertThatExceptionOfType(PermissionDeniedDataAccessException.class)
			.isThrownBy(() -> gateway(STORAGE, new Token(credential)).write("Things",
					new Insert(TableRow.of(PLAIN, Map.of()))));
		assertThat(calls).hasSize(1);
		assertThat(this.http.requests()).isEmpty();
	}

	@Test
	void runsThePoliciesOfTheApplication() {
		List<String> seen = new ArrayList<>();
		HttpPipelinePolicy early = policy(HttpPipelinePosition.PER_CALL, seen);
		HttpPipelinePolicy late = policy(HttpPipelinePosition.PER_RETRY, seen);
		TableConnection connection = new TableConnection(URI.create(STORAGE), new SharedKey("acc", "c2VjcmV0"));
		HttpTableGateway
			.connect(TableClientOptions.of(connection).withHttpClient(this.http).withPolicies(List.of(late, early)))
			.createTable("Things");
		assertThat(seen).containsExactly("PER_CALL false", "PER_RETRY true");
	}

	private static HttpPipelinePolicy policy(HttpPipelinePosition position, List<String> seen) {
		return new HttpPipelinePolicy() {

			@Override
			public Mono<com.azure.core.http.HttpResponse> process(com.azure.core.http.HttpPipelineCallContext context,
					com.azure.core.http.HttpPipelineNextPolicy next) {
				boolean signed = context.getHttpRequest().getHeaders().get(HttpHeaderName.AUTHORIZATION) != null;
				seen.add(position + " " + signed);
				return next.process();
			}

			@Override
			public HttpPipelinePosition getPipelinePosition() {
				return position;
			}

		};
	}

	@Test
	void writesATransactionAsOneBody() {
		String body = "--batchresponse_1\r\nContent-Type: multipart/mixed; boundary=changesetresponse_1\r\n\r\n"
				+ "--changesetresponse_1\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n"
				+ "HTTP/1.1 204 No Content\r\nX-Content-Type-Options: nosniff\r\nETag: W/\"datetime'1'\"\r\n\r\n\r\n"
				+ "--changesetresponse_1\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n"
				+ "HTTP/1.1 204 No Content\r\nDataServiceVersion: 1.0;\r\n\r\n\r\n--changesetresponse_1--\r\n--batchresponse_1--\r\n";
		HttpTableGateway gateway = answering(202, body);
		assertThat(gateway.submit(new AtomicBatch("Things",
				List.of(new Insert(TableRow.of(PLAIN, Map.of("A", "é"))), new Delete(TableKey.of("p", "s"), "*")))))
			.containsExactly("W/\"datetime'1'\"", null);
		assertThat(sent()).isEqualTo("POST https://acc.table.core.windows.net/$batch");
		String name = this.http.header("Content-Type").replace("multipart/mixed; boundary=batch_", "");
		assertThat(this.http.body().replace(name, "1")).isEqualTo("""
				--batch_1
				Content-Type: multipart/mixed; boundary=changeset_1

				--changeset_1
				Content-Type: application/http
				Content-Transfer-Encoding: binary

				POST https://acc.table.core.windows.net/Things HTTP/1.1
				Content-ID: 1
				Accept: application/json;odata=minimalmetadata
				DataServiceVersion: 3.0
				Prefer: return-no-content
				Content-Type: application/json

				{"PartitionKey":"p","RowKey":"r","A":"é"}
				--changeset_1
				Content-Type: application/http
				Content-Transfer-Encoding: binary

				DELETE https://acc.table.core.windows.net/Things(PartitionKey='p',RowKey='s') HTTP/1.1
				Content-ID: 2
				Accept: application/json;odata=minimalmetadata
				DataServiceVersion: 3.0
				If-Match: *


				--changeset_1--
				--batch_1--
				""".replace("\n", "\r\n"));
	}

	@Test
	void pagesThroughTheTables() {
		this.http = new RecordedHttpClient((request) -> {
			boolean first = request.getUrl().getQuery() == null;
			TableResponse answer = RecordedHttpClient.answer(200,
					"{\"value\":[{\"TableName\":\"" + (first ? "One" : "Two") + "\"}]}");
			return first ? new TableResponse(200,
					answer.headers().set(HttpHeaderName.fromString("x-ms-continuation-NextTableName"), "1!n"),
					answer.body()) : answer;
		});
		assertThat(gateway().tables()).containsExactly("One", "Two");
		assertThat(sent()).endsWith("/Tables?NextTableName=1%21n");
	}

	@Test
	void refusesRowsThatTheServiceDoesNotTake() {
		List<TableRow> rows = List.of(TableRow.of(TableKey.of("a/b", "r"), Map.of()),
				TableRow.of(PLAIN, Map.of("a-b", "secret")), TableRow.of(PLAIN, Map.of("A", "s".repeat(40_000))),
				TableRow.of(PLAIN, Map.of("A", new byte[70_000])),
				TableRow.of(PLAIN, Map.of("A", Instant.parse("1600-12-31T23:59:59Z"))),
				TableRow.of(PLAIN,
						IntStream.range(0, 253)
							.boxed()
							.collect(HashMap::new, (map, i) -> map.put("P" + i, i), Map::putAll)));
		for (TableRow row : rows) {
			assertThatExceptionOfType(DataIntegrityViolationException.class)
				.isThrownBy(() -> gateway().write("Things", new Insert(row)))
				.withMessageNotContaining("secret");
			assertThatExceptionOfType(DataIntegrityViolationException.class)
				.isThrownBy(() -> gateway().submit(new AtomicBatch("Things", List.of(new InsertOrMerge(row)))));
		}
		assertThat(this.http.requests()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "ab", "1abc", "a-b", "Tables", "a/b", "ä23",
			"a123456789012345678901234567890123456789012345678901234567890123" })
	void refusesNamesThatNoTableHas(String table) {
		HttpTableGateway gateway = gateway();
		TableRow row = TableRow.of(PLAIN, Map.of());
		List<Runnable> requests = List.of(() -> gateway.createTable(table), () -> gateway.deleteTable(table),
				() -> gateway.read(table, PLAIN, null, RowReader.rows()),
				() -> gateway.read(RowRequest.of(table, null), RowReader.rows()),
				() -> gateway.write(table, new Insert(row)),
				() -> gateway.submit(new AtomicBatch(table, List.of(new Insert(row)))));
		for (Runnable request : requests) {
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(request::run);
		}
		assertThat(this.http.requests()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "a\nb", "W/\"1\"\r\nX-HTTP-Method: DELETE", "\u0000", "é", "", " *" })
	void refusesAnEtagThatNoHeaderCarries(String etag) {
		Delete write = new Delete(PLAIN, etag);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> gateway().write("Things", write));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> gateway().submit(new AtomicBatch("Things", List.of(write))));
		assertThat(this.http.requests()).isEmpty();
	}

	@Test
	void sendsTheLengthOfBodiesWithTheDefaultClient() {
		try (LoopbackServer server = LoopbackServer.replying(LoopbackServer.Reply.of(204, "").with("ETag", "1"))) {
			HttpTableGateway gateway = HttpTableGateway.connect(TableClientOptions.of(server.connection()));
			gateway.write("Things", new Insert(TableRow.of(PLAIN, Map.of("A", "x".repeat(20_000)))));
			LoopbackServer.Request request = server.request();
			assertThat(request.header("content-length")).isEqualTo(String.valueOf(request.body().length()));
			assertThat(request.header("transfer-encoding")).isEmpty();
			assertThat(request.body()).endsWith("x\"}");
		}
	}

	@Test
	void passesOnWhatAReaderThrows() {
		RowReader<String> broken = () -> {
			throw new IllegalStateException("mine");
		};
		assertThatExceptionOfType(IllegalStateException.class)
			.isThrownBy(() -> answering(200, ROW).read("Things", PLAIN, null, broken))
			.withMessage("mine");
		assertThat(this.http.requests()).hasSize(1);
	}

	@Test
	void lendsItsPipelineToTheSdk() {
		this.http = RecordedHttpClient.answering(200, "{\"value\":[]}");
		assertThat(gateway().serviceClientBuilder().buildClient().listTables()).isEmpty();
		assertThat(this.http.header("Authorization")).startsWith("SharedKeyLite acc:");
		assertThat(this.http.header("User-Agent")).startsWith("spring-data-azure-tables/");
		gateway().serviceClientBuilder().buildAsyncClient().listTables().blockLast();
		assertThat(this.http.requests()).hasSize(2);
		assertThat(this.http.header("Authorization")).startsWith("SharedKeyLite acc:");
		assertThat(this.http.request().getHttpMethod()).isEqualTo(HttpMethod.GET);
	}

}
