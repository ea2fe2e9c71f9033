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

package io.azuretables.autoconfigure.client;

import java.time.Duration;
import java.util.List;

import io.azuretables.autoconfigure.internal.configuration.PropertyChecks;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Configuration properties of the HTTP client of the table service: connections,
 * timeouts, retries, proxy and certificates. Connections, timeouts, proxy and
 * certificates are those of the default client: an HTTP client of the application has its
 * own.
 *
 * @param connectionLimit Maximum number of connections, and so of requests at a time.
 * Further requests wait.
 * @param keepAlive How long an idle connection stays open.
 * @param maxResponseSize Maximum size of a response body. A larger one ends the request
 * with an error.
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
	 * The longest time that a request or a connection may wait.
	 */
	private static final Duration LONGEST = Duration.ofDays(1);

	public TableClientProperties {
		PropertyChecks.atLeast(1, "connection-limit", connectionLimit);
		limit("keep-alive", keepAlive);
		PropertyChecks.atLeast(1, "max-response-size", maxResponseSize.toBytes());
	}

	private static void limit(String property, Duration time) {
		PropertyChecks.positive(property, time);
		PropertyChecks.atMost(LONGEST, property, time);
	}

	/**
	 * Properties of retries.
	 *
	 * @param attempts Maximum number of attempts of one request, the first one included.
	 * @param backoff Delays between attempts.
	 * @param deadline How long a request may take in all, retries included.
	 * @param quota Maximum number of retries that all requests together may make while
	 * none succeeds. Successful requests restore it.
	 */
	public record Retry(@DefaultValue("4") int attempts, @DefaultValue Backoff backoff,
			@DefaultValue("30s") Duration deadline, @DefaultValue("100") int quota) {

		public Retry {
			PropertyChecks.atLeast(1, "attempts", attempts);
			limit("deadline", deadline);
			PropertyChecks.atLeast(0, "quota", quota);
		}

	}

	/**
	 * Properties of the delays between attempts.
	 *
	 * @param base Maximum delay before the first retry. It doubles with each further
	 * retry.
	 * @param max Maximum delay before any retry.
	 */
	public record Backoff(@DefaultValue("200ms") Duration base, @DefaultValue("5s") Duration max) {

		public Backoff {
			PropertyChecks.notNegative("base", base);
			PropertyChecks.atMost(LONGEST, "base", base);
			PropertyChecks.notNegative("max", max);
			PropertyChecks.atMost(LONGEST, "max", max);
		}

	}

	/**
	 * Time limits of one attempt.
	 *
	 * @param connect How long to wait for a connection, TLS handshake included.
	 * @param response How long to wait for the response headers after the request was
	 * sent.
	 * @param read How long to wait for the next part of a response body.
	 * @param exchange Maximum time of a request without a deadline of its own, such as
	 * one of the SDK's client. It includes the wait for a connection, and the last byte
	 * of the response.
	 */
	public record Timeout(@DefaultValue("5s") Duration connect, @DefaultValue("10s") Duration response,
			@DefaultValue("10s") Duration read, @DefaultValue("1m") Duration exchange) {

		public Timeout {
			limit("connect", connect);
			limit("response", response);
			limit("read", read);
			limit("exchange", exchange);
		}

	}

	/**
	 * Properties of TLS.
	 *
	 * @param bundle Name of the SSL bundle to use. Ignored when the application provides
	 * its own HTTP client.
	 */
	public record Ssl(@Nullable String bundle) {

	}

	/**
	 * Properties of the HTTP proxy.
	 *
	 * @param host Host of the HTTP proxy. If it is not set, the system properties
	 * https.proxyHost and http.proxyHost name the proxy. With the system property
	 * java.net.useSystemProxies=true, the environment (HTTPS_PROXY, HTTP_PROXY, NO_PROXY)
	 * comes first.
	 * @param port Port of the HTTP proxy.
	 * @param username User name for the proxy, which is sent with the scheme Basic.
	 * @param password Password for the proxy.
	 * @param nonProxyHosts Hosts to connect to without the proxy. An asterisk stands for
	 * any characters.
	 */
	public record Proxy(@Nullable String host, @DefaultValue("8080") int port, @Nullable String username,
			@Nullable String password, @DefaultValue List<String> nonProxyHosts) {

		public Proxy {
			PropertyChecks.port("port", port);
			PropertyChecks.together("username", username, "password", password);
		}

		/**
		 * Without the password.
		 */
		@Override
		public String toString() {
			return "Proxy[host=" + this.host + ", port=" + this.port + "]";
		}

	}

}
