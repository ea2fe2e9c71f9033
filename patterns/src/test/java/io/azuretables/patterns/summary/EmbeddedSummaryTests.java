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

package io.azuretables.patterns.summary;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

import io.azuretables.client.FaultyGateway;
import io.azuretables.client.FaultyGateway.Fault;
import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.encryption.EncryptionOptions;
import io.azuretables.encryption.LocalKeyEncryption;
import io.azuretables.encryption.PropertyEncryption;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Encrypted;
import io.azuretables.mapping.Part;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RollingTable;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TablePeriod;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexFinding;
import io.azuretables.patterns.index.IndexFinding.Kind;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.index.IndexReport;
import io.azuretables.patterns.index.IndexState;
import io.azuretables.patterns.sample.MeteredGateway;
import io.azuretables.patterns.sample.MeteredGateway.Stopped;
import io.azuretables.patterns.sample.Seller;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.row.UnstorableValueException;
import io.azuretables.write.CompanionConflictException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.context.support.GenericApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.OptimisticLockingFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The promises in memory, their requests, and what happens when requests fail.
 */
class EmbeddedSummaryTests extends SummaryContract {

	private final EmbeddedTableGateway store = new EmbeddedTableGateway();

	@Override
	TableGateway gateway() {
		return this.store;
	}

	@Override
	String prefix() {
		return "dev";
	}

	@Test
	void takesRequestsAsThePageSays() {
		MeteredGateway metered = new MeteredGateway(this.store);
		TableTemplate template = template(metered, options());
		SummaryTemplate summaries = summaries(template, metered, STAFF);
		template.insert(Seller.of(1, 1));
		assertThat(requests(metered, () -> template.insert(Seller.of(2, 1)))).isEqualTo(2);
		assertThat(requests(metered, () -> template.save(Seller.of(2, 2)))).isEqualTo(3);
		assertThat(requests(metered, () -> template.save(Seller.of(2, 2)))).as("nothing to add").isEqualTo(3);
		assertThat(requests(metered, () -> template.deleteById(Seller.class, id(2)))).isEqualTo(3);
		assertThat(requests(metered, () -> summaries.read(STAFF, "Sales"))).isEqualTo(1);
		List<Seller> many = IntStream.range(100, 149).mapToObj((i) -> Seller.of(i, 1)).toList();
		assertThat(requests(metered, () -> template.insertAll(many))).as("with their index rows: 98 + 1 rows")
			.isEqualTo(2);
		assertThat(requests(metered, () -> template.saveAll(many))).isEqualTo(3);
		assertThat(requests(metered, () -> summaries.verify(STAFF, "Sales"))).isEqualTo(3);
		assertThat(requests(metered, () -> summaries.recount(STAFF, "Sales"))).isEqualTo(3);
	}

	/**
	 * What was written long ago is compared by one scan.
	 */
	@Test
	void readsPartitionsOnceThatWereNotWrittenMeanwhile() {
		TableTemplate template = template();
		SummaryTemplate summaries = summaries(template, STAFF);
		for (int i = 0; i < 20; i++) {
			template.insertAll(List.of(Seller.of("Dep" + i, 1, 10, null), Seller.of("Dep" + i, 2, 20, null)));
		}
		MeteredGateway metered = new MeteredGateway(this.store);
		SummaryTemplate measured = summaries(template, metered, STAFF);
		IndexAdministration later = administration(metered, template, measured,
				IndexOptions.DEFAULTS.withClock(() -> Instant.now().plus(Duration.ofMinutes(20))));
		assertThat(requests(metered, () -> later.verify(Seller.class, "summary:Staff"))).isEqualTo(1);
		assertThat(requests(metered, () -> later.rebuild(Seller.class, "summary:Staff"))).isEqualTo(1);
		IndexAdministration now = administration(metered, template, measured, IndexOptions.DEFAULTS);
		assertThat(requests(metered, () -> now.verify(Seller.class, "summary:Staff"))).as("3 for each partition")
			.isEqualTo(61);
		assertThat(requests(metered, () -> later.state(Seller.class, "summary:Staff"))).isEqualTo(1);
	}

