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

package io.azuretables.operations;

import java.util.concurrent.ThreadLocalRandom;

/**
 * What tells one write from all others? A text of time and chance, unique enough to
 * recognise a row as one's own.
 */
final class WriteToken {

	private static final int RADIX = 36;

	private static final int RANDOM_BITS = 20;

	private WriteToken() {
	}

	static String next() {
		ThreadLocalRandom random = ThreadLocalRandom.current();
		long time = (System.currentTimeMillis() << RANDOM_BITS) | random.nextInt(1 << RANDOM_BITS);
		return Long.toString(time, RADIX) + Long.toUnsignedString(random.nextLong(), RADIX);
	}

}
