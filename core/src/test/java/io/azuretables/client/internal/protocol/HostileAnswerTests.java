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

package io.azuretables.client.internal.protocol;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import io.azuretables.client.internal.protocol.AttemptOutcome.Refused;
import io.azuretables.client.internal.protocol.AttemptOutcome.Success;
import io.azuretables.client.internal.protocol.HttpExchange.ResponseDecoder;
import io.azuretables.internal.json.UnreadableResponseException;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * ResponseDecoders that are damaged, mixed up or made to harm, from a generator: they are
 * read, or are not answers of the service, and nothing else happens.
 */
@Tag("long")
class HostileAnswerTests {

	private static final TableKey KEY = TableKey.of("p", "r");

	private static final List<RowWrite> WRITES = List.of(new RowWrite.Insert(TableRow.of(KEY, Map.of("A", 1))),
			new RowWrite.Delete(TableKey.of("p", "s"), "*"));

	private static final List<ResponseDecoder<?>> DECODERS = List.of(ResponseDecoders.row(KEY, RowReader.rows()),
			ResponseDecoders.page(null, RowReader.rows()), ResponseDecoders.tables(null),
			ResponseDecoders.change(RequestKind.INSERT), ResponseDecoders.change(RequestKind.DELETE),
			ResponseDecoders.changes(WRITES));

	private static final String ROW = "{\"odata.etag\":\"W/1\",\"PartitionKey\":\"p\",\"RowKey\":\"r\","
			+ "\"L@odata.type\":\"Edm.Int64\",\"L\":\"5\",\"T@odata.type\":\"Edm.DateTime\","
			+ "\"T\":\"2014-08-22T01:02:03.04Z\",\"B@odata.type\":\"Edm.Binary\",\"B\":\"AAEC\","
			+ "\"G@odata.type\":\"Edm.Guid\",\"G\":\"0f8fad5b-d9cb-469f-a165-70867728950e\",\"D\":1.5e3,\"S\":\"é\\n\"}";

	private static final String JSON_ERROR = "{\"odata.error\":{\"code\":\"ResourceNotFound\","
			+ "\"message\":{\"lang\":\"en-US\",\"value\":\"0:No such row.\\nRequestId:1\"}}}";

	private static final String XML_ERROR = "<?xml version=\"1.0\"?><m:error xmlns:m=\"x\"><m:code>ResourceNotFound"
			+ "</m:code><m:message xml:lang=\"en\">No such row.</m:message></m:error>";

	private static final List<String> BODIES = List.of(ROW, "{\"value\":[" + ROW + "," + ROW + "]}",
			"{\"value\":[{\"TableName\":\"Things\"}]}", JSON_ERROR, XML_ERROR,
			"<Error><Code>AuthorizationFailure</Code><Message>No</Message></Error>", "<html><body>Log in</body></html>",
			"--b\r\nContent-Type: application/http\r\n\r\nHTTP/1.1 204 No Content\r\nETag: W/1\r\n\r\n\r\n--b\r\n\r\n"
					+ "HTTP/1.1 204 No Content\r\n\r\n\r\n--b--\r\n",
			"--b\r\n\r\nHTTP/1.1 404 Not Found\r\n\r\n" + JSON_ERROR + "\r\n--b--\r\n", "");

	private static final List<String> PIECES = List.of("{", "}", "[", "]", "\"", ":", ",", "<", ">", "</", "<!--",
			"]]>", "<![CDATA[", "<!DOCTYPE e [<!ENTITY x \"x\">]>", "&x;", "&#0;", "<?x?>", "\u0000", "\u001B[2J",
			"\r\n", "\uFEFF", "\u202E", "\\u0000", "\\uD800", "ResourceNotFound", "\"code\":", "\"value\":",
			"HTTP/1.1 ", "HTTP/1.1 404 x\r\n", "1e999999999", "-", "9".repeat(400), "[".repeat(2_000),
			"{\"a\":".repeat(2_000), "<a>".repeat(2_000), "x".repeat(100_000), "@odata.type\":\"Edm.Int64\"",
			"Edm.DateTime", "9999999999-99-99T99:99:99Z");

	private static final List<Integer> STATUSES = List.of(200, 201, 202, 204, 301, 400, 403, 404, 409, 412, 500, 503);

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3, 4 })
	void readsAnAnswerOrTakesItForNone(long seed) {
		Random random = new Random(seed);
		for (int i = 0; i < 5_000; i++) {
			byte[] body = body(random);
			HttpHeaders headers = new HttpHeaders();
			if (random.nextInt(4) == 0) {
				headers.set(HttpHeaderName.fromString("x-ms-error-code"), pick(PIECES, random));
			}
			TableResponse answer = new TableResponse(pick(STATUSES, random), headers, body);
			check(answer, pick(DECODERS, random));
		}
	}

	private static <T> T pick(List<T> list, Random random) {
		return list.get(random.nextInt(list.size()));
	}

	private static byte[] body(Random random) {
		byte[] body = pick(BODIES, random).getBytes(StandardCharsets.UTF_8);
		for (int damages = random.nextInt(4); damages > 0; damages--) {
			int at = random.nextInt(body.length + 1);
			int to = Math.min(body.length, at + random.nextInt(20));
			byte[] piece = switch (random.nextInt(4)) {
				case 0 -> new byte[0];
				case 1 -> new byte[] { (byte) random.nextInt(256) };
				case 2 -> pick(PIECES, random).getBytes(StandardCharsets.UTF_8);
				default -> pick(BODIES, random).getBytes(StandardCharsets.UTF_8);
			};
			ByteArrayOutputStream damaged = new ByteArrayOutputStream();
			damaged.write(body, 0, at);
			damaged.writeBytes(piece);
			damaged.write(body, to, body.length - to);
			body = damaged.toByteArray();
		}
		return random.nextInt(8) == 0 ? Arrays.copyOf(body, random.nextInt(body.length + 1)) : body;
	}

	private static void check(TableResponse answer, ResponseDecoder<?> decoder) {
		AttemptOutcome<?> outcome;
		try {
			outcome = decoder.decode(answer);
		}
		catch (UnreadableResponseException ex) {
			return;
		}
		if (outcome instanceof Refused<?> refused) {
			assertThat(refused.error().code()).matches("[A-Za-z][A-Za-z0-9]{0,127}");
			assertThat(refused.error().message()).hasSizeLessThan(503);
			assertThat(refused.error().message().codePoints()).noneMatch(Character::isISOControl);
		}
		else if (outcome instanceof Success<?> success && decoder == DECODERS.get(0)) {
			if (success.value() instanceof TableRow row) {
				assertThat(row.key()).isEqualTo(KEY);
			}
			else {
				assertThat(answer.status()).isEqualTo(404);
				assertThat(answer.code() + new String(answer.body(), StandardCharsets.UTF_8)).contains("NotFound");
			}
		}
	}

}
