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
