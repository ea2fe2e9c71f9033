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

package io.azuretables.azurite;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.List;

import com.sun.net.httpserver.HttpServer;

/**
 * What answers as the emulator does when it is asked whether it is there. A program of
 * its own.
 */
final class FakeAzurite {

	private FakeAzurite() {
	}

	public static void main(String[] args) throws IOException {
		List<String> options = List.of(args);
		int port = Integer.parseInt(options.get(options.indexOf("--tablePort") + 1));
		HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
		server.createContext("/", (exchange) -> {
			exchange.getResponseHeaders().set("Server", "Azurite-Table/fake");
			exchange.sendResponseHeaders(403, 0);
			try (OutputStream body = exchange.getResponseBody()) {
				body.flush();
			}
		});
		server.start();
	}

}
