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

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.Set;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.encryption.ColumnEncryption;
import io.azuretables.encryption.EncryptionOptions;
import io.azuretables.encryption.EncryptionResolver;
import io.azuretables.encryption.LocalKeyEncryption;
import io.azuretables.encryption.PropertyEncryption;
import io.azuretables.gateway.TableGateway;
import io.azuretables.row.AtomicBatch;
import io.azuretables.patterns.index.IndexOptions.Reading;
import io.azuretables.internal.execution.ParallelCalls;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.internal.plan.RowFilter;
import io.azuretables.key.RowParts;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Encrypted;
import io.azuretables.mapping.IndexLayout;
import io.azuretables.mapping.Movable;
import io.azuretables.mapping.Part;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RollingTable;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TablePeriod;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.largevalue.LargeValue;
import io.azuretables.patterns.sample.CrashPoint;
import io.azuretables.patterns.sample.MeteredGateway;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.query.Update;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Tests for {@link EncryptionTemplate}.
 */
class EncryptionTemplateTests {

	private static final int PATIENTS = 1500;

	private final TableGateway gateway = new EmbeddedTableGateway();

	private final PropertyEncryption encryption = new PropertyEncryption(this.gateway,
			new LocalKeyEncryption(Map.of("a", new byte[32]), "a"),
			EncryptionOptions.DEFAULTS.withReadsPlainValues(true));

	private final TableTemplate template = template(this.encryption);

	private final EncryptionTemplate encryptions = new EncryptionTemplate(this.template, this.gateway, this.encryption);

	private TableTemplate template(@Nullable PropertyEncryption some) {
		TableCustomConversions conversions = new TableCustomConversions();
		conversions.setEncryption(some);
		return new TableTemplate(this.gateway, new TableConverter(new TableMappingContext(conversions)));
	}

	@Test
	void encryptsWhatWasStoredPlainAndGoesOnFromAPosition() {
		template(null).saveAll(plain());
		List<EncryptionReport> progress = new ArrayList<>();
		assertThatExceptionOfType(Stopped.class)
			.isThrownBy(() -> this.encryptions.reencrypt(Patient.class, null, (report) -> {
				progress.add(report);
				throw new Stopped();
			}));
		EncryptionReport first = progress.get(0);
		assertThat(first.position()).isNotNull();
		assertThat(first.rewritten()).isPositive().isEqualTo(first.rows()).isLessThan(PATIENTS);
		assertThat(this.encryptions.verify(Patient.class).outdated()).isEqualTo(PATIENTS - first.rewritten());
		TableScrollPosition later = TableScrollPosition.decode(first.position().encode());
		EncryptionReport rest = this.encryptions.reencrypt(Patient.class, later, progress::add);
		assertThat(rest.rewritten()).isEqualTo(PATIENTS - first.rewritten());
		assertThat(rest.position()).isNull();
		assertThat(progress).last().as("the last progress").isEqualTo(rest);
		EncryptionReport verified = this.encryptions.verify(Patient.class);
		assertThat(verified.rows()).isEqualTo(PATIENTS);
		assertThat(verified.outdated()).isZero();
		assertThat(verified.failures()).isEmpty();
		assertThat(this.template.find(TableQuery.of(Criteria.where("ward").is("w3")), Patient.class))
			.hasSize(PATIENTS / 5)
			.allSatisfy((patient) -> assertThat(patient.iban()).isEqualTo("iban" + patient.number()));
	}

	private static List<PlainPatient> plain() {
		List<PlainPatient> plain = new ArrayList<>();
		for (int i = 0; i < PATIENTS; i++) {
			plain.add(new PlainPatient("w" + i % 5, i, "iban" + i, "m" + i));
		}
		return plain;
	}

	@Test
	void encryptsWithANewDataKeyTogetherWithIndexRows() {
		this.template.save(new Patient("w", 1, "x", "anna"));
		Object before = row().get("iban");
		this.encryptions.rotate(Patient.class);
		assertThat(this.encryptions.verify(Patient.class).outdated()).isEqualTo(1);
		assertThat(this.encryptions.reencrypt(Patient.class, null, (report) -> {
		})).extracting(EncryptionReport::rows, EncryptionReport::outdated, EncryptionReport::rewritten)
			.containsExactly(1L, 1L, 1L);
		assertThat(row().get("iban")).isNotEqualTo(before);
		assertThat(this.encryptions.reencrypt(Patient.class, null, (report) -> {
		}).rewritten()).isZero();
		assertThat(this.template
			.find(TableQuery.of(Criteria.where("ward").is("w").and(Criteria.where("name").is("anna"))), Patient.class))
			.containsExactly(new Patient("w", 1, "x", "anna"));
		assertThat(this.encryptions.rewrap(Patient.class)).isZero();
	}

