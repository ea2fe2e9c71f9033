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

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.Flattened;
import io.azuretables.mapping.OtherProperties;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.ServerTimestamp;
import io.azuretables.mapping.Table;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableScrollPosition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.IncorrectResultSizeDataAccessException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.annotation.Version;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What queries find, in which form, and what they cost.
 */
class TemplateQueryTests {

	private static final int COUNT = 2_500;

	private final WatchedGateway gateway = new WatchedGateway(new EmbeddedTableGateway());

	private final TableTemplate template = new TableTemplate(this.gateway,
			new TableConverter(new TableMappingContext(new TableCustomConversions())));

	@BeforeEach
	void save() {
		this.template.saveAll(IntStream.range(0, COUNT).mapToObj(TemplateQueryTests::person).toList());
		this.gateway.forget();
	}

	private static Person person(int id) {
		return new Person("Sales", id, "mail" + id, new Address("city" + id % 5, "street" + id), id % 7, null);
	}

	private static TableQuery sales() {
		return TableQuery.of(Criteria.where("department").is("Sales"));
	}

	private static TableQuery inCity(String city) {
		return sales().and(Criteria.where("address.city").is(city));
	}

	@Test
	void givesPartsOfEntitiesNoVersion() {
		TableQuery query = sales().limit(1);
		Person whole = this.template.find(query, Person.class).get(0);
		assertThat(whole.etag()).isNotNull();
		Person part = this.template.find(query.select("email", "address"), Person.class).get(0);
		assertThat(part.email()).isEqualTo(whole.email());
		assertThat(part.etag()).isNull();
		assertThat(this.template.query(Person.class).scroll(query.select("email")))
			.allMatch((one) -> one.etag() == null);
		assertThatExceptionOfType(DuplicateKeyException.class).isThrownBy(() -> this.template.save(part));
		assertThat(this.template.find(query, Person.class)).containsExactly(whole);
	}

	@Test
	void requestsPagesAsStreamIsConsumed() {
		Iterator<Person> people = this.template.stream(sales(), Person.class).iterator();
		for (int i = 0; i < COUNT; i++) {
			assertThat(people.next().id()).isEqualTo(i);
			assertThat(this.gateway.requests().size()).isLessThanOrEqualTo(1 + i / 999);
		}
		assertThat(people.hasNext()).isFalse();
		assertThat(this.gateway.requests()).hasSize(3);
		assertThat(this.gateway.rowsRead()).as("no index rows").isEqualTo(COUNT);
	}

	@Test
	void asksForNoMoreThanItsLimit() {
		assertThat(this.template.find(sales().limit(10), Person.class)).hasSize(10);
		assertThat(this.template.stream(sales().limit(10), Person.class)).hasSize(10);
		assertThat(this.gateway.pages()).hasSize(2).allMatch((page) -> page.top() == 10);
		assertThat(this.gateway.rowsRead()).isEqualTo(20);
	}

	@Test
	void findsAsManyAsItsLimitWhereClientChecks() {
		TableQuery query = sales().and(Criteria.where("address.street").endingWith("77")).allowScan();
		assertThat(this.template.find(query.limit(20), Person.class)).extracting(Person::id)
			.containsExactlyElementsOf(
					IntStream.range(0, COUNT).filter((id) -> id % 100 == 77).limit(20).boxed().toList());
	}

	@Test
	void fetchesNoMoreEntitiesOfKeysOnlyIndexThanItsLimit() {
		List<Person> found = this.template.find(sales().and(Criteria.where("level").is(3)).limit(5), Person.class);
		assertThat(found).hasSize(5).allMatch((person) -> person.level() == 3);
		assertThat(this.gateway.requests()).containsExactly("query", "get", "get", "get", "get", "get");
	}

