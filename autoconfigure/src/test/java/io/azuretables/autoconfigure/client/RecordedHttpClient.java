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

package io.azuretables.autoconfigure.client;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Answers every request with one status, or one error of the service, and remembers it.
 */
public final class RecordedHttpClient implements HttpClient {

	private final List<HttpRequest> requests = new CopyOnWriteArrayList<>();

	private final int status;

	private final HttpHeaders headers = new HttpHeaders().set(HttpHeaderName.fromString("x-ms-request-id"), "1");

	RecordedHttpClient() {
		this.status = 204;
	}

	public RecordedHttpClient(int status, String code) {
		this.status = status;
		this.headers.set(HttpHeaderName.fromString("x-ms-error-code"), code);
	}

	public List<HttpRequest> requests() {
		return this.requests;
	}

	@Override
	public Mono<HttpResponse> send(HttpRequest request) {
		this.requests.add(request);
		return Mono.just(new Empty(request, this.status, this.headers));
	}

	private static final class Empty extends HttpResponse {

		private final int status;

		private final HttpHeaders headers;

		Empty(HttpRequest request, int status, HttpHeaders headers) {
			super(request);
			this.status = status;
			this.headers = headers;
		}

		@Override
		public int getStatusCode() {
			return this.status;
		}

		@Override
		@Deprecated
		public String getHeaderValue(String name) {
			return null;
		}

		@Override
		public HttpHeaders getHeaders() {
			return this.headers;
		}

		@Override
		public Flux<ByteBuffer> getBody() {
			return Flux.empty();
		}

		@Override
		public Mono<byte[]> getBodyAsByteArray() {
			return Mono.just(new byte[0]);
		}

		@Override
		public Mono<String> getBodyAsString() {
			return Mono.just("");
		}

		@Override
		public Mono<String> getBodyAsString(Charset charset) {
			return Mono.just("");
		}

	}

}
