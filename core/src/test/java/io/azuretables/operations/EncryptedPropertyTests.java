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

package io.azuretables.operations;

import java.lang.management.ManagementFactory;
import java.lang.management.MonitorInfo;
import java.lang.management.ThreadInfo;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.encryption.DecryptionException;
import io.azuretables.encryption.EncryptionOptions;
import io.azuretables.encryption.EncryptionResolver;
import io.azuretables.encryption.KeyEncryption;
import io.azuretables.encryption.LocalKeyEncryption;
import io.azuretables.encryption.PropertyEncryption;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Compressed;
import io.azuretables.mapping.Encrypted;
import io.azuretables.mapping.Flattened;
import io.azuretables.mapping.Json;
import io.azuretables.mapping.Part;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Series;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import io.azuretables.repository.AllowScan;
import io.azuretables.repository.TableRepository;
import io.azuretables.repository.support.TableRepositoryFactory;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.row.UnstorableValueException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.data.annotation.Version;
import org.springframework.data.domain.Example;
import org.springframework.data.domain.ExampleMatcher;
import org.springframework.data.domain.Sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Tests for entities with {@link Encrypted} properties.
 */
class EncryptedPropertyTests {

	private static final String SECRET = "DE44 5001 0517 5407 3249 31";

	private final WatchedGateway gateway = new WatchedGateway(new EmbeddedTableGateway());

	private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-19T12:00:00Z"));

	private final EncryptionOptions options = EncryptionOptions.DEFAULTS.withClock(new Clock() {

		@Override
		public ZoneOffset getZone() {
			return ZoneOffset.UTC;
		}

		@Override
		public Clock withZone(java.time.ZoneId zone) {
			return this;
		}

		@Override
		public Instant instant() {
			return EncryptedPropertyTests.this.now.get();
		}

	});

	private final PropertyEncryption encryption = encryption(this.options);

	private final TableTemplate template = template(this.encryption);

	private PropertyEncryption encryption(EncryptionOptions some) {
		return new PropertyEncryption(this.gateway, keys("one"), some);
	}

	private static LocalKeyEncryption keys(String current) {
		byte[] two = new byte[32];
		Arrays.fill(two, (byte) 2);
		return new LocalKeyEncryption(Map.of("one", new byte[32], "two", two), current);
	}

	private TableTemplate template(@Nullable PropertyEncryption some) {
		TableCustomConversions conversions = new TableCustomConversions();
		conversions.setEncryption(some);
		return new TableTemplate(this.gateway, new TableConverter(new TableMappingContext(conversions)));
	}

	static Patient patient(String number) {
		return new Patient("ward", number, SECRET, "anna@example.org", List.of("a", "b"), "note ".repeat(500), 42, 7.5,
				true, Instant.parse("2026-01-01T00:00:00.1234567Z"), new byte[] { 1, 2, 3 }, UUID.randomUUID(),
				new Contact("+49 30 1234567"), null);
	}

	private static TableKey key(String number) {
		return new TableKey("ward", "p-" + number);
	}

	private TableRow row(String number) {
		return Objects.requireNonNull(this.gateway.read("Patient", key(number), null, RowReader.rows()));
	}

	private void write(TableRow row) {
		this.gateway.write("Patient", new RowWrite.InsertOrReplace(row));
	}

	private Optional<Patient> read(String number) {
		return this.template.findById(Patient.class, key(number));
	}

	private Patients patients() {
		return new TableRepositoryFactory(this.template).getRepository(Patients.class);
	}

	@Test
	void giveBackWhatWasSavedAndStoreBytesOnly() {
		Patient patient = patient("1");
		this.template.save(patient);
		assertThat(read("1")).get().usingRecursiveComparison().ignoringFields("version").isEqualTo(patient);
		TableRow row = row("1");
		for (String column : List.of("iban", "mail", "labels", "notes", "age", "score", "insured", "born", "image",
				"uuid", "contact_phone")) {
			assertThat(row.get(column)).as(column).isInstanceOf(byte[].class);
		}
		assertThat((byte[]) row.get("notes")).hasSizeLessThan(200);
		this.gateway.read(RowRequest.of("Patient", null), RowReader.rows())
			.rows()
			.forEach((stored) -> assertThat(stored.properties().toString() + stored.key()).doesNotContain("anna",
					"DE44"));
	}

