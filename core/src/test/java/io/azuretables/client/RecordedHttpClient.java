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

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.Context;
import io.azuretables.client.internal.protocol.TableResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * An HTTP client without a network: it notes what it is to send and answers what it is
 * told to.
 */
public final class RecordedHttpClient implements HttpClient {

	private final List<HttpRequest> requests = new CopyOnWriteArrayList<>();

	private final List<Context> contexts = new CopyOnWriteArrayList<>();

	private final Function<HttpRequest, TableResponse> script;

	public RecordedHttpClient(Function<HttpRequest, TableResponse> script) {
		this.script = script;
	}

	public static RecordedHttpClient answering(int status, String body) {
		return new RecordedHttpClient((request) -> answer(status, body));
	}

	/**
	 * Answers with an error of the service.
	 */
	public static RecordedHttpClient refusing(int status, String code) {
		return new RecordedHttpClient((request) -> {
			TableResponse answer = answer(status, "");
			answer.headers().set(HttpHeaderName.fromString("x-ms-error-code"), code);
			return answer;
		});
	}

	static TableResponse answer(int status, String body) {
		HttpHeaders headers = new HttpHeaders().set(HttpHeaderName.ETAG, "W/\"1\"")
			.set(HttpHeaderName.fromString("x-ms-request-id"), "1");
		return new TableResponse(status, headers, body.getBytes(StandardCharsets.UTF_8));
	}

	HttpRequest request() {
		return this.requests.get(this.requests.size() - 1);
	}

	public List<HttpRequest> requests() {
		return this.requests;
	}

	String header(String name) {
		return String.valueOf(request().getHeaders().getValue(HttpHeaderName.fromString(name)));
	}

	String body() {
		return request().getBodyAsBinaryData().toString();
	}

	List<Context> contexts() {
		return this.contexts;
	}

	@Override
	public Mono<HttpResponse> send(HttpRequest request) {
		return Mono.fromCallable(() -> sendSync(request, Context.NONE));
	}

	@Override
	public HttpResponse sendSync(HttpRequest request, Context context) {
		this.requests.add(request);
		this.contexts.add(context);
		return new RecordedResponse(request, this.script.apply(request));
	}

	/**
	 * An answer as the SDK sees it.
	 */
	private static final class RecordedResponse extends HttpResponse {

		private final TableResponse answer;

		RecordedResponse(HttpRequest request, TableResponse answer) {
			super(request);
			this.answer = answer;
		}

		@Override
		public int getStatusCode() {
			return this.answer.status();
		}

		@Override
		@Deprecated
		public String getHeaderValue(String name) {
			return this.answer.headers().getValue(HttpHeaderName.fromString(name));
		}

		@Override
		public HttpHeaders getHeaders() {
			return this.answer.headers();
		}

		@Override
		public Flux<java.nio.ByteBuffer> getBody() {
			return Flux.just(java.nio.ByteBuffer.wrap(this.answer.body()));
		}

		@Override
		public Mono<byte[]> getBodyAsByteArray() {
			return Mono.just(this.answer.body());
		}

		@Override
		public Mono<String> getBodyAsString() {
			return getBodyAsString(StandardCharsets.UTF_8);
		}

		@Override
		public Mono<String> getBodyAsString(java.nio.charset.Charset charset) {
			return Mono.just(new String(this.answer.body(), charset));
		}

	}

}
