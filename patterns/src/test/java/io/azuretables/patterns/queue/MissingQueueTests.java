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

package io.azuretables.patterns.queue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import com.azure.core.credential.AzureNamedKeyCredential;
import com.azure.storage.common.policy.RequestRetryOptions;
import com.azure.storage.common.policy.RetryPolicyType;
import com.azure.storage.queue.QueueClientBuilder;
import com.azure.storage.queue.QueueMessageEncoding;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.azuretables.patterns.internal.storage.StorageRequests;
import io.azuretables.patterns.queue.transport.MessageKeys;
import io.azuretables.patterns.queue.transport.StorageMessageTransport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Queues that are not there, or that cannot be reached, when an application starts.
 */
@ExtendWith(OutputCaptureExtension.class)
class MissingQueueTests {

	private final List<String> requests = new CopyOnWriteArrayList<>();

	private volatile boolean created;

	@Test
	void createsAQueueThatIsFoundMissing() throws IOException {
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		server.createContext("/", this::answer);
		server.start();
		try {
			assertThat(transport(server.getAddress().getPort()).peek()).isEmpty();
			assertThat(this.requests).containsExactly("GET", "PUT", "GET");
		}
		finally {
			server.stop(0);
		}
	}

	@Test
	void saysWhichServerCannotBeReached(CapturedOutput output) throws IOException {
		int port;
		try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			port = closed.getLocalPort();
		}
		assertThat(transport(port).prepare()).isFalse();
		assertThat(output).containsOnlyOnce("The queue 'work' at 127.0.0.1:" + port + " cannot be reached or created")
			.contains("WARN");
	}

	private static StorageMessageTransport transport(int port) {
		return new StorageMessageTransport(new QueueClientBuilder().endpoint("http://127.0.0.1:" + port + "/account")
			.queueName("work")
			.messageEncoding(QueueMessageEncoding.NONE)
			.credential(new AzureNamedKeyCredential("account", "c2VjcmV0"))
			.httpClient(StorageRequests.CLIENT)
			.retryOptions(new RequestRetryOptions(RetryPolicyType.FIXED, 1, 30, null, null, null))
			.buildClient(), MessageKeys.unsigned());
	}

	private void answer(HttpExchange exchange) throws IOException {
		this.requests.add(exchange.getRequestMethod());
		if (exchange.getRequestMethod().equals("PUT")) {
			this.created = true;
			answer(exchange, 201, "");
		}
		else if (this.created) {
			answer(exchange, 200, "<?xml version=\"1.0\" encoding=\"utf-8\"?><QueueMessagesList/>");
		}
		else {
			exchange.getResponseHeaders().add("x-ms-error-code", "QueueNotFound");
			answer(exchange, 404, "<?xml version=\"1.0\" encoding=\"utf-8\"?><Error><Code>QueueNotFound</Code>"
					+ "<Message>None</Message></Error>");
		}
	}

	private static void answer(HttpExchange exchange, int status, String body) throws IOException {
		byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
		exchange.getResponseHeaders().add("Content-Type", "application/xml");
		exchange.sendResponseHeaders(status, (bytes.length > 0) ? bytes.length : -1);
		if (bytes.length > 0) {
			exchange.getResponseBody().write(bytes);
		}
		exchange.close();
	}

}