	/**
	 * Another program has inserted an entity, and one that is inserted while the
	 * partition is read makes up for it.
	 */
	@Test
	void doesNotTakeAWriteForWhatIsMissing() {
		TableTemplate plain = template();
		TableTemplate template = template();
		SummaryTemplate summaries = summaries(template, STAFF);
		template.insertAll(List.of(Seller.of(1, 10), Seller.of(2, 10)));
		plain.insert(Seller.of(9, 10));
		MeteredGateway metered = new MeteredGateway(this.store);
		IndexAdministration administration = administration(metered, template, summaries,
				IndexOptions.DEFAULTS.withPageSize(1));
		metered.beforeEach((request) -> {
			if (request == 2) {
				template.insert(Seller.of(0, 10));
			}
		});
		assertThat(administration.verify(Seller.class, "summary:Staff").count(Kind.STALE)).isEqualTo(1);
		plain.deleteById(Seller.class, id(0));
		plain.deleteById(Seller.class, id(9));
		assertThat(summaries.recount(STAFF, "Sales").whole("employees")).isEqualTo(2);
		plain.insert(Seller.of(9, 10));
		metered.beforeEach((request) -> {
			if (request == 2) {
				template.insert(Seller.of(0, 10));
			}
		});
		assertThat(administration.rebuild(Seller.class, "summary:Staff").count(Kind.STALE)).isEqualTo(1);
		assertThat(summaries.verify(STAFF, "Sales").isClean()).isTrue();
		assertThat(summaries.read(STAFF, "Sales").whole("employees")).isEqualTo(4);
	}

	/**
	 * The partition {@code M} is written before each request.
	 */
	@Test
	void goesOnAfterPartitionThatIsAlwaysWritten() {
		TableTemplate plain = template();
		for (String department : List.of("A", "M", "Z")) {
			plain.insertAll(List.of(Seller.of(department, 1, 10, null), Seller.of(department, 2, 10, null)));
		}
		TableTemplate template = template();
		summaries(template, STAFF);
		MeteredGateway metered = new MeteredGateway(this.store);
		SummaryTemplate summaries = summaries(template(metered, options()), metered, STAFF);
		IndexAdministration administration = administration(metered, template, summaries,
				IndexOptions.DEFAULTS.withPageSize(2).withAdded(Seller.class, "summary:Staff"));
		LongConsumer busy = (request) -> template.save(Seller.of("M", 1, 100 + (int) request, null));
		metered.beforeEach(busy);
		List<IndexFinding> findings = new ArrayList<>();
		IndexReport found = administration.verify(Seller.class, "summary:Staff", findings::add);
		assertThat(found.findings()).isEqualTo(Map.of(Kind.MISSING, 2L, Kind.NOT_COMPARED, 1L));
		assertThat(findings).containsExactlyInAnyOrder(
				new IndexFinding(Kind.MISSING, null, TableKey.of("A", "sum_staff")),
				new IndexFinding(Kind.NOT_COMPARED, null, TableKey.of("M", "sum_staff")),
				new IndexFinding(Kind.MISSING, null, TableKey.of("Z", "sum_staff")));
		assertThat(administration.rebuild(Seller.class, "summary:Staff").findings()).isEqualTo(found.findings());
		assertThat(administration.backfill(Seller.class, "summary:Staff", (progress) -> {
		}).findings()).isEqualTo(Map.of(Kind.NOT_COMPARED, 1L));
		assertThat(administration.state(Seller.class, "summary:Staff")).isEqualTo(IndexState.BACKFILLING);
		metered.reset();
		assertThat(administration.verify(Seller.class, "summary:Staff").findings()).isEqualTo(Map.of(Kind.STALE, 1L));
		assertThat(administration.backfill(Seller.class, "summary:Staff", (progress) -> {
		}).isClean()).isTrue();
		assertThat(administration.state(Seller.class, "summary:Staff")).isEqualTo(IndexState.READABLE);
		metered.beforeEach(busy);
		IndexReport kept = administration.rebuild(Seller.class, "summary:Staff");
		assertThat(kept.findings()).as("a right summary").isEqualTo(Map.of(Kind.NOT_COMPARED, 1L));
		metered.reset();
		assertThat(summaries.verify(STAFF, "M").isClean()).isTrue();
	}

