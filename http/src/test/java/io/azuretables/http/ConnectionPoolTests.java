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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpRequest;
import com.azure.core.util.Context;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ConnectionPool}.
 */
@Timeout(120)
class ConnectionPoolTests {

	private static final int LIMIT = 3;

	private final AtomicInteger inFlight = new AtomicInteger();

	private final AtomicInteger most = new AtomicInteger();

	private final Semaphore gate = new Semaphore(100_000);

	private final ApacheHttpClientOptions options = ApacheHttpClientOptions.DEFAULTS.withConnectionLimit(LIMIT);

	private HostileServer server() throws IOException {
		return new HostileServer((connection) -> {
			for (HostileServer.Request request = connection.read(); request != null; request = connection.read()) {
				this.most.accumulateAndGet(this.inFlight.incrementAndGet(), Math::max);
				this.gate.acquire();
				this.inFlight.decrementAndGet();
				if (request.target().equals("/fails")) {
					return;
				}
				connection.write(HostileServer.EMPTY);
			}
		});
	}

	private static void get(ApacheHttpClient client, String url) {
		client.sendSync(new HttpRequest(HttpMethod.GET, url), Context.NONE).close();
	}

	@Test
	void holdsTheLimitAndForgetsNoConnection() throws IOException {
		ExecutorService threads = Executors.newFixedThreadPool(20);
		try (HostileServer server = server(); ApacheHttpClient client = new ApacheHttpClient(this.options)) {
			CompletableFuture<?>[] calls = new CompletableFuture<?>[300];
			for (int i = 0; i < calls.length; i++) {
				String url = server.url((i % 5 == 0) ? "/fails" : "/works");
				calls[i] = CompletableFuture.runAsync(() -> get(client, url), threads).exceptionally((ex) -> null);
			}
			CompletableFuture.allOf(calls).join();
			assertThat(this.most.get()).isBetween(1, LIMIT);
			assertThat(this.inFlight).hasValue(0);
			assertThat(server.requests()).hasSize(300);
			for (int i = 0; i < 10; i++) {
				get(client, server.url("/"));
			}
		}
		threads.shutdown();
	}

	@Test
	void servesInTheOrderInWhichRequestsCame() throws Exception {
		List<Integer> served = Collections.synchronizedList(new ArrayList<>());
		this.gate.drainPermits();
		try (HostileServer server = server();
				ApacheHttpClient client = new ApacheHttpClient(this.options.withConnectionLimit(1))) {
			List<Thread> threads = new ArrayList<>();
			for (int i = 0; i < 10; i++) {
				int number = i;
				Thread thread = new Thread(() -> {
					get(client, server.url("/"));
					served.add(number);
				});
				threads.add(thread);
				thread.start();
				while (thread.getState() != Thread.State.TIMED_WAITING && this.inFlight.get() + number == 0
						|| number > 0 && thread.getState() != Thread.State.TIMED_WAITING) {
					Thread.onSpinWait();
				}
			}
			for (Thread thread : threads) {
				this.gate.release();
				thread.join();
			}
			assertThat(served).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
		}
	}

	@Test
	void closesConnectionsThatAreNotUsed() throws IOException {
		try (HostileServer server = server();
				ApacheHttpClient client = new ApacheHttpClient(this.options.withKeepAlive(Duration.ofMillis(50)))) {
			get(client, server.url("/"));
			while (server.openConnections() > 0) {
				Thread.onSpinWait();
			}
			get(client, server.url("/"));
			assertThat(server.connections()).isEqualTo(2);
			while (server.openConnections() > 0) {
				Thread.onSpinWait();
			}
		}
	}

	@Test
	void closesWhatRestsForOneServerWhenAnotherOneNeedsConnections() throws IOException {
		try (HostileServer one = server();
				HostileServer other = server();
				ApacheHttpClient client = new ApacheHttpClient(this.options.withConnectionLimit(1))) {
			for (int i = 0; i < 10; i++) {
				get(client, one.url("/"));
				get(client, other.url("/"));
				while (one.openConnections() > 0) {
					Thread.onSpinWait();
				}
			}
			assertThat(one.connections()).isEqualTo(10);
		}
	}

}
