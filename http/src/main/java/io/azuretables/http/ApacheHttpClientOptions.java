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
import java.util.concurrent.Executor;

import com.azure.core.http.ProxyOptions;
import org.jspecify.annotations.Nullable;

/**
 * Options of an {@link ApacheHttpClient}: timeouts, connections, size of responses, proxy
 * and TLS.
 *
 * @param timeouts how long one attempt may take
 * @param connectionLimit most connections, and most requests at a time; further requests
 * wait in line
 * @param keepAlive how long a connection that is not used stays open
 * @param maxResponseSize most bytes of the body of an answer; a larger one fails while it
 * is read
 * @param proxy the proxy, of type HTTP; if {@code null}, that of
 * {@link ProxyOptions#fromConfiguration}, as everywhere in the Azure SDK
 * @param tls what connections over TLS trust, show and speak
 * @param executor the threads of requests that do not block their caller; a pool of
 * daemon threads if {@code null}, with as many threads as connections
 * @since 0.1
 */
public record ApacheHttpClientOptions(TimeoutOptions timeouts, int connectionLimit, Duration keepAlive,
		int maxResponseSize, @Nullable ProxyOptions proxy, TlsOptions tls, @Nullable Executor executor) {

	/**
	 * The defaults: 200 connections, closed after a minute without use; answers of at
	 * most 16 MiB, four times the largest page of the table service.
	 */
	public static final ApacheHttpClientOptions DEFAULTS = new ApacheHttpClientOptions(TimeoutOptions.DEFAULTS, 200,
			Duration.ofMinutes(1), 16 * 1024 * 1024, null, TlsOptions.DEFAULTS, null);

	public ApacheHttpClientOptions {
		if (connectionLimit < 1) {
			throw new IllegalArgumentException("The connection limit is at least 1, not " + connectionLimit);
		}
		TimeoutOptions.check("The time to keep a connection alive", keepAlive);
		if (maxResponseSize < 1) {
			throw new IllegalArgumentException(
					"The maximum size of a response is at least 1 byte, not " + maxResponseSize);
		}
		if (proxy != null && proxy.getType() != ProxyOptions.Type.HTTP) {
			throw new IllegalArgumentException("A proxy is of type HTTP, not " + proxy.getType());
		}
	}

	public ApacheHttpClientOptions withTimeouts(TimeoutOptions newTimeouts) {
		return new ApacheHttpClientOptions(newTimeouts, this.connectionLimit, this.keepAlive, this.maxResponseSize,
				this.proxy, this.tls, this.executor);
	}

	public ApacheHttpClientOptions withConnectionLimit(int newLimit) {
		return new ApacheHttpClientOptions(this.timeouts, newLimit, this.keepAlive, this.maxResponseSize, this.proxy,
				this.tls, this.executor);
	}

	public ApacheHttpClientOptions withKeepAlive(Duration newKeepAlive) {
		return new ApacheHttpClientOptions(this.timeouts, this.connectionLimit, newKeepAlive, this.maxResponseSize,
				this.proxy, this.tls, this.executor);
	}

	public ApacheHttpClientOptions withMaxResponseSize(int newSize) {
		return new ApacheHttpClientOptions(this.timeouts, this.connectionLimit, this.keepAlive, newSize, this.proxy,
				this.tls, this.executor);
	}

	public ApacheHttpClientOptions withProxy(@Nullable ProxyOptions newProxy) {
		return new ApacheHttpClientOptions(this.timeouts, this.connectionLimit, this.keepAlive, this.maxResponseSize,
				newProxy, this.tls, this.executor);
	}

	public ApacheHttpClientOptions withTls(TlsOptions newTls) {
		return new ApacheHttpClientOptions(this.timeouts, this.connectionLimit, this.keepAlive, this.maxResponseSize,
				this.proxy, newTls, this.executor);
	}

	public ApacheHttpClientOptions withExecutor(@Nullable Executor newExecutor) {
		return new ApacheHttpClientOptions(this.timeouts, this.connectionLimit, this.keepAlive, this.maxResponseSize,
				this.proxy, this.tls, newExecutor);
	}

	@Override
	public String toString() {
		return "ApacheHttpClientOptions[timeouts=" + this.timeouts + ", connectionLimit=" + this.connectionLimit
				+ ", keepAlive=" + this.keepAlive + ", maxResponseSize=" + this.maxResponseSize + ", proxy="
				+ ((this.proxy != null) ? this.proxy.getAddress() : null) + "]";
	}

}
