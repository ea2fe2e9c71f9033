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

package io.azuretables.patterns.faults;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import io.azuretables.client.TableGateway;
import io.azuretables.index.IndexRows;
import io.azuretables.index.InterPartitionIndexes;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.EntityModel;
import io.azuretables.mapping.IndexMapping;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.archive.ArchiveMapping;
import io.azuretables.patterns.archive.ArchiveTemplate;
import io.azuretables.patterns.faults.Claim.Archived;
import io.azuretables.patterns.interpartition.InterPartitionIndexOptions;
import io.azuretables.patterns.interpartition.InterPartitionIndexOptions.Times;
import io.azuretables.patterns.interpartition.InterPartitionIndexTemplate;
import io.azuretables.patterns.interpartition.InterPartitionIndexWrites;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.MessageHandlers;
import io.azuretables.patterns.queue.MessageTransport;
import io.azuretables.patterns.queue.QueueConnection;
import io.azuretables.patterns.queue.QueueMessage;
import io.azuretables.patterns.queue.QueueOptions;
import io.azuretables.patterns.queue.QueueOptions.GuardTimes;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.QueueWorkerOptions;
import io.azuretables.patterns.queue.QueueWorkerOptions.LeaseTimes;
import io.azuretables.patterns.queue.WorkerEvents;
import io.azuretables.patterns.simulation.interpartition.Person;
import io.azuretables.patterns.simulation.queue.Copy;
import io.azuretables.patterns.simulation.queue.Order;
import io.azuretables.patterns.simulation.template.Templates;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowPage.Continuation;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * People whose indexes lie in other partitions, and orders that are copied by a queue:
 * what clients do, what workers do, and what must hold.
 */
final class Business {

	static final Duration SECOND = Duration.ofSeconds(1);

	/**
	 * A sweep sends what is overdue, whether it is in the queue or not.
	 */
	private static final Duration SWEEP = Duration.ofSeconds(60);

	private static final List<@Nullable String> CITIES = Arrays.asList("Rome", "Oslo", "Bern", null);

	private final TableGateway gateway;

	private final TableOperations operations;

	private final InterPartitionIndexTemplate indexes;

	private final EventuallyConsistentQueueTemplate queue;

	private final ArchiveTemplate<Claim, Archived> archive;

	private final Consumer<String> journal;

	private final Outcomes people = new Outcomes();

	private final Outcomes orders = new Outcomes();

	private final Outcomes claims = new Outcomes();

	private final AtomicLong lookUps = new AtomicLong();

	private final Set<String> gaps = new TreeSet<>();

	/**
	 * A business.
	 * @param journal is told what was acknowledged, and must be there in the end
	 */
	Business(TableGateway gateway, MessageTransport guards, QueueConnection orders, Consumer<String> journal) {
		this.journal = journal;
		this.gateway = gateway;
		Times times = new Times(SECOND.multipliedBy(8), SECOND.multipliedBy(12), SECOND.multipliedBy(6),
				SECOND.multipliedBy(10));
		InterPartitionIndexOptions options = InterPartitionIndexOptions.DEFAULTS.withTimes(times);
		this.operations = Templates.over(gateway, new InterPartitionIndexWrites(gateway, guards, options));
		this.indexes = new InterPartitionIndexTemplate(this.operations, gateway, guards, options);
		this.queue = new EventuallyConsistentQueueTemplate(this.operations, gateway, orders, QueueOptions.DEFAULTS
			.withTimes(new GuardTimes(times.deadline(), times.guard(), times.retention(), times.fence())));
		// a worker settles an index only of a class that is mapped
		this.operations.converter().entity(Person.class);
		this.archive = new ArchiveTemplate<>(this.operations, this.queue,
				ArchiveMapping.of(Claim.class, Archived.class, Claim::archived, Archived::current));
	}

	/**
	 * Creates what clients write to.
	 */
	void open() {
		List.of("People", "Orders", "Copies", "Claims", "OldClaims").forEach(this.gateway::createTable);
	}

	/**
	 * Does something.
	 * @param client who does it: nobody else writes the same person
	 */
	void operate(int client) {
		try {
			switch (ThreadLocalRandom.current().nextInt(4)) {
				case 0 -> order();
				case 1 -> claim();
				default -> write(client);
			}
		}
		catch (DataAccessException ex) {
			// what was only read could not be
		}
	}