	private TableRow row() {
		return Objects
			.requireNonNull(this.gateway.read("Patients", new TableKey("w", "p_000001"), null, RowReader.rows()));
	}

	@Test
	void namesRowsThatCannotBeDecryptedAndLeavesThem() {
		this.template.save(new Patient("w", 1, "x", "anna"));
		this.template.save(new Patient("w", 2, "y", "bert"));
		byte[] changed = ((byte[]) Objects.requireNonNull(row().get("iban"))).clone();
		changed[changed.length - 1] ^= 1;
		this.gateway.write("Patients", new RowWrite.InsertOrReplace(row().with("iban", changed)));
		this.encryptions.rotate(Patient.class);
		EncryptionReport report = this.encryptions.reencrypt(Patient.class, null, (progress) -> {
		});
		assertThat(report.rewritten()).isEqualTo(1);
		assertThat(report.failures()).singleElement().satisfies((failure) -> {
			assertThat(failure.key()).isEqualTo(row().key());
			assertThat(failure.reason()).contains("Patient.iban").contains("was changed");
		});
		assertThat(row().get("iban")).isEqualTo(changed);
	}

	@Test
	void refusesPositionsOfOthersAndClassesWithoutEncryption() {
		TableScrollPosition other = new TableScrollPosition("another", 0, "w", null);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.encryptions.reencrypt(Patient.class, other, (report) -> {
			}))
			.withMessageContaining("use it with the run that returned it");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(
				() -> new EncryptionTemplate(template(null), this.gateway, this.encryption).verify(PlainPatient.class))
			.withMessageContaining("has no encrypted property");
	}

	@Test
	void rotatesDataKeysOfContentsInBlobs() {
		this.encryptions.rotate(Scan.class);
		int keys = dataKeys("Scans");
		this.encryptions.rotate(Scan.class);
		assertThat(dataKeys("Scans")).isEqualTo(keys + 1);
		assertThat(this.encryptions.rewrap(Scan.class)).isZero();
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.encryptions.verify(Scan.class))
			.withMessageContaining("has encrypted contents in blobs only");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.encryptions.rotate(Unencrypted.class))
			.withMessageContaining("has no encrypted property");
	}

	private int dataKeys(String table) {
		String keys = "PartitionKey eq '" + table + "'";
		return this.gateway.read(RowRequest.of("encryptionkeys", keys), RowReader.rows()).rows().size();
	}

	@Test
	void encryptsWideEntitiesWithTheirPartsAndIndexRows() {
		this.template.saveAll(IntStream.range(0, 30).mapToObj(Wide::of).toList());
		List<Object> before = stored(7);
		this.encryptions.rotate(Wide.class);
		assertThat(this.encryptions.verify(Wide.class)).extracting(EncryptionReport::rows, EncryptionReport::outdated)
			.containsExactly(30L, 30L);
		assertThat(this.encryptions.reencrypt(Wide.class, null, (report) -> {
		})).extracting(EncryptionReport::rows, EncryptionReport::rewritten, EncryptionReport::failures)
			.containsExactly(30L, 30L, List.of());
		assertThat(stored(7)).doesNotContainAnyElementsOf(before);
		assertThat(this.encryptions.verify(Wide.class))
			.extracting(EncryptionReport::outdated, EncryptionReport::failures)
			.containsExactly(0L, List.of());
		for (int i = 0; i < 30; i++) {
			assertThat(this.template.findById(Wide.class, Wide.key(i))).map(Wide::unversioned).contains(Wide.of(i));
		}
		assertThat(this.template
			.find(TableQuery.of(Criteria.where("ward").is("w").and(Criteria.where("name").is("n7"))), Wide.class))
			.map(Wide::unversioned)
			.containsExactly(Wide.of(7));
	}

	/**
	 * Four segments are encrypted again at the same time. A process that ends at any
	 * request leaves a position behind which the next one goes on.
	 */
	@Test
	void encryptsSeveralSegmentsAtTheSameTime() {
		Set<Thread> threads = ConcurrentHashMap.newKeySet();
		MeteredGateway metered = new MeteredGateway(new ForwardingTableGateway(this.gateway) {

			@Override
			public List<@Nullable String> submit(AtomicBatch batch) {
				threads.add(Thread.currentThread());
				return super.submit(batch);
			}

		});
		template(null).saveAll(plain().subList(0, 300));
		EncryptionTemplate process = process(metered, new Reading(8, 4, ParallelCalls.DAEMONS));
		for (int stop = 3; stop < 150; stop += 29) {
			AtomicReference<String> position = new AtomicReference<>();
			metered.stopAt(stop, stop % 2 == 0);
			try {
				process.reencrypt(Patient.class, null,
						(report) -> position.set((report.position() != null) ? report.position().encode() : null));
			}
			catch (MeteredGateway.Stopped ex) {
				// the process is gone
			}
			metered.reset();
			String from = position.get();
			process.reencrypt(Patient.class, (from != null) ? TableScrollPosition.decode(from) : null, (report) -> {
			});
			EncryptionReport verified = process.verify(Patient.class);
			assertThat(verified.rows()).as("stopped at %s", stop).isEqualTo(300);
			assertThat(verified.outdated()).as("stopped at %s", stop).isZero();
			this.encryptions.rotate(Patient.class);
		}
		assertThat(threads).as("threads that write").hasSizeGreaterThan(2);
	}

	/**
	 * An entity has up to 4 MiB, and all of a page are in memory.
	 */
	@Test
	void readsFewWideEntitiesAtATime() {
		this.template.saveAll(IntStream.range(0, 70).mapToObj(Wide::of).toList());
		this.encryptions.rotate(Wide.class);
		MeteredGateway metered = new MeteredGateway(this.gateway);
		assertThat(process(metered).verify(Wide.class).outdated()).isEqualTo(70);
		assertThat(metered.requests()).as("pages and their parts").isEqualTo(3 + 3);
		assertThat(metered.rows()).isEqualTo(70 + 70);
		List<EncryptionReport> progress = new ArrayList<>();
		assertThatExceptionOfType(Stopped.class)
			.isThrownBy(() -> process(metered).reencrypt(Wide.class, null, (report) -> {
				progress.add(report);
				throw new Stopped();
			}));
		process(metered).reencrypt(Wide.class, progress.get(0).position(), progress::add);
		assertThat(progress).extracting(EncryptionReport::rows).containsExactly(32L, 32L, 38L, 38L, 38L);
		assertThat(progress).extracting(EncryptionReport::rewritten).containsExactly(32L, 32L, 38L, 38L, 38L);
		assertThat(this.encryptions.verify(Wide.class).outdated()).isZero();
	}

	/**
	 * The encrypted values of an entity, in its main row and in its part.
	 */
	private List<Object> stored(int number) {
		TableKey key = Wide.key(number);
		return List.of(Objects.requireNonNull(value(key, "iban")),
				Objects.requireNonNull(value(RowParts.key(key, "notes"), "notes")));
	}

	private @Nullable Object value(TableKey key, String column) {
		return Objects.requireNonNull(this.gateway.read("WidePatients", key, null, RowReader.rows())).get(column);
	}

	/**
	 * A row that lacks its part hides no other one.
	 */
	@Test
	void namesWideEntitiesThatAreNotWholeAndGoesOn() {
		this.template.saveAll(IntStream.range(0, 5).mapToObj(Wide::of).toList());
		this.gateway.write("WidePatients", new RowWrite.Delete(RowParts.key(Wide.key(2), "notes"), RowWrite.ANY));
		this.encryptions.rotate(Wide.class);
		EncryptionReport report = this.encryptions.reencrypt(Wide.class, null, (progress) -> {
		});
		assertThat(report.rewritten()).isEqualTo(4);
		assertThat(report.failures()).singleElement()
			.satisfies((failure) -> assertThat(failure.key()).isEqualTo(Wide.key(2)));
	}

	/**
	 * Whatever request is the last one of a process, or another writer does before it.
	 */
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void tearsNoWideEntityWhenItStopsOrAnotherWriterComesAtAnyRequest(boolean afterwards) {
		this.template.saveAll(IntStream.range(0, 3).mapToObj(Wide::of).toList());
		boolean touched = true;
		int request = 0;
		while (touched) {
			request++;
			CrashPoint point = new CrashPoint();
			EncryptionTemplate process = process(point);
			process.rotate(Wide.class);
			point.stopAt(request, afterwards);
			touched = catchThrowableOfType(MeteredGateway.Stopped.class,
					() -> process.reencrypt(Wide.class, null, (report) -> {
					})) != null;
			point.reset();
			checkWhole("y");
			String notes = "changed" + request;
			process.rotate(Wide.class);
			boolean[] written = { false };
			point.before(request, () -> {
				this.template.merge(Wide.class, Wide.key(1), Update.update("notes", notes));
				written[0] = true;
			});
			process.reencrypt(Wide.class, null, (report) -> {
			});
			point.reset();
			touched |= written[0];
			if (written[0]) {
				checkWhole(notes);
			}
			assertThat(process.verify(Wide.class).outdated()).isLessThanOrEqualTo(1);
			process.reencrypt(Wide.class, null, (report) -> {
			});
			assertThat(process.verify(Wide.class).outdated()).isZero();
			this.template.merge(Wide.class, Wide.key(1), Update.update("notes", "y"));
		}
		assertThat(request).isGreaterThan(4);
	}

	private EncryptionTemplate process(CrashPoint point) {
		return process(point.over(this.gateway));
	}

	private EncryptionTemplate process(TableGateway other) {
		return process(other, Reading.DEFAULTS);
	}

	private EncryptionTemplate process(TableGateway other, Reading reading) {
		TableCustomConversions conversions = new TableCustomConversions();
		conversions.setEncryption(this.encryption);
		return new EncryptionTemplate(
				new TableTemplate(other, new TableConverter(new TableMappingContext(conversions))), other,
				this.encryption, reading);
	}

	private void checkWhole(String notes) {
		for (int i = 0; i < 3; i++) {
			assertThat(this.template.findById(Wide.class, Wide.key(i))).map(Wide::unversioned)
				.contains(new Wide("w", i, "x" + i, (i == 1) ? notes : "y", "n" + i, null));
		}
	}

	@Test
	void refusesRollingTablesButForTheOneOfATime() {
		Instant today = Instant.now();
		template(null).save(new PlainLog("a", today, "x"));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.encryptions.reencrypt(Log.class, null, (report) -> {
			}))
			.withMessageContaining("Log is a @RollingTable")
			.withMessageContaining("TableTemplate.at(time)");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.encryptions.verify(Log.class))
			.withMessageContaining("rollingTables(type).existing()");
		EncryptionTemplate one = new EncryptionTemplate(this.template.at(today), this.gateway, this.encryption);
		assertThat(one.reencrypt(Log.class, null, (report) -> {
		}).rewritten()).isEqualTo(1);
		assertThat(one.verify(Log.class).outdated()).isZero();
		this.encryptions.rotate(Log.class);
		assertThat(one.verify(Log.class).outdated()).isEqualTo(1);
	}

	@Test
	void goesOnAfterARowThatIsMoving() {
		TableTemplate plain = template(null);
		List.of(1, 2, 3).forEach((number) -> plain.save(new PlainGuest("w", number, "x", null)));
		TableKey moving = new TableKey("w", "g_000002");
		this.gateway.write("Guests",
				new RowWrite.Merge(TableRow.of(moving, Map.of(RowWrite.MOVE, "token")), RowWrite.ANY));
		EncryptionReport report = this.encryptions.reencrypt(Guest.class, null, (progress) -> {
		});
		assertThat(report.outdated()).isEqualTo(3);
		assertThat(report.rewritten()).isEqualTo(2);
		assertThat(report.failures()).singleElement().satisfies((failure) -> {
			assertThat(failure.key()).isEqualTo(moving);
			assertThat(failure.reason()).contains("is moving to another key").contains("run again");
		});
	}

	/**
	 * The key of an index row follows from the stored value: the row under the plain
	 * value is not known any more after the entity was rewritten.
	 */
	@Test
	void leavesIndexesOfAnEncryptedKeyPropertyToTheirRebuild() {
		template(null).saveAll(List.of(new PlainMail("w", 1, "anna@x"), new PlainMail("w", 2, "anna@x"),
				new PlainMail("w", 3, "bert")));
		assertThat(this.encryptions.reencrypt(Mail.class, null, (report) -> {
		}).rewritten()).isEqualTo(3);
		assertThat(indexRows()).anyMatch((key) -> key.contains("anna@x"));
		IndexAdministration indexes = new IndexAdministration(this.gateway, this.template.converter().mappingContext());
		List<String> names = List.of("row", "list");
		assertThat(names).allSatisfy((name) -> assertThat(indexes.verify(Mail.class, name).isClean()).isFalse());
		names.forEach((name) -> indexes.rebuild(Mail.class, name));
		assertThat(names).allSatisfy((name) -> assertThat(indexes.verify(Mail.class, name).isClean()).isTrue());
		assertThat(indexRows()).hasSize(3 + 2).noneMatch((key) -> key.contains("anna@x") || key.contains("bert"));
		assertThat(names).allSatisfy((name) -> assertThat(this.template.find(
				TableQuery.of(Criteria.where("ward").is("w").and(Criteria.where("mail").is("anna@x"))).usingIndex(name),
				Mail.class))
			.containsExactly(new Mail("w", 1, "anna@x"), new Mail("w", 2, "anna@x")));
	}

	/**
	 * The keys of all rows but those of entities.
	 */
	private List<String> indexRows() {
		return this.gateway.read(RowRequest.of("Mails", RowFilter.of(Criteria.ALL)), RowReader.rows())
			.rows()
			.stream()
			.map(TableRow::key)
			.filter((key) -> !key.rowKey().startsWith("p_"))
			.map((key) -> key.partitionKey() + '/' + key.rowKey())
			.toList();
	}

	/**
	 * Values that were stored before a resolver decided get the form that it says, and
	 * keep it.
	 */
	@Test
	void storesExistingValuesAsAResolverDecides() {
		template(null).saveAll(List.of(note("secret", 1, new byte[] { 1 }), note("public", 2, new byte[] { 2 })));
		EncryptionTemplate secret = resolved(Set.of("secret"));
		assertThat(secret.verify(Note.class)).extracting(EncryptionReport::rows, EncryptionReport::outdated)
			.containsExactly(2L, 1L);
		checkRewrites(secret, 1);
		assertThat(isEncrypted("secret", 1, "text")).isTrue();
		assertThat(isEncrypted("secret", 1, "image")).isTrue();
		assertThat(isEncrypted("public", 2, "text")).isFalse();
		assertThat(isEncrypted("public", 2, "image")).isFalse();
		checkRewrites(resolved(Set.of("secret", "public")), 1);
		assertThat(isEncrypted("public", 2, "text")).isTrue();
		checkRewrites(resolved(Set.of()), 2);
		assertThat(isEncrypted("secret", 1, "text")).isFalse();
		assertThat(isEncrypted("public", 2, "image")).isFalse();
		assertThat(template(null).findById(Note.class, Note.key("secret", 1))).hasValueSatisfying((note) -> {
			assertThat(note.text()).isEqualTo("text1");
			assertThat(note.image()).containsExactly(1);
		});
	}

	/**
	 * Bytes that look encrypted could not be told from encrypted ones.
	 */
	@Test
	void encryptsBytesThatLookEncryptedWhateverAResolverDecides() {
		template(null).save(note("secret", 1, new byte[] { 1 }));
		checkRewrites(resolved(Set.of("secret")), 1);
		byte[] marked = (byte[]) Objects.requireNonNull(noteRow("secret", 1).get("image"));
		TableTemplate writer = template(keys(Set.of()));
		writer.save(note("public", 2, marked));
		assertThat(isEncrypted("public", 2, "image")).isTrue();
		assertThat(isEncrypted("public", 2, "text")).isFalse();
		checkRewrites(resolved(Set.of("secret")), 0);
		assertThat(writer.findById(Note.class, Note.key("public", 2)))
			.hasValueSatisfying((note) -> assertThat(note.image()).isEqualTo(marked));
	}

	private void checkRewrites(EncryptionTemplate encryptions, long rewritten) {
		assertThat(encryptions.reencrypt(Note.class, null, (report) -> {
		})).extracting(EncryptionReport::outdated, EncryptionReport::rewritten, EncryptionReport::failures)
			.containsExactly(rewritten, rewritten, List.of());
		List<String> versions = versions();
		assertThat(encryptions.verify(Note.class)).extracting(EncryptionReport::outdated, EncryptionReport::failures)
			.containsExactly(0L, List.of());
		assertThat(encryptions.reencrypt(Note.class, null, (report) -> {
		}).rewritten()).isZero();
		assertThat(versions()).isEqualTo(versions);
	}

	private List<String> versions() {
		return this.gateway.read(RowRequest.of("Notes", RowFilter.of(Criteria.ALL)), RowReader.rows())
			.rows()
			.stream()
			.map((row) -> Objects.requireNonNull(row.etag()))
			.toList();
	}

	private EncryptionTemplate resolved(Set<String> wards) {
		PropertyEncryption keys = keys(wards);
		return new EncryptionTemplate(template(keys), this.gateway, keys);
	}

	/**
	 * The encryption of an application whose resolver encrypts the notes of some wards.
	 */
	private PropertyEncryption keys(Set<String> wards) {
		return new PropertyEncryption(this.gateway, new LocalKeyEncryption(Map.of("a", new byte[32]), "a"),
				EncryptionOptions.DEFAULTS.withResolver(new EncryptionResolver() {

					@Override
					public boolean concerns(Class<?> entity, String property) {
						return entity == Note.class && (property.equals("text") || property.equals("image"));
					}

					@Override
					public boolean isEncrypted(TableKey row, String property) {
						return wards.contains(row.partitionKey());
					}

				}));
	}

	private static Note note(String ward, int number, byte[] image) {
		return new Note(ward, number, "text" + number, image);
	}

	private TableRow noteRow(String ward, int number) {
		return Objects.requireNonNull(this.gateway.read("Notes", Note.key(ward, number), null, RowReader.rows()));
	}

	private boolean isEncrypted(String ward, int number, String column) {
		return noteRow(ward, number).get(column) instanceof byte[] bytes && ColumnEncryption.isEncrypted(bytes);
	}

	private static final class Stopped extends RuntimeException {

		private static final long serialVersionUID = 1L;

	}

	@Table("Notes")
	record Note(@PartitionKey String ward, @RowKey("n_{number:6}") int number, String text, byte[] image) {

		static TableKey key(String ward, int number) {
			return new TableKey(ward, "n_%06d".formatted(number));
		}

	}

	@Table("Patients")
	@SecondaryIndex(name = "name", rowKey = "n_{name}_{number:6}")
	record Patient(@PartitionKey String ward, @RowKey("p_{number:6}") int number, @Encrypted String iban, String name) {

	}

	@Table("WidePatients")
	@SecondaryIndex(name = "name", rowKey = "n_{name}_{number:6}", include = "iban")
	record Wide(@PartitionKey String ward, @RowKey("p_{number:6}") int number, @Encrypted String iban,
			@Part("notes") @Encrypted String notes, String name, @Version @Nullable String version) {

		static Wide of(int number) {
			return new Wide("w", number, "x" + number, "y", "n" + number, null);
		}

		static TableKey key(int number) {
			return new TableKey("w", "p_%06d".formatted(number));
		}

		Wide unversioned() {
			return new Wide(this.ward, this.number, this.iban, this.notes, this.name, null);
		}

	}

	@Table("Patients")
	@SecondaryIndex(name = "name", rowKey = "n_{name}_{number:6}")
	record PlainPatient(@PartitionKey String ward, @RowKey("p_{number:6}") int number, String iban, String name) {

	}

	@Table("Logs")
	@RollingTable(period = TablePeriod.DAILY, property = "at", retention = "P2D")
	record Log(@PartitionKey String host, @RowKey("l_{at}") Instant at, @Encrypted String text) {

	}

	@Table("Logs")
	@RollingTable(period = TablePeriod.DAILY, property = "at", retention = "P2D")
	record PlainLog(@PartitionKey String host, @RowKey("l_{at}") Instant at, String text) {

	}

	@Table("Scans")
	record Scan(@PartitionKey String ward, @RowKey("s_{number:6}") int number, @Encrypted @Nullable LargeValue content,
			@Version @Nullable String version) {

	}

	@Table("Unencrypted")
	record Unencrypted(@PartitionKey String ward, @RowKey("u_{number:6}") int number) {

	}

	@Table("Guests")
	@Movable
	record Guest(@PartitionKey String ward, @RowKey("g_{number:6}") int number, @Encrypted String iban,
			@Version @Nullable String version) {

	}

	@Table("Guests")
	@Movable
	record PlainGuest(@PartitionKey String ward, @RowKey("g_{number:6}") int number, String iban,
			@Version @Nullable String version) {

	}

	@Table("Mails")
	@SecondaryIndex(name = "row", rowKey = "r_{mail}_{number:6}")
	@SecondaryIndex(name = "list", rowKey = "l_{mail}", layout = IndexLayout.LIST)
	record Mail(@PartitionKey String ward, @RowKey("p_{number:6}") int number,
			@Encrypted(deterministic = true) String mail) {

	}

	@Table("Mails")
	@SecondaryIndex(name = "row", rowKey = "r_{mail}_{number:6}")
	@SecondaryIndex(name = "list", rowKey = "l_{mail}", layout = IndexLayout.LIST)
	record PlainMail(@PartitionKey String ward, @RowKey("p_{number:6}") int number, String mail) {

	}

}
