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

package io.azuretables.observation;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.observation.PartitionWindow.Hot;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;

/**
 * Measures the share of the busiest partition of each table, and warns of hot partitions.
 * It counts rows in windows of ten seconds. It warns of a partition that takes more than
 * half of more than 500 rows a second, or of those of a table whose requests the service
 * throttles.
 * <p>
 * Rows that are read or written by requests for one partition count; a request without
 * rows counts as one, and queries over several partitions do not count. Partitions are
 * known by a hash of their key alone. At most {@value #MAX_TABLES} tables are measured.
 * Safe for concurrent use.
 *
 * @since 0.1
 */
public final class PartitionShares {

	private static final Log logger = LogFactory.getLog(PartitionShares.class);

	private static final int MAX_TABLES = 256;

	private static final String PARTITION = "PartitionKey eq '";

	private static final int TOO_MANY_REQUESTS = 429;

	private static final int UNAVAILABLE = 503;

	private final ConcurrentMap<String, PartitionWindow> tables = new ConcurrentHashMap<>();

	private final Consumer<String> newTable;

	private final LongSupplier nanos;

	/**
	 * Shares of all tables.
	 * @param newTable called with the name of each table when it is used first
	 */
	public PartitionShares(Consumer<String> newTable) {
		this(newTable, System::nanoTime);
	}

	PartitionShares(Consumer<String> newTable, LongSupplier nanos) {
		this.newTable = newTable;
		this.nanos = nanos;
	}

	/**
	 * A gateway that measures its requests and passes them on.
	 */
	public TableGateway measured(TableGateway gateway) {
		return new MeasuredGateway(gateway);
	}

	/**
	 * The share of the busiest partition of a table in the last ten seconds that are
	 * over, from 0 to 1; 0 for a table that was not used.
	 */
	public double share(String table) {
		PartitionWindow window = this.tables.get(table);
		return (window != null) ? window.share(this.nanos.getAsLong()) : 0;
	}

	/**
	 * The hash by which a warning names a partition key: compare it with those of the
	 * keys that may be hot.
	 */
	public static String hash(String partitionKey) {
		return text(hash(partitionKey, 0, partitionKey.length()));
	}

	private static String text(long hash) {
		return "%016x".formatted(hash);
	}

	/**
	 * FNV-1a over UTF-16 code units, mixed.
	 */
	private static long hash(String text, int start, int end) {
		long hash = 0xcbf29ce484222325L;
		for (int i = start; i < end; i++) {
			hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
		}
		return (hash ^ (hash >>> 32)) * 0x9e3779b97f4a7c15L;
	}

	/**
	 * Counts the rows of a query for one partition, whose condition begins with its key.
	 */
	private void countQuery(RowRequest request, int rows, boolean throttled) {
		String filter = request.filter();
		if (filter == null || !filter.startsWith(PARTITION)) {
			return;
		}
		int start = PARTITION.length();
		int end = filter.indexOf('\'', start);
		if (end > 0 && (end + 1 == filter.length() || filter.charAt(end + 1) != '\'')) {
			count(request.table(), hash(filter, start, end), rows, throttled);
		}
		else {
			String quoted = quoted(filter, start);
			count(request.table(), hash(quoted, 0, quoted.length()), rows, throttled);
		}
	}

	private static String quoted(String filter, int start) {
		StringBuilder key = new StringBuilder();
		for (int i = start; i < filter.length(); i++) {
			if (filter.charAt(i) == '\'' && (++i == filter.length() || filter.charAt(i) != '\'')) {
				break;
			}
			key.append(filter.charAt(i));
		}
		return key.toString();
	}

	private void count(String table, String partitionKey, int rows, boolean throttled) {
		count(table, hash(partitionKey, 0, partitionKey.length()), rows, throttled);
	}

	private void count(String table, long hash, int rows, boolean throttled) {
		long now = this.nanos.getAsLong();
		PartitionWindow window = this.tables.get(table);
		if (window == null) {
			window = window(table, now);
		}
		Hot hot = (window != null) ? window.add(hash, Math.max(1, rows), throttled, now) : null;
		if (hot != null) {
			warn(table, hot);
		}
	}

	private @Nullable PartitionWindow window(String table, long now) {
		if (this.tables.size() >= MAX_TABLES) {
			return null;
		}
		PartitionWindow window = new PartitionWindow(now);
		PartitionWindow known = this.tables.putIfAbsent(table, window);
		if (known == null) {
			announce(table);
		}
		return (known != null) ? known : window;
	}

	/**
	 * A meter that cannot be registered does not fail the request that is measured.
	 */
	private void announce(String table) {
		try {
			this.newTable.accept(table);
		}
		catch (RuntimeException ex) {
			logger.warn("The share of the busiest partition of table '" + table + "' cannot be registered as a meter",
					ex);
		}
	}

	private static void warn(String table, Hot hot) {
		logger.warn("The partition with the hash " + text(hot.share().hash()) + " took "
				+ Math.round(hot.share().share() * 100) + "% of "
				+ String.format(Locale.ROOT, "%,d", hot.share().rows()) + " rows of table '" + table + "' within "
				+ PartitionWindow.WINDOW_SECONDS + " seconds"
				+ (hot.throttled() ? ", and the service throttles requests to the table" : "")
				+ ". A partition takes about 2,000 rows a second. Spread its rows over several partition keys, such as "
				+ "with {user:bucket(8)}; PartitionShares.hash gives the hash of a key. "
				+ "This is logged once while it lasts");
	}

	private static boolean isThrottled(DataAccessException failure) {
		return failure.getCause() instanceof ServiceErrorException error
				&& (error.status() == UNAVAILABLE || error.status() == TOO_MANY_REQUESTS);
	}

	/**
	 * Counts what requests read and write.
	 */
	private final class MeasuredGateway extends ForwardingTableGateway {

		MeasuredGateway(TableGateway target) {
			super(target);
		}

		@Override
		public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
			try {
				T row = super.read(table, key, select, reader);
				count(table, key.partitionKey(), 1, false);
				return row;
			}
			catch (DataAccessException ex) {
				countThrottled(table, key.partitionKey(), ex);
				throw ex;
			}
		}

		@Override
		public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
			try {
				RowPage<T> page = super.read(request, reader);
				countQuery(request, page.rowsRead(), false);
				return page;
			}
			catch (DataAccessException ex) {
				if (isThrottled(ex)) {
					countQuery(request, 1, true);
				}
				throw ex;
			}
		}

		@Override
		public @Nullable String write(String table, RowWrite write) {
			try {
				String etag = super.write(table, write);
				count(table, write.key().partitionKey(), 1, false);
				return etag;
			}
			catch (DataAccessException ex) {
				countThrottled(table, write.key().partitionKey(), ex);
				throw ex;
			}
		}

		@Override
		public List<@Nullable String> submit(AtomicBatch batch) {
			String partition = batch.writes().get(0).key().partitionKey();
			try {
				List<@Nullable String> etags = super.submit(batch);
				count(batch.table(), partition, batch.writes().size(), false);
				return etags;
			}
			catch (DataAccessException ex) {
				countThrottled(batch.table(), partition, ex);
				throw ex;
			}
		}

		private void countThrottled(String table, String partitionKey, DataAccessException failure) {
			if (isThrottled(failure)) {
				count(table, partitionKey, 1, true);
			}
		}

	}

}
