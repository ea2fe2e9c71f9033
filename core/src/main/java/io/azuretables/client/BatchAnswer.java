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

package io.azuretables.client;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import io.azuretables.client.Outcome.Refused;
import io.azuretables.client.Outcome.Success;
import org.jspecify.annotations.Nullable;

/**
 * What became of a transaction? Reads the parts of its answer: one per write when all
 * were applied, one alone when none was.
 */
final class BatchAnswer {

	private final byte[] body;

	private int position;

	private BatchAnswer(byte[] body) {
		this.body = body;
	}

	static Outcome<List<@Nullable String>> read(Answer answer, int writes) {
		if (!answer.isSuccess()) {
			return new Refused<>(ServiceError.of(answer));
		}
		BatchAnswer parts = new BatchAnswer(answer.body());
		List<@Nullable String> etags = new ArrayList<>(writes);
		for (Answer part = parts.next(); part != null; part = parts.next()) {
			if (!part.isSuccess()) {
				return new Refused<>(ServiceError.of(part));
			}
			etags.add(part.etag());
		}
		if (etags.size() != writes) {
			throw new UnreadableAnswerException(
					"The answer to a transaction of " + writes + " writes has " + etags.size() + " parts");
		}
		return new Success<>(etags);
	}

	/**
	 * The next part, from its status line on.
	 */
	private @Nullable Answer next() {
		for (String line = line(); line != null; line = line()) {
			if (line.startsWith("HTTP/1.1 ") && line.length() >= 12) {
				return part(status(line));
			}
		}
		return null;
	}

	private static int status(String line) {
		try {
			return Integer.parseInt(line.substring(9, 12));
		}
		catch (NumberFormatException ex) {
			throw new UnreadableAnswerException("A part of the answer to a transaction has no status");
		}
	}

	private Answer part(int status) {
		HttpHeaders headers = new HttpHeaders();
		String line = line();
		while (line != null && !line.isEmpty()) {
			int colon = line.indexOf(':');
			if (colon > 0) {
				headers.set(HttpHeaderName.fromString(line.substring(0, colon)), line.substring(colon + 1).trim());
			}
			line = line();
		}
		int start = this.position;
		int end = start;
		while (line != null && !line.startsWith("--")) {
			end = this.position;
			line = line();
		}
		return new Answer(status, headers, Arrays.copyOfRange(this.body, start, Math.max(start, end)));
	}

	private @Nullable String line() {
		if (this.position >= this.body.length) {
			return null;
		}
		int start = this.position;
		int end = start;
		while (end < this.body.length && this.body[end] != '\n') {
			end++;
		}
		this.position = end + 1;
		int length = (end > start && this.body[end - 1] == '\r') ? end - 1 - start : end - start;
		return new String(this.body, start, length, StandardCharsets.UTF_8);
	}

}
