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

package io.azuretables.patterns.faults;

import java.util.List;

import io.azuretables.key.TableKey;
import io.azuretables.operations.RowTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.sample.Seller;
import io.azuretables.patterns.sample.Store;
import io.azuretables.patterns.summary.Summary;
import io.azuretables.patterns.summary.SummaryTemplate;
import io.azuretables.query.Update;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Sellers, and the sums of their departments. A value is a salary, in words.
 */
final class WrittenSummary implements WrittenPattern {

	private static final List<String> SALARIES = List.of("none", "old", "new");

	private final Store store;

	WrittenSummary(Services services) {
		this.store = WrittenPattern.store(services, "Sellers");
		Summary<Seller> staff = Summary.of(Seller.class, "Staff")
			.key("{department}", "sum_staff")
			.count("employees")
			.sum("salaries", "salary");
		new SummaryTemplate(this.store.template(), new RowTemplate(this.store.gateway(),
				this.store.template().converter(), TableTemplateOptions.DEFAULTS.withTableNames(this.store.names())),
				this.store.names(), staff);
	}

	private static Seller seller(int entity, int number, String value) {
		return Seller.of("team" + entity, number, SALARIES.indexOf(value), null);
	}

	/**
	 * Another seller of the department.
	 */
	@Override
	public void prepare(int entity) {
		this.store.template().insert(seller(entity, 2, "new"));
	}

	@Override
	public void insert(int entity, String value) {
		this.store.template().insert(seller(entity, 1, value));
	}

	@Override
	public void update(int entity, String value) {
		this.store.template().save(seller(entity, 1, value));
	}

	@Override
	public void merge(int entity, String value) {
		this.store.template()
			.merge(Seller.class, seller(entity, 1, value), Update.update("salary", SALARIES.indexOf(value)));
	}

	@Override
	public void delete(int entity) {
		this.store.template().deleteById(Seller.class, TableKey.of("team" + entity, "empid_000001"));
	}

	@Override
	public @Nullable String checked(int entity) {
		List<TableRow> rows = this.store.rows(this.store.names().resolve(Seller.class, "Sellers"),
				"PartitionKey eq 'team" + entity + "'");
		List<TableRow> sellers = rows.stream().filter((row) -> row.key().rowKey().startsWith("empid_")).toList();
		List<TableRow> sums = rows.stream().filter((row) -> row.key().rowKey().startsWith("sum_")).toList();
		assertThat(sum(sums, "employees")).isEqualTo(sellers.size());
		assertThat(sum(sums, "salaries")).isEqualTo(sum(sellers, "salary"));
		return sellers.stream()
			.filter((row) -> row.key().rowKey().equals("empid_000001"))
			.map((row) -> SALARIES.get((int) sum(List.of(row), "salary")))
			.findFirst()
			.orElse(null);
	}

	private static long sum(List<TableRow> rows, String column) {
		return rows.stream().mapToLong((row) -> (row.get(column) instanceof Number one) ? one.longValue() : 0).sum();
	}

}
