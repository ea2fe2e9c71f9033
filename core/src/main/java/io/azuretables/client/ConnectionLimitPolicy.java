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

import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import reactor.core.publisher.Mono;

/**
 * Lets so many requests be in flight at a time, and the others wait in line, as long as
 * they may wait for an answer. Answers are read eagerly, so a request that has returned
 * has left its connection.
 */
final class ConnectionLimitPolicy implements HttpPipelinePolicy {

	private static final CompletableFuture<Boolean> AT_ONCE = CompletableFuture.completedFuture(true);

	private final Queue<CompletableFuture<Boolean>> waiting = new ArrayDeque<>();

	private final Duration patience;

	private int free;

	ConnectionLimitPolicy(int limit, Duration patience) {
		this.free = limit;
		this.patience = patience;
	}

	@Override
	public HttpResponse processSync(HttpPipelineCallContext context, HttpPipelineNextSyncPolicy next) {
		await(enter());
		try {
			return next.processSync();
		}
		finally {
			leave();
		}
	}

	@Override
	public Mono<HttpResponse> process(HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
		Mono<Boolean> turn = Mono.fromFuture(this::enter)
			.timeout(this.patience)
			.onErrorMap(TimeoutException.class, (ex) -> noTurn());
		return Mono.usingWhen(turn, (entered) -> next.process(), (entered) -> Mono.fromRunnable(this::leave));
	}

	private synchronized CompletableFuture<Boolean> enter() {
		if (this.free > 0) {
			this.free--;
			return AT_ONCE;
		}
		CompletableFuture<Boolean> turn = new CompletableFuture<>();
		this.waiting.add(turn);
		return turn;
	}

	private void await(CompletableFuture<Boolean> turn) {
		if (turn == AT_ONCE) {
			return;
		}
		try {
			turn.get(this.patience.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (TimeoutException | ExecutionException ex) {
			giveUp(turn);
			throw noTurn();
		}
		catch (InterruptedException ex) {
			giveUp(turn);
			Thread.currentThread().interrupt();
			throw noTurn();
		}
	}

	private void giveUp(CompletableFuture<Boolean> turn) {
		if (!turn.cancel(false)) {
			leave();
		}
	}

	private static UncheckedIOException noTurn() {
		return new UncheckedIOException(new ConnectException("No connection became free"));
	}

	/**
	 * Passes the turn on to the first one in line that still waits.
	 */
	private synchronized void leave() {
		CompletableFuture<Boolean> next = this.waiting.poll();
		while (next != null && !next.complete(true)) {
			next = this.waiting.poll();
		}
		if (next == null) {
			this.free++;
		}
	}

}