	/**
	 * Another program has stored a text as a salary, and bonuses that no sum can have.
	 */
	@ParameterizedTest
	@ValueSource(ints = { 1, 4 })
	@Timeout(60)
	void goesOnAfterEntityThatCannotBeAddedUp(int buckets) {
		TableTemplate plain = template();
		for (String department : List.of("A", "M", "Z")) {
			plain.insertAll(List.of(Seller.of(department, 1, 10, "1"), Seller.of(department, 2, 10, "1"),
					Seller.of(department, 3, 10, "1")));
		}
		TableKey text = TableKey.of("A", "empid_000001");
		TableKey large = TableKey.of("M", "empid_000002");
		store(text, "salary", "much");
		store(large, "bonus", "1E+1000000000");
		Summary<Seller> staff = STAFF.buckets(buckets);
		TableTemplate template = template();
		SummaryTemplate summaries = summaries(template, staff);
		IndexAdministration administration = administration(this.store, template, summaries,
				IndexOptions.DEFAULTS.withPageSize(2).withAdded(Seller.class, "summary:Staff"));
		List<IndexFinding> findings = new ArrayList<>();
		IndexReport found = administration.verify(Seller.class, "summary:Staff", findings::add);
		assertThat(found).isEqualTo(new IndexReport(9, 0, Map.of(Kind.REFUSED, 2L, Kind.MISSING, 3L)));
		assertThat(findings).contains(new IndexFinding(Kind.REFUSED, text, null),
				new IndexFinding(Kind.REFUSED, large, null));
		assertThat(administration.rebuild(Seller.class, "summary:Staff").findings()).isEqualTo(found.findings());
		assertThat(shown(summaries.read(staff, "A"))).isEqualTo("2 20 2");
		assertThat(shown(summaries.read(staff, "M"))).isEqualTo("2 20 2");
		assertThat(shown(summaries.read(staff, "Z"))).isEqualTo("3 30 3");
		assertThat(administration.backfill(Seller.class, "summary:Staff", (progress) -> {
		}).findings()).isEqualTo(Map.of(Kind.REFUSED, 2L));
		assertThat(administration.state(Seller.class, "summary:Staff")).isEqualTo(IndexState.BACKFILLING);
		for (Runnable single : List.<Runnable>of(() -> summaries.verify(staff, "A"),
				() -> summaries.recount(staff, "A"))) {
			assertThatExceptionOfType(UnstorableValueException.class).isThrownBy(single::run)
				.withMessageContaining("salary");
		}
		assertThatExceptionOfType(UnstorableValueException.class)
			.isThrownBy(() -> template.save(Seller.of("A", 1, 10, "1")));
		store(text, "salary", 10);
		store(large, "bonus", "1");
		assertThat(administration.backfill(Seller.class, "summary:Staff", (progress) -> {
		}).isClean()).isTrue();
		assertThat(shown(summaries.read(staff, "A"))).isEqualTo("3 30 3");
		assertThat(shown(summaries.read(staff, "M"))).isEqualTo("3 30 3");
	}

