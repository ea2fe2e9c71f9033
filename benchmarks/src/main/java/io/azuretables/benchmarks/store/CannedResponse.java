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

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.BinaryData;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A prepared HTTP response, used without a network.
 */
final class CannedResponse extends HttpResponse {

	private final Canned canned;

	CannedResponse(HttpRequest request, Canned canned) {
		super(request);
		this.canned = canned;
	}

	@Override
	public int getStatusCode() {
		return this.canned.status();
	}

	@Override
	@Deprecated
	public String getHeaderValue(String name) {
		return this.canned.headers().getValue(HttpHeaderName.fromString(name));
	}

	@Override
	public HttpHeaders getHeaders() {
		return this.canned.headers();
	}

	@Override
	public BinaryData getBodyAsBinaryData() {
		return BinaryData.fromBytes(this.canned.body());
	}

	@Override
	public Flux<ByteBuffer> getBody() {
		return Flux.just(ByteBuffer.wrap(this.canned.body()));
	}

	@Override
	public Mono<byte[]> getBodyAsByteArray() {
		return Mono.just(this.canned.body());
	}

	@Override
	public Mono<String> getBodyAsString() {
		return getBodyAsString(StandardCharsets.UTF_8);
	}

	@Override
	public Mono<String> getBodyAsString(Charset charset) {
		return Mono.just(new String(this.canned.body(), charset));
	}

	/**
	 * What is answered.
	 */
	record Canned(int status, HttpHeaders headers, byte[] body) {

		Canned withHeaders(HttpHeaders newHeaders) {
			return new Canned(this.status, newHeaders, this.body);
		}

	}

}
