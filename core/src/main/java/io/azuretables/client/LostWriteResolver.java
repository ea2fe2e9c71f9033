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
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import io.azuretables.client.HttpExchange.ResponseDecoder;
import io.azuretables.client.AttemptOutcome.Ambiguity;
import io.azuretables.client.AttemptOutcome.Refused;
import io.azuretables.client.AttemptOutcome.Success;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

/**
 * Finds out by reading the rows back whether a write was applied whose answer was lost.
 * One request per row. It says "yes" and "no" only when it can tell, and otherwise
 * {@link WriteOutcomeUnknownException}. The rows of a transaction are written all or
 * none, so one that was certainly not written speaks for all; one that another writer may
 * have written since speaks for none.
 */
final class LostWriteResolver {

	private static final Set<RowTrace> WRITTEN = EnumSet.of(RowTrace.OWN, RowTrace.APPLIED);

	private static final Set<RowTrace> OVERWRITTEN = EnumSet.of(RowTrace.OWN, RowTrace.APPLIED, RowTrace.OVERWRITTEN);

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
		if (settled.isCertain()) {
			throw failure;
		}
		List<@Nullable String> etags = new ArrayList<>(writes.size());
		if (isGone(request, settled)) {
			etags.add(null);
			return etags;
		}
		Set<RowTrace> traces = EnumSet.noneOf(RowTrace.class);
		for (RowWrite write : writes) {
			Found found = find(request.table(), write, settled.deadline());
			if (found == null) {
				throw unknown(request, writes, failure);
			}
			if (isRefuted(found.trace(), settled)) {
				throw failure;
			}
			traces.add(found.trace());
			etags.add((found.trace() != RowTrace.OVERWRITTEN) ? found.etag() : null);
		}
		if (isWritten(traces)) {
			return etags;
		}
		throw isMissing(traces, settled) ? failure : unknown(request, writes, failure);
	}

	/**
	 * Whether a delete in doubt found nothing to delete: then it is done.
	 */
	private static boolean isGone(TableRequest request, RequestResult<?> settled) {
		return request.kind() == RequestKind.DELETE && settled.outcome() instanceof Refused<?> refused
				&& refused.error().isRowNotFound();
	}

	/**
	 * Whether one row proves that the write was not applied, nor can be any more. An
	 * attempt whose answer was lost may arrive late, unless the service refuses it by the
	 * state of the row.
	 */
	private static boolean isRefuted(RowTrace trace, RequestResult<?> settled) {
		return switch (trace) {
			case OLDER -> settled.isConflict() || settled.doubt() == Ambiguity.ANSWERED;
			case UNTOUCHED -> settled.doubt() == Ambiguity.ANSWERED;
			case OWN, APPLIED, ABSENT, OVERWRITTEN, UNCLEAR -> false;
		};
	}

	/**
	 * Whether all rows were written. One that carries the token speaks for those that
	 * have been overwritten since.
	 */
	private static boolean isWritten(Set<RowTrace> traces) {
		return WRITTEN.containsAll(traces) || (traces.contains(RowTrace.OWN) && OVERWRITTEN.containsAll(traces));
	}

	/**
	 * Whether a row that was to be inserted is not there and none shows that it was.
	 */
	private static boolean isMissing(Set<RowTrace> traces, RequestResult<?> settled) {
		return settled.doubt() == Ambiguity.ANSWERED && !settled.isConflict() && traces.contains(RowTrace.ABSENT)
				&& Collections.disjoint(traces, WRITTEN);
	}

	private static WriteOutcomeUnknownException unknown(TableRequest request, List<RowWrite> writes,
			DataAccessException failure) {
		String end = Thread.currentThread().isInterrupted() ? TableExceptionTranslator.INTERRUPTED : "";
		return new WriteOutcomeUnknownException(request, writes.stream().map(RowWrite::key).toList(), end, failure);
	}

	private @Nullable Found find(String table, RowWrite write, Deadline deadline) {
		if (!deadline.allows(Duration.ZERO) || Thread.currentThread().isInterrupted()) {
			return null;
		}
		TableRequest request = this.requests.read(table, write.key(), null);
		RequestResult<Found> settled = this.executor.execute(request, decoder(write, deadline), deadline);
		return (settled.outcome() instanceof Success<Found> success) ? success.value() : null;
	}

	private static ResponseDecoder<Found> decoder(RowWrite write, Deadline deadline) {
		ResponseDecoder<TableRow> rows = ResponseDecoders.row(write.key(), RowReader.rows());
		return (answer) -> {
			AttemptOutcome<TableRow> outcome = rows.decode(answer);
			if (!(outcome instanceof Success<TableRow> success)) {
				return AttemptOutcome.ofFailure(answer);
			}
			Instant now = answer.date();
			Instant began = (now != null) ? now.minus(deadline.elapsed()) : null;
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
