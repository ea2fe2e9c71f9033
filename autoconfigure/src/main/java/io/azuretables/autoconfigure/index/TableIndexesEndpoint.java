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

package io.azuretables.autoconfigure.index;

import java.util.List;

import io.azuretables.patterns.index.DerivedRows;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexState;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * The actuator endpoint {@code azuretablesindexes}, which shows for each index, summary
 * and copy whether it is being filled, readable or being dropped. One request for each.
 * Shows no values.
 *
 * @since 0.1
 */
@Endpoint(id = "azuretablesindexes")
public final class TableIndexesEndpoint {

	private final IndexAdministration administration;

	TableIndexesEndpoint(IndexAdministration administration) {
		this.administration = administration;
	}

	/**
	 * All indexes, summaries and copies.
	 */
	@ReadOperation
	public Indexes indexes() {
		return new Indexes(this.administration.derivedRows().stream().map(this::shown).toList());
	}

	private Index shown(DerivedRows rows) {
		Class<?> type = rows.type();
		String table = null;
		try {
			table = rows.table();
			return new Index(type.getName(), rows.name(), rows.kind(), table,
					this.administration.state(type, rows.name()),
					this.administration.readable().isReadable(type, rows.name()), null);
		}
		catch (RuntimeException ex) {
			// also of a resolver of table names, which may need a tenant
			return new Index(type.getName(), rows.name(), rows.kind(), table, null, false, ex.getMessage());
		}
	}

	/**
	 * The answer.
	 *
	 * @param indexes all indexes, summaries and copies
	 */
	public record Indexes(List<Index> indexes) {

	}

	/**
	 * An index, a summary or copies.
	 *
	 * @param type the class that it is declared for
	 * @param name its name
	 * @param kind {@code index}, {@code summary} or {@code copies}
	 * @param table the table of the class; {@code null} where its name cannot be resolved
	 * @param state its state, as the table says it now; {@code null} where it cannot be
	 * read
	 * @param readable whether this process uses it
	 * @param problem why the state cannot be read
	 */
	public record Index(String type, String name, String kind, @Nullable String table, @Nullable IndexState state,
			boolean readable, @Nullable String problem) {

	}

}
