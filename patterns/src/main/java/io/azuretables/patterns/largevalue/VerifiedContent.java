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

package io.azuretables.patterns.largevalue;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * Checks size and SHA-256 of a content while it is read. Its last bytes are handed over
 * only if both are right.
 */
final class VerifiedContent extends FilterInputStream {

	private static final int SKIPPED = 8192;

	private final long size;

	private final String sha;

	private final String property;

	private final MessageDigest digest = Sha256.digest();

	private long count;

	private boolean verified;

	/**
	 * A content that is checked.
	 * @param size how many bytes it must have
	 * @param sha its SHA-256 in hexadecimal
	 * @param property the name of the property for messages
	 */
	VerifiedContent(InputStream content, long size, String sha, String property) {
		super(content);
		this.size = size;
		this.sha = sha;
		this.property = property;
	}

	@Override
	public int read() throws IOException {
		byte[] one = new byte[1];
		return (read(one, 0, 1) == -1) ? -1 : one[0] & 0xFF;
	}

	@Override
	public int read(byte[] target, int offset, int size) throws IOException {
		if (size == 0) {
			return 0;
		}
		int read = next(target, offset, size);
		if (read > 0) {
			this.count += read;
			this.digest.update(target, offset, read);
		}
		if (!this.verified && (read == -1 || this.count >= this.size)) {
			verify();
		}
		return read;
	}

	private int next(byte[] target, int offset, int size) throws IOException {
		try {
			return this.verified ? -1 : super.read(target, offset, size);
		}
		catch (RuntimeException ex) {
			throw new IOException("The content of " + this.property + " could not be read to its end; it may have been "
					+ "replaced meanwhile, so read the entity again", ex);
		}
	}

	/**
	 * The cause tells another content, which stays as it is, from one that could not be
	 * read.
	 */
	private void verify() throws IOException {
		if (this.count != this.size || (this.count > 0 && next(new byte[1], 0, 1) != -1)
				|| !HexFormat.of().formatHex(this.digest.digest()).equals(this.sha)) {
			MissingContentException failure = new MissingContentException("The content of " + this.property
					+ " is not what was saved: its size or SHA-256 differs from the one in the row");
			throw new IOException(failure.getMessage(), failure);
		}
		this.verified = true;
	}

	@Override
	public long skip(long bytes) throws IOException {
		byte[] skipped = new byte[(int) Math.min(SKIPPED, Math.max(bytes, 0))];
		int read = read(skipped, 0, skipped.length);
		return Math.max(read, 0);
	}

	@Override
	public boolean markSupported() {
		return false;
	}

	@Override
	public void mark(int limit) {
		// what was read is counted once
	}

	@Override
	public void reset() throws IOException {
		throw new IOException("The content can be read once; open it again");
	}

}
