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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

	private static final Path ROOT = Path.of("..");

	private static final Pattern NAME = Pattern.compile("(?<![\\w.])azure\\.tables(\\.[a-z-]+)+");

	private static final Pattern METER = Pattern
		.compile("azure\\.tables\\.(operations|requests|http|rows.*|pages\\.sparse"
				+ "|partition\\.share|rate\\.waits|(queue|index)\\.(handled|messages|poison|poisoned|failed|oldest|repairs))");

	/**
	 * Properties of tests.
	 */
	private static final Set<String> OTHERS = Set.of("azure.tables.test.embedded", "azure.tables.design.write");

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

	/**
	 * A name on a page is that of a property, of a group of properties or of a meter.
	 */
	@Test
	void isNamedAsOnAllPages() throws IOException {
		List<JsonNode> properties = properties();
		assertThat(pages()).hasSizeGreaterThan(50).allSatisfy((page) -> {
			Stream<String> names = NAME.matcher(Files.readString(page)).results().map(MatchResult::group);
			assertThat(names).as(page.toString())
				.allMatch((name) -> METER.matcher(name).matches() || OTHERS.contains(name)
						|| properties.stream().anyMatch((property) -> isNamed(property, name)));
		});
	}

	private static boolean isNamed(JsonNode property, String name) {
		String known = property.get("name").asString();
		boolean map = property.get("type").asString().startsWith("java.util.Map");
		return known.equals(name) || known.startsWith(name + ".") || (map && name.startsWith(known + "."));
	}

	private static List<Path> pages() throws IOException {
		List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("SECURITY.md")));
		try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
			files.filter((file) -> file.toString().endsWith(".md")).forEach(pages::add);
		}
		return pages;
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
