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
package io.azuretables.patterns.move;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

import io.azuretables.callback.BeforeConvertCallback;
import io.azuretables.client.FaultyGateway;
import io.azuretables.client.FaultyGateway.Fault;
import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Movable;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RollingTable;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TablePeriod;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.largevalue.LargeValue;
import io.azuretables.patterns.move.MoveFinding.State;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.sample.CrashPoint;
import io.azuretables.patterns.sample.MeteredGateway.Stopped;
import io.azuretables.patterns.sample.QueueWorld;
import io.azuretables.patterns.sample.Store;
import io.azuretables.patterns.summary.Summary;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.write.EntityMovingException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.annotation.Version;
import org.springframework.data.mapping.callback.EntityCallbacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * What moves promise, over any stores.
 */
abstract class MoveContract {

	private static final String TABLE = "Colleagues";

	private static final TableKey SALES = TableKey.of("Sales", "col_1");

	private static final TableKey MARKETING = TableKey.of("Marketing", "col_1");

	/**
	 * More than any move needs.
	 */
	private static final int MOST_REQUESTS = 30;

	private final CrashPoint process = new CrashPoint();

	private String prefix;

	private QueueWorld world;

	private Store store;

	private MoveTemplate<Colleague> moves;

	private MoveTemplate<Colleague> crashing;

	abstract QueueWorld open();

	@BeforeEach
	void prepare() {
		this.prefix = "m" + Long.toString(RandomGenerator.getDefault().nextLong() >>> 1, 36);
		this.world = open();
		this.store = Store.over(this.world.gateway(), this.prefix);
		this.store.gateway().createTable(table());
		this.moves = moves(this.store, this.world.connection());
		this.crashing = moves(Store.over(this.process.over(this.world.gateway()), this.prefix),
				this.process.over(this.world.connection()));
	}

	private String table() {
		return this.prefix + TABLE;
	}

	private EventuallyConsistentQueueTemplate queue(Store at, QueueConnection connection) {
		return new EventuallyConsistentQueueTemplate(at.template(), at.gateway(), connection,
				QueueOptions.DEFAULTS.withClock(this.world.clock()));
	}

	private MoveTemplate<Colleague> moves(Store at, QueueConnection connection) {
		return new MoveTemplate<>(at.template(), queue(at, connection), Colleague.class);
	}

	private QueueWorker worker(Store at, QueueConnection connection) {
		return new QueueWorker(queue(at, connection), MessageHandlers.none().with(moves(at, connection).handler()));
	}

	/**
	 * Lets a worker do all that is left to do.
	 */
	private void settle() {
		this.world.settle(worker(this.store, this.world.connection()));
	}

	private Colleague inserted() {
		return this.store.template().insert(Colleague.of("Sales", "1"));
	}

	private Optional<Colleague> read(TableKey key) {
		return this.store.template().findById(Colleague.class, key);
	}

	/**
	 * All keys of the table.
	 */
	private TreeSet<String> keys() {
		TreeSet<String> keys = new TreeSet<>();
		Stream.of("Sales", "Marketing").forEach((department) -> rows(department).forEach((row) -> {
			assertThat(row.get(RowWrite.MOVE)).as("a mark at rest").isNull();
			keys.add(department + " " + row.key().rowKey());
		}));
		return keys;
	}

	private List<TableRow> rows(String department) {
		return this.store.rows(table(), "PartitionKey eq '" + department + "'");
	}

	private List<Colleague> byName(String department) {
		return this.store.template()
			.find(TableQuery.of(Criteria.where("department").is(department).and(Criteria.where("name").is("Ann"))),
					Colleague.class);
	}

	private void isIn(String department) {
		assertThat(keys()).containsExactly(department + " col_1", department + " name_Ann_1");
		assertThat(byName(department)).hasSize(1);
		this.store.template().save(read(TableKey.of(department, "col_1")).orElseThrow());
	}

	@Test
	void isUsedAsThePageSays() {
		TableTemplate template = this.store.template();
		EventuallyConsistentQueueTemplate queue = queue(this.store, this.world.connection());
		template.insert(Colleague.of("Sales", "1"));
		TableKey id = SALES;
		// tag::move[]
		MoveTemplate<Colleague> moves = new MoveTemplate<>(template, queue, Colleague.class);
		Colleague ann = template.findById(Colleague.class, id).orElseThrow();
		Colleague moved = moves.move(ann, (one) -> one.in("Marketing"));
		Optional<Colleague> found = moves.find(id, TableKey.of("Marketing", "col_1"));
		// end::move[]
		assertThat(found).contains(moved);
	}