	@Test
	void readsKeysAloneToKnowWhatIsThere() {
		assertThat(this.template.existsById(Person.class, TableKey.of("Sales", "p_0000000077"))).isTrue();
		assertThat(this.template.existsById(Person.class, TableKey.of("Sales", "p_0000009999"))).isFalse();
		assertThat(this.gateway.selects()).containsExactly(List.of(), List.of());
		assertThat(this.template.exists(sales(), Person.class)).isTrue();
		assertThat(this.template.count(sales(), Person.class)).isEqualTo(COUNT);
		assertThat(this.gateway.pages()).hasSize(4).allSatisfy((page) -> assertThat(page.select()).isEmpty());
		assertThat(this.gateway.pages().get(0).top()).isOne();
	}

	@Test
	void answersByUniqueIndexWithOneRequest() {
		TableQuery byEmail = sales().and(Criteria.where("email").is("mail77"));
		assertThat(this.template.findOne(byEmail, Person.class)).get().extracting(Person::id).isEqualTo(77);
		assertThat(this.gateway.requests()).containsExactly("get");
		assertThat(this.template.exists(byEmail, Person.class)).isTrue();
		assertThat(this.template.count(byEmail, Person.class)).isEqualTo(1);
		assertThat(this.gateway.requests()).hasSize(3);
		assertThat(this.template.delete(byEmail, Person.class)).isEqualTo(1);
		assertThat(this.template.exists(byEmail, Person.class)).isFalse();
		assertThat(this.template.findById(Person.class, TableKey.of("Sales", "p_0000000077"))).isEmpty();
	}

	@Test
	void countsAndAsksForExistenceByKeys() {
		assertThat(this.template.count(inCity("city3").orderBy(Sort.by("level").descending()), Person.class))
			.isEqualTo(500);
		assertThat(this.gateway.requests()).containsExactly("query");
		this.gateway.forget();
		assertThat(this.template.exists(inCity("city3"), Person.class)).isTrue();
		assertThat(this.gateway.pages()).singleElement().satisfies((page) -> {
			assertThat(page.top()).isEqualTo(1);
			assertThat(page.select()).doesNotContain("email", "level");
		});
	}

	@Test
	void refusesMoreThanOneWhereOneIsAsked() {
		assertThatExceptionOfType(IncorrectResultSizeDataAccessException.class)
			.isThrownBy(() -> this.template.findOne(inCity("city3"), Person.class));
		assertThat(this.gateway.rowsRead()).isEqualTo(2);
		assertThat(this.template.findOne(inCity("nowhere"), Person.class)).isEmpty();
	}

	@Test
	void readsOnlyColumnsOfProjection() {
		TableQueries<Person> people = this.template.query(Person.class);
		TableQuery one = sales().and(Criteria.where("id").is(7));
		assertThat(people.as(Name.class).find(one)).containsExactly(new Name(7, "mail7"));
		assertThat(people.as(NameClass.class).findOne(one).orElseThrow().email).isEqualTo("mail7");
		assertThat(people.as(NameView.class).findOne(one).orElseThrow().getEmail()).isEqualTo("mail7");
		assertThat(this.gateway.selects()).containsOnly(List.of("email"));
		this.gateway.forget();
		assertThat(people.as(AddressView.class).findOne(one).orElseThrow().getAddress().getCity()).isEqualTo("city2");
		assertThat(people.as(AddressOnly.class).findOne(one))
			.contains(new AddressOnly(new Address("city2", "street7")));
		assertThat(this.gateway.selects())
			.allSatisfy((select) -> assertThat(select).containsExactlyInAnyOrder("address_city", "address_street"));
		assertThat(people.as(OpenView.class).findOne(one).orElseThrow().getText()).isEqualTo("mail7 in city2 (mail7!)");
		assertThat(people.as(Versioned.class).findOne(one).orElseThrow().etag()).startsWith("W/");
		assertThat(people.as(LevelView.class).findOne(one).orElseThrow().getLevel()).isZero();
	}

