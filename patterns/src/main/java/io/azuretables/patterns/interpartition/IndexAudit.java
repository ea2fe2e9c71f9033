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

import io.azuretables.key.TableKey;
import io.azuretables.mapping.IndexConsistency;
import io.azuretables.mapping.IndexMapping;
import io.azuretables.patterns.index.IndexFault;
import io.azuretables.patterns.index.IndexTarget;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

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
	@Nullable IndexFault ofEntity(TableRow read) {
		TableRow entity = read;
		for (int attempt = 0; attempt < ATTEMPTS && entity != null; attempt++) {
			boolean late = index().consistency() == IndexConsistency.EVENTUAL && isYounger(entity, this.young);
			IndexFault fault = late ? null : IndexFault.of(this.target, entity);
			TableRow again = (fault != null) ? this.target.read(entity.key()) : entity;
			if (again != null && Objects.equals(again.etag(), entity.etag())) {
				return fault;
			}
			entity = again;
		}
		if (entity != null) {
			throw this.target.busy(ATTEMPTS);
		}
		return null;
	}

	/**
	 * Whether an index row stands for no entity; {@code null} where it stands for one,
	 * and where it is too young. One request, and another one if it does not.
	 */
	@Nullable IndexFault ofIndexRow(TableRow read) {
		TableKey owner = IndexTarget.owner(read);
		TableRow entity = (owner != null) ? this.target.read(owner) : null;
		if (isYounger(read, this.young) || (entity != null && this.target.isOf(read, entity))) {
			return null;
		}
		TableRow again = this.target.read(read.key());
		return (again != null && Objects.equals(again.etag(), read.etag())) ? IndexFault.orphan(again) : null;
	}

	boolean isYounger(TableRow row, Duration age) {
		Instant written = row.timestamp();
		return written != null && !written.plus(age).isBefore(this.now);
	}

}
