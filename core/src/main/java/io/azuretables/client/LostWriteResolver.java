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

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import io.azuretables.client.internal.protocol.AttemptOutcome;
import io.azuretables.client.internal.protocol.AttemptOutcome.Success;
import io.azuretables.client.internal.protocol.HttpExchange.ResponseDecoder;
import io.azuretables.client.internal.protocol.ResponseDecoders;
import io.azuretables.client.internal.protocol.TableRequest;
import io.azuretables.client.internal.protocol.TableRequests;
import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;

/**
 * Reads rows back to find out whether a write with a lost response was applied. One
 * request per row. It says "yes" and "no" only when it can tell, and otherwise
 * {@link WriteOutcomeUnknownException}. The rows of a transaction are written all or
 * none, so one that was certainly not written speaks for all; one that another writer may
 * have written since speaks for none.
 */
final class LostWriteResolver {

	private final RequestExecutor executor;

	private final TableRequests requests;

	LostWriteResolver(RequestExecutor executor, TableRequests requests) {
		this.executor = executor;
		this.requests = requests;
	}

	/**
	 * Finds out how a write ended that was not answered with success.
	 * @param writes the one write, or those of a transaction
	 * @return the ETags, if the writes were applied; none of a row that has been
	 * overwritten since
	 */
	List<@Nullable String> resolve(TableRequest request, RequestResult<?> settled, List<RowWrite> writes) {
		DataAccessException failure = TableExceptionTranslator.translate(request, settled, writes);
		WriteVerdict first = settled.verdict(request.kind(), RowTrace.UNREAD);
		if (first == WriteVerdict.REFUTED) {
			throw failure;
		}
		List<@Nullable String> etags = new ArrayList<>(writes.size());
		if (first == WriteVerdict.APPLIED) {
			etags.add(null);
			return etags;
		}
		Set<WriteVerdict> verdicts = EnumSet.noneOf(WriteVerdict.class);
		for (RowWrite write : writes) {
			Found found = find(request.table(), write, settled.budget());
			if (found == null) {
				throw unknown(request, writes, failure);
			}
			WriteVerdict verdict = settled.verdict(request.kind(), found.trace());
			if (verdict == WriteVerdict.REFUTED) {
				throw failure;
			}
			verdicts.add(verdict);
			etags.add((verdict != WriteVerdict.OVERWRITTEN) ? found.etag() : null);
		}
		return switch (WriteVerdict.ofAll(verdicts)) {
			case APPLIED -> etags;
			case REFUTED -> throw failure;
			default -> throw unknown(request, writes, failure);
		};
	}

	private static WriteOutcomeUnknownException unknown(TableRequest request, List<RowWrite> writes,
			DataAccessException failure) {
		String end = Thread.currentThread().isInterrupted() ? TableExceptionTranslator.INTERRUPTED : "";
		return new WriteOutcomeUnknownException(request.kind().words(), request.table(),
				writes.stream().map(RowWrite::key).toList(), end, failure);
	}

	private @Nullable Found find(String table, RowWrite write, TimeBudget budget) {
		if (!budget.allows(Duration.ZERO) || Thread.currentThread().isInterrupted()) {
			return null;
		}
		TableRequest request = this.requests.read(table, write.key(), null);
		RequestResult<Found> settled = this.executor.execute(request, decoder(write, budget), budget);
		return (settled.outcome() instanceof Success<Found> success) ? success.value() : null;
	}

	private static ResponseDecoder<Found> decoder(RowWrite write, TimeBudget budget) {
		ResponseDecoder<TableRow> rows = ResponseDecoders.row(write.key(), RowReader.rows());
		return (answer) -> {
			AttemptOutcome<TableRow> outcome = rows.decode(answer);
			if (!(outcome instanceof Success<TableRow> success)) {
				return AttemptOutcome.ofFailure(answer);
			}
			Instant now = answer.date();
			Instant began = (now != null) ? now.minus(budget.elapsed()) : null;
			TableRow row = success.value();
			RowTrace trace = RowTrace.of(write, row, began);
			return new Success<>(new Found(trace, (row != null) ? row.etag() : null));
		};
	}

	/**
	 * What was found in place of a row.
	 *
	 * @param trace what it says about the write
	 * @param etag the ETag of the row, if there is one
	 */
	private record Found(RowTrace trace, @Nullable String etag) {

	}

}
