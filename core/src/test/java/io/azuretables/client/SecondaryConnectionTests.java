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

import java.net.URI;
import java.time.Duration;
import java.time.Instant;

import io.azuretables.client.TableCredential.SharedKey;
import io.azuretables.http.TimeoutOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The address of a secondary region, and what it says about itself.
 */
class SecondaryConnectionTests {

	@ParameterizedTest
	@CsvSource({ "https://contoso.table.core.windows.net, https://contoso-secondary.table.core.windows.net",
			"https://contoso.table.core.chinacloudapi.cn:443/, https://contoso-secondary.table.core.chinacloudapi.cn:443",
			"http://127.0.0.1:10002/devstoreaccount1, http://127.0.0.1:10002/devstoreaccount1-secondary" })
	void derivesTheAddress(URI primary, URI secondary) {
		TableConnection connection = new TableConnection(primary, new SharedKey("contoso", "c2VjcmV0"));
		assertThat(connection.withSecondary())
			.isEqualTo(new TableConnection(secondary, new SharedKey("contoso", "c2VjcmV0")));
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "https://tables.contoso.com", "https://contoso.table.cosmos.azure.com", "http://localhost" })
	void asksForAnAddressThatItCannotDerive(URI primary) {
		TableConnection connection = new TableConnection(primary, new SharedKey("contoso", "c2VjcmV0"));
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(connection::withSecondary)
			.withMessageContaining("name its endpoint");
		URI named = URI.create("https://elsewhere.contoso.com");
		assertThat(connection.withSecondary(named).endpoint()).isEqualTo(named);
	}

	@Test
	void readsWhenItWasInStep() {
		String statistics = "<?xml version=\"1.0\" encoding=\"utf-8\"?><StorageServiceStats><GeoReplication>"
				+ "<Status>live</Status><LastSyncTime>Thu, 01 Jan 2026 08:15:30 GMT</LastSyncTime>"
				+ "</GeoReplication></StorageServiceStats>";
		try (LoopbackServer server = LoopbackServer
			.replying(LoopbackServer.Reply.of(200, statistics).with("Content-Type", "application/xml"))) {
			HttpTableGateway gateway = HttpTableGateway.connect(TableClientOptions.of(server.connection()));
			assertThat(gateway.asSecondary().lastSync().get()).isEqualTo(Instant.parse("2026-01-01T08:15:30Z"));
			assertThat(server.requests()).singleElement().asString().contains("comp=stats");
		}
	}

	/**
	 * All other timeouts are two minutes.
	 */
	@ParameterizedTest
	@EnumSource(names = { "NEVER", "STALLED" })
	void doesNotWaitLongerThanTheDeadline(LoopbackServer.Way way) {
		try (LoopbackServer server = LoopbackServer.replying(LoopbackServer.Reply.of(200, "<x>".repeat(100)).by(way))) {
			TableClientOptions options = TableClientOptions.of(server.connection());
			Duration patience = Duration.ofMinutes(2);
			HttpTableGateway gateway = HttpTableGateway
				.connect(options.withTimeouts(new TimeoutOptions(patience, patience, patience, patience))
					.withRetry(options.retry().withDeadline(Duration.ofMillis(300))));
			Instant begin = Instant.now();
			assertThatExceptionOfType(TransientDataAccessResourceException.class).isThrownBy(gateway::lastSync)
				.withMessageContaining("statistics");
			assertThat(Duration.between(begin, Instant.now())).isLessThan(patience.dividedBy(2));
			assertThat(server.requests()).hasSize(1);
		}
	}

	@Test
	void saysThatARegionHasNoStatistics() {
		try (LoopbackServer server = LoopbackServer
			.replying(LoopbackServer.Reply.error(400, "InvalidQueryParameterValue"))) {
			HttpTableGateway gateway = HttpTableGateway.connect(TableClientOptions.of(server.connection()));
			assertThatExceptionOfType(NonTransientDataAccessResourceException.class).isThrownBy(gateway::lastSync)
				.withMessageContaining("statistics");
		}
	}

}
