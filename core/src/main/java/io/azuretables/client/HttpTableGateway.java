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
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.azure.core.http.HttpPipeline;
import com.azure.data.tables.TableServiceClientBuilder;
import io.azuretables.client.internal.protocol.AttemptOutcome.Refused;
import io.azuretables.client.internal.protocol.AttemptOutcome.Success;
import io.azuretables.client.internal.protocol.HttpExchange;
import io.azuretables.client.internal.protocol.HttpExchange.ResponseDecoder;
import io.azuretables.client.internal.protocol.ResponseDecoders;
import io.azuretables.client.internal.protocol.ResponseDecoders.TablePage;
import io.azuretables.client.internal.protocol.TableRequest;
import io.azuretables.client.internal.protocol.TableRequests;
import io.azuretables.gateway.AccessGateway;
import io.azuretables.gateway.AccessGrant;
import io.azuretables.gateway.AccessPolicy;
import io.azuretables.gateway.CorsRule;
import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.gateway.SecondaryRegion;
import io.azuretables.gateway.SharedAccess;
import io.azuretables.gateway.TableGateway;
import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.internal.time.Sleeper;
import io.azuretables.internal.time.RegionTime;
import io.azuretables.internal.time.SteadyClock;
import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.LimitViolation;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowPage.Continuation;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Sends requests to the table service over HTTP: the {@link TableGateway} for Azure
 * Storage, Cosmos DB and Azurite. Speaks the REST protocol of tables, in JSON, over the
 * pipeline of the Azure SDK; for storage accounts, Cosmos DB for Table and the emulator.
 * <p>
 * Each method is one request. A request that fails in passing is tried again within the
 * limits of {@link RetryOptions}. A write whose answer was lost is tried again, too, and
 * when the service then refuses it, the rows are read back, one request each, to tell
 * whether the refusal was caused by the write itself; if that cannot be told, the write
 * ends with {@link WriteOutcomeUnknownException}. An unconditional write is simply
 * repeated, and may overwrite what another writer wrote in between.
 * <p>
 * What the service would refuse, as to sizes and names, is refused before it is sent.
 * <p>
 * Shared access signatures are made where the connection has the key of a storage
 * account.
 *
 * @since 0.1
 */
public final class HttpTableGateway implements TableGateway, AccessGateway {

	private final HttpPipeline pipeline;

	private final TableConnection connection;

	private final TableRequests requests;

	private final RequestExecutor executor;

	private final Duration deadline;

	private final InstantSource clock;

	HttpTableGateway(HttpPipeline pipeline, TableClientOptions options, InstantSource clock, Sleeper sleeper) {
		this.pipeline = pipeline;
		this.connection = options.connection();
		this.requests = new TableRequests(this.connection.base(), this.connection.isCosmos());
		HttpExchange exchange = new HttpExchange(pipeline, this.connection.base(), this.connection.isCosmos(),
				options.timeouts().response());
		this.executor = new RequestExecutor(exchange, options.retry(), clock, sleeper);
		this.deadline = options.retry().deadline();
		this.clock = clock;
	}

	/**
	 * A gateway to the service of the options. Nothing is sent before the first request.
	 */
	public static HttpTableGateway connect(TableClientOptions options) {
		return new HttpTableGateway(TablePipeline.of(options), options, new SteadyClock(), Sleeper.SYSTEM);
	}

	/**
	 * A builder of the SDK's own clients over the same pipeline, for what the gateway
	 * does not do, such as shared access signatures and service properties. Its clients
	 * do not retry.
	 */
	public TableServiceClientBuilder serviceClientBuilder() {
		return new TableServiceClientBuilder().endpoint(this.connection.base())
			.pipeline(TablePipeline.forSdk(this.pipeline, this.connection));
	}

	/**
	 * The secondary region that this gateway is connected to, see
	 * {@link TableConnection#withSecondary()}. Sends no request.
	 */
	public SecondaryRegion asSecondary() {
		return new SecondaryRegion(this, this::lastSync);
	}

	/**
	 * Up to which time all writes of the primary region have arrived here; {@code null}
	 * if the service does not say it. One request to the statistics of the service, which
	 * only a secondary region has. It takes no longer than the
	 * {@linkplain RetryOptions#deadline() deadline} of a request, and is not repeated.
	 * @throws org.springframework.dao.TransientDataAccessResourceException if there is no
	 * answer in time
	 */
	public @Nullable Instant lastSync() {
		return new SdkAccess(serviceClientBuilder()).lastSync(RegionTime.share(this.deadline, this.clock.instant()));
	}

	@Override
	public SharedAccess sign(AccessGrant grant) {
		checkTable(grant.table());
		return SdkAccess.sign(this.connection, grant);
	}

	@Override
	public List<AccessPolicy> policies(String table) {
		checkTable(table);
		return new SdkAccess(serviceClientBuilder()).policies(table);
	}

	@Override
	public void setPolicies(String table, List<AccessPolicy> policies) {
		checkTable(table);
		new SdkAccess(serviceClientBuilder()).setPolicies(table, policies);
	}

	@Override
	public List<CorsRule> corsRules() {
		return new SdkAccess(serviceClientBuilder()).corsRules();
	}

