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
import java.util.UUID;
import java.util.stream.IntStream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.TableGateway;
import io.azuretables.mapping.AcceptHotPartition;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Series;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.denormalization.DenormalizedCopies.OnDelete;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions.RetryRules;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions;
import io.azuretables.patterns.queue.worker.WorkerEvents;
import io.azuretables.patterns.index.IndexFinding.Kind;
import io.azuretables.patterns.index.IndexReport;
import io.azuretables.patterns.sample.CrashPoint;
import io.azuretables.patterns.sample.Customer;
import io.azuretables.patterns.sample.Member;
import io.azuretables.patterns.sample.Parcel;
import io.azuretables.patterns.sample.QueueWorld;
import io.azuretables.patterns.sample.Team;
import io.azuretables.patterns.series.DataSeriesTemplate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What copies in other partitions promise, on any store.
 */
abstract class CopyWorkerContract {

	static final DenormalizedCopies<Customer, Parcel> NAMES = DenormalizedCopies
		.of(Customer.class, Parcel.class, "names")
		.reference("customerId", "id")
		.copy("customerName", "name");

	private static final RetryRules PATIENT = new RetryRules(Integer.MAX_VALUE, Integer.MAX_VALUE,
			Duration.ofSeconds(1), Duration.ofSeconds(10));

	private final String prefix = "t" + UUID.randomUUID().toString().replace("-", "");

	abstract QueueWorld world();

	@AfterEach
	void deleteTables() {
		TableGateway gateway = world().gateway();
		gateway.tables().stream().filter((name) -> name.startsWith(this.prefix)).forEach(gateway::deleteTable);
	}

	TableTemplate template(TableGateway gateway) {
		return new TableTemplate(gateway, new TableConverter(new TableMappingContext(new TableCustomConversions())),
				TableTemplateOptions.DEFAULTS.withTableNames(TableNameResolver.prefixed(this.prefix)));
	}

	/**
	 * A process that may stop.
	 */
	Process process(TableGateway gateway, QueueConnection connection, DenormalizedCopies<?, ?>... copies) {
		TableTemplate template = template(gateway);
		EventuallyConsistentQueueTemplate queue = new EventuallyConsistentQueueTemplate(template, gateway, connection,
				QueueOptions.DEFAULTS.withClock(world().clock()));
		return new Process(template, queue, new DenormalizationTemplate(template, queue, List.of(copies)));
	}

	Process process() {
		return process(world().gateway(), world().connection(), NAMES);
	}

	void settle(Process process) {
		world().settle(process.worker());
	}

	IndexReport verified(Process process, Class<?> type, String copies) {
		return CopyContract.administration(world().gateway(), process.template(), process.copies())
			.verify(type, copies);
	}

	@Nullable String nameIn(Process process, int parcel) {
		return process.template().findById(Parcel.class, parcel).orElseThrow().customerName();
	}

