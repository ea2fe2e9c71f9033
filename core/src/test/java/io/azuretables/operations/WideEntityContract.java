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
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Part;
import io.azuretables.mapping.PartialEntityException;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.operations.WideEntities.Book;
import io.azuretables.operations.WideEntities.Messages;
import io.azuretables.operations.WideEntities.NarrowProfile;
import io.azuretables.operations.WideEntities.Person;
import io.azuretables.operations.WideEntities.Profile;
import io.azuretables.operations.WideEntities.ShortNote;
import io.azuretables.operations.WideEntities.WideNote;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.query.Update;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What happens to entities that are spread over several rows, on any store.
 */
interface WideEntityContract {

	TableQuery SALES = TableQuery.of(Criteria.where("department").is("Sales"));

	TableQuery RED = TableQuery.of(Criteria.where("team").is("red"));

	TableGateway gateway();

	/**
	 * What the name of each table begins with.
	 */
	String table();

	default String table(Class<?> type) {
		return table() + type.getSimpleName();
	}

	default TableTemplate template(TableGateway gateway) {
		return new TableTemplate(gateway, new TableConverter(new TableMappingContext(new TableCustomConversions())),
				TableTemplateOptions.DEFAULTS.withTableNames((type, name) -> table() + name)
					.withSchema(SchemaMode.CREATE_ON_USE));
	}

	private WatchedGateway watched(Class<?>... types) {
		for (Class<?> type : types) {
			gateway().createTable(table(type));
		}
		return new WatchedGateway(gateway());
	}

	default @Nullable TableRow row(Class<?> type, String partition, String rowKey) {
		return gateway().read(table(type), TableKey.of(partition, rowKey), null, RowReader.rows());
	}

	default List<String> rowKeys(String table) {
		return gateway().read(RowRequest.of(table, null), RowReader.rows())
			.rows()
			.stream()
			.map((row) -> row.key().rowKey())
			.toList();
	}

	@Test
	default void writesAndReadsSeveralRowsAsOneObject() {
		WatchedGateway watched = watched(Messages.class);
		TableTemplate template = template(watched);
		template.findById(Messages.class, TableKey.of("Sales", "empid_000001"));
		watched.forget();
		template.insert(Messages.of(1, 7));
		assertThat(watched.requests()).containsExactly("batch");
		assertThat(rowKeys(table(Messages.class))).containsExactly("empid_000001", "~p|empid_000001|first",
				"~p|empid_000001|second");
		assertThat(row(Messages.class, "Sales", "empid_000001")).isNotNull()
			.satisfies((main) -> assertThat(main.properties().keySet()).containsOnly("name", "_w", "_g"));
		watched.forget();
		assertThat(template.findById(Messages.class, TableKey.of("Sales", "empid_000001"))).get()
			.usingRecursiveComparison()
			.isEqualTo(Messages.of(1, 7));
		assertThat(watched.requests()).as("the main row and each part").containsExactly("get", "get", "get");
		assertThat(template.query(Messages.class).explain(SALES)).contains("3 rows per entity")
			.contains("requests: 1 per page, and 2 per entity");
	}

	@Test
	default void readsNoPartThatIsNotSelected() {
		WatchedGateway watched = watched(Messages.class);
		TableTemplate template = template(watched);
		template.save(Messages.of(1, 7));
		watched.forget();
		assertThat(template.find(SALES.select(List.of("name")), Messages.class)).singleElement()
			.satisfies((messages) -> assertThat(messages.name).isEqualTo("n7"));
		assertThat(template.count(SALES, Messages.class)).isEqualTo(1);
		assertThat(template.existsById(Messages.class, TableKey.of("Sales", "empid_000001"))).isTrue();
		assertThat(watched.requests()).containsExactly("query", "query", "get");
		watched.forget();
		assertThat(template.find(SALES.select(List.of("second")), Messages.class)).singleElement().satisfies((read) -> {
			assertThat(read.second).containsOnly(7);
			assertThat(read.first).containsOnly(0);
		});
		assertThat(watched.requests()).containsExactly("query", "get");
	}

