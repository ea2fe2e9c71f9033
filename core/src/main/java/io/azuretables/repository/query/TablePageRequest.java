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

import java.util.Objects;

import io.azuretables.plan.UnsupportedPageException;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.row.ServiceLimits;
import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.AbstractPageRequest;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Sort;

/**
 * A page request that continues where the page before it ended. It carries that position,
 * because the service cannot skip to a page by its number.
 *
 * @since 0.1
 */
public final class TablePageRequest extends AbstractPageRequest {

	private final @Nullable TableScrollPosition position;

	private final Sort sort;

	TablePageRequest(Pageable page, @Nullable TableScrollPosition position) {
		super(page.getPageNumber(), page.getPageSize());
		this.position = position;
		this.sort = page.getSort();
	}

	/**
	 * A request for the page that begins at a position.
	 */
	public static TablePageRequest of(int size, TableScrollPosition position) {
		return new TablePageRequest(Pageable.ofSize(size), position);
	}

	/**
	 * A request for the page that begins at a position.
	 * @param page gives size and order; without a size, a page of the service is asked
	 * for
	 * @param position where the page begins, or {@code null} for the first one
	 * @throws UnsupportedPageException if it has a number and no position
	 */
	public static TablePageRequest of(Pageable page, @Nullable TableScrollPosition position) {
		if (position == null) {
			checkReachable(page, "An answer");
		}
		return new TablePageRequest(page.isPaged() ? page : PageRequest.of(0, ServiceLimits.PAGE_SIZE, page.getSort()),
				position);
	}

	/**
	 * Refuses a page that is requested by number without a position.
	 * @param caller what is asked for the page, to be named
	 */
	public static void checkReachable(Pageable page, Object caller) {
		if (page.isPaged() && page.getPageNumber() > 0 && !(page instanceof TablePageRequest)) {
			throw new UnsupportedPageException(caller + " is asked for page " + page.getPageNumber()
					+ " by its number, and the service cannot skip rows; go on with Slice.nextPageable(), or scroll",
					"A page cannot be requested by its number: follow the link to the next page");
		}
	}

	/**
	 * Where the page begins, or {@code null} for the first one.
	 */
	public @Nullable TableScrollPosition position() {
		return this.position;
	}

	@Override
	public Sort getSort() {
		return this.sort;
	}

	@Override
	public Pageable next() {
		throw new IllegalStateException("Only the slice knows where the next page begins; ask Slice.nextPageable()");
	}

	@Override
	public Pageable previous() {
		throw new IllegalStateException("Pages are read forwards only");
	}

	@Override
	public Pageable first() {
		return PageRequest.of(0, getPageSize(), this.sort);
	}

	@Override
	public Pageable withPage(int pageNumber) {
		if (pageNumber == 0) {
			return first();
		}
		throw new IllegalStateException("The service cannot skip to a page by its number");
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof TablePageRequest that && super.equals(other)
				&& Objects.equals(this.position, that.position);
	}

	@Override
	public int hashCode() {
		return 31 * super.hashCode() + Objects.hashCode(this.position);
	}

}
