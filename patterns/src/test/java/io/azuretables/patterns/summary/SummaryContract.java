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

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.RowTemplate;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexFinding;
import io.azuretables.patterns.index.IndexFinding.Kind;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.index.IndexReport;
import io.azuretables.patterns.index.IndexState;
import io.azuretables.patterns.sample.MeteredGateway;
import io.azuretables.patterns.sample.Seller;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.query.Update;
import io.azuretables.repository.TableRepository;
import io.azuretables.repository.support.TableRepositoryFactory;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.write.PartialWriteException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What summaries promise, on any store.
 */
abstract class SummaryContract {

	static final Summary<Seller> STAFF = Summary.of(Seller.class, "Staff")
		.key("{department}", "sum_staff")
		.count("employees")
		.sum("salaries", "salary")
		.sum("bonuses", "bonus");

	static final Summary<Seller> MANY = Summary.of(Seller.class, "Many")
		.key("{department}", "sum_many")
		.count("employees")
		.sum("salaries", "salary")
		.sum("bonuses", "bonus")
		.buckets(4);

	private final String prefix = prefix();

	abstract TableGateway gateway();

	abstract String prefix();

	TableTemplateOptions options() {
		return TableTemplateOptions.DEFAULTS.withTableNames(TableNameResolver.prefixed(this.prefix));
	}

	TableTemplate template(TableGateway gateway, TableTemplateOptions options) {
		return new TableTemplate(gateway, new TableConverter(new TableMappingContext(new TableCustomConversions())),
				options);
	}

	TableTemplate template() {
		return template(gateway(), options());
	}

	SummaryTemplate summaries(TableTemplate template, TableGateway gateway, Summary<?>... summaries) {
		return new SummaryTemplate(template, new RowTemplate(gateway, template.converter(), options()),
				options().tableNames(), summaries);
	}

	SummaryTemplate summaries(TableTemplate template, Summary<?>... summaries) {
		return summaries(template, gateway(), summaries);
	}

	IndexAdministration administration(TableGateway gateway, TableTemplate template, SummaryTemplate summaries,
			IndexOptions options) {
		return new IndexAdministration(gateway, template.converter().mappingContext(),
				options.withTableNames(options().tableNames()), summaries);
	}

	IndexAdministration administration(TableTemplate template, SummaryTemplate summaries) {
		return administration(gateway(), template, summaries, IndexOptions.DEFAULTS.withPageSize(3));
	}

	static String shown(SummaryValues values) {
		return values.whole("employees") + " " + values.whole("salaries") + " " + values.decimal("bonuses");
	}

	static TableKey id(int number) {
		return TableKey.of("Sales", String.format("empid_%06d", number));
	}

	/**
	 * A row of a summary, as it is stored.
	 */
	@Nullable TableRow row(String rowKey) {
		return gateway().read(this.prefix + "Sellers", TableKey.of("Sales", rowKey), null, RowReader.rows());
	}

	@AfterEach
	void deleteTables() {
		gateway().tables().stream().filter((name) -> name.startsWith(this.prefix)).forEach(gateway()::deleteTable);
	}

