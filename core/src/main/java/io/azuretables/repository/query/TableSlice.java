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

import io.azuretables.query.TableScrollPosition;
import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.SliceImpl;
import org.springframework.data.domain.Window;

/**
 * A slice that knows where the next one begins.
 *
 * @param <T> what it holds
 */
final class TableSlice<T> extends SliceImpl<T> {

	private final @Nullable Pageable next;

	private TableSlice(List<T> content, Pageable page, @Nullable Pageable next) {
		super(content, page, next != null);
		this.next = next;
	}

	static <T> TableSlice<T> of(Window<T> window, Pageable page) {
		if (!window.hasNext() || window.isEmpty()) {
			return new TableSlice<>(window.getContent(), page, null);
		}
		TableScrollPosition position = (TableScrollPosition) window.positionAt(window.size() - 1);
		Pageable following = PageRequest.of(page.getPageNumber() + 1, page.getPageSize(), page.getSort());
		return new TableSlice<>(window.getContent(), page, new TablePageRequest(following, position));
	}

	@Override
	public Pageable nextPageable() {
		return (this.next != null) ? this.next : Pageable.unpaged();
	}

}
