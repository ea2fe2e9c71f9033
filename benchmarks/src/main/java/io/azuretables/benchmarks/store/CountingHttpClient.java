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

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.Context;
import reactor.core.publisher.Mono;

/**
 * An HTTP client that counts its requests.
 */
public final class CountingHttpClient implements HttpClient {

	private final HttpClient target;

	private final AtomicLong requests = new AtomicLong();

	CountingHttpClient(HttpClient target) {
		this.target = target;
	}

	@Override
	public Mono<HttpResponse> send(HttpRequest request) {
		return send(request, Context.NONE);
	}

	@Override
	public Mono<HttpResponse> send(HttpRequest request, Context context) {
		this.requests.incrementAndGet();
		return this.target.send(request, context);
	}

	@Override
	public HttpResponse sendSync(HttpRequest request, Context context) {
		this.requests.incrementAndGet();
		return this.target.sendSync(request, context);
	}

	/**
	 * How many since this was asked last.
	 */
	public long takeRequests() {
		return this.requests.getAndSet(0);
	}

}
