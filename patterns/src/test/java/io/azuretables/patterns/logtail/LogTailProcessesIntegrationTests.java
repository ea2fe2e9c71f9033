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

package io.azuretables.patterns.logtail;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import io.azuretables.client.Azurite;
import io.azuretables.client.HttpTableGateway;
import io.azuretables.client.TableClientOptions;
import io.azuretables.patterns.sample.Beat;
import io.azuretables.patterns.sample.ExpenseClaim;
import io.azuretables.patterns.sample.Store;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Processes of their own append to one log in the same tick, and read on where another
 * one ended.
 */
@ExtendWith(Azurite.LogOfFailures.class)
class LogTailProcessesIntegrationTests {

	private static final int PROCESSES = 3;

	private static final int ENTRIES = 20;

	private final String prefix = "t" + Long.toString(RandomGenerator.getDefault().nextLong() >>> 1, 36);

	private final Store store = Store.over(HttpTableGateway.connect(TableClientOptions.of(Azurite.connectionString())),
			this.prefix);

	@Test
	void isUniqueWithinATickAcrossProcesses(@TempDir Path folder) throws Exception {
		List<Process> processes = new ArrayList<>();
		for (int i = 0; i < PROCESSES; i++) {
			processes.add(start("" + ENTRIES));
		}
		for (Process process : processes) {
			await(process);
		}
		LogTailTemplate<Beat> beats = new LogTailTemplate<>(this.store.template(), Beat.class);
		LogTailTemplate<ExpenseClaim> claims = new LogTailTemplate<>(this.store.template(), ExpenseClaim.class);
		assertThat(beats.latest(1000)).extracting(Beat::number)
			.containsExactlyInAnyOrderElementsOf(
					IntStream.range(0, PROCESSES * ENTRIES).mapToObj((i) -> i % ENTRIES).toList());
		List<String> ids = claims.latest(1000, "e1").stream().map(ExpenseClaim::id).toList();
		assertThat(ids).hasSize(PROCESSES * ENTRIES).doesNotHaveDuplicates();
		Path page = folder.resolve("page");
		await(start("25", page.toString()));
		List<String> first = Files.readAllLines(page);
		await(start("25", page.toString(), first.get(25)));
		List<String> second = Files.readAllLines(page);
		assertThat(first.subList(0, 25)).isEqualTo(ids.subList(0, 25));
		assertThat(second.subList(0, 25)).isEqualTo(ids.subList(25, 50));
	}

	private Process start(String... args) throws IOException {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
						System.getProperty("java.class.path"), LogTailProcess.class.getName(),
						Azurite.connectionString(), this.prefix));
		command.addAll(List.of(args));
		return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(Redirect.DISCARD).start();
	}

	private static void await(Process process) throws InterruptedException {
		assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
		assertThat(process.exitValue()).isZero();
	}

}