	private void order() {
		Order order = new Order("c" + ThreadLocalRandom.current().nextInt(4), UUID.randomUUID().toString(), false);
		QueueMessage message = QueueMessage.of("copy", new Copy(order.customer(), order.id(), ""));
		Object written = this.orders.write(order.id(), () -> ThreadLocalRandom.current().nextBoolean()
				? this.queue.guarded(message, "Orders", order.customer(), (transaction) -> transaction.insert(order))
				: this.queue.outbox(message, "Orders", order.customer(), (transaction) -> transaction.insert(order)));
		if (written != null) {
			this.journal.accept("order " + order.id());
		}
	}

	/**
	 * Writes a claim, has it archived, and changes it while it is moved.
	 */
	private void claim() {
		Claim claim = new Claim("c" + ThreadLocalRandom.current().nextInt(4), UUID.randomUUID().toString(), 1, null);
		if (this.claims.write(claim.id(), () -> this.operations.insert(claim)) == null) {
			return;
		}
		this.journal.accept("claim " + claim.id() + " 1");
		this.archive.archive(claim);
		this.journal.accept("archived " + claim.id());
		TableKey key = TableKey.of(claim.owner(), "claim_" + claim.id());
		this.operations.updateWithRetry(Claim.class, key, Claim::more)
			.ifPresent((more) -> this.journal.accept("claim " + claim.id() + " " + more.amount()));
	}

	private void write(int client) {
		ThreadLocalRandom random = ThreadLocalRandom.current();
		TableKey key = TableKey.of("team" + client, "person_1");
		if (random.nextInt(12) == 0) {
			this.operations.deleteById(Person.class, key);
			return;
		}
		Optional<Person> found = this.operations.findById(Person.class, key);
		Person person = new Person(key.partitionKey(), 1, CITIES.get(random.nextInt(4)),
				(random.nextInt(3) == 0) ? "mail" + random.nextInt(40) : null, 20 + random.nextInt(3),
				UUID.randomUUID().toString(), found.map(Person::etag).orElse(null));
		Person written = this.people.write(person.write(), () -> this.operations.save(person));
		if (written != null && written.city() != null) {
			look(written);
		}
	}

	/**
	 * Who writes a city finds himself there: nobody else writes him.
	 */
	private void look(Person person) {
		List<Person> found = this.operations.find(TableQuery.of(Criteria.where("city").is(person.city())),
				Person.class);
		this.lookUps.incrementAndGet();
		if (found.stream().noneMatch((each) -> each.write().equals(person.write()))) {
			synchronized (this.gaps) {
				this.gaps.add(person.key() + " in " + person.city());
			}
		}
	}

	/**
	 * What a worker does in a round; whether there was something to do.
	 */
	BooleanSupplier worker() {
		QueueWorker worker = new QueueWorker(this.queue,
				MessageHandlers.none().with(this.archive.handler()).with("copy", Copy.class, (copy, context) -> {
					TableKey key = TableKey.of(copy.customer(), "order_" + copy.id());
					assertThat(this.gateway.read("Orders", key, List.of(), RowReader.rows())).as("what was written")
						.isNotNull();
					context.check();
					this.gateway.write("Copies", new RowWrite.InsertOrReplace(TableRow.of(key, Map.of())));
				}), QueueWorkerOptions.DEFAULTS.withLease(
						new LeaseTimes(SECOND.multipliedBy(5), SECOND.multipliedBy(3), SECOND)),
				WorkerEvents.NONE);
		return () -> {
			boolean busy = worker.step() > 0;
			try {
				return (this.indexes.poll(SECOND.multipliedBy(20)) > 0) | busy;
			}
			catch (DataAccessException ex) {
				return true;
			}
		};
	}

	/**
	 * Sends what was lost with its sender.
	 */
	void sweep() {
		try {
			this.queue.sweep("Orders", SWEEP);
			this.indexes.sweep(Person.class, SWEEP);
		}
		catch (DataAccessException ex) {
			// the next sweep goes on
		}
	}

	/**
	 * Waits until there is nothing left to do.
	 */
	void rest(List<MessageTransport> queues, Duration patience) {
		Instant end = Instant.now().plus(patience);
		Instant nextSweep = Instant.now();
		while (queues.stream().anyMatch((each) -> each.depth() > 0) || !companions().isEmpty()) {
			assertThat(Instant.now())
				.as("%s are left, and %s", queues.stream().map(MessageTransport::depth).toList(), companions())
				.isBefore(end);
			if (Instant.now().isAfter(nextSweep)) {
				sweep();
				nextSweep = Instant.now().plus(SWEEP);
			}
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
		}
	}