	@Test
	void findsAndCorrectsWhatIsWrongInAllPartitions() {
		TableTemplate plain = template();
		TableTemplate template = template();
		SummaryTemplate summaries = summaries(template, STAFF);
		for (String department : List.of("A", "B", "C", "D", "E")) {
			template.insertAll(IntStream.range(0, 7).mapToObj((i) -> Seller.of(department, i, 10, null)).toList());
		}
		IndexAdministration administration = administration(template, summaries);
		List<IndexReport> progress = new ArrayList<>();
		assertThat(administration.verify(Seller.class, "summary:Staff", (finding) -> {
		}, progress::add)).isEqualTo(new IndexReport(35, 5, Map.of()));
		assertThat(progress).extracting(IndexReport::entities).startsWith(3L).endsWith(35L).isSorted();
		plain.insert(Seller.of("B", 8, 10, null));
		gateway().write(this.prefix + "Sellers", new RowWrite.Delete(TableKey.of("C", "sum_staff"), RowWrite.ANY));
		gateway().write(this.prefix + "Sellers",
				new RowWrite.Insert(TableRow.of(TableKey.of("D", "sum_staff_3"), Map.of("employees", 2L))));
		plain.insert(Seller.of("F", 1, 10, null));
		gateway().write(this.prefix + "Sellers",
				new RowWrite.InsertOrMerge(TableRow.of(TableKey.of("E", "sum_staff"), Map.of("employees", "many"))));
		List<IndexFinding> findings = new ArrayList<>();
		IndexReport found = administration.verify(Seller.class, "summary:Staff", findings::add);
		assertThat(findings).containsExactlyInAnyOrder(
				new IndexFinding(Kind.STALE, null, TableKey.of("B", "sum_staff")),
				new IndexFinding(Kind.MISSING, null, TableKey.of("C", "sum_staff")),
				new IndexFinding(Kind.ORPHANED, null, TableKey.of("D", "sum_staff_3")),
				new IndexFinding(Kind.STALE, null, TableKey.of("E", "sum_staff")),
				new IndexFinding(Kind.MISSING, null, TableKey.of("F", "sum_staff")));
		IndexReport corrected = administration.rebuild(Seller.class, "summary:Staff");
		assertThat(corrected.findings()).isEqualTo(found.findings());
		assertThat(administration.verify(Seller.class, "summary:Staff").isClean()).isTrue();
		assertThat(shown(summaries.read(STAFF, "B"))).isEqualTo("8 80 0");
		assertThat(shown(summaries.read(STAFF, "C"))).isEqualTo("7 70 0");
		assertThat(shown(summaries.read(STAFF, "F"))).isEqualTo("1 10 0");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(() -> administration
			.rebuild(Seller.class, "summary:Staff", new TableScrollPosition("other", 0, null, null), (done) -> {
			})).withMessageContaining("another run than that of Seller.summary:Staff");
	}

