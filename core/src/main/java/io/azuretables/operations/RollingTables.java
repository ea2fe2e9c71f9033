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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.azuretables.internal.model.RollingMapping;
import io.azuretables.operations.Tables.EntityTable;

/**
 * Lists, creates and drops the tables of an entity class that is divided by time
 * ({@code @RollingTable}). All of it can be repeated, and done by several processes at
 * the same time.
 *
 * @since 0.1
 */
public final class RollingTables {

	private final EntityTable table;

	private final RollingMapping rolling;

	private final Tables tables;

	RollingTables(EntityTable table, Tables tables) {
		RollingMapping mapping = table.rolling();
		if (mapping == null) {
			throw new IllegalArgumentException(
					"'" + table.name() + "' is one table; annotate its class with @RollingTable to divide it");
		}
		this.table = table;
		this.rolling = mapping;
		this.tables = tables;
	}

	/**
	 * Lists the existing tables, the oldest first. One request for each 1,000 tables of
	 * the account.
	 */
	public List<String> existing() {
		List<String> existing = new ArrayList<>(this.tables.gateway().tables());
		existing.removeIf((name) -> this.rolling.start(this.table.declared(), name).isEmpty());
		existing.sort(Comparator.comparing(this::start));
		return existing;
	}

	private Instant start(String name) {
		return this.rolling.start(this.table.declared(), name).orElseThrow();
	}

	/**
	 * Creates the tables of the current and the next period, unless this process has
	 * written or created them. A new table takes few requests at first: one that is
	 * created ahead takes them when its period begins.
	 * @return their names
	 */
	public List<String> createAhead() {
		Instant present = this.rolling.start(this.tables.now());
		return List.of(this.table.create(this.rolling, present),
				this.table.create(this.rolling, this.rolling.end(present)));
	}

	/**
	 * Drops the tables whose period ended longer ago than the retention and
	 * {@link RollingMapping#MARGIN}, the oldest first. One request for each, and those of
	 * {@link #existing()}.
	 * @return the tables that this call has dropped
	 */
	public List<String> dropExpired() {
		List<String> dropped = new ArrayList<>();
		for (String name : existing()) {
			if (this.rolling.isExpired(start(name), this.tables.now()) && this.tables.gateway().deleteTable(name)) {
				dropped.add(name);
			}
		}
		return dropped;
	}

}
