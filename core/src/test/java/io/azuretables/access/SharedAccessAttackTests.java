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

package io.azuretables.access;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.AccessGrant;
import io.azuretables.gateway.AccessPermission;
import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.gateway.SharedAccess;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Part;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RollingTable;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TablePeriod;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage.Continuation;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.RowWrite.Delete;
import io.azuretables.row.RowWrite.InsertOrReplace;
import io.azuretables.row.RowWrite.Merge;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.data.domain.ManagedTypes;
import org.springframework.data.domain.Range;
import org.springframework.data.domain.Range.Bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A holder of a shared access signature who wants more than it says, on the embedded
 * store.
 */
class SharedAccessAttackTests {

	private static final Duration HOUR = Duration.ofHours(1);

	private static final String[] TEXTS = { "", "a", "A", "b", "ab", "'", "' or PartitionKey ne '", "%", "%27", "+",
			"/", "\\", "#", "?", " ", "~", "_", "__", "\u0000", "\u007F", "é", "e\u0301", "日本", "😀", "\uFFFD",
			"\uFFFE", "\uFFFF" };

	private static final Instant BEGINNING = Instant.parse("2026-03-01T12:00:00Z");

	private final Random random = new Random(7);

	private final EmbeddedTableGateway store = new EmbeddedTableGateway();

	private final TableConverter converter = converter();

	private final TableTemplate template = new TableTemplate(this.store, this.converter);

	private final TableAccess access = new TableAccess(this.store, this.converter, TableTemplateOptions.DEFAULTS);

	private final List<Event> events = new ArrayList<>();

	private static TableConverter converter() {
		TableMappingContext context = new TableMappingContext(new TableCustomConversions());
		context.setManagedTypes(
				ManagedTypes.fromIterable(List.of(Event.class, Person.class, Note.class, Report.class, Visit.class)));
		context.initialize();
		return new TableConverter(context);
	}

	@BeforeEach
	void saveRows() {
		Set<Event> all = new HashSet<>();
		while (all.size() < 200) {
			all.add(new Event(text(), BEGINNING.plusSeconds(this.random.nextInt(5)), this.random.nextInt(1000, 1005),
					text()));
		}
		this.events.addAll(all);
		this.template.saveAll(this.events);
		for (String owner : List.of("ann", "ann'", "anna")) {
			this.template.save(new Note(owner, 1, "note of " + owner));
			this.template.save(new Report(owner, 1, "title", "text"));
			for (int id = 1; id <= 3; id++) {
				this.template.save(new Person(owner, id, "mail" + id + "@x", "name" + id, "salary" + id));
			}
		}
	}

	private String text() {
		return Stream.generate(() -> TEXTS[this.random.nextInt(TEXTS.length)])
			.limit(this.random.nextInt(3))
			.collect(Collectors.joining());
	}

	/**
	 * Descending times, padded numbers and texts with anything in them, empty ones too.
	 */
	@Test
	void seesNoRowBesideDescendingTimesPaddedNumbersAndAnyTexts() {
		for (int i = 0; i < 400; i++) {
			Event some = this.events.get(this.random.nextInt(this.events.size()));
			if (some.source().isEmpty()) {
				refusesEmptyKey(this.access.to(Event.class).partition(some.source()), "partition key", "wholeTable()");
				continue;
			}
			SharedAccessBuilder builder = this.access.to(Event.class).partition(some.source()).read();
			Predicate<Event> said = (event) -> event.source().equals(some.source());
			switch (this.random.nextInt(4)) {
				case 0 -> {
					Range<Instant> range = Range.of(bound(BEGINNING.plusSeconds(this.random.nextInt(3))),
							bound(BEGINNING.plusSeconds(this.random.nextInt(3, 6))));
					builder.range("at", range);
					said = said.and((event) -> range.contains(event.at()));
				}
				case 1 -> {
					Range<Integer> range = Range.of(bound(this.random.nextInt(999, 1002)),
							bound(this.random.nextInt(1002, 1006)));
					builder.rows(some.at()).range("level", range);
					said = said.and((event) -> event.at().equals(some.at()) && range.contains(event.level()));
				}
				case 2 -> {
					builder.rows(some.at(), some.level());
					said = said.and((event) -> event.at().equals(some.at()) && event.level() == some.level());
				}
				default -> {
					builder.rows(some.at(), some.level(), some.text());
					said = said.and(some::equals);
				}
			}
			sees(builder, said);
		}
	}

