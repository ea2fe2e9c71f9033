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

package io.azuretables.patterns.queue;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import io.azuretables.internal.model.IndexMapping;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.PartitionTransaction;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.internal.message.Envelope;
import io.azuretables.patterns.internal.message.EnvelopeFormat;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueMessage;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.message.QueueOptions.GuardTimes;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.queue.transport.ReceivedMessage;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions.RetryRules;
import io.azuretables.patterns.queue.worker.WorkerEvents;
import io.azuretables.patterns.sample.CrashPoint;
import io.azuretables.patterns.sample.MeteredGateway.Stopped;
import io.azuretables.patterns.sample.QueueWorld;
import io.azuretables.patterns.sample.Store;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.row.TableRow;
import io.azuretables.write.WriteFencedException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * What the template and its worker promise, over any stores.
 */
abstract class QueueContract {

	/**
	 * Longer than what fits into a message.
	 */
	private static final String LARGE = "x".repeat(60_000);

	private static final RetryRules RETRIES = new RetryRules(2, 50, Duration.ofSeconds(1), Duration.ofSeconds(1));

	private final CrashPoint process = new CrashPoint();

	private QueueWorld world;

	private Store store;

	private String table;

	private QueueConnection connection;

	private EventuallyConsistentQueueTemplate queue;

	private QueueWorker worker;

	abstract QueueWorld open();

	@BeforeEach
	void prepare() {
		String prefix = "q" + Long.toString(RandomGenerator.getDefault().nextLong() >>> 1, 36);
		this.world = open();
		this.store = Store.over(this.world.gateway(), prefix);
		this.table = prefix + "Orders";
		this.store.gateway().createTable(this.table);
		this.store.gateway().createTable(prefix + "Copies");
		this.connection = this.world.connection();
		Store crashing = Store.over(this.process.over(this.world.gateway()), prefix);
		QueueOptions options = QueueOptions.DEFAULTS.withClock(this.world.clock());
		this.queue = new EventuallyConsistentQueueTemplate(crashing.template(), crashing.gateway(),
				this.process.over(this.connection), options);
		IdempotentSteps steps = new IdempotentSteps(crashing.gateway(), null);
		MessageHandlers handlers = MessageHandlers.none().with("copy", Copy.class, (copy, context) -> {
			TableRow row = TableRow.of(TableKey.of("copies", copy.id()), Map.of("text", copy.text().substring(0, 1)));
			steps.insertOrReplace(context, prefix + "Copies", row);
		});
		this.worker = new QueueWorker(this.queue, handlers, QueueWorkerOptions.DEFAULTS.withRetries(RETRIES),
				WorkerEvents.NONE);
	}

	@Test
	void handlesWhatWasWrittenAndCleansUp() {
		List<Object> written = this.queue.guarded(copy("o1", "a"), this.table, "p",
				(transaction) -> transaction.insert(new Order("p", "o1")));
		assertThat(written).containsExactly(new Order("p", "o1"));
		assertThat(this.worker.step()).isEqualTo(1);
		assertThat(copies()).containsExactly("o1");
		this.queue.outbox(copy("o2", "a"), this.table, "p",
				(transaction) -> transaction.insert(new Order("p", "o2")).insert(new Order("p", "o3")));
		assertThat(this.worker.step()).isEqualTo(1);
		assertThat(copies()).containsExactly("o1", "o2");
		this.queue.send(copy("o4", "a"));
		assertThat(this.worker.step()).isEqualTo(1);
		assertThat(copies()).containsExactly("o1", "o2", "o4");
		assertThat(this.connection.queue().depth()).as("what proves the writes is kept for a while").isEqualTo(2);
		assertThat(tokenRows()).hasSize(2);
		settle();
		assertNothingLeft();
	}

