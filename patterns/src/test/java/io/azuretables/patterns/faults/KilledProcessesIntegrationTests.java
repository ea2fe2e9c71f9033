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
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.azuretables.client.Azurite;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.queue.transport.StorageMessageTransport;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Processes that use all patterns are killed in the midst of it, again and again. The
 * system property {@code faults.kills} says how often, and {@code faults.moves} how many
 * entities are moved or changed meanwhile.
 */
@Tag("storm")
@Isolated("as much work as there are processors for")
class KilledProcessesIntegrationTests {

	private static final Log logger = LogFactory.getLog(KilledProcessesIntegrationTests.class);

	private static final int KILLS = Integer.getInteger("faults.kills", 6);

	private static final int MOVES = Integer.getInteger("faults.moves", 60);

	private static final int PROCESSES = 3;

	private static final Duration PATIENCE = Duration.ofMinutes(4);

	private final String queue = "q" + UUID.randomUUID();

	private final Journal journal = new Journal();

	private final Worker[] workers = new Worker[PROCESSES];

	@Test
	void losesNothingWhenProcessesAreKilled(@TempDir Path folder) throws Exception {
		try (io.azuretables.azurite.Azurite emulator = Azurite.start(folder)) {
			play(emulator.storageConnectionString());
		}
	}

	private void play(String connection) throws Exception {
		StorageMessageTransport guards = StorageMessageTransport.connect(connection, this.queue + "-guards");
		guards.create();
		QueueConnection orders = QueueConnection.connect(connection, this.queue);
		Business business = KilledProcess.business(connection, this.queue);
		business.open();
		for (int i = 0; i < PROCESSES; i++) {
			this.workers[i] = start(connection, i);
		}
		for (int kill = 1; kill <= KILLS; kill++) {
			awaitMoves(kill * MOVES / KILLS);
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(ThreadLocalRandom.current().nextInt(200, 900)));
			int victim = kill % PROCESSES;
			this.workers[victim].kill();
			this.workers[victim] = start(connection, victim);
		}
		replaceAllByWorkersWithoutClients(connection);
		business.rest(List.of(orders.queue(), guards), PATIENCE);
		for (Worker worker : this.workers) {
			worker.kill();
		}
		Audit audit = business.audit(this.journal);
		logger.info(KILLS + " processes killed in the midst of work. Journal: " + this.journal + ". Wrong: " + audit
				+ ", given up " + orders.poison().depth());
		assertThat(this.journal.moves()).as("what happened").isGreaterThanOrEqualTo(MOVES);
		assertThat(orders.poison().depth()).as("given up").isZero();
		assertThat(audit.findings()).isEmpty();
	}

	private void awaitMoves(long moves) {
		Instant end = Instant.now().plus(PATIENCE);
		while (this.journal.moves() < moves) {
			assertThat(Instant.now()).as("%s, and not yet %d", this.journal, moves).isBefore(end);
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
		}
	}

	private void replaceAllByWorkersWithoutClients(String connection) throws Exception {
		for (int i = 0; i < PROCESSES; i++) {
			this.workers[i].kill();
			this.workers[i] = start(connection, -1);
		}
	}

	/**
	 * Starts a process, and waits until it is at work.
	 */
	private Worker start(String connection, int client) throws IOException {
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), KilledProcess.class.getName(),
				connection, this.queue, String.valueOf(client))
			.redirectError(Redirect.DISCARD)
			.start();
		BufferedReader lines = process.inputReader();
		assertThat(lines.readLine()).isEqualTo("ready");
		Thread reader = new Thread(() -> keep(lines));
		reader.setDaemon(true);
		reader.start();
		return new Worker(process, reader);
	}

	private void keep(BufferedReader lines) {
		try {
			lines.lines().forEach(this.journal);
		}
		catch (UncheckedIOException ex) {
			// the process was killed within a line
		}
	}

	/**
	 * A process, and who reads what it says.
	 */
	private record Worker(Process process, Thread reader) {

		/**
		 * Kills the process, and waits for its last words.
		 */
		void kill() throws InterruptedException {
			this.process.destroyForcibly();
			assertThat(this.process.waitFor(1, TimeUnit.MINUTES)).isTrue();
			this.reader.join();
		}

	}

}
