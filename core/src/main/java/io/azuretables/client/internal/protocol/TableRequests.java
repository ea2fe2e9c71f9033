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

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import io.azuretables.internal.json.ByteArrayBuilder;
import io.azuretables.internal.json.RowJsonWriter;
import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage.Continuation;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Builds the HTTP requests of the table service's REST protocol: addresses and bodies.
 * Nothing is sent here.
 */
public final class TableRequests {

	static final String JSON = "application/json";

	private static final int ROW_CAPACITY = 1024;

	/**
	 * So much room is kept for the next row.
	 */
	private static final int LARGEST_SPARE = 256 * 1024;

	private final String base;

	private final boolean cosmos;

	/**
	 * A builder that no request uses now: for rows with long texts, to allocate and to
	 * clear arrays that grow takes as long as to write. Another one is made where several
	 * threads write at the same time.
	 */
	private final AtomicReference<@Nullable ByteArrayBuilder> spare = new AtomicReference<>();

	public TableRequests(String base, boolean cosmos) {
		this.base = base;
		this.cosmos = cosmos;
	}

	public TableRequest read(String table, TableKey key, @Nullable List<String> select) {
		StringBuilder url = row(table, key);
		if (select != null) {
			appendSelect(url.append('?'), select);
		}
		return TableRequest.of(RequestKind.READ, table, url.toString());
	}

	public TableRequest read(RowRequest request) {
		StringBuilder url = address().append('/').append(request.table()).append("()?$top=");
		url.append(request.top());
		append(url, "&$filter=", request.filter());
		if (request.select() != null) {
			appendSelect(url.append('&'), request.select());
		}
		Continuation from = request.from();
		if (from != null) {
			append(url, "&NextPartitionKey=", from.nextPartitionKey());
			append(url, "&NextRowKey=", from.nextRowKey());
		}
		return TableRequest.of(RequestKind.READ, request.table(), url.toString());
	}

	public TableRequest write(String table, RowWrite write) {
		RequestKind kind = kind(write);
		TableRow row = write.row();
		String url = address(table, write).toString();
		return (row != null) ? new TableRequest(kind, table, url, JSON, json(row), write.ifMatch())
				: new TableRequest(kind, table, url, null, null, write.ifMatch());
	}

	private byte[] json(TableRow row) {
		ByteArrayBuilder body = this.spare.getAndSet(null);
		if (body == null) {
			body = new ByteArrayBuilder(ROW_CAPACITY);
		}
		RowJsonWriter.write(row, body);
		byte[] json = body.toBytes();
		if (body.capacity() <= LARGEST_SPARE) {
			body.clear();
			this.spare.set(body);
		}
		return json;
	}

	public static RequestKind kind(RowWrite write) {
		if (write instanceof RowWrite.Insert) {
			return RequestKind.INSERT;
		}
		if (write instanceof RowWrite.Delete) {
			return RequestKind.DELETE;
		}
		return (write instanceof RowWrite.Merge || write instanceof RowWrite.InsertOrMerge) ? RequestKind.MERGE
				: RequestKind.REPLACE;
	}

	public TableRequest submit(AtomicBatch batch) {
		BatchBody body = new BatchBody(this.cosmos, batch.writes().size());
		StringBuilder address = address().append('/').append(batch.table());
		int start = address.length();
		for (RowWrite write : batch.writes()) {
			address.setLength(start);
			if (!(write instanceof RowWrite.Insert)) {
				appendKey(address, write.key());
			}
			body.add(write, address);
		}
		return new TableRequest(RequestKind.BATCH, batch.table(), this.base + "/$batch", body.contentType(), body.end(),
				null);
	}

	public TableRequest createTable(String table) {
		byte[] body = new ByteArrayBuilder(80).ascii("{\"TableName\":\"").ascii(table).ascii("\"}").toBytes();
		return new TableRequest(RequestKind.CREATE_TABLE, table, this.base + "/Tables", JSON, body, null);
	}

	public TableRequest deleteTable(String table) {
		String url = this.base + "/Tables('" + table + "')";
		return TableRequest.of(RequestKind.DELETE_TABLE, table, url);
	}

	public TableRequest tables(@Nullable Continuation from) {
		StringBuilder url = address().append("/Tables");
		append(url, "?NextTableName=", (from != null) ? from.nextPartitionKey() : null);
		return TableRequest.of(RequestKind.LIST_TABLES, "*", url.toString());
	}

	private StringBuilder address(String table, RowWrite write) {
		return (write instanceof RowWrite.Insert) ? address().append('/').append(table) : row(table, write.key());
	}

	private StringBuilder row(String table, TableKey key) {
		return appendKey(address().append('/').append(table), key);
	}

	private static StringBuilder appendKey(StringBuilder url, TableKey key) {
		UrlText.appendQuoted(url.append("(PartitionKey="), key.partitionKey());
		UrlText.appendQuoted(url.append(",RowKey="), key.rowKey());
		return url.append(')');
	}

	private StringBuilder address() {
		return new StringBuilder(this.base.length() + 160).append(this.base);
	}

	private static void append(StringBuilder url, String parameter, @Nullable String value) {
		if (value != null) {
			UrlText.append(url.append(parameter), value);
		}
	}

	/**
	 * The keys are always selected: the service returns only what is.
	 */
	private static void appendSelect(StringBuilder url, List<String> select) {
		url.append("$select=PartitionKey,RowKey");
		for (String property : select) {
			if (!property.equals("PartitionKey") && !property.equals("RowKey")) {
				UrlText.append(url.append(','), property);
			}
		}
	}

}