	@Test
	void projectsWithBeansThatExpressionsName() {
		try (GenericApplicationContext context = new GenericApplicationContext()) {
			context.registerBean("shouting", UnaryOperator.class, () -> (text) -> text.toString().toUpperCase());
			context.refresh();
			this.template.setApplicationContext(context);
			TableQuery byEmail = sales().and(Criteria.where("email").is("mail7"));
			assertThat(this.template.query(Person.class).as(ShoutedView.class).findOne(byEmail).orElseThrow().getText())
				.isEqualTo("MAIL7");
		}
	}

	@Test
	void projectsThroughIndexes() {
		TableQueries<Person> people = this.template.query(Person.class);
		TableQuery byEmail = sales().and(Criteria.where("email").is("mail7"));
		assertThat(people.as(Name.class).findOne(byEmail)).contains(new Name(7, "mail7"));
		assertThat(people.as(NameView.class).findOne(byEmail).orElseThrow().getEmail()).isEqualTo("mail7");
		assertThat(people.as(Name.class).find(inCity("city2"))).hasSize(500).contains(new Name(7, "mail7"));
		assertThat(people.as(Name.class).find(sales().and(Criteria.where("level").is(0)).limit(2)))
			.containsExactly(new Name(0, "mail0"), new Name(7, "mail7"));
		assertThat(people.as(Name.class).scroll(inCity("city2").limit(3)).getContent()).contains(new Name(7, "mail7"));
	}

	@Test
	void projectsObjectsThatMayBeAbsent() {
		this.template.save(new Visit("Sales", 1, Optional.of(new Address("Bonn", "B9")), Optional.of("Hall")));
		this.template.save(new Visit("Sales", 2, Optional.empty(), Optional.empty()));
		TableQueries<Visit> visits = this.template.query(Visit.class);
		List<OptionalView> optional = visits.as(OptionalView.class).find(sales());
		assertThat(optional.get(0).getAddress()).map(AddressView.CityView::getCity).contains("Bonn");
		assertThat(optional.get(0).getName()).contains("Hall");
		assertThat(optional.get(1).getAddress()).isEmpty();
		assertThat(optional.get(1).getName()).isEmpty();
		assertThat(visits.as(AddressView.class).find(sales()).get(0).getAddress().getCity()).isEqualTo("Bonn");
	}

	@Test
	void projectsWhatTheServiceKnows() {
		Receipt saved = this.template
			.save(new Receipt("Sales", 1, new LinkedHashMap<>(Map.of("colour", "red")), null, null));
		Receipt read = this.template.findById(Receipt.class, TableKey.of("Sales", "r_0000000001")).orElseThrow();
		TableQueries<Receipt> receipts = this.template.query(Receipt.class);
		assertThat(receipts.as(Written.class).find(sales()))
			.containsExactly(new Written(Optional.ofNullable(saved.etag()),
					Objects.requireNonNull(read.written()).atOffset(ZoneOffset.UTC), Map.of("colour", "red")));
		assertThat(receipts.as(WrittenOptionally.class).find(sales()))
			.containsExactly(new WrittenOptionally(Optional.ofNullable(read.written())));
	}

	@Test
	void refusesProjectionsWithoutProperties() {
		assertThatExceptionOfType(IllegalArgumentException.class)
			.isThrownBy(() -> this.template.query(Receipt.class).as(Service.class))
			.withMessageContaining("Service has no properties, and so is no projection of ")
			.withMessageContaining("Receipt; name a class");
	}

	@ParameterizedTest
	@ValueSource(classes = { TextWritten.class, NumberVersion.class, TextOthers.class })
	void refusesProjectionToOtherTypesOfWhatTheServiceKnows(Class<?> type) {
		assertThatExceptionOfType(IllegalArgumentException.class)
			.isThrownBy(() -> this.template.query(Receipt.class).as(type))
			.withMessageContaining("which is to fill it, of type ")
			.withMessageEndingWith("; give it that type");
	}

