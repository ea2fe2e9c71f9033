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
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.Context;
import reactor.core.publisher.Mono;

/**
 * A blocking HTTP/1.1 client for the Azure SDK on Apache HttpComponents Core. A request
 * is sent and its answer read by the thread of its caller.
 * <p>
 * <b>What it does.</b> It sends each request once, and follows no redirect. An answer is
 * read to its end before it is returned, up to
 * {@linkplain ApacheHttpClientOptions#maxResponseSize() a size}. The deadline of a
 * request bounds all of it: the wait for a connection, connecting, TLS, the request, the
 * headers and the body. It is the shorter one of the context value
 * {@value #EXCHANGE_TIMEOUT} and of the SDK's own {@code azure-response-timeout}, both a
 * {@link Duration}; without them, {@link TimeoutOptions#exchange()}. A connection is
 * looked at before a request is written to it, so that one that the server has closed
 * costs no request. The interruption of a thread ends its wait at once, whether for a
 * connection, a handshake or an answer. Only the look-up of a host's name is left to the
 * system and its time-outs.
 * <p>
 * <b>What it never does.</b> It writes nothing to any log, as addresses and headers hold
 * secrets. It has no cookies, caches nothing, and does not ask for compression.
 * <p>
 * <b>Failures.</b> An {@link UncheckedIOException} has the cause. The request was not
 * sent if the cause is a {@link java.net.ConnectException}, an
 * {@link java.net.UnknownHostException}, a {@link java.net.NoRouteToHostException} or an
 * {@link javax.net.ssl.SSLHandshakeException}; otherwise it may have been.
 * <p>
 * <b>Why HttpCore.</b> HttpComponents Core writes and reads the messages. HttpClient,
 * which stands above it, costs half as much again, writes request lines with their
 * signatures to a log, and knows time-outs between two reads only. What is needed of it,
 * a pool, TLS and proxies, is small.
 *
 * @since 0.1
 */
public final class ApacheHttpClient implements HttpClient, AutoCloseable {

	/**
	 * The key of the context value that bounds the whole exchange of a request.
	 */
	public static final String EXCHANGE_TIMEOUT = "azure-tables-exchange-timeout";

	private static final String RESPONSE_TIMEOUT = "azure-response-timeout";

	private final ApacheHttpClientOptions options;

	private final Proxies proxies;

	private final ConnectionPool pool;

	private final Executor executor;

	/**
	 * A client with the defaults.
	 */
	public ApacheHttpClient() {
		this(ApacheHttpClientOptions.DEFAULTS);
	}

	public ApacheHttpClient(ApacheHttpClientOptions options) {
		this.options = options;
		this.proxies = Proxies.of(options.proxy());
		this.pool = new ConnectionPool(options);
		Executor given = options.executor();
		this.executor = (given != null) ? given : new DaemonThreads(options.connectionLimit());
	}

	/**
	 * The settings.
	 */
	public ApacheHttpClientOptions options() {
		return this.options;
	}

	@Override
	public HttpResponse sendSync(HttpRequest request, Context context) {
		try {
			return exchange(request, deadline(context));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public Mono<HttpResponse> send(HttpRequest request) {
		return send(request, Context.NONE);
	}

	/**
	 * Sends a request by a thread of the executor. Cancelling ends it. The time in the
	 * executor's queue counts.
	 */
	@Override
	public Mono<HttpResponse> send(HttpRequest request, Context context) {
		return Mono.defer(() -> {
			Deadline deadline = deadline(context);
			CompletableFuture<HttpResponse> answer = new CompletableFuture<>();
			FutureTask<Void> task = new FutureTask<>(() -> complete(answer, request, deadline), null);
			answer.orTimeout(deadline.left(), TimeUnit.NANOSECONDS).whenComplete((response, ex) -> {
				// A task that completes the answer would interrupt its own thread
				if (ex instanceof CancellationException || ex instanceof TimeoutException) {
					task.cancel(true);
				}
			});
			this.executor.execute(task);
			return Mono.fromFuture(answer);
		});
	}

	private void complete(CompletableFuture<HttpResponse> answer, HttpRequest request, Deadline deadline) {
		try {
			answer.complete(exchange(request, deadline));
		}
		catch (Throwable ex) {
			answer.completeExceptionally(ex);
		}
	}

	private HttpResponse exchange(HttpRequest request, Deadline deadline) throws IOException {
		Route route = Route.to(request.getUrl(), this.proxies);
		Connection connection = this.pool.borrow(route, deadline);
		try {
			return connection.exchange(request, deadline, this.options);
		}
		catch (SocketTimeoutException ex) {
			throw ex;
		}
		catch (IOException ex) {
			throw Thread.currentThread().isInterrupted() ? interrupted(ex) : ex;
		}
		finally {
			this.pool.giveBack(connection);
		}
	}

	private static IOException interrupted(IOException ex) {
		return (IOException) new InterruptedIOException("The thread was interrupted while it waited for the answer")
			.initCause(ex);
	}

	private Deadline deadline(Context context) {
		Deadline deadline = null;
		for (String key : new String[] { EXCHANGE_TIMEOUT, RESPONSE_TIMEOUT }) {
			if (context.getData(key).orElse(null) instanceof Duration time && TimeoutOptions.isLimit(time)) {
				deadline = (deadline != null) ? deadline.orIn(time) : Deadline.in(time);
			}
		}
		return (deadline != null) ? deadline : Deadline.in(this.options.timeouts().exchange());
	}

	/**
	 * Closes the connections that are not used, and the others when their requests end.
	 * Requests that follow fail.
	 */
	@Override
	public void close() {
		this.pool.close();
	}

}
