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
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpRequest;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * That a deadline bounds everything that a server can do, and that an interrupted thread
 * waits for nothing.
 */
@Timeout(120)
@Tag("long")
class DeadlineTests {

	private static final Duration SHORT = Duration.ofMillis(700);

	private static final Duration LONG = Duration.ofMinutes(10);

	/**
	 * Between the two, so that a slow machine passes.
	 */
	private static final Duration SOON = Duration.ofSeconds(30);

	private static final TimeoutOptions PATIENT = new TimeoutOptions(LONG, LONG, LONG, LONG);

	private ApacheHttpClient client = new ApacheHttpClient(
			ApacheHttpClientOptions.DEFAULTS.withTimeouts(PATIENT).withConnectionLimit(1));

	@AfterEach
	void close() {
		this.client.close();
	}

	private void get(String url, Context context) {
		this.client.sendSync(new HttpRequest(HttpMethod.GET, url), context);
	}

	private static Context exchange() {
		return new Context(ApacheHttpClient.EXCHANGE_TIMEOUT, SHORT);
	}

	private static Throwable failsSoon(ThrowingCallable call) {
		long start = System.nanoTime();
		UncheckedIOException failure = catchThrowableOfType(UncheckedIOException.class, call);
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);
		assertThat(failure).isNotNull();
		return failure.getCause();
	}

	@ParameterizedTest
	@ValueSource(strings = { ApacheHttpClient.EXCHANGE_TIMEOUT, "azure-response-timeout" })
	void boundsAServerThatNeverAnswers(String key) throws IOException {
		try (HostileServer server = new HostileServer((connection) -> connection.hang())) {
			assertThat(failsSoon(() -> get(server.url("/"), new Context(key, SHORT))))
				.isInstanceOf(SocketTimeoutException.class);
		}
	}

	@Test
	void takesTheShorterOne() throws IOException {
		try (HostileServer server = new HostileServer((connection) -> connection.hang())) {
			failsSoon(() -> get(server.url("/"), exchange().addData("azure-response-timeout", LONG)));
			failsSoon(() -> get(server.url("/"),
					new Context("azure-response-timeout", SHORT).addData(ApacheHttpClient.EXCHANGE_TIMEOUT, LONG)));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "PT0S", "PT-1S", "PT2562047788015215H30M7S" })
	void takesNoTimeOfTheSdkForNoLimit(Duration time) throws IOException {
		try (HostileServer server = HostileServer.answering(HostileServer.EMPTY)) {
			get(server.url("/"), new Context("azure-response-timeout", time));
			assertThat(server.requests()).hasSize(1);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n",
			"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffff\r\n", "HTTP/1.1 200 OK\r\n\r\n" })
	void boundsABodyThatTrickles(String head) throws IOException {
		try (HostileServer server = new HostileServer((connection) -> {
			connection.read();
			connection.write(head);
			connection.trickle("x".repeat(10_000));
		})) {
			assertThat(failsSoon(() -> get(server.url("/"), exchange()))).isInstanceOf(SocketTimeoutException.class);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "HTTP/1.1 200 OK\r\nX-Header: ", "", "HTTP/1.1 100 Continue\r\n\r\n" })
	void boundsHeadersThatTrickle(String head) throws IOException {
		try (HostileServer server = new HostileServer((connection) -> {
			connection.read();
			connection.write(head);
			connection.trickle("HTTP/1.1 200 OK\r\nX-A: " + "x".repeat(10_000));
		})) {
			assertThat(failsSoon(() -> get(server.url("/"), exchange()))).isInstanceOf(SocketTimeoutException.class);
			this.client = new ApacheHttpClient(
					ApacheHttpClientOptions.DEFAULTS.withTimeouts(PATIENT.withResponse(SHORT)));
			assertThat(failsSoon(() -> get(server.url("/"), Context.NONE))).isInstanceOf(SocketTimeoutException.class);
		}
	}

	@Test
	void boundsARequestThatTheServerDoesNotTake() throws IOException {
		try (HostileServer server = new HostileServer((connection) -> connection.hang())) {
			HttpRequest request = new HttpRequest(HttpMethod.PUT, server.url("/"))
				.setBody(BinaryData.fromBytes(new byte[64 * 1024 * 1024]));
			assertThat(failsSoon(() -> this.client.sendSync(request, exchange())))
				.isInstanceOf(SocketTimeoutException.class)
				.hasMessage("The server does not take the request in time");
		}
	}

	@Test
	void sendsALargeRequestToASlowServer() throws IOException {
		byte[] body = new byte[32 * 1024 * 1024];
		for (int i = 0; i < body.length; i++) {
			body[i] = (byte) (i * 31 >> 3);
		}
		Thread client = Thread.currentThread();
		try (HostileServer server = new HostileServer((connection) -> {
			HostileServer.Request head = connection.readHead();
			await(() -> waitsInSocket(client));
			connection.readBody(head);
			connection.write(HostileServer.EMPTY);
		})) {
			this.client.sendSync(new HttpRequest(HttpMethod.PUT, server.url("/")).setBody(BinaryData.fromBytes(body)),
					Context.NONE);
			assertThat(server.requests().get(0).body()).isEqualTo(body);
		}
	}

	/**
	 * Whether a thread waits until the server takes or sends more.
	 */
	private static boolean waitsInSocket(Thread thread) {
		return Arrays.stream(thread.getStackTrace())
			.anyMatch((frame) -> frame.getClassName().equals(DeadlineSocket.class.getName())
					&& frame.getMethodName().equals("await"));
	}

	@Test
	void boundsTheWaitForAConnectionAndSendsNothing() throws Exception {
		CountDownLatch asked = new CountDownLatch(1);
		try (HostileServer server = new HostileServer((connection) -> {
			connection.read();
			asked.countDown();
			connection.hang();
		})) {
			Thread other = new Thread(
					() -> catchThrowableOfType(UncheckedIOException.class, () -> get(server.url("/"), Context.NONE)));
			other.start();
			asked.await();
			assertThat(failsSoon(() -> get(server.url("/"), exchange()))).isInstanceOf(ConnectException.class)
				.hasMessage("No connection became free in time: 1 requests are being answered");
			assertThat(server.requests()).hasSize(1);
			other.interrupt();
			other.join();
		}
	}

	@Test
	void boundsTheWaitToBeConnected() throws IOException {
		try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			List<Socket> queue = HostileServer.fill(deaf);
			String url = "http://127.0.0.1:" + deaf.getLocalPort() + "/";
			assertThat(failsSoon(() -> get(url, exchange()))).isInstanceOf(ConnectException.class);
			this.client = new ApacheHttpClient(
					ApacheHttpClientOptions.DEFAULTS.withTimeouts(PATIENT.withConnect(SHORT)));
			assertThat(failsSoon(() -> get(url, Context.NONE))).isInstanceOf(ConnectException.class)
				.hasMessageStartingWith("No connection to 127.0.0.1:" + deaf.getLocalPort());
			for (Socket socket : queue) {
				socket.close();
			}
		}
	}

	@Test
	void boundsAPermissionThatTrickles() throws IOException {
		try (HostileServer server = new HostileServer((connection) -> {
			connection.readHead();
			connection.trickle("HTTP/1.1 100 " + "x".repeat(10_000));
		})) {
			HttpRequest request = new HttpRequest(HttpMethod.PUT, server.url("/")).setHeader(HttpHeaderName.EXPECT,
					"100-continue");
			request.setBody(BinaryData.fromBytes(new byte[1_000]));
			assertThat(failsSoon(() -> this.client.sendSync(request, exchange())))
				.isInstanceOf(SocketTimeoutException.class);
		}
	}

	@Test
	void boundsTheTimeBetweenTwoPartsOfAnAnswer() throws IOException {
		this.client = new ApacheHttpClient(ApacheHttpClientOptions.DEFAULTS.withTimeouts(PATIENT.withRead(SHORT)));
		try (HostileServer server = new HostileServer((connection) -> {
			connection.read();
			connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
			connection.hang();
		})) {
			assertThat(failsSoon(() -> get(server.url("/"), Context.NONE))).isInstanceOf(SocketTimeoutException.class);
		}
	}

	@Test
	void boundsARequestWithoutADeadline() throws IOException {
		this.client = new ApacheHttpClient(ApacheHttpClientOptions.DEFAULTS.withTimeouts(PATIENT.withExchange(SHORT)));
		try (HostileServer server = new HostileServer((connection) -> {
			connection.read();
			connection.write("HTTP/1.1 200 OK\r\n\r\n");
			connection.trickle("x".repeat(10_000));
		})) {
			assertThat(failsSoon(() -> get(server.url("/"), Context.NONE))).isInstanceOf(SocketTimeoutException.class);
		}
	}

	@Test
	void usesTheNextConnectionAfterATimeout() throws IOException {
		try (HostileServer server = new HostileServer((connection) -> {
			connection.read();
			if (connection.number() == 1) {
				connection.hang();
			}
			connection.write(HostileServer.EMPTY);
		})) {
			failsSoon(() -> get(server.url("/"), exchange()));
			get(server.url("/"), Context.NONE);
		}
	}

	@Test
	void endsAtOnceWhenInterruptedWhileItWaitsForTheAnswer() throws Exception {
		CountDownLatch asked = new CountDownLatch(1);
		try (HostileServer server = new HostileServer((connection) -> {
			connection.read();
			asked.countDown();
			connection.hang();
		})) {
			assertThat(interrupted(() -> get(server.url("/"), Context.NONE), asked))
				.isExactlyInstanceOf(InterruptedIOException.class);
		}
	}

	@Test
	void endsAtOnceWhenInterruptedWhileItSends() throws Exception {
		CountDownLatch asked = new CountDownLatch(1);
		try (HostileServer server = new HostileServer((connection) -> {
			connection.readHead();
			asked.countDown();
			connection.hang();
		})) {
			HttpRequest request = new HttpRequest(HttpMethod.PUT, server.url("/"))
				.setBody(BinaryData.fromBytes(new byte[64 * 1024 * 1024]));
			assertThat(interrupted(() -> this.client.sendSync(request, Context.NONE), asked))
				.isExactlyInstanceOf(InterruptedIOException.class);
		}
	}

	@Test
	void endsAtOnceWhenInterruptedWhileItWaitsForAConnection() throws Exception {
		CountDownLatch asked = new CountDownLatch(1);
		try (HostileServer server = new HostileServer((connection) -> {
			connection.read();
			asked.countDown();
			connection.hang();
		})) {
			Thread other = new Thread(
					() -> catchThrowableOfType(UncheckedIOException.class, () -> get(server.url("/"), Context.NONE)));
			other.start();
			asked.await();
			assertThat(interrupted(() -> get(server.url("/"), Context.NONE), asked))
				.isInstanceOf(ConnectException.class)
				.hasMessage("The thread was interrupted before the request was sent");
			other.interrupt();
			other.join();
		}
	}

	private static void await(BooleanSupplier condition) {
		while (!condition.getAsBoolean()) {
			Thread.onSpinWait();
		}
	}

	/**
	 * What a call throws that is interrupted, the flag being kept.
	 */
	private static Throwable interrupted(ThrowingCallable call, CountDownLatch when) throws InterruptedException {
		AtomicReference<Throwable> failure = new AtomicReference<>();
		Thread thread = new Thread(() -> {
			UncheckedIOException thrown = catchThrowableOfType(UncheckedIOException.class, call);
			if (Thread.currentThread().isInterrupted()) {
				failure.set(thrown.getCause());
			}
		});
		thread.start();
		when.await();
		thread.interrupt();
		thread.join(SOON.toMillis());
		assertThat(thread.isAlive()).isFalse();
		return failure.get();
	}

}
