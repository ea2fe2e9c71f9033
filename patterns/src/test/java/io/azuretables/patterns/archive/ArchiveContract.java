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

package io.azuretables.patterns.archive;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;

import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RollingTable;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TablePeriod;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.archive.ArchiveTemplate.Found;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.queue.transport.ReceivedMessage;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions.RetryRules;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions;
import io.azuretables.patterns.queue.worker.WorkerEvents;
import io.azuretables.patterns.sample.CrashPoint;
import io.azuretables.patterns.sample.MeteredGateway.Stopped;
import io.azuretables.patterns.sample.QueueWorld;
import io.azuretables.patterns.sample.Store;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * What the archive promises, over any stores.
 */
abstract class ArchiveContract {

	private static final RetryRules SOON = new RetryRules(5, 100, Duration.ofMillis(100), Duration.ofMillis(500));

	private final CrashPoint process = new CrashPoint();

	private QueueWorld world;

	private Store store;

	private TableOperations tables;

	private ArchiveTemplate<Claim, OldClaim> archive;

	private QueueWorker worker;

	private QueueWorker other;

	abstract QueueWorld open();

	@BeforeEach
	void prepare() {
		String prefix = "a" + Long.toString(RandomGenerator.getDefault().nextLong() >>> 1, 36);
		this.world = open();
		this.store = Store.over(this.world.gateway(), prefix);
		this.tables = this.store.template();
		Store crashing = Store.over(this.process.over(this.world.gateway()), prefix);
		this.archive = archive(this.store, this.world.connection());
		this.worker = worker(crashing, this.process.over(this.world.connection()));
		this.other = worker(this.store, this.world.connection());
	}

	private ArchiveTemplate<Claim, OldClaim> archive(Store at, QueueConnection connection) {
		// tag::mapping[]
		ArchiveMapping<Claim, OldClaim> mapping = ArchiveMapping
			.of(Claim.class, OldClaim.class, OldClaim::of, OldClaim::toClaim)
			.withIncarnation(Claim::life, Claim::withLife);
		// end::mapping[]
		return new ArchiveTemplate<>(at.template(), queue(at, connection), mapping);
	}

	private EventuallyConsistentQueueTemplate queue(Store at, QueueConnection connection) {
		QueueOptions options = QueueOptions.DEFAULTS.withClock(this.world.clock());
		return new EventuallyConsistentQueueTemplate(at.template(), at.gateway(), connection, options);
	}

	private QueueWorker worker(Store at, QueueConnection connection) {
		return worker(at, connection, archive(at, connection));
	}

	private QueueWorker worker(Store at, QueueConnection connection, ArchiveTemplate<?, ?> template) {
		return new QueueWorker(queue(at, connection), MessageHandlers.none().with(template.handler()),
				QueueWorkerOptions.DEFAULTS.withRetries(SOON), WorkerEvents.NONE);
	}

	@Test
	void movesAnEntityAndFindsItInTheRightOrder() {
		Claim claim = this.tables.save(Claim.of("c1", 10));
		this.store.gateway().reset();
		assertThat(this.archive.find(key("c1"))).contains(new Found<>(claim, null));
		assertThat(this.store.gateway().requests()).isEqualTo(1);
		this.archive.archive(claim);
		settle();
		this.store.gateway().reset();
		assertThat(this.archive.find(key("c1"))).hasValueSatisfying((found) -> {
			assertThat(found.current()).isNull();
			assertThat(found.archived()).extracting(OldClaim::amount).isEqualTo(10);
		});
		assertThat(this.store.gateway().requests()).isEqualTo(2);
		assertThat(this.archive.find(key("c2"))).isEmpty();
		assertThat(this.store.gateway().requests()).isEqualTo(5);
		assertThat(rows("Claims")).as("its index rows are gone with it").isZero();
	}

	@Test
	void takesIdentifiersForKeys() {
		Claim claim = this.tables.save(Claim.of("c1", 10));
		ClaimId id = new ClaimId("e1", "c1");
		assertThat(this.archive.find(id)).contains(new Found<>(claim, null));
		this.archive.archive(claim);
		settle();
		assertThat(this.archive.restore(id)).isTrue();
		settle();
		assertThat(this.archive.find(id)).map(Found::current).map(Claim::amount).contains(10);
	}

