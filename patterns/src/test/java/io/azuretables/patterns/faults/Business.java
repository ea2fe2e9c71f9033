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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.archive.ArchiveMapping;
import io.azuretables.patterns.archive.ArchiveTemplate;
import io.azuretables.patterns.archive.ArchiveTemplate.Found;
import io.azuretables.patterns.archive.ArchivedContent;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.faults.Claim.Archived;
import io.azuretables.patterns.faults.Journal.Entry;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.index.IndexOptions.Times;
import io.azuretables.patterns.interpartition.IndexQueue;
import io.azuretables.patterns.interpartition.InterPartitionIndexTemplate;
import io.azuretables.patterns.interpartition.InterPartitionIndexWrites;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueMessage;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.message.QueueOptions.GuardTimes;
import io.azuretables.patterns.queue.transport.EmbeddedMessageTransport;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions.LeaseTimes;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions.RetryRules;
import io.azuretables.patterns.queue.worker.WorkerEvents;
import io.azuretables.patterns.sample.Customer;
import io.azuretables.patterns.sample.IndexedRows;
import io.azuretables.patterns.sample.Parcel;
import io.azuretables.patterns.sample.Rows;
import io.azuretables.patterns.simulation.interpartition.Person;
import io.azuretables.patterns.simulation.queue.Copy;
import io.azuretables.patterns.simulation.queue.Order;
import io.azuretables.patterns.simulation.template.Templates;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * People whose indexes lie in other partitions, orders that are copied by a queue, claims
 * that are archived, and all other patterns: what clients do, what workers do, and what
 * must hold.
 */
final class Business {

	private static final Log logger = LogFactory.getLog(Business.class);

	static final Duration SECOND = Duration.ofSeconds(1);

	/**
	 * A sweep sends what is overdue, whether it is in the queue or not.
	 */
	private static final Duration SWEEP = Duration.ofSeconds(60);

	/**
	 * Nobody waits for long, so that all comes to rest soon.
	 */
	private static final QueueWorkerOptions WORKING = QueueWorkerOptions.DEFAULTS
		.withLease(new LeaseTimes(SECOND.multipliedBy(5), SECOND.multipliedBy(3), SECOND))
		.withRetries(new RetryRules(5, 500, SECOND, SECOND.multipliedBy(20)));

	private static final List<@Nullable String> CITIES = Arrays.asList("Rome", "Oslo", "Bern", null);

	private final TableGateway gateway;

	private final TableTemplate operations;

	private final InterPartitionIndexTemplate indexes;

	private final EventuallyConsistentQueueTemplate queue;

	private final ArchiveTemplate<Claim, Archived> archive;

	private final BlobStore blobs;

	private final JournalWriter journal;

	private final EmployeeWork employees;

	private final CopyWork copies;

	private final ContentWork contents;

	private final CountWork counts;

	private final Backlog<Claim> claims = new Backlog<>();

	/**
	 * A business.
	 * @param orders with blobs, for the content of claims
	 * @param journal is told what is tried and acknowledged
	 */
	Business(TableGateway gateway, MessageTransport guards, QueueConnection orders, Consumer<String> journal) {
		this.journal = new JournalWriter(journal);
		this.blobs = Objects.requireNonNull(orders.blobs());
		this.gateway = gateway;
		Times times = new Times(SECOND.multipliedBy(8), SECOND.multipliedBy(12), SECOND.multipliedBy(6),
				SECOND.multipliedBy(10));
		IndexOptions options = IndexOptions.DEFAULTS.withTimes(times);
		this.operations = Templates.over(gateway, new InterPartitionIndexWrites(guards, options));
		this.indexes = new InterPartitionIndexTemplate(this.operations, gateway,
				new IndexQueue(guards, new EmbeddedMessageTransport(options.clock())), options);
		this.queue = new EventuallyConsistentQueueTemplate(this.operations, gateway, orders, QueueOptions.DEFAULTS
			.withTimes(new GuardTimes(times.deadline(), times.guard(), times.retention(), times.fence())));
		// a worker handles only what goes with writes to tables of mapped classes
		List.of(Person.class, Order.class, Employee.class, Customer.class, Parcel.class)
			.forEach(this.operations.converter()::entity);
		this.archive = new ArchiveTemplate<>(this.operations, this.queue, ArchiveMapping
			.of(Claim.class, Archived.class, Claim::archived, Archived::current)
			.withIncarnation(Claim::life, Claim::in)
			.withContent(
					new ArchivedContent<>(this.blobs, Claim::content, Archived::document, Archived::withDocument)));
		this.employees = new EmployeeWork(this.operations, this.queue, gateway, this.journal);
		this.copies = new CopyWork(this.operations, this.queue, this.journal);
		this.contents = new ContentWork(this.operations, this.queue, gateway, this.blobs, this.journal);
		this.counts = new CountWork(this.operations, this.journal);
	}

