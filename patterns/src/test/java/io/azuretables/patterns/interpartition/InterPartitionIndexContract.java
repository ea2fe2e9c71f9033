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

package io.azuretables.patterns.interpartition;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.azuretables.client.FaultyGateway;
import io.azuretables.client.FaultyGateway.Fault;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexFinding.Kind;
import io.azuretables.patterns.index.IndexReport;
import io.azuretables.patterns.index.IndexState;
import io.azuretables.patterns.internal.message.Envelope;
import io.azuretables.patterns.internal.message.Envelope.Header;
import io.azuretables.patterns.internal.message.Envelope.Phase;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.sample.MeteredGateway.Stopped;
import io.azuretables.plan.RejectedScanException;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.query.Update;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.sample.MutableClock;
import io.azuretables.write.PartialWriteException;
import io.azuretables.write.UniqueIndexException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * What indexes in other partitions promise, over any store.
 */
abstract class InterPartitionIndexContract {

	private Office office;

	abstract TableGateway gateway();

	abstract Function<MutableClock, MessageTransport> transports();

	/**
	 * Where lists are that are not in the table.
	 */
	@Nullable BlobStore blobs() {
		return null;
	}

	@BeforeEach
	void prepare() {
		this.office = office();
	}

	/**
	 * Whether the store is fast enough to try all that can happen to a change.
	 */
	boolean isTried(Change change) {
		return true;
	}

	private Office office() {
		Office fresh = new Office(gateway(), transports(),
				"t" + Long.toString(RandomGenerator.getDefault().nextLong() >>> 1, 36), blobs());
		gateway().createTable(fresh.table());
		return fresh;
	}

	@Test
	void findsAcrossPartitionsWhatWasWritten() {
		this.office.template().insert(Agent.of("Sales", 1, "Rome").withEmail("a@x"));
		this.office.template().insert(Agent.of("Law", 1, "Rome").withEmail("b@x"));
		this.office.template().insert(Agent.of("Law", 2, null));
		this.office.checkLookUps();
		assertThat(Office.keys(this.office.template().find(Office.byCity("Rome"), Agent.class))).containsExactly("Law1",
				"Sales1");
		assertThat(this.office.template().query(Agent.class).explain(Office.byCity("Rome"))).startsWith(
				"KIND_RANGE on Agents by index city; partition city_{city} with city eq ?; row city_{department}_{employeeId:6}; STRONG; entities verified by key, 1 request each");
		this.office.rest();
		this.office.checkAtRest();
		this.office.checkLookUps();
	}

	/**
	 * A writer dies at each of its requests, before it or after it; a worker then dies at
	 * each of its own. What a look-up promises holds right after, and at the end nothing
	 * is missing and nothing left behind.
	 */
	@ParameterizedTest
	@EnumSource(Change.class)
	void isRightAfterDeathAtAnyRequest(Change change) {
		assumeThat(isTried(change)).isTrue();
		long requests = requests(change);
		assertThat(requests).isGreaterThan(2);
		for (long request = 1; request <= requests; request++) {
			for (boolean afterwards : new boolean[] { false, true }) {
				Office crashed = office();
				change.before(crashed);
				crashed.crash().stopAt(request, afterwards);
				assertThatExceptionOfType(Stopped.class).isThrownBy(() -> change.apply(crashed, crashed.template()));
				crashed.crash().reset();
				crashed.checkLookUps();
				crashed.rest();
				crashed.checkAtRest();
				crashed.checkLookUps();
			}
		}
	}

	private long requests(Change change) {
		Office counted = office();
		change.before(counted);
		counted.crash().reset();
		change.apply(counted, counted.template());
		long requests = counted.crash().requests();
		counted.rest();
		counted.checkAtRest();
		return requests;
	}

	@ParameterizedTest
	@EnumSource(Change.class)
	void isRightAfterWorkersDeathAtAnyRequest(Change change) {
		assumeThat(isTried(change)).isTrue();
		for (long request = 1;; request++) {
			Office crashed = office();
			change.before(crashed);
			change.apply(crashed, crashed.template());
			if (!diesWorking(crashed, request)) {
				assertThat(request).isGreaterThan(5);
				return;
			}
			crashed.checkLookUps();
			crashed.rest();
			crashed.checkAtRest();
		}
	}

	private static boolean diesWorking(Office office, long request) {
		office.crash().stopAt(request, request % 2 == 0);
		try {
			office.clock().pass(Duration.ofMinutes(2));
			office.work();
			office.clock().pass(Duration.ofMinutes(12));
			office.work();
			return false;
		}
		catch (Stopped ex) {
			return true;
		}
		finally {
			office.crash().reset();
		}
	}

