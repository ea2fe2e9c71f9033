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

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.internal.time.RegionTime;
import io.azuretables.gateway.TableGateway;
import io.azuretables.gateway.SecondaryRegion;
import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.internal.change.DeferredWriteCommitter;
import io.azuretables.key.RowParts;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Part;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.ReadRegion;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.query.Update;
import io.azuretables.repository.ReadFrom;
import io.azuretables.repository.TableRepository;
import io.azuretables.repository.support.TableRepositoryFactory;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.sample.MutableClock;
import io.azuretables.write.DeferredWrites;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.data.annotation.Version;
import org.springframework.data.domain.Window;
import org.springframework.data.repository.query.QueryCreationException;

import static io.azuretables.query.Criteria.where;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.mockito.Mockito.mock;

/**
 * Declared reads go to a second store, which is behind the first one, and to no other.
 */
class SecondaryReadTests {

	private static final Duration MOST = Duration.ofMinutes(15);

	private static final TableQuery STAFF = TableQuery.of(where("department").is("Sales"));

	private final MutableClock clock = new MutableClock();

	private final Region primary = new Region();

	private final Region secondary = new Region();

	private @Nullable Instant synced = MutableClock.START;

	private int statistics;

	private final TableTemplate template = template(null);

	private TableTemplate template(@Nullable DeferredWrites deferred) {
		return new TableTemplate(this.primary,
				new TableConverter(new TableMappingContext(new TableCustomConversions())),
				TableTemplateOptions.DEFAULTS.withClock(this.clock), deferred);
	}

	@BeforeEach
	void fill() {
		this.template.setSecondary(new SecondaryRegion(this.secondary, () -> {
			this.statistics++;
			if (this.synced == null) {
				throw new NonTransientDataAccessResourceException("no statistics");
			}
			return this.synced;
		}));
		TableTemplate copy = new TableTemplate(this.secondary, this.template.converter());
		for (int i = 0; i < 5; i++) {
			copy.insert(new Worker("Sales", i, "w%d@contoso.com".formatted(i), "old", null));
			this.template.insert(new Worker("Sales", i, "w%d@contoso.com".formatted(i), "new", null));
		}
		this.primary.requests = 0;
		this.secondary.requests = 0;
	}

	private TableTemplate reading(ReadRegion region) {
		return this.template.reading(region, MOST);
	}

	private static TableKey id(int number) {
		return TableKey.of("Sales", "worker_%03d".formatted(number));
	}

	@Test
	void readsFromTheSecondaryRegionWhereItIsDeclared() {
		TableTemplate view = reading(ReadRegion.SECONDARY);
		assertThat(view.findById(Worker.class, id(1))).map(Worker::name).contains("old");
		assertThat(view.find(STAFF, Worker.class)).hasSize(5).extracting(Worker::name).containsOnly("old");
		assertThat(view.count(STAFF, Worker.class)).isEqualTo(5);
		assertThat(this.primary.requests).isZero();
		assertThat(this.template.findById(Worker.class, id(1))).map(Worker::name).contains("new");
		assertThat(this.secondary.requests).isEqualTo(3);
	}

