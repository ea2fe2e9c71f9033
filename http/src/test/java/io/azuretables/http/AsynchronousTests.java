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
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.Context;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.Disposable;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for requests of {@link ApacheHttpClient} that do not block their callers.
 */
@Timeout(120)
class AsynchronousTests {

	private static HttpRequest request(HostileServer server) {
		return new HttpRequest(HttpMethod.GET, server.url("/"));
	}

	@Test
	void answersByThreadsOfItsOwnThatEndWithTheApplication() throws IOException {
		try (HostileServer server = HostileServer.answering(HostileServer.ok("x"));
				ApacheHttpClient client = new ApacheHttpClient(
						ApacheHttpClientOptions.DEFAULTS.withConnectionLimit(4))) {
			List<Thread> threads = Flux.range(0, 200)
				.flatMap((i) -> client.send(request(server)).map((response) -> Thread.currentThread()), 50)
				.collectList()
				.block();
			// what is answered before it is subscribed to goes on in the subscriber's
			// thread
			assertThat(threads).hasSize(200)
				.filteredOn((thread) -> thread != Thread.currentThread())
				.isNotEmpty()
				.allSatisfy((thread) -> assertThat(thread.getName()).startsWith("azure-tables-http-"));
			assertThat(server.connections()).isLessThanOrEqualTo(4);
		}
		assertThat(Thread.getAllStackTraces().keySet())
			.filteredOn((thread) -> thread.getName().startsWith("azure-tables-http-"))
			.allMatch(Thread::isDaemon);
	}

	@Test
	void answersByTheThreadsThatItIsGiven() throws IOException {
		AtomicInteger tasks = new AtomicInteger();
		Executor executor = (task) -> {
			tasks.incrementAndGet();
			new Thread(task).start();
		};
		try (HostileServer server = HostileServer.answering(HostileServer.ok("x"));
				ApacheHttpClient client = new ApacheHttpClient(
						ApacheHttpClientOptions.DEFAULTS.withExecutor(executor))) {
			Mono<HttpResponse> answer = client.send(request(server), Context.NONE);
			assertThat(tasks).hasValue(0);
			assertThat(answer.block().getStatusCode()).isEqualTo(200);
			assertThat(answer.block().getStatusCode()).isEqualTo(200);
			assertThat(tasks).hasValue(2);
			assertThat(server.requests()).hasSize(2);
		}
	}

	@Test
	void interruptsNoThreadThatHasAnswered() throws IOException {
		try (HostileServer server = HostileServer.answering(HostileServer.ok("x"));
				ApacheHttpClient client = new ApacheHttpClient(
						ApacheHttpClientOptions.DEFAULTS.withExecutor(Runnable::run))) {
			assertThat(client.send(request(server)).block().getStatusCode()).isEqualTo(200);
			assertThat(Thread.interrupted()).isFalse();
			server.close();
			assertThat(catchThrowable(() -> client.send(request(server)).block())).isNotNull();
			assertThat(Thread.interrupted()).isFalse();
		}
	}

	@Test
	void endsARequestThatIsCancelled() throws Exception {
		CountDownLatch asked = new CountDownLatch(1);
		CountDownLatch gone = new CountDownLatch(1);
		try (HostileServer server = new HostileServer((connection) -> {
			connection.read();
			asked.countDown();
			try {
				connection.read();
			}
			finally {
				gone.countDown();
			}
		}); ApacheHttpClient client = new ApacheHttpClient()) {
			Disposable subscription = client.send(request(server)).subscribe();
			asked.await();
			subscription.dispose();
			gone.await();
		}
	}

	@Test
	void endsAtItsDeadlineInTheQueueToo() throws IOException {
		try (HostileServer server = new HostileServer((connection) -> connection.hang())) {
			Context context = new Context(ApacheHttpClient.EXCHANGE_TIMEOUT, Duration.ofMillis(300));
			try (ApacheHttpClient client = new ApacheHttpClient()) {
				Throwable failure = catchThrowable(() -> client.send(request(server), context).block());
				assertThat(Exceptions.unwrap(failure)).satisfiesAnyOf(
						(ex) -> assertThat(ex).isInstanceOf(SocketTimeoutException.class),
						(ex) -> assertThat(ex).isInstanceOf(TimeoutException.class));
			}
			try (ApacheHttpClient client = new ApacheHttpClient(
					ApacheHttpClientOptions.DEFAULTS.withExecutor((task) -> {
					}))) {
				Throwable failure = catchThrowable(() -> client.send(request(server), context).block());
				assertThat(Exceptions.unwrap(failure)).isInstanceOf(TimeoutException.class);
			}
		}
	}

	@Test
	void reportsFailures() throws IOException {
		try (HostileServer server = new HostileServer((connection) -> connection.read());
				ApacheHttpClient client = new ApacheHttpClient()) {
			Throwable failure = catchThrowable(() -> client.send(request(server)).block());
			assertThat(Exceptions.unwrap(failure)).isInstanceOf(IOException.class);
		}
	}

}
