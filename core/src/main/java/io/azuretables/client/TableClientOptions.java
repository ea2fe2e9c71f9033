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

/**
 * How is a gateway connected? All that can be set, in one immutable tree; only the
 * connection has to be said.
 *
 * @param connection which service, and as whom
 * @param transport how requests travel
 * @param retry how often and how long a request is tried
 * @param timeouts how long one attempt may take
 * @since 0.1
 */
public record TableClientOptions(TableConnection connection, TransportOptions transport, RetryOptions retry,
		TimeoutOptions timeouts) {

	private static final TransportOptions TRANSPORT = new TransportOptions(null, List.of(), null, 200);

	private static final RetryOptions RETRY = new RetryOptions(4,
			new RetryOptions.Backoff(Duration.ofMillis(200), Duration.ofSeconds(5)), Duration.ofSeconds(30), 100);

	private static final TimeoutOptions TIMEOUTS = new TimeoutOptions(Duration.ofSeconds(5), Duration.ofSeconds(10),
			Duration.ofSeconds(10));

	/**
	 * The defaults: the JDK's HTTP client with at most 200 requests at a time; four
	 * attempts within 30 seconds, 200 milliseconds to 5 seconds apart; 5 seconds to
	 * connect, 10 for an answer.
	 */
	public static TableClientOptions of(TableConnection connection) {
		return new TableClientOptions(connection, TRANSPORT, RETRY, TIMEOUTS);
	}

	/**
	 * The defaults for a connection string.
	 */
	public static TableClientOptions of(String connectionString) {
		return of(TableConnection.parse(connectionString));
	}

	public TableClientOptions withConnection(TableConnection newConnection) {
		return new TableClientOptions(newConnection, this.transport, this.retry, this.timeouts);
	}

	public TableClientOptions withTransport(TransportOptions newTransport) {
		return new TableClientOptions(this.connection, newTransport, this.retry, this.timeouts);
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
		return new TableClientOptions(this.connection, this.transport, newRetry, this.timeouts);
	}

	public TableClientOptions withTimeouts(TimeoutOptions newTimeouts) {
		return new TableClientOptions(this.connection, this.transport, this.retry, newTimeouts);
	}

}
