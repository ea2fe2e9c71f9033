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

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.azuretables.benchmarks.figure.ChildJvm;
import io.azuretables.benchmarks.figure.FigureTable;

/**
 * Benchmark of HTTP clients: compares the throughput and processor time of point reads
 * through each of three. With one caller and with many, from a server that costs the
 * client's process nothing. On virtual threads where this JVM, or the one of {@code
 * JAVA25_HOME}, has them.
 */
final class HttpClientsPart {

	private HttpClientsPart() {
	}

	static FigureTable measure() throws IOException, InterruptedException {
		ChildJvm platform = ChildJvm.with("-Xmx256m", "-XX:+UseSerialGC");
		try (ServerProcess server = ServerProcess.start()) {
			List<List<String>> rows = new ArrayList<>(measure(platform, "platform", server.endpoint()));
			Optional<ChildJvm> virtual = virtual(platform);
			if (virtual.isPresent()) {
				rows.addAll(measure(virtual.get(), "virtual", server.endpoint()));
			}
			return new FigureTable(List.of("client", "threads", "callers", "per second", "CPU s per 10,000",
					"CPU ms to first answer", "jars", "MiB of jars"), rows);
		}
	}

	private static List<List<String>> measure(ChildJvm jvm, String threads, String endpoint)
			throws IOException, InterruptedException {
		List<List<String>> rows = new ArrayList<>();
		for (ClientChoice choice : ClientChoice.values()) {
			for (String callers : List.of("1", "8", "32")) {
				List<String> row = new ArrayList<>(List.of(choice.title(), threads, callers));
				row.addAll(jvm.run(HttpClientProbe.class, choice.name(), threads, callers, endpoint));
				row.addAll(choice.jars());
				rows.add(row);
			}
		}
		return rows;
	}

	static Optional<ChildJvm> virtual(ChildJvm platform) {
		if (Runtime.version().feature() >= 21) {
			return Optional.of(platform);
		}
		return Optional.ofNullable(System.getenv("JAVA25_HOME"))
			.map((home) -> new ChildJvm(Path.of(home, "bin", "java").toString(), platform.options()));
	}

}
