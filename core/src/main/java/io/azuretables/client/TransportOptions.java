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

import java.util.List;

import com.azure.core.http.HttpClient;
import com.azure.core.http.policy.HttpPipelinePolicy;
import io.azuretables.http.ApacheHttpClientOptions;
import org.jspecify.annotations.Nullable;

/**
 * Options of the connection to the service: HTTP client, proxy, TLS and limits.
 *
 * @param httpClient the HTTP client, or {@code null} for an
 * {@link io.azuretables.http.ApacheHttpClient} with the settings below
 * @param http the settings of the default client: timeouts, connections, proxy, TLS. A
 * client that is given has settings of its own, for connections too
 * @param policies what the application adds to the pipeline; they run with every attempt,
 * those of the position {@code PER_CALL} before the request is signed
 * @since 0.1
 */
public record TransportOptions(@Nullable HttpClient httpClient, ApacheHttpClientOptions http,
		List<HttpPipelinePolicy> policies) {

	static final TransportOptions DEFAULTS = new TransportOptions(null, ApacheHttpClientOptions.DEFAULTS, List.of());

	public TransportOptions {
		policies = List.copyOf(policies);
	}

	public TransportOptions withHttpClient(@Nullable HttpClient newHttpClient) {
		return new TransportOptions(newHttpClient, this.http, this.policies);
	}

	public TransportOptions withHttp(ApacheHttpClientOptions newHttp) {
		return new TransportOptions(this.httpClient, newHttp, this.policies);
	}

	public TransportOptions withPolicies(List<HttpPipelinePolicy> newPolicies) {
		return new TransportOptions(this.httpClient, this.http, newPolicies);
	}

}
