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

package io.azuretables.patterns.evolution;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.execution.ParallelCalls;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.index.IndexOptions.Reading;
import io.azuretables.patterns.evolution.Staff.First;
import io.azuretables.patterns.evolution.Staff.Second;
import io.azuretables.patterns.evolution.Staff.Third;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.query.Update;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.InvalidDataAccessApiUsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What rewriting rows of older versions promises, over any store.
 */
abstract class EvolutionContract {

	private static final int WRITERS = 8;

	private String table;

	abstract TableGateway gateway();

	/**
	 * How often each writer changes its row.
	 */
	abstract int changes();

	@BeforeEach
	void prepare() {
		this.table = "t" + Long.toString(RandomGenerator.getDefault().nextLong() >>> 1, 36);
		gateway().createTable(this.table);
	}

	@AfterEach
	void deleteTable() {
		gateway().deleteTable(this.table);
	}

	private TableTemplate process(TableGateway gateway, Class<?> type) {
		return Staff.process(gateway, this.table, type);
	}

	private TableTemplate process(Class<?> type) {
		return process(gateway(), type);
	}

	private EvolutionTemplate evolution(TableGateway gateway, Class<?> type) {
		return new EvolutionTemplate(process(gateway, type), gateway);
	}

	private EvolutionTemplate evolution(Class<?> type) {
		return evolution(gateway(), type);
	}

	private void store(int rows) {
		process(First.class).saveAll(
				IntStream.range(0, rows).mapToObj((i) -> new First("sales", "%05d".formatted(i), "Ann", i)).toList());
	}

	private static EvolutionReport upgrade(EvolutionTemplate evolution, Class<?> type) {
		return evolution.upgrade(type, null, (progress) -> {
		});
	}

	@Test
	void countsVersions() {
		process(First.class).save(new First("sales", "1", "Ann", 1));
		process(Second.class).save(new Second("sales", "2", "Bob", 1));
		process(Third.class).save(new Third("sales", "3", "Cid", 1, "cid"));
		gateway().write(this.table,
				new RowWrite.Insert(TableRow.of(TableKey.of("sales", "emp_4"), Map.of("EntityType", "Employees"))));
		assertThat(evolution(Third.class).survey(Third.class)).isEqualTo(Map.of(1, 1L, 2, 1L, 3, 1L));
		assertThat(evolution(First.class).survey(First.class)).isEqualTo(Map.of(1, 1L, 2, 1L, 3, 1L));
	}

	@Test
	void fillsIndexOfPropertyThatOnlyTheNewVersionHas() {
		store(150);
		process(Second.class).save(new Second("sales", "x", "Bob", 1));
		TableTemplate now = process(Third.class);
		IndexAdministration indexes = new IndexAdministration(gateway(), now.converter().mappingContext(),
				IndexOptions.DEFAULTS.withTableNames((type, name) -> this.table));
		assertThat(indexes.verify(Third.class, "mail").isClean()).isFalse();
		EvolutionReport report = upgrade(evolution(Third.class), Third.class);
		assertThat(report).isEqualTo(new EvolutionReport(null, 151, 151, List.of()));
		assertThat(indexes.verify(Third.class, "mail").isClean()).isTrue();
		assertThat(evolution(Third.class).survey(Third.class)).isEqualTo(Map.of(3, 151L));
		TableQuery byMail = TableQuery
			.of(Criteria.where("department").is("sales").and(Criteria.where("mail").is("bob@example.com")))
			.usingIndex("mail");
		assertThat(now.find(byMail, Third.class)).containsExactly(new Third("sales", "x", "Bob", 1, "bob@example.com"));
		assertThat(upgrade(evolution(Third.class), Third.class).older()).isZero();
	}

	@Test
	void triesUpgradesWithoutWriting() {
		store(3);
		TableKey bad = TableKey.of("sales", "emp_bad");
		gateway().write(this.table, new RowWrite.Insert(TableRow.of(bad, Map.of("EntityType", "Employee.2"))));
		EvolutionReport dry = evolution(Third.class).dryRun(Third.class);
		assertThat(dry.older()).isEqualTo(4);
		assertThat(dry.upgraded()).isEqualTo(3);
		assertThat(dry.failures()).singleElement().satisfies((failure) -> {
			assertThat(failure.key()).isEqualTo(bad);
			assertThat(failure.reason()).startsWith("The EntityUpgrade of Third from version 2 failed");
		});
		assertThat(evolution(Third.class).survey(Third.class)).isEqualTo(Map.of(1, 3L, 2, 1L));
		assertThat(upgrade(evolution(Third.class), Third.class)).isEqualTo(dry);
		assertThat(evolution(Third.class).survey(Third.class)).isEqualTo(Map.of(2, 1L, 3, 3L));
	}

