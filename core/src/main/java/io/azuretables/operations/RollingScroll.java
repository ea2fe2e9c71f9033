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

import java.time.Instant;
import java.util.List;
import java.util.Objects;

import io.azuretables.internal.execution.Scrolling;
import io.azuretables.internal.model.RollingMapping;
import io.azuretables.internal.plan.BindableOutline;
import io.azuretables.operations.Tables.EntityTable;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableScrollPosition;
import org.jspecify.annotations.Nullable;

/**
 * Scrolls through the tables of an entity class that is divided by time, one table after
 * the other. A table may have been dropped, or added, since a position in it was given
 * out.
 *
 * @param name the name of the tables without digits
 * @param rolling how they are divided
 * @param tables the tables that the query reads now, in their order
 * @param query the query
 * @param newestFirst whether they begin with the latest one
 */
record RollingScroll(String name, RollingMapping rolling, List<String> tables, TableQuery query, boolean newestFirst) {

	static RollingScroll of(EntityTable table, RollingMapping rolling, BindableOutline outline) {
		return new RollingScroll(table.declared(), rolling, table.names(rolling, outline), outline.query(),
				outline.isNewestFirst(rolling));
	}

	/**
	 * Where to begin; {@code null} if there is nothing to read.
	 * @param fingerprint identifies the query
	 */
	@Nullable TableScrollPosition begin(String fingerprint) {
		TableScrollPosition from = this.query.position();
		if (from == null || from.isInitial()) {
			return this.tables.isEmpty() ? null
					: new TableScrollPosition(fingerprint, this.tables.get(0), 0, null, null);
		}
		if (from.table() == null || this.rolling.start(this.name, from.table()).isEmpty()) {
			throw Scrolling.ofOtherQuery("The scroll position is in no table of '" + this.name + "' and a period");
		}
		return this.tables.contains(from.table()) ? from : after(from);
	}

	/**
	 * The begin of the table after that of a position; {@code null} after the last one.
	 */
	@Nullable TableScrollPosition after(TableScrollPosition position) {
		Instant before = start(Objects.requireNonNull(position.table()));
		for (String table : this.tables) {
			Instant start = start(table);
			if (this.newestFirst ? start.isBefore(before) : start.isAfter(before)) {
				return new TableScrollPosition(position.query(), table, 0, null, null);
			}
		}
		return null;
	}

	private Instant start(String table) {
		return this.rolling.start(this.name, table).orElseThrow();
	}

}
