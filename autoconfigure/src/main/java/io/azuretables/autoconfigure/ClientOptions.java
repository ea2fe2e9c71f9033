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

import java.util.List;

import com.azure.core.http.HttpClient;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.http.policy.HttpPipelinePolicy;
import io.azuretables.autoconfigure.TableClientProperties.Backoff;
import io.azuretables.autoconfigure.TableClientProperties.Retry;
import io.azuretables.autoconfigure.TableClientProperties.Timeout;
import io.azuretables.client.QuietJdkHttpClient;
import io.azuretables.client.RetryOptions;
import io.azuretables.client.TableClientOptions;
import io.azuretables.client.TimeoutOptions;
import io.azuretables.client.TransportOptions;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.ssl.SslBundle;

/**
 * Which options of the gateway do the properties stand for?
 */
record ClientOptions(TableConnectionDetails details, TableClientProperties properties) {

	TableClientOptions with(@Nullable HttpClient httpClient, List<HttpPipelinePolicy> policies) {
		HttpClient client = (httpClient != null) ? httpClient : sslClient();
		TransportOptions transport = new TransportOptions(client, policies, null, this.properties.connectionLimit());
		return new TableClientOptions(this.details.getConnection(), transport, retry(), timeouts());
	}

	/**
	 * A client with the certificates of the bundle; {@code null} without a bundle.
	 */
	private @Nullable HttpClient sslClient() {
		SslBundle bundle = this.details.getSslBundle();
		if (bundle == null) {
			return null;
		}
		Timeout timeout = this.properties.timeout();
		java.net.http.HttpClient.Builder builder = java.net.http.HttpClient.newBuilder()
			.sslContext(bundle.createSslContext());
		return new QuietJdkHttpClient(new JdkHttpClientBuilder(builder).connectionTimeout(timeout.connect())
			.responseTimeout(timeout.response())
			.writeTimeout(timeout.response())
			.readTimeout(timeout.read())
			.build());
	}

	private RetryOptions retry() {
		Retry retry = this.properties.retry();
		Backoff backoff = retry.backoff();
		return new RetryOptions(retry.attempts(), new RetryOptions.Backoff(backoff.base(), backoff.max()),
				retry.deadline(), retry.quota());
	}

	private TimeoutOptions timeouts() {
		Timeout timeout = this.properties.timeout();
		return new TimeoutOptions(timeout.connect(), timeout.response(), timeout.read());
	}

}
