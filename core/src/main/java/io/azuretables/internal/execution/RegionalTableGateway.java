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

package io.azuretables.internal.execution;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.time.RegionTime;
import io.azuretables.key.RowParts;
import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowPage.Continuation;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.TransientDataAccessException;

/**
 * A gateway that reads from the secondary region of the account: always, or only while
 * the primary region does not answer. Rows of the secondary region have no ETag. Pages go
 * on in the region where they began, or fail where that is too far behind meanwhile. It
 * writes nothing.
 */
public final class RegionalTableGateway implements TableGateway {

	/**
	 * Marks a continuation of the secondary region.
	 */
	private static final String MARK = "2:";

	private final TableGateway primary;

	private final SecondaryReads secondary;

	private final boolean first;

	private final Duration maxStaleness;

	/**
	 * Reads of two regions.
	 * @param first whether the secondary region is asked first
	 * @param maxStaleness how far it may be behind
	 */
	public RegionalTableGateway(TableGateway primary, SecondaryReads secondary, boolean first, Duration maxStaleness) {
		this.primary = primary;
		this.secondary = secondary;
		this.first = first;
		this.maxStaleness = maxStaleness;
	}

	@Override
	public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
		Function<TableGateway, @Nullable T> fromPrimary = (gateway) -> gateway.read(table, key, select, reader);
		Function<TableGateway, @Nullable T> fromSecondary = (gateway) -> gateway.read(table, key, select,
				new WithoutVersion<>(reader));
		try {
			return either(fromPrimary, fromSecondary);
		}
		catch (InvalidDataAccessResourceUsageException ex) {
			checkMissing(ex);
			return null;
		}
	}

	@Override
	public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
		Continuation from = request.from();
		try {
			if (from == null) {
				return this.<RowPage<T>>either((gateway) -> gateway.read(request, reader),
						(gateway) -> pageOfSecondary(gateway, request, reader));
			}
			if (!from.nextPartitionKey().startsWith(MARK)) {
				return this.primary.read(request, reader);
			}
			RegionTime time = new RegionTime();
			DataAccessException tooStale = time.<@Nullable DataAccessException>first(this::tooStale);
			if (tooStale != null) {
				throw tooStale;
			}
			Continuation own = new Continuation(from.nextPartitionKey().substring(MARK.length()), from.nextRowKey());
			return time.<RowPage<T>>second(() -> pageOfSecondary(this.secondary.gateway(), request.from(own), reader));
		}
		catch (InvalidDataAccessResourceUsageException ex) {
			checkMissing(ex);
			return new RowPage<>(List.of(), 0, null);
		}
	}

	private static <T> RowPage<T> pageOfSecondary(TableGateway gateway, RowRequest request, RowReader<T> reader) {
		RowPage<T> page = gateway.read(request, new WithoutVersion<>(reader));
		Continuation next = page.continuation();
		return new RowPage<>(page.rows(), page.rowsRead(),
				(next != null) ? new Continuation(MARK + next.nextPartitionKey(), next.nextRowKey()) : null);
	}

	@Override
	public boolean isUnordered() {
		return this.primary.isUnordered();
	}

	/**
	 * A table that is not there has no rows; these reads create none.
	 */
	private static void checkMissing(InvalidDataAccessResourceUsageException ex) {
		if (!(ex.getCause() instanceof ServiceErrorException error) || !error.code().equals("TableNotFound")) {
			throw ex;
		}
	}

	private <R extends @Nullable Object> R either(Function<TableGateway, R> fromPrimary,
			Function<TableGateway, R> fromSecondary) {
		RegionTime time = new RegionTime();
		DataAccessException reason = null;
		if (this.first || this.secondary.isOpen()) {
			reason = time.<@Nullable DataAccessException>first(this::tooStale);
			if (reason == null) {
				return time.<R>second(() -> fromSecondary.apply(this.secondary.gateway()));
			}
		}
		Supplier<R> request = () -> fromPrimary.apply(this.primary);
		if (this.first) {
			return time.<R>second(request);
		}
		try {
			R answer = (reason != null) ? time.<R>second(request) : time.<R>first(request);
			this.secondary.answered();
			return answer;
		}
		catch (TransientDataAccessException | DataAccessResourceFailureException ex) {
			if (!isOfRegion(ex)) {
				throw ex;
			}
			this.secondary.failed();
			DataAccessException unread = (reason != null) ? reason
					: time.<@Nullable DataAccessException>second(this::tooStale);
			return time.<R>second(() -> fromSecondaryAfter(ex, unread, fromSecondary));
		}
	}

	private <R extends @Nullable Object> R fromSecondaryAfter(DataAccessException failure,
			@Nullable DataAccessException unread, Function<TableGateway, R> read) {
		if (unread != null) {
			failure.addSuppressed(unread);
			throw failure;
		}
		return read.apply(this.secondary.gateway());
	}

	private @Nullable DataAccessException tooStale() {
		return this.secondary.tooStale(this.maxStaleness);
	}

	/**
	 * Whether a failure says that the region does not answer, and not that the caller was
	 * interrupted.
	 */
	private static boolean isOfRegion(DataAccessException ex) {
		return !Thread.currentThread().isInterrupted() && (ex instanceof QueryTimeoutException
				|| ex instanceof DataAccessResourceFailureException || ex instanceof TransientDataAccessException);
	}

	@Override
	public @Nullable String write(String table, RowWrite write) {
		throw writing();
	}

	@Override
	public List<@Nullable String> submit(AtomicBatch batch) {
		throw writing();
	}

	@Override
	public boolean createTable(String table) {
		throw writing();
	}

	@Override
	public boolean deleteTable(String table) {
		throw writing();
	}

	@Override
	public List<String> tables() {
		return this.primary.tables();
	}

	/**
	 * Says that nothing is written here.
	 */
	public static InvalidDataAccessApiUsageException writing() {
		return new InvalidDataAccessApiUsageException(
				"These operations may read from the secondary region, where nothing can be written, and what they read "
						+ "may be old; write with the template that they come from");
	}

	/**
	 * Reads rows as if they had no version: theirs may be one of long ago.
	 *
	 * @param <T> what a row becomes
	 */
	private record WithoutVersion<T>(RowReader<T> reader) implements RowReader<T> {

		@Override
		public boolean readsTimestamp() {
			return this.reader.readsTimestamp();
		}

		@Override
		public RowParts parts() {
			return this.reader.parts();
		}

		@Override
		public Assembler<T> begin() {
			Assembler<T> assembler = this.reader.begin();
			return new Assembler<>() {

				@Override
				public void property(String name, Object value) {
					assembler.property(name, value);
				}

				@Override
				public @Nullable T end(TableKey key, @Nullable String etag, @Nullable Instant timestamp) {
					return assembler.end(key, null, timestamp);
				}

			};
		}

	}

}
