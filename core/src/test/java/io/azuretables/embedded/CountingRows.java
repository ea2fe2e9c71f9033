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

package io.azuretables.embedded;

import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

import io.azuretables.key.TableKey;
import io.azuretables.row.TableRow;

/**
 * Counts how many rows are looked at.
 */
class CountingRows extends TreeMap<TableKey, TableRow> {

	private final transient AtomicInteger visits;

	CountingRows(AtomicInteger visits) {
		this.visits = visits;
	}

	private CountingRows(NavigableMap<TableKey, TableRow> rows, AtomicInteger visits) {
		super(rows);
		this.visits = visits;
	}

	@Override
	public NavigableMap<TableKey, TableRow> tailMap(TableKey from, boolean inclusive) {
		return new CountingRows(super.tailMap(from, inclusive), this.visits);
	}

	@Override
	public Collection<TableRow> values() {
		Iterator<TableRow> rows = super.values().iterator();
		return new AbstractCollection<>() {

			@Override
			public Iterator<TableRow> iterator() {
				return new Iterator<>() {

					@Override
					public boolean hasNext() {
						return rows.hasNext();
					}

					@Override
					public TableRow next() {
						CountingRows.this.visits.incrementAndGet();
						return rows.next();
					}

				};
			}

			@Override
			public int size() {
				return CountingRows.this.size();
			}

		};
	}

}
