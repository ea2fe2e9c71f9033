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

package io.azuretables.patterns.index;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import io.azuretables.convert.UnstorableValueException;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.index.IndexFinding.Kind;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Is the index what its entities say? One pass over both sides finds who may differ; each
 * of those is then looked at between two reads of the same version, so that what a writer
 * does meanwhile is never taken for a fault.
 *
 * @param target the index
 * @param pageSize the most rows of a request
 */
record IndexCheck(IndexTarget target, int pageSize) {

	private static final int ATTEMPTS = 1000;

	/**
	 * Compares the two sides: one request for each page of rows of either kind.
	 */
	RowDigests digests(Tally tally) {
		RowDigests digests = new RowDigests();
		this.target.forEach(this.target.entities().or(this.target.indexRows()), this.pageSize, (row) -> {
			if (this.target.isEntity(row)) {
				tally.entities().incrementAndGet();
				expect(row, digests);
			}
			else if (this.target.isIndexRow(row)) {
				tally.indexRows().incrementAndGet();
				digests.find(Objects.requireNonNullElse(IndexTarget.owner(row), row.key()), row);
			}
		});
		return digests;
	}

	private void expect(TableRow entity, RowDigests digests) {
		try {
			TableRow expected = this.target.expected(entity);
			if (expected != null) {
				digests.expect(entity.key(), expected);
			}
		}
		catch (InvalidKeyException | UnstorableValueException ex) {
			digests.suspect(entity.key());
		}
	}

	/**
	 * Reports what is wrong with the suspects: the same pages once more, and one or two
	 * requests for each row under suspicion.
	 */
	void findings(RowDigests digests, Tally tally, Consumer<IndexFinding> findings) {
		if (digests.isClean()) {
			return;
		}
		this.target.forEach(this.target.entities().or(this.target.indexRows()), this.pageSize, (row) -> {
			IndexFault fault = suspected(row, digests);
			if (fault != null) {
				tally.count(fault.finding().kind());
				findings.accept(fault.finding());
			}
		});
	}

	private @Nullable IndexFault suspected(TableRow row, RowDigests digests) {
		if (this.target.isEntity(row)) {
			return digests.isSuspect(row.key()) ? ofEntity(row) : null;
		}
		TableKey owner = Objects.requireNonNullElse(IndexTarget.owner(row), row.key());
		return (this.target.isIndexRow(row) && digests.isSuspect(owner)) ? ofIndexRow(row) : null;
	}

	/**
	 * What is wrong with the index row of an entity; {@code null} where nothing is.
	 * @param seen the row of the entity as it was last seen, if it was there
	 */
	@Nullable IndexFault ofEntity(@Nullable TableRow seen) {
		TableRow entity = seen;
		for (int attempt = 0; entity != null && this.target.isEntity(entity); attempt++) {
			if (attempt == ATTEMPTS) {
				throw this.target.busy(ATTEMPTS);
			}
			IndexFault fault = IndexFault.of(this.target, entity);
			if (fault == null) {
				return null;
			}
			TableRow again = this.target.read(entity.key());
			if (again != null && Objects.equals(entity.etag(), again.etag())) {
				return fault;
			}
			entity = again;
		}
		return null;
	}

	/**
	 * Whether an index row stands for no entity; {@code null} where it stands for one.
	 * @param seen the index row as it was last seen, if it was there
	 */
	@Nullable IndexFault ofIndexRow(@Nullable TableRow seen) {
		TableRow found = seen;
		for (int attempt = 0; found != null && this.target.isIndexRow(found); attempt++) {
			if (attempt == ATTEMPTS) {
				throw this.target.busy(ATTEMPTS);
			}
			TableKey owner = IndexTarget.owner(found);
			TableRow entity = (owner != null) ? this.target.read(owner) : null;
			if (entity != null && this.target.isOf(found, entity)) {
				return null;
			}
			TableRow again = this.target.read(found.key());
			if (again != null && Objects.equals(found.etag(), again.etag())) {
				return IndexFault.orphan(found);
			}
			found = again;
		}
		return null;
	}

	/**
	 * What has been read and found so far.
	 *
	 * @param entities the rows of entities
	 * @param indexRows the rows of the index
	 * @param found how often each kind of fault
	 */
	record Tally(AtomicLong entities, AtomicLong indexRows, Map<Kind, Long> found) {

		Tally() {
			this(new AtomicLong(), new AtomicLong(), new EnumMap<>(Kind.class));
		}

		void count(Kind kind) {
			this.found.merge(kind, 1L, Long::sum);
		}

		IndexReport report() {
			return new IndexReport(this.entities.get(), this.indexRows.get(), this.found);
		}

	}

}
