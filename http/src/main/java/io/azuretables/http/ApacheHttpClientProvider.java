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

package io.azuretables.http;

import java.time.Duration;
import java.util.function.BiFunction;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpClientProvider;
import com.azure.core.util.HttpClientOptions;
import org.jspecify.annotations.Nullable;

/**
 * Makes {@link ApacheHttpClient} the default HTTP client of the Azure SDK, which
 * azure-identity also uses. Found by the service loader.
 *
 * @since 0.1
 */
public final class ApacheHttpClientProvider implements HttpClientProvider {

	@Override
	public HttpClient createInstance() {
		return Shared.CLIENT;
	}

	@Override
	public HttpClient createInstance(@Nullable HttpClientOptions options) {
		return (options != null) ? new ApacheHttpClient(translate(options)) : createInstance();
	}

	static ApacheHttpClientOptions translate(HttpClientOptions options) {
		TimeoutOptions timeouts = TimeoutOptions.DEFAULTS;
		timeouts = with(timeouts, options.getConnectTimeout(), TimeoutOptions::withConnect);
		timeouts = with(timeouts, options.getResponseTimeout(), TimeoutOptions::withResponse);
		timeouts = with(timeouts, options.getReadTimeout(), TimeoutOptions::withRead);
		Duration parts = timeouts.response().plus(timeouts.read());
		if (parts.compareTo(timeouts.exchange()) > 0) {
			timeouts = timeouts.withExchange(parts);
		}
		ApacheHttpClientOptions translated = ApacheHttpClientOptions.DEFAULTS.withTimeouts(timeouts)
			.withProxy(options.getProxyOptions());
		Duration idle = options.getConnectionIdleTimeout();
		if (TimeoutOptions.isLimit(idle)) {
			translated = translated.withKeepAlive(idle);
		}
		Integer connections = options.getMaximumConnectionPoolSize();
		return (connections != null && connections > 0) ? translated.withConnectionLimit(connections) : translated;
	}

	private static TimeoutOptions with(TimeoutOptions timeouts, @Nullable Duration time,
			BiFunction<TimeoutOptions, Duration, TimeoutOptions> change) {
		return TimeoutOptions.isLimit(time) ? change.apply(timeouts, time) : timeouts;
	}

	/**
	 * One client for all, made when it is needed.
	 */
	private static final class Shared {

		private static final ApacheHttpClient CLIENT = new ApacheHttpClient();

	}

}
