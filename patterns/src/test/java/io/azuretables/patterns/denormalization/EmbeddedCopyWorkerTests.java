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

package io.azuretables.patterns.denormalization;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.azuretables.client.FaultyGateway;
import io.azuretables.client.FaultyGateway.Fault;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.change.DeferredWrite;
import io.azuretables.internal.change.DeferredWriteCommitter;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.IndexConsistency;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.denormalization.CopyMessage.Copies;
import io.azuretables.patterns.denormalization.DenormalizedCopies.OnDelete;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.PermanentMessageException;
import io.azuretables.patterns.queue.message.QueueMessage;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.sample.CrashPoint;
import io.azuretables.patterns.sample.Customer;
import io.azuretables.patterns.sample.MeteredGateway.Stopped;
import io.azuretables.patterns.sample.Parcel;
import io.azuretables.patterns.sample.QueueWorld;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The promises in memory, and what is refused.
 */
class EmbeddedCopyWorkerTests extends CopyWorkerContract {

	private final QueueWorld world = QueueWorld.embedded();

	@Override
	QueueWorld world() {
		return this.world;
	}

	@Test
	void dividesManyHoldersAmongMessages() {
		Process process = process();
		Customer ann = process.copies().save(Customer.of("ann", "Ann"));
		settle(process);
		process.template().insertAll(IntStream.range(0, 1234).mapToObj((i) -> Parcel.of(i, "ann")).toList());
		process.copies().save(ann.named("Anna"));
		assertThat(process.worker().step()).isEqualTo(1);
		assertThat(nameIn(process, 499)).isEqualTo("Anna");
		assertThat(nameIn(process, 500)).isNull();
		settle(process);
		assertThat(verified(process, Parcel.class, "copies:names")).isEqualTo(CopyContract.report(1234, 0));
	}

	/**
	 * A message says how many holders were written because of those before it.
	 */
	@ParameterizedTest
	@CsvSource({ "9400,false", "9401,true" })
	void warnsOfSourcesWithVeryManyHolders(long before, boolean warns) {
		Process process = process();
		process.template().insert(Customer.of("ann", "Ann"));
		process.template().insertAll(IntStream.range(0, 600).mapToObj((i) -> Parcel.of(i, "ann")).toList());
		Copies copies = Copies.of(CopyMapping.of(NAMES, process.template()), process.template());
		process.queue()
			.send(QueueMessage.of(CopyMessage.TYPE,
					new CopyMessage(new TableKey("ann", "customer"), List.of(copies), List.of(), "", before).text()));
		Logger logger = (Logger) LoggerFactory.getLogger(DenormalizationTemplate.class);
		ListAppender<ILoggingEvent> log = new ListAppender<>();
		log.start();
		logger.addAppender(log);
		try {
			settle(process);
		}
		finally {
			logger.detachAppender(log);
		}
		assertThat(nameIn(process, 599)).isEqualTo("Ann");
		assertThat(log.list).extracting(ILoggingEvent::getFormattedMessage)
			.hasSize(warns ? 1 : 0)
			.allSatisfy((line) -> assertThat(line).contains("one Customer", "10001 holders", "'names'")
				.doesNotContain("ann"));
	}

	/**
	 * A process of an older version does not know a new declaration. It is no reason to
	 * wait with the messages that it knows.
	 */
	@Test
	void leavesCopiesThatItDoesNotDeclareToAnotherProcess() {
		Process newer = process();
		DenormalizedCopies<Customer, Parcel> known = DenormalizedCopies.of(Customer.class, Parcel.class, "known")
			.reference("customerId", "id")
			.copy("customerName", "name");
		Process older = process(this.world.gateway(), this.world.connection(), known);
		IntStream.range(0, 20).forEach((i) -> newer.copies().save(Parcel.of(i, "ann")));
		newer.copies().save(Customer.of("ann", "Ann"));
		QueueWorker worker = new QueueWorker(older.queue(), MessageHandlers.none().with(older.copies().handler()));
		int received = 0;
		for (int now = worker.step(); now > 0; now = worker.step()) {
			received += now;
		}
		assertThat(received).isEqualTo(21);
		assertThat(worker.status().failure()).as("why the worker waits").isNull();
		settle(newer);
		assertThat(nameIn(newer, 19)).isEqualTo("Ann");
	}