	@Override
	public void setCorsRules(List<CorsRule> rules) {
		new SdkAccess(serviceClientBuilder()).setCorsRules(rules);
	}

	@Override
	public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
		checkTable(table);
		return execute(this.requests.read(table, key, select), ResponseDecoders.row(key, reader));
	}

	@Override
	public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
		checkTable(request.table());
		RowPage<T> page = execute(this.requests.read(request), ResponseDecoders.page(request.from(), reader));
		return (page != null) ? page : new RowPage<>(List.of(), 0, null);
	}

	@Override
	public @Nullable String write(String table, RowWrite write) {
		checkTable(table);
		check(write, -1);
		TableRequest request = this.requests.write(table, write);
		RequestResult<String> settled = this.executor.execute(request, ResponseDecoders.change(write));
		if (settled.outcome() instanceof Success<String> success) {
			return success.value();
		}
		return readBack().resolve(request, settled, List.of(write)).get(0);
	}

	@Override
	public List<@Nullable String> submit(AtomicBatch batch) {
		checkTable(batch.table());
		check(batch);
		TableRequest request = this.requests.submit(batch);
		RequestResult<List<@Nullable String>> settled = this.executor.execute(request,
				ResponseDecoders.changes(batch.writes()));
		if (settled.outcome() instanceof Success<List<@Nullable String>> success && success.value() != null) {
			return success.value();
		}
		return readBack().resolve(request, settled, batch.writes());
	}

	private LostWriteResolver readBack() {
		return new LostWriteResolver(this.executor, this.requests);
	}

	/**
	 * Creates a table. When an answer was lost, it may say that the table existed
	 * although this call has created it.
	 */
	@Override
	public boolean createTable(String table) {
		checkTable(table);
		return change(this.requests.createTable(table), "TableAlreadyExists");
	}

	@Override
	public boolean deleteTable(String table) {
		checkTable(table);
		return change(this.requests.deleteTable(table), "ResourceNotFound", "TableNotFound", "TableBeingDeleted");
	}

	/**
	 * Whether the request changed something, rather than being refused with one of the
	 * codes that say that there was nothing to do.
	 */
	private boolean change(TableRequest request, String... idle) {
		RequestResult<String> settled = this.executor.execute(request, ResponseDecoders.change(request.kind()));
		if (settled.outcome() instanceof Success<String>) {
			return true;
		}
		if (settled.outcome() instanceof Refused<String> refused && refused.error().is(idle)) {
			return false;
		}
		DataAccessException failure = TableExceptionTranslator.translate(request, settled, List.of());
		boolean certain = settled.verdict(request.kind(), RowTrace.UNREAD) == WriteVerdict.REFUTED;
		throw certain ? failure
				: new WriteOutcomeUnknownException(request.kind().words(), request.table(), List.of(), "", failure);
	}

	@Override
	public boolean isUnordered() {
		return this.connection.isCosmos();
	}

	@Override
	public List<String> tables() {
		List<String> names = new ArrayList<>();
		Continuation next = null;
		do {
			TablePage page = execute(this.requests.tables(next), ResponseDecoders.tables(next));
			next = (page != null) ? page.next() : null;
			names.addAll((page != null) ? page.names() : List.of());
		}
		while (next != null);
		return names;
	}

	private <R> @Nullable R execute(TableRequest request, ResponseDecoder<R> decoder) {
		RequestResult<R> settled = this.executor.execute(request, decoder);
		if (settled.outcome() instanceof Success<R> success) {
			return success.value();
		}
		throw TableExceptionTranslator.translate(request, settled, List.of());
	}

	private static void checkTable(String table) {
		if (!ServiceLimits.isTableName(table)) {
			throw new InvalidDataAccessApiUsageException(
					"'" + table + "' is not a valid name of a table: " + ServiceLimits.TABLE_NAMES);
		}
	}

	private static void check(AtomicBatch batch) {
		for (int i = 0; i < batch.writes().size(); i++) {
			check(batch.writes().get(i), i);
		}
	}

	/**
	 * Refuses what the service would refuse.
	 * @param index which write of a transaction it is; -1 for none
	 */
	private static void check(RowWrite write, int index) {
		String condition = write.ifMatch();
		if (condition != null && !isHeaderValue(condition)) {
			throw new InvalidDataAccessApiUsageException(
					"The condition of the write" + place(write, index) + " is not an ETag");
		}
		TableRow row = write.row();
		List<LimitViolation> violations = ServiceLimits
			.violations((row != null) ? row : TableRow.of(write.key(), Map.of()));
		if (!violations.isEmpty()) {
			throw new DataIntegrityViolationException(
					"The service does not take the row" + place(write, index) + ": "
							+ LimitViolation.messages(violations),
					new ServiceErrorException(400, violations.get(0).code(), index));
		}
	}

	/**
	 * Whether a header carries a condition as it is. An empty one would be none.
	 */
	private static boolean isHeaderValue(String condition) {
		for (int i = 0; i < condition.length(); i++) {
			if (condition.charAt(i) <= ' ' || condition.charAt(i) > '~') {
				return false;
			}
		}
		return !condition.isEmpty();
	}

	private static String place(RowWrite write, int index) {
		return (index < 0) ? ""
				: " of the " + write.getClass().getSimpleName() + " at index " + index + " of a transaction";
	}

}
