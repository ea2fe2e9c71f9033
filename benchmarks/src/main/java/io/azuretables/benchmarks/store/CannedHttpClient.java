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

package io.azuretables.benchmarks.store;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import io.azuretables.benchmarks.store.CannedResponse.Canned;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * An HTTP client that answers each request from prepared responses, without a network. It
 * takes the body of every request and answers what the service would, with as many
 * metadata as were asked for.
 */
public final class CannedHttpClient implements HttpClient {

	private static final byte[] NOTHING = new byte[0];

	private final BiFunction<HttpRequest, byte[], Canned> service;

	private final AtomicLong requests = new AtomicLong();

	/**
	 * A service that is given a request and its body.
	 */
	public CannedHttpClient(BiFunction<HttpRequest, byte[], Canned> service) {
		this.service = service;
	}

	public CannedHttpClient(Canned full, Canned minimal) {
		this((request, body) -> wantsAll(request) ? full : minimal);
	}

	@Override
	public Mono<HttpResponse> send(HttpRequest request) {
		return Mono.fromCallable(() -> sendSync(request, Context.NONE));
	}

	@Override
	public HttpResponse sendSync(HttpRequest request, Context context) {
		BinaryData body = request.getBodyAsBinaryData();
		this.requests.incrementAndGet();
		return new CannedResponse(request, this.service.apply(request, (body != null) ? body.toBytes() : NOTHING));
	}

	static boolean wantsAll(HttpRequest request) {
		return wantsAll(request.getHeaders().getValue(HttpHeaderName.ACCEPT), request.getUrl().getQuery());
	}

	static boolean wantsAll(@Nullable String accept, @Nullable String query) {
		return (accept != null && accept.contains("fullmetadata")) || (query != null && query.contains("fullmetadata"));
	}

	/**
	 * How many requests were answered.
	 */
	public long requests() {
		return this.requests.get();
	}

}
