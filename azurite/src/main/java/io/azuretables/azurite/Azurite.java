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
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * Runs Azurite, the emulator of Azure Storage, for tests. {@link #connectionString()} and
 * {@link #endpoint()} are those of one emulator for the whole JVM, which starts when it
 * is first asked for, with tables, queues and blobs in memory on free ports, and stops
 * with the JVM.
 *
 * @since 0.1
 */
public final class Azurite implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final int ATTEMPTS = 3;

	private static final int LOG_LINES = 20;

	private static @Nullable Azurite running;

	private final AzuriteCommand command;

	private final @Nullable Path folder;

	private final Path log;

	private AzuritePorts ports;

	private Process process;

	private Azurite(AzuriteCommand command, @Nullable Path folder) throws IOException {
		this.command = command;
		this.folder = folder;
		this.log = Files.createTempFile("azurite-", ".log");
		this.log.toFile().deleteOnExit();
		this.ports = AzuritePorts.free();
		this.process = launch();
		Runtime.getRuntime().addShutdownHook(new Thread(() -> this.process.destroyForcibly()));
	}

	/**
	 * Whether this machine has the emulator: as an npm package of the project, as a
	 * program, or as a container.
	 */
	public static boolean isAvailable() {
		return AzuriteCommand.find().isPresent();
	}

	/**
	 * How to get the emulator, for messages.
	 */
	public static String advice() {
		return AzuriteCommand.MISSING;
	}

	/**
	 * How to connect to tables, queues and blobs, as the emulator's well-known account.
	 */
	public static String connectionString() {
		return connectionString(running().ports);
	}

	private static String connectionString(AzuritePorts ports) {
		return "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey="
				+ "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
				+ ";TableEndpoint=" + endpoint(ports.table()) + ";QueueEndpoint=" + endpoint(ports.queue())
				+ ";BlobEndpoint=" + endpoint(ports.blob()) + ";";
	}

	/**
	 * Where the tables of the emulator's well-known account are.
	 */
	public static String endpoint() {
		return running().tableEndpoint();
	}

	/**
	 * The last lines that the emulator of this JVM has logged; empty if it was not
	 * started.
	 */
	public static synchronized String log() {
		return (running != null) ? running.endOfLog() : "";
	}

	private static synchronized Azurite running() {
		if (running == null) {
			running = start(command(), null);
		}
		if (!running.process.isAlive()) {
			throw new IllegalStateException("Azurite has stopped. Its log ends with:\n" + running.endOfLog());
		}
		return running;
	}

	private static AzuriteCommand command() {
		return AzuriteCommand.find().orElseThrow(() -> new IllegalStateException(AzuriteCommand.MISSING));
	}

	/**
	 * Starts an emulator of its own, which keeps its rows, messages and blobs in a
	 * folder. For tests that send many messages: an emulator in memory stops every minute
	 * to delete their bodies, for a time that grows with the square of their number.
	 */
	public static Azurite start(Path folder) {
		return start(command(), folder);
	}

	static Azurite start(AzuriteCommand command, @Nullable Path folder) {
		try {
			Azurite azurite = new Azurite(command, folder);
			for (int attempt = 1; !azurite.isReady(); attempt++) {
				azurite.process.destroyForcibly();
				if (attempt == ATTEMPTS) {
					throw new IllegalStateException(
							"Azurite does not answer. Its log ends with:\n" + azurite.endOfLog());
				}
				// another process may have taken a port
				azurite.ports = AzuritePorts.free();
				azurite.process = azurite.launch();
			}
			return azurite;
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Azurite cannot be started", ex);
		}
	}

	private Process launch() throws IOException {
		return new ProcessBuilder(this.command.forPorts(this.ports, this.folder))
			.directory(new File(System.getProperty("java.io.tmpdir")))
			.redirectErrorStream(true)
			.redirectOutput(this.log.toFile())
			.start();
	}

	/**
	 * Tables come last.
	 */
	private boolean isReady() {
		Instant end = Instant.now().plus(PATIENCE);
		while (this.process.isAlive() && Instant.now().isBefore(end)) {
			if (answers()) {
				return true;
			}
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
			if (Thread.currentThread().isInterrupted()) {
				throw new IllegalStateException("The wait for Azurite was interrupted");
			}
		}
		return false;
	}

	private boolean answers() {
		try {
			URI uri = URI.create(tableEndpoint() + "/Tables");
			HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
			connection.setConnectTimeout(1000);
			connection.setReadTimeout(5000);
			String server = connection.getHeaderField("Server");
			return server != null && server.startsWith("Azurite-Table/");
		}
		catch (IOException ex) {
			return false;
		}
	}

	/**
	 * Where the tables of this emulator are.
	 */
	public String tableEndpoint() {
		return endpoint(this.ports.table());
	}

	/**
	 * How to connect to tables, queues and blobs of this emulator, as its well-known
	 * account.
	 */
	public String storageConnectionString() {
		return connectionString(this.ports);
	}

	private static String endpoint(int port) {
		return "http://127.0.0.1:" + port + "/devstoreaccount1";
	}

	/**
	 * Stops this emulator, and starts it again on the same ports.
	 * @param between what is done in between, such as changing the files in its folder
	 */
	public void restart(Runnable between) {
		close();
		between.run();
		try {
			this.process = launch();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Azurite cannot be started", ex);
		}
		if (!isReady()) {
			throw new IllegalStateException("Azurite does not answer. Its log ends with:\n" + endOfLog());
		}
	}

	/**
	 * Stops this emulator, and waits until it has ended.
	 */
	@Override
	public void close() {
		this.process.destroy();
		try {
			if (!this.process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
				this.process.destroyForcibly();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			this.process.destroyForcibly();
		}
	}

	private String endOfLog() {
		try {
			List<String> lines = Files.readAllLines(this.log);
			return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
		}
		catch (IOException ex) {
			return "(" + ex + ")";
		}
	}

}
