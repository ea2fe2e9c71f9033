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

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.index.IndexRows;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.sample.Clerk;
import io.azuretables.patterns.sample.Store;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A table of clerks of its own, which index rows it ought to have, and which it has.
 *
 * @param store the store
 * @param prefix stands before the names of its tables
 */
record ClerkTable(Store store, String prefix) {

	static ClerkTable over(TableGateway gateway) {
		String prefix = "t" + Long.toString(RandomGenerator.getDefault().nextLong() >>> 1, 36);
		ClerkTable table = new ClerkTable(Store.over(gateway, prefix), prefix);
		gateway.createTable(table.name());
		return table;
	}

	/**
	 * The same table as another process sees it.
	 */
	ClerkTable elsewhere(TableGateway gateway) {
		return new ClerkTable(Store.over(gateway, this.prefix), this.prefix);
	}

	String name() {
		return this.prefix + "Clerks";
	}

	IndexOptions options() {
		return IndexOptions.DEFAULTS.withTableNames(this.store.names());
	}

	IndexAdministration indexes(IndexOptions options) {
		return new IndexAdministration(this.store.gateway(), this.store.template().converter().mappingContext(),
				options);
	}

	static List<Clerk> clerks(String department, int count) {
		return IntStream.range(0, count).mapToObj((id) -> Clerk.of(department, id)).toList();
	}

	EntityModel model() {
		return EntityModel.of(this.store.template().converter().entity(Clerk.class));
	}

	private IndexRows rows(String index) {
		IndexMapping mapping = model().indexes()
			.stream()
			.filter((one) -> one.name().equals(index))
			.findFirst()
			.orElseThrow();
		return new IndexRows(model(), mapping);
	}

	/**
	 * The index row that a clerk ought to have.
	 */
	TableRow row(String index, Clerk clerk) {
		return Objects.requireNonNull(rows(index).rowFor(this.store.template().converter().write(clerk)));
	}

	/**
	 * Writes rows of one partition as they are.
	 */
	void write(List<? extends RowWrite> writes) {
		for (int i = 0; i < writes.size(); i += 100) {
			this.store.gateway()
				.submit(new AtomicBatch(name(), List.copyOf(writes.subList(i, Math.min(writes.size(), i + 100)))));
		}
	}

	/**
	 * Checks that entities, and nothing else, have index rows, with what they should
	 * hold.
	 */
	void assertExact(String index) {
		assertThat(found(index)).isEqualTo(expected(index));
	}

	/**
	 * The keys under which the index is wrong: a row is missing, too many, or another
	 * one.
	 */
	Set<TableKey> faults(String index) {
		Map<TableKey, Map<String, Object>> expected = expected(index);
		Map<TableKey, Map<String, Object>> found = found(index);
		Set<TableKey> faults = new HashSet<>(expected.keySet());
		faults.addAll(found.keySet());
		faults.removeIf((key) -> Objects.equals(expected.get(key), found.get(key)));
		return faults;
	}

	private Map<TableKey, Map<String, Object>> expected(String index) {
		Map<TableKey, Map<String, Object>> expected = new HashMap<>();
		IndexRows rows = rows(index);
		this.store.rows(name(), "RowKey ge 'empid_' and RowKey lt 'empid`'").forEach((entity) -> {
			TableRow row = rows.rowFor(entity);
			if (row != null) {
				expected.put(row.key(), row.properties());
			}
		});
		return expected;
	}

	private Map<TableKey, Map<String, Object>> found(String index) {
		Map<TableKey, Map<String, Object>> found = new HashMap<>();
		this.store.rows(name(), "RowKey ge '%1$s_' and RowKey lt '%1$s`'".formatted(index))
			.forEach((row) -> found.put(row.key(), row.properties()));
		return found;
	}

}
