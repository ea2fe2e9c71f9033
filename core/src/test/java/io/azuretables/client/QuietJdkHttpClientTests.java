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

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpRequest;
import com.azure.core.util.Context;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link QuietJdkHttpClient}.
 */
class QuietJdkHttpClientTests {

	private static final String ADDRESS = "http://localhost/queue";

	private final AtomicReference<HttpRequest> sent = new AtomicReference<>();

	private final HttpClient client = new QuietJdkHttpClient((request) -> {
		this.sent.set(request);
		return Mono.empty();
	});

	@Test
	void tellsTheLengthWithoutListingIt() {
		this.client.sendSync(new HttpRequest(HttpMethod.POST, ADDRESS).setBody("five!"), Context.NONE);
		assertQuiet("5");
		assertThat(request().getBodyAsBinaryData()).hasToString("five!");
	}

	@Test
	void listsNoLengthWhereThereIsNoBody() {
		this.client.sendSync(new HttpRequest(HttpMethod.GET, ADDRESS).setHeader(HttpHeaderName.CONTENT_LENGTH, "0"),
				Context.NONE);
		assertQuiet("0");
		assertThat(request().getBodyAsBinaryData()).isNull();
	}

	private void assertQuiet(String length) {
		assertThat(request().getHeaders()).noneMatch((header) -> header.getName().equalsIgnoreCase("Content-Length"));
		assertThat(request().getHeaders().getValue(HttpHeaderName.CONTENT_LENGTH)).isEqualTo(length);
	}

	private HttpRequest request() {
		return Objects.requireNonNull(this.sent.get());
	}

}
