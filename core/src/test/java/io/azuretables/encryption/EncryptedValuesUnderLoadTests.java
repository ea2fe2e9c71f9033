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

package io.azuretables.encryption;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Encrypted;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests encrypted values in great number, and from many threads.
 */
@Tag("long")
class EncryptedValuesUnderLoadTests {

	private static final int VALUES = 100_000;

	private static final int THREADS = 8;

	private static final int PATIENTS = 64;

	private static final int WRITES = 500;

	private static final int ROTATIONS = 20;

	private final TableGateway gateway = new EmbeddedTableGateway();

	/**
	 * The encryption of a process, which reads the data keys all the time.
	 */
	private PropertyEncryption process() {
		return new PropertyEncryption(this.gateway, new LocalKeyEncryption(Map.of("a", new byte[32]), "a"),
				EncryptionOptions.DEFAULTS.withRefresh(Duration.ofMillis(1)));
	}

	/**
	 * Each value is read as it was written, and no more with one bit that differs.
	 */
	@Test
	void areReadAsTheyWereWritten() {
		long seed = Long.getLong("azuretables.seed", System.nanoTime());
		SplittableRandom random = new SplittableRandom(seed);
		PropertyEncryption keys = new PropertyEncryption(this.gateway,
				new LocalKeyEncryption(Map.of("a", new byte[32]), "a"), EncryptionOptions.DEFAULTS);
		List<ColumnEncryption> columns = List.of(keys.column("P.random", () -> "Patients", "random", false),
				keys.column("P.equal", () -> "Patients", "equal", true));
		for (int i = 0; i < VALUES; i++) {
			ColumnEncryption column = columns.get(i % 2);
			Object value = value(random);
			TableKey row = new TableKey("p" + random.nextInt(10), "r" + random.nextInt(10));
			byte[] stored = column.encrypt(value, row);
			assertThat(column.decrypt(stored, row)).as("seed %d, value %d", seed, i).isEqualTo(value);
			if (i % 2 == 1) {
				assertThat(column.encrypt(value, null)).as("seed %d, value %d", seed, i).isEqualTo(stored);
			}
			int bit = random.nextInt(stored.length * Byte.SIZE);
			stored[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
			assertThat(catchThrowable(() -> column.decrypt(stored, row))).as("seed %d, value %d, bit %d", seed, i, bit)
				.isInstanceOf(DecryptionException.class);
		}
	}

	/**
	 * Bytes, or a text of any code points.
	 */
	private static Object value(SplittableRandom random) {
		int length = random.nextInt(100);
		if (random.nextBoolean()) {
			byte[] bytes = new byte[length];
			random.nextBytes(bytes);
			return bytes;
		}
		StringBuilder text = new StringBuilder();
		for (int i = 0; i < length; i++) {
			int most = switch (random.nextInt(3)) {
				case 0 -> 0x80;
				case 1 -> 0xD800;
				default -> 0x10FFFF;
			};
			int codePoint = random.nextInt(most);
			text.appendCodePoint((codePoint >= 0xD800 && codePoint < 0xE000) ? 'x' : codePoint);
		}
		return text.toString();
	}

	/**
	 * Two processes write and read the same entities from many threads while one of them
	 * makes new data keys.
	 */
	@Test
	void areReadableWhileDataKeysAreRotated() throws Exception {
		List<PropertyEncryption> processes = List.of(process(), process());
		List<TableTemplate> templates = processes.stream().map(this::template).toList();
		AtomicReferenceArray<Patient> patients = new AtomicReferenceArray<>(PATIENTS);
		ExecutorService threads = Executors.newFixedThreadPool(THREADS + 1);
		try {
			List<Future<?>> all = new ArrayList<>();
			for (int i = 0; i < THREADS; i++) {
				int thread = i;
				all.add(threads.submit(() -> {
					SplittableRandom random = new SplittableRandom(thread);
					for (int write = 0; write < WRITES; write++) {
						int number = thread * (PATIENTS / THREADS) + random.nextInt(PATIENTS / THREADS);
						Patient patient = new Patient("w", number, thread + "-" + write, "mail" + write % 10);
						templates.get(write % 2).save(patient);
						patients.set(number, patient);
						assertThat(templates.get(random.nextInt(2)).findById(Patient.class, patient)).contains(patient);
						templates.get(random.nextInt(2))
							.findById(Patient.class, new Patient("w", random.nextInt(PATIENTS), "", ""));
					}
				}));
			}
			all.add(threads.submit(() -> {
				for (int i = 0; i < ROTATIONS; i++) {
					processes.get(i % 2).rotate("Patients");
				}
			}));
			for (Future<?> one : all) {
				one.get(5, TimeUnit.MINUTES);
			}
		}
		finally {
			threads.shutdownNow();
		}
		for (int number = 0; number < PATIENTS; number++) {
			Patient patient = patients.get(number);
			if (patient != null) {
				assertThat(template(process()).findById(Patient.class, patient)).contains(patient);
			}
		}
	}

	private TableTemplate template(PropertyEncryption encryption) {
		TableCustomConversions conversions = new TableCustomConversions();
		conversions.setEncryption(encryption);
		return new TableTemplate(this.gateway, new TableConverter(new TableMappingContext(conversions)));
	}

	@Table("Patients")
	record Patient(@PartitionKey String ward, @RowKey("p_{number:6}") int number, @Encrypted String iban,
			@Encrypted(deterministic = true) String mail) {

	}

}