	@Test
	default void readsPartsOfListTogether() {
		WatchedGateway watched = watched(Messages.class);
		TableTemplate template = template(watched);
		List<Messages> all = IntStream.range(0, 20).mapToObj((id) -> Messages.of(id, id)).toList();
		template.saveAll(all);
		watched.forget();
		assertThat(template.find(SALES, Messages.class)).extracting(Messages::value)
			.containsExactlyElementsOf(IntStream.range(0, 20).boxed().toList());
		assertThat(watched.requests()).as("the main rows and their parts").containsExactly("query", "query");
		List<Integer> scrolled = new ArrayList<>();
		TableScrollPosition next = null;
		do {
			Window<Messages> window = template.query(Messages.class).scroll(SALES.limit(7).from(next));
			window.forEach((messages) -> scrolled.add(messages.value()));
			next = window.hasNext() ? (TableScrollPosition) window.positionAt(window.size() - 1) : null;
		}
		while (next != null);
		assertThat(scrolled).containsExactlyElementsOf(IntStream.range(0, 20).boxed().toList());
		assertThat(template.findAllById(Messages.class,
				List.of(TableKey.of("Sales", "empid_000003"), TableKey.of("Sales", "empid_000005"))))
			.extracting(Messages::value)
			.containsExactly(3, 5);
	}

	@Test
	default void setsOneDayInOneRequest() {
		WatchedGateway watched = watched(Messages.class);
		TableTemplate template = template(watched);
		TableKey key = TableKey.of("Sales", "empid_000001");
		template.save(Messages.of(1, 7));
		Object generation = generation("empid_000001");
		watched.forget();
		template.merge(Messages.class, key, Update.update("first[3]", 8));
		assertThat(watched.requests()).containsExactly("batch");
		assertThat(watched.writes()).singleElement().satisfies((rows) -> assertThat(rows).hasSize(2));
		assertThat(generation("empid_000001")).isEqualTo(generation);
		watched.forget();
		template.merge(Messages.class, key, Update.update("name", "other"));
		assertThat(watched.requests()).containsExactly("write");
		assertThat(generation("empid_000001")).isEqualTo(generation);
		template.merge(Messages.class, key, Update.update("first[4]", 9).set("second[0]", 10));
		assertThat(generation("empid_000001")).as("several rows").isNotEqualTo(generation);
		watched.forget();
		template.merge(Messages.class, key, Update.none().increment("second[1]", 5));
		assertThat(watched.requests()).containsExactly("get", "get", "get", "batch");
		Messages read = template.findById(Messages.class, key).orElseThrow();
		assertThat(read.name).isEqualTo("other");
		assertThat(new int[] { read.first[2], read.first[3], read.first[4], read.second[0], read.second[1] })
			.containsExactly(7, 8, 9, 10, 12);
		assertThatExceptionOfType(OptimisticLockingFailureException.class).isThrownBy(() -> template
			.merge(Messages.class, TableKey.of("Sales", "empid_000009"), Update.update("first[3]", 8)));
		assertThatExceptionOfType(OptimisticLockingFailureException.class).isThrownBy(
				() -> template.merge(Messages.class, TableKey.of("Sales", "empid_000009"), Update.update("name", "x")));
		assertThat(rowKeys(table(Messages.class))).hasSize(3);
	}

	private @Nullable Object generation(String rowKey) {
		TableRow row = row(Messages.class, "Sales", rowKey);
		return (row != null) ? row.get("_g") : null;
	}

