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

import java.util.List;
import java.util.function.UnaryOperator;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.query.TableQuery;
import io.azuretables.row.RowReader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.data.domain.Sort;

import static io.azuretables.query.Criteria.where;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A look-up by an index in the partition of its entities gives only entities that match,
 * although another writer changes one after its index row was read and before the entity
 * is read.
 */
class ChangesDuringLookUpTests {

	private static final TableKey CHANGED = TableKey.of("P", "task_0001");

	private final EmbeddedTableGateway store = new EmbeddedTableGateway();

	private final TableTemplate other = template(this.store);

	private Runnable change = () -> {
	};

	private final TableTemplate template = template(new ForwardingTableGateway(this.store) {

		@Override
		public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
			if (key.equals(CHANGED)) {
				ChangesDuringLookUpTests.this.change.run();
			}
			return super.read(table, key, select, reader);
		}

	});

	private static TableTemplate template(TableGateway gateway) {
		return new TableTemplate(gateway, new TableConverter(new TableMappingContext(new TableCustomConversions())));
	}

	@BeforeEach
	void insertTasks() {
		this.other.insertAll(List.of(new Task("P", 0, "a", 1, "open", "x"), new Task("P", 1, "b", 1, "open", "x"),
				new Task("P", 2, "c", 1, "open", "x")));
	}

	@ParameterizedTest
	@EnumSource
	void leavesOutAnEntityThatDoesNotMatchAnyMore(LookUp lookUp) {
		this.change = () -> this.other.save(new Task("P", 1, "zz", 9, "closed", "y"));
		assertThat(this.template.find(lookUp.query(), Task.class)).extracting(Task::id)
			.isEqualTo(lookUp.idsWithoutTheChanged());
	}

	@ParameterizedTest
	@EnumSource
	void leavesOutAnEntityThatIsDeleted(LookUp lookUp) {
		this.change = () -> this.other.deleteById(Task.class, CHANGED);
		assertThat(this.template.find(lookUp.query(), Task.class)).extracting(Task::id)
			.isEqualTo(lookUp.idsWithoutTheChanged());
	}

	@ParameterizedTest
	@EnumSource
	void findsAnEntityThatStillMatches(LookUp lookUp) {
		this.change = () -> this.other.save(new Task("P", 1, "b", 1, "open", "y"));
		assertThat(this.template.find(lookUp.query(), Task.class)).filteredOn((task) -> task.id() == 1)
			.extracting(Task::text)
			.containsExactly("y");
	}

	@ParameterizedTest
	@EnumSource(names = { "RANGE", "SERVICE_FILTER" })
	void leavesOutAnEntityOfAWindow(LookUp lookUp) {
		this.change = () -> this.other.save(new Task("P", 1, "zz", 9, "closed", "y"));
		assertThat(this.template.query(Task.class).scroll(lookUp.query())).extracting(Task::id)
			.isEqualTo(lookUp.idsWithoutTheChanged());
	}

	@Test
	void leavesOutAnEntityOfWhichSomePropertiesAreRead() {
		this.change = () -> this.other.save(new Task("P", 1, "zz", 9, "closed", "y"));
		TableQuery query = LookUp.RANGE.query();
		assertThat(this.template.query(Task.class).as(Text.class).find(query)).extracting(Text::text)
			.containsExactly("x", "x");
	}

	private enum LookUp {

		UNIQUE((query) -> query.and(where("name").is("b")).usingIndex("name"), List.of()),

		RANGE((query) -> query.and(where("rank").lessThan(5)).usingIndex("rank"), List.of(0, 2)),

		SORTED((query) -> query.and(where("rank").lessThan(5)).orderBy(Sort.by("rank")).usingIndex("rank"),
				List.of(0, 2)),

		SERVICE_FILTER((query) -> query.and(where("state").is("open")).usingIndex("partial").allowScan(),
				List.of(0, 2));

		private final UnaryOperator<TableQuery> query;

		private final List<Integer> idsWithoutTheChanged;

		LookUp(UnaryOperator<TableQuery> query, List<Integer> idsWithoutTheChanged) {
			this.query = query;
			this.idsWithoutTheChanged = idsWithoutTheChanged;
		}

		TableQuery query() {
			return this.query.apply(TableQuery.of(where("p").is("P")));
		}

		List<Integer> idsWithoutTheChanged() {
			return this.idsWithoutTheChanged;
		}

	}

	@Table("Tasks")
	@PartitionKey("{p}")
	@RowKey("task_{id:4}")
	@SecondaryIndex(name = "name", rowKey = "name_{name}", include = {})
	@SecondaryIndex(name = "rank", rowKey = "rank_{rank:4}_{id:4}", include = {})
	@SecondaryIndex(name = "partial", rowKey = "partial_{rank:4}_{id:4}", include = "state")
	record Task(String p, int id, String name, int rank, String state, String text) {

	}

	record Text(String text) {

	}

}