	/**
	 * The answer to each request is lost in turn. Who changes something learns all the
	 * same what became of it.
	 */
	@ParameterizedTest
	@EnumSource(Change.class)
	void knowsWhatBecameOfChangeWhoseAnswersAreLost(Change change) {
		assumeThat(isTried(change)).isTrue();
		for (Fault fault : Fault.values()) {
			boolean failed = true;
			for (int request = 1; failed; request++) {
				Office office = office();
				change.before(office);
				String before = office.staff();
				FaultyGateway faulty = new FaultyGateway(gateway(), request, fault);
				try {
					change.apply(office, office.template(faulty));
					assertThat(office.staff()).isNotEqualTo(before);
				}
				catch (TransientDataAccessException ex) {
					assertThat(office.staff()).as("%s at %s", fault, request).isEqualTo(before);
				}
				failed = faulty.hasFailed();
				office.checkLookUps();
				office.rest();
				office.checkAtRest();
			}
		}
	}

	/**
	 * A writer sleeps before each of its requests until workers have given it up.
	 */
	@ParameterizedTest
	@EnumSource(Change.class)
	void isRightThoughWriterSleepsAtAnyRequest(Change change) {
		assumeThat(isTried(change)).isTrue();
		long requests = requests(change);
		for (long request = 1; request <= requests; request++) {
			Office office = office();
			change.before(office);
			String before = office.staff();
			office.crash().before(request, () -> {
				office.clock().pass(Duration.ofMinutes(90));
				office.work();
				office.checkLookUps();
			});
			try {
				change.apply(office, office.template());
				assertThat(office.staff()).isNotEqualTo(before);
			}
			catch (TransientDataAccessResourceException ex) {
				assertThat(ex).hasMessageStartingWith("Nothing was written");
				assertThat(office.staff()).isEqualTo(before);
			}
			office.checkLookUps();
			office.clock().pass(Duration.ofMinutes(2));
			office.work();
			office.checkIndexes();
			office.rest();
			office.checkAtRest();
		}
	}

	/**
	 * A message is shown too early, since the clocks of the queue and of the writer
	 * differ: the writer does not notice that it was given up until its transaction is
	 * refused.
	 */
	@Test
	void looksAgainAfterWriterThatWasGivenUpTooEarly() {
		long requests = requests(Change.MOVE);
		for (long request = 2; request <= requests; request++) {
			Office office = office();
			Change.MOVE.before(office);
			office.crash().before(request, () -> {
				office.clock().pass(Duration.ofMinutes(2));
				office.work();
				office.clock().pass(Duration.ofMinutes(-2));
			});
			Change.MOVE.apply(office, office.template());
			assertThat(office.agent("Sales", 1).city()).isEqualTo("Oslo");
			office.clock().pass(Duration.ofMinutes(4));
			office.work();
			office.checkIndexes();
			office.rest();
			office.checkAtRest();
		}
	}

	/**
	 * Somebody else changes the same entity before each request of a writer.
	 */
	@ParameterizedTest
	@EnumSource(value = Change.class, mode = EnumSource.Mode.EXCLUDE, names = "INSERT")
	void isRightThoughAnotherWriterIsFaster(Change change) {
		assumeThat(isTried(change)).isTrue();
		long requests = requests(change);
		for (long request = 1; request <= requests; request++) {
			Office office = office();
			change.before(office);
			office.crash()
				.before(request,
						() -> office.direct()
							.updateWithRetry(Agent.class, Office.ONE,
									(agent) -> agent.in("Bern").withName("Vo").withEmail("two@x")));
			try {
				change.apply(office, office.template());
			}
			catch (OptimisticLockingFailureException ex) {
				assertThat(office.agent("Sales", 1).name()).isEqualTo("Vo");
			}
			office.checkLookUps();
			office.rest();
			office.checkAtRest();
		}
	}

	/**
	 * A request of a writer that is dead, or of a worker, is applied when everybody has
	 * done what there was to do.
	 */
	@Test
	void removesWhatArrivesLate() {
		Change.MOVE.before(this.office);
		List<TableRow> before = this.office.rows();
		Change.MERGE.apply(this.office, this.office.template());
		Change.AGE.apply(this.office, this.office.template());
		this.office.crash().stopAt(6, false);
		assertThatExceptionOfType(Stopped.class)
			.isThrownBy(() -> Change.MOVE.apply(this.office, this.office.template()));
		this.office.crash().reset();
		List<TableRow> half = this.office.rows();
		this.office.clock().pass(Duration.ofMinutes(2));
		this.office.work();
		this.office.checkIndexes();
		List<TableKey> there = this.office.rows().stream().map(TableRow::key).toList();
		Stream.concat(before.stream(), half.stream())
			.filter((row) -> !there.contains(row.key()) && row.get(IndexMapping.ENTITY_PARTITION_KEY) != null)
			.collect(Collectors.toMap(TableRow::key, Function.identity(), (one, other) -> one))
			.values()
			.forEach((row) -> this.office.write(new RowWrite.Insert(row)));
		assertThat(this.office.rows()).hasSizeGreaterThan(there.size() + 3);
		this.office.checkLookUps();
		this.office.clock().pass(Duration.ofMinutes(15));
		this.office.work();
		this.office.clock().pass(Duration.ofHours(25));
		this.office.work();
		this.office.clock().pass(Duration.ofMinutes(11));
		this.office.work();
		this.office.checkAtRest();
	}