	@Test
	default void insertsWhatIsMerged() {
		WatchedGateway watched = watched(Messages.class);
		TableTemplate template = template(watched);
		TableKey key = TableKey.of("Sales", "empid_000001");
		for (int day = 0; day < 3; day++) {
			watched.forget();
			template.mergeOrInsert(Messages.class, key, Update.update("second[" + day + "]", day + 1));
			assertThat(watched.requests()).contains("batch").doesNotContain("get");
		}
		template.mergeOrInsert(Messages.class, key, Update.none().increment("second[0]", 5).once("a"));
		template.mergeOrInsert(Messages.class, key, Update.none().increment("second[0]", 5).once("a"));
		assertThat(template.findById(Messages.class, key)).get()
			.satisfies((read) -> assertThat(read.second).startsWith(6, 2, 3, 0));
		assertThat(template.updateWithRetry(Messages.class, key, (read) -> {
			read.second[2] = 30;
			return read;
		})).isPresent();
		assertThat(template.findById(Messages.class, key)).get()
			.satisfies((read) -> assertThat(read.second).startsWith(6, 2, 30, 0));
	}

	@Test
	default void deletesAllRows() {
		TableTemplate template = template(watched(Messages.class, Profile.class));
		template.saveAll(IntStream.range(0, 5).mapToObj((id) -> Messages.of(id, id)).toList());
		template.delete(Messages.of(0, 0));
		assertThat(template.deleteById(Messages.class, TableKey.of("Sales", "empid_000001"))).isTrue();
		assertThat(template.deleteById(Messages.class, TableKey.of("Sales", "empid_000001"))).isFalse();
		assertThat(rowKeys(table(Messages.class))).hasSize(9);
		gateway().write(table(Messages.class),
				new RowWrite.Delete(TableKey.of("Sales", "~p|empid_000002|first"), RowWrite.ANY));
		assertThat(template.deleteById(Messages.class, TableKey.of("Sales", "empid_000002"))).isTrue();
		gateway().write(table(Messages.class),
				new RowWrite.Delete(TableKey.of("Sales", "~p|empid_000003|second"), RowWrite.ANY));
		assertThat(template.delete(SALES, Messages.class)).isEqualTo(2);
		assertThat(rowKeys(table(Messages.class))).isEmpty();
		Profile profile = template.save(WideEntities.random(RandomGenerator.of("L64X128MixRandom"), 1));
		template.delete(profile);
		assertThat(rowKeys(table(Profile.class))).isEmpty();
	}

	@Test
	default void versionIsThatOfAllRows() {
		TableTemplate template = template(watched(Profile.class));
		Profile first = template.insert(WideEntities.random(RandomGenerator.of("L64X128MixRandom"), 1));
		TableKey key = TableKey.of("red", "p_0001");
		assertThat(template.findById(Profile.class, key)).get()
			.satisfies((read) -> assertThat(read.version).isEqualTo(first.version));
		template.merge(Profile.class, key, Update.update("texts[3]", "merged"));
		first.name = "late";
		assertThatExceptionOfType(OptimisticLockingFailureException.class).isThrownBy(() -> template.save(first));
		Profile second = template.findById(Profile.class, key).orElseThrow();
		assertThat(second.texts.get(3)).isEqualTo("merged");
		second.texts.set(3, "saved");
		second.photo = null;
		Profile third = template.save(second);
		assertThat(template.findById(Profile.class, key)).get()
			.satisfies((read) -> assertThat(read.values()).isEqualTo(third.values()));
		assertThatExceptionOfType(OptimisticLockingFailureException.class).isThrownBy(() -> template.delete(first));
		template.inPartition(table(Profile.class), "red").delete(third).commit();
		assertThat(rowKeys(table(Profile.class))).isEmpty();
	}

	/**
	 * Reading and writing in parts makes no difference.
	 */
	@Test
	default void answersAsInOneRow() {
		RandomGenerator random = RandomGenerator.getDefault();
		TableTemplate template = template(watched(Profile.class, NarrowProfile.class));
		for (int round = 0; round < rounds(); round++) {
			List<Profile> saved = IntStream.range(0, 1 + random.nextInt(6))
				.mapToObj((i) -> WideEntities.random(random, random.nextInt(12)))
				.toList();
			for (Profile profile : saved) {
				TableKey key = TableKey.of("red", "p_%04d".formatted(profile.id));
				NarrowProfile narrow = NarrowProfile.of(profile);
				profile.version = template.findById(Profile.class, key).map((old) -> old.version).orElse(null);
				narrow.version = template.findById(NarrowProfile.class, key).map((old) -> old.version).orElse(null);
				if (random.nextInt(4) == 0 && profile.version != null) {
					template.delete(profile);
					template.delete(narrow);
				}
				else {
					template.save(profile);
					template.save(narrow);
				}
				Update update = Update.update("texts[1]", "u" + round);
				update = random.nextBoolean() ? update.set("address.city", "c" + round) : update;
				if (random.nextBoolean() && template.existsById(Profile.class, key)) {
					template.merge(Profile.class, key, update);
					template.merge(NarrowProfile.class, key, update);
				}
			}
			assertThat(answers(template, Profile.class)).isEqualTo(answers(template, NarrowProfile.class));
		}
	}

