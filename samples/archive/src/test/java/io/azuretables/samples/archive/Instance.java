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

package io.azuretables.samples.archive;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.azuretables.patterns.index.IndexOptions.Times;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.queue.message.QueueOptions.GuardTimes;
import io.azuretables.patterns.queue.message.QueueOptions;

import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/**
 * The service in a process of its own, which can be killed.
 *
 * @param process the process
 * @param port where it listens
 */
record Instance(Process process, String port) {

	/**
	 * So that what a dead process has left behind is not waited for too long.
	 */
	private static final List<String> IMPATIENCE = List.of("--azure.tables.queue.worker.lease.visibility=4s",
			"--azure.tables.queue.worker.lease.handler-timeout=3s", "--azure.tables.queue.worker.poll-interval=500ms",
			"--azure.tables.index.worker.lease.visibility=4s", "--azure.tables.index.worker.lease.timeout=3s",
			"--azure.tables.index.worker.poll-interval=500ms");

	/**
	 * Starts one, and does not wait until it is ready.
	 */
	static Process begin(String connectionString) throws IOException {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
						"-Xshare:auto", "-cp", System.getProperty("java.class.path"), Instance.class.getName()));
		command.addAll(List.of("--server.port=0", "--spring.profiles.active=azurite",
				"--AZURITE_CONNECTION_STRING=" + connectionString));
		command.addAll(IMPATIENCE);
		return new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
	}

	/**
	 * Waits until one that has begun is ready.
	 */
	static Instance ready(Process process) throws IOException {
		BufferedReader lines = process.inputReader();
		String line = lines.readLine();
		while (line != null && !line.startsWith("ready at ")) {
			line = lines.readLine();
		}
		if (line == null) {
			throw new IOException("The service does not start");
		}
		Thread rest = new Thread(() -> lines.lines().forEach((each) -> {
		}));
		rest.setDaemon(true);
		rest.start();
		return new Instance(process, line.substring("ready at ".length()));
	}

	/**
	 * Kills it with SIGKILL, and waits until it is dead.
	 */
	void kill() throws InterruptedException {
		this.process.destroyForcibly();
		if (!this.process.waitFor(1, TimeUnit.MINUTES)) {
			throw new IllegalStateException("The process cannot be killed");
		}
	}

	/**
	 * Runs the service until the process that has started it ends.
	 */
	public static void main(String[] args) throws IOException {
		PrintStream lines = new PrintStream(new FileOutputStream(FileDescriptor.out), true);
		SpringApplication application = new SpringApplication(ArchiveApplication.class, ShortTimes.class);
		ConfigurableApplicationContext context = application.run(args);
		lines.println("ready at " + context.getEnvironment().getProperty("local.server.port"));
		while (System.in.read() >= 0) {
			continue;
		}
		Runtime.getRuntime().halt(0);
	}

	/**
	 * Indexes of writers that died are looked after soon, and what tells of a restore is
	 * soon forgotten.
	 */
	static class ShortTimes {

		@Bean
		QueueOptions shortOptions() {
			return QueueOptions.DEFAULTS.withTimes(new GuardTimes(Duration.ofSeconds(5), Duration.ofSeconds(8),
					Duration.ofSeconds(5), Duration.ofSeconds(8)));
		}

		@Bean
		IndexOptions shortTimes() {
			return IndexOptions.DEFAULTS.withTimes(new Times(Duration.ofSeconds(5), Duration.ofSeconds(8),
					Duration.ofSeconds(5), Duration.ofSeconds(8)));
		}

	}

}
