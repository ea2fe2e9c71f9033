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

import com.azure.core.http.HttpHeaderName;
import io.azuretables.client.internal.protocol.AttemptOutcome.Refused;
import io.azuretables.client.internal.protocol.AttemptOutcome.Success;
import io.azuretables.client.internal.protocol.HttpExchange.ResponseDecoder;
import io.azuretables.client.internal.protocol.RowJsonReader.Rows;
import io.azuretables.internal.json.UnreadableResponseException;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowPage.Continuation;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

/**
 * Provides a decoder of the response for each kind of request.
 */
public final class ResponseDecoders {

	private static final HttpHeaderName NEXT_PARTITION = HttpHeaderName
		.fromString("x-ms-continuation-NextPartitionKey");

	private static final HttpHeaderName NEXT_ROW = HttpHeaderName.fromString("x-ms-continuation-NextRowKey");

	private static final HttpHeaderName NEXT_TABLE = HttpHeaderName.fromString("x-ms-continuation-NextTableName");

	private ResponseDecoders() {
	}

	/**
	 * Reads one row; one that does not exist is nothing.
	 */
	public static <T> ResponseDecoder<T> row(TableKey key, RowReader<T> reader) {
		return (answer) -> {
			if (answer.isSuccess()) {
				return new Success<>(RowJsonReader.row(answer, key, reader));
			}
			if (answer.saysRowNotFound()) {
				return new Success<>(null);
			}
			AttemptOutcome<T> outcome = AttemptOutcome.ofFailure(answer);
			return (outcome instanceof Refused<T> refused && refused.error().isRowNotFound()) ? new Success<>(null)
					: outcome;
		};
	}

	/**
	 * Reads one page of rows.
	 * @param from where it begins
	 */
	public static <T> ResponseDecoder<RowPage<T>> page(@Nullable Continuation from, RowReader<T> reader) {
		return (answer) -> {
			if (!answer.isSuccess()) {
				return AttemptOutcome.ofFailureWithoutRow(answer);
			}
			Rows<T> rows = RowJsonReader.rows(answer, reader);
			Continuation next = next(from, answer.header(NEXT_PARTITION), answer.header(NEXT_ROW));
			return new Success<>(new RowPage<>(rows.rows(), rows.read(), next));
		};
	}

	/**
	 * Where the next page begins. A service that leads back would be asked for ever.
	 */
	private static @Nullable Continuation next(@Nullable Continuation from, @Nullable String partition,
			@Nullable String row) {
		if (partition == null) {
			return null;
		}
		Continuation next = (from != null) ? from.followedBy(partition, row) : new Continuation(partition, row);
		if (next == null) {
			throw new UnreadableResponseException(
					"The answer continues with a page that has been read already: the service makes no progress");
		}
		return next;
	}

	/**
	 * Reads what became of a row or a table.
	 */
	public static ResponseDecoder<String> change(RequestKind kind) {
		return (answer) -> answer.isSuccess() ? new Success<>(etag(kind, answer.etag()))
				: AttemptOutcome.ofFailure(answer);
	}

	/**
	 * Reads what became of a row.
	 */
	public static ResponseDecoder<String> change(RowWrite write) {
		RequestKind kind = TableRequests.kind(write);
		return needsRow(write) ? change(kind) : (answer) -> answer.isSuccess()
				? new Success<>(etag(kind, answer.etag())) : AttemptOutcome.ofFailureWithoutRow(answer);
	}

	/**
	 * Whether the service refuses the write if there is no row.
	 */
	static boolean needsRow(RowWrite write) {
		return write.ifMatch() != null;
	}

	/**
	 * The ETag of what is done, if it has one.
	 */
	static @Nullable String etag(RequestKind kind, @Nullable String etag) {
		if (!kind.hasEtag()) {
			return null;
		}
		if (etag == null) {
			throw new UnreadableResponseException("The answer to a write has no ETag");
		}
		return etag;
	}

	public static ResponseDecoder<List<@Nullable String>> changes(List<RowWrite> writes) {
		return (answer) -> BatchResponseDecoder.read(answer, writes);
	}

	/**
	 * Reads one page of the names of tables.
	 * @param from where it begins
	 */
	public static ResponseDecoder<TablePage> tables(@Nullable Continuation from) {
		return (answer) -> {
			if (!answer.isSuccess()) {
				return AttemptOutcome.ofFailure(answer);
			}
			List<String> names = RowJsonReader.tables(answer);
			return new Success<>(new TablePage(names, next(from, answer.header(NEXT_TABLE), null)));
		};
	}

	/**
	 * Some of the tables.
	 *
	 * @param names their names
	 * @param next where the others begin
	 */
	public record TablePage(List<String> names, @Nullable Continuation next) {

	}

}
