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

package io.azuretables.internal.change;

import java.util.List;

import io.azuretables.key.TableKey;

/**
 * The changes of index rows in other partitions that the write of one entity requires.
 *
 * @param table the table
 * @param entity the key of the entity
 * @param token what tells the write of the entity from all others
 * @param changes the changes of its indexes, at least one
 * @since 0.1
 */
public record DeferredWrite(String table, TableKey entity, String token, List<IndexChange> changes) {

	public DeferredWrite {
		changes = List.copyOf(changes);
	}

}