	@Test
	void takesLaterChangesAlong() {
		Claim claim = this.tables.save(Claim.of("c1", 10));
		this.archive.archive(claim);
		this.tables.save(claim.withAmount(20));
		settle();
		assertArchived("c1", 20);
	}

	@Test
	void leavesAloneWhatWasCreatedAgain() {
		Claim claim = this.tables.save(Claim.of("c1", 10));
		this.archive.archive(claim);
		this.tables.delete(claim);
		Claim again = this.tables.save(Claim.of("c1", 30));
		settle();
		assertCurrent(again);
		this.archive.archive(again);
		settle();
		assertArchived("c1", 30);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void survivesTheDeathOfItsWorkerAtEveryRequest(boolean afterwards) {
		boolean died = true;
		int deaths = 0;
		for (int stop = 1; died; stop++) {
			String id = "c" + stop;
			this.archive.archive(this.tables.save(Claim.of(id, stop)));
			this.process.stopAt(stop, afterwards);
			died = catchThrowableOfType(Stopped.class, this.worker::step) != null;
			this.process.reset();
			assertThat(this.archive.find(key(id))).as("after %d requests", stop).isPresent();
			deaths += died ? 1 : 0;
		}
		assertThat(deaths).isGreaterThanOrEqualTo(6);
		settle();
		for (int stop = 1; stop <= deaths; stop++) {
			assertArchived("c" + stop, stop);
		}
	}

	@Test
	void losesNoChangeThatIsMadeAtAnyRequestOfTheMove() {
		Set<String> changed = new HashSet<>();
		Set<String> disturbed = disturbed(this::archivedSoon, (claim) -> {
			if (isSaved(claim.withAmount(2))) {
				changed.add(claim.id());
			}
		});
		settle();
		assertThat(changed).as("before the deletion").hasSize(6);
		disturbed.forEach((id) -> assertArchived(id, changed.contains(id) ? 2 : 1));
	}

	/**
	 * Has messages handled, and each time something else happen before another request,
	 * until there are no more requests.
	 * @param begun gives a new claim, with a message for it
	 * @return the claims to which something happened
	 */
	private Set<String> disturbed(Function<String, Claim> begun, Consumer<Claim> disturbance) {
		Set<String> disturbed = new LinkedHashSet<>();
		for (int request = 1; disturbed.size() == request - 1; request++) {
			Claim claim = begun.apply("c" + request);
			this.process.before(request, () -> {
				disturbed.add(claim.id());
				disturbance.accept(claim);
			});
			this.worker.step();
			this.process.reset();
		}
		return disturbed;
	}

	private Claim archivedSoon(String id) {
		Claim claim = this.tables.save(Claim.of(id, 1));
		this.archive.archive(claim);
		return claim;
	}

	private Claim restoredSoon(String id) {
		Claim claim = archivedSoon(id);
		this.other.step();
		assertArchived(id, 1);
		this.archive.restore(key(id));
		return claim;
	}

	private boolean isSaved(Claim claim) {
		try {
			this.tables.save(claim);
			return true;
		}
		catch (DataAccessException ex) {
			return false;
		}
	}

	@Test
	void losesNothingWhenAnotherWorkerOvertakesItAtAnyRequest() {
		Set<String> changed = new HashSet<>();
		Set<String> disturbed = disturbed(this::archivedSoon, (claim) -> {
			if (isSaved(claim.withAmount(2))) {
				changed.add(claim.id());
			}
			this.archive.archive(claim);
			assertThat(this.other.step()).isPositive();
		});
		settle();
		assertThat(changed).isNotEmpty();
		disturbed.forEach((id) -> assertArchived(id, changed.contains(id) ? 2 : 1));
	}

	@Test
	void restoresWhatIsInTheArchive() {
		Claim claim = this.tables.save(Claim.of("c1", 10));
		assertThat(this.archive.restore(key("c1"))).isFalse();
		this.archive.archive(claim);
		ReceivedMessage late = this.world.connection().queue().receive(1, Duration.ofSeconds(1)).get(0);
		this.world.connection().queue().send(late.body(), Duration.ZERO);
		this.world.pass(Duration.ofSeconds(2));
		settle();
		assertThat(this.archive.restore(key("c1"))).isTrue();
		settle();
		Claim restored = this.tables.findById(Claim.class, key("c1")).orElseThrow();
		assertThat(restored.amount()).isEqualTo(10);
		assertThat(restored.life()).isNotEqualTo(claim.life());
		assertThat(rows("OldClaims")).isZero();
		this.world.connection().queue().send(late.body(), Duration.ZERO);
		settle();
		assertCurrent(restored);
		this.archive.archive(restored);
		settle();
		assertArchived("c1", 10);
	}

	@Test
	void restoresOnceWhateverComesLate() {
		this.archive.archive(this.tables.save(Claim.of("c1", 10)));
		settle();
		this.archive.restore(key("c1"));
		ReceivedMessage late = this.world.connection().queue().receive(1, Duration.ofSeconds(1)).get(0);
		this.world.pass(Duration.ofSeconds(2));
		settle();
		this.archive.archive(this.tables.findById(Claim.class, key("c1")).orElseThrow());
		settle();
		this.world.connection().queue().send(late.body(), Duration.ZERO);
		settle();
		assertArchived("c1", 10);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void restoresInSpiteOfTheDeathOfItsWorkerAtEveryRequest(boolean afterwards) {
		boolean died = true;
		int deaths = 0;
		for (int id = 1; id < 15; id++) {
			this.archive.archive(this.tables.save(Claim.of("c" + id, id)));
		}
		settle();
		for (int stop = 1; died; stop++) {
			String id = "c" + stop;
			this.archive.restore(key(id));
			this.process.stopAt(stop, afterwards);
			died = catchThrowableOfType(Stopped.class, this.worker::step) != null;
			this.process.reset();
			assertThat(this.archive.find(key(id))).as("after %d requests", stop).isPresent();
			deaths += died ? 1 : 0;
		}
		assertThat(deaths).isBetween(5, 13);
		settle();
		for (int stop = 1; stop <= deaths; stop++) {
			assertThat(this.tables.findById(Claim.class, key("c" + stop))).map(Claim::amount).contains(stop);
			assertThat(this.tables.findById(OldClaim.class, key("c" + stop))).isEmpty();
		}
	}

	/**
	 * One worker sleeps in the midst of a restore, while another one restores the entity,
	 * or it is created again, and it is changed and archived.
	 */
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void bringsBackNoOlderStateWhenAWorkerSleepsAtAnyRequestOfARestore(boolean restored) {
		Set<String> disturbed = disturbed(this::restoredSoon, (claim) -> {
			String id = claim.id();
			if (restored) {
				this.archive.restore(key(id));
				this.other.step();
			}
			Claim current = this.tables.findById(Claim.class, key(id))
				.orElseGet(() -> this.tables.save(Claim.of(id, 1)));
			this.archive.archive(this.tables.save(current.withAmount(2)));
			this.other.step();
			assertArchived(id, 2);
		});
		settle();
		assertThat(disturbed).hasSizeGreaterThanOrEqualTo(6).allSatisfy((id) -> assertArchived(id, 2));
		assertRestored("c" + (disturbed.size() + 1));
	}

	/**
	 * One worker sleeps in the midst of a move, while another one moves the entity and
	 * moves it back.
	 */
	@Test
	void leavesNoCopyBehindWhenAWorkerSleepsAtAnyRequestOfAMove() {
		Set<String> disturbed = disturbed(this::archivedSoon, (claim) -> {
			this.archive.archive(claim);
			this.other.step();
			this.archive.restore(key(claim.id()));
			this.other.step();
		});
		settle();
		assertThat(disturbed).hasSizeGreaterThanOrEqualTo(5).allSatisfy(this::assertRestored);
	}

	private void assertRestored(String id) {
		assertThat(this.tables.findById(Claim.class, key(id))).as(id).map(Claim::amount).contains(1);
		assertThat(this.tables.findById(OldClaim.class, key(id))).as(id).isEmpty();
	}

	@Test
	void leavesNoRowBehindThatTellsOfARestore() {
		this.archive.archive(this.tables.save(Claim.of("c1", 10)));
		settle();
		this.archive.restore(key("c1"));
		this.other.step();
		assertThat(rows("Claims")).as("the entity, its index row, and the token").isEqualTo(3);
		settle();
		assertThat(rows("Claims")).isEqualTo(2);
	}

	@Test
	void restoresWhatAnArchivistHasForbiddenAndLeft() {
		Claim claim = this.tables.save(Claim.of("c1", 1));
		this.archive.archive(claim);
		settle();
		Claim again = this.tables.save(Claim.of("c1", 2));
		this.archive.archive(again);
		this.process.stopAt(8, false);
		catchThrowableOfType(Stopped.class, this.worker::step);
		this.process.reset();
		assertThat(rows("Claims")).as("the entity, its index row, and the fence").isEqualTo(3);
		this.tables.delete(again);
		assertThat(this.archive.restore(key("c1"))).isTrue();
		settle();
		assertThat(this.tables.findById(Claim.class, key("c1"))).map(Claim::amount).contains(1);
		assertThat(this.tables.findById(OldClaim.class, key("c1"))).isEmpty();
	}

	@Test
	void movesBetweenPartitionsOfATable() {
		ArchiveMapping<Task, DoneTask> mapping = ArchiveMapping
			.of(Task.class, DoneTask.class, (task) -> new DoneTask(task.owner(), task.id(), null),
					(done) -> new Task(done.owner(), done.id(), null))
			.withKeys((key) -> TableKey.of("done_" + key.partitionKey(), "done" + key.rowKey()));
		ArchiveTemplate<Task, DoneTask> tasks = new ArchiveTemplate<>(this.tables,
				queue(this.store, this.world.connection()), mapping);
		Task task = this.tables.save(new Task("me", "1", null));
		tasks.archive(task);
		this.world.settle(worker(this.store, this.world.connection(), tasks));
		assertThat(this.tables.findById(Task.class, TableKey.of("me", "task_1"))).isEmpty();
		assertThat(tasks.find(TableKey.of("me", "task_1")))
			.hasValueSatisfying((found) -> assertThat(found.archived()).extracting(DoneTask::id).isEqualTo("1"));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> tasks.restore(TableKey.of("me", "task_1")))
			.withMessageContaining("needs an incarnation");
	}

	@Test
	void refusesAMappingThatGivesNoKeyInTheArchive() {
		ArchiveMapping<Task, DoneTask> mapping = ArchiveMapping.of(Task.class, DoneTask.class,
				(task) -> new DoneTask(task.owner(), task.id(), null),
				(done) -> new Task(done.owner(), done.id(), null));
		ArchiveTemplate<Task, DoneTask> tasks = new ArchiveTemplate<>(this.tables,
				queue(this.store, this.world.connection()), mapping);
		String message = "A DoneTask cannot lie under the key of its Task, since its key templates are others; "
				+ "give both classes the same ones, or the mapping withKeys";
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> tasks.archive(new Task("me", "1", null)))
			.withMessage(message);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> tasks.find(TableKey.of("me", "task_1")))
			.withMessage(message);
	}

	@Test
	void putsContentIntoABlob() {
		BlobStore blobs = Optional.ofNullable(this.world.connection().blobs()).orElseThrow();
		// tag::content[]
		ArchivedContent<Claim, OldClaim> content = new ArchivedContent<>(blobs,
				(claim) -> ("claim of " + claim.amount()).getBytes(StandardCharsets.UTF_8), OldClaim::document,
				OldClaim::withDocument);
		// end::content[]
		ArchiveTemplate<Claim, OldClaim> documents = new ArchiveTemplate<>(this.tables,
				queue(this.store, this.world.connection()),
				ArchiveMapping.of(Claim.class, OldClaim.class, OldClaim::of, OldClaim::toClaim)
					.withIncarnation(Claim::life, Claim::withLife)
					.withContent(content));
		QueueWorker archivist = worker(this.store, this.world.connection(), documents);
		Instant beginning = this.world.clock().instant().minusSeconds(1);
		for (int amount : new int[] { 1, 2 }) {
			documents.archive(this.tables.save(Claim.of("c1", amount)));
			this.world.settle(archivist);
			OldClaim old = this.tables.findById(OldClaim.class, key("c1")).orElseThrow();
			assertThat(blobs.read(String.valueOf(old.document())))
				.contains(("claim of " + amount).getBytes(StandardCharsets.UTF_8));
		}
		assertThat(blobs.list("archive/")).as("that of the entity that is replaced is left").hasSize(2);
		this.world.pass(Duration.ofHours(1));
		assertThat(documents.sweepContents(beginning)).isZero();
		assertThat(documents.sweepContents(this.world.clock().instant())).isEqualTo(1);
		assertThat(blobs.list("archive/")).singleElement()
			.extracting(BlobStore.Blob::name)
			.isEqualTo(this.tables.findById(OldClaim.class, key("c1")).orElseThrow().document());
	}

	@Test
	void givesUpToRestoreWhatAnotherEntityHasTakenThePlaceOf() {
		ArchiveMapping<Seat, OldClaim> mapping = ArchiveMapping
			.of(Seat.class, OldClaim.class,
					(seat) -> new OldClaim("e1", seat.id(), 1, seat.life(), seat.holder(), null),
					(old) -> new Seat(old.id(), String.valueOf(old.document()), old.life(), null))
			.withKeys((key) -> key(key.rowKey().substring("seat_".length())))
			.withIncarnation(Seat::life, (seat, life) -> new Seat(seat.id(), seat.holder(), life, seat.etag()));
		ArchiveTemplate<Seat, OldClaim> seats = new ArchiveTemplate<>(this.tables,
				queue(this.store, this.world.connection()), mapping);
		QueueWorker usher = worker(this.store, this.world.connection(), seats);
		seats.archive(this.tables.save(new Seat("1", "hall", "first", null)));
		this.world.settle(usher);
		Seat other = this.tables.save(new Seat("2", "hall", "second", null));
		seats.restore(TableKey.of("e1", "seat_1"));
		this.world.settle(usher);
		assertThat(this.world.connection().poison().depth()).isEqualTo(1);
		assertThat(this.tables.findById(OldClaim.class, key("1"))).isPresent();
		assertThat(this.tables.findById(Seat.class, TableKey.of("e1", "seat_2"))).contains(other);
		assertThat(rows("Seats")).as("the other one and its index row").isEqualTo(2);
	}

	@Test
	void refusesToRestoreWhatCannotBeToldFromTokenRows() {
		ArchiveMapping<Plain, OldClaim> mapping = ArchiveMapping
			.of(Plain.class, OldClaim.class,
					(plain) -> new OldClaim(plain.employee(), plain.id(), 1, plain.life(), null, null),
					(old) -> new Plain(old.employee(), old.id(), old.life(), null))
			.withKeys((key) -> key(key.rowKey()))
			.withIncarnation(Plain::life, (plain, life) -> new Plain(plain.employee(), plain.id(), life, plain.etag()));
		ArchiveTemplate<Plain, OldClaim> plains = new ArchiveTemplate<>(this.tables,
				queue(this.store, this.world.connection()), mapping);
		for (String life : List.of("first", "second")) {
			plains.archive(this.tables.save(new Plain("e1", "1", life, null)));
			worker(this.store, this.world.connection(), plains).step();
			assertThat(this.tables.findById(OldClaim.class, key("1"))).map(OldClaim::life).contains(life);
			assertThat(rows("Plains")).as("no row that would be read as one").isZero();
		}
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> plains.restore(TableKey.of("e1", "1")))
			.withMessageContaining("row key template \"{id}\" needs a literal at its beginning, such as \"plain_\"");
	}

	@Test
	void refusesEntitiesWithoutAVersionOrInTablesOfPeriods() {
		assertThatIllegalArgumentException()
			.isThrownBy(
					() -> new ArchiveTemplate<>(this.tables, queue(this.store, this.world.connection()),
							ArchiveMapping.of(Claim.class, Unversioned.class, (claim) -> new Unversioned("e", "1"),
									(old) -> Claim.of("1", 1))))
			.withMessageContaining("Unversioned needs a @Version property");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new ArchiveTemplate<>(this.tables, queue(this.store, this.world.connection()),
					ArchiveMapping.of(Entry.class, OldClaim.class, (entry) -> OldClaim.of(Claim.of("1", 1)),
							(old) -> new Entry("e", Instant.EPOCH, null))))
			.withMessageContaining("Entry is a @RollingTable");
	}

	private void settle() {
		this.world.settle(this.other);
		assertThat(this.world.connection().poison().depth()).isZero();
	}

	private static TableKey key(String id) {
		return TableKey.of("e1", "claim_" + id);
	}

	private void assertArchived(String id, int amount) {
		assertThat(this.tables.findById(Claim.class, key(id))).as(id).isEmpty();
		assertThat(this.tables.findById(OldClaim.class, key(id))).as(id).map(OldClaim::amount).contains(amount);
	}

	private void assertCurrent(Claim claim) {
		assertThat(this.archive.find(key(claim.id()))).contains(new Found<>(claim, null));
	}

	private long rows(String table) {
		return this.store.rows(this.store.names().resolve(Claim.class, table), "PartitionKey eq 'e1'").size();
	}

	record ClaimId(String employee, String id) {

	}

	// tag::classes[]
	@Table("Claims")
	@PartitionKey("{employee}")
	@RowKey("claim_{id}")
	@SecondaryIndex(name = "amount", rowKey = "amount_{amount:6}_{id}")
	record Claim(String employee, String id, int amount, @Nullable String life, @Version @Nullable String etag) {
		// end::classes[]

		static Claim of(String id, int amount) {
			return new Claim("e1", id, amount, UUID.randomUUID().toString(), null);
		}

		Claim withAmount(int newAmount) {
			return new Claim(this.employee, this.id, newAmount, this.life, this.etag);
		}

		Claim withLife(String newLife) {
			return new Claim(this.employee, this.id, this.amount, newLife, this.etag);
		}

	}

	@Table("OldClaims")
	@PartitionKey("{employee}")
	@RowKey("claim_{id}")
	record OldClaim(String employee, String id, int amount, @Nullable String life, @Nullable String document,
			@Version @Nullable String etag) {

		static OldClaim of(Claim claim) {
			return new OldClaim(claim.employee(), claim.id(), claim.amount(), claim.life(), null, null);
		}

		Claim toClaim() {
			return new Claim(this.employee, this.id, this.amount, this.life, null);
		}

		OldClaim withDocument(String newDocument) {
			return new OldClaim(this.employee, this.id, this.amount, this.life, newDocument, this.etag);
		}

	}

	@Table("Seats")
	@PartitionKey("e1")
	@RowKey("seat_{id}")
	@SecondaryIndex(name = "holder", rowKey = "holder_{holder}", unique = true)
	record Seat(String id, String holder, @Nullable String life, @Version @Nullable String etag) {

	}

	@Table("Plains")
	@PartitionKey("{employee}")
	@RowKey("{id}")
	record Plain(String employee, String id, @Nullable String life, @Version @Nullable String etag) {

	}

	@Table("Tasks")
	@PartitionKey("{owner}")
	@RowKey("task_{id}")
	record Task(String owner, String id, @Version @Nullable String etag) {

	}

	@Table("Tasks")
	@PartitionKey("done_{owner}")
	@RowKey("donetask_{id}")
	record DoneTask(String owner, String id, @Version @Nullable String etag) {

	}

	@Table("Entries")
	@RollingTable(period = TablePeriod.DAILY, property = "at", retention = "P60D")
	@PartitionKey("{owner}")
	@RowKey("entry_{at}")
	record Entry(String owner, Instant at, @Version @Nullable String etag) {

	}

	@Table("Unversioned")
	@PartitionKey("{owner}")
	@RowKey("{id}")
	record Unversioned(String owner, String id) {

	}

}
