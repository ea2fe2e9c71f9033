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
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;

/**
 * A gateway that makes one Micrometer observation of each request to the table service.
 * Retries are included. A row that is not there is an answer, not an error.
 *
 * @since 0.1
 */
public final class ObservedTableGateway implements TableGateway {

	private static final TableRequestConvention CONVENTION = new TableRequestConvention();

	private static final String NO_TABLE = "none";

	private final TableGateway target;

	private final ObservationRegistry registry;

	private final String region;

	/**
	 * Observes requests to the primary region.
	 */
	public ObservedTableGateway(TableGateway target, ObservationRegistry registry) {
		this(target, registry, "primary");
	}

	private ObservedTableGateway(TableGateway target, ObservationRegistry registry, String region) {
		this.target = target;
		this.registry = registry;
		this.region = region;
	}

	/**
	 * Observes requests to the secondary region.
	 */
	public static ObservedTableGateway ofSecondary(TableGateway target, ObservationRegistry registry) {
		return new ObservedTableGateway(target, registry, "secondary");
	}

	private TableRequestContext context(String table, String operation) {
		return new TableRequestContext(table, operation, this.region);
	}

	@Override
	public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
		return this.<@Nullable T>observe(context(table, "read"), () -> this.target.read(table, key, select, reader),
				(row) -> (row != null) ? 1 : 0);
	}

	@Override
	public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
		return observe(context(request.table(), "query"), () -> this.target.read(request, reader), RowPage::rowsRead);
	}

	@Override
	public @Nullable String write(String table, RowWrite write) {
		String operation = write.getClass().getSimpleName().toLowerCase(Locale.ROOT);
		return this.<@Nullable String>observe(context(table, operation), () -> this.target.write(table, write),
				(etag) -> 1);
	}

	@Override
	@SuppressWarnings("NullAway") // JDK 17 reads no annotations inside generics of
									// classes
	public List<@Nullable String> submit(AtomicBatch batch) {
		return observe(context(batch.table(), "transaction"), () -> this.target.submit(batch), (etags) -> etags.size());
	}

	@Override
	public boolean createTable(String table) {
		return observe(context(table, "create-table"), () -> this.target.createTable(table), (created) -> 0);
	}

	@Override
	public boolean deleteTable(String table) {
		return observe(context(table, "delete-table"), () -> this.target.deleteTable(table), (deleted) -> 0);
	}

	@Override
	public boolean isEmbedded() {
		return this.target.isEmbedded();
	}

	@Override
	public boolean isUnordered() {
		return this.target.isUnordered();
	}

	@Override
	public boolean keepsBlobLists() {
		return this.target.keepsBlobLists();
	}

	@Override
	public String account(String table, String partitionKey) {
		return this.target.account(table, partitionKey);
	}

	@Override
	public List<String> tables() {
		return observe(context(NO_TABLE, "list-tables"), this.target::tables, List::size);
	}

	private <R extends @Nullable Object> R observe(TableRequestContext context, Supplier<R> request,
			ToIntFunction<R> rows) {
		Observation observation = Observation.createNotStarted(null, CONVENTION, () -> context, this.registry).start();
		try (Observation.Scope scope = observation.openScope()) {
			R answer = request.get();
			context.ended((answer != null) ? StatusText.OK : missing(context), rows.applyAsInt(answer));
			return answer;
		}
		catch (DataAccessException ex) {
			context.ended(StatusText.of(ex), 0);
			observation.error(ex);
			throw ex;
		}
		finally {
			observation.stop();
		}
	}

	/**
	 * A delete gives nothing back either.
	 */
	private static String missing(TableRequestContext context) {
		return context.getOperation().equals("read") ? StatusText.NOT_FOUND : StatusText.OK;
	}

}
