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

import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;

import com.azure.core.http.HttpClient;
import com.azure.core.http.ProxyOptions;
import com.azure.core.http.policy.HttpPipelinePolicy;
import io.azuretables.autoconfigure.client.TableClientProperties.Backoff;
import io.azuretables.autoconfigure.client.TableClientProperties.Proxy;
import io.azuretables.autoconfigure.client.TableClientProperties.Retry;
import io.azuretables.autoconfigure.client.TableClientProperties.Timeout;
import io.azuretables.client.RetryOptions;
import io.azuretables.client.TableClientOptions;
import io.azuretables.client.TransportOptions;
import io.azuretables.http.ApacheHttpClientOptions;
import io.azuretables.http.TimeoutOptions;
import io.azuretables.http.TlsOptions;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.ssl.SslBundle;
import org.springframework.util.StringUtils;

/**
 * Makes the {@link TableClientOptions} of the HTTP client from connection details and
 * {@code azure.tables.client} properties.
 */
record ClientOptions(TableConnectionDetails details, TableClientProperties properties) {

	/**
	 * Array sizes end a little below the largest number.
	 */
	private static final long LARGEST = Integer.MAX_VALUE - 8;

	TableClientOptions with(@Nullable HttpClient httpClient, List<HttpPipelinePolicy> policies,
			@Nullable Executor executor) {
		TransportOptions transport = new TransportOptions(httpClient, http().withExecutor(executor), policies);
		return new TableClientOptions(this.details.getConnection(), transport, retry());
	}

	private ApacheHttpClientOptions http() {
		return ApacheHttpClientOptions.DEFAULTS.withTimeouts(timeouts())
			.withConnectionLimit(this.properties.connectionLimit())
			.withKeepAlive(this.properties.keepAlive())
			.withMaxResponseSize((int) Math.min(this.properties.maxResponseSize().toBytes(), LARGEST))
			.withProxy(proxy())
			.withTls(tls());
	}

	private @Nullable ProxyOptions proxy() {
		Proxy proxy = this.properties.proxy();
		if (proxy.host() == null || proxy.host().isBlank()) {
			return null;
		}
		ProxyOptions options = new ProxyOptions(ProxyOptions.Type.HTTP,
				InetSocketAddress.createUnresolved(proxy.host(), proxy.port()));
		if (!proxy.nonProxyHosts().isEmpty()) {
			options.setNonProxyHosts(
					proxy.nonProxyHosts().stream().map(ClientOptions::nonProxyHost).collect(Collectors.joining("|")));
		}
		if (StringUtils.hasText(proxy.username()) && StringUtils.hasText(proxy.password())) {
			options.setCredentials(proxy.username(), proxy.password());
		}
		return options;
	}

	/**
	 * A host for the SDK, which drops the character before an asterisk at the end.
	 */
	private static String nonProxyHost(String host) {
		return (host.length() > 1 && host.endsWith("*")) ? host + "*" : host;
	}

	/**
	 * The certificates of the bundle, and the protocols and ciphers that it names.
	 */
	private TlsOptions tls() {
		SslBundle bundle = this.details.getSslBundle();
		if (bundle == null) {
			return TlsOptions.DEFAULTS;
		}
		return new TlsOptions(bundle.createSslContext(), list(bundle.getOptions().getEnabledProtocols()),
				list(bundle.getOptions().getCiphers()));
	}

	private static List<String> list(String @Nullable [] names) {
		return (names != null) ? List.of(names) : List.of();
	}

	private RetryOptions retry() {
		Retry retry = this.properties.retry();
		Backoff backoff = retry.backoff();
		return new RetryOptions(retry.attempts(), new RetryOptions.Backoff(backoff.base(), backoff.max()),
				retry.deadline(), retry.quota());
	}

	private TimeoutOptions timeouts() {
		Timeout timeout = this.properties.timeout();
		return new TimeoutOptions(timeout.connect(), timeout.response(), timeout.read(), timeout.exchange());
	}

}
