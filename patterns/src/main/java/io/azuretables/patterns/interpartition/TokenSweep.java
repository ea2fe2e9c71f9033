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
import java.util.Objects;

import io.azuretables.client.TableGateway;
import io.azuretables.key.KeyRange;
import io.azuretables.mapping.IndexMapping;
import io.azuretables.odata.ODataFilter;
import io.azuretables.patterns.queue.MessageTransport;
import io.azuretables.patterns.queue.WriteGuard.Settlement;
import io.azuretables.query.Criteria;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowPage.Continuation;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;

import org.springframework.dao.OptimisticLockingFailureException;

/**
 * What if the message of a write is lost? The row that says that it was committed keeps
 * what was in it. A row that says that one was given up goes when its time has come.
 *
 * @param gateway where the rows lie
 * @param transport where the messages go
 * @param options what time it is
 */
record TokenSweep(TableGateway gateway, MessageTransport transport, InterPartitionIndexOptions options) {

	/**
	 * When a write was committed or given up.
	 */
	private static final String AT = "at";

	long run(String table, Duration overdue) {
		KeyRange rows = KeyRange.prefix(IndexMapping.TOKEN_ROWS);
		String filter = ODataFilter.write(Criteria.where("RowKey")
			.greaterThanOrEqual(rows.from())
			.and(Criteria.where("RowKey").lessThan(String.valueOf(rows.to()))));
		long sent = 0;
		Continuation next = null;
		do {
			RowPage<TableRow> page = this.gateway.read(RowRequest.of(table, filter).from(next), RowReader.rows());
			for (TableRow row : page.rows()) {
				sent += isSent(table, row, overdue) ? 1 : 0;
			}
			next = page.continuation();
		}
		while (next != null);
		return sent;
	}

	private boolean isSent(String table, TableRow row, Duration overdue) {
		if (!new Settlement(row).isCommitted()) {
			if (isOlder(row, this.options.times().fence())) {
				delete(table, row);
			}
			return false;
		}
		String guard = row.get(IndexGuard.COLUMN, String.class);
		if (guard == null || !isOlder(row, overdue)) {
			return false;
		}
		this.transport.send(guard, Duration.ZERO);
		return true;
	}

	private boolean isOlder(TableRow row, Duration age) {
		Instant at = row.get(AT, Instant.class);
		return at == null || at.plus(age).isBefore(this.options.clock().instant());
	}

	private void delete(String table, TableRow row) {
		try {
			this.gateway.write(table, new RowWrite.Delete(row.key(), Objects.requireNonNull(row.etag())));
		}
		catch (OptimisticLockingFailureException ex) {
			// somebody else has removed it
		}
	}

}