	/**
	 * Each bucket has a sum, and all together have none.
	 */
	@Test
	@Timeout(60)
	void goesOnAfterPartitionThatCannotBeAddedUp() {
		TableTemplate template = template();
		SummaryTemplate summaries = summaries(template, MANY);
		template.insertAll(List.of(Seller.of("A", 1, 10, "1E+20000"), Seller.of("Z", 1, 10, "1")));
		int other = IntStream.range(2, 50).filter((id) -> {
			try {
				template.insert(Seller.of("A", id, 10, "1E-20000"));
				return true;
			}
			catch (DataIntegrityViolationException ex) {
				// in the same bucket
				return false;
			}
		}).findFirst().orElseThrow();
		template().insert(Seller.of("Z", 2, 10, "1"));
		IndexAdministration administration = administration(template, summaries);
		List<IndexFinding> findings = new ArrayList<>();
		IndexReport found = administration.verify(Seller.class, "summary:Many", findings::add);
		assertThat(findings).containsExactlyInAnyOrder(
				new IndexFinding(Kind.REFUSED, null, TableKey.of("A", "sum_many_0")),
				new IndexFinding(Kind.STALE, null, TableKey.of("Z", "sum_many_0")));
		assertThat(administration.rebuild(Seller.class, "summary:Many").findings()).isEqualTo(found.findings());
		template.deleteById(Seller.class, TableKey.of("A", String.format("empid_%06d", other)));
		administration.rebuild(Seller.class, "summary:Many");
		assertThat(administration.verify(Seller.class, "summary:Many").isClean()).isTrue();
	}

	private void store(TableKey key, String column, Object value) {
		this.store.write("devSellers", new RowWrite.InsertOrMerge(TableRow.of(key, Map.of(column, value))));
	}

	/**
	 * A recount of several segments at the same time is stopped at every 7th request, and
	 * goes on where it was.
	 */
	@Test
	void goesOnWhereARecountWasStopped() {
		TableTemplate template = template();
		SummaryTemplate summaries = summaries(template, STAFF);
		for (int i = 0; i < 30; i++) {
			String department = "Dep%02d".formatted(i);
			template.insertAll(IntStream.range(0, 4).mapToObj((n) -> Seller.of(department, n, 10, null)).toList());
		}
		TableTemplate plain = template();
		for (int stop = 2; stop < 120; stop += 7) {
			int salary = stop;
			for (int i = 0; i < 30; i++) {
				plain.save(Seller.of("Dep%02d".formatted(i), 2, salary, null));
			}
			MeteredGateway stopped = new MeteredGateway(this.store);
			SummaryTemplate process = summaries(template, stopped, STAFF);
			IndexOptions options = IndexOptions.DEFAULTS.withPageSize(5).withConcurrency(4);
			AtomicReference<String> position = new AtomicReference<>();
			stopped.stopAt(stop, stop % 2 == 0);
			try {
				administration(stopped, template, process, options).rebuild(Seller.class, "summary:Staff", null,
						(done) -> position.set(done.position().encode()));
			}
			catch (Stopped ex) {
				// the process is gone
			}
			String from = position.get();
			IndexAdministration next = administration(this.store, template, summaries, options);
			next.rebuild(Seller.class, "summary:Staff", (from != null) ? TableScrollPosition.decode(from) : null,
					(done) -> {
					});
			for (int i = 0; i < 30; i++) {
				assertThat(summaries.read(STAFF, "Dep%02d".formatted(i)).whole("salaries"))
					.as("department %s, stopped at %s", i, stop)
					.isEqualTo(30 + salary);
			}
			assertThat(next.verify(Seller.class, "summary:Staff").isClean()).isTrue();
		}
	}

	@Test
	void costsNothingWithoutSummary() {
		MeteredGateway metered = new MeteredGateway(this.store);
		TableTemplate template = template(metered, options());
		summaries(template, metered, STAFF);
		template.save(new Plain("a", "p_1", 1));
		assertThat(requests(metered, () -> template.save(new Plain("a", "p_1", 2)))).isEqualTo(1);
		assertThat(requests(metered, () -> template.insertAll(List.of(new Plain("a", "2", 1), new Plain("a", "3", 1)))))
			.isEqualTo(1);
	}

	private static long requests(MeteredGateway metered, Runnable action) {
		metered.reset();
		action.run();
		return metered.requests();
	}

	@Test
	void isExactWithOneRowForManyWriters() throws Exception {
		TableTemplate template = template(this.store, options().withConflictRetries(100_000));
		SummaryTemplate summaries = summaries(template, STAFF);
		write(template, 16, 50);
		assertThat(shown(summaries.read(STAFF, "Sales"))).isEqualTo("800 4000 0");
	}

