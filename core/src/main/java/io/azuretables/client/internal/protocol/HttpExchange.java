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

package io.azuretables.client.internal.protocol;

import java.io.IOException;
import java.net.ConnectException;
import java.net.MalformedURLException;
import java.net.NoRouteToHostException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

import javax.net.ssl.SSLHandshakeException;

import com.azure.core.exception.ClientAuthenticationException;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpPipeline;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import io.azuretables.client.internal.protocol.AttemptOutcome.Lost;
import io.azuretables.client.internal.protocol.AttemptOutcome.Unsent;
import io.azuretables.http.ApacheHttpClient;
import io.azuretables.http.ReceivedResponse;
import io.azuretables.internal.json.UnreadableResponseException;

/**
 * Sends one HTTP request once and reads its response.
 */
public final class HttpExchange {

	private static final HttpHeaderName VERSION = HttpHeaderName.fromString("x-ms-version");

	private static final HttpHeaderName DATA_VERSION = HttpHeaderName.fromString("DataServiceVersion");

	private static final HttpHeaderName METHOD = HttpHeaderName.fromString("X-HTTP-Method");

	/**
	 * HTTP clients take no timeout of nothing.
	 */
	private static final Duration LEAST = Duration.ofMillis(1);

	private static final Context EAGER = new Context("azure-eagerly-read-response", true);

	private final HttpPipeline pipeline;

	/**
	 * The address of the service. Others differ from it in their path only, and are not
	 * parsed.
	 */
	private final URL base;

	private final Protocol protocol;

	private final int origin;

	private final boolean cosmos;

	private final Duration patience;

	/**
	 * The bound of the last attempt: the first attempts of all requests have the same.
	 */
	private Bound bound;

	public HttpExchange(HttpPipeline pipeline, String base, boolean cosmos, Duration patience) {
		this.pipeline = pipeline;
		this.base = url(base);
		this.protocol = new Protocol(this.base);
		this.origin = base.length() - this.base.getFile().length();
		this.cosmos = cosmos;
		this.patience = patience;
		this.bound = bound(patience);
	}

	/**
	 * Sends the request once.
	 * @param remaining how long the answer may take at most
	 */
	public <R> AttemptOutcome<R> send(TableRequest request, ResponseDecoder<R> decoder, Duration remaining) {
		AtomicBoolean departed = new AtomicBoolean();
		Context context = RequestSentPolicy.note(departed, bounded(remaining));
		TableResponse answer;
		try (HttpResponse response = this.pipeline.sendSync(toHttp(request), context)) {
			answer = new TableResponse(response.getStatusCode(), response.getHeaders(), body(response));
		}
		catch (RuntimeException ex) {
			return failed(ex, departed.get());
		}
		try {
			if (answer.isSuccess()) {
				request.kind().checkAnswered(answer.status());
				answer.checkIdentified();
			}
			return decoder.decode(answer);
		}
		catch (UnreadableResponseException ex) {
			return new Lost<>(ex, true);
		}
	}

	private static byte[] body(HttpResponse response) {
		if (response instanceof ReceivedResponse received) {
			return received.bytes();
		}
		BinaryData body = response.getBodyAsBinaryData();
		return (body != null) ? body.toBytes() : new byte[0];
	}

	private Context bounded(Duration remaining) {
		Bound known = this.bound;
		if (known.remaining() != remaining) {
			known = bound(remaining);
			this.bound = known;
		}
		return known.context();
	}

	/**
	 * Bounds a request that is sent by a client of the SDK.
	 * @param most how long the answer may take
	 */
	public static Context within(Duration most) {
		Duration left = (most.compareTo(LEAST) < 0) ? LEAST : most;
		return new Context(ApacheHttpClient.EXCHANGE_TIMEOUT, left).addData("azure-response-timeout", left);
	}

