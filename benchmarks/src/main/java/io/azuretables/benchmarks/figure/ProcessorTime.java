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

package io.azuretables.benchmarks.figure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import com.sun.management.OperatingSystemMXBean;

/**
 * Reads the processor's time of all threads but the compilers'. Linux counts it by
 * nanoseconds for each thread, and by 10 ms for a process, which other systems must do
 * with.
 */
public final class ProcessorTime {

	private static final Path TASKS = Path.of("/proc/self/task");

	private static final OperatingSystemMXBean SYSTEM = (OperatingSystemMXBean) ManagementFactory
		.getOperatingSystemMXBean();

	private ProcessorTime() {
	}

	/**
	 * Nanoseconds of the threads that live.
	 */
	public static long nanos() {
		if (!Files.isDirectory(TASKS)) {
			return SYSTEM.getProcessCpuTime();
		}
		try (Stream<Path> tasks = Files.list(TASKS)) {
			return tasks.mapToLong(ProcessorTime::nanos).sum();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static long nanos(Path task) {
		try {
			List<String> name = Files.readAllLines(task.resolve("comm"));
			boolean compiler = name.get(0).matches("C[12] Compiler.*");
			return compiler ? 0 : Long.parseLong(Files.readString(task.resolve("schedstat")).split(" ")[0]);
		}
		catch (NoSuchFileException ex) {
			return 0;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