	@ParameterizedTest
	@ValueSource(strings = { "*", "", " ", "5", "* col_1" })
	void refusesVersionsThatNoRowCanHave(String version) {
		Colleague ann = inserted();
		Colleague forged = new Colleague(ann.department(), ann.id(), ann.name(), 300, version);
		for (String department : List.of("Sales", "Marketing")) {
			assertThatExceptionOfType(OptimisticLockingFailureException.class).isThrownBy(
					() -> this.moves.move(forged, (one) -> new Colleague(department, "2", one.name(), 300, null)));
		}
		assertThat(read(SALES)).contains(ann);
	}

	@Test
	void movesWithinAPartitionInOneTransaction() {
		Colleague ann = inserted();
		Colleague taken = this.store.template().insert(Colleague.of("Sales", "3"));
		this.store.gateway().reset();
		Colleague moved = this.moves.move(ann, (one) -> new Colleague("Sales", "2", one.name(), 200, null));
		assertThat(this.store.gateway().requests()).isEqualTo(2);
		assertThat(this.world.connection().queue().depth()).isZero();
		assertThat(this.store.template().findById(Colleague.class, TableKey.of("Sales", "col_2"))).contains(moved);
		assertThat(keys()).containsExactly("Sales col_2", "Sales col_3", "Sales name_Ann_2", "Sales name_Ann_3");
		assertThatExceptionOfType(DuplicateKeyException.class)
			.isThrownBy(() -> this.moves.move(moved, (one) -> new Colleague("Sales", "3", one.name(), 200, null)))
			.withMessageContainingAll("The Colleague was not moved, since another row has the new key",
					"give it another key")
			.withMessageNotContaining("col_3");
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> this.moves.move(ann, (one) -> new Colleague("Sales", "4", one.name(), 200, null)));
		assertThat(read(TableKey.of("Sales", "col_3"))).contains(taken);
		assertThat(this.store.template().save(moved.earning(300)).salary()).isEqualTo(300);
	}

	@Test
	void movesToAnotherPartition() {
		Colleague ann = inserted();
		Colleague moved = this.moves.move(ann, (one) -> one.in("Marketing").earning(200));
		assertThat(moved).isEqualTo(read(MARKETING).orElseThrow()).extracting(Colleague::salary).isEqualTo(200);
		assertThat(read(SALES)).isEmpty();
		assertThat(byName("Sales")).isEmpty();
		settle();
		isIn("Marketing");
		Colleague back = this.moves.move(read(MARKETING).orElseThrow(), (one) -> one.in("Sales"));
		settle();
		assertThat(read(SALES)).contains(back);
		isIn("Sales");
	}

	@Test
	void takesFourRequestsAndAReadForAnIndex() {
		Colleague ann = inserted();
		this.crashing.move(ann, (one) -> one.in("Marketing"));
		assertThat(this.process.requests()).isEqualTo(5);
		this.world.gateway().createTable(this.prefix + "Plain");
		Store counted = Store.over(this.process.over(this.world.gateway()), this.prefix);
		QueueConnection connection = this.process.over(this.world.connection());
		Plain plain = counted.template().insert(new Plain("Sales", "1", null));
		MoveTemplate<Plain> template = new MoveTemplate<>(counted.template(), queue(counted, connection), Plain.class);
		this.process.reset();
		template.move(plain, (one) -> new Plain("Marketing", "1", null));
		assertThat(this.process.requests()).isEqualTo(4);
	}

	@Test
	void takesThreeRequestsToRefuseAVersionAndEightToRefuseAKey() {
		Colleague ann = inserted();
		this.store.template().insert(Colleague.of("Marketing", "1"));
		assertThatExceptionOfType(DuplicateKeyException.class)
			.isThrownBy(() -> this.crashing.move(ann, (one) -> one.in("Marketing")));
		assertThat(this.process.requests()).isEqualTo(8);
		this.process.reset();
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> this.crashing.move(ann, (one) -> one.in("Marketing")));
		assertThat(this.process.requests()).isEqualTo(3);
	}

	@Test
	void savesWhatKeepsItsKey() {
		Colleague changed = this.moves.move(inserted(), (one) -> one.earning(7));
		assertThat(read(SALES)).contains(changed).get().extracting(Colleague::salary).isEqualTo(7);
	}

	@Test
	void isNotNewToCallbacks() {
		List<String> seen = new ArrayList<>();
		Colleague ann = inserted();
		BeforeConvertCallback<Colleague> callback = (entity, table) -> {
			seen.add(entity.department() + (entity.etag() != null));
			return entity;
		};
		EntityCallbacks callbacks = EntityCallbacks.create();
		callbacks.addEntityCallback(callback);
		this.store.template().setEntityCallbacks(callbacks);
		this.moves.move(ann, (one) -> one.in("Marketing"));
		assertThat(seen).containsExactly("Marketingtrue");
	}

	@Test
	void movesWhatWasReadFromAnIndexRow() {
		inserted();
		Colleague indexed = byName("Sales").get(0);
		assertThat(indexed.etag()).contains(" ");
		Colleague stale = byName("Sales").get(0);
		this.store.template().save(read(SALES).orElseThrow().earning(300));
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> this.moves.move(stale, (one) -> one.in("Marketing")));
		Colleague moved = this.moves.move(byName("Sales").get(0), (one) -> one.in("Marketing"));
		assertThat(moved.salary()).isEqualTo(300);
		settle();
		isIn("Marketing");
	}

	@Test
	void refusesAKeyThatIsTaken() {
		Colleague ann = inserted();
		Colleague other = this.store.template().insert(Colleague.of("Marketing", "1").earning(1));
		assertThatExceptionOfType(DuplicateKeyException.class)
			.isThrownBy(() -> this.moves.move(ann, (one) -> one.in("Marketing")))
			.withMessageContainingAll("The Colleague was not moved, since another row has the new key",
					"give it another key")
			.withMessageNotContaining("Marketing");
		assertThat(this.world.connection().queue().depth()).isZero();
		assertThat(read(MARKETING)).contains(other);
		Colleague left = read(SALES).orElseThrow();
		assertThat(left.salary()).isEqualTo(100);
		assertThat(this.store.template().save(left.earning(5)).salary()).isEqualTo(5);
		assertThat(keys()).hasSize(4);
	}

	@Test
	void refusesAnOldVersion() {
		Colleague ann = inserted();
		this.store.template().save(ann.earning(5));
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> this.moves.move(ann, (one) -> one.in("Marketing")))
			.withMessageContaining("changed, moved or deleted");
		assertThat(this.world.connection().queue().depth()).isZero();
		isIn("Sales");
	}

	@Test
	void summariesGoAlong() {
		this.store.template()
			.addCompanions(Summary.of(Colleague.class, "Staff")
				.key("{department}", "sum_staff")
				.count("employees")
				.sum("salaries", "salary"));
		this.moves.move(inserted(), (one) -> one.in("Marketing").earning(40));
		assertThat(summary("Sales")).isEqualTo("0 0");
		assertThat(summary("Marketing")).isEqualTo("1 40");
		settle();
		assertThat(summary("Marketing")).isEqualTo("1 40");
	}

	private @Nullable String summary(String department) {
		TableRow row = this.store.gateway().read(table(), TableKey.of(department, "sum_staff"), null, RowReader.rows());
		return (row != null) ? row.get("employees") + " " + row.get("salaries") : null;
	}

	/**
	 * The process that moves dies at each request, before it and after it.
	 */
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void isInOnePlaceWhereverTheMoverDies(boolean afterwards) {
		atEachRequest((request) -> {
			Colleague ann = inserted();
			this.process.stopAt(request, afterwards);
			Throwable end = catchThrowable(() -> this.crashing.move(ann, (one) -> one.in("Marketing").earning(200)));
			assertThat(end).isInstanceOfAny(Stopped.class).as("request " + request);
			Colleague live = this.moves.find(SALES, MARKETING).orElseThrow();
			settle();
			isIn(live.department());
			assertThat(live.salary()).isEqualTo(live.department().equals("Sales") ? 100 : 200);
		}, 5);
	}

	/**
	 * The worker dies at each request, after the process that moves has.
	 */
	@ParameterizedTest
	@ValueSource(ints = { 3, 4 })
	void isInOnePlaceWhereverTheWorkerDies(int moverStopsAt) {
		atEachRequest((request) -> {
			Colleague ann = inserted();
			this.process.stopAt(moverStopsAt, false);
			catchThrowable(() -> this.crashing.move(ann, (one) -> one.in("Marketing")));
			this.world.pass(Duration.ofMinutes(2));
			this.process.stopAt(request, request % 2 == 0);
			catchThrowable(() -> worker(Store.over(this.process.over(this.world.gateway()), this.prefix),
					this.process.over(this.world.connection()))
				.step());
			settle();
			isIn((moverStopsAt == 3) ? "Sales" : "Marketing");
		}, 6);
	}

	private void atEachRequest(IntConsumer cell, int requests) {
		for (int request = 1; request <= requests; request++) {
			cell.accept(request);
			this.process.reset();
			Stream.of(SALES, MARKETING).forEach((key) -> this.store.template().deleteById(Colleague.class, key));
			assertThat(keys()).isEmpty();
		}
	}

	/**
	 * The answer to each request is lost, whether it was applied or not.
	 */
	@ParameterizedTest
	@EnumSource
	void isInOnePlaceWhateverAnswerIsLost(Fault fault) {
		boolean failed = true;
		for (int request = 1; failed; request++) {
			assertThat(request).isLessThan(MOST_REQUESTS);
			Colleague ann = inserted();
			FaultyGateway faulty = new FaultyGateway(this.world.gateway(), request, fault);
			MoveTemplate<Colleague> mover = moves(Store.over(faulty, this.prefix), this.world.connection());
			Colleague moved = null;
			DataAccessException failure = null;
			try {
				moved = mover.move(ann, (one) -> one.in("Marketing"));
			}
			catch (DataAccessException ex) {
				failure = ex;
			}
			failed = faulty.hasFailed();
			if (moved != null) {
				assertThat(read(MARKETING)).contains(moved);
			}
			settle();
			boolean refused = failure != null && !(failure instanceof WriteOutcomeUnknownException);
			isIn((moved != null) ? "Marketing"
					: refused ? "Sales" : this.moves.find(SALES, MARKETING).orElseThrow().department());
			Stream.of(SALES, MARKETING).forEach((key) -> this.store.template().deleteById(Colleague.class, key));
		}
	}

	@Test
	void refusesWritesWhileItMoves() {
		Colleague ann = inserted();
		this.process.stopAt(3, false);
		catchThrowable(() -> this.crashing.move(ann, (one) -> one.in("Marketing")));
		Colleague frozen = read(SALES).orElseThrow();
		assertThat(this.moves.find(SALES)).contains(frozen);
		assertThatExceptionOfType(EntityMovingException.class)
			.isThrownBy(() -> this.store.template().save(frozen.earning(1)));
		assertThatExceptionOfType(EntityMovingException.class)
			.isThrownBy(() -> this.store.template().deleteById(Colleague.class, SALES));
		assertThatExceptionOfType(EntityMovingException.class)
			.isThrownBy(() -> this.moves.move(frozen, (one) -> one.in("Support")));
		assertThatExceptionOfType(EntityMovingException.class)
			.isThrownBy(() -> this.moves.move(byName("Sales").get(0), (one) -> one.in("Support")));
		assertThatExceptionOfType(EntityMovingException.class)
			.isThrownBy(() -> this.moves.move(frozen, (one) -> new Colleague("Sales", "9", "Ann", 1, null)));
		settle();
		isIn("Sales");
	}

	@Test
	void findsWhatMoves() {
		Colleague ann = inserted();
		this.process.stopAt(4, false);
		catchThrowable(() -> this.crashing.move(ann, (one) -> one.in("Marketing")));
		assertThat(read(SALES)).isPresent();
		Colleague moved = read(MARKETING).orElseThrow();
		this.process.reset();
		assertThat(this.crashing.find(SALES)).contains(moved);
		assertThat(this.process.requests()).isEqualTo(4);
		Colleague changed = this.store.template().save(moved.earning(9));
		assertThat(this.moves.find(SALES)).contains(changed);
		assertThat(this.moves.find(SALES, MARKETING)).contains(changed);
		this.store.template().delete(changed);
		assertThat(this.moves.find(SALES)).isEmpty();
		assertThat(this.moves.find(SALES, MARKETING)).isEmpty();
		Colleague other = this.store.template().insert(Colleague.of("Marketing", "1"));
		settle();
		assertThat(read(SALES)).isEmpty();
		assertThat(read(MARKETING)).contains(other);
	}

	/**
	 * The worker has the message while the process that moves sleeps.
	 */
	@ParameterizedTest
	@ValueSource(ints = { 2, 3 })
	void refusesAMoveThatWasGivenUp(int sleepsBefore) {
		Colleague ann = inserted();
		this.process.before(sleepsBefore, () -> {
			this.world.pass(Duration.ofMinutes(2));
			worker(this.store, this.world.connection()).step();
		});
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> this.crashing.move(ann, (one) -> one.in("Marketing")));
		assertThat(read(MARKETING)).isEmpty();
		assertThat(read(SALES).orElseThrow()).extracting(Colleague::salary).isEqualTo(100);
		settle();
		assertThat(rows("Sales")).hasSize(2).allSatisfy((row) -> assertThat(row.get(RowWrite.MOVE)).isNull());
	}

	@ParameterizedTest
	@ValueSource(ints = { 3, 4 })
	void sweepsMovesWhoseMessageWasLost(int stopsAt) {
		Colleague ann = inserted();
		this.process.stopAt(stopsAt, false);
		catchThrowable(() -> this.crashing.move(ann, (one) -> one.in("Marketing")));
		this.world.pass(Duration.ofMinutes(2));
		this.world.connection()
			.queue()
			.receive(32, Duration.ofSeconds(1))
			.forEach(this.world.connection().queue()::delete);
		settle();
		List<MoveFinding> findings = new ArrayList<>();
		assertThat(this.moves.verify(findings::add)).isEqualTo(1);
		assertThat(findings).singleElement().satisfies((finding) -> {
			assertThat(finding.source()).isEqualTo(SALES);
			assertThat(finding.target()).isEqualTo(MARKETING);
			assertThat(finding.state()).isEqualTo((stopsAt == 3) ? State.MARKED : State.MOVED);
			assertThat(finding.toString()).doesNotContain("Sales").doesNotContain("col_1");
		});
		assertThat(this.moves.sweep(Duration.ofDays(1))).isZero();
		assertThat(this.moves.sweep(Duration.ofMinutes(1))).isEqualTo(1);
		settle();
		assertThat(this.moves.verify(findings::add)).isZero();
		isIn((stopsAt == 3) ? "Sales" : "Marketing");
	}

	@Test
	void refusesClassesThatCannotMove() {
		refuses(Unmarked.class, "@Movable");
		refuses(Rolling.class, "@RollingTable");
		refuses(Unique.class, "'byEmail'");
		refuses(Unprefixed.class, "literal");
		refuses(WithPhoto.class, "LargeValue 'photo'");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.moves.move(Colleague.of("Sales", "1"), (one) -> one.in("Marketing")))
			.withMessageContaining("has no version");
	}

	private void refuses(Class<?> type, String reason) {
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(
					() -> new MoveTemplate<>(this.store.template(), queue(this.store, this.world.connection()), type))
			.withMessageContaining("To move entities, " + type.getSimpleName())
			.withMessageContaining(reason);
	}

	/**
	 * Has no index.
	 */
	@Table("Plain")
	@PartitionKey("{department}")
	@RowKey("plain_{id}")
	@Movable
	record Plain(String department, String id, @Version @Nullable String etag) {

	}

	/**
	 * Does not say that it moves.
	 */
	@Table("Unmarked")
	@PartitionKey("{department}")
	@RowKey("un_{id}")
	record Unmarked(String department, String id, @Version @Nullable String etag) {

	}

	/**
	 * Lies in tables by time.
	 */
	@Table("Rolling")
	@PartitionKey("{department}")
	@RowKey("rolling_{at}")
	@RollingTable(period = TablePeriod.HOURLY, property = "at", retention = "P10D")
	@Movable
	record Rolling(String department, Instant at, @Version @Nullable String etag) {

	}

	/**
	 * Has a key that is unique everywhere.
	 */
	@Table("Unique")
	@PartitionKey("{department}")
	@RowKey("unique_{id}")
	@SecondaryIndex(name = "byEmail", partitionKey = "email", rowKey = "email_{email}", unique = true)
	@Movable
	record Unique(String department, String id, String email, @Version @Nullable String etag) {

	}

	/**
	 * Cannot be told from a token row.
	 */
	@Table("Unprefixed")
	@PartitionKey("{department}")
	@RowKey("{id}")
	@Movable
	record Unprefixed(String department, String id, @Version @Nullable String etag) {

	}

	/**
	 * Has a content in a blob.
	 */
	@Table("WithPhoto")
	@PartitionKey("{department}")
	@RowKey("photo_{id}")
	@Movable
	record WithPhoto(String department, String id, @Nullable LargeValue photo, @Version @Nullable String etag) {

	}

}