	@Test
	void readsFromTheRegionThatAQueryNames() {
		TableQuery query = STAFF.readFrom(ReadRegion.SECONDARY, MOST).limit(3);
		TableQueries<Worker> workers = this.template.query(Worker.class);
		assertThat(workers.find(query)).hasSize(3).extracting(Worker::name).containsOnly("old");
		assertThat(workers.find(query)).extracting(Worker::etag).containsOnlyNulls();
		assertThat(workers.findOne(query.limit(1))).map(Worker::name).contains("old");
		assertThat(workers.stream(query)).extracting(Worker::name).containsOnly("old");
		assertThat(workers.stream(query, PartitionSegment.ALL)).hasSize(3);
		assertThat(workers.streamParallel(query, 4)).extracting(Worker::name).containsOnly("old");
		assertThat(workers.count(query)).isEqualTo(3);
		assertThat(workers.exists(query)).isTrue();
		assertThat(workers.explain(query)).isEqualTo(workers.explain(STAFF.limit(3)));
		Window<Worker> first = workers.scroll(query);
		assertThat(first.getContent()).extracting(Worker::name).containsOnly("old");
		TableScrollPosition next = (TableScrollPosition) first.positionAt(2);
		assertThat(workers.scroll(query.from(next)).getContent()).hasSize(2);
		assertThat(this.primary.requests).isZero();
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> workers.scroll(STAFF.limit(3).from(next)));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(() -> workers.delete(query))
			.withMessageContaining("nothing can be written");
		assertThat(workers.find(STAFF)).extracting(Worker::name).containsOnly("new");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> STAFF.readFrom(ReadRegion.SECONDARY, Duration.ofSeconds(-1)));
	}

	@Test
	void givesNoVersions() {
		TableTemplate view = reading(ReadRegion.SECONDARY);
		Worker old = view.findById(Worker.class, id(1)).orElseThrow();
		assertThat(old.etag()).isNull();
		assertThat(view.find(STAFF, Worker.class)).extracting(Worker::etag).containsOnlyNulls();
		assertThat(view.find(STAFF.and(where("email").is("w1@contoso.com")), Worker.class)).extracting(Worker::etag)
			.containsExactly((String) null);
		assertThatExceptionOfType(DuplicateKeyException.class).isThrownBy(() -> this.template.save(old));
		assertThat(reading(ReadRegion.SECONDARY_ON_FAILURE).findById(Worker.class, id(1))).map(Worker::etag)
			.isPresent();
	}

	/**
	 * The part is of the secondary region and old, and has the same generation.
	 */
	@Test
	void givesNoVersionToAWideEntityWithAPartOfTheSecondaryRegion() {
		Report saved = this.template.insert(new Report("Sales", 1, "plan", "old", null));
		TableKey key = TableKey.of("Sales", "report_001");
		this.secondary.createTable("Reports");
		for (TableRow row : this.primary.read(RowRequest.of("Reports", null), RowReader.rows()).rows()) {
			this.secondary.write("Reports", new RowWrite.InsertOrReplace(row));
		}
		this.template.merge(Report.class, key, Update.update("text", "new"));
		TableTemplate view = reading(ReadRegion.SECONDARY_ON_FAILURE);
		assertThat(view.findById(Report.class, key)).get()
			.satisfies((report) -> assertThat(report.text()).isEqualTo("new"))
			.satisfies((report) -> assertThat(report.etag()).isNotNull().isNotEqualTo(saved.etag()));
		this.primary.partsFail = true;
		Report mixed = view.findById(Report.class, key).orElseThrow();
		assertThat(mixed.text()).isEqualTo("old");
		assertThat(mixed.etag()).isNull();
		assertThat(view.find(TableQuery.of(where("department").is("Sales")), Report.class)).extracting(Report::etag)
			.containsExactly((String) null);
		this.primary.partsFail = false;
		assertThatExceptionOfType(DuplicateKeyException.class).isThrownBy(() -> this.template.save(mixed));
		assertThat(this.template.findById(Report.class, key)).map(Report::text).contains("new");
	}

	@Test
	void asksThePrimaryRegionAsLongAsItAnswers() {
		TableTemplate view = reading(ReadRegion.SECONDARY_ON_FAILURE);
		assertThat(view.findById(Worker.class, id(1))).map(Worker::name).contains("new");
		assertThat(this.secondary.requests).isZero();
		assertThat(this.statistics).isZero();
		this.primary.fails = true;
		assertThat(view.findById(Worker.class, id(1))).map(Worker::name).contains("old");
		assertThat(view.find(STAFF, Worker.class)).extracting(Worker::name).containsOnly("old");
		assertThatExceptionOfType(TransientDataAccessResourceException.class)
			.isThrownBy(() -> this.template.findById(Worker.class, id(1)));
	}

	@Test
	void endsWithTheFailureOfThePrimaryRegionWhereTheSecondaryIsTooFarBehind() {
		this.primary.fails = true;
		this.clock.pass(Duration.ofMinutes(20));
		assertThatExceptionOfType(TransientDataAccessResourceException.class)
			.isThrownBy(() -> reading(ReadRegion.SECONDARY_ON_FAILURE).findById(Worker.class, id(1)))
			.withMessage("down")
			.satisfies((ex) -> assertThat(ex.getSuppressed()).singleElement()
				.asString()
				.contains("PT20M behind", "at most PT15M"));
		assertThat(this.secondary.requests).isZero();
		this.primary.fails = false;
		assertThat(reading(ReadRegion.SECONDARY).findById(Worker.class, id(1))).map(Worker::name).contains("new");
	}

	@Test
	void asksForTheStalenessOnceAMinute() {
		TableTemplate view = reading(ReadRegion.SECONDARY);
		for (int i = 0; i < 5; i++) {
			view.findById(Worker.class, id(1));
		}
		assertThat(this.statistics).isEqualTo(1);
		this.clock.pass(Duration.ofMinutes(1));
		view.findById(Worker.class, id(1));
		assertThat(this.statistics).isEqualTo(2);
		this.synced = null;
		this.clock.pass(Duration.ofMinutes(1));
		assertThat(view.findById(Worker.class, id(1))).map(Worker::name).contains("new");
		this.synced = this.clock.instant();
		this.clock.pass(Duration.ofMinutes(1));
		assertThat(view.findById(Worker.class, id(1))).map(Worker::name).contains("old");
	}

	@Test
	void readsWhileAnotherThreadAsksForTheStaleness() throws InterruptedException {
		CountDownLatch asked = new CountDownLatch(1);
		CountDownLatch read = new CountDownLatch(1);
		AtomicBoolean inVain = new AtomicBoolean();
		this.template.setSecondary(new SecondaryRegion(this.secondary, () -> {
			if (this.statistics++ == 1) {
				asked.countDown();
				inVain.set(!isCounted(read));
			}
			return MutableClock.START;
		}));
		TableTemplate view = reading(ReadRegion.SECONDARY);
		view.findById(Worker.class, id(1));
		this.clock.pass(Duration.ofMinutes(1));
		Thread thread = new Thread(() -> view.findById(Worker.class, id(1)));
		thread.start();
		assertThat(isCounted(asked)).isTrue();
		assertThat(view.findById(Worker.class, id(1))).map(Worker::name).contains("old");
		this.primary.fails = true;
		assertThat(reading(ReadRegion.SECONDARY_ON_FAILURE).findById(Worker.class, id(1))).map(Worker::name)
			.contains("old");
		read.countDown();
		thread.join();
		assertThat(inVain).as("the reads waited for the request").isFalse();
		assertThat(this.statistics).isEqualTo(2);
	}

	/**
	 * What is asked first leaves half of the time to what comes then.
	 */
	@Test
	void asksForTheAgeWithinTheDeadlineOfTheRead() {
		Duration deadline = Duration.ofSeconds(8);
		List<Duration> times = new ArrayList<>();
		TableGateway region = new ForwardingTableGateway(this.secondary) {

			@Override
			public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select,
					RowReader<T> reader) {
				times.add(RegionTime.share(deadline, SecondaryReadTests.this.clock.instant()));
				return super.read(table, key, select, reader);
			}

		};
		this.template.setSecondary(new SecondaryRegion(region, () -> {
			times.add(RegionTime.share(deadline, this.clock.instant()));
			this.clock.pass(Duration.ofSeconds(3));
			return this.synced;
		}));
		reading(ReadRegion.SECONDARY).findById(Worker.class, id(1));
		assertThat(times).containsExactly(Duration.ofSeconds(4), Duration.ofSeconds(5));
		times.clear();
		reading(ReadRegion.SECONDARY).findById(Worker.class, id(1));
		assertThat(times).as("the age is known").containsExactly(deadline);
		times.clear();
		this.clock.pass(Duration.ofMinutes(2));
		this.primary.fails = true;
		reading(ReadRegion.SECONDARY_ON_FAILURE).findById(Worker.class, id(1));
		assertThat(times).containsExactly(deadline, Duration.ofSeconds(5));
	}

	private static boolean isCounted(CountDownLatch latch) {
		try {
			return latch.await(30, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void leavesAPrimaryRegionAloneThatFailsAgainAndAgain() {
		TableTemplate view = reading(ReadRegion.SECONDARY_ON_FAILURE);
		this.primary.fails = true;
		for (int i = 0; i < 20; i++) {
			assertThat(view.findById(Worker.class, id(1))).map(Worker::name).contains("old");
		}
		assertThat(this.primary.requests).isEqualTo(10);
		this.clock.pass(Duration.ofSeconds(10));
		this.primary.fails = false;
		assertThat(view.findById(Worker.class, id(1))).map(Worker::name).contains("new");
		this.primary.fails = true;
		for (int i = 0; i < 9; i++) {
			view.findById(Worker.class, id(1));
			this.clock.pass(Duration.ofSeconds(2));
		}
		this.primary.requests = 0;
		view.findById(Worker.class, id(1));
		view.findById(Worker.class, id(1));
		assertThat(this.primary.requests).as("ten failures in twenty seconds").isEqualTo(2);
	}

	@Test
	void goesOnInTheRegionWhereAScrollBegan() {
		TableTemplate view = reading(ReadRegion.SECONDARY_ON_FAILURE);
		this.primary.fails = true;
		Window<Worker> first = view.query(Worker.class).scroll(STAFF.limit(2));
		this.primary.fails = false;
		TableScrollPosition position = (TableScrollPosition) first.positionAt(1);
		Window<Worker> second = view.query(Worker.class).scroll(STAFF.limit(2).from(position));
		assertThat(second).extracting(Worker::name).containsExactly("old", "old");
		assertThat(second).extracting(Worker::number).containsExactly(2, 3);
		Window<Worker> other = view.query(Worker.class).scroll(STAFF.limit(2));
		this.primary.fails = true;
		TableScrollPosition ofPrimary = (TableScrollPosition) other.positionAt(1);
		assertThatExceptionOfType(TransientDataAccessResourceException.class)
			.isThrownBy(() -> view.query(Worker.class).scroll(STAFF.limit(2).from(ofPrimary)));
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> this.template.query(Worker.class).scroll(STAFF.limit(2).from(position)))
			.withMessageContaining("another query");
	}

	@Test
	void goesOnWithAScrollOnlyWhileTheSecondaryRegionIsNotTooFarBehind() {
		TableTemplate view = reading(ReadRegion.SECONDARY);
		Window<Worker> first = view.query(Worker.class).scroll(STAFF.limit(2));
		TableQuery next = STAFF.limit(2).from((TableScrollPosition) first.positionAt(1));
		this.secondary.requests = 0;
		this.clock.pass(Duration.ofMinutes(20));
		assertThatExceptionOfType(TransientDataAccessResourceException.class)
			.isThrownBy(() -> view.query(Worker.class).scroll(next))
			.withMessageContainingAll("PT20M behind", "at most PT15M");
		assertThat(this.secondary.requests).isZero();
		this.synced = this.clock.instant();
		this.clock.pass(Duration.ofMinutes(1));
		assertThat(view.query(Worker.class).scroll(next)).extracting(Worker::name).containsExactly("old", "old");
	}

	@Test
	void writesNothing() {
		TableTemplate view = reading(ReadRegion.SECONDARY);
		Worker worker = new Worker("Sales", 9, "w9@contoso.com", "new", null);
		for (Runnable write : List.<Runnable>of(() -> view.insert(worker), () -> view.saveAll(List.of(worker)),
				() -> view.deleteById(Worker.class, id(1)), () -> view.delete(STAFF, Worker.class),
				() -> view.updateWithRetry(Worker.class, id(1), (one) -> one))) {
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(write::run)
				.withMessageContaining("write with the template that they come from");
		}
		assertThat(this.secondary.requests).isZero();
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> view.inPartition("Workers", "Sales").insert(worker).commit())
			.withMessageContaining("write with the template that they come from");
		assertThat(this.template.count(STAFF, Worker.class)).isEqualTo(5);
		assertThat(this.primary.writes).isEqualTo(5);
	}

	@Test
	void findsNothingInATableThatIsNotThere() {
		TableTemplate view = reading(ReadRegion.SECONDARY);
		assertThat(view.find(TableQuery.of(where("id").is("a")), Other.class)).isEmpty();
		assertThat(view.findById(Other.class, TableKey.of("a", "b"))).isEmpty();
		assertThat(this.primary.tables()).doesNotContain("Others");
	}

	@Test
	void usesNoIndexInOtherPartitions() {
		TableTemplate withIndexes = template(() -> mock(DeferredWriteCommitter.class));
		withIndexes.setSecondary(new SecondaryRegion(this.secondary, () -> this.synced));
		TableQuery byCity = TableQuery.of(where("city").is("Bonn"));
		assertThat(withIndexes.query(Guest.class).explain(byCity)).contains("by index city");
		TableTemplate view = withIndexes.reading(ReadRegion.SECONDARY, MOST);
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> view.query(Guest.class).explain(byCity));
		TableRepositoryFactory repositories = new TableRepositoryFactory(withIndexes);
		assertThatExceptionOfType(QueryCreationException.class)
			.isThrownBy(() -> repositories.getRepository(Guests.class))
			.withMessageContaining("with @ReadFrom no index in other partitions is used");
	}

	@Test
	void readsWithAnnotatedMethodsOfRepositories() {
		Workers workers = new TableRepositoryFactory(this.template).getRepository(Workers.class);
		assertThat(workers.findByDepartmentAndEmail("Sales", "w3@contoso.com")).extracting(Worker::name)
			.containsExactly("old");
		assertThat(workers.findByDepartmentAndNumber("Sales", 3)).extracting(Worker::name).containsExactly("new");
	}

	@Test
	void refusesAnnotationsThatCannotBeFollowed() {
		TableRepositoryFactory repositories = new TableRepositoryFactory(this.template);
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> repositories.getRepository(Inherited.class))
			.withMessageContainingAll("findById", "no query method");
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> repositories.getRepository(WithBody.class))
			.withMessage("WithBody.workers is annotated with @ReadFrom and is no query method; declare one, such as "
					+ "findBy… with the key properties");
		assertThatExceptionOfType(QueryCreationException.class)
			.isThrownBy(() -> repositories.getRepository(Deleting.class))
			.withMessageContaining("takes no writes");
		assertThatExceptionOfType(QueryCreationException.class)
			.isThrownBy(() -> repositories.getRepository(Unparsable.class))
			.withMessageContaining("a while");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.template.reading(ReadRegion.SECONDARY, Duration.ofSeconds(-1)));
		this.template.setSecondary(null);
		assertThatExceptionOfType(QueryCreationException.class)
			.isThrownBy(() -> repositories.getRepository(Workers.class))
			.withMessageContaining("TableTemplate.setSecondary");
		assertThatIllegalStateException().isThrownBy(() -> reading(ReadRegion.SECONDARY));
	}

	@Test
	void readsInParallelAndInOtherTables() {
		TableTemplate view = reading(ReadRegion.SECONDARY);
		assertThat(view.findAllById(Worker.class, IntStream.range(0, 5).mapToObj(SecondaryReadTests::id).toList()))
			.hasSize(5)
			.extracting(Worker::name)
			.containsOnly("old");
		assertThat(view.in((type, name) -> "Else" + name).find(STAFF, Worker.class)).isEmpty();
	}

	private static final class Region extends ForwardingTableGateway {

		private volatile boolean fails;

		private volatile boolean partsFail;

		private int requests;

		private int writes;

		Region() {
			super(new EmbeddedTableGateway());
		}

		@Override
		public synchronized <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select,
				RowReader<T> reader) {
			count(this.partsFail && key.rowKey().startsWith(RowParts.ROWS));
			return super.read(table, key, select, reader);
		}

		@Override
		public synchronized <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
			count(false);
			return super.read(request, reader);
		}

		@Override
		public List<@Nullable String> submit(AtomicBatch batch) {
			this.writes++;
			return super.submit(batch);
		}

		private void count(boolean refused) {
			this.requests++;
			if (this.fails || refused) {
				throw new TransientDataAccessResourceException("down",
						new ServiceErrorException(503, "ServerBusy", -1));
			}
		}

	}

	interface Workers extends TableRepository<Worker, TableKey> {

		@ReadFrom(ReadRegion.SECONDARY)
		List<Worker> findByDepartmentAndEmail(String department, String email);

		List<Worker> findByDepartmentAndNumber(String department, int number);

	}

	interface Inherited extends TableRepository<Worker, TableKey> {

		@Override
		@ReadFrom(ReadRegion.SECONDARY)
		Optional<Worker> findById(TableKey id);

	}

	interface WithBody extends TableRepository<Worker, TableKey> {

		List<Worker> findByDepartment(String department);

		@ReadFrom(ReadRegion.SECONDARY)
		default List<Worker> workers() {
			return findByDepartment("Sales");
		}

	}

	interface Deleting extends TableRepository<Worker, TableKey> {

		@ReadFrom(ReadRegion.SECONDARY)
		long deleteByDepartment(String department);

	}

	interface Unparsable extends TableRepository<Worker, TableKey> {

		@ReadFrom(value = ReadRegion.SECONDARY, maxStaleness = "a while")
		List<Worker> findByDepartment(String department);

	}

	interface Guests extends TableRepository<Guest, TableKey> {

		@ReadFrom(ReadRegion.SECONDARY)
		List<Guest> findByCity(String city);

	}

	@Table("Workers")
	@PartitionKey("{department}")
	@RowKey("worker_{number:3}")
	@SecondaryIndex(name = "email", rowKey = "email_{email}")
	record Worker(String department, int number, String email, String name, @Version @Nullable String etag) {

	}

	@Table("Reports")
	@PartitionKey("{department}")
	@RowKey("report_{number:3}")
	record Report(String department, int number, String title, @Part("text") String text,
			@Version @Nullable String etag) {

	}

	@Table("Others")
	record Other(@PartitionKey String id, @RowKey String row) {

	}

	@Table("Guests")
	@PartitionKey("{hotel}")
	@RowKey("guest_{number:3}")
	@SecondaryIndex(name = "city", partitionKey = "city_{city}", rowKey = "city_{hotel}_{number:3}")
	record Guest(String hotel, int number, String city) {

	}

}
