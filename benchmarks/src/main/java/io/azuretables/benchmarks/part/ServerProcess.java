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

package io.azuretables.benchmarks.part;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.Objects;

import io.azuretables.benchmarks.figure.ChildJvm;
import io.azuretables.benchmarks.store.CannedServer;

/**
 * Runs a {@link CannedServer} in a separate process, so that its processor time is not
 * measured.
 *
 * @param process the process
 * @param endpoint where it answers
 */
record ServerProcess(Process process, String endpoint) implements AutoCloseable {

	static ServerProcess start() throws IOException {
		Process process = ChildJvm.with("-Xmx128m", "-Dsun.net.httpserver.nodelay=true")
			.start(System.getProperty("java.class.path"), CannedServer.class);
		BufferedReader out = process.inputReader();
		return new ServerProcess(process, Objects.requireNonNull(out.readLine(), "The server does not start"));
	}

	@Override
	public void close() {
		this.process.destroy();
	}

}
