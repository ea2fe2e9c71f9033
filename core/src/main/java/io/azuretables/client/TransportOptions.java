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
import com.azure.core.http.ProxyOptions;
import com.azure.core.http.policy.HttpPipelinePolicy;
import org.jspecify.annotations.Nullable;

/**
 * How do requests travel?
 *
 * @param httpClient the HTTP client, or {@code null} for the JDK's; one that is given
 * brings its own proxy and connect timeout
 * @param policies what the application adds to the pipeline; they run with every attempt,
 * those of the position {@code PER_CALL} before the request is signed
 * @param proxy the proxy of the JDK's client, or {@code null} for the one of the
 * environment
 * @param connectionLimit the most requests in flight at a time; further ones wait
 * @since 0.1
 */
public record TransportOptions(@Nullable HttpClient httpClient, List<HttpPipelinePolicy> policies,
		@Nullable ProxyOptions proxy, int connectionLimit) {

	public TransportOptions {
		policies = List.copyOf(policies);
		if (connectionLimit < 1) {
			throw new IllegalArgumentException("The connection limit is at least 1, not " + connectionLimit);
		}
	}

	public TransportOptions withHttpClient(@Nullable HttpClient newHttpClient) {
		return new TransportOptions(newHttpClient, this.policies, this.proxy, this.connectionLimit);
	}

	public TransportOptions withPolicies(List<HttpPipelinePolicy> newPolicies) {
		return new TransportOptions(this.httpClient, newPolicies, this.proxy, this.connectionLimit);
	}

	public TransportOptions withProxy(@Nullable ProxyOptions newProxy) {
		return new TransportOptions(this.httpClient, this.policies, newProxy, this.connectionLimit);
	}

	public TransportOptions withConnectionLimit(int newLimit) {
		return new TransportOptions(this.httpClient, this.policies, this.proxy, newLimit);
	}

}
