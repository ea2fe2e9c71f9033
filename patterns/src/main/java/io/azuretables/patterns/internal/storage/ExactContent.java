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

package io.azuretables.patterns.internal.storage;

import java.io.IOException;
import java.io.InputStream;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * An input stream that fails if it does not have the declared length. A shorter or longer
 * stream fails before its end is reported, so that what is written from it is never a
 * part of a content.
 */
public final class ExactContent extends InputStream {

	private final InputStream content;

	private final long length;

	private long count;

	private @Nullable DataAccessException failure;

	public ExactContent(InputStream content, long length) {
		this.content = content;
		this.length = length;
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
		try {
			return (this.count == this.length) ? end() : some(target, offset, size);
		}
		catch (IOException ex) {
			if (this.failure == null) {
				this.failure = new DataAccessResourceFailureException(
						"The content of a blob could not be read; nothing was written", ex);
			}
			throw ex;
		}
	}

	private int some(byte[] target, int offset, int size) throws IOException {
		int read = this.content.read(target, offset, (int) Math.min(size, this.length - this.count));
		if (read == -1) {
			throw wrong("ends after " + this.count);
		}
		this.count += read;
		return read;
	}

	private int end() throws IOException {
		if (this.content.read() != -1) {
			throw wrong("goes on after " + this.count);
		}
		return -1;
	}

	private IOException wrong(String where) {
		String message = "The content of a blob was said to have " + this.length + " bytes, and " + where
				+ "; nothing was written";
		this.failure = new InvalidDataAccessApiUsageException(message);
		return new IOException(message);
	}

	/**
	 * Reports what was wrong with the stream, if anything was.
	 */
	public void check() {
		if (this.failure != null) {
			throw this.failure;
		}
	}

}
