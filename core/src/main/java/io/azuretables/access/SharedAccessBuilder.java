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

package io.azuretables.access;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import io.azuretables.gateway.AccessGrant;
import io.azuretables.gateway.AccessGrant.Rows;
import io.azuretables.gateway.AccessPermission;
import io.azuretables.gateway.AccessPolicy;
import io.azuretables.gateway.SharedAccess;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.mapping.TablePersistentEntity;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.domain.Range;

/**
 * Builds a shared access signature: for which rows of an entity class, with which
 * permissions, until when. A builder is for one signature and one thread.
 *
 * @since 0.1
 */
public final class SharedAccessBuilder {

	private static final Log logger = LogFactory.getLog(SharedAccessBuilder.class);

	private static final Duration LONG = Duration.ofDays(7);

	private static final Pattern ADDRESSES = Pattern
		.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}(-[0-9]{1,3}(\\.[0-9]{1,3}){3})?");

	private final TableAccess access;

	private final TablePersistentEntity<?> entity;

	private final String table;

	private final Set<AccessPermission> permissions = EnumSet.noneOf(AccessPermission.class);

	private @Nullable IndexMapping index;

	private boolean wholeTable;

	private boolean wholePartition;

	private List<@Nullable Object> partition = List.of();

	private List<@Nullable Object> rows = List.of();

	private GrantedRows.@Nullable Bounds bounds;

	private @Nullable Instant from;

	private @Nullable Instant until;

	private @Nullable String addresses;

	private @Nullable String policy;

	SharedAccessBuilder(TableAccess access, TablePersistentEntity<?> entity, String table) {
		this.access = access;
		this.entity = entity;
		this.table = table;
	}

	/**
	 * Grants access to the rows of the partition with the given values for the properties
	 * of the partition key. Values of a bucketed part may be left out at the end; there
	 * is then one signature for each bucket.
	 */
	public SharedAccessBuilder partition(@Nullable Object... values) {
		this.partition = Arrays.asList(values);
		return this;
	}

	/**
	 * Limits access to rows with the given values for the leading properties of the row
	 * key.
	 */
	public SharedAccessBuilder rows(@Nullable Object... values) {
		this.rows = Arrays.asList(values);
		return this;
	}

	/**
	 * Limits access to rows with values in a range, for the property of the row key that
	 * follows those of {@link #rows(Object...)}.
	 */
	public SharedAccessBuilder range(String property, Range<?> range) {
		this.bounds = new GrantedRows.Bounds(property, range);
		return this;
	}

	/**
	 * Grants access to the rows of an index in place of those of the class. The values of
	 * {@link #partition(Object...)} and {@link #rows(Object...)} are then those of its
	 * keys. They can be read only.
	 */
	public SharedAccessBuilder index(String name) {
		this.index = EntityModel.of(this.entity)
			.indexes()
			.stream()
			.filter((mapping) -> mapping.name().equals(name))
			.findFirst()
			.orElseThrow(() -> refused("has no index \"" + name + "\"; it has "
					+ EntityModel.of(this.entity).indexes().stream().map(IndexMapping::name).toList()));
		return this;
	}

	/**
	 * Grants access to all rows of the partition: also those of other classes, of
	 * indexes, and internal rows of this library, which may hold messages.
	 */
	public SharedAccessBuilder wholePartition() {
		this.wholePartition = true;
		return this;
	}

	/**
	 * Grants access to all rows of the table, also those of other classes and internal
	 * ones.
	 */
	public SharedAccessBuilder wholeTable() {
		this.wholeTable = true;
		return this;
	}

	/**
	 * Allows the holder to read the rows, with all their properties.
	 */
	public SharedAccessBuilder read() {
		return permit(AccessPermission.READ);
	}

	/**
	 * Allows the holder to add rows.
	 */
	public SharedAccessBuilder add() {
		return permit(AccessPermission.ADD);
	}

	/**
	 * Allows the holder to add and change rows.
	 */
	public SharedAccessBuilder write() {
		return permit(AccessPermission.ADD).permit(AccessPermission.UPDATE);
	}

	/**
	 * Allows the holder to delete rows.
	 */
	public SharedAccessBuilder delete() {
		return permit(AccessPermission.DELETE);
	}

	private SharedAccessBuilder permit(AccessPermission permission) {
		this.permissions.add(permission);
		return this;
	}

	/**
	 * Sets when the signature begins to be valid; by default at once. Clocks differ: to
	 * begin now, leave it out.
	 */
	public SharedAccessBuilder validFrom(Instant start) {
		this.from = start;
		return this;
	}

	/**
	 * Sets how long the signature is valid, from now on.
	 */
	public SharedAccessBuilder validFor(Duration duration) {
		return validUntil(this.access.options().clock().instant().plus(duration));
	}

	/**
	 * Sets when the signature expires.
	 */
	public SharedAccessBuilder validUntil(Instant end) {
		this.until = end;
		return this;
	}

	/**
	 * Limits access to requests from an IPv4 address, or from a range of them as in
	 * {@code 198.51.100.0-198.51.100.9}.
	 */
	public SharedAccessBuilder onlyFrom(String ipAddresses) {
		if (!ADDRESSES.matcher(ipAddresses).matches()) {
			throw refused("is given to addresses that are no IPv4 address and no range of them, such as "
					+ "\"198.51.100.0-198.51.100.9\"");
		}
		this.addresses = ipAddresses;
		return this;
	}

	/**
	 * Takes the terms of a {@linkplain TableAccess#savePolicy stored access policy},
	 * which can be changed and deleted later. What the policy says must not be said here.
	 * If no permission is said here, the policy may permit to write: rows of an index,
	 * and of classes that holders must not write, are refused then.
	 */
	public SharedAccessBuilder policy(String name) {
		AccessPolicy.checkName(name);
		this.policy = name;
		return this;
	}

	/**
	 * Makes the signature.
	 * @throws InvalidDataAccessApiUsageException if the rows are not one range, if rows
	 * of other kinds may lie among them, if something is missing, or if there is no key
	 * to sign with
	 * @throws io.azuretables.key.InvalidKeyException if a key cannot hold a value
	 */
	public SharedAccess sign() {
		List<SharedAccess> signatures = signAll();
		if (signatures.size() > 1) {
			throw refused("has its rows in " + signatures.size()
					+ " buckets, each of which needs a signature; use signAll(), or give the values of the bucketed property");
		}
		return signatures.get(0);
	}

	/**
	 * Makes one signature for each bucket of the partition key that may hold such rows.
	 * @throws InvalidDataAccessApiUsageException as {@link #sign()} does
	 */
	public List<SharedAccess> signAll() {
		checkTerms();
		checkWrites();
		if (this.wholeTable) {
			if (this.wholePartition || !this.partition.isEmpty() || !this.rows.isEmpty() || this.bounds != null
					|| this.index != null) {
				throw refused("is given by wholeTable() and by keys at once; leave one out");
			}
			return List.of(sign(null));
		}
		GrantedRows granted = new GrantedRows(this.access.converter().mappingContext(), this.entity, this.index);
		return granted.of(this.partition, this.rows, this.bounds, this.wholePartition)
			.stream()
			.map(this::sign)
			.toList();
	}

	private SharedAccess sign(@Nullable Rows granted) {
		return this.access.sign(new AccessGrant(this.table, this.permissions, this.from, this.until, granted,
				this.addresses, this.policy));
	}

	private void checkTerms() {
		if (this.policy == null && this.permissions.isEmpty()) {
			throw refused("is given without a permission; call read(), add(), write() or delete(), or name a policy");
		}
		Instant end = this.until;
		if (end == null) {
			if (this.policy == null) {
				throw refused("is given without an end; call validFor(...), or name a policy");
			}
			return;
		}
		Instant now = this.access.options().clock().instant();
		if (!end.isAfter(now) || (this.from != null && !end.isAfter(this.from))) {
			throw refused("is given until a time that is over, or before it begins");
		}
		if (this.policy == null && end.isAfter(now.plus(LONG))) {
			logger.warn("A shared access signature for " + this.entity.getType().getSimpleName() + " is valid for "
					+ Duration.between(now, end).toDays()
					+ " days, and cannot be revoked without a new account key; name a stored access policy");
		}
	}

	/**
	 * Holders write rows of entities, but not the index rows that go with them, unless
	 * they may write all rows of the partition. They ignore the marks of entities that
	 * are moving. What a policy permits is not known here, and may change.
	 */
	private void checkWrites() {
		boolean byPolicy = this.policy != null && this.permissions.isEmpty();
		if (!byPolicy && this.permissions.stream().allMatch((permission) -> permission == AccessPermission.READ)) {
			return;
		}
		String wayOut = byPolicy ? "say read() here, and leave permissions out of the policy"
				: "let the application write";
		if (this.index != null) {
			throw refused("has an index whose rows change with their entities only; "
					+ (byPolicy ? wayOut : "give access to read() them"));
		}
		for (TablePersistentEntity<?> type : this.access.converter().mappingContext().subtypes(this.entity)) {
			if (EntityModel.of(type).isMovable()) {
				throw refused(
						"is annotated with @Movable, and a holder could write entities that are moving; " + wayOut);
			}
			for (IndexMapping mapping : EntityModel.of(type).indexes()) {
				if (!(mapping.isIntraPartition() && (this.wholePartition || this.wholeTable))) {
					throw refused("has the index \"" + mapping.name() + "\", and a holder could write entities without "
							+ "its rows; " + wayOut + (mapping.isIntraPartition() ? ", or call wholePartition()" : ""));
				}
			}
		}
	}

	private InvalidDataAccessApiUsageException refused(String why) {
		return GrantedRows.refused(this.entity, why);
	}

}
