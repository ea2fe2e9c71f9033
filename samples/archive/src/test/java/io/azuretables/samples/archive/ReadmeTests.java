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

package io.azuretables.samples.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The read-me file says what happens: its commands are run in one shell, and the output
 * of each contains the lines below it, in this order.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@EnabledOnOs({ OS.LINUX, OS.MAC })
class ReadmeTests {

	private static final String END = "the end of a command";

	@LocalServerPort
	private int port;

	@Test
	@Timeout(120)
	void tellsTheTruth() throws IOException {
		List<Example> examples = examples();
		assertThat(examples).hasSizeGreaterThan(15);
		List<String> outputs = run(examples);
		for (int i = 0; i < examples.size(); i++) {
			check(examples.get(i), outputs.get(i));
		}
	}

	private static void check(Example example, String said) {
		if (example.output().isEmpty()) {
			assertThat(said).as(example.command()).isBlank();
		}
		else {
			assertThat(said).as(example.command()).containsSubsequence(example.output());
		}
	}

	private static List<Example> examples() throws IOException {
		List<Example> examples = new ArrayList<>();
		boolean inside = false;
		for (String line : Files.readAllLines(Path.of("README.md"))) {
			if (line.startsWith("```")) {
				inside = line.equals("```console");
			}
			else if (inside && line.startsWith("$ ")) {
				examples.add(new Example(line.substring(2), new ArrayList<>()));
			}
			else if (inside) {
				examples.get(examples.size() - 1).output().add(line);
			}
		}
		return examples;
	}

	private List<String> run(List<Example> examples) throws IOException {
		StringBuilder script = new StringBuilder();
		for (Example example : examples) {
			script.append(example.command().replace("localhost:8080", "localhost:" + this.port))
				.append("\necho '" + END + "'\n");
		}
		Process shell = new ProcessBuilder("bash", "-c", script.toString()).redirectErrorStream(true).start();
		return List.of(new String(shell.getInputStream().readAllBytes()).split(END));
	}

	/**
	 * A command, and what it says.
	 */
	private record Example(String command, List<String> output) {

	}

}