	private <T extends Comparable<T>> Bound<T> bound(T value) {
		return this.random.nextBoolean() ? Bound.inclusive(value) : Bound.exclusive(value);
	}

	/**
	 * By queries, by each key, and by changes.
	 */
	private void sees(SharedAccessBuilder builder, Predicate<Event> said) {
		TableGateway holder = holder(builder);
		Set<TableKey> expected = this.events.stream().filter(said).map(this.converter::key).collect(Collectors.toSet());
		assertThat(visible(holder, "Events")).containsExactlyInAnyOrderElementsOf(expected);
		for (Event event : this.events) {
			TableKey key = this.converter.key(event);
			if (expected.contains(key)) {
				assertThat(holder.read("Events", key, null, RowReader.rows())).isNotNull();
			}
			else {
				refuses(() -> holder.read("Events", key, null, RowReader.rows()));
			}
		}
	}

	/**
	 * The end of a signature is included: the keys next to both ends are not within.
	 */
	@Test
	void reachesNoKeyNextToTheEndsOfItsRange() {
		TableGateway notes = holder(this.access.to(Note.class).partition("ann").read().write().delete());
		for (String key : List.of("note", "note^", "note`", "noteA", "note`\uFFFF", "notf", "Note_1", "~t|1", "",
				"\uFFFF")) {
			outside(notes, "Notes", TableKey.of("ann", key));
		}
		for (String partition : List.of("", "an", "ann'", "anna", "ann\u0001", "Ann", "ann ")) {
			outside(notes, "Notes", TableKey.of(partition, "note_000001"));
		}
		TableGateway one = holder(this.access.to(Note.class).partition("ann").rows(1).read().write().delete());
		for (String key : List.of("note_00000", "note_0000010", "note_000001 ", "note_000001_", "note_000002",
				"note_000000", "note_1")) {
			outside(one, "Notes", TableKey.of("ann", key));
		}
		assertThat(visible(one, "Notes")).containsExactly(TableKey.of("ann", "note_000001"));
	}

	private static void outside(TableGateway holder, String table, TableKey key) {
		TableRow row = TableRow.of(key, Map.of("text", "x"));
		refuses(() -> holder.read(table, key, null, RowReader.rows()));
		refuses(() -> holder.write(table, new RowWrite.Insert(row)));
		refuses(() -> holder.write(table, new InsertOrReplace(row)));
		refuses(() -> holder.write(table, new RowWrite.InsertOrMerge(row)));
		refuses(() -> holder.write(table, new RowWrite.Replace(row, RowWrite.ANY)));
		refuses(() -> holder.write(table, new Merge(row, RowWrite.ANY)));
		refuses(() -> holder.write(table, new Delete(key, RowWrite.ANY)));
	}

	/**
	 * A filter narrows what a signature gives, and widens nothing; nor does a
	 * continuation that the holder makes up.
	 */
	@Test
	void seesNoMoreByFiltersColumnsOrContinuations() {
		TableGateway holder = holder(this.access.to(Note.class).partition("ann").read());
		TableKey own = TableKey.of("ann", "note_000001");
		for (String filter : List.of("PartitionKey ne ''", "PartitionKey eq 'anna' or RowKey ge ''",
				"not (PartitionKey eq 'ann') or text ne ''", "RowKey ge '' and RowKey le 'zzzz'")) {
			assertThat(keys(holder, RowRequest.of("Notes", filter))).as(filter).containsExactly(own);
		}
		assertThat(keys(holder, RowRequest.of("Notes", "PartitionKey eq 'anna'"))).isEmpty();
		assertThat(keys(holder, RowRequest.of("Notes", null).withSelect(List.of("PartitionKey", "RowKey", "text"))))
			.containsExactly(own);
		List<Continuation> continuations = new ArrayList<>();
		Continuation next = null;
		do {
			RowRequest request = RowRequest.of("Notes", null).withTop(1);
			next = this.store.read((next != null) ? request.from(next) : request, RowReader.rows()).continuation();
			if (next != null) {
				continuations.add(next);
			}
		}
		while (next != null);
		assertThat(continuations).hasSize(2)
			.allSatisfy((one) -> assertThat(keys(holder, RowRequest.of("Notes", null).from(one))).isSubsetOf(own));
	}

