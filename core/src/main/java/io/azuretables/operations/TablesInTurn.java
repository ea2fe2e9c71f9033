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
package io.azuretables.operations;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;

/**
 * Iterates over the rows of several tables, one table after the other. A table that is
 * not there has no rows; one that is dropped meanwhile ends where it was.
 *
 * @param <T> what is read
 */
final class TablesInTurn<T> implements Iterator<T> {

	private final Iterator<String> tables;

	private final Function<String, Iterator<T>> reader;

	private Iterator<T> rows = Collections.emptyIterator();

	TablesInTurn(List<String> tables, Function<String, Iterator<T>> reader) {
		this.tables = tables.iterator();
		this.reader = reader;
	}

	@Override
	public boolean hasNext() {
		while (!Tables.orMissing(() -> this.rows.hasNext(), false)) {
			if (!this.tables.hasNext()) {
				this.rows = Collections.emptyIterator();
				return false;
			}
			this.rows = Tables.orMissing(() -> this.reader.apply(this.tables.next()), Collections.emptyIterator());
		}
		return true;
	}

	@Override
	public T next() {
		if (!hasNext()) {
			throw new NoSuchElementException();
		}
		return this.rows.next();
	}

}