	@Test
	void goesOnWhereItWasStopped() {
		store(25);
		List<TableScrollPosition> positions = new ArrayList<>();
		SmallPages small = new SmallPages(gateway());
		assertThatExceptionOfType(CancellationException.class)
			.isThrownBy(() -> evolution(small, Second.class).upgrade(Second.class, null, (progress) -> {
				positions.add(progress.position());
				if (positions.size() == 2) {
					throw new CancellationException();
				}
			}));
		assertThat(evolution(Second.class).survey(Second.class)).isEqualTo(Map.of(1, 5L, 2, 20L));
		TableScrollPosition kept = TableScrollPosition.decode(positions.get(1).encode());
		small.read = 0;
		assertThat(evolution(small, Second.class).upgrade(Second.class, kept, (progress) -> {
		})).isEqualTo(new EvolutionReport(null, 5, 5, List.of()));
		assertThat(small.read).as("rows before the position are not read again").isEqualTo(5);
		assertThat(evolution(Second.class).survey(Second.class)).isEqualTo(Map.of(2, 25L));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> evolution(Third.class).upgrade(Third.class, kept, (progress) -> {
			}))
			.withMessageStartingWith("The position comes from another run than that of Third");
	}

	/**
	 * A table of many pages is read in four segments at the same time. A run that is
	 * stopped at a page goes on behind what is done in all segments before it.
	 */
	@Test
	void upgradesSeveralSegmentsAtTheSameTime() {
		TableTemplate old = process(First.class);
		for (int i = 0; i < 20; i++) {
			String department = "dep%02d".formatted(i);
			old.saveAll(IntStream.range(0, 8)
				.mapToObj((n) -> new First(department, "%05d".formatted(n), "Ann", n))
				.toList());
		}
		Threads threads = new Threads(gateway());
		EvolutionTemplate evolution = new EvolutionTemplate(process(threads, Second.class), threads,
				new Reading(4, 4, ParallelCalls.DAEMONS));
		assertThat(evolution.survey(Second.class)).isEqualTo(Map.of(1, 160L));
		assertThat(threads.names).as("threads that survey").hasSizeGreaterThan(2);
		TableScrollPosition kept = null;
		long upgraded = 0;
		for (int stop : List.of(3, 14, 9)) {
			List<EvolutionReport> progress = new ArrayList<>();
			TableScrollPosition from = kept;
			assertThatExceptionOfType(CancellationException.class)
				.isThrownBy(() -> evolution.upgrade(Second.class, from, (report) -> {
					progress.add(report);
					if (progress.size() == stop) {
						throw new CancellationException();
					}
				}));
			String text = progress.get(progress.size() - 1).position().encode();
			kept = TableScrollPosition.decode(text);
		}
		threads.names.clear();
		List<EvolutionReport> last = new ArrayList<>();
		EvolutionReport rest = evolution.upgrade(Second.class, kept, last::add);
		assertThat(rest.position()).isNull();
		assertThat(last).last().as("the last progress").isEqualTo(rest);
		assertThat(evolution.survey(Second.class)).isEqualTo(Map.of(2, 160L));
	}

	@Test
	void makesAsManyRequestsAsThePageSays() {
		store(1000);
		Counting counting = new Counting(gateway());
		EvolutionTemplate evolution = evolution(counting, Second.class);
		evolution.survey(Second.class);
		assertThat(counting.requests).as("survey").isLessThanOrEqualTo(2);
		counting.requests = 0;
		evolution.dryRun(Second.class);
		assertThat(counting.requests).as("dry run").isLessThanOrEqualTo(2);
		counting.requests = 0;
		assertThat(upgrade(evolution, Second.class).upgraded()).isEqualTo(1000);
		assertThat(counting.requests).as("upgrade").isLessThanOrEqualTo(2 + 10);
	}

	@Test
	void keepsChangesBetweenReadAndWrite() {
		changeWhileRewriting((gateway) -> gateway);
		assertThat(process(Second.class).find(sales(), Second.class)).extracting(Second::count)
			.containsExactly(1, 1, 0);
	}

	/**
	 * The rule that a row is rewritten only if it has not changed is needed.
	 */
	@Test
	void losesChangesWithoutCondition() {
		changeWhileRewriting(Unconditional::new);
		assertThat(process(Second.class).find(sales(), Second.class)).extracting(Second::count)
			.containsExactly(0, 0, 0);
	}

	/**
	 * Changes one row with the old program and another one with the new program after
	 * they were read to be rewritten.
	 */
	private void changeWhileRewriting(UnaryOperator<TableGateway> rule) {
		store(3);
		TableTemplate old = process(First.class);
		IntStream.range(0, 3).forEach((i) -> old.save(new First("sales", "%05d".formatted(i), "Ann", 0)));
		TableGateway changing = new AfterPage(rule.apply(gateway()), () -> {
			old.merge(First.class, TableKey.of("sales", "emp_00000"), Update.none().increment("count", 1));
			process(Second.class).merge(Second.class, TableKey.of("sales", "emp_00001"),
					Update.none().increment("count", 1));
		});
		upgrade(evolution(changing, Second.class), Second.class);
		assertThat(evolution(Second.class).survey(Second.class)).isEqualTo(Map.of(2, 3L));
	}

	private static TableQuery sales() {
		return TableQuery.of(Criteria.where("department").is("sales"));
	}

	@Test
	void losesNoChangeOfManyWriters() throws Exception {
		IntStream.range(0, WRITERS).forEach((i) -> process(First.class).save(new First("sales", "w" + i, "Ann", 0)));
		CountDownLatch begun = new CountDownLatch(WRITERS);
		ExecutorService threads = Executors.newFixedThreadPool(WRITERS + 1);
		try {
			List<Callable<Void>> work = new ArrayList<>();
			for (int i = 0; i < WRITERS; i++) {
				TableKey key = TableKey.of("sales", "emp_w" + i);
				work.add(() -> {
					process(First.class).merge(First.class, key, Update.none().increment("count", 1));
					begun.countDown();
					TableTemplate writer = process(Second.class);
					for (int change = 1; change < changes(); change++) {
						writer.updateWithRetry(Second.class, key,
								(read) -> new Second(read.department(), read.id(), read.fullName(), read.count() + 1));
					}
					return null;
				});
			}
			work.add(() -> {
				begun.await();
				upgrade(evolution(Second.class), Second.class);
				return null;
			});
			for (Future<Void> one : threads.invokeAll(work)) {
				one.get(5, TimeUnit.MINUTES);
			}
		}
		finally {
			threads.shutdownNow();
		}
		assertThat(process(Second.class).find(sales(), Second.class)).hasSize(WRITERS)
			.allMatch((row) -> row.fullName().equals("Ann") && row.count() == changes());
	}

	/**
	 * Does something once, after the first page was read.
	 */
	private static final class AfterPage extends ForwardingTableGateway {

		private @Nullable Runnable action;

		AfterPage(TableGateway gateway, Runnable action) {
			super(gateway);
			this.action = action;
		}

		@Override
		public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
			RowPage<T> page = super.read(request, reader);
			Runnable once = this.action;
			this.action = null;
			if (once != null) {
				once.run();
			}
			return page;
		}

	}

	private static final class SmallPages extends ForwardingTableGateway {

		private int read;

		SmallPages(TableGateway gateway) {
			super(gateway);
		}

		@Override
		public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
			RowPage<T> page = super.read(request.withTop(10), reader);
			this.read += page.rows().size();
			return page;
		}

	}

	/**
	 * Knows which threads read pages.
	 */
	private static final class Threads extends ForwardingTableGateway {

		private final Set<Thread> names = ConcurrentHashMap.newKeySet();

		Threads(TableGateway gateway) {
			super(gateway);
		}

		@Override
		public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
			this.names.add(Thread.currentThread());
			return super.read(request, reader);
		}

	}

	private static class Counting extends ForwardingTableGateway {

		private int requests;

		Counting(TableGateway gateway) {
			super(gateway);
		}

		@Override
		public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
			this.requests++;
			return super.read(request, reader);
		}

		@Override
		public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
			this.requests++;
			return super.read(table, key, select, reader);
		}

		@Override
		public synchronized List<@Nullable String> submit(AtomicBatch batch) {
			this.requests++;
			return super.submit(batch);
		}

		@Override
		public synchronized @Nullable String write(String table, RowWrite write) {
			this.requests++;
			return super.write(table, write);
		}

	}

	/**
	 * Replaces rows whether they have changed or not.
	 */
	private static final class Unconditional extends ForwardingTableGateway {

		Unconditional(TableGateway gateway) {
			super(gateway);
		}

		private static RowWrite unconditional(RowWrite write) {
			return (write instanceof RowWrite.Replace replace) ? new RowWrite.Replace(replace.row(), RowWrite.ANY)
					: write;
		}

		@Override
		public List<@Nullable String> submit(AtomicBatch batch) {
			return super.submit(
					new AtomicBatch(batch.table(), batch.writes().stream().map(Unconditional::unconditional).toList()));
		}

		@Override
		public @Nullable String write(String table, RowWrite write) {
			return super.write(table, unconditional(write));
		}

	}

}