	@Test
	void refusesProjectionOfWhatIsNotThere() {
		assertThatExceptionOfType(RuntimeException.class)
			.isThrownBy(() -> this.template.query(Person.class).as(NoSuchView.class).find(sales()))
			.withMessageContaining("nothing");
		assertThatExceptionOfType(IllegalArgumentException.class)
			.isThrownBy(() -> this.template.query(Person.class).as(Renaming.class))
			.withMessageContaining("the parameter 'mail' and no such property");
	}

	@Test
	void sortsInMemoryWhereAllowed() {
		TableQuery query = inCity("city1").orderBy(Sort.by("level").descending().and(Sort.by("id"))).limit(3);
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> this.template.find(query, Person.class));
		assertThat(this.template.find(query.allowSort(), Person.class)).extracting(Person::id)
			.containsExactly(6, 41, 76);
	}

	@Test
	void mergesBucketsByRowKeyAndReadsNoFurtherThanNeeded() {
		List<Event> events = IntStream.range(0, 400).mapToObj((i) -> new Event("user" + i % 40, i)).toList();
		this.template.saveAll(events);
		this.gateway.forget();
		TableQuery query = TableQuery.of(Criteria.where("number").between(100, 200)).orderBy(Sort.by("number"));
		assertThat(this.template.find(query.limit(20), Event.class)).extracting(Event::number)
			.containsExactlyElementsOf(IntStream.range(100, 120).boxed().toList());
		assertThat(this.gateway.requests()).hasSize(4);
		TableQuery some = TableQuery.of(Criteria.where("user").in("user1", "user2", "user39"));
		assertThat(this.template.find(some, Event.class)).hasSize(30);
	}

	@ParameterizedTest
	@ValueSource(ints = { 3, 15, 16, 40 })
	void sortsAcrossPartitionsHoweverManyValuesAreAskedFor(int count) {
		List<Person> others = IntStream.range(0, 120)
			.mapToObj(
					(i) -> new Person("Team" + i % 3, i, "mail" + i, new Address("city", "street"), 100 + i % 40, null))
			.toList();
		this.template.saveAll(others);
		TableQuery query = TableQuery.of(Criteria.where("level").in(IntStream.range(100, 100 + count).boxed().toList()))
			.allowScan();
		List<Integer> sorted = others.stream()
			.filter((one) -> one.level() < 100 + count)
			.sorted(Comparator.comparing(Person::department).thenComparing(Person::id))
			.map(Person::id)
			.toList();
		assertThat(this.template.find(query.orderBy(Sort.by("department")), Person.class)).extracting(Person::id)
			.isEqualTo(sorted);
		assertThat(this.template.find(query.orderBy(Sort.by("department", "id")).limit(5), Person.class))
			.extracting(Person::id)
			.isEqualTo(sorted.stream().limit(5).toList());
	}

	@Test
	void scrollsAcrossLegsToTheEnd() {
		this.template.saveAll(IntStream.range(0, 400).mapToObj((i) -> new Event("user" + i % 40, i)).toList());
		TableQuery query = TableQuery.of(Criteria.where("number").lessThan(333));
		for (int size : List.of(1, 7, 50, 1_000)) {
			Set<Event> found = new HashSet<>();
			int count = 0;
			for (List<Event> part : parts(query.limit(size), Event.class)) {
				assertThat(part).hasSizeLessThanOrEqualTo(size);
				count += part.size();
				found.addAll(part);
			}
			assertThat(count).isEqualTo(333);
			assertThat(found).hasSize(333);
		}
	}

	@Test
	void scrollsWhereClientChecksWithFewRequests() {
		TableQuery query = sales().and(Criteria.where("address.street").endingWith("7")).allowScan();
		List<Integer> ids = new ArrayList<>();
		parts(query.limit(50), Person.class).forEach((part) -> part.forEach((person) -> ids.add(person.id())));
		assertThat(ids)
			.containsExactlyElementsOf(IntStream.range(0, COUNT).filter((id) -> id % 10 == 7).boxed().toList());
		assertThat(this.gateway.requests().size()).isLessThan(20);
	}

	@Test
	void scrollsThroughKeysOfWhichSomeAreMissing() {
		List<Integer> ids = IntStream.range(0, 300).map((i) -> (i < 100) ? i : 3_000 + i).boxed().toList();
		List<Integer> wanted = new ArrayList<>(ids);
		wanted.addAll(List.of(2_000, 2_001));
		TableQuery query = sales().and(Criteria.where("id").in(wanted));
		List<Integer> found = new ArrayList<>();
		List<List<Person>> parts = parts(query.limit(40), Person.class);
		parts.forEach((part) -> part.forEach((person) -> found.add(person.id())));
		assertThat(found).containsExactlyInAnyOrderElementsOf(wanted.stream().filter((id) -> id < COUNT).toList());
		assertThat(parts.get(0)).hasSize(40);
		assertThatExceptionOfType(UnsupportedQueryException.class).isThrownBy(
				() -> this.template.query(Person.class).scroll(query.limit(40).orderBy(Sort.by("level")).allowSort()));
	}

	@Test
	void goesOnWhereRowsWereDeletedInBetween() {
		TableQuery query = sales().limit(100);
		Window<Person> first = this.template.query(Person.class).scroll(query);
		this.template.delete(sales().and(Criteria.where("id").between(95, 149)), Person.class);
		Window<Person> second = this.template.query(Person.class).scroll(query.from(next(first)));
		assertThat(second.getContent()).extracting(Person::id)
			.containsExactlyElementsOf(IntStream.range(150, 250).boxed().toList());
	}

	@Test
	void refusesPositionsOfOtherQueriesAndForgedOnes() {
		TableQuery query = sales().and(Criteria.where("address.street").endingWith("7")).allowScan().limit(10);
		TableScrollPosition position = next(this.template.query(Person.class).scroll(query));
		TableQuery other = sales().and(Criteria.where("address.street").endingWith("8")).allowScan().limit(10);
		for (TableQuery wrong : List.of(other.from(position), sales().limit(10).from(position),
				query.from(new TableScrollPosition(position.query(), 99, null, null)),
				query.from(new TableScrollPosition("", 0, position.nextPartitionKey(), position.nextRowKey())))) {
			assertThatExceptionOfType(UnsupportedQueryException.class)
				.isThrownBy(() -> this.template.query(Person.class).scroll(wrong));
		}
		byte[] secret = "secret".getBytes();
		TableScrollPosition read = TableScrollPosition.decode(position.encode(secret), secret);
		assertThat(this.template.query(Person.class).scroll(query.from(read)).getContent()).extracting(Person::id)
			.startsWith(107);
		assertThatExceptionOfType(IllegalArgumentException.class)
			.isThrownBy(() -> TableScrollPosition.decode(position.encode(), secret));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.template.find(query.from(position), Person.class));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.template.count(query.from(position), Person.class));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.template.delete(query.from(position), Person.class));
	}

	@Test
	void tellsTypesApartWhateverIsAsked() {
		this.template.save(new Cat("home", 1));
		this.template.save(new Dog("home", 2));
		TableQuery first = TableQuery.of(Criteria.where("house").is("home").and(Criteria.where("id").is(1)));
		TableQuery all = TableQuery.of(Criteria.where("house").is("home"));
		assertThat(this.template.find(all, Animal.class)).hasSize(2);
		assertThat(this.template.find(all, Dog.class)).hasSize(1);
		assertThat(this.template.count(all, Dog.class)).isEqualTo(1);
		assertThat(this.template.find(first, Dog.class)).isEmpty();
		assertThat(this.template.exists(first, Dog.class)).isFalse();
		assertThat(this.template.delete(first, Dog.class)).isZero();
		assertThat(this.template.exists(first, Cat.class)).isTrue();
		TableKey cat = this.template.converter().key(new Cat("home", 1));
		assertThat(this.template.existsById(Animal.class, cat)).isTrue();
		assertThat(this.template.existsById(Dog.class, cat)).isFalse();
		assertThat(this.template.delete(all, Animal.class)).isEqualTo(2);
	}

	private <T> List<List<T>> parts(TableQuery query, Class<T> type) {
		List<List<T>> parts = new ArrayList<>();
		Window<T> window = this.template.query(type).scroll(query);
		parts.add(window.getContent());
		while (window.hasNext()) {
			window = this.template.query(type).scroll(query.from(TableScrollPosition.decode(next(window).encode())));
			parts.add(window.getContent());
		}
		return parts;
	}

	private static TableScrollPosition next(Window<?> window) {
		return (TableScrollPosition) window.positionAt(window.size() - 1);
	}

	@Table
	@PartitionKey("{department}")
	@RowKey("p_{id}")
	@SecondaryIndex(name = "email", rowKey = "email_{email}")
	@SecondaryIndex(name = "city", rowKey = "city_{address.city}_{id}")
	@SecondaryIndex(name = "level", rowKey = "level_{level}_{id}", include = {})
	record Person(String department, int id, String email, @Flattened Address address, int level,
			@Version @Nullable String etag) {

	}

	record Address(String city, String street) {

	}

	record Name(int id, String email) {

	}

	record AddressOnly(Address address) {

	}

	record Versioned(String email, @Nullable String etag) {

	}

	static class NameClass {

		private String email = "";

	}

	interface NameView {

		String getEmail();

	}

	interface LevelView {

		int getLevel();

	}

	static final class Renaming {

		final String email;

		Renaming(String mail) {
			this.email = mail;
		}

	}

	@Table
	@PartitionKey("{department}")
	@RowKey("r_{id}")
	record Receipt(String department, int id, @OtherProperties Map<String, Object> others,
			@ServerTimestamp @Nullable Instant written, @Version @Nullable String etag) {

	}

	record Written(Optional<String> etag, OffsetDateTime written, Map<String, Object> others) {

	}

	record WrittenOptionally(Optional<Instant> written) {

	}

	record TextWritten(String written) {

	}

	record NumberVersion(Long etag) {

	}

	record TextOthers(String others) {

	}

	interface NoSuchView {

		String getNothing();

	}

	interface AddressView {

		CityView getAddress();

		interface CityView {

			String getCity();

		}

	}

	interface ShoutedView {

		@Value("#{@shouting.apply(target.email())}")
		String getText();

	}

	@Table
	@PartitionKey("{department}")
	@RowKey("v_{id}")
	record Visit(String department, int id, @Flattened Optional<Address> address, Optional<String> name) {

	}

	interface OptionalView {

		Optional<AddressView.CityView> getAddress();

		Optional<String> getName();

	}

	interface OpenView {

		@Value("#{target.email() + ' in ' + target.address().city() + ' (' + target.email + '!)'}")
		String getText();

	}

	@Table
	@PartitionKey("{user:bucket(4)}")
	@RowKey("e_{number}_{user}")
	record Event(String user, int number) {

	}

	@EntityType
	@Table("Animals")
	@PartitionKey("{house}")
	@RowKey("a_{id}")
	abstract static class Animal {

		private final String house;

		private final int id;

		Animal(String house, int id) {
			this.house = house;
			this.id = id;
		}

		String house() {
			return this.house;
		}

		int id() {
			return this.id;
		}

	}

	@EntityType("cat")
	static final class Cat extends Animal {

		Cat(String house, int id) {
			super(house, id);
		}

	}

	@EntityType("dog")
	static final class Dog extends Animal {

		Dog(String house, int id) {
			super(house, id);
		}

	}

	static class Service {

	}

}
