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

package io.azuretables.patterns.index;

import java.util.HashSet;
import java.util.Set;

import io.azuretables.operations.TableNameResolver;
import io.azuretables.row.ServiceLimits;

/**
 * How does the template work? Immutable; defaults in one place.
 *
 * @param tableNames in which table a class lies; the same as that of the operations
 * @param added indexes that are new to data that is there already, as
 * {@code "Employee.email"}: they are not readable before they were filled
 * @param pageSize the most rows of a request of {@code verify} and {@code rebuild}
 * @since 0.1
 */
public record IntraPartitionIndexOptions(TableNameResolver tableNames, Set<String> added, int pageSize) {

	/**
	 * Declared names; no new index; full pages.
	 */
	public static final IntraPartitionIndexOptions DEFAULTS = new IntraPartitionIndexOptions(
			TableNameResolver.AS_DECLARED, Set.of(), ServiceLimits.PAGE_SIZE);

	public IntraPartitionIndexOptions {
		added = Set.copyOf(added);
	}

	public IntraPartitionIndexOptions withTableNames(TableNameResolver newTableNames) {
		return new IntraPartitionIndexOptions(newTableNames, this.added, this.pageSize);
	}

	/**
	 * With an index that is not readable until
	 * {@link IntraPartitionIndexTemplate#backfill backfill} has filled it.
	 */
	public IntraPartitionIndexOptions withAdded(Class<?> type, String index) {
		Set<String> more = new HashSet<>(this.added);
		more.add(IndexStates.label(type, index));
		return new IntraPartitionIndexOptions(this.tableNames, more, this.pageSize);
	}

	public IntraPartitionIndexOptions withPageSize(int newPageSize) {
		return new IntraPartitionIndexOptions(this.tableNames, this.added, newPageSize);
	}

}