	private List<String> companions() {
		List<String> all = new ArrayList<>();
		for (String table : List.of("Orders", "People")) {
			rows(table, "RowKey ge '~' and RowKey lt '~~'")
				.forEach((row) -> all.add(table + row.key() + row.properties()));
		}
		return all;
	}

	/**
	 * Nothing is lost, nothing is double, nothing is left behind.
	 * @param acknowledged what the journal was told
	 */
	void check(Collection<String> acknowledged) {
		Map<String, TableRow> orders = byId("Orders");
		assertThat(orders.keySet()).as("no order is rejected and there")
			.doesNotContainAnyElementsOf(rejected(this.orders));
		assertThat(byId("Copies").keySet()).as("copies").isEqualTo(orders.keySet());
		Map<String, TableRow> claims = byId("Claims");
		Map<String, TableRow> archived = byId("OldClaims");
		assertThat(claims.keySet()).as("claims in both places")
			.doesNotContainAnyElementsOf(rejected(archived.keySet()));
		assertThat(claims.keySet()).as("no claim is rejected and there")
			.doesNotContainAnyElementsOf(rejected(this.claims));
		for (String line : acknowledged) {
			String[] words = line.split(" ");
			switch (words[0]) {
				case "order" -> assertThat(orders).as("orders").containsKey(words[1]);
				case "archived" -> assertThat(archived).as("archive").containsKey(words[1]);
				default -> assertThat(amount(claims.getOrDefault(words[1], archived.get(words[1])))).as(line)
					.isGreaterThanOrEqualTo(Integer.parseInt(words[2]));
			}
		}
		assertThat(this.gaps).as("gaps").isEmpty();
		checkPeople();
	}

	/**
	 * AssertJ asks for at least one.
	 */
	private static Set<String> rejected(Set<String> some) {
		Set<String> all = new HashSet<>(some);
		all.add("nobody");
		return all;
	}

	private static Set<String> rejected(Outcomes outcomes) {
		return rejected(outcomes.rejected());
	}

	private static int amount(@Nullable TableRow row) {
		return (row != null && row.get("amount") instanceof Integer amount) ? amount : 0;
	}

	private Map<String, TableRow> byId(String table) {
		Map<String, TableRow> rows = new TreeMap<>();
		rows(table, null)
			.forEach((row) -> rows.put(row.key().rowKey().substring(row.key().rowKey().indexOf('_') + 1), row));
		return rows;
	}

	private void checkPeople() {
		EntityModel model = this.operations.converter().entity(Person.class).model();
		Set<String> expected = new TreeSet<>();
		Set<String> found = new TreeSet<>();
		Set<Object> emails = new HashSet<>();
		for (TableRow row : rows("People", null)) {
			if (!row.key().rowKey().startsWith("person_")) {
				found.add(words(row));
				continue;
			}
			assertThat(this.people.rejected()).as("rejected, and there").doesNotContain(row.get("write", String.class));
			assertThat(row.get("email") == null || emails.add(row.get("email"))).as("one has an address").isTrue();
			for (IndexMapping index : model.indexes()) {
				TableRow indexRow = new IndexRows(model, index).rowFor(row, InterPartitionIndexes.tokenOf(index, row));
				if (indexRow != null) {
					expected.add(words(indexRow));
				}
			}
		}
		assertThat(found).as("index rows").isEqualTo(expected);
	}

	private static String words(TableRow row) {
		return row.key() + " " + new TreeMap<>(row.properties());
	}

	private List<TableRow> rows(String table, @Nullable String filter) {
		List<TableRow> rows = new ArrayList<>();
		Continuation next = null;
		do {
			RowPage<TableRow> page = this.gateway.read(RowRequest.of(table, filter).from(next), RowReader.rows());
			rows.addAll(page.rows());
			next = page.continuation();
		}
		while (next != null);
		return rows;
	}

	@Override
	public String toString() {
		return "people: " + this.people + "; orders: " + this.orders + "; claims: " + this.claims + "; " + this.lookUps
				+ " look-ups, " + this.gaps.size() + " gaps";
	}

}
