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

package io.azuretables.patterns.simulation.interpartition;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.IndexConsistency;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.index.IndexOptions.Times;
import io.azuretables.patterns.interpartition.IndexQueue;
import io.azuretables.patterns.interpartition.InterPartitionIndexTemplate;
import io.azuretables.patterns.interpartition.InterPartitionIndexWrites;
import io.azuretables.patterns.interpartition.ListsInBlobs;
import io.azuretables.patterns.queue.transport.EmbeddedMessageTransport;
import io.azuretables.patterns.sample.IndexedRows;
import io.azuretables.patterns.sample.Rows;
import io.azuretables.patterns.simulation.Ledger;
import io.azuretables.patterns.simulation.SimulatedBlobs;
import io.azuretables.patterns.simulation.SimulatedGateway;
import io.azuretables.patterns.simulation.SimulatedTransport;
import io.azuretables.patterns.simulation.Simulation;
import io.azuretables.patterns.simulation.template.Templates;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;

/**
 * Clients write people in every way there is, and look them up through indexes in other
 * partitions; workers look after what the writes leave to be done.
 */
final class PeopleScenario {

	private static final String PEOPLE = "People";

	private static final List<String> TEAMS = List.of("a", "b");

	private static final List<@Nullable String> CITIES = Arrays.asList("Rome", "Oslo", null);

	private static final List<@Nullable String> EMAILS = Arrays.asList("x", "y", null);

	private static final Duration PAUSE = Duration.ofMinutes(4);

	private final Simulation simulation;

	private final SimulatedGateway gateway;

	private final TableGateway store;

	private final SimulatedTransport queue;

	private final TableOperations operations;

	private final TableOperations lookUps;

	private final InterPartitionIndexTemplate indexes;

	private final int most;

	private final IndexedRows people;

	private final Ledger ledger = new Ledger();

	private final List<Map<String, Person>> history = new ArrayList<>(List.of(Map.of()));

	private PeopleScenario(Simulation simulation, Times times, Sabotage sabotage, boolean inBlobs) {
		this.simulation = simulation;
		this.most = List.of(1, 3, 1000).get(random(3));
		this.gateway = new SimulatedGateway(simulation, PEOPLE);
		this.queue = new SimulatedTransport(simulation, "guards");
		IndexOptions options = IndexOptions.DEFAULTS.withClock(simulation.clock()).withTimes(times);
		SimulatedBlobs blobs = new SimulatedBlobs(simulation);
		this.store = inBlobs ? ListsInBlobs.of(this.gateway.store(), blobs.store(), PeopleScenario::context,
				TableNameResolver.AS_DECLARED) : this.gateway.store();
		TableGateway stores = inBlobs ? ListsInBlobs.of(this.gateway, sabotage.over(blobs), PeopleScenario::context,
				TableNameResolver.AS_DECLARED) : this.gateway;
		TableGateway tables = sabotage.over(stores);
		InterPartitionIndexWrites writes = new InterPartitionIndexWrites(this.queue, options);
		this.operations = Templates.over(tables, writes);
		this.lookUps = Templates.over(sabotage.overForLookUps(stores), writes);
		this.indexes = new InterPartitionIndexTemplate(this.operations, tables,
				new IndexQueue(this.queue, new EmbeddedMessageTransport(options.clock())), options);
		this.people = new IndexedRows(EntityModel.of(this.operations.converter().entity(Person.class)), "person_");
	}

	/**
	 * Plays writers, a reader and workers.
	 * @param tidy whether nothing may be left behind: guards outlive their writers
	 */
	static void play(Simulation simulation, Times times, boolean tidy) {
		play(simulation, times, tidy, Sabotage.NONE);
	}

	static void play(Simulation simulation, Times times, boolean tidy, Sabotage sabotage) {
		play(simulation, times, tidy, sabotage, false);
	}

	/**
	 * Plays with lists of other partitions in blobs, or not.
	 */
	static void play(Simulation simulation, Times times, boolean tidy, Sabotage sabotage, boolean inBlobs) {
		PeopleScenario scenario = new PeopleScenario(simulation, times, sabotage, inBlobs);
		List.of("one", "two", "three").forEach((name) -> simulation.actor(name, scenario::write));
		simulation.actor("reader", scenario::read);
		List.of("worker1", "worker2")
			.forEach((name) -> simulation.servant(name, () -> () -> scenario.indexes.poll(Duration.ofSeconds(30)) > 0,
					PAUSE));
		simulation.servant("sweeper", () -> scenario::sweep, Duration.ofMinutes(30));
		simulation.always(scenario::checkAlways);
		simulation.restsWithout(scenario.queue::leftOvers);
		if (tidy) {
			simulation.restsWithout(scenario::tokenRows);
		}
		simulation.atRest(() -> scenario.checkAtRest(tidy));
	}

	private static TableMappingContext context() {
		return Templates.context();
	}

	private int random(int bound) {
		return this.simulation.random().nextInt(bound);
	}

	private boolean sweep() {
		if (this.simulation.isCalm()) {
			this.indexes.sweep(Person.class, Duration.ofHours(3));
		}
		return false;
	}

