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

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for the messages of {@link ApacheHttpClient}, against servers that answer in many
 * ways.
 */
@Timeout(120)
class ApacheHttpClientTests {

	private final ApacheHttpClient client = new ApacheHttpClient();

	@AfterEach
	void close() {
		this.client.close();
	}

	private HttpResponse get(String url) {
		return send(new HttpRequest(HttpMethod.GET, url));
	}

	private HttpResponse send(HttpRequest request) {
		return this.client.sendSync(request, Context.NONE);
	}

	private static String text(HttpResponse response) {
		return response.getBodyAsBinaryData().toString();
	}

	@Test
	void sendsWhatTheRequestSays() throws IOException {
		try (HostileServer server = HostileServer.answering(HostileServer.EMPTY)) {
			HttpRequest request = new HttpRequest(HttpMethod.PUT, server.url("/a%20b(PartitionKey='x')?c=%2F&d"))
				.setHeader(HttpHeaderName.fromString("X-Many"), "1")
				.setHeader(HttpHeaderName.USER_AGENT, "me")
				.setBody("böse");
			assertThat(send(request).getStatusCode()).isEqualTo(200);
			HostileServer.Request received = server.requests().get(0);
			assertThat(received.method()).isEqualTo("PUT");
			assertThat(received.target()).isEqualTo("/a%20b(PartitionKey='x')?c=%2F&d");
			assertThat(received.header("x-many")).isEqualTo("1");
			assertThat(received.header("user-agent")).isEqualTo("me");
			assertThat(received.header("host")).isEqualTo("127.0.0.1:" + server.port());
			assertThat(received.header("content-length")).isEqualTo("5");
			assertThat(received.headers()).doesNotContainKeys("accept-encoding", "cookie", "transfer-encoding");
			assertThat(received.text()).isEqualTo("böse");
		}
	}

	@Test
	void sendsABodyOfUnknownLengthInChunks() throws IOException {
		byte[] bytes = "x".repeat(100_000).getBytes(StandardCharsets.UTF_8);
		try (HostileServer server = HostileServer.answering(HostileServer.EMPTY)) {
			HttpRequest request = new HttpRequest(HttpMethod.POST, server.url("/"))
				.setBody(BinaryData.fromStream(new ByteArrayInputStream(bytes)));
			request.getHeaders().remove(HttpHeaderName.CONTENT_LENGTH);
			send(request);
			assertThat(server.requests().get(0).header("transfer-encoding")).isEqualTo("chunked");
			assertThat(server.requests().get(0).body()).isEqualTo(bytes);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "POST", "PUT", "PATCH" })
	void saysThatThereIsNoBodyWhereOneIsExpected(String method) throws IOException {
		try (HostileServer server = HostileServer.answering(HostileServer.EMPTY)) {
			send(new HttpRequest(HttpMethod.valueOf(method), server.url("/")));
			get(server.url("/"));
			assertThat(server.requests().get(0).header("content-length")).isEqualTo("0");
			assertThat(server.requests().get(1).headers()).doesNotContainKey("content-length");
		}
	}

	@Test
	void readsStatusHeadersAndBody() throws IOException {
		try (HostileServer server = HostileServer.answering(
				"HTTP/1.1 404 Not there\r\nX-A: 1\r\nx-a: 2\r\nETag: W/\"3\"\r\nContent-Length: 4\r\n\r\nbody")) {
			HttpResponse response = get(server.url("/"));
			assertThat(response.getStatusCode()).isEqualTo(404);
			assertThat(response.getHeaders().getValues(HttpHeaderName.fromString("x-a"))).containsExactly("1", "2");
			assertThat(response.getHeaderValue(HttpHeaderName.ETAG)).isEqualTo("W/\"3\"");
			assertThat(text(response)).isEqualTo("body");
			assertThat(response).isInstanceOfSatisfying(ReceivedResponse.class,
					(received) -> assertThat(received.bytes()).asString(StandardCharsets.UTF_8).isEqualTo("body"));
			assertThat(response.getBodyAsString().block()).isEqualTo("body");
			assertThat(response.getBodyAsString(StandardCharsets.UTF_8).block()).isEqualTo("body");
			assertThat(response.getBodyAsByteArray().block()).hasSize(4);
			assertThat(response.getBodyAsInputStream().block()).hasContent("body");
			assertThat(response.getBody().blockLast().remaining()).isEqualTo(4);
			assertThat(response.buffer()).isSameAs(response);
		}
	}