	/**
	 * The rule is needed: writers that do not check the summary overwrite each other.
	 */
	@Test
	void losesEntitiesWithoutTheCondition() {
		TableGateway unconditional = new ForwardingTableGateway(this.store) {

			@Override
			public List<@Nullable String> submit(AtomicBatch batch) {
				return super.submit(new AtomicBatch(batch.table(), batch.writes().stream().map(this::blind).toList()));
			}

			private RowWrite blind(RowWrite write) {
				return (write instanceof RowWrite.Replace replace && replace.key().rowKey().startsWith("sum_"))
						? new RowWrite.InsertOrReplace(replace.row()) : write;
			}

		};
		TableTemplate other = template(this.store, options());
		SummaryTemplate summaries = summaries(other, STAFF);
		other.insert(Seller.of(1, 1));
		MeteredGateway overtaken = new MeteredGateway(unconditional);
		TableTemplate template = template(overtaken, options());
		summaries(template, overtaken, STAFF);
		overtaken.beforeEach((request) -> {
			if (request == 2) {
				other.insert(Seller.of(2, 1));
			}
		});
		template.insert(Seller.of(3, 1));
		assertThat(summaries.verify(STAFF, "Sales").isClean()).isFalse();
		assertThat(summaries.read(STAFF, "Sales").whole("employees")).isEqualTo(2);
	}

	@Test
	void endsWithClearFailureIfSummaryIsFoughtOver() {
		TableTemplate other = template(this.store, options());
		SummaryTemplate summaries = summaries(other, STAFF);
		other.insert(Seller.of(1, 1));
		MeteredGateway metered = new MeteredGateway(this.store);
		TableTemplate template = template(metered, options().withConflictRetries(2));
		summaries(template, metered, STAFF);
		metered.beforeEach((request) -> other.save(Seller.of(1, (int) request + 1)));
		assertThatExceptionOfType(CompanionConflictException.class).isThrownBy(() -> template.insert(Seller.of(2, 1)))
			.isNotInstanceOf(OptimisticLockingFailureException.class);
		assertThat(metered.requests()).isEqualTo(6);
		assertThat(summaries.verify(STAFF, "Sales").isClean()).isTrue();
	}

	@ParameterizedTest
	@EnumSource
	void staysTrueWhateverRequestFails(Fault fault) {
		TableTemplate plain = template(this.store, options());
		SummaryTemplate summaries = summaries(plain, STAFF);
		for (int request = 1; request <= 12; request++) {
			plain.saveAll(List.of(Seller.of(1, 1), Seller.of(2, 1)));
			FaultyGateway faulty = new FaultyGateway(this.store, request, fault);
			TableTemplate template = template(faulty, options());
			SummaryTemplate others = summaries(template, faulty, STAFF);
			for (Runnable write : List.<Runnable>of(() -> template.save(Seller.of(1, 7)),
					() -> template.deleteById(Seller.class, id(2)),
					() -> template.insertAll(List.of(Seller.of(3, 3), Seller.of(4, 4))),
					() -> others.recount(STAFF, "Sales"))) {
				try {
					write.run();
				}
				catch (DataAccessException ex) {
					assertThat(faulty.hasFailed()).isTrue();
				}
			}
			SummaryReport report = summaries.verify(STAFF, "Sales");
			assertThat(report.isClean()).as("request %s: %s", request, report).isTrue();
			plain.deleteAll(List.of(Seller.of(3, 3), Seller.of(4, 4)));
		}
	}

	@Test
	void recountsAgainIfItsOutcomeIsUnknown() {
		template(this.store, options()).insert(Seller.of(1, 1));
		FaultyGateway faulty = new FaultyGateway(this.store, 3, Fault.UNKNOWN_AND_APPLIED);
		SummaryTemplate summaries = summaries(template(faulty, options()), faulty, STAFF);
		assertThat(summaries.recount(STAFF, "Sales").whole("employees")).isEqualTo(1);
		assertThat(faulty.hasFailed()).isTrue();
	}

