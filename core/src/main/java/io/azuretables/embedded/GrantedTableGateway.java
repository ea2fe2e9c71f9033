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

import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import io.azuretables.gateway.AccessGrant;
import io.azuretables.gateway.AccessGrant.Rows;
import io.azuretables.gateway.AccessPermission;
import io.azuretables.gateway.AccessPolicy;
import io.azuretables.gateway.SharedAccess;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.KeyRange;
import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.RowWrite.Delete;
import io.azuretables.row.RowWrite.Insert;
import io.azuretables.row.RowWrite.InsertOrMerge;
import io.azuretables.row.RowWrite.InsertOrReplace;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;

/**
 * A view of the in-memory store that allows only what a shared access signature grants.
 */
final class GrantedTableGateway implements TableGateway {

	private final EmbeddedTableGateway store;

	private final AccessGrant grant;

	private final String token;

	private final InstantSource clock;

	GrantedTableGateway(EmbeddedTableGateway store, SharedAccess access, InstantSource clock) {
		this.store = store;
		this.grant = AccessGrant.parse(access.token());
		this.token = access.token();
		this.clock = clock;
	}

	@Override
	public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
		check(table, EnumSet.of(AccessPermission.READ));
		check(key);
		return this.store.read(table, key, select, reader);
	}

	@Override
	public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
		check(request.table(), EnumSet.of(AccessPermission.READ));
		return this.store.read(request, bounds(), reader);
	}

	private KeyBounds bounds() {
		Rows rows = this.grant.rows();
		return (rows == null) ? KeyBounds.ALL : new KeyBounds(KeyRange.point(rows.partitionKey()),
				KeyRange.between(rows.firstRowKey(), KeyRange.after(rows.lastRowKey())));
	}

	@Override
	public @Nullable String write(String table, RowWrite write) {
		check(table, needed(write));
		check(write.key());
		return this.store.write(table, write);
	}

	@Override
	public List<@Nullable String> submit(AtomicBatch batch) {
		for (RowWrite write : batch.writes()) {
			check(batch.table(), needed(write));
			check(write.key());
		}
		return this.store.submit(batch);
	}

	private static Set<AccessPermission> needed(RowWrite write) {
		if (write instanceof Insert) {
			return EnumSet.of(AccessPermission.ADD);
		}
		if (write instanceof Delete) {
			return EnumSet.of(AccessPermission.DELETE);
		}
		boolean upsert = write instanceof InsertOrMerge || write instanceof InsertOrReplace;
		return upsert ? EnumSet.of(AccessPermission.ADD, AccessPermission.UPDATE) : EnumSet.of(AccessPermission.UPDATE);
	}

	@Override
	public boolean createTable(String table) {
		throw outside("the creation of a table");
	}

	@Override
	public boolean deleteTable(String table) {
		throw outside("the deletion of a table");
	}

	@Override
	public List<String> tables() {
		throw outside("the names of tables");
	}

	private void check(String table, Set<AccessPermission> needed) {
		if (!this.store.sign(this.grant).token().equals(this.token)) {
			throw Refusal.AUTHENTICATION.because("The shared access signature is not one of this store");
		}
		AccessPolicy policy = policy();
		Instant now = this.clock.instant();
		checkTime(this.grant.from(), this.grant.until(), now);
		checkTime((policy != null) ? policy.from() : null, (policy != null) ? policy.until() : null, now);
		if (!table.equalsIgnoreCase(this.grant.table())) {
			throw outside("table '" + table + "'");
		}
		boolean granted = this.grant.permissions().containsAll(needed)
				|| (policy != null && policy.permissions().containsAll(needed));
		if (!granted) {
			throw outside("a request that needs " + needed);
		}
	}

	private @Nullable AccessPolicy policy() {
		String name = this.grant.policy();
		if (name == null) {
			return null;
		}
		return this.store.policies(this.grant.table())
			.stream()
			.filter((policy) -> policy.name().equals(name))
			.findFirst()
			.orElseThrow(() -> Refusal.AUTHENTICATION.because("The shared access signature refers to the stored access "
					+ "policy '" + name + "', which table '" + this.grant.table() + "' does not have"));
	}

	private static void checkTime(@Nullable Instant from, @Nullable Instant until, Instant now) {
		if ((from != null && now.isBefore(from)) || (until != null && !now.isBefore(until))) {
			throw Refusal.AUTHENTICATION.because("The shared access signature is not valid at this time");
		}
	}

	private void check(TableKey key) {
		Rows rows = this.grant.rows();
		if (rows != null && !rows.contains(key)) {
			throw outside("a row outside of its range");
		}
	}

	private static DataAccessException outside(String what) {
		return Refusal.AUTHORIZATION.because("The shared access signature does not permit " + what);
	}

}
