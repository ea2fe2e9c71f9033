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
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;

import io.azuretables.client.FaultyGateway;
import io.azuretables.client.FaultyGateway.Fault;
import io.azuretables.client.TableGateway;
import io.azuretables.operations.PartialWriteException;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.UniqueIndexException;
import io.azuretables.operations.Update;
import io.azuretables.patterns.queue.MessageTransport;
import io.azuretables.patterns.queue.MutableClock;
import io.azuretables.patterns.sample.MeteredGateway.Stopped;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What indexes in other partitions promise, over any store.
 */
abstract class InterPartitionIndexContract {

	private Office office;

	abstract TableGateway gateway();

	abstract Function<MutableClock, MessageTransport> transports();

	@BeforeEach
	void prepare() {
		this.office = office();
	}

	private Office office() {
		Office fresh = new Office(gateway(), transports(),
				"t" + Long.toString(RandomGenerator.getDefault().nextLong() >>> 1, 36));
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
		assertThat(this.office.template().explain(Office.byCity("Rome"), Agent.class)).startsWith(
				"PARTITION_SCAN on Agents by index city; partition city_{city} with city eq ?; row city_{department}_{employeeId:6}; STRONG; entities verified by key, 1 request each");
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
		this.office.template().insert(Agent.of("Sales", 3, "Oslo").withEmail("other@x"));
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
		assertThat(this.office.template().explain(byName, Agent.class)).contains("verified by key");
		TableQuery cities = TableQuery.of(Criteria.where("name").is("Hall")).select("city", "name");
		assertThat(this.office.template().query(Agent.class).as(NameAndCity.class).outline(cities).explain())
			.contains("by index name", "STRONG")
			.doesNotContain("verified");
		this.office.crash().reset();
		assertThat(this.office.template().query(Agent.class).as(NameAndCity.class).find(cities))
			.containsExactlyInAnyOrder(new NameAndCity("Hall", "Rome"), new NameAndCity("Hall", "Rome"));
		assertThat(this.office.crash().requests()).isEqualTo(1);
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
