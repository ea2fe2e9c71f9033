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

package io.azuretables.benchmarks.figure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs a measurement in a JVM of its own. Its last line of output is the result; one that
 * does not end well is an error.
 *
 * @param java the program
 * @param options of the JVM
 */
public record ChildJvm(String java, List<String> options) {

	public static ChildJvm with(String... options) {
		return new ChildJvm(Path.of(System.getProperty("java.home"), "bin", "java").toString(), List.of(options));
	}

	/**
	 * The figures that the program prints last, separated by blanks.
	 */
	public List<String> run(Class<?> program, String... arguments) throws IOException, InterruptedException {
		return run(System.getProperty("java.class.path"), program, arguments);
	}

	/**
	 * The same with another class path.
	 */
	public List<String> run(String classPath, Class<?> program, String... arguments)
			throws IOException, InterruptedException {
		Process process = start(classPath, program, arguments);
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		int status = process.waitFor();
		if (status != 0) {
			throw new IllegalStateException(program.getSimpleName() + " ended with " + status + ":\n" + output);
		}
		List<String> lines = output.lines().toList();
		return Arrays.asList(lines.get(lines.size() - 1).split(" "));
	}

	/**
	 * Starts a program that goes on.
	 */
	public Process start(String classPath, Class<?> program, String... arguments) throws IOException {
		List<String> command = new ArrayList<>();
		command.add(this.java);
		command.addAll(this.options);
		command.addAll(List.of("-cp", classPath, program.getName()));
		command.addAll(List.of(arguments));
		return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
	}

}
