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

import java.util.List;

import io.azuretables.row.RowPage.Continuation;
import org.jspecify.annotations.Nullable;

/**
 * A request for one page of rows: filter, size, continuation token and columns.
 *
 * @param table the name of the table
 * @param filter the OData condition, or {@code null} for all rows
 * @param top the most rows of the page, from 1 to {@value ServiceLimits#PAGE_SIZE}
 * @param from where the page begins, or {@code null} for the first one
 * @param select the properties to return besides the keys, or {@code null} for all
 * @since 0.1
 */
public record RowRequest(String table, @Nullable String filter, int top, @Nullable Continuation from,
		@Nullable List<String> select) {

	public RowRequest {
		if (top < 1 || top > ServiceLimits.PAGE_SIZE) {
			throw new IllegalArgumentException(
					"A page has between 1 and " + ServiceLimits.PAGE_SIZE + " rows, not " + top);
		}
	}

	public static RowRequest of(String table, @Nullable String filter) {
		return new RowRequest(table, filter, ServiceLimits.PAGE_SIZE, null, null);
	}

	public RowRequest withTop(int newTop) {
		return new RowRequest(this.table, this.filter, newTop, this.from, this.select);
	}

	public RowRequest from(@Nullable Continuation continuation) {
		return new RowRequest(this.table, this.filter, this.top, continuation, this.select);
	}

	public RowRequest withSelect(@Nullable List<String> properties) {
		return new RowRequest(this.table, this.filter, this.top, this.from, properties);
	}

}
