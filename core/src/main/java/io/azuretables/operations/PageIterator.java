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
import java.util.NoSuchElementException;

import io.azuretables.client.TableGateway;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowPage.Continuation;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows page by page, each when the one before is used up, across short and empty
 * pages.
 *
 * @param <T> what a row becomes
 */
final class PageIterator<T> implements Iterator<T> {

	private final TableGateway gateway;

	private final RowReader<T> reader;

	private @Nullable RowRequest next;

	private Iterator<T> page = Collections.emptyIterator();

	PageIterator(TableGateway gateway, RowRequest request, RowReader<T> reader) {
		this.gateway = gateway;
		this.next = request;
		this.reader = reader;
	}

	@Override
	public boolean hasNext() {
		while (!this.page.hasNext() && this.next != null) {
			RowPage<T> read = this.gateway.read(this.next, this.reader);
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