	@Test
	void readsValuesOfHeadersWithoutLineBreaksAndZeros() throws IOException {
		try (HostileServer server = HostileServer.answering("HTTP/1.1 204 None\r\nX-Plain: \t a  b \t \r\nX-Empty: \r\n"
				+ "X-Zero: a\0b\r\nX-Return: a\rb\r\nX-Folded: a\r\n b\r\n\r\n")) {
			HttpHeaders headers = get(server.url("/")).getHeaders();
			assertThat(headers.getValue(HttpHeaderName.fromString("X-Plain"))).isEqualTo("a  b");
			assertThat(headers.getValue(HttpHeaderName.fromString("X-Empty"))).isEmpty();
			assertThat(headers.getValue(HttpHeaderName.fromString("X-Zero"))).isEqualTo("a b");
			assertThat(headers.getValue(HttpHeaderName.fromString("X-Return"))).isEqualTo("a b");
			assertThat(headers.getValue(HttpHeaderName.fromString("X-Folded"))).isEqualTo("a b");
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 4095, 4096, 4097, 262143, 262144, 262145, 3_000_000 })
	void readsBodiesOfAnySizeWithAndWithoutALength(int size) throws IOException {
		String body = "0123456789".repeat(size / 10 + 1).substring(0, size);
		String chunked = chunked(body);
		try (HostileServer server = new HostileServer((connection) -> {
			connection.read();
			connection.write(HostileServer.ok(body));
			connection.read();
			connection.write(chunked);
			connection.read();
			connection.write("HTTP/1.1 200 OK\r\n\r\n" + body);
		})) {
			for (int i = 0; i < 3; i++) {
				assertThat(text(get(server.url("/"))).equals(body)).isTrue();
			}
			assertThat(server.connections()).isEqualTo(1);
		}
	}

