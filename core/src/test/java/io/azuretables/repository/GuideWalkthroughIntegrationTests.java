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

package io.azuretables.repository;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.azuretables.client.Azurite;
import io.azuretables.client.HttpTableGateway;
import io.azuretables.client.RecordingProxy;
import io.azuretables.client.RecordingProxy.Received;
import io.azuretables.client.TableClientOptions;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowPage.Continuation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The guide's examples over HTTP: what is asserted are the requests that Azurite
 * receives.
 */
@ExtendWith(Azurite.LogOfFailures.class)
class GuideWalkthroughIntegrationTests extends GuideWalkthrough {

	private static final Pattern ROW = Pattern.compile(".*\\(PartitionKey='(.*)',RowKey='(.*)'\\)");

	private static final Pattern PART = Pattern
		.compile("(POST|PUT|PATCH|DELETE) (\\S+) HTTP/1.1\r\n(.*?)\r\n\r\n(.*?)\r\n", Pattern.DOTALL);

	private final RecordingProxy proxy = new RecordingProxy();

	@AfterEach
	void close() {
		this.proxy.close();
	}

	@Override
	protected TableGateway connect() {
		return HttpTableGateway.connect(TableClientOptions.of(this.proxy.connectionString()));
	}

	@Override
	protected List<String> requests() {
		return this.proxy.received()
			.stream()
			.filter((request) -> !request.target().endsWith("/Tables"))
			.map(GuideWalkthroughIntegrationTests::line)
			.toList();
	}

	private static String line(Received request) {
		if (request.target().endsWith("/$batch")) {
			return GuideRequests.batch(PART.matcher(request.body()).results().map((part) -> line(part(part))).toList());
		}
		String[] target = request.target().split("\\?");
		Matcher row = ROW.matcher(decoded(target[0]));
		if (!request.method().equals("GET")) {
			return write(request, row);
		}
		return row.matches() ? GuideRequests.read(row.group(1), row.group(2)) : query(target[1]);
	}

	private static Received part(MatchResult part) {
		Map<String, String> headers = part.group(3)
			.lines()
			.map((line) -> line.split(": ", 2))
			.collect(Collectors.toMap((header) -> header[0].toLowerCase(), (header) -> header[1]));
		return new Received(part.group(1), part.group(2), headers, part.group(4));
	}

	private static String write(Received request, Matcher row) {
		JsonNode body = JsonMapper.shared().readTree(request.body().isEmpty() ? "{}" : request.body());
		TableKey key = row.matches() ? TableKey.of(row.group(1), row.group(2))
				: TableKey.of(body.path("PartitionKey").asString(), body.path("RowKey").asString());
		return GuideRequests.write(request.method(), key, request.headers().get("if-match"),
				body.propertyStream()
					.map(Map.Entry::getKey)
					.filter((name) -> !name.endsWith("Key") && !name.contains("@"))
					.toList());
	}

	private static String query(String text) {
		Map<String, String> query = new HashMap<>();
		for (String parameter : text.split("&")) {
			String[] pair = decoded(parameter).split("=", 2);
			query.put(pair[0], pair[1]);
		}
		String partition = query.get("NextPartitionKey");
		Continuation from = (partition != null) ? new Continuation(partition, query.get("NextRowKey")) : null;
		return GuideRequests.query(query.get("$filter"), query.get("$select"), Integer.parseInt(query.get("$top")),
				from);
	}

	private static String decoded(String text) {
		return URLDecoder.decode(text, StandardCharsets.UTF_8);
	}

}