	@Test
	void encryptEqualValuesDifferently() {
		this.template.save(patient("1"));
		this.template.save(patient("2"));
		assertThat(row("1").get("iban")).isNotEqualTo(row("2").get("iban"));
		assertThat(row("1").get("mail")).isEqualTo(row("2").get("mail"));
	}

	@Test
	void costOneRequestForTheKeysOfATableAndNoneForAValue() {
		this.template.save(patient("1"));
		TableTemplate other = template(encryption(this.options));
		other.findById(Patient.class, key("1"));
		this.gateway.requests().clear();
		for (int i = 0; i < 5; i++) {
			other.findById(Patient.class, key("1"));
			this.template.findById(Patient.class, key("1"));
		}
		assertThat(this.gateway.requests()).hasSize(10);
		this.now.set(this.now.get().plus(Duration.ofMinutes(59)));
		this.template.save(new Visitor("ward", "1", "x"));
		other.save(new Visitor("ward", "1", "x"));
		this.gateway.requests().clear();
		other.save(new Visitor("ward", "1", "x"));
		int before = this.gateway.requests().size();
		this.now.set(this.now.get().plus(Duration.ofMinutes(61)));
		this.gateway.requests().clear();
		other.save(new Visitor("ward", "1", "x"));
		assertThat(this.gateway.requests()).hasSize(before + 1);
	}

	@Test
	void refuseWhatWasChangedOrPutElsewhere() {
		this.template.save(patient("1"));
		this.template.save(patient("2"));
		TableRow row = row("1");
		byte[] stored = (byte[]) Objects.requireNonNull(row.get("iban"));
		for (int i = 0; i < stored.length; i++) {
			byte[] changed = stored.clone();
			changed[i] ^= 1;
			refused("1", row.with("iban", changed));
		}
		refused("1", row.with("iban", Arrays.copyOf(stored, stored.length - 1)));
		refused("1", row.with("iban", row("2").get("iban")));
		refused("1", row.with("iban", row.get("notes")));
		refused("1", row.with("iban", row.get("mail")));
		refused("1", row.with("iban", "plain"));
		refused("1", row.with("iban", new byte[] { 1, 2, 3 }));
		refused("1", row.with("contact_phone", row.get("iban")));
		refused("1", row.with("mail", row.get("iban")));
		write(row);
		assertThat(read("1")).get().extracting(Patient::iban).isEqualTo(SECRET);
	}

	private void refused(String number, TableRow changed) {
		write(changed);
		DecryptionException ex = catchThrowableOfType(DecryptionException.class, () -> read(number));
		assertThat(ex).as("changed value").isNotNull();
		assertThat(ex.getMessage()).startsWith("Property 'Patient.").doesNotContain("DE44", "anna", "plain\"");
	}

	@Test
	void refuseValuesOfAnotherTable() {
		this.template.save(patient("1"));
		this.template.save(new Visitor("ward", "1", "other"));
		this.gateway.write("Visitor",
				new RowWrite.InsertOrReplace(TableRow.of(key("1"), Map.of("iban", row("1").get("iban")))));
		assertThatExceptionOfType(DecryptionException.class)
			.isThrownBy(() -> this.template.findById(Visitor.class, key("1")))
			.withMessageContaining("Visitor.iban");
		// even with the data keys of the other table
		this.gateway.read(RowRequest.of("encryptionkeys", "PartitionKey eq 'Patient'"), RowReader.rows())
			.rows()
			.forEach((stored) -> this.gateway.write("encryptionkeys",
					new RowWrite.InsertOrReplace(stored.withKey(new TableKey("Visitor", stored.key().rowKey())))));
		assertThatExceptionOfType(DecryptionException.class)
			.isThrownBy(() -> template(encryption(this.options)).findById(Visitor.class, key("1")))
			.withMessageContaining("belongs to another table, row or property");
	}