	@Test
	void writesCopiesAfterTheirSource() {
		Process process = process();
		Customer ann = process.copies().save(Customer.of("ann", "Ann"));
		process.copies().save(Parcel.of(1, "ann"));
		process.copies().save(Parcel.of(2, "ann"));
		Parcel third = process.copies().save(Parcel.of(3, "bob"));
		assertThat(nameIn(process, 1)).isEqualTo("Ann");
		assertThat(third.customerName()).isNull();
		Customer anna = process.copies().save(ann.named("Anna"));
		assertThat(anna).isEqualTo(process.template().findById(Customer.class, "ann").orElseThrow());
		assertThat(nameIn(process, 1)).as("in between").isEqualTo("Ann");
		process.copies().save(Customer.of("bob", "Bob"));
		process.copies().save(third.to("ann"));
		settle(process);
		assertThat(nameIn(process, 1)).isEqualTo("Anna");
		assertThat(nameIn(process, 2)).isEqualTo("Anna");
		assertThat(nameIn(process, 3)).isEqualTo("Anna");
		process.copies().delete(anna);
		settle(process);
		assertThat(process.template().findById(Parcel.class, 1).orElseThrow())
			.extracting(Parcel::customerId, Parcel::customerName)
			.containsExactly("ann", null);
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> process.copies().save(anna.named("Late")));
	}

	@Test
	void keepsCopiesOfADeletedSourceIfToldTo() {
		Process process = process(world().gateway(), world().connection(), NAMES.onDelete(OnDelete.KEEP));
		Customer ann = process.copies().save(Customer.of("ann", "Ann"));
		process.copies().save(Parcel.of(1, "ann"));
		process.copies().delete(ann);
		settle(process);
		assertThat(nameIn(process, 1)).isEqualTo("Ann");
		process.copies().update(Parcel.class, 1, Parcel::stopped);
		process.copies().save(process.template().findById(Parcel.class, 1).orElseThrow().stopped());
		settle(process);
		assertThat(nameIn(process, 1)).isEqualTo("Ann");
		process.copies().save(Customer.of("ann", "Anna"));
		settle(process);
		assertThat(nameIn(process, 1)).isEqualTo("Anna");
	}

	/**
	 * Kept are copies of a source that was deleted, and none of another source.
	 */
	@Test
	void keepsNoCopiesOfAFormerSource() {
		DenormalizedCopies<Customer, Parcel> kept = NAMES.onDelete(OnDelete.KEEP);
		Process process = process(world().gateway(), world().connection(), kept);
		process.copies().save(Customer.of("ann", "Ann"));
		process.copies().save(Parcel.of(1, "ann"));
		process.copies().save(Parcel.of(2, "ann"));
		process.copies().save(new Parcel(3, "bob", "Ann", 0, null));
		process.copies().update(Parcel.class, 1, (parcel) -> parcel.to("bob"));
		process.copies().save(process.template().findById(Parcel.class, 2).orElseThrow().to(null));
		settle(process);
		assertThat(List.of(1, 2, 3)).allSatisfy((number) -> assertThat(nameIn(process, number)).isNull());
		assertThat(verified(process, Parcel.class, "copies:names")).isEqualTo(CopyContract.report(3, 0));
		process.template()
			.update(new Parcel(2, null, "Ann", 0,
					process.template().findById(Parcel.class, 2).orElseThrow().version()));
		assertThat(verified(process, Parcel.class, "copies:names").count(Kind.STALE)).isEqualTo(1);
		CopyContract.administration(world().gateway(), process.template(), process.copies())
			.rebuild(Parcel.class, "copies:names");
		assertThat(nameIn(process, 2)).isNull();
		process.copies().save(Customer.of("bob", "Bob"));
		settle(process);
		assertThat(nameIn(process, 1)).isEqualTo("Bob");
	}

	/**
	 * A worker writes the holder whole, and an operation that is repeated afterwards has
	 * no effect all the same.
	 */
	@Test
	void keepsTheOperationsOfASeriesInAHolder() {
		DenormalizedCopies<Customer, Tally> tallies = DenormalizedCopies.of(Customer.class, Tally.class, "tallies")
			.reference("customerId", "id")
			.copy("customerName", "name");
		Process process = process(world().gateway(), world().connection(), tallies);
		world().gateway().createTable("Tallies");
		Customer ann = process.copies().save(Customer.of("ann", "Ann"));
		process.copies().save(new Tally(1, "ann", null, new int[2], null));
		DataSeriesTemplate<Tally> series = new DataSeriesTemplate<>(process.template(), Tally.class, "stops");
		series.add(1, 0, 5, "first");
		process.copies().save(ann.named("Anna"));
		settle(process);
		series.add(1, 0, 5, "first");
		series.add(1, 0, 2, "second");
		Tally tally = process.template().findById(Tally.class, 1).orElseThrow();
		assertThat(tally.customerName()).isEqualTo("Anna");
		assertThat(tally.stops()).containsExactly(7, 0);
		process.copies().update(Tally.class, 1, (found) -> new Tally(1, null, null, found.stops(), found.version()));
		series.add(1, 0, 2, "second");
		assertThat(process.template().findById(Tally.class, 1).orElseThrow().stops()).containsExactly(7, 0);
	}

	@Test
	void leavesHoldersThatDoNotFitIntoATransactionToAWorker() {
		Process process = process(world().gateway(), world().connection(), CopyContract.LEADS);
		process.copies().save(Member.of(1, "Ann"));
		process.template().insertAll(IntStream.range(0, 93).mapToObj((i) -> Team.of("t" + i, 1)).toList());
		Member ann = CopyContract.member(process.template(), 1);
		process.copies().save(ann.named("Anna"));
		assertThat(CopyContract.leadOf(process.template(), "t1")).isNull();
		settle(process);
		assertThat(CopyContract.leadOf(process.template(), "t1")).isEqualTo("Anna");
		assertThat(verified(process, Team.class, "copies:leads")).isEqualTo(CopyContract.report(93, 0));
	}

	@Test
	void costsWhatItSays() {
		CrashPoint requests = new CrashPoint();
		Process process = process(requests.over(world().gateway()), requests.over(world().connection()), NAMES);
		Customer ann = process.copies().save(Customer.of("ann", "Ann"));
		process.copies().save(Parcel.of(1, "ann"));
		process.copies().save(Parcel.of(2, "ann"));
		settle(process);
		assertThat(requests(requests, () -> process.copies().save(ann.named("Anna")))).as("source").isEqualTo(3);
		QueueWorker worker = process.worker();
		assertThat(requests(requests, worker::step)).as("worker").isEqualTo(7);
		assertThat(nameIn(process, 2)).isEqualTo("Anna");
		assertThat(requests(requests, () -> process.copies().save(Parcel.of(3, "ann")))).as("holder").isEqualTo(4);
		assertThat(requests(requests, worker::step)).as("worker").isEqualTo(5);
		assertThat(requests(requests,
				() -> process.copies().update(Customer.class, "ann", (customer) -> customer.with(7))))
			.as("nothing that is copied")
			.isEqualTo(2);
	}

	private static long requests(CrashPoint counter, Runnable action) {
		counter.reset();
		action.run();
		return counter.requests();
	}

	/**
	 * A process.
	 *
	 * @param template its table template
	 * @param queue its queue
	 * @param copies its copies
	 */
	record Process(TableTemplate template, EventuallyConsistentQueueTemplate queue, DenormalizationTemplate copies) {

		QueueWorker worker() {
			return new QueueWorker(this.queue, MessageHandlers.none().with(this.copies.handler()),
					QueueWorkerOptions.DEFAULTS.withRetries(PATIENT), WorkerEvents.NONE);
		}

	}

	/**
	 * A holder with a series.
	 */
	@Table("Tallies")
	@PartitionKey("tallies")
	@RowKey("tally_{number:6}")
	@AcceptHotPartition(reason = "few tallies")
	record Tally(int number, @Nullable String customerId, @Nullable String customerName,
			@Series(column = "s{slot}", slots = 2) int[] stops, @Nullable @Version String version) {

	}

}
