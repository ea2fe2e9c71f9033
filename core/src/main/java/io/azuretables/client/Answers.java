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

import java.util.List;

import com.azure.core.http.HttpHeaderName;
import io.azuretables.client.HttpExchange.AnswerDecoder;
import io.azuretables.client.Outcome.Refused;
import io.azuretables.client.Outcome.Success;
import io.azuretables.client.RowJsonReader.Rows;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowPage.Continuation;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

/**
 * How is the answer to a request read?
 */
final class Answers {

	private static final HttpHeaderName NEXT_PARTITION = HttpHeaderName
		.fromString("x-ms-continuation-NextPartitionKey");

	private static final HttpHeaderName NEXT_ROW = HttpHeaderName.fromString("x-ms-continuation-NextRowKey");

	private static final HttpHeaderName NEXT_TABLE = HttpHeaderName.fromString("x-ms-continuation-NextTableName");

	private Answers() {
	}

	/**
	 * Reads one row; one that does not exist is nothing.
	 */
	static <T> AnswerDecoder<T> row(TableKey key, RowReader<T> reader) {
		return (answer) -> {
			if (answer.isSuccess()) {
				return new Success<>(RowJsonReader.row(answer, key, reader));
			}
			if (answer.saysRowNotFound()) {
				return new Success<>(null);
			}
			ServiceError error = ServiceError.of(answer);
			return error.isRowNotFound() ? new Success<>(null) : new Refused<>(error);
		};
	}

	static <T> AnswerDecoder<RowPage<T>> page(RowReader<T> reader) {
		return (answer) -> {
			if (!answer.isSuccess()) {
				return new Refused<>(ServiceError.of(answer));
			}
			Rows<T> rows = RowJsonReader.rows(answer, reader);
			String partition = answer.header(NEXT_PARTITION);
			Continuation next = (partition != null) ? new Continuation(partition, answer.header(NEXT_ROW)) : null;
			return new Success<>(new RowPage<>(rows.rows(), rows.read(), next));
		};
	}

	/**
	 * Reads what became of a row or a table.
	 */
	static AnswerDecoder<String> change(RequestKind kind) {
		return (answer) -> answer.isSuccess() ? new Success<>(etag(kind, answer.etag()))
				: new Refused<>(ServiceError.of(answer));
	}

	/**
	 * The ETag of what is done, if it has one.
	 */
	static @Nullable String etag(RequestKind kind, @Nullable String etag) {
		if (!kind.hasEtag()) {
			return null;
		}
		if (etag == null) {
			throw new UnreadableAnswerException("The answer to a write tells no ETag");
		}
		return etag;
	}

	static AnswerDecoder<List<@Nullable String>> changes(List<RowWrite> writes) {
		return (answer) -> BatchAnswer.read(answer, writes);
	}

	static AnswerDecoder<TablePage> tables() {
		return (answer) -> {
			if (!answer.isSuccess()) {
				return new Refused<>(ServiceError.of(answer));
			}
			return new Success<>(new TablePage(RowJsonReader.tables(answer), answer.header(NEXT_TABLE)));
		};
	}

	/**
	 * Some of the tables.
	 *
	 * @param names their names
	 * @param next where the others begin
	 */
	record TablePage(List<String> names, @Nullable String next) {

	}

}
