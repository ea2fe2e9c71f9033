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

import com.sun.management.OperatingSystemMXBean;

/**
 * The processor time of this process, thread by thread, in nanoseconds where the system
 * counts them, as Linux does; in the steps of the JVM's clock elsewhere.
 *
 * @param times the time of each thread, by its number
 */
public record ThreadTimes(Map<String, Long> times) {

	private static final Path TASKS = Path.of("/proc/self/task");

	public static ThreadTimes now() {
		Map<String, Long> times = new HashMap<>();
		if (!Files.isDirectory(TASKS)) {
			OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
			times.put("all", system.getProcessCpuTime());
			return new ThreadTimes(times);
		}
		try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
			for (Path task : tasks) {
				times.put(task.getFileName().toString(), time(task));
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return new ThreadTimes(times);
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
	 * The nanoseconds since an earlier look. Threads that have ended since do not count.
	 */
	public long since(ThreadTimes earlier) {
		return this.times.entrySet()
			.stream()
			.mapToLong((one) -> one.getValue() - earlier.times.getOrDefault(one.getKey(), 0L))
			.sum();
	}

}
