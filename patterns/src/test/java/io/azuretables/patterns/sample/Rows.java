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

package io.azuretables.patterns.sample;

import java.util.ArrayList;
import java.util.List;

import io.azuretables.gateway.TableGateway;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowPage.Continuation;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Reads all rows of a table.
 */
public final class Rows {

	private Rows() {
	}

	/**
	 * All rows, from all pages.
	 * @param filter an OData condition, or {@code null} for none
	 */
	public static List<TableRow> of(TableGateway gateway, String table, @Nullable String filter) {
		List<TableRow> rows = new ArrayList<>();
		Continuation next = null;
		do {
			RowPage<TableRow> page = gateway.read(RowRequest.of(table, filter).from(next), RowReader.rows());
			rows.addAll(page.rows());
			next = page.continuation();
		}
		while (next != null);
		return rows;
	}

}
