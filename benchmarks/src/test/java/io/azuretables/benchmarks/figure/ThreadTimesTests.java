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

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ThreadTimes}.
 */
class ThreadTimesTests {

	private static final long WORK = TimeUnit.MILLISECONDS.toNanos(50);

	/**
	 * Where the system counts by 10 ms, five of these are there.
	 */
	@Test
	void countsWhatThisThreadTakes() {
		ThreadTimes before = ThreadTimes.now();
		ThreadTimes all = ThreadTimes.withCompilers();
		long own = work();
		assertThat(ThreadTimes.now().since(before)).isGreaterThan(own / 2);
		assertThat(ThreadTimes.withCompilers().since(all)).isGreaterThan(own / 2);
		assertThat(ThreadTimes.now().total()).isGreaterThan(own / 2);
	}

	@Test
	void countsThreadsThatWereNotThereBefore() {
		assertThat(new ThreadTimes(Map.of("1", 7L, "2", 5L)).since(new ThreadTimes(Map.of("1", 4L, "3", 9L))))
			.isEqualTo(8);
	}

	private static long work() {
		long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
		long used = 0;
		while (used < WORK) {
			used = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
		}
		return used;
	}

}
