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

package io.azuretables.client.internal.protocol;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import com.azure.core.http.HttpHeaders;
import io.azuretables.client.internal.protocol.AttemptOutcome.Success;
import io.azuretables.internal.json.UnreadableResponseException;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the multipart response to an entity group transaction. It has one part for each
 * write when all were applied, and a single part when none was.
 */
final class BatchResponseDecoder {

	private static final String STATUS = "HTTP/1.1 ";

	private static final String ETAG = "etag:";

	private final byte[] body;

	/**
	 * Where the current line begins.
	 */
	private int start;

	/**
	 * Where it ends.
	 */
	private int end;

	private int next;

	private BatchResponseDecoder(byte[] body) {
		this.body = body;
	}

	static AttemptOutcome<List<@Nullable String>> read(TableResponse answer, List<RowWrite> writes) {
		if (!answer.isSuccess()) {
			return failure(answer, writes);
		}
		BatchResponseDecoder parts = new BatchResponseDecoder(answer.body());
		List<@Nullable String> etags = new ArrayList<>(writes.size());
		while (parts.nextPart()) {
			int status = parts.status();
			String etag = parts.etag();
			if (status >= 300) {
				return failure(new TableResponse(status, new HttpHeaders(), parts.content()), writes);
			}
			if (etags.size() == writes.size()) {
				throw new UnreadableResponseException("The answer to a transaction has more parts than writes");
			}
			RequestKind kind = TableRequests.kind(writes.get(etags.size()));
			kind.checkAnswered(status);
			etags.add(ResponseDecoders.etag(kind, etag));
		}
		if (etags.size() != writes.size()) {
			throw new UnreadableResponseException(
					"The answer to a transaction of " + writes.size() + " writes has " + etags.size() + " parts");
		}
		return new Success<>(etags);
	}

	/**
	 * How a transaction ended of which no write was applied. If the service does not say
	 * which write failed, it may be any of them.
	 */
	private static AttemptOutcome<List<@Nullable String>> failure(TableResponse answer, List<RowWrite> writes) {
		int failed = ServiceError.of(answer).failedWrite();
		List<RowWrite> possible = (failed >= 0 && failed < writes.size()) ? writes.subList(failed, failed + 1) : writes;
		return possible.stream().anyMatch(ResponseDecoders::needsRow) ? AttemptOutcome.ofFailure(answer)
				: AttemptOutcome.ofFailureWithoutRow(answer);
	}

	/**
	 * Goes to the next line with a status.
	 */
	private boolean nextPart() {
		while (nextLine()) {
			if (startsWith(STATUS)) {
				return true;
			}
		}
		return false;
	}

	private boolean nextLine() {
		if (this.next >= this.body.length) {
			return false;
		}
		this.start = this.next;
		int feed = this.start;
		while (feed < this.body.length && this.body[feed] != '\n') {
			feed++;
		}
		this.end = (feed > this.start && this.body[feed - 1] == '\r') ? feed - 1 : feed;
		this.next = feed + 1;
		return true;
	}

	/**
	 * Whether the line begins with a text, which is given in lower case if case does not
	 * matter.
	 */
	private boolean startsWith(String text) {
		if (this.end - this.start < text.length()) {
			return false;
		}
		for (int i = 0; i < text.length(); i++) {
			byte b = this.body[this.start + i];
			if (b != text.charAt(i) && Character.toLowerCase(b) != text.charAt(i)) {
				return false;
			}
		}
		return true;
	}

	private String line(int from) {
		int first = this.start + from;
		while (first < this.end && this.body[first] == ' ') {
			first++;
		}
		return new String(this.body, first, this.end - first, StandardCharsets.UTF_8).trim();
	}

	private int status() {
		int status = 0;
		int digits = 0;
		for (int i = this.start + STATUS.length(); i < this.end && this.body[i] >= '0' && this.body[i] <= '9'; i++) {
			status = status * 10 + this.body[i] - '0';
			digits++;
		}
		if (digits != 3) {
			throw new UnreadableResponseException("A part of the answer to a transaction has no status");
		}
		return status;
	}

	/**
	 * Reads the headers of a part, to the empty line behind them.
	 */
	private @Nullable String etag() {
		String etag = null;
		while (nextLine() && this.end > this.start) {
			if (startsWith(ETAG)) {
				etag = line(ETAG.length());
			}
		}
		return etag;
	}

	/**
	 * What follows the headers, to the next boundary.
	 */
	private byte[] content() {
		int from = Math.min(this.next, this.body.length);
		int to = from;
		while (nextLine() && !startsWith("--")) {
			to = this.end;
		}
		return Arrays.copyOfRange(this.body, from, to);
	}

}
