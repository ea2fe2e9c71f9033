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

package io.azuretables.benchmarks.store;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpRequest;
import io.azuretables.benchmarks.store.CannedResponse.Canned;
import io.azuretables.benchmarks.store.Shape.Task;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Provides prepared responses of the table service for benchmarks, recorded from Azurite
 * 3.35.
 */
public final class ServiceAnswers {

	public static final String ENDPOINT = "http://127.0.0.1:10002/devstoreaccount1";

	/**
	 * The most writes of a transaction.
	 */
	private static final int MOST = 100;

	private static final Pattern POSITION = Pattern.compile("NextRowKey=(\\d+)");

	private static final String ETAG = "W/\"datetime'2026-11-18T13%3A08%3A10.0512625Z'\"";

	private static final String ETAG_JSON = ETAG.replace("\"", "\\\"");

	private static final String NAMES = "\"lastName\":\"Hall\",\"age\":34";

	private static final String PROPERTIES = "\"firstName\":\"Don\",\"lastName\":\"Hall\","
			+ "\"email\":\"donh@contoso.com\",\"age\":34,\"active\":true,\"salary\":52340.5,"
			+ "\"hiredAt@odata.type\":\"Edm.DateTime\",\"hiredAt\":\"2014-08-22T09:30:00.1234567Z\","
			+ "\"badge@odata.type\":\"Edm.Guid\",\"badge\":\"0f8fad5b-d9cb-469f-a165-70867728950e\","
			+ "\"phone\":\"+1 425 555 0101\",\"manager\":\"e0007\",\"office\":\"Redmond 43/2117\","
			+ "\"visits@odata.type\":\"Edm.Int64\",\"visits\":\"1234567890123\","
			+ "\"photo@odata.type\":\"Edm.Binary\",\"photo\":\"AAECAwQFBgcICQoLDA0ODw==\","
			+ "\"lastReviewAt@odata.type\":\"Edm.DateTime\",\"lastReviewAt\":\"2026-03-01T08:00:00.0000000Z\","
			+ "\"level\":5,";

	private static final String TIMESTAMP = "\"Timestamp\":\"2026-11-18T13:08:10.0512625Z\"";

	private static final String NOT_FOUND = "{\"odata.error\":{\"code\":\"ResourceNotFound\",\"message\":"
			+ "{\"lang\":\"en-US\",\"value\":\"The specified resource does not exist.\\n"
			+ "RequestId:799e6201-5fec-4e04-b05b-635b2a9832d8\\nTime:2026-11-18T13:08:10.070Z\"}}}";

	private ServiceAnswers() {
	}

	/**
	 * One row.
	 */
	public static CannedHttpClient row() {
		return new CannedHttpClient(row(true), row(false));
	}

	public static Canned row(boolean full) {
		return row(full, members(1, full));
	}

	private static Canned row(boolean full, String members) {
		String metadata = "\"odata.metadata\":\"" + ENDPOINT + "/$metadata#Employees/@Element\",";
		return new Canned(200, headers(full).set(HttpHeaderName.ETAG, ETAG), bytes("{" + metadata + members + "}"));
	}

	/**
	 * A page of rows.
	 */
	public static CannedHttpClient page(int rows) {
		return new CannedHttpClient(page(rows, true, false), page(rows, false, false));
	}

	static Canned emptyPage() {
		return page(0, false, false);
	}

	/**
	 * Several pages, each of which names the next one.
	 */
	public static CannedHttpClient pages(int pages, int rows) {
		Canned page = page(rows, false, false);
		return new CannedHttpClient((request, body) -> page.withHeaders(next(request, pages)));
	}

	private static HttpHeaders next(HttpRequest request, int pages) {
		Matcher position = POSITION.matcher(String.valueOf(request.getUrl().getQuery()));
		int number = position.find() ? Integer.parseInt(position.group(1)) : 1;
		HttpHeaders headers = headers(false);
		return (number == pages) ? headers
				: headers.set(HttpHeaderName.fromString("x-ms-continuation-NextPartitionKey"), "Sales")
					.set(HttpHeaderName.fromString("x-ms-continuation-NextRowKey"), Integer.toString(number + 1));
	}