	/**
	 * Creates what clients write to, without what another test has left there.
	 */
	void open() {
		for (String table : List.of("People", "Orders", "Copies", "Claims", "OldClaims", "Employees", "Staff",
				"Customers", "Parcels", "Dossiers", "Portraits", "Posters", "MessageCounts")) {
			this.gateway.deleteTable(table);
			this.gateway.createTable(table);
		}
		this.gateway.tables()
			.stream()
			.filter((table) -> table.startsWith("SignIns"))
			.forEach(this.gateway::deleteTable);
		this.copies.open();
	}

	/**
	 * Does something.
	 * @param client who does it: nobody else writes the same person
	 */
	void operate(int client) {
		try {
			switch (ThreadLocalRandom.current().nextInt(17)) {
				case 0, 1 -> order();
				case 2, 3 -> claim();
				case 4, 5, 6 -> this.employees.operate();
				case 7 -> this.copies.operateTogether();
				case 8 -> this.copies.operateApart();
				case 9 -> this.contents.operateWide();
				case 10 -> this.contents.operateLarge();
				case 11 -> this.counts.count();
				case 12 -> this.counts.signIn();
				case 13 -> this.contents.operateGuarded();
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
		Object written = this.journal.write(order.id(), () -> ThreadLocalRandom.current().nextBoolean()
				? this.queue.guarded(message, "Orders", order.customer(), (transaction) -> transaction.insert(order))
				: this.queue.outbox(message, "Orders", order.customer(), (transaction) -> transaction.insert(order)));
		if (written != null) {
			this.journal.say(Entry.ORDER, order.id());
		}
	}

	/**
	 * Writes a claim, and has an older one moved: to the archive, back, or there again.
	 */
	private void claim() {
		Claim claim = Claim.first("c" + ThreadLocalRandom.current().nextInt(4), UUID.randomUUID().toString());
		if (this.journal.write(claim.id(), () -> this.operations.insert(claim)) != null) {
			this.journal.say(Entry.CLAIM, claim.id(), claim.amount());
			this.claims.addLater(claim);
		}
		this.claims.take().ifPresent(this::move);
	}

	/**
	 * Moves a claim from where it is. One in its second life stays where it is then.
	 */
	private void move(Claim claim) {
		TableKey key = TableKey.of(claim.owner(), "claim_" + claim.id());
		Found<Claim, Archived> found = this.archive.find(key).orElse(null);
		if (found == null) {
			return;
		}
		Claim current = found.current();
		if (current != null) {
			archive(current, key);
		}
		else {
			move(claim, Journal.CURRENT, () -> this.archive.restore(key));
		}
		if ((current == null || current.life() == null) && ThreadLocalRandom.current().nextBoolean()) {
			this.claims.addLater(claim);
		}
	}

	/**
	 * Has a claim archived, and changes it while it is moved.
	 */
	private void archive(Claim claim, TableKey key) {
		move(claim, Journal.ARCHIVED, () -> this.archive.archive(claim));
		this.operations.updateWithRetry(Claim.class, key, Claim::more)
			.ifPresent((more) -> this.journal.say(Entry.CLAIM, more.id(), more.amount()));
	}

	private void move(Claim claim, String place, Runnable move) {
		this.journal.say(Entry.MOVING, claim.id(), place);
		move.run();
		this.journal.say(Entry.MOVED, claim.id(), place);
	}

	private void write(int client) {
		ThreadLocalRandom random = ThreadLocalRandom.current();
		TableKey key = TableKey.of("team" + client, "person_1");
		if (random.nextInt(12) == 0) {
			this.journal.say(Entry.WRITING, key.partitionKey(), Journal.GONE);
			this.operations.deleteById(Person.class, key);
			this.journal.say(Entry.WRITTEN, key.partitionKey(), Journal.GONE);
			return;
		}
		Optional<Person> found = this.operations.findById(Person.class, key);
		// another age each time, so that every write changes an index
		int age = 20 + (found.map(Person::age).orElse(20) - 19 + random.nextInt(2)) % 3;
		Person person = new Person(key.partitionKey(), 1, CITIES.get(random.nextInt(4)),
				(random.nextInt(3) == 0) ? "mail" + random.nextInt(40) : null, age, UUID.randomUUID().toString(),
				found.map(Person::etag).orElse(null));
		this.journal.say(Entry.WRITING, person.team(), person.write());
		Person written = this.journal.write(person.write(), () -> this.operations.save(person));
		if (written != null) {
			this.journal.say(Entry.WRITTEN, person.team(), person.write());
			look(written);
		}
	}

	/**
	 * Who writes a city finds himself there: nobody else writes him.
	 */
	private void look(Person person) {
		if (person.city() == null) {
			return;
		}
		List<Person> found = this.operations.find(TableQuery.of(Criteria.where("city").is(person.city())),
				Person.class);
		boolean isThere = found.stream().anyMatch((each) -> each.write().equals(person.write()));
		this.journal.say(isThere ? Entry.FOUND : Entry.MISSED, person.key(), person.city());
	}

	/**
	 * What a worker does in a round; whether there was something to do.
	 */
	BooleanSupplier worker() {
		QueueWorker worker = new QueueWorker(this.queue,
				MessageHandlers.none()
					.with(this.archive.handler())
					.with(this.employees.handler())
					.with(this.copies.handler())
					.with(this.contents.handler())
					.with("copy", Copy.class, (copy, context) -> {
						TableKey key = TableKey.of(copy.customer(), "order_" + copy.id());
						assertThat(this.gateway.read("Orders", key, List.of(), RowReader.rows())).as("what was written")
							.isNotNull();
						context.check();
						this.gateway.write("Copies", new RowWrite.InsertOrReplace(TableRow.of(key, Map.of())));
					}),
				WORKING, WorkerEvents.NONE);
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
			for (String table : List.of("Orders", "Employees", "Customers", "Parcels", "Posters")) {
				this.queue.sweep(table, SWEEP);
			}
			this.indexes.sweep(Person.class, SWEEP);
			this.indexes.sweep(Employee.class, SWEEP);
			this.employees.sweep(SWEEP);
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
		for (String table : List.of("Orders", "People", "Claims", "Employees", "Staff", "Customers", "Parcels",
				"Posters")) {
			Rows.of(this.gateway, table, "RowKey ge '~' and RowKey lt '~~'")
				.forEach((row) -> all.add(table + row.key() + row.properties()));
		}
		return all;
	}

	/**
	 * Looks for what is lost, double or left behind, when all is at rest.
	 */
	Audit audit(Journal all) {
		this.archive.sweepContents(Instant.now());
		logger.info(this.contents.sweep() + " contents were left to the sweep although a message guarded them");
		IndexedRows indexed = new IndexedRows(EntityModel.of(this.operations.converter().entity(Person.class)),
				"person_");
		return new Audit(this.gateway, all).orders()
			.claims(this.blobs)
			.people(indexed)
			.employees(new IndexedRows(EntityModel.of(this.operations.converter().entity(Employee.class)), "emp_"))
			.copies()
			.dossiers()
			.portraits(this.blobs)
			.posters(this.blobs)
			.counts();
	}

}
