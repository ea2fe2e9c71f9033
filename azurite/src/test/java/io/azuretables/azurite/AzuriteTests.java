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
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link Azurite}, on machines where programs are scripts that start the
 * {@link FakeAzurite}.
 */
@EnabledOnOs({ OS.LINUX, OS.MAC })
class AzuriteTests {

	private static final String FAKE = Path.of(System.getProperty("java.home"), "bin", "java") + " -cp "
			+ Path.of("target/test-classes").toAbsolutePath() + " " + FakeAzurite.class.getName();

	@TempDir
	private Path machine;

	@Test
	void startsABinary() throws IOException {
		install("azurite", "exec " + FAKE + " \"$@\"");
		answers();
	}

	@Test
	void startsAPackage() throws IOException {
		Path script = this.machine.resolve("node_modules/azurite/dist/src/azurite.js");
		Files.createDirectories(script.getParent());
		Files.createFile(script);
		install("node", "test \"$1\" = " + script + " && exec " + FAKE + " \"$@\"");
		answers();
	}

	@Test
	void startsAContainer() throws IOException {
		install("docker", """
				test "$1" = info && exit 0
				test "$1 $2 $3" = "run --rm --publish" || exit 1
				port=$(echo "$4" | cut -d: -f2)
				test "$(echo "$4" | cut -d: -f3)" = 10002 || exit 1
				test "$(echo "$6" | cut -d: -f3)" = 10001 || exit 1
				test "$(echo "$8" | cut -d: -f3)" = 10000 || exit 1
				shift 9
				test "$1 $2 $3" = "azurite --tableHost 0.0.0.0" || exit 1
				shift
				exec %s "$@" --tablePort "$port"
				""".formatted(FAKE));
		answers();
	}

	@Test
	void saysWhatTheEmulatorSaidIfItDoesNotAnswer() throws IOException {
		install("azurite", "echo no space left; exit 1");
		assertThatIllegalStateException().isThrownBy(() -> Azurite.start(command(), null))
			.withMessageContaining("Azurite does not answer")
			.withMessageContaining("no space left");
	}

	@Test
	void stopsAndStartsAgainOnTheSamePorts() throws IOException {
		install("azurite", "exec " + FAKE + " \"$@\"");
		try (Azurite azurite = Azurite.start(command(), this.machine)) {
			String endpoint = azurite.tableEndpoint();
			AtomicBoolean answered = new AtomicBoolean(true);
			azurite.restart(() -> answered.set(answers(endpoint)));
			assertThat(answered).isFalse();
			assertThat(azurite.tableEndpoint()).isEqualTo(endpoint);
			assertThat(answers(endpoint)).isTrue();
		}
	}

	private static boolean answers(String endpoint) {
		try {
			return URI.create(endpoint).toURL().openConnection().getHeaderField("Server") != null;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private AzuriteCommand command() {
		return AzuriteCommand.find(this.machine, this.machine.toString()).orElseThrow();
	}

	private void answers() throws IOException {
		try (Azurite azurite = Azurite.start(command(), null)) {
			HttpURLConnection connection = (HttpURLConnection) URI.create(azurite.tableEndpoint())
				.toURL()
				.openConnection();
			assertThat(connection.getHeaderField("Server")).isEqualTo("Azurite-Table/fake");
		}
	}

	private void install(String program, String script) throws IOException {
		Path file = this.machine.resolve(program);
		Files.writeString(file, "#!/bin/sh\n" + script + "\n");
		Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
	}

}
