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

package io.azuretables.samples.employees;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.azuretables.test.AutoConfigureDataTables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.annotation.DirtiesContext.ClassMode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The read-me file says what happens: its commands are run, and their output contains the
 * lines below them, in this order. They begin with a service that nobody has called.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureDataTables
@DirtiesContext(classMode = ClassMode.BEFORE_CLASS)
@EnabledOnOs({ OS.LINUX, OS.MAC })
class ReadmeTests {

	@LocalServerPort
	private int port;

	@Test
	void tellsTheTruth() throws Exception {
		List<Example> examples = examples();
		assertThat(examples).hasSizeGreaterThan(5);
		for (Example example : examples) {
			assertThat(run(example.command())).as(example.command()).containsSubsequence(example.output());
		}
	}

	private static List<Example> examples() throws Exception {
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

	private String run(String command) throws Exception {
		Process process = new ProcessBuilder("bash", "-c", command.replace("localhost:8080", "localhost:" + this.port))
			.redirectErrorStream(true)
			.start();
		return new String(process.getInputStream().readAllBytes());
	}

	private record Example(String command, List<String> output) {

	}

}
