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

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Flattened;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.ServerTimestamp;
import io.azuretables.mapping.Table;
import io.azuretables.plan.RejectedScanException;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.TableQuery;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.domain.Example;
import org.springframework.data.domain.ExampleMatcher;
import org.springframework.data.domain.ExampleMatcher.GenericPropertyMatchers;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Queries by example.
 */
class ExampleTests {

	private final EmbeddedTableGateway gateway = new EmbeddedTableGateway();

	private final People people = Stores.repository(People.class, this.gateway);

	@BeforeEach
	void savePeople() {
		this.people.saveAll(List.of(new Person("Sales", "1", "Hall", 30, new Address("Bonn", "DE")),
				new Person("Sales", "2", "hallow", 40, new Address("Lyon", "FR")),
				new Person("Sales", "3", null, 50, null),
				new Person("HR", "4", "Hall", 60, new Address("Bern", "CH"))));
	}

	private static Person probe(@Nullable String department, @Nullable String name) {
		return new Person(department, null, name, null, null);
	}

	static List<Arguments> examples() {
		ExampleMatcher matching = ExampleMatcher.matching();
		Person city = new Person("Sales", null, null, null, new Address("Bonn", "XX"));
		return List.of(arguments(Example.of(probe("Sales", "Hall")), List.of("1")),
				arguments(Example.of(probe("Sales", null)), List.of("1", "2", "3")),
				arguments(Example.of(probe("Sales", "HALL"), matching.withIgnoreCase()), List.of("1")),
				arguments(
						Example.of(probe("Sales", "HALL"),
								matching.withIgnoreCase("name")
									.withMatcher("name", GenericPropertyMatchers.startsWith().ignoreCase())),
						List.of("1", "2")),
				arguments(Example.of(probe("Sales", "Ha"),
						matching.withMatcher("name", GenericPropertyMatchers.startsWith())), List.of("1")),
				arguments(Example.of(probe("Sales", "low"),
						matching.withMatcher("name", GenericPropertyMatchers.endsWith())), List.of("2")),
				arguments(Example.of(probe("Sales", "all"),
						matching.withMatcher("name", GenericPropertyMatchers.contains())), List.of("1", "2")),
				arguments(Example.of(probe("Sales", "x"), matching.withTransformer("name", (x) -> Optional.of("Hall"))),
						List.of("1")),
				arguments(Example.of(probe("Sales", "x"), matching.withIgnorePaths("name")), List.of("1", "2", "3")),
				arguments(Example.of(city, matching.withIgnorePaths("address.country")), List.of("1")),
				arguments(Example.of(city, matching.withIgnorePaths("address")), List.of("1", "2", "3")),
				arguments(Example.of(probe("Sales", null),
						matching.withIncludeNullValues().withIgnorePaths("number", "age")), List.of("3")),
				arguments(Example.of(probe("HR", "hallow"), ExampleMatcher.matchingAny()), List.of("2", "4")));
	}

	@ParameterizedTest
	@MethodSource("examples")
	void finds(Example<Person> example, List<String> numbers) {
		assertThat(this.people.findAll(example)).extracting(Person::number)
			.containsExactlyInAnyOrderElementsOf(numbers);
		assertThat(this.people.count(example)).isEqualTo(numbers.size());
		assertThat(this.people.exists(example)).isTrue();
	}

	@Test
	void isFluent() {
		Example<Person> sales = Example.of(probe("Sales", null));
		assertThat(this.people.<Person, List<Person>>findBy(sales, (query) -> query.limit(2).all())).hasSize(2);
		assertThat(this.people.<Person, List<Person>>findBy(sales, (query) -> query.sortBy(Sort.by("number")).all()))
			.extracting(Person::number)
			.containsExactly("1", "2", "3");
		assertThat(this.people.<Person, List<NameOf>>findBy(sales, (query) -> query.as(NameOf.class).limit(1).all()))
			.extracting(NameOf::name)
			.containsExactly("Hall");
		assertThat(this.people.<Person, Person>findBy(sales, (query) -> query.project("age").firstValue()))
			.isEqualTo(new Person("Sales", "1", null, 30, null));
		assertThat(this.people.<Person, Optional<Person>>findBy(Example.of(probe("HR", null)), (query) -> query.one()))
			.isPresent();
		assertThat(this.people.<Person, Optional<Person>>findBy(sales, (query) -> query.first())).isPresent();
		assertThat(this.people.<Person, Long>findBy(sales, (query) -> query.stream().count())).isEqualTo(3);
		assertThat(this.people.<Person, Long>findBy(sales, (query) -> query.count())).isEqualTo(3);
		assertThat(this.people.<Person, Boolean>findBy(sales, (query) -> query.exists())).isTrue();
		assertThat(this.people.findOne(Example.of(probe("HR", null)))).isPresent();
		assertThat(this.people.findAll(sales, Sort.by("number"))).hasSize(3);
	}

