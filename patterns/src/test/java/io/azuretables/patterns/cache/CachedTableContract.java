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

package io.azuretables.patterns.cache;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.gateway.TableServiceUnreachableException;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RollingTable;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TablePeriod;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.sample.Store;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What a cached table promises, over any store.
 */
abstract class CachedTableContract {

	private static final Duration NEVER = Duration.ofDays(1);

	private final AtomicReference<Runnable> beforePage = new AtomicReference<>(() -> {
	});

	private final AtomicReference<Runnable> afterPage = new AtomicReference<>(() -> {
	});

	private String prefix;

	private Store store;

	private TableTemplate template;

	private CachedTable<Department> departments;

	abstract TableGateway gateway();

	@BeforeEach
	void prepare() {
		this.prefix = "t" + Long.toString(RandomGenerator.getDefault().nextLong() >>> 1, 36);
		this.store = Store.over(new Watched(), this.prefix);
		this.template = this.store.template();
		this.template.insertAll(List.of(Department.of("Sales", "North"), Department.of("IT", "South")));
		this.departments = new CachedTable<>(this.template, Department.class, 4, NEVER);
	}

	@AfterEach
	void deleteTable() {
		this.departments.stop();
		gateway().deleteTable(this.store.names().resolve(Department.class, "Departments"));
	}

	private long requests(Runnable operation) {
		this.store.gateway().reset();
		operation.run();
		return this.store.gateway().requests();
	}

	private static List<String> names(CachedTable<Department> departments) {
		return departments.all().stream().map(Department::name).toList();
	}

	@Test
	void joinsWithoutRequests() {
		assertThat(requests(this.departments::start)).isEqualTo(1);
		List<Worker> workers = List.of(new Worker("Ann", "Sales"), new Worker("Bob", "HR"), new Worker("Cid", null));
		assertThat(requests(() -> {
			// tag::join[]
			List<String> places = this.departments.join(workers, Worker::department,
					(worker, department) -> worker.name() + " " + department.map(Department::building).orElse("?"));
			// end::join[]
			assertThat(places).containsExactly("Ann North", "Bob ?", "Cid ?");
			assertThat(this.departments.find("IT")).map(Department::building).contains("South");
			assertThat(this.departments.find(TableKey.of("IT", "department"))).isPresent();
			assertThat(this.departments.find("HR")).isEmpty();
			assertThat(names(this.departments)).containsExactly("IT", "Sales");
		})).isZero();
		assertThat(this.departments).hasToString("cache of 2 Department");
	}

	@Test
	void readsAtTheFirstLookUpToo() {
		assertThat(requests(() -> assertThat(names(this.departments)).hasSize(2))).isEqualTo(1);
		assertThat(requests(() -> assertThat(names(this.departments)).hasSize(2))).isZero();
	}

	@Test
	void takesOverWhatItsTemplateWrites() {
		this.departments.start();
		assertThat(requests(() -> this.template.insert(Department.of("HR", "East")))).isEqualTo(1);
		Department sales = this.template.save(this.departments.find("Sales").orElseThrow().in("West"));
		this.template.delete(this.departments.find("IT").orElseThrow());
		assertThat(requests(() -> {
			assertThat(names(this.departments)).containsExactly("HR", "Sales");
			// with its new version
			assertThat(this.departments.find("Sales")).contains(sales);
		})).isZero();
		this.template.in(TableNameResolver.prefixed(this.prefix + "x")).insert(Department.of("Other", "East"));
		gateway().deleteTable(this.prefix + "xDepartments");
		assertThat(names(this.departments)).containsExactly("HR", "Sales");
	}

