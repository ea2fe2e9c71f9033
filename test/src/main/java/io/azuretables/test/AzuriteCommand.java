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

package io.azuretables.test;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * How is the emulator started on this machine? From an npm package in or above the
 * working directory, from a binary on the path, or from Docker, whichever is found first.
 */
final class AzuriteCommand {

	static final String MISSING = "Azurite cannot be started: run 'npm install azurite', install it with "
			+ "'npm install --global azurite', or start Docker";

	private static final String IMAGE = "mcr.microsoft.com/azure-storage/azurite:3.35.0";

	private static final List<String> OPTIONS = List.of("--inMemoryPersistence", "--skipApiVersionCheck",
			"--disableTelemetry");

	private static final Optional<AzuriteCommand> FOUND = Stream.of(npm(), binary(), docker())
		.flatMap(Optional::stream)
		.findFirst();

	private final IntFunction<List<String>> command;

	private AzuriteCommand(IntFunction<List<String>> command) {
		this.command = command;
	}

	static Optional<AzuriteCommand> find() {
		return FOUND;
	}

	/**
	 * The command that listens on a port of this machine.
	 */
	List<String> forPort(int port) {
		return this.command.apply(port);
	}

	static Optional<AzuriteCommand> npm() {
		if (!succeeds("node", "--version")) {
			return Optional.empty();
		}
		return Stream.iterate(Path.of("").toAbsolutePath(), (folder) -> folder != null, Path::getParent)
			.flatMap((folder) -> Stream.of(folder, folder.resolve("etc/azurite")))
			.map((folder) -> folder.resolve("node_modules/azurite/dist/src/table/main.js"))
			.filter(Files::exists)
			.findFirst()
			.map((script) -> new AzuriteCommand((port) -> local(port, "node", script.toString())));
	}

	static Optional<AzuriteCommand> binary() {
		return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
			.map((folder) -> Path.of(folder).resolve("azurite-table"))
			.filter(Files::isExecutable)
			.findFirst()
			.map((binary) -> new AzuriteCommand((port) -> local(port, binary.toString())));
	}

	static Optional<AzuriteCommand> docker() {
		return succeeds("docker", "info") ? Optional.of(new AzuriteCommand(AzuriteCommand::container))
				: Optional.empty();
	}

	private static List<String> local(int port, String... program) {
		List<String> command = new ArrayList<>(List.of(program));
		command.addAll(List.of("--tableHost", "127.0.0.1", "--tablePort", String.valueOf(port)));
		command.addAll(OPTIONS);
		return command;
	}

	static List<String> container(int port) {
		List<String> command = new ArrayList<>(List.of("docker", "run", "--rm", "--publish",
				"127.0.0.1:" + port + ":10002", IMAGE, "azurite-table", "--tableHost", "0.0.0.0"));
		command.addAll(OPTIONS);
		return command;
	}

	private static boolean succeeds(String... command) {
		try {
			Process process = new ProcessBuilder(command).redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.DISCARD)
				.start();
			return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
		}
		catch (IOException ex) {
			return false;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

}