	@Test
	void nameAMissingDataKey() {
		this.template.save(patient("1"));
		for (TableRow stored : this.gateway.read(RowRequest.of("encryptionkeys", null), RowReader.rows()).rows()) {
			this.gateway.write("encryptionkeys", new RowWrite.Delete(stored.key(), RowWrite.ANY));
		}
		TableTemplate other = template(encryption(this.options));
		assertThatExceptionOfType(DecryptionException.class).isThrownBy(() -> other.findById(Patient.class, key("1")))
			.withMessageContaining("the data key ")
			.withMessageContaining(" of the table 'Patient' is missing");
	}

	@Test
	void nameAKeyThatDoesNotUnwrap() {
		this.template.save(patient("1"));
		byte[] wrong = new byte[32];
		wrong[0] = 1;
		TableTemplate other = template(new PropertyEncryption(this.gateway,
				new LocalKeyEncryption(Map.of("one", wrong), "one"), this.options));
		assertThatExceptionOfType(DataAccessResourceFailureException.class)
			.isThrownBy(() -> other.findById(Patient.class, key("1")))
			.withMessageContaining("cannot be unwrapped with the key 'one'");
	}

	@Test
	void refuseATableOfKeysThatCannotBe() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.options.withKeyTable("x"))
			.withMessageContaining("cannot have the name 'x'");
		assertThatIllegalArgumentException().isThrownBy(() -> this.options.withRefresh(Duration.ofSeconds(-1)))
			.withMessageContaining("must not be negative");
	}

	@Test
	void refuseATableOfKeysThatHasEntities() {
		TableTemplate other = template(encryption(this.options.withKeyTable("patient")));
		other.converter().entity(Patient.class);
		assertThatExceptionOfType(TableMappingException.class).isThrownBy(other::afterPropertiesSet)
			.withMessageContaining("Patient is in the table 'patient', which stores the data keys");
	}

	@Test
	void nameTheKeyThatCannotBeReached() {
		Vault vault = new Vault();
		PropertyEncryption some = new PropertyEncryption(this.gateway, vault, this.options);
		TableTemplate other = template(some);
		vault.down = true;
		assertThatExceptionOfType(DataAccessResourceFailureException.class).isThrownBy(() -> other.save(patient("1")))
			.withMessageContaining("the current version of 'the vault'")
			.withRootCauseInstanceOf(IllegalStateException.class);
		vault.down = false;
		other.save(patient("1"));
		vault.down = true;
		assertThatExceptionOfType(DataAccessResourceFailureException.class).isThrownBy(() -> some.rotate("Patient"))
			.withMessageContaining("'the vault'");
		assertThatExceptionOfType(DataAccessResourceFailureException.class).isThrownBy(() -> some.rewrap("Patient"))
			.withMessageContaining("'the vault'");
		vault.down = false;
		vault.current = "two";
		vault.unwraps = false;
		assertThatExceptionOfType(DataAccessResourceFailureException.class).isThrownBy(() -> some.rewrap("Patient"))
			.withMessageContaining("cannot be unwrapped with the key 'one'");
	}

	@Test
	void goOnWithAnUnwrappedKeyWhileANewerOneCannotBeUnwrapped() {
		this.template.save(patient("1"));
		Vault vault = new Vault();
		TableTemplate other = template(new PropertyEncryption(this.gateway, vault, this.options));
		assertThat(other.findById(Patient.class, key("1"))).get().extracting(Patient::iban).isEqualTo(SECRET);
		this.now.set(this.now.get().plusSeconds(1));
		this.encryption.rotate("Patient");
		vault.unwraps = false;
		other.save(patient("2"));
		assertThat(dataKey(row("2").get("iban"))).isEqualTo(dataKey(row("1").get("iban")));
		assertThat(read("2")).get().extracting(Patient::iban).isEqualTo(SECRET);
		vault.unwraps = true;
		this.now.set(this.now.get().plusSeconds(61));
		other.save(patient("3"));
		assertThat(dataKey(row("3").get("iban"))).isNotEqualTo(dataKey(row("1").get("iban")));
	}

	/**
	 * A virtual thread that holds a monitor while it waits for a key vault keeps its
	 * carrier from other threads.
	 */
	@Test
	void holdsNoMonitorWhileAKeyIsUnwrapped() {
		this.template.save(patient("1"));
		List<StackTraceElement> holders = new ArrayList<>();
		LocalKeyEncryption keys = keys("one");
		TableTemplate other = template(new PropertyEncryption(this.gateway, new KeyEncryption() {

			@Override
			public String currentKeyId() {
				return keys.currentKeyId();
			}

			@Override
			public byte[] wrap(String keyId, byte[] dataKey) {
				return keys.wrap(keyId, dataKey);
			}

			@Override
			public byte[] unwrap(String keyId, byte[] wrapped) {
				ThreadInfo thread = ManagementFactory.getThreadMXBean()
					.getThreadInfo(new long[] { Thread.currentThread().getId() }, true, false)[0];
				Stream.of(thread.getLockedMonitors())
					.map(MonitorInfo::getLockedStackFrame)
					.filter((frame) -> frame.getClassName().startsWith("java.util.concurrent.ConcurrentHashMap"))
					.forEach(holders::add);
				return keys.unwrap(keyId, wrapped);
			}

		}, this.options));
		assertThat(other.findById(Patient.class, key("1"))).isPresent();
		assertThat(holders).isEmpty();
	}

	@Test
	void areMergedUpdatedAndRemoved() {
		this.template.save(patient("1"));
		this.template.merge(Patient.class, key("1"), Update.update("iban", "new").remove("contact.phone"));
		assertThat(read("1")).get().extracting(Patient::iban).isEqualTo("new");
		this.template.updateWithRetry(Patient.class, key("1"), (found) -> found.withIban(found.iban() + "er"));
		assertThat(read("1")).get().extracting(Patient::iban).isEqualTo("newer");
		this.template.mergeOrInsert(Visitor.class, key("9"), Update.update("iban", "x"));
		assertThat(this.template.findById(Visitor.class, key("9"))).get().extracting(Visitor::iban).isEqualTo("x");
	}

	@Test
	void areFoundByEqualityThroughServiceAndIndex() {
		this.template.save(patient("1"));
		this.template.save(patient("2").withMail("bert@example.org"));
		Patients patients = patients();
		assertThat(patients.findByWardAndMail("ward", "bert@example.org")).singleElement()
			.extracting(Patient::iban)
			.isEqualTo(SECRET);
		String plan = this.template.query(Patient.class)
			.explain(TableQuery
				.of(Criteria.where("ward").is("ward").and(Criteria.where("mail").is("bert@example.org"))));
		assertThat(plan).contains("mail").doesNotContain("bert");
		assertThat(patients.findByWardAndAge("ward", 42)).hasSize(2);
		assertThat(patients.findByWardAndAgeNot("ward", 41)).hasSize(2);
		assertThat(patients.findByWardAndAgeIn("ward", List.of(1, 42))).hasSize(2);
		assertThat(patients.findByWardAndMailIn("ward", List.of("bert@example.org", "x"))).hasSize(1);
		assertThat(patients.findByWardAndIbanIsNull("ward")).isEmpty();
	}

	@Test
	void areReadByProjectionsOfEntitiesAndIndexRows() {
		this.template.save(patient("1"));
		Patients patients = patients();
		assertThat(patients.findByWard("ward")).singleElement().extracting(IbanOnly::iban).isEqualTo(SECRET);
		assertThat(patients.findByMailAndWard("anna@example.org", "ward")).singleElement()
			.extracting(IbanOnly::iban)
			.isEqualTo(SECRET);
	}

	@Test
	void standInKeysIfTheyAreDeterministic() {
		Member member = new Member("club", "anna@example.org", "Anna");
		this.template.save(member);
		assertThat(this.template.find(TableQuery.all().allowScan(), Member.class)).containsExactly(member);
		assertThat(this.template.converter().key(member).rowKey()).doesNotContain("anna");
		assertThat(this.template.findById(Member.class, this.template.converter().key(member))).contains(member);
	}

	@Test
	void refuseOtherConditionsAndOrders() {
		refused(Criteria.where("iban").is("x"), "Patient.iban is @Encrypted");
		refused(Criteria.where("mail").startingWith("a"), "Patient.mail is");
		refused(Criteria.where("mail").greaterThan("a"), "but those for equality, IsNull");
		refused(Criteria.where("mail").ignoringCase().is("a"), "Patient.mail is");
		TableQuery sorted = TableQuery.of(Criteria.where("ward").is("ward")).orderBy(Sort.by("mail"));
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> this.template.query(Patient.class).explain(sorted))
			.withMessageContaining("not sorted");
		assertThatExceptionOfType(RuntimeException.class)
			.isThrownBy(() -> new TableRepositoryFactory(this.template).getRepository(RefusedPatients.class)
				.findByWardAndIban("ward", "x"))
			.withStackTraceContaining("Patient.iban is @Encrypted");
	}

	private void refused(Criteria criteria, String message) {
		TableQuery query = TableQuery.of(Criteria.where("ward").is("ward").and(criteria)).allowScan();
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> this.template.query(Patient.class).explain(query))
			.withMessageContaining(message);
	}

	@Test
	void areLeftOutOfExamplesUnlessTheyAreDeterministic() {
		this.template.save(patient("1"));
		Patients patients = patients();
		Patient probe = new Patient("ward", "1", SECRET, "anna@example.org", null, null, null, null, null, null, null,
				null, null, null);
		assertThatExceptionOfType(UnsupportedQueryException.class).isThrownBy(() -> patients.findAll(Example.of(probe)))
			.withMessageContaining("withIgnorePaths(\"iban\")");
		assertThat(patients.findAll(Example.of(probe, ExampleMatcher.matching().withIgnorePaths("iban")))).hasSize(1);
	}

	@Test
	void takeANewDataKeyAfterARotation() {
		this.template.save(patient("1"));
		Object before = row("1").get("iban");
		this.encryption.rotate("Patient");
		assertThat(read("1")).get().extracting(Patient::iban).isEqualTo(SECRET);
		this.template.save(patient("2"));
		assertThat(dataKey(row("2").get("iban"))).isNotEqualTo(dataKey(before));
		assertThat(row("2").get("mail")).isEqualTo(row("1").get("mail"));
		// another process learns of the key by the first value, and writes with it later
		TableTemplate other = template(encryption(this.options));
		assertThat(other.findById(Patient.class, key("2"))).get().extracting(Patient::iban).isEqualTo(SECRET);
		other.save(patient("5"));
		this.encryption.rotate("Patient");
		other.save(patient("3"));
		assertThat(dataKey(row("3").get("iban"))).isEqualTo(dataKey(row("2").get("iban")));
		this.now.set(this.now.get().plus(Duration.ofMinutes(61)));
		other.save(patient("4"));
		assertThat(dataKey(row("4").get("iban"))).isNotEqualTo(dataKey(row("2").get("iban")));
	}

	private static byte[] dataKey(@Nullable Object stored) {
		return Arrays.copyOfRange((byte[]) Objects.requireNonNull(stored), 5, 13);
	}

	@Test
	void areWrappedWithAnotherKey() {
		this.template.save(patient("1"));
		PropertyEncryption both = new PropertyEncryption(this.gateway, keys("two"), this.options);
		assertThat(both.rewrap("Patient")).isEqualTo(2);
		assertThat(both.rewrap("Patient")).isZero();
		byte[] two = new byte[32];
		Arrays.fill(two, (byte) 2);
		TableTemplate other = template(
				new PropertyEncryption(this.gateway, new LocalKeyEncryption(Map.of("two", two), "two"), this.options));
		assertThat(other.findById(Patient.class, key("1"))).get().extracting(Patient::iban).isEqualTo(SECRET);
	}

	@Test
	void goOnWithKnownKeysWhileTheirTableCannotBeRead() {
		this.template.save(patient("1"));
		byte[] key = dataKey(row("1").get("iban"));
		this.gateway.deleteTable("encryptionkeys");
		this.now.set(this.now.get().plus(Duration.ofHours(2)));
		assertThat(read("1")).get().extracting(Patient::iban).isEqualTo(SECRET);
		this.template.save(patient("2"));
		assertThat(dataKey(row("2").get("iban"))).isEqualTo(key);
	}

	@Test
	void readPlainValuesOnlyIfThatIsAllowed() {
		this.gateway.createTable("Patient");
		write(TableRow.of(key("1"), Map.of("iban", SECRET, "mail", "anna@example.org", "notes", "n", "age", 42,
				"insured", true, "image", new byte[] { 9 })));
		assertThatExceptionOfType(DecryptionException.class).isThrownBy(() -> read("1"))
			.withMessageContaining("azure.tables.encryption.read-plain-values");
		TableTemplate tolerant = template(encryption(this.options.withReadsPlainValues(true)));
		Patient found = tolerant.findById(Patient.class, key("1")).orElseThrow();
		assertThat(found.iban()).isEqualTo(SECRET);
		assertThat(found.age()).isEqualTo(42);
		assertThat(tolerant.upgrade(Patient.class, "Patient", List.of(row("1")), (key) -> {
		})).isEqualTo(1);
		assertThat(row("1").get("iban")).isInstanceOf(byte[].class);
		assertThat(row("1").get("insured")).isInstanceOf(byte[].class);
		assertThat(read("1")).get().extracting(Patient::iban, Patient::insured).containsExactly(SECRET, true);
		assertThat(patients().findByWardAndMail("ward", "anna@example.org")).hasSize(1);
	}

	@Test
	void areRewrittenWithTheirIndexRows() {
		this.template.save(patient("1"));
		this.encryption.rotate("Patient");
		TableRow before = row("1");
		assertThat(this.template.upgrade(Patient.class, "Patient", List.of(before), (key) -> {
		})).isEqualTo(1);
		assertThat(dataKey(row("1").get("iban"))).isNotEqualTo(dataKey(before.get("iban")));
		assertThat(patients().findByWardAndMail("ward", "anna@example.org")).singleElement()
			.extracting(Patient::iban)
			.isEqualTo(SECRET);
		// one that another writer has changed meanwhile is read again, and is current
		// already
		this.encryption.rotate("Patient");
		TableRow stale = row("1");
		this.template.merge(Patient.class, key("1"), Update.update("iban", "new"));
		assertThat(this.template.upgrade(Patient.class, "Patient", List.of(stale), (key) -> {
		})).isLessThanOrEqualTo(1);
		assertThat(read("1")).get().extracting(Patient::iban).isEqualTo("new");
	}

	@Test
	void areChosenByAResolver() {
		EncryptionResolver resolver = new EncryptionResolver() {

			@Override
			public boolean concerns(Class<?> entity, String property) {
				return entity == Plain.class && property.equals("text");
			}

			@Override
			public boolean isEncrypted(TableKey row, String property) {
				return row.partitionKey().equals("secret");
			}

		};
		TableTemplate resolved = template(encryption(this.options.withResolver(resolver)));
		resolved.save(new Plain("secret", "1", "hidden", "open"));
		resolved.save(new Plain("public", "1", "shown", "open"));
		assertThat(this.gateway.read("Plain", new TableKey("secret", "1"), null, RowReader.rows())).satisfies((row) -> {
			assertThat(row.get("text")).isInstanceOf(byte[].class);
			assertThat(row.get("other")).isEqualTo("open");
		});
		assertThat(this.gateway.read("Plain", new TableKey("public", "1"), null, RowReader.rows()))
			.satisfies((row) -> assertThat(row.get("text")).isEqualTo("shown"));
		assertThat(resolved.find(TableQuery.all().allowScan(), Plain.class)).extracting(Plain::text)
			.containsExactlyInAnyOrder("hidden", "shown");
		TableQuery query = TableQuery
			.of(Criteria.where("partition").is("public").and(Criteria.where("text").is("shown")));
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> resolved.query(Plain.class).explain(query))
			.withMessageContaining("Plain.text is encrypted");
	}

	@Test
	void holdAlmostAsMuchAsAColumn() {
		Patient most = patient("1").withIban("x".repeat(65_536 - 41));
		this.template.save(most);
		assertThat(read("1")).get().extracting(Patient::iban).isEqualTo(most.iban());
		assertThatExceptionOfType(UnstorableValueException.class)
			.isThrownBy(() -> this.template.save(most.withIban(most.iban() + "x")))
			.withMessageContaining("its 65496 bytes are 65537 when they are encrypted, and the service takes 65536");
		assertThatExceptionOfType(UnstorableValueException.class)
			.isThrownBy(() -> this.template.save(most.withIban("\uD83D")))
			.withMessageContaining("surrogate");
	}

	@Test
	void needAKey() {
		TableTemplate without = template(null);
		assertThatExceptionOfType(TableMappingException.class)
			.isThrownBy(() -> EntityModel.of(without.converter().entity(Visitor.class)))
			.withMessageContaining("iban is @Encrypted, and there is no key to encrypt with")
			.withMessageContaining("KeyEncryption");
	}

	@Test
	void areRefusedWhereTheyCannotBeEncrypted() {
		TableMappingException ex = catchThrowableOfType(TableMappingException.class,
				() -> EntityModel.of(this.template.converter().entity(Wrong.class)));
		assertThat(ex).isNotNull();
		assertThat(ex.getProblems()).satisfiesExactlyInAnyOrder(
				(problem) -> assertThat(problem).contains("json is @Encrypted(deterministic = true)"),
				(problem) -> assertThat(problem).contains("number is @Encrypted(deterministic = true)"),
				(problem) -> assertThat(problem).contains("slots is @Encrypted, and is no single column"),
				(problem) -> assertThat(problem).contains("version is @Encrypted, and is no single column"));
		assertThatExceptionOfType(TableMappingException.class)
			.isThrownBy(() -> EntityModel.of(this.template.converter().entity(WrongKey.class)))
			.withMessageContaining("'row' is @Encrypted");
	}

	@Test
	void standInPartsOfWideEntities() {
		Wide wide = new Wide("ward", "1", SECRET, "note ".repeat(500));
		this.template.save(wide);
		assertThat(this.template.findById(Wide.class, key("1"))).contains(wide);
		assertThat(this.gateway.read(RowRequest.of("Wide", null), RowReader.rows()).rows()).hasSize(2)
			.allSatisfy((row) -> assertThat(row.properties().toString()).doesNotContain("note note", "DE44"));
		this.template.updateWithRetry(Wide.class, key("1"), (found) -> new Wide("ward", "1", found.iban(), "short"));
		assertThat(this.template.findById(Wide.class, key("1"))).contains(new Wide("ward", "1", SECRET, "short"));
	}

	@Test
	void areInNoLog() {
		ListAppender<ILoggingEvent> records = new ListAppender<>();
		Logger logger = (Logger) LoggerFactory.getLogger("io.azuretables");
		Level level = logger.getLevel();
		records.start();
		logger.setLevel(Level.TRACE);
		logger.addAppender(records);
		try {
			this.template.save(patient("1"));
			patients().findByWardAndMail("ward", "anna@example.org");
			this.template.merge(Patient.class, key("1"), Update.update("iban", SECRET + "2"));
			refused("1", row("1").with("iban", row("1").get("notes")));
			this.template.query(Patient.class)
				.explain(TableQuery
					.of(Criteria.where("ward").is("ward").and(Criteria.where("mail").is("anna@example.org"))));
			logger.trace("the end");
		}
		finally {
			logger.detachAppender(records);
			logger.setLevel(level);
		}
		assertThat(records.list).isNotEmpty()
			.extracting((event) -> event.getFormattedMessage() + event.getThrowableProxy())
			.noneMatch((text) -> text.contains("DE44") || text.contains("anna"));
	}

	@Test
	void areInNoText() {
		this.template.save(patient("1"));
		List<String> texts = new ArrayList<>();
		TableRow row = row("1");
		texts.add(row.toString());
		texts.add(row.properties().toString());
		texts.add(this.encryption.toString());
		texts.add(keys("one").toString());
		assertThat(texts).noneMatch((text) -> text.contains("DE44") || text.contains("anna"));
	}

	interface Patients extends TableRepository<Patient, TableKey> {

		List<Patient> findByWardAndMail(String ward, String mail);

		List<Patient> findByWardAndMailIn(String ward, List<String> mail);

		List<Patient> findByWardAndAge(String ward, int age);

		List<Patient> findByWardAndAgeNot(String ward, int age);

		List<Patient> findByWardAndAgeIn(String ward, List<Integer> age);

		@AllowScan
		List<Patient> findByWardAndIbanIsNull(String ward);

		List<IbanOnly> findByWard(String ward);

		List<IbanOnly> findByMailAndWard(String mail, String ward);

	}

	interface RefusedPatients extends TableRepository<Patient, TableKey> {

		@AllowScan
		List<Patient> findByWardAndIban(String ward, String iban);

	}

	record IbanOnly(String iban) {

	}

	record Contact(@Encrypted @Nullable String phone) {

	}

	@Table("Patient")
	@SecondaryIndex(name = "mail", rowKey = "m-{mail}-{number}")
	record Patient(@PartitionKey String ward, @RowKey("p-{number}") String number, @Encrypted String iban,
			@Encrypted(deterministic = true) @Nullable String mail, @Encrypted @Json @Nullable List<String> labels,
			@Encrypted @Compressed @Nullable String notes, @Encrypted(deterministic = true) @Nullable Integer age,
			@Encrypted @Nullable Double score, @Encrypted @Nullable Boolean insured, @Encrypted @Nullable Instant born,
			@Encrypted byte @Nullable [] image, @Encrypted @Nullable UUID uuid, @Flattened @Nullable Contact contact,
			@Version @Nullable String version) {

		Patient withIban(String newIban) {
			return new Patient(this.ward, this.number, newIban, this.mail, this.labels, this.notes, this.age,
					this.score, this.insured, this.born, this.image, this.uuid, this.contact, this.version);
		}

		Patient withMail(String newMail) {
			return new Patient(this.ward, this.number, this.iban, newMail, this.labels, this.notes, this.age,
					this.score, this.insured, this.born, this.image, this.uuid, this.contact, this.version);
		}

	}

	@Table("Wide")
	record Wide(@PartitionKey String ward, @RowKey("p-{number}") String number, @Encrypted String iban,
			@Part("notes") @Encrypted @Compressed String notes) {

	}

	@Table("Visitor")
	record Visitor(@PartitionKey String ward, @RowKey("p-{number}") String number, @Encrypted @Nullable String iban) {

	}

	@Table
	record Member(@PartitionKey String club, @RowKey("{mail}") @Encrypted(deterministic = true) String mail,
			String name) {

	}

	@Table("Plain")
	record Plain(@PartitionKey String partition, @RowKey String row, String text, String other) {

	}

	@Table
	record Wrong(@PartitionKey String partition, @RowKey String row,
			@Encrypted(deterministic = true) @Json List<String> json, @Encrypted(deterministic = true) double number,
			@Encrypted @Series(column = "s{slot}", slots = 2) String[] slots,
			@Encrypted @Version @Nullable String version) {

	}

	@Table
	record WrongKey(@PartitionKey String partition, @RowKey @Encrypted String row) {

	}

	/**
	 * Keys in a vault that fails at times.
	 */
	private static final class Vault implements KeyEncryption {

		private final LocalKeyEncryption keys = keys("one");

		private String current = "one";

		private boolean down;

		private boolean unwraps = true;

		@Override
		public String currentKeyId() {
			if (this.down) {
				throw new IllegalStateException("The vault is down");
			}
			return this.current;
		}

		@Override
		public byte[] wrap(String keyId, byte[] dataKey) {
			return this.keys.wrap(keyId, dataKey);
		}

		@Override
		public byte[] unwrap(String keyId, byte[] wrapped) {
			if (!this.unwraps) {
				throw new IllegalStateException("The vault is down");
			}
			return this.keys.unwrap(keyId, wrapped);
		}

		@Override
		public String toString() {
			return "the vault";
		}

	}

}