	/**
	 * A worker has no tenant.
	 */
	@Test
	void writesInTheTablesThatTheWriterHad() {
		AtomicReference<String> tenant = new AtomicReference<>("ta");
		TableTemplate template = new TableTemplate(this.world.gateway(), template(this.world.gateway()).converter(),
				TableTemplateOptions.DEFAULTS
					.withTableNames((type, name) -> Objects.requireNonNull(tenant.get(), "no tenant") + name));
		EventuallyConsistentQueueTemplate queue = new EventuallyConsistentQueueTemplate(template, this.world.gateway(),
				this.world.connection(),
				QueueOptions.DEFAULTS.withClock(this.world.clock()).withTables((table) -> table.startsWith("t")));
		DenormalizationTemplate copies = new DenormalizationTemplate(template, queue, List.of(NAMES));
		for (String one : List.of("ta", "tb")) {
			tenant.set(one);
			copies.save(Customer.of("ann", "Ann of " + one));
			copies.save(Parcel.of(1, "ann"));
		}
		copies.update(Customer.class, "ann", (customer) -> customer.named("Anna"));
		tenant.set(null);
		this.world.settle(new QueueWorker(queue, MessageHandlers.none().with(copies.handler())));
		tenant.set("ta");
		assertThat(template.findById(Parcel.class, 1).orElseThrow().customerName()).isEqualTo("Ann of ta");
		tenant.set("tb");
		assertThat(template.findById(Parcel.class, 1).orElseThrow().customerName()).isEqualTo("Anna");
	}

