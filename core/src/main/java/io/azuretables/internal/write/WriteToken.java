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

package io.azuretables.internal.write;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Creates a unique token for each write, by which its rows can be recognised later. A
 * token is made of the time and of random bits.
 */
final class WriteToken {

	private static final byte[] DIGITS = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
		.getBytes(StandardCharsets.US_ASCII);

	private static final int BITS = 6;

	/**
	 * 48 bits of time, and 72 of chance.
	 */
	private static final int TIME_DIGITS = 8;

	private static final int RANDOM_DIGITS = 6;

	private WriteToken() {
	}

	static String next() {
		ThreadLocalRandom random = ThreadLocalRandom.current();
		byte[] token = new byte[TIME_DIGITS + 2 * RANDOM_DIGITS];
		write(System.currentTimeMillis(), token, 0, TIME_DIGITS);
		write(random.nextLong(), token, TIME_DIGITS, RANDOM_DIGITS);
		write(random.nextLong(), token, TIME_DIGITS + RANDOM_DIGITS, RANDOM_DIGITS);
		return new String(token, StandardCharsets.ISO_8859_1);
	}

	private static void write(long number, byte[] token, int offset, int digits) {
		long rest = number;
		for (int i = offset + digits - 1; i >= offset; i--) {
			token[i] = DIGITS[(int) rest & (1 << BITS) - 1];
			rest >>>= BITS;
		}
	}

}
