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

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpPipeline;
import com.azure.core.http.HttpPipelineBuilder;
import com.azure.core.http.HttpRequest;
import com.azure.core.util.Context;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * That no more requests than allowed are in flight, and none is forgotten.
 */
@Timeout(60)
class ConnectionLimitPolicyTests {

	private static final int LIMIT = 3;

	private final AtomicInteger inFlight = new AtomicInteger();

	private final AtomicInteger most = new AtomicInteger();

	private final Semaphore gate = new Semaphore(1000);

	private HttpPipeline pipeline(Duration patience) {
		RecordedHttpClient http = new RecordedHttpClient((request) -> {
			this.most.accumulateAndGet(this.inFlight.incrementAndGet(), Math::max);
			this.gate.acquireUninterruptibly();
			this.inFlight.decrementAndGet();
			if (request.getUrl().getPath().endsWith("fails")) {
				throw new IllegalStateException("fails");
			}
			return RecordedHttpClient.answer(200, "");
		});
		return new HttpPipelineBuilder().httpClient(http).policies(new ConnectionLimitPolicy(LIMIT, patience)).build();
	}

	private static HttpRequest request(int number) {
		return new HttpRequest(HttpMethod.GET, "http://h/" + ((number % 5 == 0) ? "fails" : "works"));
	}

	@Test
	void holdsTheLimitForBlockingCalls() {
		HttpPipeline pipeline = pipeline(Duration.ofSeconds(30));
		ExecutorService threads = Executors.newFixedThreadPool(20);
		CompletableFuture<?>[] calls = new CompletableFuture<?>[200];
		for (int i = 0; i < calls.length; i++) {
			HttpRequest request = request(i);
			calls[i] = CompletableFuture.runAsync(() -> pipeline.sendSync(request, Context.NONE), threads)
				.exceptionally((ex) -> null);
		}
		CompletableFuture.allOf(calls).join();
		threads.shutdown();
		assertThat(this.most).satisfies((value) -> assertThat(value.get()).isBetween(1, LIMIT));
		assertThat(this.inFlight).hasValue(0);
	}

	@Test
	void holdsTheLimitForReactiveCalls() {
		HttpPipeline pipeline = pipeline(Duration.ofSeconds(30));
		Long answers = Flux.range(0, 200)
			.flatMap((i) -> pipeline.send(request(i))
				.subscribeOn(Schedulers.boundedElastic())
				.map((response) -> 1)
				.onErrorReturn(0), 50)
			.count()
			.block();
		assertThat(answers).isEqualTo(200);
		assertThat(this.most).satisfies((value) -> assertThat(value.get()).isBetween(1, LIMIT));
	}

	@Test
	void givesUpWaitingInTime() throws InterruptedException {
		HttpPipeline pipeline = pipeline(Duration.ofMillis(50));
		this.gate.drainPermits();
		CountDownLatch ended = new CountDownLatch(LIMIT);
		for (int i = 1; i <= LIMIT; i++) {
			new Thread(() -> {
				pipeline.sendSync(request(1), Context.NONE);
				ended.countDown();
			}).start();
		}
		while (this.inFlight.get() < LIMIT) {
			Thread.onSpinWait();
		}
		assertThatThrownBy(() -> pipeline.sendSync(request(1), Context.NONE)).hasMessageContaining("No connection");
		assertThatThrownBy(() -> pipeline.send(request(1)).block()).hasMessageContaining("No connection");
		this.gate.release(1000);
		ended.await();
		pipeline.sendSync(request(1), Context.NONE).close();
		pipeline.send(request(1)).block().close();
	}

}
