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

package io.azuretables.patterns.encryption;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.encryption.EncryptionOptions;
import io.azuretables.encryption.LocalKeyEncryption;
import io.azuretables.encryption.PropertyEncryption;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.mapping.Encrypted;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexOptions.Reading;
import io.azuretables.query.Update;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rotates data keys and encrypts stored values again while threads of two processes write
 * and read them: no value is unreadable, and no write that was acknowledged is lost.
 */
class ReencryptionUnderWritersTests {

	private static final int WRITERS = 6;

	private static final int PATIENTS = 10;

	private static final int COUNTERS = 3;

	private static final int ROTATIONS = 5;

	/**
	 * So many writes of each thread at least.
	 */
	private static final int WRITES = 100;

	private final TableGateway gateway = new EmbeddedTableGateway();

	private final List<Process> processes = List.of(new Process(this.gateway), new Process(this.gateway));

	/**
	 * Encrypts again, and is always slower than writers.
	 */
	private final Process slow = new Process(new SlowWrites(this.gateway));

	private final AtomicLong writes = new AtomicLong();

	private final AtomicBoolean rotated = new AtomicBoolean();

	private final AtomicIntegerArray additions = new AtomicIntegerArray(COUNTERS);

	@Test
	void losesNoWriteAndKeepsEachValueReadable() throws Exception {
		for (int i = 0; i < COUNTERS; i++) {
			this.processes.get(0).template().insert(new Counter("w", i, "0", null));
		}
		ExecutorService threads = Executors.newFixedThreadPool(WRITERS + 1);
		try {
			List<Future<?>> all = new ArrayList<>();
			for (int i = 0; i < WRITERS; i++) {
				int writer = i;
				all.add(threads.submit(() -> write(writer)));
			}
			all.add(threads.submit(this::rotate));
			for (Future<?> one : all) {
				one.get(5, TimeUnit.MINUTES);
			}
		}
		finally {
			threads.shutdownNow();
		}
		Process other = new Process(this.gateway);
		for (int i = 0; i < COUNTERS; i++) {
			assertThat(other.template().findById(Counter.class, i).orElseThrow().value())
				.isEqualTo(String.valueOf(this.additions.get(i)));
		}
		for (Class<?> type : List.of(Patient.class, Counter.class)) {
			other.encryptions().reencrypt(type, null, (report) -> {
			});
			EncryptionReport report = other.encryptions().verify(type);
			assertThat(report.failures()).isEmpty();
			assertThat(report.outdated()).isZero();
		}
		assertThat(new IndexAdministration(this.gateway, other.template().converter().mappingContext())
			.verify(Patient.class, "mail")
			.isClean()).isTrue();
	}

	/**
	 * Writes patients that no other thread writes, and counters that all write.
	 */
	private void write(int writer) {
		SplittableRandom random = new SplittableRandom(writer);
		Patient[] known = new Patient[PATIENTS];
		for (int write = 0; write < WRITES || !this.rotated.get(); write++) {
			TableTemplate template = this.processes.get(random.nextInt(2)).template();
			int number = random.nextInt(PATIENTS);
			Patient last = known[number];
			Patient next = new Patient("w" + writer, number, "iban" + write, "mail" + write % 5, write);
			if (last != null && random.nextInt(3) == 0) {
				next = last.visitedAt(write);
				template.merge(Patient.class, next, Update.update("visits", write));
			}
			else {
				template.save(next);
			}
			known[number] = next;
			this.writes.incrementAndGet();
			if (random.nextInt(4) == 0) {
				add(template, random.nextInt(COUNTERS));
			}
			TableTemplate reader = this.processes.get(random.nextInt(2)).template();
			assertThat(reader.findById(Patient.class, next)).contains(next);
			reader.findById(Counter.class, random.nextInt(COUNTERS)).orElseThrow();
		}
		for (Patient patient : known) {
			if (patient != null) {
				assertThat(new Process(this.gateway).template().findById(Patient.class, patient)).contains(patient);
			}
		}
	}

	private void add(TableTemplate template, int counter) {
		assertThat(template.updateWithRetry(Counter.class, counter, Counter::more)).isPresent();
		this.additions.incrementAndGet(counter);
	}

	/**
	 * Other processes make data keys, and this one encrypts with them.
	 */
	private void rotate() {
		try {
			for (int i = 0; i < ROTATIONS; i++) {
				this.processes.get(i % 2).encryptions().rotate(Patient.class);
				this.processes.get((i + 1) % 2).encryptions().rotate(Counter.class);
				for (Class<?> type : List.of(Patient.class, Counter.class)) {
					assertThat(this.slow.encryptions().reencrypt(type, null, (report) -> {
					}).failures()).isEmpty();
				}
			}
		}
		finally {
			this.rotated.set(true);
		}
	}

	/**
	 * Waits before each write until others have written.
	 */
	private final class SlowWrites extends ForwardingTableGateway {

		private static final int OTHERS = 5;

		SlowWrites(TableGateway gateway) {
			super(gateway);
		}

		private void await() {
			long until = ReencryptionUnderWritersTests.this.writes.get() + OTHERS;
			while (ReencryptionUnderWritersTests.this.writes.get() < until && !Thread.currentThread().isInterrupted()) {
				LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(20));
			}
		}

		@Override
		public @Nullable String write(String table, RowWrite write) {
			await();
			return super.write(table, write);
		}

		@Override
		public List<@Nullable String> submit(AtomicBatch batch) {
			await();
			return super.submit(batch);
		}

	}

	/**
	 * A process with data keys of its own, which it reads all the time.
	 *
	 * @param template writes and reads
	 * @param encryptions rotates keys, and encrypts again
	 */
	private record Process(TableTemplate template, EncryptionTemplate encryptions) {

		Process(TableGateway gateway) {
			this(gateway, new PropertyEncryption(gateway, new LocalKeyEncryption(Map.of("a", new byte[32]), "a"),
					EncryptionOptions.DEFAULTS.withRefresh(Duration.ofMillis(1))));
		}

		private Process(TableGateway gateway, PropertyEncryption encryption) {
			this(gateway, encryption, template(gateway, encryption));
		}

		private Process(TableGateway gateway, PropertyEncryption encryption, TableTemplate template) {
			// small pages, so that many transactions meet writers
			this(template, new EncryptionTemplate(template, gateway, encryption, new Reading(10, 2, Thread::new)));
		}

		private static TableTemplate template(TableGateway gateway, PropertyEncryption encryption) {
			TableCustomConversions conversions = new TableCustomConversions();
			conversions.setEncryption(encryption);
			return new TableTemplate(gateway, new TableConverter(new TableMappingContext(conversions)));
		}

	}

	/**
	 * An entity with an index by an encrypted value.
	 */
	@Table("Patients")
	@SecondaryIndex(name = "mail", rowKey = "mail_{mail}_{number:2}")
	record Patient(@PartitionKey String ward, @RowKey("p_{number:2}") int number, @Encrypted String iban,
			@Encrypted(deterministic = true) String mail, int visits) {

		Patient visitedAt(int visit) {
			return new Patient(this.ward, this.number, this.iban, this.mail, visit);
		}

	}

	/**
	 * An entity that many threads change.
	 */
	@Table("Counters")
	@PartitionKey("w")
	@RowKey("c_{number:2}")
	record Counter(String ward, int number, @Encrypted String value, @Version @Nullable String version) {

		Counter more() {
			return new Counter(this.ward, this.number, String.valueOf(Integer.parseInt(this.value) + 1), this.version);
		}

	}

}
