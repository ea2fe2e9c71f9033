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

package io.azuretables.repository.query;

import java.util.List;
import java.util.function.Function;

import io.azuretables.operations.TableQueries;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.row.ServiceLimits;
import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.SliceImpl;
import org.springframework.data.domain.Window;

/**
 * A slice of entities with the position of the next slice.
 *
 * @param <T> what it holds
 * @since 0.1
 */
public final class TableSlice<T> extends SliceImpl<T> {

	private final @Nullable Pageable next;

	private TableSlice(List<T> content, Pageable page, @Nullable Pageable next) {
		super(content, page, next != null);
		this.next = next;
	}

	/**
	 * Reads the slice that a page request asks for: the first one, or the one after the
	 * slice that gave the request.
	 * @param query the query; its limit is the size of a slice
	 */
	public static <T> TableSlice<T> read(TableQueries<T> queries, TableQuery query, Pageable page) {
		TableScrollPosition from = (page instanceof TablePageRequest request) ? request.position() : null;
		TableQuery part = limited(query, page.isPaged() ? page.getPageSize() : ServiceLimits.PAGE_SIZE);
		Window<T> window = queries.scroll(part.from(from));
		return of(window, page.isPaged() ? page : PageRequest.of(0, part.limit(), page.getSort()));
	}

	/**
	 * A query for at most so many entities. The largest number is one, too: a query
	 * without a limit is answered in parts of the service's pages.
	 */
	static TableQuery limited(TableQuery query, int limit) {
		return query.limit(Math.min(query.limit(), Math.min(limit, TableQuery.UNLIMITED - 1)));
	}

	private static <T> TableSlice<T> of(Window<T> window, Pageable page) {
		if (!window.hasNext() || window.isEmpty()) {
			return new TableSlice<>(window.getContent(), page, null);
		}
		TableScrollPosition position = (TableScrollPosition) window.positionAt(window.size() - 1);
		// A client may send any number with a position, also the largest one
		int number = Math.min(page.getPageNumber(), Integer.MAX_VALUE - 1) + 1;
		Pageable following = PageRequest.of(number, page.getPageSize(), page.getSort());
		return new TableSlice<>(window.getContent(), page, new TablePageRequest(following, position));
	}

	/**
	 * Converts the content of the slice; the next slice stays the same.
	 */
	@Override
	public <U> Slice<U> map(Function<? super T, ? extends U> converter) {
		return new TableSlice<>(getConvertedContent(converter), getPageable(), this.next);
	}

	/**
	 * Always {@code false}: the service reads forwards only.
	 * @return {@code false}, as there is no request for the slice before this one
	 */
	@Override
	public boolean hasPrevious() {
		return false;
	}

	@Override
	public boolean isFirst() {
		return getNumber() == 0;
	}

	@Override
	public Pageable nextPageable() {
		return (this.next != null) ? this.next : Pageable.unpaged();
	}

}
