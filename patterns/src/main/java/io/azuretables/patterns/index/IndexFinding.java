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

import io.azuretables.key.TableKey;
import org.jspecify.annotations.Nullable;

/**
 * A fault that the verification of an index, a summary or copies has found, such as a
 * missing or orphaned index row.
 *
 * @param kind what
 * @param entity the key of the entity, if there is one
 * @param indexRow the key that the index row has, or ought to have
 * @since 0.1
 */
public record IndexFinding(Kind kind, @Nullable TableKey entity, @Nullable TableKey indexRow) {

	/**
	 * What was found.
	 */
	public enum Kind {

		/**
		 * An entity has no index row.
		 */
		MISSING,

		/**
		 * An index row stands for no entity, or lies under a key that its entity does not
		 * have any more.
		 */
		ORPHANED,

		/**
		 * An index row holds other values than its entity.
		 */
		STALE,

		/**
		 * An entity cannot have an index row: another one has its key in a unique index,
		 * or a property cannot be read, or cannot stand in a key, or its list is full or
		 * cannot be read. Only a change of the entity, or of the list, helps. That a list
		 * is full is found when it is corrected. Of summaries: an entity is not counted,
		 * because a property cannot be read or a sum would be too large; or the buckets
		 * of a partition have no sum, for the same reason. Of copies: a holder or its
		 * source cannot be read; the key of the holder is that of the index row.
		 */
		REFUSED,

		/**
		 * A row of a summary may be right or wrong: its partition was written during each
		 * attempt to compare or to count it. Verify or rebuild again when less is
		 * written.
		 */
		NOT_COMPARED

	}

}