	@Test
	void readsInParts() {
		Example<Person> sales = Example.of(probe("Sales", null));
		Window<Person> window = this.people.findBy(sales, (query) -> query.limit(2).scroll(ScrollPosition.keyset()));
		assertThat(this.people.<Person, Window<Person>>findBy(sales,
				(query) -> query.limit(2).scroll(window.positionAt(1))))
			.hasSize(1);
		Slice<Person> slice = this.people.findBy(sales, (query) -> query.slice(PageRequest.ofSize(2)));
		assertThat(this.people.<Person, Slice<Person>>findBy(sales, (query) -> query.slice(slice.nextPageable())))
			.extracting(Person::number)
			.containsExactly("3");
		ScrollPosition foreign = ScrollPosition.of(Map.of("number", "1"), ScrollPosition.Direction.FORWARD);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.people.findBy(sales, (query) -> query.scroll(foreign)));
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> this.people.findBy(sales, (query) -> query.slice(PageRequest.of(2, 2))))
			.withMessageStartingWith("A query by example for Person is asked for page 2 by its number");
		assertThatExceptionOfType(UnsupportedOperationException.class)
			.isThrownBy(() -> this.people.findAll(sales, PageRequest.ofSize(2)))
			.withMessage("The service neither counts nor skips, so that there are no pages; use all(), stream(), "
					+ "slice() or scroll()");
	}

	/**
	 * No row is without its timestamp, as none is without its version.
	 */
	@Test
	void asksForNoRowsWithoutATimestamp() {
		Notes notes = Stores.repository(Notes.class, this.gateway);
		notes.saveAll(List.of(new Note("day", "1", null, null), new Note("day", "2", "text", null)));
		assertThat(notes.findAll(Example.of(new Note("day", null, null, null),
				ExampleMatcher.matching().withIncludeNullValues().withIgnorePaths("number"))))
			.extracting(Note::number)
			.containsExactly("1");
	}

	@Test
	void refusesRegularExpressions() {
		ExampleMatcher regex = ExampleMatcher.matching().withMatcher("name", GenericPropertyMatchers.regex());
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> this.people.findAll(Example.of(probe("Sales", "H.*"), regex)))
			.withMessageStartingWith("An example of Person matches 'name' by a regular expression");
	}

	@Test
	void scansOnlyWhereTheRepositoryMay() {
		Strict strict = Stores.repository(Strict.class, this.gateway);
		assertThatExceptionOfType(RejectedScanException.class)
			.isThrownBy(() -> strict.findAll(Example.of(probe(null, "Hall"))));
		assertThatExceptionOfType(RejectedScanException.class).isThrownBy(() -> strict.find(TableQuery.all()));
		assertThat(this.people.findAll(Example.of(probe(null, "Hall")))).hasSize(2);
		assertThat(this.people.find(TableQuery.all().orderBy(Sort.by("age")))).hasSize(4);
		assertThat(this.people.findByName("Hall")).hasSize(2);
	}

	@AllowScan
	@AllowSort
	interface People extends TableRepository<Person, TableKey> {

		List<Person> findByName(String name);

	}

	interface Strict extends TableRepository<Person, TableKey> {

	}

	@AllowScan
	interface Notes extends TableRepository<Note, TableKey> {

	}

	/**
	 * Something that has a time.
	 *
	 * @param topic the partition
	 * @param number the row
	 * @param text the text
	 * @param written when it was written
	 */
	@Table("Notes")
	@PartitionKey("{topic}")
	@RowKey("{number}")
	record Note(String topic, @Nullable String number, @Nullable String text,
			@ServerTimestamp @Nullable Instant written) {

	}

	/**
	 * A projection.
	 *
	 * @param name the name
	 */
	record NameOf(@Nullable String name) {

	}

	/**
	 * Somebody.
	 *
	 * @param department the partition
	 * @param number the row
	 * @param name the name
	 * @param age the age
	 * @param address the address
	 */
	@Table("People")
	@PartitionKey("{department}")
	@RowKey("{number}")
	record Person(@Nullable String department, @Nullable String number, @Nullable String name, @Nullable Integer age,
			@Flattened @Nullable Address address) {

	}

	/**
	 * Where somebody lives.
	 *
	 * @param city the city
	 * @param country the country
	 */
	record Address(@Nullable String city, @Nullable String country) {

	}

}
