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
package io.azuretables.patterns.interpartition;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Part;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Series;
import io.azuretables.mapping.Table;
import io.azuretables.operations.EntitySize;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.ServiceLimits;
import io.azuretables.sample.MutableClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Indexes in both kinds of partitions of entities that are spread over several rows.
 */
class WideEntityIndexTests {

	private static final TableQuery ROME = TableQuery.of(Criteria.where("city").is("Rome"));

	private final TableGateway gateway = new EmbeddedTableGateway();

	private final MutableClock clock = new MutableClock();

	private final IndexOptions options = IndexOptions.DEFAULTS.withClock(this.clock);

	private final IndexQueue queue = IndexQueue.embedded(this.clock);

	private final TableTemplate template = new TableTemplate(this.gateway,
			new TableConverter(new TableMappingContext(new TableCustomConversions())), TableTemplateOptions.DEFAULTS,
			new InterPartitionIndexWrites(this.queue.queue(), this.options));

	private final InterPartitionIndexTemplate indexes = new InterPartitionIndexTemplate(this.template, this.gateway,
			this.queue, this.options);

	@Test
	void findWholeEntities() {
		for (int i = 1; i < 6; i++) {
			this.template.save(Branch.of("Sales", i, "Rome", i));
		}
		assertThat(this.template.find(ROME, Branch.class)).extracting((branch) -> branch.sales[9])
			.containsExactly(1, 2, 3, 4, 5);
		Branch third = this.template.find(ROME, Branch.class).get(2);
		third.city = "Oslo";
		this.template.save(third);
		this.template.merge(Branch.class, key(4), Update.update("sales[9]", 40).set("city", "Bern"));
		this.template.deleteById(Branch.class, key(5));
		assertThat(this.template.find(ROME, Branch.class)).extracting((branch) -> branch.id).containsExactly(1, 2);
		TableQuery named = TableQuery.of(Criteria.where("region").is("Sales").and(Criteria.where("name").is("n4")));
		assertThat(this.template.find(named, Branch.class)).singleElement()
			.satisfies((branch) -> assertThat(branch.sales).startsWith(4).endsWith(40));
		work();
		IndexAdministration administration = new IndexAdministration(this.gateway,
				this.template.converter().mappingContext(), this.options);
		for (String index : List.of("city", "name")) {
			assertThat(administration.verify(Branch.class, index, (finding) -> {
			}).isClean()).as(index).isTrue();
			administration.rebuild(Branch.class, index);
		}
		Optional<Branch> found = this.template.findById(Branch.class, key(4));
		assertThat(found).get().satisfies((branch) -> assertThat(branch.sales).startsWith(4).endsWith(40));
		this.template.delete(TableQuery.of(Criteria.where("region").is("Sales")), Branch.class);
		work();
		assertThat(this.gateway.read(RowRequest.of("Branch", null), RowReader.rows()).rows())
			.filteredOn((row) -> !row.key().rowKey().startsWith("~t|"))
			.isEmpty();
	}

	@Test
	void haveTheSizeOfAllTheirRows() {
		Branch branch = Branch.of("Sales", 1, "Rome", 1);
		EntitySize size = this.template.sizeOf(branch);
		this.template.save(branch);
		assertThat(this.gateway.read(RowRequest.of("Branch", null), RowReader.rows()).rows())
			.filteredOn((row) -> !row.key().rowKey().startsWith("~t|"))
			.extracting(ServiceLimits::sizeOf)
			.hasSize(4)
			.containsExactlyInAnyOrderElementsOf(size.rows().stream().map(EntitySize.RowSize::bytes).toList());
		assertThat(size.indexRows()).isEqualTo(2);
	}

	private static TableKey key(int id) {
		return TableKey.of("Sales", "branch_%04d".formatted(id));
	}

	private void work() {
		this.clock.pass(Duration.ofHours(1));
		while (this.indexes.poll(Duration.ofSeconds(30)) > 0) {
			this.clock.pass(Duration.ofHours(1));
		}
	}

	@Table
	@SecondaryIndex(name = "city", partitionKey = "city_{city}", rowKey = "city_{region}_{id:4}", include = {})
	@SecondaryIndex(name = "name", rowKey = "name_{name}_{id:4}", include = "city")
	static class Branch {

		@PartitionKey
		String region;

		@RowKey("branch_{id:4}")
		int id;

		@Version
		@Nullable String version;

		String city = "";

		String name = "";

		@Part("sales")
		@Series(column = "s{slot:3}", slots = 10)
		int[] sales = new int[10];

		Branch(String region, int id) {
			this.region = region;
			this.id = id;
		}

		static Branch of(String region, int id, String city, int value) {
			Branch branch = new Branch(region, id);
			branch.city = city;
			branch.name = "n" + id;
			Arrays.fill(branch.sales, value);
			return branch;
		}

	}

}
