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

package io.azuretables.benchmarks.store;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

import com.azure.core.http.HttpHeader;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.azuretables.benchmarks.store.CannedResponse.Canned;

/**
 * A benchmark server with prepared answers: the same row for every read by key, no rows
 * for queries, success for writes. The row has as many metadata as were asked for. Prints
 * its endpoint and goes on until it is ended.
 */
public final class CannedServer {

	private static final Canned FULL = ServiceAnswers.row(true);

	private static final Canned MINIMAL = ServiceAnswers.row(false);

	private static final Canned NOTHING = ServiceAnswers.emptyPage();

	private static final Canned WRITTEN = ServiceAnswers.done();

	private CannedServer() {
	}

	public static void main(String[] args) throws IOException {
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		server.setExecutor(Executors.newCachedThreadPool());
		server.createContext("/", CannedServer::answer);
		server.start();
		System.out.println("http://127.0.0.1:" + server.getAddress().getPort() + "/devstoreaccount1");
	}

	private static void answer(HttpExchange exchange) throws IOException {
		try (exchange) {
			exchange.getRequestBody().readAllBytes();
			Canned answer = to(exchange);
			for (HttpHeader header : answer.headers()) {
				exchange.getResponseHeaders().set(header.getName(), header.getValue());
			}
			byte[] body = answer.body();
			exchange.sendResponseHeaders(answer.status(), (body.length > 0) ? body.length : -1);
			try (OutputStream out = exchange.getResponseBody()) {
				out.write(body);
			}
		}
	}

	private static Canned to(HttpExchange exchange) {
		if (!exchange.getRequestMethod().equals("GET")) {
			return WRITTEN;
		}
		if (!exchange.getRequestURI().getPath().contains("RowKey=")) {
			return NOTHING;
		}
		return CannedHttpClient.wantsAll(exchange.getRequestHeaders().getFirst("Accept"),
				exchange.getRequestURI().getQuery()) ? FULL : MINIMAL;
	}

}
