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

package io.azuretables.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

import io.azuretables.query.TableQuery.Permission;
import io.azuretables.query.TableQuery.Placeholder;
import io.azuretables.sample.Employee;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.data.core.PropertyPath;
import org.springframework.data.domain.Sort;

import static io.azuretables.query.Criteria.where;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class TableQueryTests {

	private static final TableScrollPosition POSITION = new TableScrollPosition("query", 1, "p", "r");

	@Test
	void asksForEverythingAtFirst() {
		TableQuery query = TableQuery.all();
		assertThat(query.criteria()).isEqualTo(Criteria.ALL);
		assertThat(query.sort()).isEqualTo(Sort.unsorted());
		assertThat(query.limit()).isEqualTo(TableQuery.UNLIMITED);
		assertThat(query.select()).isNull();
		assertThat(query.position()).isNull();
		assertThat(query.index()).isNull();
		assertThat(Permission.values()).noneMatch(query::permits);
	}

	@Test
	void takesWhatItIsTold() {
		TableQuery query = TableQuery.of(where("a").is(1))
			.and(where("b").is(2))
			.orderBy(Sort.by("a"))
			.limit(7)
			.select("a", "b", "a".toUpperCase())
			.from(POSITION)
			.allowScan();
		assertThat(query.criteria()).isEqualTo(where("a").is(1).and(where("b").is(2)));
		assertThat(query.sort()).isEqualTo(Sort.by("a"));
		assertThat(query.limit()).isEqualTo(7);
		assertThat(query.select()).containsExactlyInAnyOrder("a", "b", "A");
		assertThat(query.position()).isEqualTo(POSITION);
		assertThat(query.permits(Permission.SCAN)).isTrue();
		assertThat(query.permits(Permission.SORT)).isFalse();
		assertThat(query.allowSort().permits(Permission.SORT)).isTrue();
		assertThat(query.allowSort().permits(Permission.SCAN)).isTrue();
		assertThat(query.withCriteria(Criteria.ALL).criteria()).isEqualTo(Criteria.ALL);
		assertThat(query.withCriteria(Criteria.ALL).limit()).isEqualTo(7);
		assertThat(query.from(null).position()).isNull();
	}

	@Test
	void takesValuesForItsPlaces() {
		TableQuery query = TableQuery.of(where("a").is(Placeholder.of(1))).with(List.of(List.of(1, 2), "x"));
		assertThat(query.value(Placeholder.of(1))).isEqualTo("x");
		assertThat(query.value("stands for itself")).isEqualTo("stands for itself");
		assertThat(query.values(List.of("y", Placeholder.of(1), Placeholder.of(0)))).containsExactly("y", "x",
				List.of(1, 2));
		assertThat(query.values(List.of(new Placeholder(0, true), new Placeholder(1, true)))).containsExactly(1, 2,
				"x");
		assertThat(query.limit(3).allowScan().orderBy(Sort.by("a")).and(where("b").is(1)).values())
			.isEqualTo(List.of(List.of(1, 2), "x"));
		assertThatIllegalArgumentException().isThrownBy(() -> query.value(Placeholder.of(2)))
			.withMessage("The query has a place for a value number 2, and 2 values; give it all of them by with(List)");
	}

	@Test
	void isAlikeWhateverItsValuesAndHowMuchOfTheAnswerIsWanted() {
		TableQuery query = TableQuery.of(where("a").is(Placeholder.of(0)));
		assertThat(query.isAlike(query.with(List.of(7)).limit(3).from(POSITION))).isTrue();
		assertThat(query.isAlike(TableQuery.of(where("a").is(Placeholder.of(0))))).isTrue();
		assertThat(List.of(query.allowScan(), query.allowSort(), query.orderBy(Sort.by("a")), query.select("a"),
				query.usingIndex("a"), query.and(where("b").is(1)), TableQuery.of(where("a").is(7))))
			.noneMatch(query::isAlike);
	}

	@Test
	void sortsByPaths() {
		PropertyPath name = PropertyPath.from("lastName", Employee.class);
		PropertyPath age = PropertyPath.from("age", Employee.class);
		assertThat(TableQuery.all().orderBy(name, age).sort()).isEqualTo(Sort.by("lastName", "age"));
	}

	static List<UnaryOperator<TableQuery>> changes() {
		return List.of((query) -> query.and(where("a").is(1)), (query) -> query.withCriteria(where("a").is(1)),
				(query) -> query.orderBy(Sort.by("a")), (query) -> query.limit(1), (query) -> query.select("a"),
				(query) -> query.from(POSITION), TableQuery::allowScan, TableQuery::allowSort,
				(query) -> query.usingIndex("a"));
	}

	@ParameterizedTest
	@MethodSource("changes")
	void leavesTheQueryAsItWas(UnaryOperator<TableQuery> change) {
		TableQuery query = TableQuery.all();
		assertThat(change.apply(query)).isNotSameAs(query);
		asksForEverythingAtFirst();
		assertThat(query.criteria()).isEqualTo(Criteria.ALL);
		assertThat(query.sort().isUnsorted()).isTrue();
		assertThat(query.limit()).isEqualTo(TableQuery.UNLIMITED);
		assertThat(query.select()).isNull();
		assertThat(query.position()).isNull();
		assertThat(query.index()).isNull();
		assertThat(Permission.values()).noneMatch(query::permits);
	}

	@Test
	void keepsTheIndexWhateverElseChanges() {
		TableQuery query = TableQuery.all().usingIndex("a");
		assertThat(query.index()).isEqualTo("a");
		assertThat(query.isAlike(TableQuery.all().usingIndex("a"))).isTrue();
		assertThat(query.isAlike(TableQuery.all().usingIndex("b"))).isFalse();
		assertThat(changes().subList(0, 8)).allMatch((change) -> "a".equals(change.apply(query).index()));
		assertThat(query.with(List.of(1)).index()).isEqualTo("a");
	}

	@Test
	void keepsItsOwnSelection() {
		List<String> names = new ArrayList<>(List.of("a", "b", "a"));
		TableQuery query = TableQuery.all().select(names);
		names.clear();
		Set<String> selected = query.select();
		assertThat(selected).containsExactlyInAnyOrder("a", "b");
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> selected.add("c"));
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, -1, Integer.MIN_VALUE })
	void asksForOneEntityAtLeast(int limit) {
		assertThatIllegalArgumentException().isThrownBy(() -> TableQuery.all().limit(limit))
			.withMessage("A limit is at least 1, not " + limit);
	}

	@Test
	void beginsAtAnInitialPosition() {
		assertThat(new TableScrollPosition("query", 0, null, null).isInitial()).isTrue();
		assertThat(new TableScrollPosition("query", 0, "p", null).isInitial()).isFalse();
		assertThat(new TableScrollPosition("query", 1, null, null).isInitial()).isFalse();
		assertThat(POSITION.isInitial()).isFalse();
	}

}