	@Test
	void holdsOneTableWhereEachCallerHasAnother() {
		AtomicReference<@Nullable String> tenant = new AtomicReference<>("a");
		TableTemplate callers = this.template
			.in((type, name) -> Objects.requireNonNull(tenant.get(), "no tenant") + name);
		String tableOfB = "b" + this.store.names().resolve(Department.class, "Departments");
		try {
			callers.insert(Department.of("Sales", "North"));
			CachedTable<Department> ofA = new CachedTable<>(callers, Department.class, 4, NEVER);
			CachedTable<Department> ofB = new CachedTable<>(callers.in(TableNameResolver.constant(tableOfB)),
					Department.class, 4, NEVER);
			tenant.set("b");
			callers.insert(Department.of("Law", "South"));
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(() -> ofA.find("Sales"))
				.withMessageContainingAll("CachedTable of Department", "'" + tableOfB + "'",
						"template.in(TableNameResolver.constant(table))");
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(ofA::all);
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
				.isThrownBy(() -> ofA.join(List.of("Law"), (name) -> name, (name, department) -> department));
			tenant.set(null);
			ofA.refresh();
			ofB.refresh();
			assertThat(names(ofB)).containsExactly("Law");
			tenant.set("a");
			callers.insert(Department.of("HR", "North"));
			assertThat(names(ofA)).containsExactly("HR", "Sales");
			tenant.set("b");
			callers.insert(Department.of("IT", "South"));
			assertThat(names(ofB)).containsExactly("IT", "Law");
		}
		finally {
			gateway().deleteTable("a" + this.store.names().resolve(Department.class, "Departments"));
			gateway().deleteTable(tableOfB);
		}
	}

	@Test
	void losesWhatAnEntityOfAnotherClassReplaces() {
		Tree tree = new Tree("Park", 1);
		try {
			this.template.save(tree);
			CachedTable<Tree> trees = new CachedTable<>(this.template, Tree.class, 4, NEVER);
			trees.start();
			trees.stop();
			this.template.save(new Shrub("Park", 2));
			assertThat(trees.find(TableKey.of("Park", "plant_02"))).isEmpty();
			assertThat(trees.all()).containsExactly(tree);
			this.template.save(new Shrub("Park", 1));
			assertThat(trees.all()).isEmpty();
			this.template.save(tree);
			assertThat(trees.all()).containsExactly(tree);
		}
		finally {
			gateway().deleteTable(this.store.names().resolve(Tree.class, "Plants"));
		}
	}

