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

import java.io.UncheckedIOException;
import java.net.SocketException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import com.azure.core.credential.TokenCredential;
import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpPipelinePosition;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import io.azuretables.client.LoopbackServer.Reply;
import io.azuretables.client.TableCredential.Token;
import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite.Insert;
import io.azuretables.row.TableRow;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;

import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.NonTransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What never left is not in doubt: failures of the pipeline in front of the HTTP client.
 */
class UnsentRequestTests {

	private static final TableKey KEY = TableKey.of("p", "r");

	private static final Insert INSERT = new Insert(TableRow.of(KEY, Map.of("A", 1)));

	private final LoopbackServer server = LoopbackServer.replying(Reply.error(503, "ServerBusy"));

	private final AtomicInteger calls = new AtomicInteger();

	@AfterEach
	void close() {
		this.server.close();
	}

	private HttpTableGateway gateway(HttpPipelinePolicy policy) {
		TableClientOptions options = TableClientOptions.of(this.server.connection()).withPolicies(List.of(policy));
		return HttpTableGateway.connect(options
			.withRetry(options.retry().withAttempts(3).withBackoff(Duration.ofMillis(1), Duration.ofMillis(1))));
	}

	private Policy failing(HttpPipelinePosition position, Supplier<RuntimeException> failure) {
		return new Policy(position, (next) -> {
			this.calls.incrementAndGet();
			throw failure.get();
		});
	}

	@ParameterizedTest
	@EnumSource(names = { "PER_CALL", "PER_RETRY" })
	void reportsAPolicyThatFailsAndDoesNotTryAgain(HttpPipelinePosition position) {
		HttpTableGateway gateway = gateway(failing(position, () -> new IllegalStateException("mine")));
		List<ThrowingCallable> requests = List.of(() -> gateway.write("Things", INSERT),
				() -> gateway.submit(new AtomicBatch("Things", List.of(INSERT))), () -> gateway.createTable("Things"),
				() -> gateway.deleteTable("Things"), () -> gateway.read("Things", KEY, null, RowReader.rows()),
				() -> gateway.read(RowRequest.of("Things", null), RowReader.rows()), gateway::tables);
		for (ThrowingCallable request : requests) {
			assertThatExceptionOfType(NonTransientDataAccessResourceException.class).isThrownBy(request)
				.isExactlyInstanceOf(NonTransientDataAccessResourceException.class)
				.withMessageContainingAll("was not sent", "IllegalStateException", "check the policies")
				.havingCause()
				.withMessage("mine");
		}
		assertThat(this.calls).hasValue(requests.size());
		assertThat(this.server.requests()).isEmpty();
	}

	@Test
	void triesAgainWhatTheNetworkKeptFromLeaving() {
		HttpTableGateway gateway = gateway(failing(HttpPipelinePosition.PER_CALL,
				() -> new UncheckedIOException(new SocketException("Connection reset"))));
		assertThatExceptionOfType(DataAccessResourceFailureException.class)
			.isThrownBy(() -> gateway.write("Things", INSERT))
			.withMessageMatching("The insert into table 'Things' was not sent: there is no connection to "
					+ "http://(127\\.0\\.0\\.1|localhost):\\d+");
		assertThat(this.calls).hasValue(3);
		assertThat(this.server.requests()).isEmpty();
	}

	@Test
	void doubtsWhatAPolicyBreaksAfterItWasSent() {
		HttpTableGateway gateway = gateway(new Policy(HttpPipelinePosition.PER_CALL, (next) -> {
			next.processSync().close();
			throw new IllegalStateException("mine");
		}));
		assertThatExceptionOfType(WriteOutcomeUnknownException.class).isThrownBy(() -> gateway.write("Things", INSERT))
			.withStackTraceContaining("mine");
	}

	@Test
	void doubtsAnEarlierAttemptWhenALaterOneIsNotSent() {
		HttpTableGateway gateway = gateway(new Policy(HttpPipelinePosition.PER_CALL, (next) -> {
			if (this.calls.incrementAndGet() > 1) {
				throw new IllegalStateException("mine");
			}
			return next.processSync();
		}));
		assertThatExceptionOfType(WriteOutcomeUnknownException.class).isThrownBy(() -> gateway.write("Things", INSERT))
			.withStackTraceContaining("mine");
		assertThat(this.server.requests()).hasSize(1);
	}

	@Test
	void doesNotDoubtWhatGotNoTokenBecauseOfTheNetwork() {
		TokenCredential credential = (request) -> Mono
			.error(new UncheckedIOException(new SocketException("Connection reset")));
		RecordedHttpClient http = RecordedHttpClient.answering(204, "");
		TableClientOptions options = TableClientOptions
			.of(new TableConnection(URI.create("https://acc.table.core.windows.net"), new Token(credential)))
			.withHttpClient(http);
		HttpTableGateway gateway = HttpTableGateway.connect(options.withRetry(options.retry().withAttempts(1)));
		assertThatExceptionOfType(DataAccessResourceFailureException.class)
			.isThrownBy(() -> gateway.write("Things", INSERT))
			.withMessageContaining("was not sent");
		assertThat(http.requests()).isEmpty();
	}

	/**
	 * A policy of the application.
	 */
	private record Policy(HttpPipelinePosition position, Step step) implements HttpPipelinePolicy {

		@Override
		public HttpPipelinePosition getPipelinePosition() {
			return this.position;
		}

		@Override
		public HttpResponse processSync(HttpPipelineCallContext context, HttpPipelineNextSyncPolicy next) {
			return this.step.process(next);
		}

		@Override
		public Mono<HttpResponse> process(HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
			throw new UnsupportedOperationException();
		}

	}

	/**
	 * What a policy does.
	 */
	@FunctionalInterface
	private interface Step {

		HttpResponse process(HttpPipelineNextSyncPolicy next);

	}

}
