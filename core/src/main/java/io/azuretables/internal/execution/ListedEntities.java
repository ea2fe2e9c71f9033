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

package io.azuretables.internal.execution;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

import io.azuretables.convert.FoundRow;
import io.azuretables.key.TableKey;

/**
 * Iterates over the keys of the entities in the lists of an index.
 */
final class ListedEntities implements Iterator<FoundRow<TableKey>> {

	private final Iterator<FoundRow<List<TableKey>>> lists;

	private Iterator<FoundRow<TableKey>> entities = List.<FoundRow<TableKey>>of().iterator();

	private ListedEntities(Iterator<FoundRow<List<TableKey>>> lists) {
		this.lists = lists;
	}

	static Iterator<FoundRow<TableKey>> in(Iterator<FoundRow<List<TableKey>>> lists) {
		return new ListedEntities(lists);
	}

	@Override
	public boolean hasNext() {
		while (!this.entities.hasNext() && this.lists.hasNext()) {
			FoundRow<List<TableKey>> list = this.lists.next();
			this.entities = list.value()
				.stream()
				.map((entity) -> new FoundRow<>(entity, list.row(), entity, List.of()))
				.iterator();
		}
		return this.entities.hasNext();
	}

	@Override
	public FoundRow<TableKey> next() {
		if (!hasNext()) {
			throw new NoSuchElementException();
		}
		return this.entities.next();
	}

}
