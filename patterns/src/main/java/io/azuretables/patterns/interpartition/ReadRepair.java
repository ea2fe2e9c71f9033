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

package io.azuretables.patterns.interpartition;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.change.UnmatchedRows;
import io.azuretables.internal.commit.CommitToken;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.interpartition.IndexEntry.Kind;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Asks the index worker to check index rows for which a query has found no entity. It
 * removes nothing itself: the write of the row may be about to be made. It asks a worker
 * to look after that write, whose rule is the same as ever: first it is made sure that
 * the write is not still to come. Each row is looked at once in a while, however often it
 * is met; what is young is left to the worker that is on its way.
 */
final class ReadRepair {

	private static final Log logger = LogFactory.getLog(InterPartitionIndexWrites.class);

	/**
	 * How many rows are remembered.
	 */
	private static final int REMEMBERED = 1000;

	private final GuardMessages messages;

	private final IndexOptions options;

	private final Map<Row, Instant> seen = new LinkedHashMap<>();

	private final AtomicLong handedOn = new AtomicLong();

	ReadRepair(GuardMessages messages, IndexOptions options) {
		this.messages = messages;
		this.options = options;
	}

	/**
	 * Two requests for each row that is handed on, and one for each that is not, up to
	 * the number that is allowed. Whatever fails here, the look-up does not.
	 */
	void unmatched(TableGateway gateway, UnmatchedRows rows) {
		int most = this.options.repairs();
		try {
			rows.keys()
				.stream()
				.map((key) -> new Row(rows.table(), key))
				.filter(this::isDue)
				.limit(most)
				.forEach((row) -> look(row, rows.index(), gateway));
		}
		catch (RuntimeException ex) {
			logger.debug("Rows of the index '" + rows.index().name()
					+ "' that match no entity could not be sent to the worker", ex);
		}
	}

	/**
	 * Whether a row has not been looked at lately.
	 */
	private boolean isDue(Row row) {
		Instant now = this.options.clock().instant();
		synchronized (this.seen) {
			Instant before = this.seen.get(row);
			if (before != null && now.isBefore(before.plus(grace()))) {
				return false;
			}
			this.seen.remove(row);
			this.seen.put(row, now);
			if (this.seen.size() > REMEMBERED) {
				this.seen.remove(this.seen.keySet().iterator().next());
			}
			return true;
		}
	}

	private Duration grace() {
		return this.options.times().retention();
	}

	private void look(Row met, IndexMapping index, TableGateway gateway) {
		TableRow row = gateway.read(met.table(), met.key(), null, RowReader.rows());
		TableKey owner = (row != null) ? UniqueKeys.owner(row) : null;
		if (row == null || owner == null || isYoung(row)) {
			return;
		}
		String token = Objects.requireNonNullElse(row.get(RowWrite.TOKEN, String.class), IndexMapping.NO_TOKEN);
		IndexEntry entry = new IndexEntry(Kind.of(index), index.name(), met.key(), token);
		CommitToken write = new CommitToken(met.table(), owner.partitionKey(), token);
		this.messages.sendObserved(write, new IndexGuard(met.table(), owner, List.of(entry)));
		this.handedOn.incrementAndGet();
	}

	private boolean isYoung(TableRow row) {
		Instant written = row.timestamp();
		return written != null && !written.plus(grace()).isBefore(this.options.clock().instant());
	}

	/**
	 * How many rows were handed to workers.
	 */
	long handedOn() {
		return this.handedOn.get();
	}

	/**
	 * An index row.
	 *
	 * @param table its table
	 * @param key its key
	 */
	private record Row(String table, TableKey key) {

	}

}
