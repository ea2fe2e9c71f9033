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

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import com.azure.core.http.HttpClient;
import com.azure.core.http.ProxyOptions;
import com.azure.core.util.HttpClientOptions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link ApacheHttpClientOptions} and {@link ApacheHttpClientProvider}.
 */
class ApacheHttpClientOptionsTests {

	private final ApacheHttpClientOptions options = ApacheHttpClientOptions.DEFAULTS;

	@Test
	void refusesCountsThatMakeNoSense() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.options.withConnectionLimit(0))
			.withMessage("The connection limit is at least 1, not 0");
		assertThatIllegalArgumentException().isThrownBy(() -> this.options.withMaxResponseSize(0))
			.withMessage("The maximum size of a response is at least 1 byte, not 0");
	}

	@ParameterizedTest
	@ValueSource(strings = { "PT0S", "PT-1S", "PT24H0.000000001S", "PT2562047788015215H30M7S" })
	void refusesTimesThatCannotBeWaitedFor(Duration time) {
		TimeoutOptions timeouts = this.options.timeouts();
		Map<String, ThrowingCallable> makings = Map.of("The connect timeout", () -> timeouts.withConnect(time),
				"The response timeout", () -> timeouts.withResponse(time), "The read timeout",
				() -> timeouts.withRead(time), "The exchange timeout", () -> timeouts.withExchange(time),
				"The time to keep a connection alive", () -> this.options.withKeepAlive(time));
		makings.forEach((what, making) -> assertThatIllegalArgumentException().isThrownBy(making)
			.withMessage(what + " must be longer than 0 and at most PT24H, not " + time));
	}

	@Test
	void refusesProtocolsAndCipherSuitesThatNoHandshakeCanUse() {
		assertThatIllegalArgumentException().isThrownBy(() -> TlsOptions.DEFAULTS.withProtocols(List.of("TLSv9")))
			.withMessageContainingAll("TLS connections cannot be made with the protocols [TLSv9]", "TLSv9");
		assertThatIllegalArgumentException().isThrownBy(() -> TlsOptions.DEFAULTS.withCipherSuites(List.of("NONE")))
			.withMessageContaining("the cipher suites [NONE]");
	}

	@Test
	void showsNoPassword() {
		ProxyOptions proxy = new ProxyOptions(ProxyOptions.Type.HTTP, new InetSocketAddress("127.0.0.1", 8080))
			.setCredentials("user", "secret");
		assertThat(this.options.withProxy(proxy).toString()).contains("127.0.0.1").doesNotContain("secret", "user");
	}

	@Test
	void isTheClientOfTheSdk() {
		assertThat(HttpClient.createDefault()).isInstanceOf(ApacheHttpClient.class)
			.isSameAs(HttpClient.createDefault());
		assertThat(((ApacheHttpClient) HttpClient.createDefault()).options()).isEqualTo(this.options);
	}

	@Test
	void followsTheOptionsOfTheSdk() {
		ProxyOptions proxy = new ProxyOptions(ProxyOptions.Type.HTTP, new InetSocketAddress("localhost", 8080));
		HttpClient client = HttpClient.createDefault(new HttpClientOptions().setConnectTimeout(Duration.ofSeconds(1))
			.setResponseTimeout(Duration.ofSeconds(2))
			.setReadTimeout(Duration.ofSeconds(3))
			.setMaximumConnectionPoolSize(4)
			.setConnectionIdleTimeout(Duration.ofSeconds(5))
			.setProxyOptions(proxy));
		assertThat(((ApacheHttpClient) client).options()).isEqualTo(this.options
			.withTimeouts(new TimeoutOptions(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(3),
					this.options.timeouts().exchange()))
			.withConnectionLimit(4)
			.withKeepAlive(Duration.ofSeconds(5))
			.withProxy(proxy));
		TimeoutOptions endless = ApacheHttpClientProvider
			.translate(new HttpClientOptions().setReadTimeout(Duration.ZERO).setResponseTimeout(Duration.ofMinutes(5)))
			.timeouts();
		assertThat(endless.read()).isEqualTo(this.options.timeouts().read());
		assertThat(endless.exchange()).isEqualTo(Duration.ofMinutes(5).plus(endless.read()));
	}

	@Test
	void changesOneThingAtATime() {
		TlsOptions tls = TlsOptions.DEFAULTS.withProtocols(List.of("TLSv1.3"));
		assertThat(this.options.withTls(tls).withTls(TlsOptions.DEFAULTS)).isEqualTo(this.options);
		assertThat(this.options.withTls(tls).tls().protocols()).containsExactly("TLSv1.3");
		assertThat(this.options.withExecutor(Runnable::run).executor()).isNotNull();
	}

}
