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

package io.azuretables.autoconfigure;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The settings of the HTTP client. Connections, timeouts, proxy and certificates are
 * those of the default client: an HTTP client of the application has its own.
 *
 * @param connectionLimit Most connections, and most requests at a time. Further ones
 * wait.
 * @param keepAlive How long a connection that is not used stays open.
 * @param maxResponseSize Largest body of an answer. A larger one ends the request with an
 * error.
 * @param retry How often and how long a request is tried.
 * @param timeout How long one attempt may take.
 * @param ssl Certificates.
 * @param proxy The proxy between the application and the service.
 * @since 0.1
 */
@ConfigurationProperties("azure.tables.client")
public record TableClientProperties(@DefaultValue("200") int connectionLimit, @DefaultValue("1m") Duration keepAlive,
		@DefaultValue("16MB") DataSize maxResponseSize, @DefaultValue Retry retry, @DefaultValue Timeout timeout,
		@DefaultValue Ssl ssl, @DefaultValue Proxy proxy) {

	/**
	 * Properties of retries.
	 *
	 * @param attempts Most attempts of one request, the first included.
	 * @param backoff Delays between attempts.
	 * @param deadline How long a request may take in all, retries included.
	 * @param quota How many retries all requests together may make in a row.
	 */
	public record Retry(@DefaultValue("4") int attempts, @DefaultValue Backoff backoff,
			@DefaultValue("30s") Duration deadline, @DefaultValue("100") int quota) {

	}

	/**
	 * Properties of the delays between attempts.
	 *
	 * @param base Most to wait before the first retry. Doubles with each further one.
	 * @param max Most to wait before any retry.
	 */
	public record Backoff(@DefaultValue("200ms") Duration base, @DefaultValue("5s") Duration max) {

	}

	/**
	 * Time limits of one attempt.
	 *
	 * @param connect Until the connection stands, TLS included.
	 * @param response From the end of the request to the end of the answer's headers.
	 * @param read Between two parts of the answer.
	 * @param exchange The whole exchange, from the wait for a connection to the last byte
	 * of the answer, of requests without a deadline of their own: those of the SDK's
	 * client.
	 */
	public record Timeout(@DefaultValue("5s") Duration connect, @DefaultValue("10s") Duration response,
			@DefaultValue("10s") Duration read, @DefaultValue("1m") Duration exchange) {

	}

	/**
	 * Properties of TLS.
	 *
	 * @param bundle Name of the SSL bundle to use. Not used when the application brings
	 * its own HTTP client.
	 */
	public record Ssl(@Nullable String bundle) {

	}

	/**
	 * Properties of the HTTP proxy.
	 *
	 * @param host Host of the HTTP proxy. The proxy of the environment (HTTPS_PROXY,
	 * HTTP_PROXY, NO_PROXY) is used where it is not set.
	 * @param port Port of the HTTP proxy.
	 * @param username User name at the proxy, for the scheme Basic.
	 * @param password Password at the proxy.
	 * @param nonProxyHosts Hosts that are reached without the proxy. An asterisk stands
	 * for any characters.
	 */
	public record Proxy(@Nullable String host, @DefaultValue("8080") int port, @Nullable String username,
			@Nullable String password, @DefaultValue List<String> nonProxyHosts) {

		/**
		 * Without the password.
		 */
		@Override
		public String toString() {
			return "Proxy[host=" + this.host + ", port=" + this.port + "]";
		}

	}

}
