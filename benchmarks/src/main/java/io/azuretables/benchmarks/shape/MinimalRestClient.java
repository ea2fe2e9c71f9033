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

package io.azuretables.benchmarks.shape;

import java.io.ByteArrayOutputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.Context;
import io.azuretables.benchmarks.store.HandMapping;
import io.azuretables.benchmarks.store.ServiceAnswers;
import io.azuretables.benchmarks.store.Shape;
import io.azuretables.benchmarks.store.Shape.Task;
import io.azuretables.benchmarks.store.Sides;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A minimal REST client, the lower bound of the benchmarks: signs, writes and parses with
 * jackson-core, and nothing else. It has no mapping, no checks, no retries and no
 * pipeline, and knows only the rows that it is measured with; it is unfit for
 * applications. What others take above this is their own.
 */
public final class MinimalRestClient {

	private static final JsonFactory JSON = new JsonFactory();

	private static final HttpHeaderName DATE = HttpHeaderName.fromString("x-ms-date");

	private static final HttpHeaderName VERSION = HttpHeaderName.fromString("x-ms-version");

	private static final HttpHeaderName DATA_VERSION = HttpHeaderName.fromString("DataServiceVersion");

	private static final DateTimeFormatter FORMAT = DateTimeFormatter
		.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
		.withZone(ZoneOffset.UTC);

	private final HttpClient client;

	private final Mac mac;

	private final URL endpoint;

	/**
	 * The date of the last request: to format it takes longer than to sign.
	 */
	private long second;

	private String date = "";

	MinimalRestClient(HttpClient client) {
		this(client, ServiceAnswers.ENDPOINT);
	}

	/**
	 * A client of one thread.
	 */
	public MinimalRestClient(HttpClient client, String endpoint) {
		this.client = client;
		this.endpoint = url(null, endpoint);
		try {
			this.mac = Mac.getInstance("HmacSHA256");
			this.mac.init(new SecretKeySpec(Base64.getDecoder().decode(Sides.KEY), "HmacSHA256"));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Sends what a task asks for, and gives all values of the answer.
	 */
	public Object run(Task task, List<@Nullable Object[]> rows) {
		return switch (task) {
			case READ -> parse(send(HttpMethod.GET, row(1), null, null));
			case FIND_10_IDS, FIND_100_IDS,
					FIND_1000_IDS ->
				IntStream.rangeClosed(1, rows.size())
					.mapToObj((number) -> parse(send(HttpMethod.GET, row(number), null, null)))
					.toList();
			case PAGE_OF_100, PAGE_OF_1000 -> parse(
					send(HttpMethod.GET, "/Employees()?$top=1000&$filter=PartitionKey%20eq%20%27Sales%27", null, null));
			case INSERT -> etag(send(HttpMethod.POST, "/Employees", json(rows.get(0), 1), "application/json"));
			case MERGE -> etag(send(HttpMethod.PATCH, row(1), json(new Object[] { "changed" }, 1), "application/json"));
			case TRANSACTION ->
				send(HttpMethod.POST, "/$batch", batch(rows), "multipart/mixed; boundary=batch_1").getBodyAsBinaryData()
					.toBytes();
		};
	}

	private static String row(int number) {
		return "/Employees(PartitionKey='Sales',RowKey='" + HandMapping.rowKey(number) + "')";
	}

	private HttpResponse send(HttpMethod method, String path, byte @Nullable [] body, @Nullable String type) {
		HttpRequest request = new HttpRequest(method, url(this.endpoint, "/devstoreaccount1" + path));
		request.setHeader(HttpHeaderName.ACCEPT, "application/json;odata=minimalmetadata");
		request.setHeader(VERSION, "2019-02-02");
		request.setHeader(DATA_VERSION, "3.0");
		if (body != null) {
			request.setHeader(HttpHeaderName.CONTENT_TYPE, type);
			request.setBody(body);
		}
		Instant now = Instant.now();
		if (now.getEpochSecond() != this.second) {
			this.second = now.getEpochSecond();
			this.date = FORMAT.format(now);
		}
		String signed = this.date + "\n/devstoreaccount1" + request.getUrl().getPath();
		byte[] signature = this.mac.doFinal(signed.getBytes(StandardCharsets.UTF_8));
		request.setHeader(DATE, this.date);
		request.setHeader(HttpHeaderName.AUTHORIZATION,
				"SharedKeyLite devstoreaccount1:" + Base64.getEncoder().encodeToString(signature));
		return this.client.sendSync(request, Context.NONE);
	}

	private static URL url(@Nullable URL base, String address) {
		try {
			return (base != null) ? new URL(base, address) : URI.create(address).toURL();
		}
		catch (MalformedURLException ex) {
			throw new IllegalArgumentException(ex);
		}
	}

	private static Object etag(HttpResponse response) {
		return response.getHeaders().getValue(HttpHeaderName.ETAG);
	}

	private static byte[] json(@Nullable Object[] row, int number) {
		ByteArrayOutputStream json = new ByteArrayOutputStream(1024);
		write(row, number, json);
		return json.toByteArray();
	}

	private static void write(@Nullable Object[] row, int number, ByteArrayOutputStream json) {
		try (JsonGenerator generator = JSON.createGenerator(ObjectWriteContext.empty(), json)) {
			generator.writeStartObject();
			generator.writeStringProperty("PartitionKey", "Sales");
			generator.writeStringProperty("RowKey", HandMapping.rowKey(number));
			for (int i = 0; i < row.length; i++) {
				ServiceAnswers.write(generator, Shape.property(i), row[i]);
			}
			generator.writeEndObject();
		}
	}

	private static byte[] batch(List<@Nullable Object[]> rows) {
		ByteArrayOutputStream body = new ByteArrayOutputStream(4096);
		body.writeBytes(ascii("--batch_1\r\nContent-Type: multipart/mixed; boundary=changeset_1\r\n\r\n"));
		for (int i = 0; i < rows.size(); i++) {
			body.writeBytes(ascii("--changeset_1\r\nContent-Type: application/http\r\n"
					+ "Content-Transfer-Encoding: binary\r\n\r\nPOST " + ServiceAnswers.ENDPOINT
					+ "/Employees HTTP/1.1\r\nContent-ID: " + (i + 1)
					+ "\r\nAccept: application/json;odata=minimalmetadata\r\nDataServiceVersion: 3.0\r\n"
					+ "Prefer: return-no-content\r\nContent-Type: application/json\r\n\r\n"));
			write(rows.get(i), i + 1, body);
			body.writeBytes(ascii("\r\n"));
		}
		body.writeBytes(ascii("--changeset_1--\r\n--batch_1--\r\n"));
		return body.toByteArray();
	}

	private static byte[] ascii(String text) {
		return text.getBytes(StandardCharsets.ISO_8859_1);
	}

	/**
	 * Everything that an answer says.
	 */
	private static List<Object> parse(HttpResponse response) {
		List<Object> values = new ArrayList<>();
		try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(),
				response.getBodyAsBinaryData().toBytes())) {
			for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
				switch (token) {
					case VALUE_STRING -> values.add(parser.getString());
					case VALUE_NUMBER_INT -> values.add(parser.getIntValue());
					case VALUE_NUMBER_FLOAT -> values.add(parser.getDoubleValue());
					default -> {
					}
				}
			}
		}
		return values;
	}

}
