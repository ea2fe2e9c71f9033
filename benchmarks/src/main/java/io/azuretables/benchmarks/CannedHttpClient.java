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

package io.azuretables.benchmarks;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import io.azuretables.benchmarks.CannedResponse.Canned;
import reactor.core.publisher.Mono;

/**
 * An HTTP client without a network: whoever asks does all the work but the socket's. It
 * takes the body of every request and answers what the service would, with as many
 * metadata as were asked for.
 */
final class CannedHttpClient implements HttpClient {

	private final Canned full;

	private final Canned minimal;

	/**
	 * How many bytes were taken.
	 */
	private long sent;

	CannedHttpClient(Canned full, Canned minimal) {
		this.full = full;
		this.minimal = minimal;
	}

	@Override
	public Mono<HttpResponse> send(HttpRequest request) {
		return Mono.fromCallable(() -> sendSync(request, Context.NONE));
	}

	@Override
	public HttpResponse sendSync(HttpRequest request, Context context) {
		BinaryData body = request.getBodyAsBinaryData();
		if (body != null) {
			this.sent += body.toBytes().length;
		}
		this.sent += request.getUrl().toString().length();
		return new CannedResponse(request, wantsAll(request) ? this.full : this.minimal);
	}

	private static boolean wantsAll(HttpRequest request) {
		String accept = request.getHeaders().getValue(HttpHeaderName.ACCEPT);
		String query = request.getUrl().getQuery();
		return (accept != null && accept.contains("fullmetadata")) || (query != null && query.contains("fullmetadata"));
	}

	long sent() {
		return this.sent;
	}

}
