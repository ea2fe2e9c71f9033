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

package io.azuretables.row;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;

import io.azuretables.row.RowPage.Continuation;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over the rows of a query, page by page. Reads each page when the one before is
 * used up, across short and empty pages. Keeps one page in memory.
 *
 * @param <T> what a row becomes
 * @since 0.1
 */
public final class RowIterator<T> implements Iterator<T> {

	private final Function<RowRequest, RowPage<T>> reader;

	private @Nullable RowRequest next;

	private Iterator<T> page = List.<T>of().iterator();

	/**
	 * Rows that are not read yet.
	 * @param first the request for the first page
	 * @param reader reads a page
	 */
	public RowIterator(RowRequest first, Function<RowRequest, RowPage<T>> reader) {
		this.next = first;
		this.reader = reader;
	}

	@Override
	public boolean hasNext() {
		while (!this.page.hasNext() && this.next != null) {
			RowPage<T> read = this.reader.apply(this.next);
			this.page = read.rows().iterator();
			Continuation continuation = read.continuation();
			this.next = (continuation != null) ? this.next.from(continuation) : null;
		}
		return this.page.hasNext();
	}

	@Override
	public T next() {
		if (!hasNext()) {
			throw new NoSuchElementException();
		}
		return this.page.next();
	}

}
