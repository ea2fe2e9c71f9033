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

import java.time.Duration;
import java.util.List;

import com.azure.core.http.HttpClient;
import com.azure.core.http.policy.HttpPipelinePolicy;
import io.azuretables.http.ApacheHttpClientOptions;
import io.azuretables.http.TimeoutOptions;

/**
 * Options of the client of the table service: connection, transport, retries and time
 * limits. All that can be set, in one immutable tree; only the connection has to be said.
 *
 * @param connection which service, and as whom
 * @param transport how requests travel
 * @param retry how often and how long a request is tried
 * @since 0.1
 */
public record TableClientOptions(TableConnection connection, TransportOptions transport, RetryOptions retry) {

	private static final RetryOptions RETRY = new RetryOptions(4,
			new RetryOptions.Backoff(Duration.ofMillis(200), Duration.ofSeconds(5)), Duration.ofSeconds(30), 100);

	/**
	 * The defaults: an {@link io.azuretables.http.ApacheHttpClient} with at most 200
	 * requests at a time, 5 seconds to connect and 10 for an answer; four attempts within
	 * 30 seconds, 200 milliseconds to 5 seconds apart.
	 */
	public static TableClientOptions of(TableConnection connection) {
		return new TableClientOptions(connection, TransportOptions.DEFAULTS, RETRY);
	}

	/**
	 * The defaults for a connection string.
	 */
	public static TableClientOptions of(String connectionString) {
		return of(TableConnection.parse(connectionString));
	}

	public TableClientOptions withConnection(TableConnection newConnection) {
		return new TableClientOptions(newConnection, this.transport, this.retry);
	}

	public TableClientOptions withTransport(TransportOptions newTransport) {
		return new TableClientOptions(this.connection, newTransport, this.retry);
	}

	/**
	 * The same with other settings of the default HTTP client.
	 */
	public TableClientOptions withHttp(ApacheHttpClientOptions newHttp) {
		return withTransport(this.transport.withHttp(newHttp));
	}

	/**
	 * The same with another HTTP client, such as Netty's.
	 */
	public TableClientOptions withHttpClient(HttpClient httpClient) {
		return withTransport(this.transport.withHttpClient(httpClient));
	}

	/**
	 * The same with policies of the application in the pipeline.
	 */
	public TableClientOptions withPolicies(List<HttpPipelinePolicy> policies) {
		return withTransport(this.transport.withPolicies(policies));
	}

	public TableClientOptions withRetry(RetryOptions newRetry) {
		return new TableClientOptions(this.connection, this.transport, newRetry);
	}

	/**
	 * How long one attempt may take, of the default HTTP client.
	 */
	public TimeoutOptions timeouts() {
		return this.transport.http().timeouts();
	}

	/**
	 * The same with other timeouts of the default HTTP client.
	 */
	public TableClientOptions withTimeouts(TimeoutOptions newTimeouts) {
		return withHttp(this.transport.http().withTimeouts(newTimeouts));
	}

}
