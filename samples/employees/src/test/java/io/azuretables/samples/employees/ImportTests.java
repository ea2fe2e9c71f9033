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

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.azuretables.test.AutoConfigureDataTables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Imports of any length, over a connection.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureDataTables
@Timeout(120)
class ImportTests {

	private static final String REQUEST = """
			POST /import HTTP/1.1
			Host: localhost
			Content-Type: text/csv
			Transfer-Encoding: chunked

			""".replace("\n", "\r\n");

	@LocalServerPort
	private int port;

	@Test
	void saysHowFarItIsBeforeEverythingHasArrived() throws IOException {
		try (Socket connection = new Socket(InetAddress.getLoopbackAddress(), this.port)) {
			OutputStream request = connection.getOutputStream();
			BufferedReader answer = new BufferedReader(
					new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
			send(REQUEST + chunk(employees(1, 11_000)), request);
			assertThat(until("{\"written\":10000}", answer)).contains("200", "{\"written\":100}")
				.doesNotContain("10100", "done");
			send(chunk(employees(11_001, 11_010)) + chunk(""), request);
			assertThat(until("done", answer)).endsWith("{\"written\":11010,\"done\":true}\n");
		}
	}

	private static String employees(int from, int to) {
		return IntStream.rangeClosed(from, to)
			.mapToObj((i) -> "Sales" + i % 10 + "," + i + ",e" + i + "@contoso.com,Name,40\n")
			.collect(Collectors.joining());
	}

	private static String chunk(String text) {
		return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
	}

	private static void send(String text, OutputStream request) throws IOException {
		request.write(text.getBytes(StandardCharsets.UTF_8));
		request.flush();
	}

	private static String until(String end, BufferedReader answer) throws IOException {
		StringBuilder lines = new StringBuilder();
		while (lines.indexOf(end) < 0) {
			String line = answer.readLine();
			assertThat(line).as("the answer ends after %s", lines).isNotNull();
			lines.append(line).append('\n');
		}
		return lines.toString();
	}

}
