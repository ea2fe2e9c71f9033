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

package io.azuretables.samples.employees;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import io.azuretables.test.AutoConfigureDataTables;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Plays the requests of {@code employees.http}, one after the other. The title of each
 * ends with the status of its answer and a part of it.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureDataTables
class HttpFileTests {

	private final HttpClient client = HttpClient.newHttpClient();

	@LocalServerPort
	private int port;

	@TestFactory
	Stream<DynamicTest> answersAsTheFileSays() throws Exception {
		List<String> requests = List.of(Files.readString(Path.of("employees.http")).split("(?m)^### "));
		assertThat(requests).hasSizeGreaterThan(15);
		return requests.stream()
			.skip(1)
			.map((request) -> DynamicTest.dynamicTest(request.lines().findFirst().orElseThrow(), () -> play(request)));
	}

	private void play(String text) throws Exception {
		String[] parts = text.split("\n\n", 2);
		List<String> head = parts[0].lines().toList();
		String[] title = head.get(0).substring(head.get(0).indexOf(": ") + 2).split(" ", 2);
		String[] line = head.get(1).replace("{{host}}", "http://localhost:" + this.port).split(" ", 2);
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(line[1]))
			.method(line[0], BodyPublishers.ofString((parts.length > 1) ? parts[1].strip() : ""));
		head.stream().skip(2).map((header) -> header.split(": ", 2)).forEach((header) -> {
			request.header(header[0], header[1]);
		});
		HttpResponse<String> answer = this.client.send(request.build(), BodyHandlers.ofString());
		assertThat(answer.statusCode()).as(answer.body()).isEqualTo(Integer.parseInt(title[0]));
		assertThat(answer.body()).contains((title.length > 1) ? title[1] : "");
	}

}
