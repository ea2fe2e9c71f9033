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

import io.azuretables.index.InterPartitionIndexes;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.IndexConsistency;
import io.azuretables.mapping.IndexMapping;
import io.azuretables.patterns.index.IndexFinding;
import io.azuretables.patterns.index.IndexFinding.Kind;
import io.azuretables.patterns.index.IndexTarget;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Is an index in another partition what its entities say? Each row is looked at between
 * two reads of the other side, so that what a writer does meanwhile is never taken for a
 * fault. What is so young that a worker will still look after it is left to it.
 *
 * @param target the index
 * @param now the time
 * @param young the age below which it is the worker's
 */
record IndexAudit(IndexTarget target, Instant now, Duration young) {

	private static final int ATTEMPTS = 100;

	IndexMapping index() {
		return this.target.rows().index();
	}

	/**
	 * What is wrong with the index row of an entity; {@code null} where nothing is. One
	 * request, and two or three more if something is.
	 */
	@Nullable Fault ofEntity(TableRow read) {
		TableRow entity = read;
		for (int attempt = 0; attempt < ATTEMPTS && entity != null; attempt++) {
			boolean late = index().consistency() == IndexConsistency.EVENTUAL && isYounger(entity, this.young);
			Fault fault = late ? null : faultOf(entity);
			TableRow again = (fault != null) ? this.target.read(entity.key()) : entity;
			if (again != null && Objects.equals(again.etag(), entity.etag())) {
				return fault;
			}
			entity = again;
		}
		if (entity != null) {
			throw busy();
		}
		return null;
	}

	private @Nullable Fault faultOf(TableRow entity) {
		TableRow expected;
		try {
			expected = this.target.rows().rowFor(entity, InterPartitionIndexes.tokenOf(index(), entity));
		}
		catch (InvalidKeyException ex) {
			return new Fault(new IndexFinding(Kind.REFUSED, entity.key(), null), entity, null, null);
		}
		TableRow found = (expected != null) ? this.target.read(expected.key()) : null;
		if (expected == null || (found != null && expected.withEtag(found.etag()).equals(found))) {
			return null;
		}
		return new Fault(new IndexFinding(kind(entity.key(), found), entity.key(), expected.key()), entity, expected,
				found);
	}

	private Kind kind(TableKey entity, @Nullable TableRow found) {
		if (found == null) {
			return Kind.MISSING;
		}
		TableKey owner = IndexTarget.owner(found);
		if (entity.equals(owner)) {
			return Kind.STALE;
		}
		TableRow other = (owner != null) ? this.target.read(owner) : null;
		return (other != null && isOf(found, other)) ? Kind.REFUSED : Kind.MISSING;
	}

	/**
	 * Whether an index row stands for no entity; {@code null} where it stands for one,
	 * and where it is too young. One request, and another one if it does not.
	 */
	@Nullable Fault ofIndexRow(TableRow read) {
		TableKey owner = IndexTarget.owner(read);
		TableRow entity = (owner != null) ? this.target.read(owner) : null;
		if (isYounger(read, this.young) || (entity != null && isOf(read, entity))) {
			return null;
		}
		TableRow again = this.target.read(read.key());
		boolean unchanged = again != null && Objects.equals(again.etag(), read.etag());
		return unchanged ? new Fault(new IndexFinding(Kind.ORPHANED, owner, read.key()), null, null, again) : null;
	}

	boolean isYounger(TableRow row, Duration age) {
		Instant written = row.timestamp();
		return written != null && !written.plus(age).isBefore(this.now);
	}

	/**
	 * Whether an entity stands behind an index row.
	 */
	boolean isOf(TableRow indexRow, TableRow entity) {
		String token = InterPartitionIndexes.tokenOf(index(), entity);
		TableKey key = this.target.isEntity(entity) ? this.target.rows().knownKeyFor(entity) : null;
		return key != null && indexRow.key().equals(this.target.rows().withToken(key, token))
				&& token.equals(indexRow.get(RowWrite.TOKEN));
	}

	private OptimisticLockingFailureException busy() {
		return new OptimisticLockingFailureException("An entity of the index " + this.target.label()
				+ " changed each of the " + ATTEMPTS + " times it was looked at; try again when less is written");
	}

	/**
	 * A finding with the rows that were seen.
	 *
	 * @param finding what is wrong
	 * @param entity the row of the entity
	 * @param expected the index row that ought to be there
	 * @param found the index row that is there
	 */
	record Fault(IndexFinding finding, @Nullable TableRow entity, @Nullable TableRow expected,
			@Nullable TableRow found) {

	}

}
