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

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.azuretables.client.LoopbackServer.Reply;
import io.azuretables.client.LoopbackServer.Request;
import tools.jackson.databind.json.JsonMapper;

/**
 * One table in memory, as the service would keep it: rows by key, conditions, and
 * transactions. It knows nothing of the client's code.
 */
final class TinyTable {

	private static final Pattern ROW = Pattern.compile(".*\\(PartitionKey='(.*)',RowKey='(.*)'\\).*");

	private static final Pattern PART = Pattern
		.compile("(POST|PUT|PATCH|DELETE) (\\S+) HTTP/1.1\r\n(.*?)\r\n\r\n(.*?)\r\n", Pattern.DOTALL);

	private static final JsonMapper JSON = new JsonMapper();

	private final Map<String, Map<String, Object>> rows = new TreeMap<>();

	private int version;

	synchronized Reply answer(Request request) {
		return request.target().endsWith("/$batch") ? transaction(request) : apply(request).with("Date",
				DateTimeFormatter.RFC_1123_DATE_TIME.format(Instant.now().atOffset(ZoneOffset.UTC)));
	}

	/**
	 * A row as it lies in the table, or {@code null}.
	 */
	synchronized Map<String, Object> row(String partitionKey, String rowKey) {
		return this.rows.get(partitionKey + "/" + rowKey);
	}

	/**
	 * Moves the timestamp of all rows into the past.
	 */
	synchronized void age() {
		this.rows.values().forEach((row) -> row.put("Timestamp", "2020-01-01T00:00:00Z"));
	}

	private Reply apply(Request request) {
		if (request.method().equals("POST")) {
			Map<String, Object> row = json(request.body());
			String key = row.get("PartitionKey") + "/" + row.get("RowKey");
			return this.rows.containsKey(key) ? Reply.error(409, "EntityAlreadyExists") : put(key, row);
		}
		Matcher matcher = ROW.matcher(URLDecoder.decode(request.target(), StandardCharsets.UTF_8));
		if (!matcher.matches()) {
			return Reply.error(400, "InvalidUri");
		}
		String key = matcher.group(1) + "/" + matcher.group(2);
		Map<String, Object> row = this.rows.get(key);
		String condition = request.header("if-match");
		if (row == null && (request.isRead() || !condition.isEmpty())) {
			return Reply.error(404, "ResourceNotFound");
		}
		if (row != null && !condition.isEmpty() && !condition.equals("*") && !condition.equals(row.get("odata.etag"))) {
			return Reply.error(412, "UpdateConditionNotSatisfied");
		}
		return change(request, key, row);
	}

	private Reply change(Request request, String key, Map<String, Object> row) {
		switch (request.method()) {
			case "GET":
				return Reply.of(200, JSON.writeValueAsString(row));
			case "DELETE":
				this.rows.remove(key);
				return Reply.of(204, "");
			case "PUT":
				return put(key, json(request.body()));
			default:
				Map<String, Object> merged = new TreeMap<>((row != null) ? row : Map.of());
				merged.putAll(json(request.body()));
				return put(key, merged);
		}
	}

	private Reply put(String key, Map<String, Object> row) {
		String etag = "W/\"datetime'" + (++this.version) + "'\"";
		row.put("PartitionKey", key.substring(0, key.indexOf('/')));
		row.put("RowKey", key.substring(key.indexOf('/') + 1));
		row.put("odata.etag", etag);
		row.put("Timestamp", Instant.now().toString());
		this.rows.put(key, row);
		return Reply.of(204, "").with("ETag", etag);
	}

	@SuppressWarnings("unchecked") // The rows of this table are objects
	private static Map<String, Object> json(String body) {
		return new TreeMap<>(JSON.readValue(body, Map.class));
	}

	private Reply transaction(Request request) {
		Map<String, Map<String, Object>> before = new TreeMap<>();
		this.rows.forEach((key, row) -> before.put(key, new TreeMap<>(row)));
		StringBuilder body = new StringBuilder(
				"--batchresponse_1\r\nContent-Type: multipart/mixed; boundary=changesetresponse_1\r\n\r\n");
		Matcher parts = PART.matcher(request.body());
		for (int index = 0; parts.find(); index++) {
			Reply reply = apply(part(parts));
			if (reply.status() >= 400) {
				this.rows.clear();
				this.rows.putAll(before);
				Reply numbered = Reply.of(reply.status(), reply.body().replace("Because", index + ":Because"));
				return Reply.of(202, "--changesetresponse_1\r\n" + text(numbered));
			}
			body.append("--changesetresponse_1\r\n").append(text(reply));
		}
		return Reply.of(202, body + "--changesetresponse_1--\r\n--batchresponse_1--\r\n");
	}

	private static Request part(Matcher parts) {
		Map<String, String> headers = new TreeMap<>();
		parts.group(3).lines().forEach((line) -> headers.put(line.split(": ")[0].toLowerCase(), line.split(": ")[1]));
		return new Request(parts.group(1), parts.group(2), headers, parts.group(4));
	}

	private static String text(Reply reply) {
		StringBuilder text = new StringBuilder("Content-Type: application/http\r\n\r\n");
		text.append("HTTP/1.1 ").append(reply.status()).append(" Words\r\n");
		reply.headers().forEach((name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
		return text.append("\r\n").append(reply.body()).append("\r\n").toString();
	}

}