	/**
	 * A summary that is declared for entities that are there already.
	 */
	@Test
	void isNotReadBeforeItIsFilled() {
		template().insertAll(List.of(Seller.of("Sales", 1, 10, null), Seller.of("Sales", 2, 20, null),
				Seller.of("Marketing", 1, 7, null)));
		TableTemplate template = template();
		SummaryTemplate summaries = summaries(template, STAFF);
		IndexOptions added = IndexOptions.DEFAULTS.withAdded(Seller.class, "summary:Staff");
		IndexAdministration administration = administration(gateway(), template, summaries, added);
		summaries.setReadableIndexes(administration.readable());
		template.insert(Seller.of("Sales", 3, 30, null));
		assertThat(administration.state(Seller.class, "summary:Staff")).isEqualTo(IndexState.WRITE_ONLY);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> summaries.read(STAFF, "Sales"))
			.withMessageContaining("Summary 'Staff' of Seller is not complete")
			.withMessageContaining("IndexAdministration.backfill");
		TableTemplate other = template();
		SummaryTemplate elsewhere = summaries(other, STAFF);
		IndexAdministration otherAdministration = administration(gateway(), other, elsewhere, added);
		elsewhere.setReadableIndexes(otherAdministration.readable());
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> elsewhere.read(STAFF, "Sales"));
		assertThat(administration.backfill(Seller.class, "summary:Staff", (progress) -> {
			assertThat(administration.state(Seller.class, "summary:Staff")).isEqualTo(IndexState.BACKFILLING);
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
				.isThrownBy(() -> summaries.read(STAFF, "Sales"));
		}).isClean()).isTrue();
		assertThat(shown(summaries.read(STAFF, "Sales"))).isEqualTo("3 60 0");
		assertThat(shown(summaries.read(STAFF, "Marketing"))).isEqualTo("1 7 0");
		otherAdministration.refresh();
		assertThat(shown(elsewhere.read(STAFF, "Sales"))).isEqualTo("3 60 0");
		administration.withdraw(Seller.class, "summary:Staff");
		otherAdministration.refresh();
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> elsewhere.read(STAFF, "Sales"));
		assertThat(administration.drop(Seller.class, "summary:Staff")).isEqualTo(2);
		assertThat(row("sum_staff")).isNull();
		assertThat(template.count(TableQuery.all().allowScan(), Seller.class)).isEqualTo(4);
	}

	@Test
	void keepsSummaryByEachWayToWrite() {
		TableTemplate template = template();
		SummaryTemplate summaries = summaries(template, STAFF);
		assertThat(shown(summaries.read(STAFF, "Sales"))).isEqualTo("0 0 0");
		template.insert(Seller.of("Sales", 1, 100, "0.5"));
		assertThat(shown(summaries.read(STAFF, "Sales"))).isEqualTo("1 100 0.5");
		template.save(Seller.of("Sales", 1, 150, "1.25"));
		template.save(Seller.of(2, 10));
		assertThat(shown(summaries.read(STAFF, "Sales"))).isEqualTo("2 160 1.25");
		template.update(Seller.of(2, 20));
		template.merge(Seller.class, id(2), Update.update("salary", 30));
		template.merge(Seller.class, id(2), Update.none().increment("salary", 5));
		assertThat(shown(summaries.read(STAFF, "Sales"))).isEqualTo("2 185 1.25");
		template.mergeOrInsert(Seller.class, id(3), Update.update("salary", 7).set("email", "3@contoso.com"));
		template.mergeOrInsert(Seller.class, id(3), Update.update("salary", 8).set("email", "x@contoso.com"));
		template.updateWithRetry(Seller.class, id(3), (seller) -> Seller.of("Sales", 3, 9, "3.75"));
		assertThat(shown(summaries.read(STAFF, "Sales"))).isEqualTo("3 194 5.00");
		template.inPartition(this.prefix + "Sellers", "Sales")
			.insert(Seller.of(4, 1000))
			.save(Seller.of(3, 10))
			.delete(Seller.of(1, 0))
			.commit();
		assertThat(shown(summaries.read(STAFF, "Sales"))).isEqualTo("3 1045 0.00");
		template.delete(Seller.of(2, 0));
		template.deleteById(Seller.class, id(3));
		template.deleteById(Seller.class, id(3));
		assertThat(shown(summaries.read(STAFF, "Sales"))).isEqualTo("1 1000 0.00");
		template.insertAll(IntStream.range(100, 350).mapToObj((i) -> Seller.of(i, 2)).toList());
		template.saveAll(IntStream.range(300, 400).mapToObj((i) -> Seller.of(i, 3)).toList());
		assertThat(shown(summaries.read(STAFF, "Sales"))).isEqualTo("301 1700 0.00");
		template.deleteAll(IntStream.range(100, 110).mapToObj((i) -> Seller.of(i, 0)).toList());
		template.deleteAllById(Seller.class, List.of(id(110), id(111), id(50)));
		assertThat(shown(summaries.read(STAFF, "Sales"))).isEqualTo("289 1676 0.00");
		template.delete(TableQuery.of(Criteria.where("department").is("Sales")), Seller.class);
		assertThat(shown(summaries.read(STAFF, "Sales"))).isEqualTo("0 0 0.00");
		Sellers sellers = new TableRepositoryFactory(template).getRepository(Sellers.class);
		sellers.saveAll(List.of(Seller.of(1, 5), Seller.of("Research", 1, 6, null)));
		assertThat(summaries.read(STAFF, "Sales").whole("salaries")).isEqualTo(5);
		assertThat(summaries.read(STAFF, "Research").whole("salaries")).isEqualTo(6);
		sellers.deleteAll(List.of(Seller.of(1, 0)));
		assertThat(summaries.read(STAFF, "Sales").whole("employees")).isZero();
		assertThat(template.find(TableQuery.of(Criteria.where("department").is("Research")), Seller.class)).hasSize(1);
	}

	@Test
	void equalsWhatEntitiesSayAfterAnyOperations() {
		TableTemplate template = template();
		Summary<Seller> bucketed = MANY;
		SummaryTemplate summaries = summaries(template, STAFF, bucketed);
		long seed = new Random().nextLong();
		Random random = new Random(seed);
		for (int i = 0; i < 60; i++) {
			List<Seller> some = random.ints(1 + random.nextInt(5), 0, 12)
				.mapToObj((n) -> Seller.of("Sales", n, random.nextInt(100), random.nextBoolean() ? "0." + n : null))
				.toList();
			TableKey id = id(some.get(0).employeeId());
			try {
				switch (random.nextInt(8)) {
					case 0 -> template.insertAll(some);
					case 1 -> template.saveAll(some);
					case 2 -> template.deleteAll(some);
					case 3 -> template.save(some.get(0));
					case 4 -> template.deleteById(Seller.class, id);
					case 5 -> template.merge(Seller.class, id, Update.update("salary", random.nextInt(100)));
					case 6 -> template.insert(some.get(0));
					default -> template.inPartition(this.prefix + "Sellers", "Sales").save(some.get(0)).commit();
				}
			}
			catch (OptimisticLockingFailureException | DuplicateKeyException ex) {
				// there is nothing to change, or it is there already
			}
			catch (PartialWriteException ex) {
				// some of them are there already
			}
		}
		for (Summary<Seller> summary : List.of(STAFF, bucketed)) {
			SummaryReport report = summaries.verify(summary, "Sales");
			assertThat(report.isClean()).as("seed %s: %s", seed, report).isTrue();
			assertThat(report.counted().whole("employees"))
				.isEqualTo(template.count(TableQuery.of(Criteria.where("department").is("Sales")), Seller.class));
		}
	}

	@Test
	void isExactWhileManyWrite() throws Exception {
		TableTemplateOptions options = options().withConflictRetries(10_000);
		TableTemplate template = template(gateway(), options);
		Summary<Seller> bucketed = STAFF.buckets(8);
		SummaryTemplate summaries = summaries(template, bucketed);
		write(template, 16, 6);
		assertThat(shown(summaries.read(bucketed, "Sales"))).isEqualTo("96 480 0");
		assertThat(summaries.verify(bucketed, "Sales").isClean()).isTrue();
	}

	/**
	 * Each writer inserts its entities and changes each once, to a salary of 5.
	 */
	static void write(TableTemplate template, int writers, int each) throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(writers);
		try {
			List<Callable<Object>> all = new ArrayList<>();
			for (int i = 0; i < writers; i++) {
				int first = i * each;
				all.add(() -> {
					for (int n = first; n < first + each; n++) {
						template.insert(Seller.of(n, n));
						template.save(Seller.of(n, 5));
					}
					return first;
				});
			}
			for (Future<Object> done : threads.invokeAll(all)) {
				assertThat(done.get()).isNotNull();
			}
		}
		finally {
			threads.shutdown();
		}
	}

	@Test
	void writesRowsAsThePageSays() {
		TableTemplate template = template();
		Summary<Seller> bucketed = MANY;
		SummaryTemplate summaries = summaries(template, STAFF, bucketed);
		template.insertAll(List.of(Seller.of("Sales", 223, 52000, "10.5"), Seller.of("Sales", 224, 48000, null)));
		TableRow row = row("sum_staff");
		assertThat(row).isNotNull();
		assertThat(row.properties()).containsOnlyKeys("employees", "salaries", "bonuses", "_w")
			.contains(Map.entry("employees", 2L), Map.entry("salaries", 100000L), Map.entry("bonuses", "10.5"));
		assertThat(row("sum_many")).isNull();
		long counted = IntStream.range(0, 4)
			.mapToObj((i) -> row("sum_many_" + i))
			.filter((one) -> one != null)
			.mapToLong((one) -> one.get("employees", Long.class))
			.sum();
		assertThat(counted).isEqualTo(2);
		assertThat(shown(summaries.read(bucketed, "Sales"))).isEqualTo("2 100000 10.5");
	}

	@Test
	void recountsWhatOthersWrote() {
		TableTemplate template = template();
		template().insertAll(IntStream.range(0, 20).mapToObj((i) -> Seller.of("Sales", i, 1, "0.1")).toList());
		Summary<Seller> two = STAFF.buckets(2);
		SummaryTemplate summaries = summaries(template, two);
		SummaryReport report = summaries.verify(two, "Sales");
		assertThat(report.isClean()).isFalse();
		assertThat(shown(report.stored())).isEqualTo("0 0 0");
		assertThat(shown(report.counted())).isEqualTo("20 20 2.0");
		assertThat(shown(summaries.recount(two, "Sales"))).isEqualTo("20 20 2.0");
		assertThat(shown(summaries.recount(two, "Sales"))).isEqualTo("20 20 2.0");
		assertThat(summaries.verify(two, "Sales").isClean()).isTrue();
		template.delete(Seller.of(1, 0));
		assertThat(shown(summaries.read(two, "Sales"))).isEqualTo("19 19 1.9");
		Summary<Seller> other = STAFF.buckets(3);
		SummaryTemplate changed = summaries(template(), other);
		template.delete(Seller.of(2, 0));
		changed.recount(other, "Sales");
		assertThat(shown(changed.read(other, "Sales"))).isEqualTo("18 18 1.8");
		SummaryTemplate single = summaries(template(), STAFF);
		assertThat(single.verify(STAFF, "Sales").isClean()).isFalse();
		single.recount(STAFF, "Sales");
		assertThat(shown(single.read(STAFF, "Sales"))).isEqualTo("18 18 1.8");
		assertThat(row("sum_staff_0")).as("a row of another number of buckets").isNull();
		template().delete(TableQuery.of(Criteria.where("department").is("Sales")), Seller.class);
		assertThat(shown(single.recount(STAFF, "Sales"))).isEqualTo("0 0 0");
		assertThat(shown(single.read(STAFF, "Sales"))).isEqualTo("0 0 0");
		gateway().write(this.prefix + "Sellers", new RowWrite.InsertOrReplace(
				TableRow.of(TableKey.of("Sales", "sum_staff"), Map.of("employees", "many"))));
		assertThat(shown(single.recount(STAFF, "Sales"))).isEqualTo("0 0 0");
	}

	@Test
	void recountsWhileOthersWrite() {
		TableTemplate writer = template();
		summaries(writer, STAFF);
		template().insertAll(IntStream.range(0, 20).mapToObj((i) -> Seller.of(i, 1)).toList());
		MeteredGateway metered = new MeteredGateway(gateway());
		SummaryTemplate summaries = summaries(template(metered, options()), metered, STAFF);
		metered.beforeEach((request) -> {
			if (request < 8) {
				writer.insert(Seller.of(100 + (int) request, 10));
			}
		});
		assertThat(summaries.recount(STAFF, "Sales").whole("employees")).isEqualTo(27);
		assertThat(summaries.verify(STAFF, "Sales").isClean()).isTrue();
		metered.beforeEach((request) -> writer.save(Seller.of(100, (int) request)));
		for (Runnable endless : List.<Runnable>of(() -> summaries.recount(STAFF, "Sales"),
				() -> summaries.verify(STAFF, "Sales"))) {
			assertThatExceptionOfType(ConcurrencyFailureException.class).isThrownBy(endless::run)
				.withMessageContaining("during each of 10 counts");
		}
		metered.reset();
		assertThat(summaries.verify(STAFF, "Sales").isClean()).isTrue();
	}

	@Test
	void seesConflictsOfEntitiesAsSuch() {
		TableTemplate template = template();
		Summary<Worker> workers = Summary.of(Worker.class, "Workers").key("{firm}", "sum_workers").count("number");
		SummaryTemplate summaries = summaries(template, workers);
		Worker first = template.save(new Worker("f", 1, "a", null));
		template.save(new Worker("f", 1, "b", first.version()));
		assertThatExceptionOfType(OptimisticLockingFailureException.class).isThrownBy(() -> template.save(first));
		assertThatExceptionOfType(OptimisticLockingFailureException.class).isThrownBy(() -> template.delete(first));
		assertThatExceptionOfType(DuplicateKeyException.class)
			.isThrownBy(() -> template.insert(new Worker("f", 1, "c", null)));
		assertThat(summaries.read(workers, "f").whole("number")).isEqualTo(1);
		assertThat(summaries.read(workers, "f").decimal("number")).isEqualTo(BigDecimal.ONE);
	}

	/**
	 * An entity with a version.
	 */
	@Table("Workers")
	@PartitionKey("{firm}")
	@RowKey("w_{number}")
	record Worker(String firm, int number, String name, @Version @Nullable String version) {

	}

	interface Sellers extends TableRepository<Seller, TableKey> {

	}

}
