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

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import reactor.core.publisher.Mono;

/**
 * How is the JDK's client used without a warning per request? For applications that build
 * it themselves; it is the default otherwise.
 * <p>
 * The JDK sets the length of a body itself and refuses it as a header; the SDK's adapter
 * asks the headers for the length, and warns about it with every request if it is one. So
 * it is told when it asks, and not listed.
 *
 * @since 0.1
 */
public final class QuietJdkHttpClient implements HttpClient {

	private final HttpClient adapter;

	/**
	 * A client that goes to what a {@code JdkHttpClientBuilder} has built.
	 */
	public QuietJdkHttpClient(HttpClient adapter) {
		this.adapter = adapter;
	}

	@Override
	public Mono<HttpResponse> send(HttpRequest request) {
		return this.adapter.send(quiet(request));
	}

	@Override
	public Mono<HttpResponse> send(HttpRequest request, Context context) {
		return this.adapter.send(quiet(request), context);
	}

	@Override
	public HttpResponse sendSync(HttpRequest request, Context context) {
		return this.adapter.sendSync(quiet(request), context);
	}

	private static HttpRequest quiet(HttpRequest request) {
		BinaryData body = request.getBodyAsBinaryData();
		String length = request.getHeaders().getValue(HttpHeaderName.CONTENT_LENGTH);
		if (length == null) {
			return request;
		}
		HttpHeaders headers = new HeadersWithoutLength(request.getHeaders(), length);
		HttpRequest quiet = new HttpRequest(request.getHttpMethod(), request.getUrl(), headers);
		if (body != null) {
			quiet.setBody(body);
		}
		headers.remove(HttpHeaderName.CONTENT_LENGTH);
		return quiet;
	}

	/**
	 * Headers that know a length which does not stand among them.
	 */
	private static final class HeadersWithoutLength extends HttpHeaders {

		private final String length;

		HeadersWithoutLength(HttpHeaders headers, String length) {
			super(headers);
			this.length = length;
		}

		@Override
		public String getValue(HttpHeaderName name) {
			return (name == HttpHeaderName.CONTENT_LENGTH) ? this.length : super.getValue(name);
		}

	}

}