	@Test
	void neitherReturnsNorReadsTokenRowsAsEntities() {
		this.queue.guarded(copy("o1", "a"), this.table, "p", (transaction) -> transaction.insert(new Order("p", "o1")));
		this.store.gateway().reset();
		assertThat(this.store.template().find(TableQuery.of(Criteria.where("customer").is("p")), Order.class))
			.containsExactly(new Order("p", "o1"));
		assertThat(this.store.gateway().rows()).isEqualTo(1);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.queue.guarded(copy("o1", "a"), this.table.replace("Orders", "Plains"), "p",
					(transaction) -> transaction.insert(new Plain("p", "o1"))))
			.withMessageContaining("begins with no literal that tells them apart");
	}

	/**
	 * One of an older version of the application, which knows fewer types.
	 */
	@Test
	void leavesToAnotherInstanceWhatItDoesNotKnow() {
		QueueWorker older = new QueueWorker(this.queue, MessageHandlers.none(),
				QueueWorkerOptions.DEFAULTS.withRetries(RETRIES), WorkerEvents.NONE);
		write(true, "o1", "a");
		assertThat(older.step()).isEqualTo(1);
		settle();
		assertThat(copies()).containsExactly("o1");
		assertNothingLeft();
	}

	@Test
	void takesBackTheMessageOfAWriteThatIsRefused() {
		this.store.template().insert(new Order("p", "o1"));
		for (boolean guarded : new boolean[] { true, false }) {
			assertThatExceptionOfType(DuplicateKeyException.class).isThrownBy(() -> write(guarded, "o1", "a"));
		}
		assertNothingLeft();
		assertThat(copies()).isEmpty();
	}

	@Test
	void takesBackTheMessageOfATransactionThatIsTooLarge() {
		Consumer<PartitionTransaction> tooMany = (transaction) -> IntStream.range(0, 100)
			.forEach((id) -> transaction.insert(new Order("p", "o" + id)));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.queue.guarded(copy("o1", "a"), this.table, "p", tooMany))
			.withMessageContaining("not 101");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.queue.outbox(copy("o1", LARGE), this.table, "p", tooMany))
			.withMessageContaining("not 101");
		assertNothingLeft();
		assertThat(orders()).isEmpty();
	}

	@Test
	void leavesAWriterItsTime() {
		this.process.before(2, () -> assertThat(this.worker.step()).isZero());
		write(true, "o1", "a");
		assertThat(this.process.requests()).as("send, receive, write, show").isEqualTo(4);
		assertThat(this.worker.step()).isEqualTo(1);
		assertThat(copies()).containsExactly("o1");
	}

	@Test
	void fencesAWriterThatIsTooSlow() {
		this.process.before(2, () -> {
			this.world.pass(GuardTimes.DEFAULTS.guard().plusSeconds(1));
			assertThat(this.worker.step()).isEqualTo(1);
		});
		assertThatExceptionOfType(WriteFencedException.class).isThrownBy(() -> write(true, "o1", "a"));
		assertThat(orders()).isEmpty();
		settle();
		assertThat(copies()).isEmpty();
		assertNothingLeft();
	}

	@ParameterizedTest
	@EnumSource(Form.class)
	void survivesTheDeathOfItsProcessAtEveryRequest(Form form) {
		int cases = 0;
		for (boolean afterwards : new boolean[] { false, true }) {
			for (int stop = 1;; stop++) {
				String id = form + "-" + stop + "-" + afterwards;
				this.process.stopAt(stop, afterwards);
				boolean died = catchThrowableOfType(Stopped.class, () -> produce(form, id)) != null;
				this.process.reset();
				if (!died) {
					break;
				}
				cases++;
			}
		}
		assertThat(cases).isGreaterThanOrEqualTo(2 * form.requests);
		settle();
		this.queue.sweep(this.table, Duration.ZERO);
		settle();
		assertThat(copies()).isEqualTo(orders());
		assertThat(orders()).isNotEmpty();
		assertNothingLeft();
	}

	private void produce(Form form, String id) {
		write(form.guarded, id, form.large ? LARGE : "a");
	}

	@ParameterizedTest
	@EnumSource(Form.class)
	void survivesTheDeathOfItsWorkerAtEveryRequest(Form form) {
		int deaths = 0;
		for (boolean afterwards : new boolean[] { false, true }) {
			boolean died = true;
			for (int stop = 1; died; stop++) {
				produce(form, form + "-" + stop + "-" + afterwards);
				died = false;
				for (int phase = 0; phase < 2; phase++) {
					this.process.stopAt(stop, afterwards);
					died |= catchThrowableOfType(Stopped.class, this.worker::step) != null;
					this.process.reset();
					this.world.pass(GuardTimes.DEFAULTS.retention().plusSeconds(1));
				}
				deaths += died ? 1 : 0;
			}
		}
		assertThat(deaths).isGreaterThan(6);
		settle();
		assertThat(copies()).isEqualTo(orders());
		assertNothingLeft();
	}

	@Test
	void removesPayloadsInBlobs() {
		BlobStore blobs = Objects.requireNonNull(this.connection.blobs());
		write(true, "o1", LARGE);
		write(false, "o2", LARGE);
		this.queue.send(copy("o3", LARGE));
		assertThat(blobs.list("")).hasSize(3);
		settle();
		assertThat(copies()).containsExactlyInAnyOrder("o1", "o2", "o3");
		assertThat(blobs.list("")).isEmpty();
		this.process.stopAt(1, true);
		assertThatExceptionOfType(Stopped.class).isThrownBy(() -> write(true, "o4", LARGE));
		this.process.reset();
		assertThat(this.queue.sweepPayloads(Duration.ofHours(1))).isZero();
		assertThat(blobs.list("")).hasSize(1);
		this.world.pass(Duration.ofHours(1));
		assertThat(this.queue.sweepPayloads(Duration.ZERO)).isEqualTo(1);
		assertThat(blobs.list("")).isEmpty();
	}

	@Test
	void handlesAgainWhatComesTwice() {
		write(true, "o1", "a");
		ReceivedMessage message = this.connection.queue().receive(1, Duration.ofSeconds(1)).get(0);
		this.connection.queue().send(message.body(), Duration.ZERO);
		settle();
		assertThat(copies()).containsExactly("o1");
		this.connection.queue().send(message.body(), Duration.ZERO);
		settle();
		assertNothingLeft();
	}

	@Test
	void sendsAgainWhatWasLostFromTheQueue() {
		write(true, "o1", "a");
		write(false, "o2", "a");
		for (ReceivedMessage message : this.connection.queue().receive(32, Duration.ofSeconds(1))) {
			this.connection.queue().delete(message);
		}
		assertThat(this.connection.queue().depth()).isZero();
		assertThat(this.queue.sweep(this.table, Duration.ofHours(1))).isZero();
		assertThat(this.queue.sweep(this.table, Duration.ZERO)).isEqualTo(2);
		settle();
		assertThat(copies()).containsExactly("o1", "o2");
		assertNothingLeft();
	}

	@Test
	void givesUpWhatCannotBeHandledAndTriesAgainWhenAsked() {
		write(true, "o1", "");
		this.connection.queue().send("no envelope", Duration.ZERO);
		this.queue.send(QueueMessage.of("unknown", "payload"));
		this.queue.send(QueueMessage.of("copy", List.of("no copy")));
		write(true, "o2", "a");
		settle();
		assertThat(copies()).as("the others do not stop it").containsExactly("o2");
		assertThat(this.connection.poison().depth()).isEqualTo(4);
		assertThat(this.queue.sweep(this.table, Duration.ZERO)).as("what was given up is left alone").isZero();
		assertThat(tokenRows()).hasSize(1);
		assertThat(this.queue.redrive(100)).isEqualTo(4);
		assertThat(this.connection.queue().receive(32, Duration.ofSeconds(1))).extracting(ReceivedMessage::body)
			.hasSize(4)
			.contains("no envelope")
			.noneMatch((body) -> body.contains("Exception"));
		this.world.pass(Duration.ofSeconds(2));
		settle();
		assertThat(this.connection.poison().depth()).isEqualTo(4);
	}

	@Test
	void losesNothingThatItGivesUpWhenItsWorkerDiesAtAnyRequest() {
		for (boolean afterwards : new boolean[] { false, true }) {
			boolean died = true;
			for (int stop = 1; died; stop++) {
				String id = stop + "-" + afterwards;
				this.queue.guarded(QueueMessage.of("copy", List.of("no copy")), this.table, "p",
						(transaction) -> transaction.insert(new Order("p", id)));
				this.process.stopAt(stop, afterwards);
				died = catchThrowableOfType(Stopped.class, this.worker::step) != null;
				this.process.reset();
			}
		}
		settle();
		Set<String> poison = new HashSet<>();
		for (List<ReceivedMessage> some = poison(); !some.isEmpty(); some = poison()) {
			some.forEach((message) -> poison.add(poisoned(message).id()));
		}
		assertThat(poison).hasSameSizeAs(orders()).hasSizeGreaterThan(10);
		assertThat(tokenRows()).extracting((row) -> row.key().rowKey().substring(IndexMapping.TOKEN_ROWS.length()))
			.hasSameElementsAs(poison);
		assertThat(this.queue.sweep(this.table, Duration.ZERO)).isZero();
	}

	private Envelope poisoned(ReceivedMessage message) {
		return new EnvelopeFormat(this.world.connection().poison().signature()).read(message.body());
	}

	private List<ReceivedMessage> poison() {
		return this.connection.poison().receive(32, Duration.ofMinutes(1));
	}

	private void write(boolean guarded, String id, String text) {
		if (guarded) {
			this.queue.guarded(copy(id, text), this.table, "p",
					(transaction) -> transaction.insert(new Order("p", id)));
		}
		else {
			this.queue.outbox(copy(id, text), this.table, "p", (transaction) -> transaction.insert(new Order("p", id)));
		}
	}

	private static QueueMessage copy(String id, String text) {
		return QueueMessage.of("copy", new Copy(id, text));
	}

	private void settle() {
		this.world.settle(this.worker);
	}

	private Set<String> copies() {
		Set<String> ids = new HashSet<>();
		this.store.rows(this.table.replace("Orders", "Copies"), "PartitionKey eq 'copies'")
			.forEach((row) -> ids.add(row.key().rowKey()));
		return ids;
	}

	private Set<String> orders() {
		Set<String> ids = new HashSet<>();
		this.store.template()
			.find(TableQuery.of(Criteria.where("customer").is("p")), Order.class)
			.forEach((order) -> ids.add(order.id()));
		return ids;
	}

	private List<TableRow> tokenRows() {
		return this.store.rows(this.table, "RowKey ge '~t|' and RowKey lt '~t}'");
	}

	private void assertNothingLeft() {
		assertThat(this.connection.queue().depth()).isZero();
		assertThat(this.connection.poison().depth()).isZero();
		assertThat(tokenRows()).isEmpty();
	}

	/**
	 * How a message is sent.
	 */
	enum Form {

		GUARDED(true, false, 3), OUTBOX(false, false, 2), LARGE_GUARDED(true, true, 4), LARGE_OUTBOX(false, true, 3);

		private final boolean guarded;

		private final boolean large;

		private final int requests;

		Form(boolean guarded, boolean large, int requests) {
			this.guarded = guarded;
			this.large = large;
			this.requests = requests;
		}

	}

	@Table("Orders")
	@PartitionKey("{customer}")
	@RowKey("order_{id}")
	record Order(String customer, String id) {

	}

	@Table("Plains")
	@PartitionKey("{customer}")
	@RowKey("{id}")
	record Plain(String customer, String id) {

	}

	record Copy(String id, String text) {

	}

}
