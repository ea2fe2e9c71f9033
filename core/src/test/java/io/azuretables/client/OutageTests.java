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

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import io.azuretables.client.LoopbackServer.Request;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.dao.DataAccessException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * That a service that closes every connection receives as many requests as the quota of
 * retries allows, counted on the wire.
 */
@Timeout(120)
class OutageTests {

	private static final int OPERATIONS = 400;

	@Test
	void receivesNoMoreRequestsThanTheQuotaAllows() throws IOException {
		AtomicInteger received = new AtomicInteger();
		try (ServerSocket server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress())) {
			Thread thread = new Thread(() -> receive(server, received));
			thread.setDaemon(true);
			thread.start();
			TableClientOptions options = TableClientOptions
				.of(new TableConnection(URI.create("http://127.0.0.1:" + server.getLocalPort() + "/account"),
						new TableCredential.SharedKey("account", "c2VjcmV0")));
			HttpTableGateway gateway = HttpTableGateway.connect(options
				.withRetry(options.retry().withQuota(100).withBackoff(Duration.ofMillis(1), Duration.ofMillis(1))));
			for (int i = 0; i < OPERATIONS; i++) {
				assertThatExceptionOfType(DataAccessException.class)
					.isThrownBy(() -> gateway.read("Things", TableKey.of("p", "r"), null, RowReader.rows()));
			}
		}
		assertThat(received).hasValue(OPERATIONS + 100);
	}

	private static void receive(ServerSocket server, AtomicInteger received) {
		while (!server.isClosed()) {
			try (Socket client = server.accept()) {
				Request.read(client.getInputStream());
				received.incrementAndGet();
			}
			catch (IOException ex) {
				// The client has gone, or the test has ended
			}
		}
	}

}