	/**
	 * A page of rows with two properties.
	 */
	public static CannedHttpClient names(int rows) {
		return new CannedHttpClient(page(rows, true, true), page(rows, false, true));
	}

	private static Canned page(int rows, boolean full, boolean names) {
		return page(rows, full, (number) -> names ? names(number, full) : members(number, full));
	}

	private static Canned page(int rows, boolean full, IntFunction<String> members) {
		StringBuilder body = new StringBuilder("{\"odata.metadata\":\"").append(ENDPOINT)
			.append("/$metadata#Tables/@Element\",\"value\":[");
		for (int i = 1; i <= rows; i++) {
			body.append((i > 1) ? "," : "").append('{').append(members.apply(i)).append('}');
		}
		return new Canned(200, headers(full), bytes(body.append("]}").toString()));
	}

	/**
	 * What a task is answered that has to do with such rows.
	 */
	public static CannedHttpClient to(Task task, List<@Nullable Object[]> rows) {
		return switch (task) {
			case READ -> new CannedHttpClient(row(rows.get(0), 1, true), row(rows.get(0), 1, false));
			case FIND_10_IDS, FIND_100_IDS, FIND_1000_IDS -> each(rows);
			case PAGE_OF_100, PAGE_OF_1000 -> new CannedHttpClient(page(rows, true), page(rows, false));
			case INSERT, MERGE -> written();
			case TRANSACTION -> committed();
		};
	}

	/**
	 * Each row under its own key.
	 */
	private static CannedHttpClient each(List<@Nullable Object[]> rows) {
		Map<String, Canned> full = new HashMap<>();
		Map<String, Canned> minimal = new HashMap<>();
		for (int i = 1; i <= rows.size(); i++) {
			full.put(HandMapping.rowKey(i), row(rows.get(i - 1), i, true));
			minimal.put(HandMapping.rowKey(i), row(rows.get(i - 1), i, false));
		}
		int length = HandMapping.rowKey(1).length();
		return new CannedHttpClient((request, body) -> {
			String path = request.getUrl().getPath();
			int key = path.indexOf("RowKey=") + "RowKey='".length();
			int start = path.startsWith("%27", key - 1) ? key + 2 : key;
			String name = path.substring(start, start + length);
			return Objects.requireNonNull((CannedHttpClient.wantsAll(request) ? full : minimal).get(name));
		});
	}

	private static Canned row(@Nullable Object[] row, int number, boolean full) {
		return row(full, members(row, number, full));
	}

	private static Canned page(List<@Nullable Object[]> rows, boolean full) {
		return page(rows.size(), full, (number) -> members(rows.get(number - 1), number, full));
	}

	private static String members(@Nullable Object[] row, int number, boolean full) {
		ByteArrayOutputStream json = new ByteArrayOutputStream();
		try (JsonGenerator generator = new JsonFactory().createGenerator(ObjectWriteContext.empty(), json)) {
			generator.writeStartObject();
			for (int i = 0; i < row.length; i++) {
				write(generator, Shape.property(i), row[i]);
			}
			generator.writeEndObject();
		}
		String properties = json.toString(StandardCharsets.UTF_8);
		return metadata(number, full) + keys(number) + properties.substring(1, properties.length() - 1) + ','
				+ timestamp(full);
	}

	/**
	 * Writes a property, if it is present.
	 */
	public static void write(JsonGenerator generator, String name, @Nullable Object value) {
		if (value instanceof Integer number) {
			generator.writeNumberProperty(name, number);
		}
		else if (value instanceof Double number) {
			generator.writeNumberProperty(name, number);
		}
		else if (value != null) {
			generator.writeStringProperty(name, (String) value);
		}
	}

	private static String names(int number, boolean full) {
		return metadata(number, full) + keys(number) + NAMES;
	}