	default int rounds() {
		return 10;
	}

	private static <P extends Person> List<Object> answers(TableTemplate template, Class<P> type) {
		TableQuery mail = TableQuery.of(Criteria.where("team").is("red").and(Criteria.where("mail").is("m1")));
		List<Stream<P>> answers = new ArrayList<>();
		answers.add(template.find(RED, type).stream());
		answers.add(template.stream(RED.limit(3), type));
		answers.add(template.find(mail, type).stream());
		answers.add(template.find(RED.orderBy(Sort.by("name", "id")).allowSort(), type).stream());
		answers.add(template.find(RED.and(Criteria.where("name").is("name1")), type).stream());
		answers.add(template.find(RED.and(Criteria.where("name").containing("2")).allowScan(), type).stream());
		answers.add(template
			.find(TableQuery.of(Criteria.where("team").is("red").and(Criteria.where("id").in(List.of(1, 5, 7)))), type)
			.stream());
		answers.add(template.query(type).scroll(RED.limit(4)).stream());
		List<Object> values = new ArrayList<>();
		answers.forEach((answer) -> values.add(answer.map(Person::values).toList()));
		values.add(template.query(type)
			.as(Texts.class)
			.find(RED)
			.stream()
			.sorted(Comparator.comparing(Texts::id))
			.toList());
		return values;
	}

	/**
	 * Some properties of both classes.
	 */
	record Texts(int id, @Nullable String name, List<@Nullable String> texts) {

	}

