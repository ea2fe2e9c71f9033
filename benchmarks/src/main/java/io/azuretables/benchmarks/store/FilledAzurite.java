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

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
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
import io.azuretables.azurite.Azurite;

import org.springframework.util.FileSystemUtils;

/**
 * An emulator with a large partition. It looks at the whole partition for every row that
 * is added, which would take it hours. So rows are added as always, but only a first one
 * of each kind; then it is stopped, its file is filled with rows like them, and it is
 * started again.
 */
public final class FilledAzurite implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private static final JsonMapper MAPPER = new JsonMapper();

	private final Path folder;

	private final Azurite azurite;

	private FilledAzurite(Path folder) {
		this.folder = folder;
		this.azurite = Azurite.start(folder);
	}

	public static FilledAzurite start() throws IOException {
		return new FilledAzurite(Files.createTempDirectory("azurite-"));
	}

	public String endpoint() {
		return this.azurite.tableEndpoint();
	}

	/**
	 * Puts more rows in place of each row of a table.
	 * @param first how many there are
	 * @param count says how many for one in a partition
	 * @param numbered makes a row with a number of the JSON of the one that is there
	 */
	public void fill(String table, int first, ToIntFunction<String> count, BiFunction<String, Integer, String> numbered)
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
		JsonNode saved = all;
		this.azurite.restart(() -> {
			try {
				fill((ObjectNode) collection(saved, table), count, numbered);
				MAPPER.writeValue(file, saved);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		});
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
		this.azurite.close();
		FileSystemUtils.deleteRecursively(this.folder.toFile());
	}

}
