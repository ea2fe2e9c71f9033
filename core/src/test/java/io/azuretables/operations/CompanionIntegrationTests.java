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

package io.azuretables.operations;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import io.azuretables.client.Azurite;
import io.azuretables.client.HttpTableGateway;
import io.azuretables.client.TableClientOptions;
import io.azuretables.operations.TeamCounts.Player;
import io.azuretables.operations.TeamCounts.VersionedPlayer;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Companion rows, on the emulator.
 */
class CompanionIntegrationTests extends AzuriteTable implements CompanionContract {

	@Test
	void recognisesItsWriteWhenTheAnswerIsLost() {
		gateway().createTable(table());
		LostAnswer lost = new LostAnswer();
		TableTemplate template = template(
				HttpTableGateway.connect(TableClientOptions.of(Azurite.connectionString()).withPolicies(List.of(lost))),
				3);
		VersionedPlayer player = template.save(new VersionedPlayer("fc", 1, "a", null, null));
		lost.transactions.set(1);
		player = template.save(player.in("b"));
		assertThat(lost.transactions).as("the answer that is lost").hasNonPositiveValue();
		assertThat(players("a")).isNull();
		assertThat(players("b")).isEqualTo(1);
		lost.transactions.set(1);
		template.save(player.in("a"));
		lost.transactions.set(1);
		template.save(new Player("fc", 2, "a", null));
		lost.transactions.set(1);
		template.save(new Player("fc", 2, "b", null));
		assertThat(players("a")).isEqualTo(1);
		assertThat(players("b")).isEqualTo(1);
	}

	/**
	 * Loses the answers to some transactions after these were applied.
	 */
	private static final class LostAnswer extends AzuriteTable implements HttpPipelinePolicy {

		private final AtomicInteger transactions = new AtomicInteger();

		@Override
		public Mono<HttpResponse> process(HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
			return Mono.error(new UnsupportedOperationException());
		}

		@Override
		public HttpResponse processSync(HttpPipelineCallContext context, HttpPipelineNextSyncPolicy next) {
			HttpResponse response = next.processSync();
			boolean transaction = context.getHttpRequest().getUrl().getPath().endsWith("$batch");
			if (transaction && this.transactions.getAndDecrement() > 0) {
				response.getBodyAsByteArray().block();
				throw new UncheckedIOException(new IOException("The answer was lost"));
			}
			return response;
		}

	}

}