	private static String chunked(String body) {
		StringBuilder text = new StringBuilder("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
		for (int i = 0; i < body.length(); i += 70_000) {
			String chunk = body.substring(i, Math.min(body.length(), i + 70_000));
			text.append(Integer.toHexString(chunk.length())).append(";a=b\r\n").append(chunk).append("\r\n");
		}
		return text + "0\r\nTrailer: 1\r\n\r\n";
	}

	@Test
	void readsNoBodyWhereThereIsNone() throws IOException {
		try (HostileServer server = new HostileServer((connection) -> {
			connection.read();
			connection.write("HTTP/1.1 204 None\r\n\r\n");
			connection.read();
			connection.write("HTTP/1.1 304 Same\r\nContent-Length: 100\r\n\r\n");
			connection.read();
			connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n");
			connection.read();
			connection.write(HostileServer.ok("end"));
		})) {
			assertThat(get(server.url("/")).getStatusCode()).isEqualTo(204);
			assertThat(get(server.url("/")).getStatusCode()).isEqualTo(304);
			HttpResponse head = send(new HttpRequest(HttpMethod.HEAD, server.url("/")));
			assertThat(head.getHeaderValue(HttpHeaderName.CONTENT_LENGTH)).isEqualTo("100");
			assertThat(text(head)).isEmpty();
			assertThat(text(get(server.url("/")))).isEqualTo("end");
			assertThat(server.connections()).isEqualTo(1);
		}
	}

	@Test
	void passesOverInterimAnswers() throws IOException {
		String interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: x\r\n\r\n";
		try (HostileServer server = HostileServer.answering(interim + HostileServer.ok("end"))) {
			assertThat(text(get(server.url("/")))).isEqualTo("end");
			assertThat(text(get(server.url("/")))).isEqualTo("end");
			assertThat(server.connections()).isEqualTo(1);
		}
	}

	@Test
	void waitsForPermissionToSendABodyWhereItIsAskedFor() throws IOException {
		try (HostileServer server = new HostileServer((connection) -> {
			HostileServer.Request head = connection.readHead();
			connection.write("HTTP/1.1 100 Continue\r\n\r\n");
			connection.readBody(head);
			connection.write(HostileServer.ok("taken"));
			connection.readHead();
			connection.write("HTTP/1.1 401 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
			connection.hang();
		})) {
			HttpRequest request = new HttpRequest(HttpMethod.PUT, server.url("/"))
				.setHeader(HttpHeaderName.EXPECT, "100-continue")
				.setBody("body");
			assertThat(text(send(request))).isEqualTo("taken");
			assertThat(send(request).getStatusCode()).isEqualTo(401);
			assertThat(server.requests()).hasSize(1);
			assertThat(server.requests().get(0).text()).isEqualTo("body");
		}
	}

	@Test
	void sendsTheBodyToAServerThatGivesNoPermission() throws IOException {
		try (HostileServer server = HostileServer.answering(HostileServer.ok("taken"))) {
			HttpRequest request = new HttpRequest(HttpMethod.PUT, server.url("/"))
				.setHeader(HttpHeaderName.EXPECT, "100-continue")
				.setBody("body");
			assertThat(text(send(request))).isEqualTo("taken");
		}
	}

	@Test
	void usesNoConnectionAgainThatStillWaitsForABody() throws IOException {
		try (HostileServer server = new HostileServer((connection) -> {
			HostileServer.Request head = connection.readHead();
			if (head.method().equals("PUT")) {
				connection.write("HTTP/1.1 409 Conflict\r\nContent-Length: 0\r\n\r\n");
				connection.readBody(head);
			}
			else {
				connection.write(HostileServer.ok("read"));
			}
		})) {
			HttpRequest request = new HttpRequest(HttpMethod.PUT, server.url("/"))
				.setHeader(HttpHeaderName.EXPECT, "100-continue")
				.setBody("body that is longer than the head of the next request, or not");
			assertThat(send(request).getStatusCode()).isEqualTo(409);
			assertThat(text(get(server.url("/")))).isEqualTo("read");
			assertThat(server.requests()).isEmpty();
		}
	}

	@Test
	void readsARefusalThatComesBeforeTheBodyWasTaken() throws IOException {
		try (HostileServer server = new HostileServer((connection) -> {
			connection.readHead();
			connection.write("HTTP/1.1 413 Too large\r\nConnection: close\r\nContent-Length: 4\r\n\r\nlong");
		})) {
			HttpRequest request = new HttpRequest(HttpMethod.POST, server.url("/")).setBody("x".repeat(8_000_000));
			HttpResponse response = send(request);
			assertThat(response.getStatusCode()).isEqualTo(413);
			assertThat(text(response)).isEqualTo("long");
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 301, 302, 303, 307, 308 })
	void followsNoRedirectAndKeepsNoCookie(int status) throws IOException {
		try (HostileServer server = HostileServer.answering(
				"HTTP/1.1 " + status + " There\r\nLocation: /other\r\nSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n")) {
			assertThat(get(server.url("/")).getStatusCode()).isEqualTo(status);
			get(server.url("/"));
			assertThat(server.requests()).extracting(HostileServer.Request::target).containsExactly("/", "/");
			assertThat(server.requests().get(1).headers()).doesNotContainKey("cookie");
		}
	}

	@Test
	void usesAConnectionAgain() throws IOException {
		try (HostileServer server = HostileServer.answering(HostileServer.ok("x"))) {
			for (int i = 0; i < 100; i++) {
				get(server.url("/"));
			}
			assertThat(server.connections()).isEqualTo(1);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx",
			"HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\nx",
			"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nxHTTP/1.1 200",
			"HTTP/1.1 200 OK\r\nKeep-Alive: timeout=0\r\nContent-Length: 1\r\n\r\nx",
			"HTTP/1.1 204 None\r\nContent-Length: 1\r\n\r\nx" })
	void doesNotUseAConnectionAgainThatIsOfNoUse(String answer) throws IOException {
		try (HostileServer server = HostileServer.answering(answer)) {
			get(server.url("/"));
			get(server.url("/"));
			assertThat(server.requests()).hasSize(2);
			assertThat(server.connections()).isEqualTo(2);
		}
	}

	@Test
	void takesNoAnswerThatCameUnasked() throws Exception {
		CountDownLatch sent = new CountDownLatch(1);
		try (HostileServer server = new HostileServer((connection) -> {
			connection.read();
			connection.write(HostileServer.ok("asked"));
			connection.write(HostileServer.ok("unasked"));
			sent.countDown();
			connection.read();
			connection.write(HostileServer.ok("asked"));
		})) {
			assertThat(text(get(server.url("/")))).isEqualTo("asked");
			sent.await();
			assertThat(text(get(server.url("/")))).isEqualTo("asked");
		}
	}

	@Test
	void noticesThatTheServerHasClosedAConnection() throws Exception {
		try (HostileServer server = new HostileServer((connection) -> {
			connection.read();
			connection.write(HostileServer.ok("x"));
		})) {
			for (int i = 1; i <= 20; i++) {
				assertThat(text(get(server.url("/")))).isEqualTo("x");
				while (server.openConnections() > 0) {
					Thread.onSpinWait();
				}
			}
			assertThat(server.requests()).hasSize(20);
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "GET", "PUT", "DELETE", "HEAD" })
	void repeatsNothing(HttpMethod method) throws IOException {
		try (HostileServer server = new HostileServer((connection) -> {
			connection.read();
			connection.write(HostileServer.EMPTY);
			connection.read();
		})) {
			send(new HttpRequest(method, server.url("/")));
			assertThatExceptionOfType(UncheckedIOException.class)
				.isThrownBy(() -> send(new HttpRequest(method, server.url("/"))));
			assertThat(server.requests()).hasSize(2);
			send(new HttpRequest(method, server.url("/")));
			assertThat(server.requests()).hasSize(3);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", "HTTP/1.1 200 OK\r\nContent-",
			"HTTP/1.1 204", "HTTP/1.1 204 None\r\nETag: cut", "HTTP/1.1 204 None\r\nETag: cut\r\n",
			"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhal",
			"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nsecret\r\n",
			"HTTP/1.1 200 OK\r\nContent-Length: secret\r\n\r\n", "SSH-2.0-secret\r\n\r\n", "HTTP/2.0 200 OK\r\n\r\n",
			"HTTP/1.1 000 secret\r\n\r\n", "HTTP/1.-1 200 secret\r\n\r\n", "HTTP/1.1 099 secret\r\n\r\n",
			"HTTP/1.1 101 Switching\r\nUpgrade: secret\r\n\r\n", "HTTP/1.1 200 OK\r\nsecret\r\n\r\n", "" })
	void refusesWhatIsNoAnswer(String answer) throws IOException {
		try (HostileServer server = new HostileServer((connection) -> {
			connection.read();
			connection.write(answer);
		})) {
			assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> get(server.url("/")))
				.satisfies((ex) -> assertThat(ex).hasStackTraceContaining("http")
					.extracting((failure) -> stackTrace(failure))
					.asString()
					.doesNotContain("secret"))
				.havingCause()
				.isNotInstanceOf(ConnectException.class);
			assertThat(server.requests()).hasSize(1);
		}
	}

	private static String stackTrace(Throwable ex) {
		java.io.StringWriter text = new java.io.StringWriter();
		ex.printStackTrace(new java.io.PrintWriter(text));
		return text.toString();
	}

	@Test
	void endsAnswersWithoutEnd() throws IOException {
		try (HostileServer server = new HostileServer((connection) -> {
			connection.read();
			while (true) {
				connection.write("HTTP/1.1 100 Continue\r\n\r\n");
			}
		})) {
			assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> get(server.url("/")))
				.withCauseInstanceOf(ProtocolException.class);
		}
		try (HostileServer server = new HostileServer((connection) -> {
			connection.read();
			connection.write("HTTP/1.1 200 OK\r\n");
			while (true) {
				connection.write("X-Header: value\r\n");
			}
		})) {
			assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> get(server.url("/")));
		}
		try (HostileServer server = new HostileServer((connection) -> {
			connection.read();
			connection.write("HTTP/1.1 200 OK\r\nX-Header: ");
			while (true) {
				connection.write("value".repeat(1000));
			}
		})) {
			assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> get(server.url("/")));
		}
	}

	@Test
	void saysThatNothingWasSentWhereThereIsNoServer() throws IOException {
		int port;
		try (ServerSocket closed = new ServerSocket(0)) {
			port = closed.getLocalPort();
		}
		assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> get("http://127.0.0.1:" + port + "/"))
			.withCauseInstanceOf(ConnectException.class)
			.withMessageContaining("127.0.0.1:" + port);
		assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> get("http://no.such.host.invalid/"))
			.withCauseInstanceOf(UnknownHostException.class);
	}

	@Test
	void refusesWhatWouldBreakTheRequest() throws IOException {
		try (HostileServer server = HostileServer.answering(HostileServer.EMPTY)) {
			assertThatIllegalArgumentException().isThrownBy(() -> get(server.url("/a b")))
				.withMessage("The address of a request has a character that is not encoded: U+0020");
			assertThatIllegalArgumentException().isThrownBy(() -> get("ftp://localhost/"))
				.withMessage("A request goes to http or https, not to ftp");
			assertThatIllegalArgumentException()
				.isThrownBy(() -> send(new HttpRequest(HttpMethod.PUT, server.url("/")).setBody("four")
					.setHeader(HttpHeaderName.CONTENT_LENGTH, "5")))
				.withMessage("The header Content-Length says 5, the body has 4 bytes");
			HttpRequest injected = new HttpRequest(HttpMethod.GET, server.url("/"))
				.setHeader(HttpHeaderName.fromString("X-A"), "1\r\nX-B: 2");
			send(injected);
			assertThat(server.requests().get(0).headers()).doesNotContainKey("x-b");
		}
	}

	@Test
	void sendsNothingAfterItWasClosed() throws IOException {
		try (HostileServer server = HostileServer.answering(HostileServer.EMPTY)) {
			get(server.url("/"));
			this.client.close();
			while (server.openConnections() > 0) {
				Thread.onSpinWait();
			}
			assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> get(server.url("/")))
				.withCauseInstanceOf(ConnectException.class)
				.withMessageContaining("The HTTP client is closed");
		}
	}

}