	@Test
	void refusesWhatItCannotKeep() {
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> new DenormalizationTemplate(template(this.world.gateway()), List.of(NAMES)))
			.withMessageContaining("are in other partitions than their sources")
			.withMessageContaining("Give the template a queue");
		refused(NAMES.onDelete(OnDelete.REFUSE), "cannot refuse the deletion of a source");
		TableTemplate indexed = new TableTemplate(this.world.gateway(), template(this.world.gateway()).converter(),
				TableTemplateOptions.DEFAULTS, NoWrites::new);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> new DenormalizationTemplate(indexed, process().queue(),
					List.of(DenormalizedCopies.of(Customer.class, Crate.class, "x")
						.reference("customerId", "id")
						.copy("customerName", "name"))))
			.withMessageContaining("by an index that is EVENTUAL, which may miss one");
		assertThatExceptionOfType(PermanentMessageException.class).isThrownBy(() -> CopyMessage.parse("x"));
		assertThatExceptionOfType(PermanentMessageException.class)
			.isThrownBy(() -> CopyMessage.parse("p\nr\nnames\n\n\n0"))
			.withMessageContaining("names no tables");
		assertThatExceptionOfType(PermanentMessageException.class).isThrownBy(() -> CopyMessage.parse("p\nr\n\n\n\n"))
			.withMessageContaining("how many are written");
		DenormalizationTemplate alone = new DenormalizationTemplate(template(this.world.gateway()),
				List.of(CopyContract.LEADS));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(alone::handler)
			.withMessageContaining("has no queue");
	}

	private void refused(DenormalizedCopies<?, ?> copies, String message) {
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> process(this.world.gateway(), this.world.connection(), copies))
			.withMessageContaining(message);
	}

	/**
	 * Whatever request of a writer or a worker is the last one of its process.
	 */
	@Test
	void comesTrueWhereverAProcessStops() {
		for (boolean afterwards : List.of(false, true)) {
			for (Step step : Step.values()) {
				for (int request = 1; request <= step.requests; request++) {
					CrashPoint point = new CrashPoint();
					Process dying = process(point.over(world().gateway()), point.over(world().connection()), NAMES);
					String name = step + " stopped at " + request + (afterwards ? ", after it" : "");
					checkStep(step, (action) -> {
						point.stopAt(Math.max(1, action), afterwards);
						try {
							step.run(dying);
						}
						catch (Stopped ex) {
							// as it should
						}
						point.reset();
					}, request, name);
				}
			}
		}
	}

	/**
	 * Whatever request to the tables fails, and however.
	 */
	@ParameterizedTest
	@EnumSource
	void comesTrueWhateverRequestFails(Fault fault) {
		for (Step step : Step.values()) {
			for (int request = 1; request <= 4; request++) {
				checkStep(step, (number) -> {
					FaultyGateway faulty = new FaultyGateway(world().gateway(), number, fault);
					try {
						step.run(process(faulty, world().connection(), NAMES));
					}
					catch (DataAccessException ex) {
						assertThat(faulty.hasFailed()).isTrue();
					}
				}, request, step + " with " + fault + " at " + request);
			}
		}
	}

	/**
	 * Another change is made and copied before any request of a worker: one that had read
	 * the source before its holders would write the older name last.
	 */
	@Test
	void comesTrueWhateverHappensBeforeARequestOfAWorker() {
		for (int request = 1; request <= Step.WORK.requests; request++) {
			checkStep(Step.WORK, (number) -> {
				CrashPoint point = new CrashPoint();
				Process slow = process(point.over(world().gateway()), point.over(world().connection()), NAMES);
				point.before(number, () -> {
					Process other = process();
					other.copies().update(Customer.class, "ann", (customer) -> customer.named("Other"));
					other.worker().step();
				});
				slow.worker().step();
			}, request, "another change before request " + request);
		}
	}

	private void checkStep(Step step, Consumer<Integer> failing, int request, String name) {
		Process process = process();
		process.template().findById(Parcel.class, 1).ifPresent(process.template()::delete);
		process.template().findById(Parcel.class, 2).ifPresent(process.template()::delete);
		process.template().findById(Customer.class, "ann").ifPresent(process.template()::delete);
		process.template().insert(Customer.of("ann", "Ann"));
		process.template().insert(new Parcel(1, "ann", "Ann", 0, null));
		if (step == Step.WORK) {
			process.copies().save(process.template().findById(Customer.class, "ann").orElseThrow().named("Worked"));
		}
		failing.accept(request);
		world().pass(Duration.ofMinutes(2));
		settle(process);
		assertThat(verified(process, Parcel.class, "copies:names").isClean()).as(name).isTrue();
	}

	/**
	 * Stands for what keeps indexes in other partitions true.
	 */
	private static final class NoWrites implements DeferredWriteCommitter {

		@Override
		public <T> Optional<T> commit(TableGateway gateway, List<DeferredWrite> writes,
				Function<List<RowWrite>, T> transaction) {
			throw new UnsupportedOperationException();
		}

	}

	@Table("Crates")
	@PartitionKey("{number}")
	@RowKey("crate")
	@SecondaryIndex(name = "customer", partitionKey = "customer_{customerId}", rowKey = "owned_{number}",
			consistency = IndexConsistency.EVENTUAL)
	record Crate(int number, @Nullable String customerId, @Nullable String customerName,
			@Nullable @Version String version) {

	}

	private enum Step {

		CHANGE(4) {

			@Override
			void run(Process process) {
				process.copies().update(Customer.class, "ann", (customer) -> customer.named("Anna"));
			}

		},

		ADOPT(4) {

			@Override
			void run(Process process) {
				process.copies().save(Parcel.of(2, "ann"));
			}

		},

		DELETE(4) {

			@Override
			void run(Process process) {
				process.template().findById(Customer.class, "ann").ifPresent(process.copies()::delete);
			}

		},

		WORK(7) {

			@Override
			void run(Process process) {
				process.worker().step();
			}

		};

		private final int requests;

		Step(int requests) {
			this.requests = requests;
		}

		abstract void run(Process process);

	}

}
