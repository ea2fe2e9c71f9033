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

package io.azuretables.patterns.proof;

import java.util.LinkedHashMap;
import java.util.Map;

import io.azuretables.key.TableKey;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * The token rows of writes. One row for each write, in the partition of the entity: the
 * write inserts it together with the entity, and whoever wants to know inserts it to keep
 * the write from happening.
 *
 * @param entities where it lies
 */
record TokenRows(Entities entities) {

	private static final String PREFIX = "~t|";

	private static final String STATE = "state";

	/**
	 * The row that goes into the transaction of the write.
	 */
	static RowWrite committed(String id, String token, @Nullable String oldValue, @Nullable String oldToken) {
		Map<String, Object> properties = new LinkedHashMap<>(Map.of(STATE, "C"));
		if (oldValue != null && oldToken != null) {
			properties.put("oldValue", oldValue);
			properties.put("oldToken", oldToken);
		}
		return new RowWrite.Insert(TableRow.of(key(id, token), properties));
	}

	private static TableKey key(String id, String token) {
		return TableKey.of(id, PREFIX + token);
	}

	@Nullable TableRow read(String id, String token) {
		return this.entities.read(Entities.ENTITIES, key(id, token));
	}

	/**
	 * The row of a write; one that keeps the write from happening if there was none.
	 */
	TableRow decided(String id, String token) {
		while (true) {
			TableRow row = read(id, token);
			if (row != null) {
				return row;
			}
			try {
				TableRow fence = TableRow.of(key(id, token), Map.of(STATE, "A"));
				this.entities.tables().write(Entities.ENTITIES, new RowWrite.Insert(fence));
				return fence;
			}
			catch (DuplicateKeyException ex) {
				continue;
			}
		}
	}

	static boolean isCommitted(TableRow row) {
		return "C".equals(row.get(STATE));
	}

	void delete(String id, String token) {
		try {
			this.entities.tables().write(Entities.ENTITIES, new RowWrite.Delete(key(id, token), RowWrite.ANY));
		}
		catch (OptimisticLockingFailureException ex) {
			// somebody else has deleted it
		}
	}

}
