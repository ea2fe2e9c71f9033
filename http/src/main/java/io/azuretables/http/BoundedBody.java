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

package io.azuretables.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

import org.apache.hc.core5.http.HttpEntity;

/**
 * Reads the body of an HTTP response, up to a limit. Memory is taken for what has
 * arrived, and not for what the server has announced.
 */
final class BoundedBody {

	/**
	 * What is believed of an announcement.
	 */
	private static final int BELIEVED = 256 * 1024;

	private static final int FIRST = 4 * 1024;

	private BoundedBody() {
	}

	static byte[] read(HttpEntity entity, int limit) throws IOException {
		long announced = entity.getContentLength();
		if (announced > limit) {
			throw tooLarge(limit);
		}
		// One byte more than announced, so that the end is seen without growing
		byte[] bytes = new byte[(announced >= 0) ? (int) Math.min(announced, BELIEVED) : Math.min(FIRST, limit)];
		int size = 0;
		InputStream input = entity.getContent();
		while (true) {
			if (size == bytes.length) {
				if (size == announced) {
					return bytes;
				}
				int next = input.read();
				if (next < 0) {
					return bytes;
				}
				bytes = Arrays.copyOf(bytes, grown(bytes.length, announced, limit));
				bytes[size++] = (byte) next;
			}
			else {
				int count = input.read(bytes, size, bytes.length - size);
				if (count < 0) {
					return Arrays.copyOf(bytes, size);
				}
				size += count;
			}
		}
	}

	private static int grown(int length, long announced, int limit) throws IOException {
		if (length >= limit) {
			throw tooLarge(limit);
		}
		long most = (announced >= 0) ? announced : limit;
		return (int) Math.min(most, Math.max(FIRST, 2L * length));
	}

	private static IOException tooLarge(int limit) {
		return new ResponseTooLargeException("The answer is larger than " + limit
				+ " bytes, the maximum size of a response; the connection is closed");
	}

}
