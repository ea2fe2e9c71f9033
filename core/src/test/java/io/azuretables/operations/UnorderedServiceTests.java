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

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.execution.ParallelCalls;
import io.azuretables.internal.execution.SegmentedScan;
import io.azuretables.key.KeyRange;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.routing.AccountRouting;
import io.azuretables.routing.RoutedTableGateway;
import io.azuretables.row.RowRequest;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.Test;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Window;

import static io.azuretables.query.Criteria.where;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Templates over a service that returns rows in no order give right answers, or refuse.
 */
class UnorderedServiceTests {

	private static final int TASKS = 2_500;

	private final EmbeddedTableGateway store = new EmbeddedTableGateway();

	private final TableGateway gateway = new UnorderedGateway(this.store);

	private final TableTemplate template = new TableTemplate(this.gateway,
			new TableConverter(new TableMappingContext(new TableCustomConversions())));

	private List<Task> insert(int count) {
		List<Task> tasks = IntStream.range(0, count)
			.mapToObj((id) -> new Task("P" + id % 3, id, "s" + id % 7))
			.toList();
		this.template.insertAll(tasks);
		return tasks;
	}

	@Test
	void refusesAnOrderThatRowsDoNotComeIn() {
		for (TableQuery sorted : List.of(TableQuery.of(where("project").is("P1")).orderBy(Sort.by("id")),
				TableQuery.of(where("project").in("P1", "P2")).orderBy(Sort.by("id")),
				TableQuery.of(where("project").is("P1").and(where("state").is("s1")))
					.orderBy(Sort.by("state", "id")))) {
			assertThatExceptionOfType(UnsupportedQueryException.class)
				.isThrownBy(() -> this.template.find(sorted, Task.class))
				.withMessageContaining("Cosmos DB for Table returns rows in no order")
				.withMessageContaining("@AllowSort");
		}
	}

	@Test
	void sortsInMemoryWhatIsAllowedTo() {
		List<Task> expected = insert(TASKS).stream().filter((task) -> !task.project().equals("P0")).toList();
		TableQuery query = TableQuery.of(where("project").in("P1", "P2")).orderBy(Sort.by("id")).allowSort();
		assertThat(this.template.find(query, Task.class)).isEqualTo(expected);
		assertThat(this.template.find(query.limit(5), Task.class)).isEqualTo(expected.subList(0, 5));
	}

	@Test
	void findsAllThatMeetsAConditionByEachPath() {
		List<Task> tasks = insert(TASKS);
		for (Criteria criteria : List.of(where("project").is("P1"), where("project").in("P0", "P2"),
				where("project").is("P1").and(where("id").between(100, 2_000)),
				where("project").is("P1").and(where("state").is("s3")),
				where("project").is("P2").and(where("state").startingWith("s")))) {
			TableQuery query = TableQuery.of(criteria);
			assertThat(this.template.find(query, Task.class)).containsExactlyInAnyOrderElementsOf(
					tasks.stream().filter((task) -> criteria.matches((name) -> value(task, name))).toList());
		}
	}

	private static Object value(Task task, String name) {
		return switch (name) {
			case "project" -> task.project();
			case "id" -> task.id();
			default -> task.state();
		};
	}

	@Test
	void readsWindowsUntilNothingIsLeft() {
		List<Task> tasks = insert(TASKS);
		TableQuery query = TableQuery.of(where("project").in("P0", "P1", "P2")).limit(400);
		List<Task> read = new ArrayList<>();
		TableScrollPosition next = null;
		do {
			Window<Task> window = this.template.query(Task.class).scroll(query.from(next));
			read.addAll(window.getContent());
			next = window.hasNext() ? TableScrollPosition.of(window.positionAt(window.size() - 1)) : null;
		}
		while (next != null);
		assertThat(read).containsExactlyInAnyOrderElementsOf(tasks);
	}

	@Test
	void replacesIndexRowsOfEntitiesThatAreSavedTogether() {
		List<Task> tasks = insert(300);
		List<Task> some = tasks.stream().filter((task) -> task.id() % 5 == 0).toList();
		this.template.saveAll(some.stream().map((task) -> new Task(task.project(), task.id(), "new")).toList());
		List<TableRow> rows = new RowTemplate(this.store, this.template.converter()).find("Tasks", Criteria.ALL, 1_000);
		assertThat(rows).hasSize(2 * tasks.size());
		for (Task task : some) {
			assertThat(this.template.find(
					TableQuery.of(where("project").is(task.project()).and(where("state").is("s" + task.id() % 7))),
					Task.class))
				.extracting(Task::id)
				.doesNotContain(task.id());
		}
	}

	@Test
	void deletesAllEntitiesThatAreDeletedTogether() {
		List<Task> tasks = insert(300);
		this.template.deleteAll(tasks.stream().filter((task) -> task.id() % 5 == 0).toList());
		List<TableRow> rows = new RowTemplate(this.store, this.template.converter()).find("Tasks", Criteria.ALL, 1_000);
		assertThat(rows).hasSize(2 * 240);
		assertThat(this.template.find(TableQuery.of(where("project").in("P0", "P1", "P2")), Task.class)).hasSize(240)
			.allSatisfy((task) -> assertThat(task.id() % 5).isNotZero());
	}

	@Test
	void readsAllRowsOfATableInParallel() {
		List<Task> tasks = insert(TASKS);
		try (var stream = this.template.query(Task.class).streamParallel(TableQuery.all().allowScan(), 4)) {
			assertThat(stream.toList()).containsExactlyInAnyOrderElementsOf(tasks);
		}
	}

	@Test
	void scansATablePageByPage() {
		insert(TASKS);
		List<TableRow> rows = new ArrayList<>();
		scan().run(rows::addAll);
		assertThat(rows).extracting(TableRow::key).doesNotHaveDuplicates().hasSize(2 * TASKS);
		Set<TableKey> done = new HashSet<>();
		scan().run(null, rows::addAll, done::add);
		assertThat(rows).hasSize(4 * TASKS);
		assertThat(done).containsOnlyNulls();
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> scan().run(TableKey.of("P1", "task_0001"), rows::addAll, done::add))
			.withMessage(
					"This scan of the table 'Tasks' needs rows in the order of their keys, and Cosmos DB for Table "
							+ "returns them in no order; use a storage account");
	}

	private SegmentedScan scan() {
		return new SegmentedScan(this.gateway, new ParallelCalls(4, ParallelCalls.DAEMONS),
				RowRequest.of("Tasks", null).withTop(100), Criteria.ALL, KeyRange.all());
	}

	@Test
	void isNoneOfSeveralAccounts() {
		Map<String, TableGateway> accounts = Map.of("east", this.store, "west", this.gateway);
		assertThatIllegalArgumentException()
			.isThrownBy(() -> RoutedTableGateway.over(accounts, AccountRouting.hashed(16)))
			.withMessageContaining("'west' is Cosmos DB for Table");
	}

	@Table("Tasks")
	@PartitionKey("{project}")
	@RowKey("task_{id:4}")
	@SecondaryIndex(name = "state", rowKey = "state_{state}_{id:4}")
	record Task(String project, int id, String state) {

	}

}
