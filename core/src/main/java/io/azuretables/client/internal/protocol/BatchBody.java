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

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

import io.azuretables.internal.json.ByteArrayBuilder;
import io.azuretables.internal.json.RowJsonWriter;
import io.azuretables.row.RowWrite;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Writes an entity group transaction as the multipart body of a request. Every write is a
 * request of its own with its number.
 */
final class BatchBody {

	private static final String LINE = "\r\n";

	/**
	 * What the first write takes, more or less.
	 */
	private static final int CAPACITY = 1024;

	private final ByteArrayBuilder body;

	private final boolean cosmos;

	private final String boundary;

	private final String separator;

	private final int writes;

	private int number;

	BatchBody(boolean cosmos, int writes) {
		this.writes = writes;
		this.body = new ByteArrayBuilder(CAPACITY);
		ThreadLocalRandom random = ThreadLocalRandom.current();
		String name = new UUID(random.nextLong(), random.nextLong()).toString();
		this.cosmos = cosmos;
		this.boundary = "batch_" + name;
		this.separator = "--changeset_" + name;
		this.body.ascii("--").ascii(this.boundary).ascii(LINE);
		this.body.ascii("Content-Type: multipart/mixed; boundary=changeset_").ascii(name).ascii(LINE).ascii(LINE);
	}

	String contentType() {
		return "multipart/mixed; boundary=" + this.boundary;
	}

	void add(RowWrite write, StringBuilder url) {
		RequestKind kind = TableRequests.kind(write);
		boolean disguised = this.cosmos && kind == RequestKind.MERGE;
		this.number++;
		this.body.ascii(this.separator).ascii(LINE);
		this.body.ascii("Content-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n");
		this.body.ascii(disguised ? "POST" : kind.method().toString()).add(' ').ascii(url);
		this.body.ascii(" HTTP/1.1\r\nContent-ID: ").ascii(Integer.toString(this.number)).ascii(LINE);
		this.body.ascii("Accept: application/json;odata=minimalmetadata\r\nDataServiceVersion: 3.0\r\n");
		if (disguised) {
			this.body.ascii("X-HTTP-Method: MERGE\r\n");
		}
		if (kind.isEchoed()) {
			this.body.ascii("Prefer: return-no-content\r\n");
		}
		if (write.ifMatch() != null) {
			this.body.ascii("If-Match: ").ascii(write.ifMatch()).ascii(LINE);
		}
		addRow(write.row());
		if (this.number == 1) {
			reserve();
		}
	}

	/**
	 * The rows of a transaction are mostly alike, so the first one tells how much room
	 * all need; those that are not fit into a transaction all the same.
	 */
	private void reserve() {
		int each = this.body.length() * 9 / 8;
		this.body.ensure(Math.min(each * (this.writes - 1), ServiceLimits.BATCH_BYTES - this.body.length()));
	}

	private void addRow(@Nullable TableRow row) {
		if (row != null) {
			this.body.ascii("Content-Type: application/json\r\n\r\n");
			RowJsonWriter.write(row, this.body);
		}
		this.body.ascii(LINE).ascii((row != null) ? "" : LINE);
	}

	/**
	 * The whole body.
	 */
	byte[] end() {
		this.body.ascii(this.separator).ascii("--\r\n--").ascii(this.boundary).ascii("--\r\n");
		return this.body.toBytes();
	}

}
