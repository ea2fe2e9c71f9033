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

package io.azuretables.benchmarks.part;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import io.azuretables.benchmarks.figure.ChildJvm;
import io.azuretables.benchmarks.figure.FigureTable;
import io.azuretables.benchmarks.store.CannedServer;

/**
 * Compares a point read over a socket, each side with all its defaults: the framework
 * over its own HTTP client, the SDK over Netty. The server is another process.
 */
final class TransportPart {

	private TransportPart() {
	}

	static FigureTable measure() throws IOException, InterruptedException {
		ChildJvm platform = ChildJvm.with("-Xmx256m", "-XX:+UseSerialGC");
		Process server = ChildJvm.with("-Xmx128m", "-Dsun.net.httpserver.nodelay=true")
			.start(System.getProperty("java.class.path"), CannedServer.class);
		try (BufferedReader out = new BufferedReader(
				new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))) {
			String endpoint = Objects.requireNonNull(out.readLine(), "The server does not start");
			List<List<String>> rows = new ArrayList<>();
			for (String callers : List.of("1", "8", "32")) {
				rows.add(row(platform, "platform", callers, endpoint));
			}
			Optional<ChildJvm> virtual = HttpClientsPart.virtual(platform);
			if (virtual.isPresent()) {
				rows.add(row(virtual.get(), "virtual", "32", endpoint));
			}
			return new FigureTable(
					List.of("threads", "callers", "framework, CPU µs", "SDK, CPU µs", "ratio", "spread of the ratio"),
					rows);
		}
		finally {
			server.destroy();
		}
	}

	private static List<String> row(ChildJvm jvm, String threads, String callers, String endpoint)
			throws IOException, InterruptedException {
		List<String> row = new ArrayList<>(List.of(threads, callers));
		row.addAll(jvm.run(TransportProbe.class, threads, callers, endpoint));
		return row;
	}

}
