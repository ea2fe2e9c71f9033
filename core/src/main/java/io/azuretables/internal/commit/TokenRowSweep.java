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

package io.azuretables.internal.commit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.execution.ParallelCalls;
import io.azuretables.internal.execution.SegmentedScan;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.key.KeyRange;
import io.azuretables.query.Criteria;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;

import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Searches a table for messages that were stored in the transaction of a write and are
 * overdue, and sends them again. The messages are in token rows; fences that are over are
 * deleted. A large table is read in segments of partitions.
 *
 * @param gateway where the rows lie
 * @param clock the time
 * @param threads makes the threads that read segments
 * @since 0.1
 */
public record TokenRowSweep(TableGateway gateway, InstantSource clock, ThreadFactory threads) {

	private static final int CONCURRENCY = 4;

	/**
	 * Sends the messages again that are overdue. A scan of the table, and two requests
	 * for each message. More than ten pages are read in segments, four at the same time,
	 * after four to eight requests for each of eight segments.
	 * @param overdue how long ago a write was made, or its message sent again
	 * @param kept the message that a row has kept; empty if there is none to be sent
	 * @param sender sends a message; several threads may call it at the same time
	 * @return how many messages were sent
	 */
	public long run(String table, Duration overdue, Function<TableRow, Optional<String>> kept,
			Consumer<String> sender) {
		SegmentedScan scan = new SegmentedScan(this.gateway, new ParallelCalls(CONCURRENCY, this.threads),
				RowRequest.of(table, null), Criteria.where("RowKey").startingWith(IndexMapping.TOKEN_ROWS),
				KeyRange.all());
		AtomicLong sent = new AtomicLong();
		scan.run((rows) -> sent
			.addAndGet(rows.stream().filter((row) -> isSent(table, row, overdue, kept, sender)).count()));
		return sent.get();
	}

	private boolean isSent(String table, TableRow row, Duration overdue, Function<TableRow, Optional<String>> kept,
			Consumer<String> sender) {
		CommitOutcome outcome = new CommitOutcome(row);
		Instant now = this.clock.instant();
		if (!outcome.isCommitted()) {
			if (outcome.isFenceOver(now)) {
				write(table, new RowWrite.Delete(row.key(), etag(row)));
			}
			return false;
		}
		Optional<String> message = outcome.at().plus(overdue).isAfter(now) ? Optional.empty() : kept.apply(row);
		message.ifPresent((text) -> {
			sender.accept(text);
			write(table, new RowWrite.Merge(TableRow.of(row.key(), Map.of(CommitOutcome.AT, now)), etag(row)));
		});
		return message.isPresent();
	}

	private void write(String table, RowWrite write) {
		try {
			this.gateway.write(table, write);
		}
		catch (OptimisticLockingFailureException ex) {
			// another process sweeps it, or it is gone
		}
	}

	private static String etag(TableRow row) {
		return Objects.requireNonNull(row.etag());
	}

}