	@Test
	void refusesAddressThatAnEntityInAnotherPartitionHas() {
		Change.MOVE.before(this.office);
		assertThatExceptionOfType(UniqueIndexException.class)
			.isThrownBy(() -> this.office.template().insert(Agent.of("Law", 9, "Oslo").withEmail("one@x")))
			.withMessageEndingWith("has the same key \"email_{email} | email\" in the unique index 'email'")
			.satisfies((ex) -> assertThat(ex.getIndex()).isEqualTo("email"));
		assertThatExceptionOfType(UniqueIndexException.class).isThrownBy(() -> this.office.template()
			.merge(Agent.class, Office.ONE, Update.update("email", "law@x").set("city", "Oslo")));
		this.office.template().merge(Agent.class, Office.ONE, Update.update("email", "free@x"));
		this.office.template().insert(Agent.of("Law", 9, "Oslo").withEmail("one@x"));
		assertThatExceptionOfType(DuplicateKeyException.class)
			.isThrownBy(() -> this.office.template().insert(Agent.of("Law", 9, "Oslo").withEmail("other@x")))
			.isNotInstanceOf(UniqueIndexException.class);
		assertThatExceptionOfType(DuplicateKeyException.class).as("the same once more")
			.isThrownBy(() -> this.office.template().insert(Agent.of("Law", 9, "Oslo").withEmail("one@x")))
			.isNotInstanceOf(UniqueIndexException.class)
			.withMessageStartingWith("The Agent with this key is there already");
		this.office.template().insert(Agent.of("Sales", 3, "Oslo").withEmail("other@x"));
		this.office.checkLookUps();
		this.office.rest();
		this.office.checkAtRest();
		this.office.checkLookUps();
	}

	@Test
	void refusesAddressThatTwoOfOneTransactionWant() {
		Change.MOVE.before(this.office);
		assertThatExceptionOfType(UniqueIndexException.class)
			.isThrownBy(this.office.template()
				.inPartition(this.office.table(), "Law")
				.insert(Agent.of("Law", 8, "Oslo").withEmail("law@x"))
				.insert(Agent.of("Law", 9, "Oslo").withEmail("law@x"))::commit)
			.withMessage("Another Agent has the same key \"email_{email} | email\" in the unique index 'email'");
		Agent owner = this.office.agent("Sales", 1);
		assertThatExceptionOfType(UniqueIndexException.class).as("a key changes hands in two transactions")
			.isThrownBy(this.office.template()
				.inPartition(this.office.table(), "Sales")
				.save(owner.withEmail("free@x"))
				.insert(Agent.of("Sales", 9, "Oslo").withEmail("one@x"))::commit);
		this.office.template().save(owner.withEmail("free@x"));
		this.office.template().insert(Agent.of("Sales", 9, "Oslo").withEmail("one@x"));
		this.office.checkLookUps();
		this.office.rest();
		this.office.checkAtRest();
		this.office.checkLookUps();
	}

	@Test
	void takesAddressThatItsFormerOwnerWantsBack() {
		Change.MOVE.before(this.office);
		this.office.template().merge(Agent.class, Office.ONE, Update.update("email", "two@x"));
		this.office.template().merge(Agent.class, Office.ONE, Update.update("email", "one@x"));
		this.office.template().delete(this.office.agent("Sales", 1));
		this.office.template().insert(Agent.of("Law", 9, "Oslo").withEmail("one@x"));
		this.office.checkLookUps();
		this.office.rest();
		this.office.checkAtRest();
	}

	@Test
	void givesAddressToOneOfTwoWhereverTheOtherComesBetween() {
		long requests = requests(Change.INSERT);
		for (long request = 1; request <= requests; request++) {
			Office between = office();
			List<String> owners = new ArrayList<>();
			between.crash().before(request, () -> {
				try {
					owners.add(between.direct().insert(Agent.of("Law", 3, "Oslo").withEmail("new@x")).key());
				}
				catch (UniqueIndexException ex) {
					assertThat(between.agents()).hasSize(1);
				}
			});
			try {
				Change.INSERT.apply(between, between.template());
				owners.add("Sales7");
			}
			catch (UniqueIndexException ex) {
				assertThat(between.agents()).hasSize(1);
			}
			assertThat(between.agents()).extracting(Agent::key).isEqualTo(owners).hasSize(1);
			between.checkLookUps();
			between.rest();
			between.checkAtRest();
		}
	}

