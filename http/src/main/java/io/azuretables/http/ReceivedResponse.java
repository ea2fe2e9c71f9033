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

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.Charset;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.BinaryData;
import com.azure.core.util.CoreUtils;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * An HTTP response of {@link ApacheHttpClient}, whose body was read completely. Its
 * connection serves other requests already.
 * <p>
 * {@link BinaryData} is made only for callers who ask for it: its class loads Jackson,
 * which takes longer than anything else in the first request of an application.
 *
 * @since 0.1
 */
public final class ReceivedResponse extends HttpResponse {

	private final int status;

	private final HttpHeaders headers;

	private final byte[] body;

	ReceivedResponse(HttpRequest request, int status, HttpHeaders headers, byte[] body) {
		super(request);
		this.status = status;
		this.headers = headers;
		this.body = body;
	}

	@Override
	public int getStatusCode() {
		return this.status;
	}

	@Override
	@Deprecated
	public @Nullable String getHeaderValue(String name) {
		return this.headers.getValue(HttpHeaderName.fromString(name));
	}

	@Override
	public @Nullable String getHeaderValue(HttpHeaderName name) {
		return this.headers.getValue(name);
	}

	@Override
	public HttpHeaders getHeaders() {
		return this.headers;
	}

	/**
	 * The body as it was received, which is not copied.
	 */
	public byte[] bytes() {
		return this.body;
	}

	@Override
	public BinaryData getBodyAsBinaryData() {
		return BinaryData.fromBytes(this.body);
	}

	@Override
	public Flux<ByteBuffer> getBody() {
		return getBodyAsBinaryData().toFluxByteBuffer();
	}

	@Override
	public Mono<byte[]> getBodyAsByteArray() {
		return Mono.just(this.body);
	}

	@Override
	public Mono<String> getBodyAsString() {
		return Mono.fromCallable(
				() -> CoreUtils.bomAwareToString(this.body, this.headers.getValue(HttpHeaderName.CONTENT_TYPE)));
	}

	@Override
	public Mono<String> getBodyAsString(Charset charset) {
		return Mono.fromCallable(() -> new String(this.body, charset));
	}

	@Override
	public Mono<InputStream> getBodyAsInputStream() {
		return Mono.fromCallable(() -> new ByteArrayInputStream(this.body));
	}

	@Override
	public HttpResponse buffer() {
		return this;
	}

	@Override
	public void writeBodyTo(WritableByteChannel channel) throws IOException {
		getBodyAsBinaryData().writeTo(channel);
	}

}
