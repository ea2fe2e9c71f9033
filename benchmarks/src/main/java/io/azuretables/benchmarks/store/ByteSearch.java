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

package io.azuretables.benchmarks.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Counts how often a sequence of bytes occurs in a response. Looks at few bytes and makes
 * no garbage, so that it hardly shows in what is measured (Horspool's search).
 */
final class ByteSearch {

	private final byte[] pattern;

	private final int[] shifts = new int[256];

	ByteSearch(String pattern) {
		this.pattern = pattern.getBytes(StandardCharsets.US_ASCII);
		int last = this.pattern.length - 1;
		Arrays.fill(this.shifts, this.pattern.length);
		for (int i = 0; i < last; i++) {
			this.shifts[this.pattern[i] & 0xff] = last - i;
		}
	}

	int count(byte[] text) {
		int found = 0;
		int length = this.pattern.length;
		int end = length;
		while (end <= text.length) {
			boolean here = Arrays.equals(text, end - length, end, this.pattern, 0, length);
			found += here ? 1 : 0;
			end += here ? length : this.shifts[text[end - 1] & 0xff];
		}
		return found;
	}

}
