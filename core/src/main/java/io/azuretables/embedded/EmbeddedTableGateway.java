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

package io.azuretables.embedded;

import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

import io.azuretables.gateway.AccessGateway;
import io.azuretables.gateway.AccessGrant;
import io.azuretables.gateway.AccessPolicy;
import io.azuretables.gateway.CorsRule;
import io.azuretables.gateway.SharedAccess;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.odata.ODataFilter;
import io.azuretables.internal.odata.ODataSyntaxException;
import io.azuretables.key.TableKey;
import io.azuretables.query.Criteria;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * A table service in memory, for tests, samples and a first start. It has the service's
 * order, ETags, transactions, pages, limits and errors.
 * <p>
 * Nothing outlives the process. A point read costs a look-up, a query visits the rows
 * within the key range that its filter bounds and no others. Reads wait for writes to the
 * same table, and the other way round, for as long as the memory takes.
 * <p>
 * A table that is deleted keeps its name for {@link #DELETION} on the clock of the store,
 * as the service documents it: until then every request to the table, its creation
 * included, ends with the error {@code TableBeingDeleted}.
 *
 * @since 0.1
 */
public final class EmbeddedTableGateway implements TableGateway, AccessGateway {

	/**
	 * How long a table is being deleted.
	 */
	public static final Duration DELETION = Duration.ofSeconds(40);

	/**
	 * An address that leads nowhere.
	 */
	private static final URI ENDPOINT = URI.create("https://embedded.table.invalid");

	private static final String ACCOUNT = "embedded";

	private final ConcurrentMap<String, EmbeddedTable> tables = new ConcurrentSkipListMap<>(
			String.CASE_INSENSITIVE_ORDER);

	/**
	 * When the names of deleted tables are free again.
	 */
	private final ConcurrentMap<String, Instant> deleted = new ConcurrentSkipListMap<>(String.CASE_INSENSITIVE_ORDER);

	private final Map<String, List<AccessPolicy>> policies = new ConcurrentSkipListMap<>(String.CASE_INSENSITIVE_ORDER);

	private volatile List<CorsRule> corsRules = List.of();

	/**
	 * What signatures of this store are made with.
	 */
	private final String key = newKey();

	private final LongAdder scanned = new LongAdder();

	private final InstantSource clock;

	private final VersionSequence versions;

	private final @Nullable TargetMeter meter;

	public EmbeddedTableGateway() {
		this(InstantSource.system());
	}

	/**
	 * A store whose timestamps are those of a clock, and whose deleted tables go by it.
	 */
	public EmbeddedTableGateway(InstantSource clock) {
		this(clock, null);
	}

	/**
	 * A store that goes by a clock and holds its callers to targets: a request beyond
	 * them is refused with status 503 and the code {@code ServerBusy}. A write counts the
	 * rows that it writes, a read those that it looks at, and each counts one at least.
	 * @param targets the targets, or {@code null} for none
	 */
	public EmbeddedTableGateway(InstantSource clock, @Nullable ServiceTargets targets) {
		this.clock = clock;
		this.versions = new VersionSequence(clock);
		this.meter = (targets != null) ? new TargetMeter(targets, clock) : null;
	}

	/**
	 * A store that holds its callers to targets, by the clock of the system.
	 */
	public static EmbeddedTableGateway withLimits(ServiceTargets targets) {
		return new EmbeddedTableGateway(InstantSource.system(), targets);
	}

	/**
	 * A store that begins with the given tables.
	 */
	public static EmbeddedTableGateway withTables(String... tables) {
		EmbeddedTableGateway gateway = new EmbeddedTableGateway();
		for (String table : tables) {
			gateway.createTable(table);
		}
		return gateway;
	}

	private static String newKey() {
		byte[] key = new byte[32];
		new SecureRandom().nextBytes(key);
		return Base64.getEncoder().encodeToString(key);
	}

	/**
	 * The store as the holder of a shared access signature of it has it. Signature, time,
	 * permissions, stored access policy and rows are checked with each request, by the
	 * clock of the store; the address of the caller is not. A request for a row outside
	 * of the signature is refused, and a query leaves such rows out.
	 */
	public TableGateway as(SharedAccess access) {
		return new GrantedTableGateway(this, access, this.clock);
	}

	@Override
	public SharedAccess sign(AccessGrant grant) {
		checkName(grant.table());
		return grant.sign(ENDPOINT, ACCOUNT, this.key);
	}

	@Override
	public List<AccessPolicy> policies(String table) {
		return this.policies.getOrDefault(table(table).name(), List.of());
	}

	@Override
	public void setPolicies(String table, List<AccessPolicy> changed) {
		AccessPolicy.checkCount(changed);
		this.policies.put(table(table).name(), List.copyOf(changed));
	}

	@Override
	public List<CorsRule> corsRules() {
		return this.corsRules;
	}

	@Override
	public void setCorsRules(List<CorsRule> rules) {
		CorsRule.checkCount(rules);
		this.corsRules = List.copyOf(rules);
	}

	/**
	 * Deletes the rows of all tables, and keeps the tables.
	 */
	public void clear() {
		this.tables.replaceAll((name, table) -> new EmbeddedTable(table.name(), this.versions));
	}

	@Override
	public boolean isEmbedded() {
		return true;
	}

	/**
	 * How many rows reads have looked at since the store was made: also those that a
	 * filter left out, which the service does not tell.
	 */
	public long scanned() {
		return this.scanned.sum();
	}

	/**
	 * How many requests the store has refused because they exceeded its targets.
	 */
	public long refused() {
		return (this.meter != null) ? this.meter.refused() : 0;
	}

	@Override
	public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
		EmbeddedTable stored = table(table);
		admit(stored.name(), key.partitionKey(), 1);
		TableRow row = stored.get(key);
		this.scanned.add((row != null) ? 1 : 0);
		return (row != null) ? new RowSelection<>(select, reader).read(row) : null;
	}

	@Override
	public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
		return read(request, KeyBounds.ALL, reader);
	}

	/**
	 * Reads one page of the rows within some bounds.
	 */
	<T> RowPage<T> read(RowRequest request, KeyBounds within, RowReader<T> reader) {
		EmbeddedTable table = table(request.table());
		RowScan scan = new RowScan(criteria(request), within, request.top());
		admit(table.name(), scan.onlyPartition(), 1);
		table.scan(scan, ContinuationToken.read(request.from()));
		if (this.meter != null) {
			this.meter.count(table.name(), scan.onlyPartition(), Math.max(0, scan.scanned() - 1));
		}
		this.scanned.add(scan.scanned());
		RowSelection<T> selection = new RowSelection<>(request.select(), reader);
		List<T> rows = new ArrayList<>(scan.found().size());
		for (TableRow row : scan.found()) {
			T object = selection.read(row);
			if (object != null) {
				rows.add(object);
			}
		}
		return new RowPage<>(rows, scan.found().size(), ContinuationToken.write(scan.next()));
	}

	private static Criteria criteria(RowRequest request) {
		if (request.filter() == null) {
			return Criteria.ALL;
		}
		Criteria criteria = parse(request.table(), request.filter());
		int comparisons = ODataFilter.comparisons(criteria);
		if (comparisons > ServiceLimits.COMPARISONS) {
			throw Refusal.INVALID.because("A filter for table '" + request.table() + "' has " + comparisons
					+ " comparisons, and the service takes " + ServiceLimits.COMPARISONS);
		}
		return criteria;
	}

	private static Criteria parse(String table, String filter) {
		try {
			return ODataFilter.parse(filter);
		}
		catch (ODataSyntaxException ex) {
			throw new InvalidDataAccessApiUsageException("A filter for table '" + table + "' cannot be read", ex);
		}
	}

	@Override
	public @Nullable String write(String table, RowWrite write) {
		EmbeddedTable stored = table(table);
		admit(stored.name(), write.key().partitionKey(), 1);
		return stored.write(List.of(new RowChange(write, Refusal.NO_INDEX, "in table '" + table + "'"))).get(0);
	}

	@Override
	public List<@Nullable String> submit(AtomicBatch batch) {
		List<RowWrite> writes = batch.writes();
		String place = " of " + writes.size() + " in a transaction on table '" + batch.table() + "'";
		EmbeddedTable stored = table(batch.table());
		admit(stored.name(), batch.partitionKey(), writes.size());
		return stored.write(IntStream.range(0, writes.size())
			.mapToObj((index) -> new RowChange(writes.get(index), index, "at index " + index + place))
			.toList());
	}

	@Override
	public synchronized boolean createTable(String table) {
		checkName(table);
		checkDeleted(table);
		return this.tables.putIfAbsent(table, new EmbeddedTable(table, this.versions)) == null;
	}

	@Override
	public synchronized boolean deleteTable(String table) {
		checkName(table);
		if (!this.tables.containsKey(table)) {
			return false;
		}
		this.deleted.put(table, this.clock.instant().plus(DELETION));
		this.policies.remove(table);
		return this.tables.remove(table) != null;
	}

	private void checkDeleted(String table) {
		Instant free = this.deleted.get(table);
		if (free == null) {
			return;
		}
		if (this.clock.instant().isBefore(free)) {
			throw Refusal.TABLE_BEING_DELETED
				.because("The table '" + table + "' is being deleted; its name is free again " + DELETION.toSeconds()
						+ " seconds after it was deleted, by the clock of the store");
		}
		this.deleted.remove(table, free);
	}

	@Override
	public List<String> tables() {
		return this.tables.values().stream().map(EmbeddedTable::name).toList();
	}

	private void admit(String table, @Nullable String partitionKey, int rows) {
		if (this.meter != null) {
			this.meter.admit(table, partitionKey, rows);
		}
	}

	private EmbeddedTable table(String name) {
		checkName(name);
		EmbeddedTable table = this.tables.get(name);
		if (table == null) {
			checkDeleted(name);
			throw Refusal.TABLE_MISSING.because(
					"There is no table '" + name + "'; create it, or let the application create tables at start-up");
		}
		return table;
	}

	private static void checkName(String table) {
		if (!ServiceLimits.isTableName(table)) {
			throw new InvalidDataAccessApiUsageException(
					"'" + table + "' is not a valid name of a table: " + ServiceLimits.TABLE_NAMES);
		}
	}

}