	@Test
	void doesNotRepeatWriteThatMayBeDone() {
		TableTemplate plain = template(this.store, options());
		SummaryTemplate summaries = summaries(plain, STAFF);
		FaultyGateway faulty = new FaultyGateway(this.store, 2, Fault.UNKNOWN_AND_APPLIED);
		TableTemplate template = template(faulty, options());
		summaries(template, faulty, STAFF);
		assertThatExceptionOfType(WriteOutcomeUnknownException.class)
			.isThrownBy(() -> template.insert(Seller.of(1, 1)));
		assertThat(shown(summaries.read(STAFF, "Sales"))).isEqualTo("1 1 0");
		plain.save(Seller.of(1, 1));
		assertThat(shown(summaries.read(STAFF, "Sales"))).isEqualTo("1 1 0");
	}

	@Test
	void countsOnceIfRegisteredTwice() {
		TableTemplate template = template();
		SummaryTemplate summaries = summaries(template, STAFF);
		template.addCompanions(STAFF);
		summaries(template, STAFF);
		template.insert(Seller.of(1, 1));
		assertThat(summaries.read(STAFF, "Sales").whole("employees")).isEqualTo(1);
	}

	@Test
	void registersBeans() {
		try (GenericApplicationContext context = new GenericApplicationContext()) {
			context.registerBean(Summary.class, () -> STAFF);
			context.refresh();
			TableTemplate template = template();
			template.setApplicationContext(context);
			template.insert(Seller.of(1, 1));
			assertThat(row("sum_staff")).isNotNull();
		}
	}

