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

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The emulator, started once for all tests of this JVM, in memory and on a port of its
 * own. It is looked for below {@code etc/azurite}, or where {@code AZURITE_HOME} points.
 */
final class AzuriteProcess {

	private static final String MAIN = "node_modules/azurite/dist/src/table/main.js";

	private static final int PORT = start();

	private AzuriteProcess() {
	}

	static TableConnection connection() {
		TableConnection azurite = TableConnection.azurite();
		return new TableConnection(URI.create("http://127.0.0.1:" + PORT + azurite.endpoint().getPath()),
				azurite.credential());
	}

	static int port() {
		return PORT;
	}

	private static int start() {
		try {
			int port = freePort();
			Process process = new ProcessBuilder("node", main().toString(), "--tableHost", "127.0.0.1", "--tablePort",
					String.valueOf(port), "--inMemoryPersistence", "--skipApiVersionCheck", "--silent",
					"--disableTelemetry")
				.redirectErrorStream(true)
				.start();
			Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
			awaitListening(process);
			return port;
		}
		catch (IOException ex) {
			throw new IllegalStateException("Azurite does not start", ex);
		}
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
	}

	private static Path main() {
		String home = System.getenv("AZURITE_HOME");
		if (home != null) {
			return Path.of(home, MAIN);
		}
		for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
			Path main = folder.resolve("etc/azurite").resolve(MAIN);
			if (Files.exists(main)) {
				return main;
			}
		}
		throw new IllegalStateException("Azurite is not installed: run 'npm ci' in etc/azurite");
	}

	private static void awaitListening(Process process) throws IOException {
		BufferedReader output = new BufferedReader(
				new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
		for (String line = output.readLine(); line != null; line = output.readLine()) {
			if (line.contains("successfully")) {
				Thread drain = new Thread(() -> output.lines().forEach((ignored) -> {
				}));
				drain.setDaemon(true);
				drain.start();
				return;
			}
		}
		throw new IllegalStateException("Azurite ended before it listened");
	}

}
