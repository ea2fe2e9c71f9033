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

package io.azuretables.patterns.transfer;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * One file of an export, with some rows of one table.
 *
 * @param file the name of the file
 * @param rows how many rows it has
 * @param digest the sum of their digests, in hexadecimal digits
 * @param bytes how many bytes the file has
 * @param sha256 the hash of these bytes, in hexadecimal digits
 */
record Slice(String file, long rows, String digest, long bytes, String sha256) {

	static Slice of(String file, byte[] content, long rows, long digest) {
		return new Slice(file, rows, HexFormat.of().toHexDigits(digest), content.length, sha256(content));
	}

	/**
	 * Whether this is what was written, as far as can be seen.
	 */
	boolean isWhole() {
		return this.file != null && this.rows >= 0 && this.bytes >= 0 && this.digest != null
				&& this.digest.matches("[0-9a-f]{16}") && this.sha256 != null && this.sha256.matches("[0-9a-f]{64}");
	}

	/**
	 * The digest as a number.
	 */
	long sum() {
		return HexFormat.fromHexDigitsToLong(this.digest);
	}

	/**
	 * Whether these are the bytes of the file.
	 */
	boolean isOf(byte[] content) {
		return content.length == this.bytes && sha256(content).equals(this.sha256);
	}

	static String sha256(byte[] content) {
		try {
			return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
