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

package io.azuretables.patterns.queue;

import java.util.Objects;

import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.queue.message.MessageContext;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Writes to rows and blobs that a message handler can repeat with the same effect. Each
 * is one request unless its documentation says otherwise; and before each it is made sure
 * that the handler may still go on. None of them is a difference, such as "one more".
 * Tables must be there, under the names that the service knows.
 *
 * @since 0.1
 */
public final class IdempotentSteps {

	private final TableGateway gateway;

	private final @Nullable BlobStore blobs;

	public IdempotentSteps(TableGateway gateway, @Nullable BlobStore blobs) {
		this.gateway = gateway;
		this.blobs = blobs;
	}

	/**
	 * Writes a row whatever is there; for rows that no other process writes.
	 */
	public void insertOrReplace(MessageContext context, String table, TableRow row) {
		context.check();
		this.gateway.write(table, new RowWrite.InsertOrReplace(row));
	}

	/**
	 * Writes a row if there is none.
	 * @return whether there was none
	 */
	public boolean insertIfAbsent(MessageContext context, String table, TableRow row) {
		context.check();
		try {
			this.gateway.write(table, new RowWrite.Insert(row));
			return true;
		}
		catch (DuplicateKeyException ex) {
			return false;
		}
	}

	/**
	 * Replaces a row that is as it was read.
	 * @return whether it was
	 */
	public boolean replaceIf(MessageContext context, String table, TableRow row, String etag) {
		context.check();
		return isDone(table, new RowWrite.Replace(row, etag));
	}

	/**
	 * Deletes a row that is as it was read.
	 * @param etag its ETag, or {@link RowWrite#ANY}
	 * @return whether it was
	 */
	public boolean deleteIf(MessageContext context, String table, TableKey key, String etag) {
		context.check();
		return isDone(table, new RowWrite.Delete(key, etag));
	}

	/**
	 * Deletes a row if a certain write was the last one to it. Two requests.
	 * @param token what the row has as its {@link RowWrite#TOKEN}
	 * @return whether it was
	 */
	public boolean deleteIfOfWrite(MessageContext context, String table, TableKey key, String token) {
		TableRow row = this.gateway.read(table, key, null, RowReader.rows());
		return row != null && token.equals(row.get(RowWrite.TOKEN))
				&& deleteIf(context, table, key, Objects.requireNonNull(row.etag()));
	}

	/**
	 * Writes a blob, unless there is one of that name, see {@link BlobStore#putIfAbsent}.
	 */
	public boolean putIfAbsent(MessageContext context, String name, byte[] content) {
		if (this.blobs == null) {
			throw new IllegalStateException("No blobs are configured");
		}
		context.check();
		return this.blobs.putIfAbsent(name, content);
	}

	private boolean isDone(String table, RowWrite write) {
		try {
			this.gateway.write(table, write);
			return true;
		}
		catch (OptimisticLockingFailureException ex) {
			return false;
		}
	}

}
