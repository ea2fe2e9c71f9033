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

package io.azuretables.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpRequest;
import com.azure.core.util.Context;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * That no answer takes more memory than it may, in a JVM with a small heap, too.
 */
@Timeout(120)
class ResponseSizeTests {

	private static final int MEBIBYTE = 1024 * 1024;

	private static HostileServer server() throws IOException {
		String block = "x".repeat(MEBIBYTE);
		return new HostileServer((connection) -> {
			HostileServer.Request request = connection.read();
			while (request != null) {
				int size = Integer.parseInt(request.target().replaceAll("\\D", ""));
				if (request.target().startsWith("/chunked")) {
					connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
					for (int i = 0; i < size; i++) {
						connection.write("100000\r\n" + block + "\r\n");
					}
					connection.write("0\r\n\r\n");
				}
				else {
					long length = (long) size * MEBIBYTE;
					connection.write("HTTP/1.1 200 OK\r\n" + (request.target().startsWith("/length")
							? "Content-Length: " + length + "\r\n\r\n" : "\r\n"));
					for (int i = 0; i < size; i++) {
						connection.write(block);
					}
					if (request.target().startsWith("/endless")) {
						return;
					}
				}
				request = connection.read();
			}
		});
	}

	private static int get(ApacheHttpClient client, String url) {
		return client.sendSync(new HttpRequest(HttpMethod.GET, url), Context.NONE)
			.getBodyAsBinaryData()
			.toBytes().length;
	}

	@ParameterizedTest
	@ValueSource(strings = { "/length", "/chunked", "/endless" })
	void endsAnAnswerThatIsTooLarge(String path) throws IOException {
		try (HostileServer server = server();
				ApacheHttpClient client = new ApacheHttpClient(
						ApacheHttpClientOptions.DEFAULTS.withMaxResponseSize(2 * MEBIBYTE))) {
			assertThat(get(client, server.url(path + 2))).isEqualTo(2 * MEBIBYTE);
			assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> get(client, server.url(path + 3)))
				.withCauseInstanceOf(ResponseTooLargeException.class)
				.withMessageContaining("The answer is larger than 2097152 bytes, the maximum size of a response");
			assertThat(get(client, server.url(path + 2))).isEqualTo(2 * MEBIBYTE);
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 4095, 4096, 4097 })
	void endsAnAnswerThatIsALittleTooLarge(int limit) throws IOException {
		try (HostileServer server = new HostileServer((connection) -> {
			for (int size = limit; connection.read() != null; size++) {
				connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(size)
						+ "\r\n" + "x".repeat(size) + "\r\n0\r\n\r\n");
			}
		});
				ApacheHttpClient client = new ApacheHttpClient(
						ApacheHttpClientOptions.DEFAULTS.withMaxResponseSize(limit))) {
			assertThat(get(client, server.url("/"))).isEqualTo(limit);
			assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> get(client, server.url("/")))
				.withCauseInstanceOf(ResponseTooLargeException.class);
		}
	}

	@Test
	void survivesLargeAnswersAndAFullHeapInASmallJvm() throws Exception {
		Process process = new ProcessBuilder(System.getProperty("java.home") + "/bin/java", "-Xmx128m",
				"-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), SmallHeap.class.getName())
			.redirectErrorStream(true)
			.start();
		String output = new String(process.getInputStream().readAllBytes());
		assertThat(process.waitFor()).as(output).isZero();
	}

	/**
	 * The program of the small JVM.
	 */
	static final class SmallHeap {

		private SmallHeap() {
		}

		public static void main(String[] args) throws IOException {
			try (HostileServer server = server(); ApacheHttpClient client = new ApacheHttpClient()) {
				for (String path : List.of("/length120", "/chunked120", "/endless120")) {
					try {
						get(client, server.url(path));
						throw new IllegalStateException("Read " + path);
					}
					catch (UncheckedIOException ex) {
						get(client, server.url("/length1"));
					}
				}
				for (int i = 0; i < 3; i++) {
					fillHeap(client, server);
					get(client, server.url("/length1"));
				}
			}
		}

		/**
		 * Fills the heap while requests go on, which work or fail.
		 */
		private static void fillHeap(ApacheHttpClient client, HostileServer server) {
			List<byte[]> rubbish = new ArrayList<>();
			int failed = 0;
			for (int size = 8 * MEBIBYTE; failed < 20;) {
				try {
					rubbish.add(new byte[size]);
				}
				catch (OutOfMemoryError ex) {
					size = Math.max(size / 2, 1024);
					failed++;
				}
				try {
					get(client, server.url("/length1"));
				}
				catch (OutOfMemoryError | RuntimeException ex) {
					failed++;
				}
			}
			rubbish.clear();
		}

	}

}
