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

package io.azuretables.write;

import java.util.List;

import io.azuretables.key.TableKey;
import io.azuretables.mapping.IndexMapping;
import io.azuretables.row.RowWrite;

/**
 * How does something change that cannot be in the transaction of an entity, and is to be
 * right all the same, whatever stops at whatever request? The port through which every
 * write of an entity hands over what it means for other partitions.
 * <p>
 * A write is announced by {@link #begin}; then its transaction is submitted, with one row
 * more in it; then comes {@link #committed} or, if nobody knows, {@link #isCommitted}. A
 * writer may stop before, between and after these.
 *
 * @since 0.1
 */
public interface DeferredWrites {

	/**
	 * Sees to it that whatever becomes of the write is noticed, and does what must be
	 * done before it. May be called again for a write that was refused.
	 * @return the row that must be inserted in the transaction of the entity: if it is
	 * there already, the transaction must not be
	 * @throws org.springframework.dao.DuplicateKeyException if another entity has the key
	 * of this one in a unique index
	 */
	RowWrite begin(DeferredWrite write);

	/**
	 * Does what can be done at once when the transaction has been committed. Never fails.
	 */
	void committed(DeferredWrite write);

	/**
	 * Finds out whether the transaction was committed. If it was not, it never will be.
	 */
	boolean isCommitted(DeferredWrite write);

	/**
	 * Takes notice of index rows that a look-up has met, and that no entity stands behind
	 * as far as it can tell: they may be left from a write, or belong to one that is
	 * about to be made. Called once for a look-up at most, whose caller waits. Never
	 * fails.
	 * @param rows the keys of the rows, some of those that were met
	 */
	default void leftBehind(String table, IndexMapping index, List<TableKey> rows) {
	}

}
