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

package io.azuretables.repository;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.azuretables.key.TableKey;
import io.azuretables.operations.TableTemplate;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.query.Update;
import io.azuretables.repository.Employees.Name;
import io.azuretables.repository.Employees.NameOnly;
import io.azuretables.repository.Features.Greeting;
import io.azuretables.repository.Features.NameClass;
import io.azuretables.repository.query.TablePageRequest;
import io.azuretables.sample.Employee;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.IncorrectResultSizeDataAccessException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.domain.KeysetScrollPosition;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Window;
import org.springframework.data.support.WindowIterator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * What Spring Data promises for the methods of repositories, here too.
 */
class FeaturesTests {

	private final RecordingTableGateway gateway = new RecordingTableGateway();

	private final Features features = Stores.repository(Features.class, this.gateway);

	@BeforeEach
	void saveEmployees() {
		this.features.saveAll(
				IntStream.rangeClosed(1, 7).mapToObj((i) -> Employee.of("Sales", i, "Hall" + i % 2, 20 + i)).toList());
		this.features.save(Employee.of("Marketing", 1, "Cao", 51));
		this.gateway.requests();
	}

	@Test
	void returnsOneOrNothingOrFails() {
		assertThat(this.features.findByDepartmentAndEmployeeId("Sales", 99)).isNull();
		assertThat(this.features.findOneByDepartment("Legal")).isEmpty();
		assertThat(this.features.findOneByDepartment("Marketing")).isPresent();
		assertThatExceptionOfType(IncorrectResultSizeDataAccessException.class)
			.isThrownBy(() -> this.features.findOneByDepartment("Sales"))
			.withMessage("A query for one Employee finds more; ask for the first one, or for a list");
	}

	@Test
	void returnsCollectionsOfAllKinds() {
		assertThat(this.features.findSetByDepartment("Sales")).hasSize(7);
		assertThat(this.features.findStreamByDepartment("Sales")).hasSize(7);
		assertThat(this.features.findStreamableByDepartment("Sales").map(Employee::age)).contains(21, 27);
		assertThat(this.features.findByDepartmentAndEmployeeIdIn("Sales", () -> List.of(1, 2, 99).iterator()))
			.hasSize(2);
		assertThat(this.features.findByDepartmentAndAgeIn("Sales", 21, 22, 99)).hasSize(2);
	}