	@Test
	void givesAddressToOneOfManyWhoWantIt() throws Exception {
		Change.MOVE.before(this.office);
		ExecutorService threads = Executors.newFixedThreadPool(4);
		AtomicInteger winners = new AtomicInteger();
		List<Future<?>> calls = new ArrayList<>();
		for (int i = 10; i < 30; i++) {
			Agent agent = Agent.of((i % 2 == 0) ? "Sales" : "Law", i, "Oslo").withEmail("wanted@x");
			calls.add(threads.submit(() -> {
				try {
					this.office.direct().insert(agent);
					winners.incrementAndGet();
				}
				catch (UniqueIndexException ex) {
					assertThat(ex.getIndex()).isEqualTo("email");
				}
			}));
		}
		for (Future<?> call : calls) {
			call.get(1, TimeUnit.MINUTES);
		}
		threads.shutdown();
		assertThat(winners).hasValue(1);
		this.office.checkLookUps();
		this.office.rest();
		this.office.checkAtRest();
	}

	@Test
	void writesManyAtOnce() {
		List<Agent> many = new ArrayList<>();
		for (int i = 0; i < 120; i++) {
			many.add(Agent.of((i % 3 == 0) ? "Law" : "Sales", i, Office.CITIES.get(i % 2)).withEmail(i + "@x"));
		}
		List<Agent> written = this.office.template().insertAll(many);
		this.office.checkLookUps();
		List<Agent> changed = new ArrayList<>();
		written.forEach((agent) -> changed.add((agent.employeeId() % 4 == 0) ? agent.in("Bern") : agent));
		List<Agent> saved = this.office.template().saveAll(changed);
		this.office.checkLookUps();
		saved.subList(0, 60).forEach((agent) -> assertThat(agent.etag()).isNotNull());
		this.office.template().deleteAll(saved.subList(0, 60));
		this.office.checkLookUps();
		assertThat(this.office.agents()).hasSize(60);
		assertThatExceptionOfType(PartialWriteException.class)
			.isThrownBy(() -> this.office.template()
				.saveAll(List.of(Agent.of("Law", 500, "Rome").withEmail("100@x"), Agent.of("Law", 501, "Rome"))))
			.satisfies((ex) -> assertThat(ex.getApplied()).hasSize(1))
			.withCauseInstanceOf(UniqueIndexException.class);
		this.office.rest();
		this.office.checkAtRest();
		this.office.checkLookUps();
	}

	@Test
	void costsNothingWhereNoIndexChanges() {
		Change.MOVE.before(this.office);
		Agent one = this.office.agent("Sales", 1);
		this.office.crash().reset();
		Agent saved = this.office.template().save(one);
		assertThat(this.office.crash().requests()).as("a read and a transaction").isEqualTo(2);
		assertThat(this.office.transport().depth()).isZero();
		this.office.crash().reset();
		this.office.template().save(saved.in("Oslo"));
		assertThat(this.office.crash().requests()).as("a message, two rows, and the removal of two, besides")
			.isEqualTo(7);
	}

