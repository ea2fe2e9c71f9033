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

import io.azuretables.row.UnstorableValueException;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.index.IndexFinding.Kind;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataIntegrityViolationException;

/**
 * A missing, wrong or orphaned index row that verification has found, with the rows that
 * show it.
 *
 * @param finding what is wrong
 * @param entity the row of the entity
 * @param expected the index row that ought to be there
 * @param found the index row that is there
 */
record IndexFault(IndexFinding finding, @Nullable TableRow entity, @Nullable TableRow expected,
		@Nullable TableRow found) {

	/**
	 * What is wrong with the index row of an entity, as both are now; {@code null} where
	 * nothing is. One request, and another one where the row is another entity's.
	 */
	static @Nullable IndexFault of(IndexTarget target, TableRow entity) {
		TableRow expected;
		try {
			expected = target.expected(entity);
		}
		catch (InvalidKeyException | UnstorableValueException ex) {
			return new IndexFault(new IndexFinding(Kind.REFUSED, entity.key(), null), entity, null, null);
		}
		TableRow found;
		try {
			found = (expected != null) ? target.readEntry(expected) : null;
		}
		catch (DataIntegrityViolationException ex) {
			return new IndexFault(new IndexFinding(Kind.REFUSED, entity.key(), expected.key()), entity, expected, null);
		}
		if (expected == null || (found != null && expected.withEtag(found.etag()).equals(found))) {
			return null;
		}
		IndexFinding finding = new IndexFinding(kind(target, entity.key(), found), entity.key(), expected.key());
		return new IndexFault(finding, entity, expected, found);
	}

	private static Kind kind(IndexTarget target, TableKey entity, @Nullable TableRow found) {
		if (found == null) {
			return Kind.MISSING;
		}
		TableKey owner = IndexTarget.owner(found);
		if (entity.equals(owner)) {
			return Kind.STALE;
		}
		TableRow other = (owner != null) ? target.read(owner) : null;
		return (other != null && target.isOf(found, other)) ? Kind.REFUSED : Kind.MISSING;
	}

	/**
	 * An index row that stands for no entity.
	 */
	static IndexFault orphan(TableRow indexRow) {
		return new IndexFault(new IndexFinding(Kind.ORPHANED, IndexTarget.owner(indexRow), indexRow.key()), null, null,
				indexRow);
	}

}