	@Test
	default void readsAgainWhatWasNotWrittenTogether() {
		TableTemplate template = template(watched(Messages.class));
		template.saveAll(IntStream.range(0, 3).mapToObj((id) -> Messages.of(id, 1)).toList());
		AtomicInteger left = new AtomicInteger();
		WatchedGateway disturbed = new WatchedGateway(gateway()) {

			@Override
			public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select,
					RowReader<T> reader) {
				if (key.rowKey().endsWith("first") && left.getAndDecrement() > 0) {
					template.save(Messages.of(1, 100 + left.get()));
				}
				return super.read(table, key, select, reader);
			}

		};
		TableTemplate reader = template(disturbed);
		TableKey key = TableKey.of("Sales", "empid_000001");
		left.set(4);
		assertThat(reader.findById(Messages.class, key)).get().extracting(Messages::value).isEqualTo(100);
		left.set(2);
		TableQuery few = TableQuery.of(SALES.criteria().and(Criteria.where("id").is(1)));
		assertThat(reader.find(few, Messages.class)).extracting(Messages::value).containsExactly(100);
		left.set(1);
		assertThat(reader.find(SALES.and(Criteria.where("name").is("n100")).limit(1), Messages.class))
			.extracting(Messages::value)
			.containsExactly(100);
		template.save(Messages.of(1, 55));
		left.set(1);
		assertThat(reader.find(SALES.and(Criteria.where("name").is("n55")), Messages.class))
			.as("it does not meet the condition any more")
			.isEmpty();
		left.set(Integer.MAX_VALUE);
		assertThatExceptionOfType(PartialEntityException.class).isThrownBy(() -> reader.findById(Messages.class, key))
			.withMessageContaining("read 5 times");
		left.set(0);
		gateway().write(table(Messages.class),
				new RowWrite.Delete(TableKey.of("Sales", "~p|empid_000001|first"), RowWrite.ANY));
		assertThatExceptionOfType(PartialEntityException.class).isThrownBy(() -> reader.find(SALES, Messages.class));
		template.save(Messages.of(1, 3));
		assertThat(reader.find(SALES, Messages.class)).hasSize(3);
	}

	@Test
	default void readsRowsThatHaveNoPartsYet() {
		watched(NarrowProfile.class);
		TableTemplate template = template(gateway());
		RandomGenerator random = RandomGenerator.getDefault();
		NarrowProfile narrow = template.save(NarrowProfile.of(WideEntities.random(random, 1)));
		template.save(NarrowProfile.of(WideEntities.random(random, 2)));
		TableTemplate wide = new TableTemplate(gateway(),
				new TableConverter(new TableMappingContext(new TableCustomConversions())),
				TableTemplateOptions.DEFAULTS.withTableNames((type, name) -> table(NarrowProfile.class))
					.withSchema(SchemaMode.NONE));
		TableKey key = TableKey.of("red", "p_0001");
		Profile read = wide.findById(Profile.class, key).orElseThrow();
		assertThat(read.values()).isEqualTo(narrow.values());
		wide.merge(Profile.class, key, Update.update("texts[0]", "merged"));
		narrow.texts.set(0, "merged");
		assertThat(wide.find(RED, Profile.class)).first()
			.satisfies((merged) -> assertThat(merged.values()).isEqualTo(narrow.values()));
		assertThat(rowKeys(table(NarrowProfile.class))).contains("~p|p_0001|cv").doesNotContain("~p|p_0002|cv");
		assertThat(wide.delete(RED, Profile.class)).isEqualTo(2);
		assertThat(rowKeys(table(NarrowProfile.class))).isEmpty();
	}

	@Test
	default void mergesIntoPartThatIsNotThereYet() {
		TableTemplate template = template(watched(Messages.class));
		TableKey key = TableKey.of("Sales", "empid_000001");
		gateway().write(table(Messages.class),
				new RowWrite.InsertOrReplace(TableRow.of(key, Map.of("name", "old", "d003", 5))));
		template.merge(Messages.class, key, Update.update("first[4]", 9));
		assertThat(template.findById(Messages.class, key)).get().satisfies((read) -> {
			assertThat(read.name).isEqualTo("old");
			assertThat(read.first).startsWith(0, 0, 0, 5, 9);
		});
		assertThat(rowKeys(table(Messages.class))).hasSize(3);
	}

	@Test
	default void deletesPartsOfReplacedType() {
		gateway().createTable(table() + "Notes");
		TableTemplate template = template(gateway());
		template.find(TableQuery.of(Criteria.where("list").is("all")), ShortNote.class);
		WideNote wide = new WideNote("1");
		wide.text = "long";
		template.save(wide);
		template.save(new WideNote("2"));
		assertThat(template.find(TableQuery.of(Criteria.where("list").is("all")), WideNote.class)).hasSize(2)
			.first()
			.satisfies((note) -> assertThat(note.text).isEqualTo("long"));
		template.save(new ShortNote("1"));
		assertThat(rowKeys(table() + "Notes")).containsExactly("note_1", "note_2", "~p|note_2|text");
		assertThat(template.findById(ShortNote.class, TableKey.of("all", "note_1"))).isPresent();
		assertThat(template.findById(WideNote.class, TableKey.of("all", "note_1"))).isEqualTo(Optional.empty());
		template.save(wide);
		assertThat(template.deleteById(WideNote.class, TableKey.of("all", "note_1"))).isTrue();
		assertThat(rowKeys(table() + "Notes")).containsExactly("note_2", "~p|note_2|text");
	}

	@Test
	default void deletesPartsThatTheClassHasNoMore() {
		gateway().createTable(table() + "Notes");
		TableTemplate template = template(gateway());
		TableKey key = TableKey.of("all", "note_1");
		gateway().write(table() + "Notes", new RowWrite.InsertOrReplace(
				TableRow.of(key, Map.of("EntityType", "WideNote", "_g", "token old", "_w", "token"))));
		gateway().write(table() + "Notes", new RowWrite.InsertOrReplace(
				TableRow.of(TableKey.of("all", "~p|note_1|old"), Map.of("text", "found", "_g", "token"))));
		WideNote note = template.findById(WideNote.class, key).orElseThrow();
		assertThat(note.text).as("where it was written").isEqualTo("found");
		template.save(note);
		assertThat(rowKeys(table() + "Notes")).containsExactly("note_1", "~p|note_1|text");
		assertThat(template.findById(WideNote.class, key)).get()
			.satisfies((read) -> assertThat(read.text).isEqualTo("found"));
	}

	@Test
	default void refusesConditionsOnParts() {
		TableTemplate template = template(gateway());
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> template.query(Profile.class)
				.outline(RED.and(Criteria.where("address.city").is("x")).allowScan()))
			.withMessageContaining("Profile.address.city is stored in the @Part 'cv'");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> template.query(Profile.class).outline(RED.orderBy(Sort.by("address.city")).allowSort()))
			.withMessageContaining("no order by it");
	}

	@Test
	default void refusesToConvertRowWithoutItsParts() {
		template(watched(Messages.class)).save(Messages.of(1, 7));
		RowTemplate rows = new RowTemplate(gateway(),
				new TableConverter(new TableMappingContext(new TableCustomConversions())));
		TableRow main = rows.read(table(Messages.class), TableKey.of("Sales", "empid_000001")).orElseThrow();
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> rows.convert(main, (row) -> Messages.class))
			.withMessageContaining("only one of the rows of a Messages");
		assertThat(rows.convert(main.with("_g", null), (row) -> Messages.class)).isInstanceOf(Messages.class);
	}

	@Test
	default void refusesClassThatExtendsAnother() {
		TableTemplate template = template(gateway());
		template.converter().entity(WideEntities.LongNote.class);
		assertThatExceptionOfType(TableMappingException.class).isThrownBy(() -> template.query(ShortNote.class))
			.withMessageContaining("LongNote has properties with @Part and extends");
	}

	@Test
	default void refusesMoreThanTransactionTakes() {
		watched(Book.class);
		TableTemplate template = template(gateway());
		Book book = new Book("b", 1);
		book.fill("x");
		template.save(book);
		assertThat(template.findById(Book.class, TableKey.of("b", "book_1"))).get()
			.satisfies((read) -> assertThat(read.third).isEqualTo(book.third));
		book.fill("\u65E5");
		assertThatExceptionOfType(DataIntegrityViolationException.class).isThrownBy(() -> template.save(book))
			.withMessageContaining("The Book with its parts has ")
			.withMessageContaining("LargeValue");
	}

	@Test
	default void refusesKeyThatLeavesNoRoomForParts() {
		WatchedGateway watched = watched(Chapter.class);
		TableTemplate template = template(watched);
		Chapter longest = new Chapter("b", "k".repeat(512 - "~p|ch_|text".length()), "n", null);
		template.save(longest);
		assertThat(template.findById(Chapter.class, longest)).contains(longest);
		Chapter longer = new Chapter("b", longest.title() + "k", "n", null);
		watched.forget();
		for (ThrowingCallable write : List.<ThrowingCallable>of(() -> template.save(longer),
				() -> template.merge(Chapter.class, longer, Update.update("text", "t")),
				() -> template.mergeOrInsert(Chapter.class, longer, Update.update("name", "m")))) {
			assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(write)
				.withMessage("Chapter: the row key of an entity with @Part(\"text\") has up to 504 UTF-16 code units, "
						+ "and this one has 505; use shorter values or a shorter template, or a shorter name of the "
						+ "part");
		}
		assertThat(watched.requests()).isEmpty();
	}

	/**
	 * An entity with a key of any length.
	 */
	@Table
	@PartitionKey("{book}")
	@RowKey("ch_{title}")
	record Chapter(String book, String title, @Nullable String name, @Part("text") @Nullable String text) {

	}

}
