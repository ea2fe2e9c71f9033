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

package io.azuretables.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each line of the page on security that says what an attacker cannot do names the tests
 * that show it, and these are there.
 */
class SecurityPageTests {

	private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

	private static final Pattern NAMED = Pattern.compile("`(\\w+(?:Tests|Contract))\\.(\\w+)`");

	private static final List<String> MODULES = List.of("azurite", "http", "core", "patterns", "autoconfigure", "test");

	@Test
	void namesATestForEachCannot() throws IOException {
		List<String> lines = Files.readAllLines(ROOT.resolve("docs/security.md"));
		List<String> cannots = lines.stream().filter((line) -> line.matches("\\| cannot .*")).toList();
		assertThat(cannots).hasSizeGreaterThan(25).allMatch((line) -> NAMED.matcher(line).find());
	}

	@Test
	void namesTestsThatAreThere() throws IOException {
		Map<String, String> tests = new TreeMap<>();
		for (String module : MODULES) {
			try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/test/java"))) {
				for (Path source : files.filter((file) -> file.toString().endsWith(".java")).toList()) {
					tests.merge(source.getFileName().toString().replace(".java", ""), Files.readString(source),
							String::concat);
				}
			}
		}
		Matcher named = NAMED.matcher(Files.readString(ROOT.resolve("docs/security.md")));
		List<MatchResult> references = named.results().toList();
		assertThat(references).isNotEmpty()
			.allSatisfy((reference) -> assertThat(tests.getOrDefault(reference.group(1), ""))
				.as("the source of %s", reference.group())
				.contains("void " + reference.group(2) + "("));
	}

}
