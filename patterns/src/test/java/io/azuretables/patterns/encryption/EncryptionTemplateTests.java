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
import java.util.Map;
import java.util.Objects;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.encryption.EncryptionOptions;
import io.azuretables.encryption.LocalKeyEncryption;
import io.azuretables.encryption.PropertyEncryption;
import io.azuretables.gateway.TableGateway;
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
import io.azuretables.mapping.model.TableMappingContext;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.plan.RowFilter;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

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
			.withMessageContaining("a position goes with its class");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(
				() -> new EncryptionTemplate(template(null), this.gateway, this.encryption).verify(PlainPatient.class))
			.withMessageContaining("has no encrypted property");
	}

	@Test
	void refusesWideEntities() {
		this.template.save(new Wide("w", 1, "x", "y"));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.encryptions.reencrypt(Wide.class, null, (report) -> {
			}))
			.withMessageContaining("has properties with @Part");
		assertThat(this.template.findById(Wide.class, new TableKey("w", "p_000001")))
			.contains(new Wide("w", 1, "x", "y"));
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

	private static final class Stopped extends RuntimeException {

		private static final long serialVersionUID = 1L;

	}

	@Table("Patients")
	@SecondaryIndex(name = "name", rowKey = "n_{name}_{number:6}")
	record Patient(@PartitionKey String ward, @RowKey("p_{number:6}") int number, @Encrypted String iban, String name) {

	}

	@Table("WidePatients")
	record Wide(@PartitionKey String ward, @RowKey("p_{number:6}") int number, @Encrypted String iban,
			@Part("notes") @Encrypted String notes) {

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
