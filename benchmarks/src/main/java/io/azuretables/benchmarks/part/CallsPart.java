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
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

import io.azuretables.benchmarks.figure.ChildJvm;
import io.azuretables.benchmarks.figure.FigureTable;

/**
 * Benchmark that counts the method calls of this library in one operation, and the types
 * that have these methods. A figure about the code, which no other work on the machine
 * changes.
 */
final class CallsPart {

	private static final List<String> WALKS = List.of("derived point query", "derived range query, ten entities",
			"save with a version", "save with a version and an index in the partition",
			"save with a version that moves the row of an index in another partition",
			"the worker of that index, later");

	private CallsPart() {
	}

	static FigureTable measure() throws IOException, InterruptedException {
		Path agent = agent();
		try {
			List<String> figures = ChildJvm.with("-javaagent:" + agent).run(CallsProbe.class);
			List<List<String>> rows = new ArrayList<>();
			for (int i = 0; i < WALKS.size(); i++) {
				rows.add(List.of(WALKS.get(i), figures.get(2 * i), figures.get(2 * i + 1)));
			}
			return new FigureTable(List.of("operation", "calls", "types"), rows);
		}
		finally {
			Files.delete(agent);
		}
	}

	/**
	 * A jar that names the agent, which is found on the class path.
	 */
	private static Path agent() throws IOException {
		Manifest manifest = new Manifest();
		manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
		manifest.getMainAttributes().put(new Attributes.Name("Premain-Class"), MethodCalls.class.getName());
		Path agent = Files.createTempFile("calls-", ".jar");
		try (OutputStream file = Files.newOutputStream(agent)) {
			new JarOutputStream(file, manifest).close();
		}
		return agent;
	}

}
