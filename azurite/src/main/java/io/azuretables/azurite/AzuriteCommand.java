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

package io.azuretables.azurite;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Finds the command that starts Azurite: an npm package, a binary on the path, or Docker.
 * The package is searched in the working directory and above; the first one that is found
 * is used.
 */
final class AzuriteCommand {

	static final String MISSING = "Azurite cannot be started: run 'npm install azurite', install it with "
			+ "'npm install --global azurite', or start Docker";

	private static final String IMAGE = "mcr.microsoft.com/azure-storage/azurite:3.35.0";

	/**
	 * Where a container has the folder of the rows.
	 */
	private static final String VOLUME = "/data";

	private static final List<String> OPTIONS = List.of("--skipApiVersionCheck", "--disableTelemetry");

	private static final Optional<AzuriteCommand> FOUND = find(Path.of("").toAbsolutePath(),
			System.getenv().getOrDefault("PATH", ""));

	private final BiFunction<AzuritePorts, @Nullable Path, List<String>> command;

	private AzuriteCommand(BiFunction<AzuritePorts, @Nullable Path, List<String>> command) {
		this.command = command;
	}

	static Optional<AzuriteCommand> find() {
		return FOUND;
	}

	/**
	 * The command for a working directory and a search path.
	 */
	static Optional<AzuriteCommand> find(Path directory, String path) {
		Programs programs = new Programs(path);
		return Stream.of(npm(directory, programs), binary(programs), docker(programs))
			.flatMap(Optional::stream)
			.findFirst();
	}

	/**
	 * The command that listens on ports of this machine.
	 * @param folder where the rows are kept; {@code null} for memory
	 */
	List<String> forPorts(AzuritePorts ports, @Nullable Path folder) {
		return this.command.apply(ports, folder);
	}

	private static Optional<AzuriteCommand> npm(Path directory, Programs programs) {
		return programs.find("node")
			.flatMap((node) -> script(directory)
				.map((script) -> new AzuriteCommand((ports, folder) -> local(ports, folder, node, script.toString()))));
	}

	private static Optional<Path> script(Path directory) {
		return Stream.iterate(directory, (folder) -> folder != null, Path::getParent)
			.flatMap((folder) -> Stream.of(folder, folder.resolve("etc/azurite")))
			.map((folder) -> folder.resolve("node_modules/azurite/dist/src/azurite.js"))
			.filter(Files::exists)
			.findFirst();
	}

	private static Optional<AzuriteCommand> binary(Programs programs) {
		return programs.find("azurite")
			.map((binary) -> new AzuriteCommand((ports, folder) -> local(ports, folder, binary)));
	}

	private static Optional<AzuriteCommand> docker(Programs programs) {
		return programs.find("docker")
			.filter((docker) -> Programs.succeeds(docker, "info"))
			.map((docker) -> new AzuriteCommand((ports, folder) -> container(ports, folder, docker)));
	}

	private static List<String> local(AzuritePorts ports, @Nullable Path folder, String... program) {
		List<String> command = new ArrayList<>(List.of(program));
		command.addAll(hosts("127.0.0.1"));
		command.addAll(List.of("--tablePort", String.valueOf(ports.table()), "--queuePort",
				String.valueOf(ports.queue()), "--blobPort", String.valueOf(ports.blob())));
		command.addAll(persistence((folder != null) ? folder.toString() : null));
		command.addAll(OPTIONS);
		return command;
	}

	private static List<String> container(AzuritePorts ports, @Nullable Path folder, String docker) {
		List<String> command = new ArrayList<>(
				List.of(docker, "run", "--rm", "--publish", "127.0.0.1:" + ports.table() + ":10002", "--publish",
						"127.0.0.1:" + ports.queue() + ":10001", "--publish", "127.0.0.1:" + ports.blob() + ":10000"));
		if (folder != null) {
			command.addAll(List.of("--volume", folder + ":" + VOLUME));
		}
		command.addAll(List.of(IMAGE, "azurite"));
		command.addAll(hosts("0.0.0.0"));
		command.addAll(persistence((folder != null) ? VOLUME : null));
		command.addAll(OPTIONS);
		return command;
	}

	private static List<String> persistence(@Nullable String folder) {
		return (folder != null) ? List.of("--location", folder) : List.of("--inMemoryPersistence");
	}

	private static List<String> hosts(String host) {
		return List.of("--tableHost", host, "--queueHost", host, "--blobHost", host);
	}

	/**
	 * What can be run.
	 *
	 * @param path the search path
	 */
	private record Programs(String path) {

		Optional<String> find(String name) {
			return Stream.of(this.path.split(File.pathSeparator))
				.flatMap((folder) -> Stream.of(name, name + ".exe", name + ".cmd").map(Path.of(folder)::resolve))
				.filter(Files::isRegularFile)
				.filter(Files::isExecutable)
				.map(Path::toString)
				.findFirst();
		}

		static boolean succeeds(String... command) {
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

}