	@Test
	void takesLimitsAndSorts() {
		assertThat(ids(this.features.findByDepartment("Sales", Limit.of(2)))).containsExactly(1, 2);
		assertThat(this.features.findByDepartment("Sales", Limit.unlimited())).hasSize(7);
		assertThat(ids(this.features.findByDepartment("Sales", Sort.by("employeeId")))).isSorted().hasSize(7);
		assertThat(this.features.findByDepartment("Sales", Sort.unsorted())).hasSize(7);
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> this.features.findByDepartment("Sales", Sort.by("age")))
			.withMessageStartingWith("Features.findByDepartment: ")
			.withMessageContaining("cannot be sorted by age");
		assertThat(this.features.findListByDepartment("Sales", PageRequest.ofSize(3))).hasSize(3);
		assertThat(this.features.findListByDepartment("Sales", Pageable.unpaged())).hasSize(7);
	}

	@Test
	void followsSlicesToTheEnd() {
		List<Integer> found = new ArrayList<>();
		Slice<Employee> slice = this.features.findByDepartment("Sales", PageRequest.of(0, 3, Sort.by("employeeId")));
		assertThat(slice.isFirst()).isTrue();
		found.addAll(ids(slice.getContent()));
		while (slice.hasNext()) {
			Slice<Integer> mapped = slice.map(Employee::employeeId);
			assertThat(mapped.nextPageable()).isEqualTo(slice.nextPageable());
			slice = this.features.findByDepartment("Sales", mapped.nextPageable());
			found.addAll(ids(slice.getContent()));
		}
		assertThat(found).containsExactly(1, 2, 3, 4, 5, 6, 7);
		assertThat(slice.getNumber()).isEqualTo(2);
		assertThat(slice.isFirst()).isFalse();
		assertThat(slice.hasPrevious()).isFalse();
		assertThat(slice.previousPageable().isUnpaged()).isTrue();
		assertThat(slice.nextPageable().isUnpaged()).isTrue();
		assertThat(this.features.findByDepartment("Sales", Pageable.unpaged())).hasSize(7);
	}

	@Test
	void refusesPagesByTheirNumbers() {
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> this.features.findByDepartment("Sales", PageRequest.of(1, 3)))
			.withMessage(
					"Features.findByDepartment is asked for page 1 by its number, and the service cannot skip rows; "
							+ "go on with Slice.nextPageable(), or scroll");
		Pageable next = this.features.findByDepartment("Sales", PageRequest.ofSize(3)).nextPageable();
		assertThatIllegalStateException().isThrownBy(next::next);
		assertThatIllegalStateException().isThrownBy(() -> next.withPage(4));
		assertThat(next.first()).isEqualTo(PageRequest.ofSize(3));
		TableScrollPosition position = ((TablePageRequest) next).position();
		Pageable elsewhere = TablePageRequest.of(3, TableScrollPosition.decode(position.encode()));
		assertThat(ids(this.features.findByDepartment("Sales", elsewhere).getContent())).containsExactly(4, 5, 6);
	}

	@Test
	void scrollsThroughWindows() {
		WindowIterator<Employee> all = WindowIterator
			.of((position) -> this.features.findByDepartment("Sales", position, Limit.of(2)))
			.startingAt(ScrollPosition.keyset());
		List<Employee> found = new ArrayList<>();
		all.forEachRemaining(found::add);
		assertThat(ids(found)).containsExactly(1, 2, 3, 4, 5, 6, 7);
		Window<Employee> top = this.features.findTop2ByDepartment("Sales", ScrollPosition.offset());
		assertThat(ids(this.features.findTop2ByDepartment("Sales", top.positionAt(1)).getContent())).containsExactly(3,
				4);
		KeysetScrollPosition foreign = ScrollPosition.of(Map.of("employeeId", 3), ScrollPosition.Direction.FORWARD);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.features.findTop2ByDepartment("Sales", foreign))
			.withMessageContaining("A position of another kind, KeysetScrollPosition, cannot be scrolled from");
		for (ScrollPosition backward : List.of(ScrollPosition.keyset().backward(), foreign.backward())) {
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
				.isThrownBy(() -> this.features.findTop2ByDepartment("Sales", backward))
				.withMessage("The service reads keys in ascending order only, and cannot scroll backward; begin with "
						+ "ScrollPosition.keyset(), or declare an index in the opposite order");
		}
	}

	@Test
	void projects() {
		assertThat(this.features.findByDepartment("Marketing", Name.class)).containsExactly(new Name("Cao"));
		assertThat(this.features.findByDepartment("Marketing", NameOnly.class)).extracting(NameOnly::getLastName)
			.containsExactly("Cao");
		assertThat(this.features.findByDepartment("Marketing", Employee.class)).extracting(Employee::age)
			.containsExactly(51);
		assertThat(this.features.findGreetingsByDepartment("Marketing")).extracting(Greeting::shout)
			.containsExactly("DEAR CAO");
		assertThat(this.features.findNameClassesByDepartment("Marketing")).extracting(NameClass::lastName)
			.containsExactly("Cao");
	}

	@Test
	void deletesWhatANameFinds() {
		assertThat(this.features.deleteByDepartment("Sales", Limit.of(2))).isEqualTo(2);
		assertThat(this.features.count()).isEqualTo(6);
		this.features.deleteByDepartmentAndLastName("Sales", "Hall0");
		assertThat(this.features.findSetByDepartment("Sales")).extracting(Employee::employeeId)
			.containsExactlyInAnyOrder(3, 5, 7);
		assertThat(ids(this.features.removeByDepartmentAndAgeLessThan("Sales", 26))).containsExactly(3, 5);
	}

	@Test
	void answersFilters() {
		assertThat(ids(this.features.named("Sales", "Hall0"))).containsExactly(2, 4, 6);
		assertThat(ids(this.features.numbered("Sales", 22, 26))).containsExactly(1, 7);
		this.features.save(new Employee("Sales", 8, "o@contoso.com", "O:name #{1+1}", 60, null));
		assertThat(ids(this.features.computed("sxx"))).containsExactly(8);
		assertThat(this.features.counted("Sales")).isEqualTo(1);
		assertThat(this.features.existing("Sales")).isFalse();
		assertThat(this.features.deleted("Sales")).isEqualTo(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "' or department ne '", "x' or 1 eq 1", ":department", "?0", "#{1}", "${java.home}", "''",
			"Hall0' or lastName eq 'Hall1", "%27", "\u0000" })
	void neverMakesAnArgumentAPartOfTheCondition(String hostile) {
		assertThat(this.features.named("Sales", hostile)).isEmpty();
		assertThat(this.features.named(hostile, "Hall0")).isEmpty();
		this.features.save(new Employee("Sales", 8, "o@contoso.com", hostile, 60, null));
		assertThat(ids(this.features.named("Sales", hostile))).containsExactly(8);
	}

	@Test
	void refusesToCompareWithNull() {
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.features.named("Sales", null))
			.withMessage("The argument 2 of Features.named is null, and nothing compares with null; declare a method "
					+ "with IsNull for that");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.features.findByDepartmentAndEmployeeIdIn("Sales", Arrays.asList(1, null)))
			.withMessage(
					"The argument 2 of Features.findByDepartmentAndEmployeeIdIn contains null, and nothing compares "
							+ "with null; leave it out");
	}

	@Test
	void refusesSeveralValuesInPlaceOfOne() {
		String rule = "does not fit Employee.employeeId, which is of type java.lang.Integer";
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> this.features.numberedAs("Sales", List.of(1, 2)))
			.withMessageContaining(rule);
		for (Object several : List.of(List.of(1), new int[] { 1, 2 }, Stream.of(1, 2))) {
			TableQuery query = TableQuery
				.of(Criteria.where("department").is("Sales").and(Criteria.where("employeeId").is(several)));
			assertThatExceptionOfType(UnsupportedQueryException.class).isThrownBy(() -> this.features.find(query))
				.withMessageContaining(rule);
		}
		TableTemplate template = Stores.template(this.gateway);
		for (Update update : List.of(Update.update("age", List.of(5, 6)),
				Update.update("lastName", List.of("Hall", "Cao")))) {
			assertThatException()
				.isThrownBy(() -> template.merge(Employee.class, TableKey.of("Sales", "empid_000001"), update))
				.withMessageContaining("does not fit Employee.");
		}
	}

	@Test
	void saysWhichOrderIsRefused() {
		Map<Sort.Order, String> orders = Map.of(Sort.Order.by("employeeId").ignoreCase(),
				"cannot be sorted by employeeId ignoring case: ", Sort.Order.desc("employeeId").nullsLast(),
				"cannot be sorted by employeeId descending with nulls last: ", Sort.Order.by("employeeId").nullsFirst(),
				"cannot be sorted by employeeId with nulls first: ");
		orders.forEach((order, message) -> assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> this.features.findByDepartment("Sales", Sort.by(order)))
			.withMessageContaining(message));
	}

	@Test
	void readsManyByPointsAndDeletesManyByTransactions() {
		List<TableKey> keys = IntStream.rangeClosed(1, 7)
			.mapToObj((i) -> TableKey.of("Sales", "empid_00000" + i))
			.toList();
		assertThat(this.features.findAllById(keys)).hasSize(7);
		assertThat(this.gateway.requests()).hasSize(7).allMatch((request) -> request.startsWith("get Sales empid_"));
		this.features.deleteAllById(keys);
		assertThat(this.gateway.requests()).containsExactly("query PartitionKey eq 'Sales' and "
				+ "RowKey ge 'empid_000001' and RowKey le 'empid_000007' $select=email", "batch of 14");
		assertThat(this.features.count()).isOne();
	}

	@Test
	void readsKeysAloneToKnowWhatIsThere() {
		assertThat(this.features.existsById(TableKey.of("Sales", "empid_000001"))).isTrue();
		assertThat(this.features.existsById(TableKey.of("Sales", "empid_000099"))).isFalse();
		assertThat(this.gateway.requests()).containsExactly("get Sales empid_000001 $select=",
				"get Sales empid_000099 $select=");
		assertThat(this.features.count()).isEqualTo(8);
		assertThat(this.gateway.requests()).hasSize(1).allMatch((request) -> request.endsWith(" $select="));
	}

	@Test
	void checksVersionsOnEveryWay() {
		Employee first = this.features.findById(TableKey.of("Sales", "empid_000001")).orElseThrow();
		Employee second = this.features.save(first);
		assertThat(second.etag()).isNotEqualTo(first.etag());
		assertThatExceptionOfType(OptimisticLockingFailureException.class).isThrownBy(() -> this.features.save(first));
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> this.features.delete(first));
		Employee third = this.features.saveAll(List.of(second)).get(0);
		this.features.delete(third);
		assertThat(this.features.existsById(TableKey.of("Sales", "empid_000001"))).isFalse();
	}

	@Test
	void answersQueriesThatAreBuiltByHand() {
		TableQuery sales = TableQuery.of(Criteria.where("department").is("Sales")).limit(4);
		assertThat(this.features.find(sales)).hasSize(4);
		Window<Employee> window = this.features.scroll(sales);
		assertThat(this.features.scroll(sales.from((TableScrollPosition) window.positionAt(3)))).hasSize(3);
	}

	private static List<Integer> ids(List<Employee> employees) {
		return employees.stream().map(Employee::employeeId).toList();
	}

}
