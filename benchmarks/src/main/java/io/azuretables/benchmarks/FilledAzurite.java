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

package io.azuretables.benchmarks;

import java.io.File;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import org.springframework.util.FileSystemUtils;

/**
 * An emulator with a large partition. It looks at the whole partition for every row that
 * is added, which would take it hours. So rows are added as always, but only a first one
 * of each kind; then it is stopped, its file is filled with rows like them, and it is
 * started again.
 */
final class FilledAzurite implements AutoCloseable {

	private static final Path PROGRAM = Path.of("etc", "azurite", "node_modules", "azurite", "dist", "src", "table",
			"main.js");

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private static final JsonMapper MAPPER = new JsonMapper();

	private final Path folder;

	private final int port;

	private Process process;

	private FilledAzurite(Path folder, int port) throws IOException, InterruptedException {
		this.folder = folder;
		this.port = port;
		this.process = launched();
	}

	static FilledAzurite start() throws IOException, InterruptedException {
		return new FilledAzurite(Files.createTempDirectory("azurite-"), freePort());
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
	}

	String endpoint() {
		return "http://127.0.0.1:" + this.port + "/devstoreaccount1";
	}

	private Process launched() throws IOException, InterruptedException {
		List<String> command = List.of("node", PROGRAM.toAbsolutePath().toString(), "--location",
				this.folder.toString(), "--tablePort", Integer.toString(this.port), "--silent", "--skipApiVersionCheck",
				"--disableTelemetry");
		Process started = new ProcessBuilder(command).directory(new File(System.getProperty("java.io.tmpdir")))
			.redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.DISCARD)
			.start();
		Runtime.getRuntime().addShutdownHook(new Thread(started::destroy));
		Instant end = Instant.now().plus(PATIENCE);
		while (!answers()) {
			if (!started.isAlive() || Instant.now().isAfter(end)) {
				throw new IllegalStateException("Azurite does not start; run npm ci --prefix etc/azurite");
			}
			Thread.sleep(100);
		}
		return started;
	}

	private boolean answers() {
		try {
			return ((HttpURLConnection) URI.create(endpoint()).toURL().openConnection()).getResponseCode() > 0;
		}
		catch (IOException ex) {
			return false;
		}
	}

	/**
	 * Puts more rows in place of each row of a table.
	 * @param first how many there are
	 * @param count says how many for one in a partition
	 * @param numbered makes a row with a number of the JSON of the one that is there
	 */
	void fill(String table, int first, ToIntFunction<String> count, BiFunction<String, Integer, String> numbered)
			throws IOException, InterruptedException {
		File file = this.folder.resolve("__azurite_db_table__.json").toFile();
		Instant end = Instant.now().plus(PATIENCE);
		JsonNode all = MAPPER.readTree(file);
		// it saves what has changed every five seconds
		while (collection(all, table).path("data").size() < first) {
			if (Instant.now().isAfter(end)) {
				throw new IllegalStateException("Azurite does not save its rows");
			}
			Thread.sleep(1000);
			all = MAPPER.readTree(file);
		}
		this.process.destroy();
		this.process.waitFor();
		fill((ObjectNode) collection(all, table), count, numbered);
		MAPPER.writeValue(file, all);
		this.process = launched();
	}

	private static JsonNode collection(JsonNode all, String table) {
		for (JsonNode collection : all.path("collections")) {
			if (collection.get("name").asText().endsWith("$" + table)) {
				return collection;
			}
		}
		return MissingNode.getInstance();
	}

	private static void fill(ObjectNode collection, ToIntFunction<String> count,
			BiFunction<String, Integer, String> numbered) throws IOException {
		List<ObjectNode> rows = new ArrayList<>();
		for (JsonNode row : collection.get("data")) {
			String text = row.toString();
			for (int i = 0; i < count.applyAsInt(row.get("PartitionKey").asText()); i++) {
				ObjectNode next = (ObjectNode) MAPPER.readTree(numbered.apply(text, i));
				rows.add(next.put("$loki", rows.size() + 1));
			}
		}
		collection.putArray("data").addAll(rows);
		collection.put("maxId", rows.size());
		for (JsonNode index : collection.get("binaryIndices")) {
			String key = index.get("name").asText();
			ArrayNode positions = ((ObjectNode) index).putArray("values");
			IntStream.range(0, rows.size())
				.boxed()
				.sorted(Comparator.comparing((position) -> rows.get(position).get(key).asText()))
				.forEach(positions::add);
		}
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
		FileSystemUtils.deleteRecursively(this.folder.toFile());
	}

}
