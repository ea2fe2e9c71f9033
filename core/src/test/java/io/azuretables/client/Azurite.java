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

package io.azuretables.client;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.TestAbortedException;

/**
 * The table service of the emulator, started once per JVM on a free port, in memory, and
 * stopped with the JVM.
 * <p>
 * Node.js and {@code npm ci} in {@code etc/azurite} are needed. Without them tests are
 * skipped, but fail where the environment says {@code CI=true}.
 */
public final class Azurite {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final int ATTEMPTS = 3;

	private static final int LOG_LINES = 20;

	private static final Map<Service, Azurite> running = new EnumMap<>(Service.class);

	private final Service service;

	private final Process process;

	private final int port;

	private final Path log;

	private Azurite(Service service, Process process, int port, Path log) {
		this.service = service;
		this.process = process;
		this.port = port;
		this.log = log;
	}

	/**
	 * How to connect, as the emulator's well-known account.
	 */
	public static String connectionString() {
		return "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey="
				+ "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
				+ ";TableEndpoint=" + endpoint() + ";";
	}

	/**
	 * How to connect to tables, queues and blobs.
	 */
	public static String storageConnectionString() {
		return connectionString() + "QueueEndpoint=" + endpoint(Service.QUEUE) + ";BlobEndpoint="
				+ endpoint(Service.BLOB) + ";";
	}

	/**
	 * Where the emulator's well-known account is.
	 */
	public static String endpoint() {
		return endpoint(Service.TABLE);
	}

	private static String endpoint(Service service) {
		return "http://127.0.0.1:" + running(service).port + "/devstoreaccount1";
	}

	private static synchronized Azurite running(Service service) {
		Azurite azurite = running.computeIfAbsent(service, Azurite::start);
		if (!azurite.process.isAlive()) {
			throw new IllegalStateException("Azurite has stopped. Its log ends with:\n" + azurite.endOfLog());
		}
		return azurite;
	}

	private static Azurite start(Service service) {
		Path script = script(service);
		for (int attempt = 1; true; attempt++) {
			Azurite azurite = launch(service, script);
			try {
				azurite.awaitAnswer();
				return azurite;
			}
			catch (IllegalStateException ex) {
				// another process may have taken the port
				azurite.process.destroyForcibly();
				if (attempt == ATTEMPTS) {
					throw ex;
				}
			}
		}
	}

	private static Path script(Service service) {
		Path installation = installation();
		Path script = installation.resolve("node_modules/azurite/dist/src/" + service.option() + "/main.js");
		if (!Files.exists(script) || !isNodeInstalled()) {
			throw missing("Azurite is not installed: get Node.js 20 and run 'npm ci --prefix " + installation + "'");
		}
		return script;
	}

	private static Path installation() {
		Path folder = Path.of("").toAbsolutePath();
		while (folder != null && !Files.exists(folder.resolve("etc/azurite/package.json"))) {
			folder = folder.getParent();
		}
		if (folder == null) {
			throw new IllegalStateException("There is no etc/azurite above " + Path.of("").toAbsolutePath());
		}
		return folder.resolve("etc/azurite");
	}

	private static boolean isNodeInstalled() {
		try {
			Process node = new ProcessBuilder("node", "--version").redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.DISCARD)
				.start();
			return node.waitFor(10, TimeUnit.SECONDS) && node.exitValue() == 0;
		}
		catch (IOException ex) {
			return false;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	private static RuntimeException missing(String message) {
		boolean needed = Boolean.parseBoolean(System.getenv("CI"));
		return needed ? new IllegalStateException(message) : new TestAbortedException(message);
	}

	private static Azurite launch(Service service, Path script) {
		try {
			int port = freePort();
			Path log = Files.createTempFile("azurite-", ".log");
			log.toFile().deleteOnExit();
			Process process = new ProcessBuilder("node", script.toString(), "--" + service.option() + "Host",
					"127.0.0.1", "--" + service.option() + "Port", "" + port, "--inMemoryPersistence",
					"--skipApiVersionCheck", "--disableTelemetry")
				.directory(new File(System.getProperty("java.io.tmpdir")))
				.redirectErrorStream(true)
				.redirectOutput(log.toFile())
				.start();
			Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
			return new Azurite(service, process, port, log);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Azurite cannot be started", ex);
		}
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
	}

	private void awaitAnswer() {
		Instant end = Instant.now().plus(PATIENCE);
		while (this.process.isAlive() && Instant.now().isBefore(end)) {
			if (answers()) {
				return;
			}
			pause();
		}
		throw new IllegalStateException("Azurite does not answer. Its log ends with:\n" + endOfLog());
	}

	private boolean answers() {
		try {
			URI uri = URI.create("http://127.0.0.1:" + this.port + "/devstoreaccount1/?comp=list");
			HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
			connection.setConnectTimeout(1000);
			connection.setReadTimeout(5000);
			return this.service.isNamedBy(connection.getHeaderField("Server"));
		}
		catch (IOException ex) {
			return false;
		}
	}

	private static void pause() {
		LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
		if (Thread.currentThread().isInterrupted()) {
			throw new IllegalStateException("The wait for Azurite was interrupted");
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

	/**
	 * Attaches the end of the emulator's log to the failure of a test, or of what is done
	 * before and after tests.
	 */
	public static final class LogOfFailures
			implements TestExecutionExceptionHandler, LifecycleMethodExecutionExceptionHandler {

		@Override
		public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
			throw withLog(failure);
		}

		@Override
		public void handleBeforeAllMethodExecutionException(ExtensionContext context, Throwable failure)
				throws Throwable {
			throw withLog(failure);
		}

		@Override
		public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable failure)
				throws Throwable {
			throw withLog(failure);
		}

		@Override
		public void handleAfterEachMethodExecutionException(ExtensionContext context, Throwable failure)
				throws Throwable {
			throw withLog(failure);
		}

		@Override
		public void handleAfterAllMethodExecutionException(ExtensionContext context, Throwable failure)
				throws Throwable {
			throw withLog(failure);
		}

		private static Throwable withLog(Throwable failure) {
			if (!(failure instanceof TestAbortedException)) {
				running.values()
					.forEach((azurite) -> failure
						.addSuppressed(new IllegalStateException("Azurite's log ends with:\n" + azurite.endOfLog())));
			}
			return failure;
		}

	}

	/**
	 * One of the emulator's services; each is a process of its own.
	 */
	private enum Service {

		TABLE, QUEUE, BLOB;

		String option() {
			return name().toLowerCase(Locale.ROOT);
		}

		boolean isNamedBy(@Nullable String server) {
			return server != null && server.toLowerCase(Locale.ROOT).startsWith("azurite-" + option() + "/");
		}

	}

}