	/**
	 * What bounds the attempt. The default client ends the whole exchange in time; other
	 * ones know a time for the headers only, which is changed where less is left.
	 */
	private Bound bound(Duration remaining) {
		Duration left = (remaining.compareTo(LEAST) < 0) ? LEAST : remaining;
		Context context = EAGER.addData(ApacheHttpClient.EXCHANGE_TIMEOUT, left);
		return new Bound(remaining,
				(left.compareTo(this.patience) < 0) ? context.addData("azure-response-timeout", left) : context);
	}

	private HttpRequest toHttp(TableRequest request) {
		RequestKind kind = request.kind();
		boolean disguised = this.cosmos && kind == RequestKind.MERGE;
		HttpHeaders headers = new HttpHeaders().set(HttpHeaderName.ACCEPT, "application/json;odata=minimalmetadata")
			.set(VERSION, "2019-02-02")
			.set(DATA_VERSION, "3.0");
		if (disguised) {
			headers.set(METHOD, "MERGE");
		}
		if (kind.isEchoed()) {
			headers.set(HttpHeaderName.PREFER, "return-no-content");
		}
		if (request.ifMatch() != null) {
			headers.set(HttpHeaderName.IF_MATCH, request.ifMatch());
		}
		HttpRequest http = new HttpRequest(disguised ? HttpMethod.POST : kind.method(), url(request), headers);
		if (request.body() != null) {
			headers.set(HttpHeaderName.CONTENT_TYPE, request.contentType());
			http.setBody(request.body());
		}
		return http;
	}

	private URL url(TableRequest request) {
		try {
			return new URL(this.base.getProtocol(), this.base.getHost(), this.base.getPort(),
					request.url().substring(this.origin), this.protocol);
		}
		catch (MalformedURLException ex) {
			throw new IllegalStateException("The service has no valid address");
		}
	}

	private static URL url(String address) {
		try {
			return new URL(address);
		}
		catch (MalformedURLException ex) {
			throw new IllegalStateException("The service has no valid address");
		}
	}

	/**
	 * What a failure means. Before the request has left, only the network and time make
	 * another attempt worth while.
	 */
	private static <R> AttemptOutcome<R> failed(RuntimeException ex, boolean departed) {
		for (Throwable cause = ex; cause != null; cause = cause.getCause()) {
			if (cause instanceof ClientAuthenticationException denied && !departed) {
				return new Unsent<>(denied);
			}
			if (cause instanceof InterruptedException interrupted) {
				Thread.currentThread().interrupt();
				return new Lost<>(interrupted, departed);
			}
			if (cause instanceof IOException failure) {
				return new Lost<>(failure, departed && mayHaveBeenSent(failure));
			}
			if (cause instanceof TimeoutException timeout) {
				return new Lost<>(timeout, departed);
			}
		}
		return departed ? new Lost<>(ex, true) : new Unsent<>(ex);
	}

	private static boolean mayHaveBeenSent(IOException failure) {
		return !(failure instanceof ConnectException || failure instanceof HttpConnectTimeoutException
				|| failure instanceof UnknownHostException || failure instanceof NoRouteToHostException
				|| failure instanceof SSLHandshakeException
				|| failure.getCause() instanceof UnresolvedAddressException);
	}

	/**
	 * The protocol of all addresses. Without it the JDK looks for it for each address, in
	 * a table that one thread at a time may read.
	 */
	private static final class Protocol extends URLStreamHandler {

		private final int port;

		Protocol(URL base) {
			this.port = base.getDefaultPort();
		}

		@Override
		protected int getDefaultPort() {
			return this.port;
		}

		/**
		 * Opens what an address of the JDK's own would. No HTTP client of the SDK asks
		 * for it; a policy of an application may.
		 */
		@Override
		protected URLConnection openConnection(URL address) throws IOException {
			return new URL(address.toExternalForm()).openConnection();
		}

	}

	/**
	 * What bounds attempts.
	 *
	 * @param remaining how long an answer may take
	 * @param context says it to HTTP clients
	 */
	private record Bound(Duration remaining, Context context) {

	}

	/**
	 * Reads an answer.
	 *
	 * @param <R> what a good answer is read as
	 */
	@FunctionalInterface
	public interface ResponseDecoder<R> {

		AttemptOutcome<R> decode(TableResponse answer);

	}

}