	@Test
	void refusesClassesThatAreDividedAmongTables() {
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> new CachedTable<>(this.template, Visit.class, 4, NEVER))
			.withMessage(
					"A CachedTable holds the entities of one table, and those of Visit are divided among the tables "
							+ "of a @RollingTable; read them by queries, or cache a class with one table");
	}

	@Test
	void learnsWhatOthersWriteWithTheNextRead() {
		this.departments.start();
		Store.over(gateway(), this.prefix).template().insert(Department.of("HR", "East"));
		this.template.merge(Department.class, "Sales", Update.none().set("building", "West"));
		this.template.deleteById(Department.class, "IT");
		assertThat(names(this.departments)).containsExactly("IT", "Sales");
		this.departments.refresh();
		assertThat(names(this.departments)).containsExactly("HR", "Sales");
		assertThat(this.departments.find("Sales")).map(Department::building).contains("West");
	}

	@Test
	void readsAgainAtTheInterval() {
		CachedTable<Department> soon = new CachedTable<>(this.template, Department.class, 4, Duration.ofMillis(20));
		soon.start();
		try {
			assertThat(soon.isRunning()).isTrue();
			Store.over(gateway(), this.prefix).template().insert(Department.of("HR", "East"));
			until(() -> soon.find("HR").isPresent());
			AtomicBoolean failed = fail();
			until(failed::get);
			assertThat(names(soon)).containsExactly("HR", "IT", "Sales");
			// and goes on when the service is back
			this.beforePage.set(() -> {
			});
			Store.over(gateway(), this.prefix).template().insert(Department.of("Law", "East"));
			until(() -> soon.find("Law").isPresent());
		}
		finally {
			soon.stop();
		}
		assertThat(soon.isRunning()).isFalse();
	}

	/**
	 * Lets reading fail, and tells when it has.
	 */
	private AtomicBoolean fail() {
		AtomicBoolean failed = new AtomicBoolean();
		this.beforePage.set(() -> {
			failed.set(true);
			throw new TableServiceUnreachableException("The service is away", "http://localhost", false,
					new IllegalStateException());
		});
		return failed;
	}

	@Test
	void startsWithoutTheService() {
		AtomicBoolean failed = fail();
		this.departments.start();
		assertThat(failed).isTrue();
		assertThatExceptionOfType(TableServiceUnreachableException.class)
			.isThrownBy(() -> this.departments.find("Sales"));
		this.beforePage.set(() -> {
		});
		assertThat(this.departments.find("Sales")).isPresent();
	}

	@Test
	void refusesTablesThatAreNotSmall() {
		this.departments.start();
		this.template.insertAll(List.of(Department.of("A", "x"), Department.of("B", "x")));
		this.departments.refresh();
		Store.over(gateway(), this.prefix).template().insert(Department.of("C", "x"));
		String message = "The table of Department has more than the 4 entities that its CachedTable may hold; allow it "
				+ "more, or read them by queries";
		assertThatExceptionOfType(InvalidDataAccessResourceUsageException.class).isThrownBy(this.departments::refresh)
			.withMessage(message);
		this.template.insert(Department.of("D", "x"));
		assertThat(names(this.departments)).containsExactly("A", "B", "IT", "Sales");
		assertThatExceptionOfType(InvalidDataAccessResourceUsageException.class)
			.isThrownBy(new CachedTable<>(this.template, Department.class, 4, NEVER)::start)
			.withMessage(message);
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new CachedTable<>(this.template, Department.class, 0, NEVER))
			.withMessage("A cache of Department for at most 0 rows can hold none; give it 1 or more");
	}

	@Test
	void holdsAnyNumberWhereTheLargestIsAllowed() {
		CachedTable<Department> all = new CachedTable<>(this.template, Department.class, Integer.MAX_VALUE, NEVER);
		assertThat(names(all)).containsExactly("IT", "Sales");
	}

	@Test
	void refusesNullAsIdentifier() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.departments.find(null))
			.withMessage("The identifier of Department must not be null");
	}

	@Test
	void readsNoMoreThanItMayHold() {
		this.template.insertAll(IntStream.range(0, 50).mapToObj((i) -> Department.of("d" + i, "x")).toList());
		this.store.gateway().reset();
		assertThatExceptionOfType(InvalidDataAccessResourceUsageException.class).isThrownBy(this.departments::refresh);
		assertThat(this.store.gateway().rows()).isEqualTo(5);
	}

	/**
	 * The page was read before the write, and is taken over after it.
	 */
	@Test
	void losesNoWriteThatARefreshMissed() throws Exception {
		this.departments.start();
		CountDownLatch read = new CountDownLatch(1);
		CountDownLatch written = new CountDownLatch(1);
		this.afterPage.set(() -> {
			read.countDown();
			await(written);
		});
		ExecutorService thread = Executors.newSingleThreadExecutor();
		try {
			Future<?> refresh = thread.submit(this.departments::refresh);
			await(read);
			this.afterPage.set(() -> {
			});
			this.template.insert(Department.of("HR", "East"));
			this.template.save(this.departments.find("Sales").orElseThrow().in("West"));
			this.template.delete(this.departments.find("IT").orElseThrow());
			written.countDown();
			refresh.get(1, TimeUnit.MINUTES);
		}
		finally {
			written.countDown();
			thread.shutdownNow();
		}
		assertThat(names(this.departments)).containsExactly("HR", "Sales");
		assertThat(this.departments.find("Sales")).map(Department::building).contains("West");
		assertThat(this.template.find(TableQuery.of(Criteria.ALL).allowScan(), Department.class))
			.isEqualTo(this.departments.all());
	}

	private static void until(BooleanSupplier condition) {
		long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
		while (!condition.getAsBoolean()) {
			assertThat(System.nanoTime()).as("waits for a condition").isLessThan(end);
			Thread.onSpinWait();
		}
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	// tag::department[]
	@Table("Departments")
	@PartitionKey("{name}")
	@RowKey("department")
	record Department(String name, String building, @Version @Nullable String etag) {
		// end::department[]

		static Department of(String name, String building) {
			return new Department(name, building, null);
		}

		Department in(String other) {
			return new Department(this.name, other, this.etag);
		}

	}

	@Table("Visits")
	@RollingTable(period = TablePeriod.DAILY, property = "at", retention = "P60D")
	@PartitionKey("{page}")
	@RowKey("visit_{at}")
	record Visit(String page, Instant at) {

	}

	@Table("Plants")
	@EntityType
	@PartitionKey("{place}")
	@RowKey("plant_{number:2}")
	record Tree(String place, int number) {

	}

	@Table("Plants")
	@EntityType
	@PartitionKey("{place}")
	@RowKey("plant_{number:2}")
	record Shrub(String place, int number) {

	}

	record Worker(String name, @Nullable String department) {

	}

	private final class Watched extends ForwardingTableGateway {

		Watched() {
			super(gateway());
		}

		@Override
		public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
			CachedTableContract.this.beforePage.get().run();
			RowPage<T> page = super.read(request, reader);
			CachedTableContract.this.afterPage.get().run();
			return page;
		}

	}

}
