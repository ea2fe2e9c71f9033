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

package io.azuretables.patterns.faults;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.azuretables.client.Azurite;
import io.azuretables.patterns.queue.StorageMessageTransport;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Processes that write, index, copy and archive are killed in the midst of it, again and
 * again. The system property {@code faults.kills} says how often.
 */
@ExtendWith(Azurite.LogOfFailures.class)
class KilledProcessesIntegrationTests {

	private static final Log logger = LogFactory.getLog(KilledProcessesIntegrationTests.class);

	private static final int KILLS = Integer.getInteger("faults.kills", 6);

	private static final int PROCESSES = 3;

	private static final Duration PATIENCE = Duration.ofMinutes(4);

	private final String queue = "q" + UUID.randomUUID();

	private final Queue<String> journal = new ConcurrentLinkedQueue<>();

	@Test
	void losesNothingWhenProcessesAreKilled() throws Exception {
		String connection = Azurite.storageConnectionString();
		List<StorageMessageTransport> queues = List.of(StorageMessageTransport.connect(connection, this.queue),
				StorageMessageTransport.connect(connection, this.queue + "-guards"));
		StorageMessageTransport poison = StorageMessageTransport.connect(connection, this.queue + "-poison");
		queues.forEach(StorageMessageTransport::create);
		poison.create();
		Business business = KilledProcess.business(connection, this.queue);
		business.open();
		Process[] processes = new Process[PROCESSES];
		for (int i = 0; i < PROCESSES; i++) {
			processes[i] = start(i);
		}
		for (int kill = 0; kill < KILLS; kill++) {
			int victim = kill % PROCESSES;
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(ThreadLocalRandom.current().nextInt(200, 900)));
			kill(processes[victim]);
			processes[victim] = start(victim);
		}
		for (Process process : processes) {
			kill(process);
		}
		for (int i = 0; i < PROCESSES; i++) {
			processes[i] = start(-1);
		}
		business.rest(List.copyOf(queues), PATIENCE);
		for (Process process : processes) {
			kill(process);
		}
		logger.info((KILLS + PROCESSES) + " processes killed; "
				+ this.journal.stream().filter((line) -> line.startsWith("archived")).count() + " moves and "
				+ this.journal.size() + " acknowledgements in all");
		assertThat(this.journal).as("what happened").hasSizeGreaterThan(KILLS);
		assertThat(poison.depth()).as("given up").isZero();
		business.check(this.journal);
	}

	private static void kill(Process process) throws InterruptedException {
		process.destroyForcibly();
		assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
	}

	/**
	 * Starts a process, and waits until it is at work.
	 */
	private Process start(int client) throws IOException {
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), KilledProcess.class.getName(),
				Azurite.storageConnectionString(), this.queue, String.valueOf(client))
			.redirectError(Redirect.DISCARD)
			.start();
		BufferedReader lines = process.inputReader();
		assertThat(lines.readLine()).isEqualTo("ready");
		Thread reader = new Thread(() -> keep(lines));
		reader.setDaemon(true);
		reader.start();
		return process;
	}

	private void keep(BufferedReader lines) {
		try {
			lines.lines().filter((line) -> line.matches("(order|claim|archived) .*")).forEach(this.journal::add);
		}
		catch (UncheckedIOException ex) {
			// the process was killed within a line
		}
	}

}