	private void write() {
		for (int i = 0; i < this.most && !this.simulation.isCalm(); i++) {
			String write = this.simulation.token();
			Person person = new Person(TEAMS.get(random(2)), random(2), CITIES.get(random(3)), EMAILS.get(random(3)),
					20 + random(2), write, null);
			TableKey key = TableKey.of(person.team(), "person_" + person.id());
			try {
				if (random(6) == 0) {
					this.operations.deleteById(Person.class, key);
				}
				else {
					this.ledger.write(write, () -> write(person, key));
				}
			}
			catch (DataAccessException ex) {
				this.simulation.say("fails: " + ex.getClass().getSimpleName());
			}
		}
	}

	private @Nullable Object write(Person person, TableKey key) {
		Optional<Person> found = this.operations.findById(Person.class, key);
		if (found.isEmpty()) {
			return this.operations.insert(person);
		}
		return switch (random(3)) {
			case 0 -> this.operations.updateWithRetry(Person.class, key, (old) -> person.withVersion(old.etag()))
				.orElse(null);
			case 1 -> this.operations.inPartition(PEOPLE, person.team())
				.save(person.withVersion(found.get().etag()))
				.commit();
			default -> this.operations.save(person.withVersion(found.get().etag()));
		};
	}

	private void read() {
		while (!this.simulation.isCalm()) {
			try {
				switch (random(5)) {
					case 0 -> read("city", CITIES.get(random(2)), true);
					case 1 -> read("email", EMAILS.get(random(2)), true);
					case 2 -> read("age", 20 + random(2), false);
					case 3 -> readList(20 + random(2));
					default -> readList(TEAMS.get(random(2)), CITIES.get(random(2)));
				}
			}
			catch (DataAccessException ex) {
				this.simulation.say("look-up fails: " + ex.getClass().getSimpleName());
			}
		}
	}

	private void read(String property, @Nullable Object value, boolean complete) {
		TableQuery query = TableQuery.of(Criteria.where(property).is(String.valueOf(value).isEmpty() ? "" : value));
		read(query, property, value, complete ? List.of("a0", "a1", "b0", "b1") : List.of());
	}

	/**
	 * A look-up by the lists of other partitions.
	 */
	private void readList(int age) {
		read(TableQuery.of(Criteria.where("age").is(age)).usingIndex("years"), "age", age, List.of());
	}

	/**
	 * A look-up by a list of a team. An entity may leave it and come back between its
	 * reading and that of the entity.
	 */
	private void readList(String team, @Nullable String city) {
		Criteria criteria = Criteria.where("team").is(team).and(Criteria.where("city").is(String.valueOf(city)));
		read(TableQuery.of(criteria).usingIndex("towns"), "city", city, List.of(team + "0", team + "1"));
	}

	/**
	 * A look-up.
	 * @param complete whom it must find
	 */
	private void read(TableQuery query, String property, @Nullable Object value, List<String> complete) {
		int before = this.history.size();
		Set<String> found = this.lookUps.find(query, Person.class)
			.stream()
			.map(Person::key)
			.collect(Collectors.toSet());
		List<Map<String, Person>> during = this.history.subList(before - 1, this.history.size());
		for (String key : List.of("a0", "a1", "b0", "b1")) {
			long having = during.stream().filter((people) -> has(people.get(key), property, value)).count();
			if (complete.contains(key) && !found.contains(key) && having == during.size()) {
				throw new AssertionError("Gap: a look-up of " + property + " " + value + " misses " + key);
			}
			if (found.contains(key) && having == 0) {
				throw new AssertionError("Stale: a look-up of " + property + " " + value + " finds " + key);
			}
		}
	}

	private static boolean has(@Nullable Person person, String property, @Nullable Object value) {
		return person != null && value != null && value.equals(switch (property) {
			case "city" -> person.city();
			case "email" -> person.email();
			default -> person.age();
		});
	}

	private void checkAlways() {
		Map<String, Person> people = new HashMap<>();
		Set<String> emails = new HashSet<>();
		for (TableRow row : this.people.entities(rows())) {
			Person person = new Person(row.key().partitionKey(), row.key().rowKey().charAt(7) - '0',
					row.get("city", String.class), row.get("email", String.class), row.get("age", Integer.class),
					String.valueOf(row.get("write")), row.etag());
			people.put(person.key(), person);
			this.ledger.committed(person.write());
			if (person.email() != null && !emails.add(person.email())) {
				throw new AssertionError("Duplicate: two have the address " + person.email());
			}
		}
		if (!people.equals(this.history.get(this.history.size() - 1))) {
			this.history.add(people);
		}
		Set<String> missing = expected(false);
		missing.removeAll(indexRows());
		if (!missing.isEmpty()) {
			throw new AssertionError("Gap: no index row " + missing);
		}
	}

	private void checkAtRest(boolean tidy) {
		Set<String> missing = expected(tidy);
		missing.removeAll(indexRows());
		Set<String> dangling = indexRows();
		dangling.removeAll(expected(true));
		if (!missing.isEmpty() || (tidy && !dangling.isEmpty())) {
			throw new AssertionError("At rest, missing: " + missing + ", dangling: " + dangling);
		}
	}

	/**
	 * The index rows that ought to be there.
	 * @param all whether those are meant, too, that come in the end only
	 */
	private Set<String> expected(boolean all) {
		return this.people.expected(rows(), (index) -> all || index.consistency() != IndexConsistency.EVENTUAL);
	}

	private Set<String> indexRows() {
		return this.people.found(rows());
	}

	private List<TableKey> tokenRows() {
		return rows().stream().map(TableRow::key).filter((key) -> key.rowKey().startsWith("~")).toList();
	}

	private List<TableRow> rows() {
		return Rows.of(this.store, PEOPLE, null);
	}

}
