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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link AzuriteCommand}, on machines made of empty folders and scripts.
 */
@EnabledOnOs({ OS.LINUX, OS.MAC })
class AzuriteCommandTests {

	private static final String DOCKER = "docker";

	private static final String LISTENING = " --tableHost 127.0.0.1 --queueHost 127.0.0.1 --blobHost 127.0.0.1"
			+ " --tablePort 4711 --queuePort 4712 --blobPort 4713";

	@TempDir
	private Path machine;

	@Test
	void prefersThePackageOfTheProjectAndThenABinaryAndThenDocker() throws IOException {
		install("node", "exit 0");
		install("azurite", "exit 0");
		install(DOCKER, "exit 0");
		Path script = npmPackage("etc/azurite/node_modules");
		assertThat(command("project/module")).isEqualTo(this.machine.resolve("bin/node") + " " + script + LISTENING
				+ " --inMemoryPersistence --skipApiVersionCheck --disableTelemetry");
		Files.delete(script);
		assertThat(command("project/module")).startsWith(this.machine.resolve("bin/azurite") + LISTENING);
		Files.delete(this.machine.resolve("bin/azurite"));
		assertThat(command("project/module")).startsWith(this.machine.resolve("bin/docker")
				+ " run --rm --publish 127.0.0.1:4711:10002 --publish 127.0.0.1:4712:10001"
				+ " --publish 127.0.0.1:4713:10000 mcr.microsoft.com/azure-storage/azurite:");
	}

	@Test
	void findsThePackageOfTheModule() throws IOException {
		install("node", "exit 0");
		Path script = npmPackage("project/module/node_modules");
		assertThat(command("project/module")).contains(script.toString());
	}

	@Test
	void doesNotUseAPackageWithoutNode() throws IOException {
		npmPackage("project/node_modules");
		assertThat(command("project")).isEqualTo("none");
	}

	@Test
	void doesNotUseDockerWithoutAnEngine() throws IOException {
		install(DOCKER, "exit 1");
		assertThat(command("project")).isEqualTo("none");
	}

	@Test
	void keepsRowsInAFolder() throws IOException {
		install(DOCKER, "exit 0");
		assertThat(command("project", Path.of("/rows"))).contains(" --volume /rows:/data mcr.microsoft.com/")
			.endsWith(" --location /data --skipApiVersionCheck --disableTelemetry");
		install("azurite", "exit 0");
		assertThat(command("project", Path.of("/rows"))).contains(" --location /rows ")
			.doesNotContain("inMemoryPersistence");
	}

	private String command(String directory) {
		return command(directory, null);
	}

	private String command(String directory, @Nullable Path folder) {
		return AzuriteCommand.find(this.machine.resolve(directory), this.machine.resolve("bin").toString())
			.map((command) -> String.join(" ", command.forPorts(new AzuritePorts(4711, 4712, 4713), folder)))
			.orElse("none");
	}

	private void install(String program, String script) throws IOException {
		Path file = Files.createDirectories(this.machine.resolve("bin")).resolve(program);
		Files.writeString(file, "#!/bin/sh\n" + script + "\n");
		Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
	}

	private Path npmPackage(String modules) throws IOException {
		Path script = this.machine.resolve(modules).resolve("azurite/dist/src/azurite.js");
		Files.createDirectories(script.getParent());
		return Files.createFile(script);
	}

}
