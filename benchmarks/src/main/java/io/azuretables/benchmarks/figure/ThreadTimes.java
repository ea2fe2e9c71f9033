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
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import com.sun.management.OperatingSystemMXBean;

/**
 * The processor time that each thread of this process has used, in nanoseconds where the
 * system counts them.
 *
 * @param times the time of each thread, by its number
 */
public record ThreadTimes(Map<String, Long> times) {

	private static final Path TASKS = Path.of("/proc/self/task");

	/**
	 * Whether a thread is one of the compiler's. To read its name takes as long as to
	 * read its time.
	 */
	private static final Map<String, Boolean> COMPILERS = new ConcurrentHashMap<>();

	/**
	 * The times of all threads but the compiler's.
	 */
	public static ThreadTimes now() {
		return now(false);
	}

	/**
	 * The times of all threads.
	 */
	public static ThreadTimes withCompilers() {
		return now(true);
	}

	private static ThreadTimes now(boolean compilers) {
		if (!Files.isDirectory(TASKS)) {
			OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
			return new ThreadTimes(Map.of("all", system.getProcessCpuTime()));
		}
		Map<String, Long> times = new HashMap<>();
		try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
			for (Path task : tasks) {
				String number = task.getFileName().toString();
				if (compilers || !COMPILERS.computeIfAbsent(number, (key) -> isCompiler(task))) {
					times.put(number, time(task));
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return new ThreadTimes(times);
	}

	private static boolean isCompiler(Path task) {
		try {
			return Files.readString(task.resolve("comm")).matches("C[12] Compiler.*\\s*");
		}
		catch (IOException ex) {
			return false;
		}
	}

	private static long time(Path task) throws IOException {
		try {
			return Long.parseLong(Files.readString(task.resolve("schedstat")).split(" ")[0]);
		}
		catch (NoSuchFileException ex) {
			return 0;
		}
	}

	/**
	 * The nanoseconds since the process was started. Threads that have ended do not
	 * count.
	 */
	public long total() {
		return since(new ThreadTimes(Map.of()));
	}

	/**
	 * The nanoseconds since an earlier look. Threads that have ended since do not count.
	 */
	public long since(ThreadTimes earlier) {
		return this.times.entrySet()
			.stream()
			.mapToLong((one) -> one.getValue() - earlier.times.getOrDefault(one.getKey(), 0L))
			.sum();
	}

}
