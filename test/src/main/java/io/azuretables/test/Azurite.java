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
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * The emulator of the test JVM. Started once per JVM when it is first asked for, with
 * tables, queues and blobs on free ports, in memory, and stopped with the JVM.
 *
 * @since 0.1
 */
public final class Azurite {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final int ATTEMPTS = 3;

	private static @Nullable Azurite running;

	private final Process process;

	private final AzuritePorts ports;

	private final Path log;

	private Azurite(Process process, AzuritePorts ports, Path log) {
		this.process = process;
		this.ports = ports;
		this.log = log;
	}

	/**
	 * How to connect to tables, queues and blobs, as the emulator's well-known account.
	 */
	public static String connectionString() {
		Azurite azurite = running();
		return "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey="
				+ "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
				+ ";TableEndpoint=" + azurite.address() + ";QueueEndpoint=" + address(azurite.ports.queue())
				+ ";BlobEndpoint=" + address(azurite.ports.blob()) + ";";
	}

	/**
	 * Where the tables of the emulator's well-known account are.
	 */
	public static String endpoint() {
		return running().address();
	}

	private static synchronized Azurite running() {
		if (running == null || !running.process.isAlive()) {
			running = start(AzuriteCommand.find().orElseThrow(() -> new IllegalStateException(AzuriteCommand.MISSING)));
		}
		return running;
	}

	static Azurite start(AzuriteCommand command) {
		for (int attempt = 1; true; attempt++) {
			Azurite azurite = launch(command);
			if (azurite.isReady()) {
				return azurite;
			}
			// another process may have taken the port
			azurite.process.destroyForcibly();
			if (attempt == ATTEMPTS) {
				throw new IllegalStateException("Azurite does not answer. Its log:\n" + azurite.text());
			}
		}
	}

	private static Azurite launch(AzuriteCommand command) {
		try {
			AzuritePorts ports = AzuritePorts.free();
			Path log = Files.createTempFile("azurite-", ".log");
			log.toFile().deleteOnExit();
			Process process = new ProcessBuilder(command.forPorts(ports))
				.directory(new File(System.getProperty("java.io.tmpdir")))
				.redirectErrorStream(true)
				.redirectOutput(log.toFile())
				.start();
			Azurite azurite = new Azurite(process, ports, log);
			Runtime.getRuntime().addShutdownHook(new Thread(azurite::stop));
			return azurite;
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Azurite cannot be started", ex);
		}
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

	String address() {
		return address(this.ports.table());
	}

	private static String address(int port) {
		return "http://127.0.0.1:" + port + "/devstoreaccount1";
	}

	void stop() {
		this.process.destroy();
	}

	private boolean answers() {
		try {
			URI uri = URI.create(address() + "/Tables");
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

	private String text() {
		try {
			return Files.readString(this.log);
		}
		catch (IOException ex) {
			return "(" + ex + ")";
		}
	}

}