	@Test
	void refusesWhatCannotBeKept() {
		assertRefused(Summary.of(Seller.class, "Staff").count("employees"), "has no key or no column");
		assertRefused(Summary.of(Seller.class, "Staff").key("{department}", "sum"), "has no key or no column");
		assertRefused(STAFF.key("{email}", "sum_staff"), "give it the partition key of the entities");
		assertRefused(STAFF.key("all", "sum_staff"), "rows are in the same partition");
		assertRefused(STAFF.key("{department}", "sum_{email}"), "a text without properties");
		assertRefused(STAFF.key("{department}", "empid_sum"), "an entity of Seller in the same table");
		assertRefused(STAFF.key("{department}", "email"), "the index 'email' of Seller");
		assertRefused(STAFF.sum("emails", "email"), "of type String");
		assertRefused(STAFF.sum("ages", "age"), "no property of it");
		assertRefused(Summary.of(Plain.class, "Plain").key("{group}", "sum").count("n"), "Begin each with a literal");
		assertRefused(Summary.of(Ratio.class, "R").key("{group}", "sum").sum("n", "share"), "of type Double");
		assertRefused(Summary.of(Spread.class, "S").key("{user:bucket(4)}", "sum").count("n"), "for each bucket");
		assertRefused(Summary.of(Wide.class, "W").key("{group}", "sum").sum("n", "value"), "'value' with a @Part");
		assertRefused(Summary.of(Log.class, "L").key("{host}", "sum").count("n"), "@RollingTable");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> summaries(template(), STAFF,
					Summary.of(Seller.class, "Others").key("{department}", "sum_staff").count("number").buckets(4)))
			.withMessageContaining("could have the same rows");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> summaries(template(), STAFF, STAFF.key("{department}", "sum_others")))
			.withMessageContaining("Summary 'Staff' of Seller has the name of another one");
		for (String name : List.of("", " ", "a/b", "a#b", "a?b", "a\\b", "a:b", "a".repeat(51))) {
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
				.isThrownBy(() -> Summary.of(Seller.class, name))
				.withMessageContaining("'" + name + "' cannot be the name of a summary");
		}
		TableTemplate template = template();
		template.converter().entity(Neighbour.class);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(() -> summaries(template, STAFF))
			.withMessageContaining("an entity of Neighbour");
		for (int buckets : new int[] { 0, 51 }) {
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(() -> STAFF.buckets(buckets))
				.withMessageContaining("1 to 50");
		}
		for (String column : Set.of("employees", "_w", "PartitionKey", "a b", "")) {
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(() -> STAFF.count(column))
				.withMessageContaining("cannot be a column");
		}
		SummaryTemplate summaries = summaries(template(), STAFF);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> summaries.read(STAFF.buckets(2), "Sales"))
			.withMessageContaining("not registered");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> summaries.read(STAFF, "Sales", "x"))
			.withMessageContaining("a value for each property of the partition key");
		assertThatIllegalArgumentException().isThrownBy(() -> summaries.read(STAFF, "Sales").whole("age"))
			.withMessageContaining("no column 'age'");
	}

	private void assertRefused(Summary<?> summary, String reason) {
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> summaries(template(), summary))
			.withMessageContaining(reason);
	}

	@Test
	void refusesSumOfEncryptedProperty() {
		TableCustomConversions conversions = new TableCustomConversions();
		conversions.setEncryption(new PropertyEncryption(this.store,
				new LocalKeyEncryption(Map.of("a", new byte[32]), "a"), EncryptionOptions.DEFAULTS));
		TableTemplate template = new TableTemplate(this.store,
				new TableConverter(new TableMappingContext(conversions)));
		Summary<Paid> summary = Summary.of(Paid.class, "P").key("{group}", "sum_paid");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> summaries(template, summary.sum("total", "salary")))
			.withMessageContaining("adds up 'salary', which is @Encrypted")
			.withMessageContaining("leave out its @Encrypted");
		assertThat(summaries(template, summary.count("n"))).isNotNull();
	}

	@Test
	void refusesSumThatDoesNotFit() {
		TableTemplate template = template();
		Summary<Big> big = Summary.of(Big.class, "Big").key("{group}", "sum_big").sum("total", "value");
		SummaryTemplate summaries = summaries(template, big);
		template.insert(new Big("a", 1, Long.MAX_VALUE));
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> template.insert(new Big("a", 2, 1)))
			.withMessageContaining("does not fit into 64 bits");
		assertThat(summaries.verify(big, "a").isClean()).isTrue();
	}

	/**
	 * One that is computed would have a thousand million digits.
	 */
	@Test
	@Timeout(10)
	void refusesSumOfTooManyDigits() {
		TableTemplate template = template();
		SummaryTemplate summaries = summaries(template, STAFF);
		template.insert(Seller.of("Sales", 1, 1, "10.5"));
		for (String bonus : List.of("1E+1000000000", "1E-1000000000", "1E+32000")) {
			assertThatExceptionOfType(DataIntegrityViolationException.class)
				.isThrownBy(() -> template.insert(Seller.of("Sales", 2, 1, bonus)))
				.withMessageContaining("The sum 'bonuses' of the summary 'Staff' would have more than 32000 digits");
		}
		assertThat(summaries.verify(STAFF, "Sales").isClean()).isTrue();
	}

	@Table("WideNames")
	@PartitionKey("{group}")
	@RowKey("name_{name}")
	record Wide(String group, String name, @Part("values") int value) {

	}

	@Table("Paid")
	@PartitionKey("{group}")
	@RowKey("p_{name}")
	record Paid(String group, String name, @Encrypted long salary) {

	}

	@Table("Plain")
	@PartitionKey("{group}")
	@RowKey("{name}")
	record Plain(String group, String name, int value) {

	}

	@Table("Ratios")
	@PartitionKey("{group}")
	@RowKey("r_{name}")
	record Ratio(String group, String name, double share) {

	}

	@Table("Spread")
	@PartitionKey("{user:bucket(4)}")
	@RowKey("s_{user}")
	record Spread(String user) {

	}

	@Table("Logs")
	@RollingTable(period = TablePeriod.DAILY, property = "at", retention = "P1D")
	@PartitionKey("{host}")
	@RowKey("l_{at}")
	record Log(String host, Instant at) {

	}

	@Table("Sellers")
	@PartitionKey("{group}")
	@RowKey("sum_{number}")
	record Neighbour(String group, int number) {

	}

	@Table("Bigs")
	@PartitionKey("{group}")
	@RowKey("b_{number}")
	record Big(String group, int number, long value) {

	}

}
