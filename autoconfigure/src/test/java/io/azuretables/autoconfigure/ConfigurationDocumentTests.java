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

package io.azuretables.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds {@code docs/configuration.md} to the metadata of the properties. Run with
 * {@code -Ddocs.write=true} to write the page anew.
 */
class ConfigurationDocumentTests {

	private static final Path METADATA = Path.of("target/classes/META-INF/spring-configuration-metadata.json");

	private static final Path PAGE = Path.of("../docs/configuration.md");

	private static final String HEAD = """
			# Configuration

			Generated from the configuration metadata of `azure-tables-spring-boot`; do not edit.

			| property | what it sets | type | default |
			|---|---|---|---|
			""";

	@Test
	void describesEveryProperty() throws IOException {
		List<JsonNode> properties = properties();
		assertThat(properties).hasSizeGreaterThan(15).allSatisfy((property) -> {
			assertThat(property.path("description").asString("")).as(property.toString()).endsWith(".");
		});
	}

	@Test
	void isWhatTheMetadataSays() throws IOException {
		String page = HEAD + properties().stream().map(ConfigurationDocumentTests::row).collect(Collectors.joining());
		if (Boolean.getBoolean("docs.write")) {
			Files.writeString(PAGE, page);
		}
		assertThat(PAGE).content().isEqualTo(page);
	}

	private static List<JsonNode> properties() throws IOException {
		JsonNode metadata = JsonMapper.shared().readTree(Files.readString(METADATA));
		return StreamSupport.stream(metadata.get("properties").spliterator(), false)
			.sorted(Comparator.comparing((property) -> property.get("name").asString()))
			.toList();
	}

	private static String row(JsonNode property) {
		String type = property.get("type").asString();
		String value = property.path("defaultValue").asString("");
		return "| `" + property.get("name").asString() + "` | " + property.get("description").asString() + " | "
				+ type(type) + " | " + (value.isEmpty() ? "" : "`" + value + "`") + " |\n";
	}

	private static String type(String declared) {
		String type = declared.replaceAll("<.*", "");
		try {
			Class<?> enumType = Class.forName(type);
			if (enumType.isEnum()) {
				return List.of(enumType.getEnumConstants())
					.stream()
					.map((constant) -> "`" + constant.toString().toLowerCase().replace('_', '-') + "`")
					.collect(Collectors.joining(", "));
			}
		}
		catch (ClassNotFoundException ex) {
			throw new IllegalStateException(ex);
		}
		return type.substring(type.lastIndexOf('.') + 1);
	}

}
