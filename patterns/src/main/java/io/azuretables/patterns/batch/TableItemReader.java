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

package io.azuretables.patterns.batch;

import java.util.Iterator;
import java.util.List;

import io.azuretables.key.TableKey;
import io.azuretables.operations.TableOperations;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableScrollPosition;
import org.jspecify.annotations.Nullable;

import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.item.ItemStreamException;
import org.springframework.batch.infrastructure.item.support.AbstractItemStreamItemReader;
import org.springframework.data.domain.Window;

/**
 * Reads the entities of a query for a step of Spring Batch, page by page. A step that is
 * restarted goes on behind the last entity of its last chunk. Not safe for concurrent
 * use; a step with several threads synchronizes its reader.
 * <p>
 * Each page is one request. A restart costs no more: it reads the page again in which it
 * stopped. If the last entity is not in this page any more, the page and what follows it
 * are processed again, so that none is left out: it was deleted in the meantime, or so
 * many rows were inserted before it that it is in a later page.
 *
 * @param <T> the entity
 * @since 0.1
 */
public final class TableItemReader<T> extends AbstractItemStreamItemReader<T> {

	private static final String PAGE = "page";

	private static final String PARTITION_KEY = "last.partitionKey";

	private static final String ROW_KEY = "last.rowKey";

	private final TableOperations operations;

	private final TableQuery query;

	private final Class<T> type;

	private @Nullable TableScrollPosition page;

	private @Nullable TableKey last;

	private @Nullable Iterator<T> items;

	private @Nullable TableScrollPosition next;

	/**
	 * A reader of all that a query finds.
	 * @param query its limit is the size of a page, not of the answer; without one, a
	 * page is one of the service, up to 1,000 rows
	 */
	public TableItemReader(TableOperations operations, TableQuery query, Class<T> type) {
		this.operations = operations;
		this.query = query;
		this.type = type;
		setName(getClass().getSimpleName());
	}

	@Override
	public void open(ExecutionContext context) {
		String position = text(context, PAGE);
		String partitionKey = text(context, PARTITION_KEY);
		String rowKey = text(context, ROW_KEY);
		this.page = (position != null) ? position(position) : null;
		this.last = (partitionKey != null && rowKey != null) ? TableKey.of(partitionKey, rowKey) : null;
		this.items = null;
	}

	private @Nullable String text(ExecutionContext context, String key) {
		return context.containsKey(getExecutionContextKey(key)) ? context.getString(getExecutionContextKey(key)) : null;
	}

	private static TableScrollPosition position(String text) {
		try {
			return TableScrollPosition.decode(text);
		}
		catch (IllegalArgumentException ex) {
			throw new ItemStreamException("The execution context holds no position of a TableItemReader: use "
					+ "a name for each reader of a job, and start the job anew", ex);
		}
	}

	@Override
	public @Nullable T read() {
		if (this.items == null) {
			this.items = behind(this.last, load());
		}
		while (!this.items.hasNext()) {
			if (this.next == null) {
				return null;
			}
			this.page = this.next;
			this.last = null;
			this.items = load().iterator();
		}
		T item = this.items.next();
		this.last = this.operations.converter().key(item);
		return item;
	}

	private List<T> load() {
		Window<T> window = this.operations.query(this.type).scroll(this.query.from(this.page));
		this.next = window.hasNext() ? TableScrollPosition.of(window.positionAt(window.size() - 1)) : null;
		return window.getContent();
	}

	private Iterator<T> behind(@Nullable TableKey key, List<T> loaded) {
		if (key != null) {
			for (int i = 0; i < loaded.size(); i++) {
				if (this.operations.converter().key(loaded.get(i)).equals(key)) {
					return loaded.listIterator(i + 1);
				}
			}
		}
		return loaded.iterator();
	}

	@Override
	public void update(ExecutionContext context) {
		put(context, PAGE, (this.page != null) ? this.page.encode() : null);
		put(context, PARTITION_KEY, (this.last != null) ? this.last.partitionKey() : null);
		put(context, ROW_KEY, (this.last != null) ? this.last.rowKey() : null);
	}

	private void put(ExecutionContext context, String key, @Nullable String value) {
		if (value != null) {
			context.putString(getExecutionContextKey(key), value);
		}
		else {
			context.remove(getExecutionContextKey(key));
		}
	}

}
