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

import java.util.Optional;
import java.util.stream.Stream;

import io.azuretables.operations.TableOperations;

import org.springframework.data.domain.Range;

/**
 * Finds entities by a given secondary index whose rows are in the partition of the
 * entities. Queries of repositories and templates use such an index by themselves; this
 * is for callers who want exactly this index, or an error, as by
 * {@link io.azuretables.query.TableQuery#usingIndex(String)}. {@link IndexAdministration}
 * verifies, rebuilds and fills it. Safe for concurrent use.
 *
 * @since 0.1
 */
public final class IntraPartitionIndexTemplate {

	private final TableOperations operations;

	public IntraPartitionIndexTemplate(TableOperations operations) {
		this.operations = operations;
	}

	/**
	 * Finds the entity with the given values in all parts of the keys of the index, those
	 * of the partition key first. One request; two where the index holds no full copy.
	 */
	public <T> Optional<T> findOne(Class<T> type, String index, Object... values) {
		return this.operations.findOne(lookup(type, index).exactly(values), type);
	}

	/**
	 * Finds the entities with the given values in the first parts of the keys of the
	 * index, at least those of the partition key, in the order of the index. One request
	 * for each page, made while the stream is consumed.
	 */
	public <T> Stream<T> list(Class<T> type, String index, Object... leading) {
		return this.operations.stream(lookup(type, index).listing(leading), type);
	}

	/**
	 * Finds the entities with the given values in the first parts of the keys of the
	 * index, and with a value in a range in the next one, in the order of the index. One
	 * request for each page.
	 */
	public <T> Stream<T> range(Class<T> type, String index, Range<?> values, Object... leading) {
		return this.operations.stream(lookup(type, index).range(values, leading), type);
	}

	private IndexLookup lookup(Class<?> type, String index) {
		return IndexLookup.of(this.operations, type, index);
	}

}
