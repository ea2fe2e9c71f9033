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

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

import io.azuretables.row.RowPage.Continuation;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * How rows are read page by page.
 */
class RowIteratorTests {

	private static final List<List<String>> PAGES = List.of(List.of(), List.of("a", "b"), List.of(), List.of("c"),
			List.of());

	private final List<RowRequest> requests = new ArrayList<>();

	private final RowIterator<String> rows = new RowIterator<>(RowRequest.of("Rows", "a eq 1").withTop(7), this::page);

	private RowPage<String> page(RowRequest request) {
		List<String> rows = PAGES.get(this.requests.size());
		this.requests.add(request);
		Continuation next = (this.requests.size() < PAGES.size()) ? new Continuation("p" + this.requests.size(), null)
				: null;
		return new RowPage<>(rows, rows.size(), next);
	}

	@Test
	void readsAcrossEmptyPages() {
		assertThat(this.rows).toIterable().containsExactly("a", "b", "c");
		assertThat(this.requests).hasSize(5).allMatch((request) -> request.top() == 7);
		assertThat(this.requests).extracting((request) -> {
			Continuation from = request.from();
			return (from != null) ? from.nextPartitionKey() : "first";
		}).containsExactly("first", "p1", "p2", "p3", "p4");
		assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(this.rows::next);
		assertThat(this.requests).as("nothing follows the last page").hasSize(5);
	}

	@Test
	void readsAPageWhenTheOneBeforeIsUsedUp() {
		assertThat(this.requests).isEmpty();
		assertThat(this.rows.next()).isEqualTo("a");
		assertThat(this.rows.next()).isEqualTo("b");
		assertThat(this.requests).hasSize(2);
		assertThat(this.rows.next()).isEqualTo("c");
		assertThat(this.requests).hasSize(4);
	}

}