	@Test
	void readsCopiesAsTheyAreWhereThatIsWanted() {
		Change.MOVE.before(this.office);
		TableQuery byName = TableQuery.of(Criteria.where("name").is("Hall"));
		assertThat(this.office.template().query(Agent.class).explain(byName)).contains("verified by key");
		TableQuery cities = TableQuery.of(Criteria.where("name").is("Hall")).select("city", "name");
		assertThat(this.office.template().query(Agent.class).as(NameAndCity.class).outline(cities).explain())
			.contains("by index name", "STRONG")
			.doesNotContain("verified");
		this.office.crash().reset();
		assertThat(this.office.template().query(Agent.class).as(NameAndCity.class).find(cities))
			.containsExactlyInAnyOrder(new NameAndCity("Hall", "Rome"), new NameAndCity("Hall", "Rome"));
		assertThat(this.office.crash().requests()).isEqualTo(1);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 100 })
	void findsExactlyWhatIsWrongAndMendsIt(int faults) {
		assumeThat(faults < 10 || isTried(Change.INSERT)).isTrue();
		List<Agent> agents = new ArrayList<>();
		for (int i = 0; i < 2 * faults + 10; i++) {
			agents.add(Agent.of("Sales", i, Office.CITIES.get(i % 3)).withEmail(i + "@x"));
		}
		this.office.template().insertAll(agents);
		this.office.rest();
		for (String index : List.of("city", "email", "age", "name")) {
			List<TableRow> rows = this.office.rows(index).subList(0, 2 * faults);
			rows.subList(0, faults).forEach((row) -> this.office.write(new RowWrite.Delete(row.key(), RowWrite.ANY)));
			rows.subList(faults, 2 * faults)
				.forEach((row) -> this.office.write(new RowWrite.Insert(
						row.withKey(new TableKey(row.key().partitionKey(), row.key().rowKey() + "x")))));
			IndexReport found = this.office.administration().verify(Agent.class, index);
			check(found, faults);
			assertThat(found.entities()).isEqualTo(2 * faults + 10);
			check(this.office.administration().rebuild(Agent.class, index), faults);
			assertThat(this.office.administration().verify(Agent.class, index).isClean()).as(index).isTrue();
		}
		this.office.rest();
		this.office.checkAtRest();
		this.office.checkLookUps();
	}

	private static void check(IndexReport report, int faults) {
		assertThat(report.count(Kind.MISSING)).isEqualTo(faults);
		assertThat(report.count(Kind.ORPHANED)).isEqualTo(faults);
		assertThat(report.count(Kind.STALE)).isZero();
		assertThat(report.count(Kind.REFUSED)).isZero();
	}

	@Test
	void keepsListsOfOtherPartitions() {
		this.office.template().insert(Agent.of("Sales", 1, "Rome"));
		this.office.template().insert(Agent.of("Law", 2, "Rome"));
		TableQuery thirty = Office.byAge(30).usingIndex("years");
		assertThat(this.office.template().find(thirty, Agent.class)).as("the worker is still to come").isEmpty();
		this.office.work();
		assertThat(this.office.rows("years")).singleElement()
			.satisfies((row) -> assertThat(row.get("ids")).isEqualTo("Law/000002,Sales/000001"));
		assertThat(Office.keys(this.office.template().find(thirty, Agent.class))).containsExactly("Law2", "Sales1");
		this.office.template().merge(Agent.class, Office.ONE, Update.update("age", 31));
		assertThat(Office.keys(this.office.template().find(thirty, Agent.class))).as("an id that is late")
			.containsExactly("Law2");
		this.office.rest();
		assertThat(Office.keys(this.office.template().find(Office.byAge(31).usingIndex("years"), Agent.class)))
			.containsExactly("Sales1");
		TableRow list = this.office.rows("years").get(0);
		this.office.write(new RowWrite.InsertOrReplace(list.with("ids", "Law/000009")));
		this.office.turnBack();
		assertThat(this.office.administration().rebuild(Agent.class, "years").findings())
			.isEqualTo(Map.of(Kind.ORPHANED, 1L, Kind.MISSING, 1L));
		this.office.checkAtRest();
	}

	/**
	 * The list was just written, as one is that changes all the time. An id in a list
	 * that its young entity may just have left is left to workers.
	 */
	@Test
	void removesAllWrongIdsOfAYoungList() {
		List.of(1, 2, 3).forEach((id) -> this.office.template().insert(Agent.of("Law", id, "Rome")));
		this.office.template().merge(Agent.class, new TableKey("Law", "empid_000003"), Update.update("age", 31));
		this.office.rest();
		this.office.turnBack();
		TableRow list = this.office.rows("years").get(0);
		this.office
			.write(new RowWrite.InsertOrReplace(list.with("ids", "Law/000002,Law/000003,Law/000007,Law/000008")));
		IndexAdministration administration = this.office.administration();
		Map<Kind, Long> found = Map.of(Kind.MISSING, 1L, Kind.ORPHANED, 2L);
		assertThat(administration.verify(Agent.class, "years").findings()).isEqualTo(found);
		assertThat(administration.rebuild(Agent.class, "years").findings()).isEqualTo(found);
		assertThat(this.office.rows("years").get(0).get("ids")).isEqualTo("Law/000001,Law/000002,Law/000003");
		this.office.clock().pass(Duration.ofHours(1));
		assertThat(administration.rebuild(Agent.class, "years").findings()).isEqualTo(Map.of(Kind.ORPHANED, 1L));
		assertThat(this.office.rows("years").get(0).get("ids")).isEqualTo("Law/000001,Law/000002");
		this.office.checkAtRest();
	}

	@Test
	void changesOneListFromManyWorkers() throws Exception {
		List<Agent> agents = new ArrayList<>();
		for (int i = 0; i < 24; i++) {
			agents.add(Agent.of((i % 2 == 0) ? "Law" : "Sales", i, null));
		}
		agents.forEach(this.office.direct()::insert);
		ExecutorService threads = Executors.newFixedThreadPool(4);
		List<Future<?>> workers = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			workers.add(threads.submit(this.office::work));
		}
		for (Future<?> worker : workers) {
			worker.get(1, TimeUnit.MINUTES);
		}
		threads.shutdown();
		assertThat(this.office.template().find(Office.byAge(30).usingIndex("years"), Agent.class)).hasSize(24);
		this.office.rest();
		this.office.checkAtRest();
	}

	/**
	 * An entity that is written again and again is young at any time. What a worker has
	 * done about it is not left to a worker, if the later writes do not change the index.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "age", "years" })
	void findsWhatIsMissingOfAnEntityThatIsAlwaysYoung(String index) {
		this.office.template().insert(Agent.of("Sales", 1, "Rome"));
		IndexAdministration administration = this.office.administration();
		assertThat(administration.verify(Agent.class, index).isClean()).as("the worker is still to come").isTrue();
		assertThat(administration.rebuild(Agent.class, index).isClean()).isTrue();
		assertThat(this.office.rows(index)).isEmpty();
		this.office.rest();
		this.office.rows(index).forEach((row) -> this.office.write(new RowWrite.Delete(row.key(), RowWrite.ANY)));
		this.office.turnBack();
		this.office.template().merge(Agent.class, Office.ONE, Update.update("name", "Jones"));
		assertThat(administration.verify(Agent.class, index).findings()).isEqualTo(Map.of(Kind.MISSING, 1L));
		assertThat(administration.rebuild(Agent.class, index).findings()).isEqualTo(Map.of(Kind.MISSING, 1L));
		assertThat(administration.verify(Agent.class, index).isClean()).isTrue();
		this.office.rest();
		this.office.checkAtRest();
	}

	/**
	 * The message of a write is old, and its entity young: it was written again, or just
	 * imported with its token row.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "age", "years" })
	void findsWhatNoWorkerHasDoneForLong(String index) {
		this.office.clock().pass(Duration.ofHours(-1));
		this.office.template().insert(Agent.of("Sales", 1, "Rome"));
		this.office.turnBack();
		this.office.template().merge(Agent.class, Office.ONE, Update.update("name", "Jones"));
		IndexAdministration administration = this.office.administration();
		assertThat(administration.verify(Agent.class, index).findings()).isEqualTo(Map.of(Kind.MISSING, 1L));
		assertThat(administration.rebuild(Agent.class, index).findings()).isEqualTo(Map.of(Kind.MISSING, 1L));
		assertThat(administration.verify(Agent.class, index).isClean()).isTrue();
		this.office.rest();
		this.office.checkAtRest();
	}

	@Test
	void leavesToWorkersWhatIsYoung() {
		this.office.template().insert(Agent.of("Sales", 1, "Rome"));
		this.office.crash().stopAt(4, true);
		assertThatExceptionOfType(Stopped.class)
			.isThrownBy(() -> Change.MOVE.apply(this.office, this.office.template()));
		this.office.crash().reset();
		assertThat(this.office.rows("city")).as("the row of a write that was not made").hasSize(2);
		assertThat(this.office.administration().verify(Agent.class, "city").isClean()).isTrue();
		assertThat(this.office.administration().rebuild(Agent.class, "city").isClean()).isTrue();
		this.office.rest();
		this.office.checkAtRest();
	}

	@Test
	void fillsIndexesOfEntitiesThatWereThereBefore() {
		for (int i = 0; i < 30; i++) {
			Agent agent = Agent.of((i % 2 == 0) ? "Law" : "Sales", i, Office.CITIES.get(i % 3))
				.withEmail((i < 28) ? i + "@x" : "27@x");
			this.office.write(new RowWrite.Insert(this.office.direct().converter().write(agent)));
		}
		IndexAdministration indexes = this.office.newIndexes("city");
		assertThatExceptionOfType(RejectedScanException.class)
			.isThrownBy(() -> this.office.template().find(Office.byCity("Rome"), Agent.class));
		assertThat(indexes.state(Agent.class, "city")).isEqualTo(IndexState.WRITE_ONLY);
		Set<IndexState> seen = new HashSet<>();
		assertThat(indexes.backfill(Agent.class, "city", (progress) -> seen.add(indexes.state(Agent.class, "city")))
			.isClean()).isTrue();
		assertThat(seen).containsExactly(IndexState.BACKFILLING);
		assertThat(indexes.state(Agent.class, "city")).isEqualTo(IndexState.READABLE);
		assertThat(this.office.template().find(Office.byCity("Rome"), Agent.class)).hasSize(10);
		IndexReport emails = indexes.rebuild(Agent.class, "email");
		assertThat(emails.count(Kind.MISSING)).isEqualTo(28);
		assertThat(emails.count(Kind.REFUSED)).isEqualTo(2);
		assertThat(indexes.rebuild(Agent.class, "age").count(Kind.MISSING)).isEqualTo(30);
		assertThat(indexes.rebuild(Agent.class, "years").count(Kind.MISSING)).isEqualTo(30);
		this.office.template().merge(Agent.class, TableKey.of("Law", "empid_000028"), Update.update("email", "28@x"));
		this.office.template().merge(Agent.class, TableKey.of("Sales", "empid_000029"), Update.update("email", "29@x"));
		this.office.template()
			.merge(Agent.class, TableKey.of("Law", "empid_000000"), Update.update("email", "new@x").remove("city"));
		indexes.rebuild(Agent.class, "name");
		indexes.rebuild(Agent.class, "email");
		this.office.rest();
		indexes.rebuild(Agent.class, "near");
		this.office.forgetStates();
		this.office.checkAtRest();
		this.office.checkLookUps();
	}

	@Test
	void goesOnWhereRebuildWasStopped() {
		Change.MOVE.before(this.office);
		List<TableScrollPosition> positions = new ArrayList<>();
		TableRow lost = this.office.rows("city").get(0);
		this.office.write(new RowWrite.Delete(lost.key(), RowWrite.ANY));
		assertThat(this.office.administration()
			.rebuild(Agent.class, "city", null, (progress) -> positions.add(progress.position()))
			.count(Kind.MISSING)).isEqualTo(1);
		assertThat(positions).isNotEmpty();
		this.office.write(new RowWrite.Delete(lost.key(), RowWrite.ANY));
		assertThat(this.office.administration().rebuild(Agent.class, "city", positions.get(0), (progress) -> {
		}).isClean()).as("entities lie before the position").isTrue();
		assertThat(this.office.administration().rebuild(Agent.class, "city").count(Kind.MISSING)).isEqualTo(1);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(
				() -> this.office.administration().rebuild(Agent.class, "email", positions.get(0), (progress) -> {
				}))
			.withMessageContaining("another index than Agent.email");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.office.administration().verify(Agent.class, "phone"))
			.withMessageStartingWith("Agent has no index 'phone'; it has [");
		assertThat(this.office.administration().drop(Agent.class, "city")).isEqualTo(2);
		assertThat(this.office.rows("city")).isEmpty();
	}

	@Test
	void findsThroughOneIndexOrNotAtAll() {
		Change.MOVE.before(this.office);
		assertThat(this.office.indexes().find(Agent.class, "city", Office.byCity("Rome"))).extracting(Agent::key)
			.containsExactly("Law1", "Sales1");
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> this.office.indexes().find(Agent.class, "city", Office.byEmail("one@x")))
			.withMessageStartingWith(
					"A query for Agent insists on the index 'city', and index city holds no row where ")
			.withMessageEndingWith(". Without usingIndex, the index 'email' answers it");
	}

	@Test
	void tellsHowFarWorkersAreBehind() {
		assertThat(this.office.indexes().lag()).isZero();
		this.office.template().insert(Agent.of("Sales", 1, "Rome"));
		assertThat(this.office.indexes().depth()).isEqualTo(2);
		this.office.work();
		assertThat(this.office.indexes().lag()).isZero();
		this.office.clock().pass(Duration.ofMinutes(5));
		assertThat(this.office.indexes().lag()).isBetween(Duration.ofMinutes(4), Duration.ofMinutes(5));
		this.office.work();
		assertThat(this.office.indexes().lag()).isZero();
		for (int round = 0; round < 2; round++) {
			this.office.clock().pass(Duration.ofMinutes(5));
			assertThat(this.office.indexes().lag()).as("forgetting is due").isLessThan(Duration.ofSeconds(30));
			assertThat(this.office.indexes().depth()).isPositive();
			this.office.work();
		}
		assertThat(this.office.indexes().depth()).isZero();
		this.office.template().insert(Agent.of("Sales", 2, "Rome"));
		this.office.work();
		this.office.clock().pass(Duration.ofMinutes(2));
		this.office.work();
		this.office.clock().pass(Duration.ofMinutes(13));
		assertThat(this.office.indexes().lag()).as("forgetting is late")
			.isBetween(Duration.ofMinutes(4), Duration.ofMinutes(6));
		this.office.work();
		assertThat(this.office.indexes().lag()).isZero();
	}

	@Test
	void sendsLostMessagesAgainOnceInAWhile() {
		this.office.template().insert(Agent.of("Sales", 1, "Rome"));
		this.office.loseMessages();
		this.office.clock().pass(Duration.ofMinutes(2));
		this.office.loseMessages();
		this.office.clock().pass(Duration.ofHours(2));
		assertThat(this.office.indexes().sweep(Agent.class, Duration.ofHours(1))).isEqualTo(1);
		assertThat(this.office.indexes().sweep(Agent.class, Duration.ofHours(1))).isZero();
		this.office.clock().pass(Duration.ofHours(2));
		assertThat(this.office.indexes().sweep(Agent.class, Duration.ofHours(1))).isEqualTo(1);
		this.office.rest();
		this.office.checkAtRest();
	}

	@Test
	void keepsMessagesOfOtherTypes() {
		Envelope other = Envelope.of(new Header("id", "~other", this.office.clock().instant(), null), "");
		this.office.transport().send(this.office.format().write(other), Duration.ZERO);
		assertThat(this.office.indexes().poll(Duration.ofSeconds(30))).isEqualTo(1);
		assertThat(this.office.indexes().depth()).isEqualTo(1);
		assertThat(this.office.indexes().poll(Duration.ofSeconds(30))).isZero();
	}

	@Test
	void givesUpWhatCannotBeRead() {
		this.office.transport().send(this.office.transport().signature().sign("hello"), Duration.ZERO);
		assertThat(this.office.indexes().poll(Duration.ofSeconds(30))).isEqualTo(1);
		assertThat(this.office.indexes().depth()).isZero();
		assertThat(this.office.queue().poison().depth()).isEqualTo(1);
	}

	/**
	 * The first of several messages takes so long that others may have received the rest.
	 */
	@Test
	void leavesToOthersWhatMayBeTheirsByNow() {
		for (int i = 0; i < 3; i++) {
			this.office.template().insert(Agent.of("Sales", i, Office.CITIES.get(i)));
		}
		this.office.clock().pass(Duration.ofMinutes(2));
		this.office.crash().before(2, () -> this.office.clock().pass(Duration.ofSeconds(31)));
		int received = this.office.indexes().poll(Duration.ofSeconds(30));
		this.office.crash().reset();
		assertThat(received).isGreaterThan(3);
		this.office.clock().pass(Duration.ofMinutes(1));
		assertThat(this.office.transport().receive(32, Duration.ofSeconds(1))).hasSize(received)
			.allSatisfy((message) -> assertThat(this.office.read(message).progress().phase()).isEqualTo(Phase.HANDLE));
		this.office.rest();
		this.office.checkAtRest();
	}

	@Test
	void waitsForProcessThatKnowsTheClass() {
		InterPartitionIndexTemplate stranger = this.office.stranger();
		Change.MOVE.before(this.office);
		Change.AGE.apply(this.office, this.office.template());
		assertThat(stranger.tables()).isEmpty();
		assertThat(stranger.poll(Duration.ofSeconds(30))).isEqualTo(1);
		assertThat(stranger.poll(Duration.ofSeconds(30))).isZero();
		for (int attempt = 0; attempt < 10; attempt++) {
			this.office.clock().pass(Duration.ofMinutes(5));
			assertThat(stranger.poll(Duration.ofSeconds(30))).isEqualTo(1);
		}
		this.office.clock().pass(Duration.ofMinutes(2));
		assertThat(this.office.indexes().poll(Duration.ofSeconds(30))).as("longer each time").isZero();
		assertThat(this.office.rows("age")).as("the row of before").hasSize(2);
		this.office.clock().pass(Duration.ofMinutes(3));
		assertThat(this.office.indexes().poll(Duration.ofSeconds(30))).isEqualTo(1);
		this.office.checkIndexes();
		this.office.rest();
		this.office.checkAtRest();
	}

	record NameAndCity(String name, String city) {

	}

	/**
	 * What changes in the office.
	 */
	enum Change {

		INSERT((office, template) -> template.insert(Agent.of("Sales", 7, "Rome").withEmail("new@x"))),

		MOVE((office, template) -> template.save(office.agent("Sales", 1).in("Oslo"))),

		LEAVE((office, template) -> template.save(office.agent("Sales", 1).in(null).withEmail(null))),

		MERGE((office, template) -> template.merge(Agent.class, Office.ONE,
				Update.update("city", "Bern").set("email", "other@x").set("name", "Cao"))),

		RETRY((office, template) -> template.updateWithRetry(Agent.class, Office.ONE,
				(agent) -> agent.in("Bern").withAge(40))),

		AGE((office, template) -> template.merge(Agent.class, Office.ONE, Update.update("age", 55))),

		TRANSACTION((office, template) -> template.inPartition(office.table(), "Sales")
			.insert(Agent.of("Sales", 8, "Rome"))
			.replace(office.agent("Sales", 1).in("Oslo"))
			.commit()),

		DELETE((office, template) -> template.delete(office.agent("Sales", 1))),

		DELETE_BY_ID((office, template) -> template.deleteById(Agent.class, Office.ONE));

		private final BiConsumer<Office, TableTemplate> action;

		Change(BiConsumer<Office, TableTemplate> action) {
			this.action = action;
		}

		void before(Office office) {
			office.template().insert(Agent.of("Sales", 1, "Rome").withEmail("one@x"));
			office.template().insert(Agent.of("Law", 1, "Rome").withEmail("law@x"));
			office.rest();
		}

		void apply(Office office, TableTemplate template) {
			this.action.accept(office, template);
		}

	}

}