	private static String members(int number, boolean full) {
		return metadata(number, full) + keys(number) + PROPERTIES + timestamp(full);
	}

	private static String timestamp(boolean full) {
		return full ? "\"Timestamp@odata.type\":\"Edm.DateTime\"," + TIMESTAMP : TIMESTAMP;
	}

	private static String metadata(int number, boolean full) {
		String etag = "\"odata.etag\":\"" + ETAG_JSON + "\",";
		String link = "Employees(PartitionKey='Sales',RowKey='" + HandMapping.rowKey(number) + "')\",";
		return full ? etag + "\"odata.type\":\"devstoreaccount1.Employees\",\"odata.id\":\"" + ENDPOINT + "/" + link
				+ "\"odata.editLink\":\"" + link : etag;
	}

	private static String keys(int number) {
		return "\"PartitionKey\":\"Sales\",\"RowKey\":\"" + HandMapping.rowKey(number) + "\",";
	}

	/**
	 * No such row.
	 */
	public static CannedHttpClient missing() {
		return new CannedHttpClient(missing(true), missing(false));
	}

	private static Canned missing(boolean full) {
		HttpHeaders headers = headers(full).set(HttpHeaderName.fromString("x-ms-error-code"), "ResourceNotFound");
		return new Canned(404, headers, bytes(NOT_FOUND));
	}

	/**
	 * A write was done.
	 */
	public static CannedHttpClient written() {
		return new CannedHttpClient(done(), done());
	}

	static Canned done() {
		return new Canned(204, headers(true).set(HttpHeaderName.ETAG, ETAG), new byte[0]);
	}

	/**
	 * A transaction was done: one answer for each of its writes.
	 */
	public static CannedHttpClient committed() {
		ByteSearch parts = new ByteSearch("Content-Type: application/http\r\n");
		Canned[] answers = IntStream.rangeClosed(0, MOST).mapToObj(ServiceAnswers::committed).toArray(Canned[]::new);
		return new CannedHttpClient((request, body) -> answers[parts.count(body)]);
	}

	private static Canned committed(int writes) {
		StringBuilder body = new StringBuilder(
				"--batchresponse_1\r\n" + "Content-Type: multipart/mixed; boundary=changesetresponse_1\r\n\r\n");
		for (int i = 1; i <= writes; i++) {
			String link = ENDPOINT + "/Employees(PartitionKey='Sales',RowKey='" + HandMapping.rowKey(i) + "')";
			body.append("--changesetresponse_1\r\nContent-Type: application/http\r\n")
				.append("Content-Transfer-Encoding: binary\r\n\r\nHTTP/1.1 204 No Content\r\n")
				.append("X-Content-Type-Options: nosniff\r\nCache-Control: no-cache\r\nDataServiceVersion: 3.0;\r\n")
				.append("Location: ")
				.append(link)
				.append("\r\nDataServiceId: ")
				.append(link)
				.append("\r\nETag: ")
				.append(ETAG)
				.append("\r\n\r\n\r\n");
		}
		body.append("--changesetresponse_1--\r\n--batchresponse_1--\r\n");
		HttpHeaders headers = headers(true).set(HttpHeaderName.CONTENT_TYPE,
				"multipart/mixed; boundary=batchresponse_1");
		return new Canned(202, headers, bytes(body.toString()));
	}

	private static HttpHeaders headers(boolean full) {
		return new HttpHeaders().set(HttpHeaderName.SERVER, "Azurite-Table/3.35.0")
			.set(HttpHeaderName.CONTENT_TYPE, "application/json;odata=" + (full ? "full" : "minimal") + "metadata")
			.set(HttpHeaderName.fromString("x-ms-request-id"), "b36033f7-dfb0-4b29-a474-ea3b468fbc5f")
			.set(HttpHeaderName.fromString("x-ms-version"), "2025-11-05")
			.set(HttpHeaderName.DATE, "Wed, 18 Nov 2026 13:08:10 GMT");
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
