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

package io.azuretables.internal.key;

import java.lang.management.ManagementFactory;
import java.util.List;

import com.sun.management.ThreadMXBean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class KeyAllocationTests {

	private static final int CALLS = 20_000;

	private static final int BESIDES_THE_KEY = 250;

	static List<Arguments> keys() {
		return List.of(arguments("{a:6}_{b:4}", new Object[] { 223, 2014 }),
				arguments("empid_{a}_{b:4}", new Object[] { "employee", 2014 }));
	}

	@ParameterizedTest
	@MethodSource("keys")
	void encodesIntoLittleMoreThanTheKey(String template, Object[] values) {
		KeyLayout layout = KeyLayout.of("Employee", KeyTemplate.parse(template),
				(name) -> values[name.charAt(0) - 'a'].getClass());
		encode(layout, values);
		long start = allocated();
		int length = encode(layout, values) / CALLS;
		long bytes = (allocated() - start) / CALLS;
		assertThat(bytes).isPositive().isLessThanOrEqualTo(stringBytes(length) + BESIDES_THE_KEY);
	}

	private static int encode(KeyLayout layout, Object[] values) {
		int length = 0;
		for (int i = 0; i < CALLS; i++) {
			length += layout.encode(values).length();
		}
		return length;
	}

	/**
	 * The string and its array, of one byte a character, each filled up to eight bytes.
	 */
	private static long stringBytes(int length) {
		return 24 + (16 + length + 7) / 8 * 8L;
	}

	private static long allocated() {
		ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
	}

}
