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

/**
 * Hashes text to the number of a bucket, in the same way on every machine and in every
 * version. The hash is FNV-1a of UTF-16 code units, spread by MurmurHash3's final mix.
 * Never to be changed.
 *
 * @since 0.1
 */
public final class StableHash {

	private static final int OFFSET = 0x811C9DC5;

	private static final int PRIME = 0x01000193;

	private StableHash() {
	}

	/**
	 * The number of a text, from zero on.
	 * @param count how many numbers there are
	 */
	public static int number(CharSequence text, int count) {
		int hash = OFFSET;
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			hash = (hash ^ (c & 0xFF)) * PRIME;
			hash = (hash ^ (c >>> 8)) * PRIME;
		}
		return Integer.remainderUnsigned(mixed(hash), count);
	}

	private static int mixed(int hash) {
		int mixed = (hash ^ (hash >>> 16)) * 0x85EBCA6B;
		mixed = (mixed ^ (mixed >>> 13)) * 0xC2B2AE35;
		return mixed ^ (mixed >>> 16);
	}

}
