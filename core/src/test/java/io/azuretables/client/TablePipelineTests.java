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

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

import io.azuretables.client.LoopbackServer.Reply;
import io.azuretables.client.LoopbackServer.Way;
import io.azuretables.http.TimeoutOptions;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowReader;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DataAccessException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * That options reach the wire, seen from a server that is slow or does not answer.
 */
class TablePipelineTests {

	private static final Duration SHORT = Duration.ofMillis(200);

	private static final Duration LONG = Duration.ofMinutes(10);

	/**
	 * Between the two, and below every default.
	 */
	private static final Duration SOON = Duration.ofSeconds(4);

	private static final Reply ROW = Reply.of(200, "{\"PartitionKey\":\"p\",\"RowKey\":\"r\",\"A\":1}");

	private static HttpTableGateway gateway(TableConnection connection, UnaryOperator<TimeoutOptions> timeouts) {
		TableClientOptions options = TableClientOptions.of(connection);
		return HttpTableGateway.connect(options.withRetry(options.retry().withAttempts(1).withDeadline(LONG))
			.withTimeouts(timeouts.apply(new TimeoutOptions(LONG, LONG, LONG, LONG))));
	}

	private static void read(HttpTableGateway gateway) {
		gateway.read("Things", TableKey.of("p", "r"), null, RowReader.rows());
	}

	private static DataAccessException failsSoon(ThrowingCallable call) {
		long start = System.nanoTime();
		DataAccessException failure = catchThrowableOfType(DataAccessException.class, call);
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);
		return failure;
	}

	@Test
	void waitsForTheAnswerAsLongAsTheOptionsSay() {
		try (LoopbackServer server = LoopbackServer.replying(Reply.noAnswer(Way.NEVER))) {
			HttpTableGateway gateway = gateway(server.connection(), (timeouts) -> timeouts.withResponse(SHORT));
			assertThat(failsSoon(() -> read(gateway))).hasMessageEndingWith("got no answer in time");
		}
	}

	@Test
	void waitsForTheRestOfTheAnswerAsLongAsTheOptionsSay() {
		try (LoopbackServer server = LoopbackServer.replying(ROW.by(Way.STALLED))) {
			HttpTableGateway gateway = gateway(server.connection(), (timeouts) -> timeouts.withRead(SHORT));
			assertThat(failsSoon(() -> read(gateway))).hasMessageEndingWith("got no answer in time");
		}
	}

	@Test
	void waitsForTheConnectionAsLongAsTheOptionsSay() throws IOException {
		List<Socket> queue = new ArrayList<>();
		try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			fill(deaf, queue);
			URI endpoint = URI.create("http://127.0.0.1:" + deaf.getLocalPort() + "/account");
			TableConnection connection = new TableConnection(endpoint,
					new TableCredential.SharedKey("account", "c2VjcmV0"));
			HttpTableGateway gateway = gateway(connection, (timeouts) -> timeouts.withConnect(SHORT));
			assertThat(failsSoon(() -> read(gateway))).hasMessageContaining("was not sent: there is no connection");
		}
		finally {
			for (Socket socket : queue) {
				socket.close();
			}
		}
	}

	/**
	 * Connects to a server that accepts nobody until the system's queue is full.
	 */
	private static void fill(ServerSocket deaf, List<Socket> queue) throws IOException {
		try {
			while (queue.size() < 100) {
				Socket socket = new Socket();
				queue.add(socket);
				socket.connect(new InetSocketAddress(deaf.getInetAddress(), deaf.getLocalPort()), 100);
			}
		}
		catch (SocketTimeoutException ex) {
			// full
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 3 })
	void hasAsManyRequestsInFlightAsTheOptionsSay(int limit) throws InterruptedException {
		AtomicInteger inFlight = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		ExecutorService callers = Executors.newCachedThreadPool();
		try (LoopbackServer server = new LoopbackServer((request) -> {
			most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
			inFlight.decrementAndGet();
			return ROW;
		})) {
			TableClientOptions options = TableClientOptions.of(server.connection());
			HttpTableGateway gateway = HttpTableGateway
				.connect(options.withHttp(options.transport().http().withConnectionLimit(limit)));
			List<CompletableFuture<Void>> calls = new ArrayList<>();
			for (int i = 0; i < 12; i++) {
				calls.add(CompletableFuture.runAsync(() -> read(gateway), callers));
			}
			calls.forEach(CompletableFuture::join);
			assertThat(server.requests()).hasSize(12);
			assertThat(most).hasValue(limit);
		}
		finally {
			callers.shutdown();
		}
	}

}