	private static List<TableKey> keys(TableGateway holder, RowRequest request) {
		return holder.read(request, RowReader.rows()).rows().stream().map(TableRow::key).toList();
	}

	/**
	 * A holder of rows of an index sees what the index includes, and not the entities.
	 */
	@Test
	void seesWhatAnIndexIncludesAndNothingElse() {
		TableGateway holder = holder(
				this.access.to(Person.class).index("mail").partition("ann").rows("mail2@x").read());
		List<TableRow> rows = holder.read(RowRequest.of("Persons", null), RowReader.rows()).rows();
		assertThat(rows).singleElement().satisfies((row) -> {
			assertThat(row.get("name")).isEqualTo("name2");
			assertThat(row.properties().values()).doesNotContain("salary2");
		});
		refuses(() -> holder.read("Persons", TableKey.of("ann", "person_000002"), null, RowReader.rows()));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.access.to(Person.class).index("mail").partition("ann").write().validFor(HOUR).sign())
			.withMessageContaining("index");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.access.to(Person.class).partition("ann").write().validFor(HOUR).sign())
			.withMessageContaining("index");
	}

	/**
	 * The parts of a wide entity lie elsewhere, so only a whole partition gives them.
	 */
	@Test
	void getsWideEntitiesByWholePartitionsOnly() {
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.access.to(Report.class).partition("ann").read().validFor(HOUR).sign())
			.withMessageContaining("wholePartition()");
		TableGateway holder = holder(this.access.to(Report.class).partition("ann").wholePartition().read());
		assertThat(visible(holder, "Reports")).hasSize(2).allMatch((key) -> key.partitionKey().equals("ann"));
		refuses(() -> holder.read("Reports", TableKey.of("anna", "report_000001"), null, RowReader.rows()));
	}

	/**
	 * A signature names one table of a period, or none is made.
	 */
	@Test
	void getsNoRollingTables() {
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.access.to(Visit.class).partition("ann").read().validFor(HOUR).sign())
			.withMessageContaining("@RollingTable");
	}

	/**
	 * An empty key and a missing one are the same in the text that is signed, so that a
	 * holder could leave out an empty key, and with it a bound.
	 */
	@Test
	void leavesOutNoEmptyKey() {
		this.template.save(new Profile("ann", "of ann"));
		this.template.save(new Profile("", "of none"));
		refusesEmptyKey(this.access.to(Profile.class).partition("ann"), "row key", "wholePartition()");
		refusesEmptyKey(this.access.to(Profile.class).partition("").wholePartition(), "partition key", "wholeTable()");
		refusesEmptyKey(this.access.to(Note.class).partition("").rows(1), "partition key", "wholeTable()");
		TableGateway holder = holder(this.access.to(Profile.class).partition("ann").wholePartition().read());
		assertThat(visible(holder, "Profiles")).containsExactly(TableKey.of("ann", ""));
		for (AccessGrant.Rows rows : List.of(new AccessGrant.Rows("", "", "a"), new AccessGrant.Rows("ann", "", ""))) {
			AccessGrant grant = new AccessGrant("Profiles", Set.of(AccessPermission.READ), null, Instant.MAX, rows,
					null, null);
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(() -> this.store.sign(grant))
				.withMessageContaining("'Profiles'");
		}
	}

	/**
	 * A line break separates the terms in the text that is signed, so that the term after
	 * it could be taken for another one. Keys of entities have none.
	 */
	@Test
	void movesNoEndOfATerm() {
		AccessGrant.Rows rows = new AccessGrant.Rows("ann", "a", "b");
		List<AccessGrant> grants = List.of(grant(new AccessGrant.Rows("ann\nb", "a", "b"), null, null),
				grant(new AccessGrant.Rows("ann", "a\nb", "b"), null, null),
				grant(new AccessGrant.Rows("ann", "a", "b\nc"), null, null), grant(rows, "198.51.100.0\nx", null),
				grant(rows, null, "mobile\n198.51.100.0"));
		for (AccessGrant grant : grants) {
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(() -> this.store.sign(grant))
				.withMessageContainingAll("'Notes'", "line break")
				.matches((ex) -> !ex.getMessage().contains("\n"));
		}
		SharedAccess shared = this.access.to(Event.class).partition("a\nb").read().validFor(HOUR).sign();
		assertThat(shared.token()).doesNotContain("%0A");
	}

	private static AccessGrant grant(AccessGrant.Rows rows, @Nullable String addresses, @Nullable String policy) {
		return new AccessGrant("Notes", Set.of(AccessPermission.READ), null, BEGINNING, rows, addresses, policy);
	}

	private static void refusesEmptyKey(SharedAccessBuilder builder, String key, String instead) {
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> builder.read().validFor(HOUR).sign())
			.withMessageContainingAll("the empty " + key, instead);
	}

	/**
	 * The same signature, sent to another table that has the same keys.
	 */
	@Test
	void usesItsSignatureForNoOtherTable() {
		this.store.createTable("Notes2");
		TableRow row = TableRow.of(TableKey.of("ann", "note_000001"), Map.of("text", "other"));
		this.store.write("Notes2", new InsertOrReplace(row));
		TableGateway holder = holder(this.access.to(Note.class).partition("ann").read().write().delete());
		for (String table : List.of("Notes2", "Note", "Persons", "Missing")) {
			refuses(() -> holder.read(table, row.key(), null, RowReader.rows()));
			refuses(() -> visible(holder, table));
			refuses(() -> holder.write(table, new Delete(row.key(), RowWrite.ANY)));
			refuses(() -> holder.submit(new AtomicBatch(table, List.of(new InsertOrReplace(row)))));
		}
		SharedAccess shared = this.access.to(Note.class).partition("ann").read().validFor(HOUR).sign();
		for (String forged : List.of(shared.token().replace("tn=Notes", "tn=Notes2"),
				shared.token().replace("erk=note_", "erk=note~"), shared.token().replace("sp=r", "sp=raud"),
				shared.token().replace("epk=ann", "epk=anna").replace("spk=ann", "spk=anna"))) {
			assertThat(forged).isNotEqualTo(shared.token());
			TableGateway forger = this.store.as(new SharedAccess(shared.endpoint(), "Notes2", forged, shared.until()));
			assertThatExceptionOfType(PermissionDeniedDataAccessException.class)
				.isThrownBy(() -> visible(forger, forged.contains("Notes2") ? "Notes2" : "Notes"));
		}
	}

	private TableGateway holder(SharedAccessBuilder builder) {
		return this.store.as(builder.validFor(HOUR).sign());
	}

	private static List<TableKey> visible(TableGateway holder, String table) {
		return keys(holder, RowRequest.of(table, null));
	}

	private static void refuses(Runnable request) {
		assertThatExceptionOfType(PermissionDeniedDataAccessException.class).isThrownBy(request::run)
			.satisfies((ex) -> assertThat(((ServiceErrorException) ex.getCause()).code())
				.isEqualTo("AuthorizationFailure"));
	}

	@Table("Events")
	@PartitionKey("{source}")
	@RowKey("event_{at:desc}_{level:6}_{text}")
	record Event(String source, Instant at, int level, String text) {

	}

	@Table("Persons")
	@PartitionKey("{owner}")
	@RowKey("person_{id:6}")
	@SecondaryIndex(name = "mail", rowKey = "mail_{mail}_{id:6}", include = "name")
	record Person(String owner, int id, String mail, String name, String salary) {

	}

	@Table("Notes")
	@PartitionKey("{owner}")
	@RowKey("note_{id:6}")
	record Note(String owner, int id, String text) {

	}

	@Table("Reports")
	@PartitionKey("{owner}")
	@RowKey("report_{id:6}")
	record Report(String owner, int id, String title, @Part("text") String text) {

	}

	@Table("Profiles")
	@PartitionKey("{owner}")
	@RowKey("")
	record Profile(String owner, String text) {

	}

	@Table("Visits")
	@RollingTable(period = TablePeriod.DAILY, property = "at", retention = "P60D")
	@PartitionKey("{page}")
	@RowKey("visit_{at}")
	record Visit(String page, Instant at) {

	}

}
