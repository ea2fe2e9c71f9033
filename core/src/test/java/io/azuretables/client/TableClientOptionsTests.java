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

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import com.azure.core.http.HttpClient;
import com.azure.core.http.ProxyOptions;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.core.http.policy.RequestIdPolicy;
import io.azuretables.client.LoopbackServer.Reply;
import io.azuretables.http.ApacheHttpClientOptions;
import io.azuretables.http.TimeoutOptions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * That options change only what they are told to.
 */
class TableClientOptionsTests {

	private final TableClientOptions options = TableClientOptions.of("UseDevelopmentStorage=true");

	@Test
	void changesOneThingAtATime() {
		HttpClient http = RecordedHttpClient.answering(200, "");
		HttpPipelinePolicy policy = new RequestIdPolicy();
		ApacheHttpClientOptions settings = ApacheHttpClientOptions.DEFAULTS.withConnectionLimit(7);
		TableConnection other = TableConnection.parse("AccountName=a;AccountKey=c2VjcmV0");
		TransportOptions transport = this.options.transport();
		assertThat(this.options.withHttpClient(http))
			.isEqualTo(this.options.withTransport(new TransportOptions(http, transport.http(), List.of())));
		assertThat(this.options.withPolicies(List.of(policy)).transport().policies()).containsExactly(policy);
		assertThat(this.options.withHttp(settings).transport())
			.isEqualTo(new TransportOptions(null, settings, List.of()));
		assertThat(this.options.withConnection(other))
			.isEqualTo(new TableClientOptions(other, transport, this.options.retry()));
		TimeoutOptions timeouts = this.options.timeouts().withResponse(Duration.ofMillis(2));
		assertThat(this.options.withTimeouts(timeouts).transport().http().timeouts()).isEqualTo(timeouts);
		assertThat(this.options.withTimeouts(timeouts)
			.withTimeouts(this.options.timeouts())
			.withRetry(this.options.retry())).isEqualTo(this.options);
	}

	@Test
	void refusesCountsThatMakeNoSense() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.options.retry().withAttempts(0))
			.withMessage("A request has at least 1 attempt, not 0");
		assertThatIllegalArgumentException().isThrownBy(() -> this.options.retry().withQuota(-1))
			.withMessage("The quota of retries is 0 or more, not -1");
	}

	@ParameterizedTest
	@ValueSource(strings = { "PT-1S", "PT-0.000000001S", "PT24H0.000000001S", "PT2562047788015215H30M7S" })
	void refusesTimesThatCannotBeWaitedFor(Duration time) {
		Duration fine = Duration.ofSeconds(1);
		RetryOptions retry = this.options.retry();
		Map<String, ThrowingCallable> makings = Map.of("The pause before the first retry",
				() -> retry.withBackoff(time, fine), "The longest pause before a retry",
				() -> retry.withBackoff(fine, time), "The deadline of a request", () -> retry.withDeadline(time));
		makings.forEach((what, making) -> assertThatIllegalArgumentException().isThrownBy(making)
			.withMessageStartingWith(what + " must be ")
			.withMessageEndingWith(" PT24H, not " + time));
	}

	@Test
	void takesNoTimeoutOfNothingForEndless() {
		RetryOptions retry = this.options.retry();
		assertThatIllegalArgumentException().isThrownBy(() -> retry.withDeadline(Duration.ZERO))
			.withMessageEndingWith(" must be longer than 0 and at most PT24H, not PT0S");
		assertThat(retry.withBackoff(Duration.ZERO, Duration.ZERO).backoff().delay().after(3)).isZero();
	}

	@Test
	void reckonsWithTheLargestOptions() {
		Duration day = Duration.ofDays(1);
		RetryOptions retry = this.options.retry().withBackoff(day, day).withDeadline(day).withQuota(Integer.MAX_VALUE);
		assertThat(retry.backoff().delay().after(Integer.MAX_VALUE)).isEqualTo(day);
		assertThat(new RetryQuota(retry.quota()).take()).isTrue();
	}

	@Test
	void sendsThroughAProxy() {
		try (LoopbackServer proxy = LoopbackServer.replying(Reply.of(204, ""))) {
			ProxyOptions way = new ProxyOptions(ProxyOptions.Type.HTTP,
					new InetSocketAddress("127.0.0.1", proxy.connection().endpoint().getPort()));
			TableClientOptions proxied = TableClientOptions
				.of("TableEndpoint=http://tables.invalid/acc;AccountName=acc;AccountKey=c2VjcmV0");
			HttpTableGateway.connect(proxied.withHttp(proxied.transport().http().withProxy(way))).createTable("Things");
			assertThat(proxy.request().target()).isEqualTo("http://tables.invalid/acc/Tables");
		}
	}

}
