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

package io.azuretables.patterns.largevalue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A content much larger than the memory of its process is saved and read. The system
 * property {@code large.megabytes} asks for more.
 */
class LargeValueMemoryTests {

	private static final long BYTES = Long.getLong("large.megabytes", 500) * 1024 * 1024;

	@ParameterizedTest
	@ValueSource(strings = { "plain", "encrypted" })
	void takesConstantMemory(String form, @TempDir Path folder) throws IOException, InterruptedException {
		File output = folder.resolve("output").toFile();
		Process process = new ProcessBuilder(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xmx64m", "-cp", System.getProperty("java.class.path"), LargeValueProcess.class.getName(), "" + BYTES,
				form, folder.toString()))
			.redirectErrorStream(true)
			.redirectOutput(output)
			.start();
		try {
			assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
			assertThat(process.exitValue()).as(Files.readString(output.toPath())).isZero();
		}
		finally {
			process.destroyForcibly();
		}
	}

}
