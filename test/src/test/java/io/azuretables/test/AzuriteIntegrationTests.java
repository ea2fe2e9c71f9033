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

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Starts the emulator in each of the ways that {@link AzuriteCommand} knows. What is not
 * installed here is a script that passes its arguments on to what is.
 */
@ExtendWith(AzuriteCondition.class)
@DisabledOnOs(OS.WINDOWS)
class AzuriteIntegrationTests {

	@TempDir
	private Path machine;

	@Test
	void startsWhatIsInstalled() throws IOException {
		answersAfter(AzuriteCommand.find().orElseThrow());
	}

	@Test
	void startsABinary() throws IOException {
		install("azurite-table", "exec " + installed() + " \"$@\"");
		answersAfter(found());
	}

	@Test
	void startsAContainer() throws IOException {
		install("docker", """
				test "$1" = info && exit 0
				test "$1 $2 $3" = "run --rm --publish" || exit 1
				port=$(echo "$4" | cut -d: -f2)
				test "$6 $7 $8" = "azurite-table --tableHost 0.0.0.0" || exit 1
				shift 6
				exec %s "$@" --tablePort "$port"
				""".formatted(installed()));
		answersAfter(found());
	}

	@Test
	void saysWhatTheEmulatorSaidIfItDoesNotAnswer() throws IOException {
		install("azurite-table", "echo no space left; exit 1");
		assertThatIllegalStateException().isThrownBy(() -> Azurite.start(found()))
			.withMessageContaining("Azurite does not answer")
			.withMessageContaining("no space left");
	}

	/**
	 * What starts the emulator here, without arguments.
	 */
	private static String installed() {
		List<String> command = AzuriteCommand.find().orElseThrow().forPort(0);
		return String.join(" ", command.subList(0, command.indexOf("--tableHost")));
	}

	private AzuriteCommand found() {
		return AzuriteCommand.find(this.machine, this.machine.toString()).orElseThrow();
	}

	private static void answersAfter(AzuriteCommand command) throws IOException {
		Azurite azurite = Azurite.start(command);
		try {
			HttpURLConnection connection = (HttpURLConnection) URI.create(azurite.address() + "/Tables")
				.toURL()
				.openConnection();
			assertThat(connection.getHeaderField("Server")).startsWith("Azurite-Table/");
		}
		finally {
			azurite.stop();
		}
	}

	private void install(String program, String script) throws IOException {
		Path file = this.machine.resolve(program);
		Files.writeString(file, "#!/bin/sh\n" + script + "\n");
		Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
	}

}
