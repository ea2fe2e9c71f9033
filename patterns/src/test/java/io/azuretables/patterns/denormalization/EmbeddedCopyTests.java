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

import java.util.List;
import java.util.Map;

import io.azuretables.client.FaultyGateway;
import io.azuretables.client.FaultyGateway.Fault;
import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.encryption.EncryptionOptions;
import io.azuretables.encryption.LocalKeyEncryption;
import io.azuretables.encryption.PropertyEncryption;
import io.azuretables.gateway.TableGateway;
import io.azuretables.mapping.Compressed;
import io.azuretables.mapping.Encrypted;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.Flattened;
import io.azuretables.mapping.Json;
import io.azuretables.mapping.NewerTypes;
import io.azuretables.mapping.Part;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.denormalization.DenormalizedCopies.OnDelete;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.sample.Clerk;
import io.azuretables.patterns.sample.Member;
import io.azuretables.patterns.sample.MeteredGateway;
import io.azuretables.patterns.sample.Seller;
import io.azuretables.patterns.sample.Team;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The promises in memory, what is refused, and what happens when requests fail.
 */
class EmbeddedCopyTests extends CopyContract {

	private final EmbeddedTableGateway store = new EmbeddedTableGateway();

	@Override
	TableGateway gateway() {
		return this.store;
	}

	@Override
	String prefix() {
		return "";
	}

	@Test
	void refusesWhatItCannotKeep() {
		DenormalizedCopies<Member, Team> bare = DenormalizedCopies.of(Member.class, Team.class, "x");
		DenormalizedCopies<Member, Team> referring = bare.reference("department", "department")
			.reference("leadId", "employeeId");
		refused(bare, "do not say which property of the holder has the 'department'");
		refused(bare.reference("department", "department").reference("leadName", "employeeId"), "whose type differs");
		refused(bare.reference("department", "department").reference("boss", "employeeId"),
				"refer to a source by 'boss', which the holder does not have");
		refused(LEADS.reference("name", "email"), "refer to [email], which the key of the source does not have");
		refused(referring, "copy nothing");
		refused(referring.copy("leadName", "nick"), "name the property 'nick', which Member does not have");
		refused(referring.copy("leadName", "salary"), "copy 'salary' into 'leadName', whose type differs");
		refused(referring.copy("name", "name"), "copy into 'name', which is in the key of the holder");
		refused(referring.copy("leadId", "salary"), "its version, or its reference");
		refused(referring.copy("version", "email"), "its version, or its reference");
		refused(referring.copy("projects", "salary"), "it cannot be null. Make it nullable, or use OnDelete.KEEP");
		refused(bare.reference("department", "department").reference("projects", "employeeId").copy("leadName", "name"),
				"cannot clear the reference of a holder");
		refused(DenormalizedCopies.of(Member.class, Clerk.class, "x"), "need a version");
		refused(DenormalizedCopies.of(Member.class, Wide.class, "x"), "has a @Part");
		refused(DenormalizedCopies.of(Seller.class, Team.class, "x"), "Add a @Version property of type String to it");
		refused(DenormalizedCopies.of(Member.class, Team.class, "x")
			.reference("name", "department")
			.reference("leadId", "employeeId")
			.copy("leadName", "name"), "Declare a @SecondaryIndex of Team whose keys begin with [name, leadId]");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> LEADS.copy("leadName", "x"))
			.withMessageContaining("the property 'leadName' has a copy twice");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> DenormalizedCopies.of(Member.class, Team.class, "~x"))
			.withMessageContaining("cannot be the name of copies");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> new DenormalizationTemplate(template(), List.of(LEADS, LEADS.onDelete(OnDelete.KEEP))))
			.withMessageContaining("have the name of other copies");
		DenormalizationTemplate copies = copies(template());
		IndexAdministration administration = administration(template(), copies);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> copies.save(Clerk.of("Sales", 1)))
			.withMessageContaining("is neither a source nor a holder");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> administration.verify(Team.class, "other"))
			.withMessageContaining("Team has no index 'other'");
	}

	private void refused(DenormalizedCopies<?, ?> copies, String message) {
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> new DenormalizationTemplate(template(), List.of(copies)))
			.withMessageContaining(message);
	}

	/**
	 * A source that is skipped would be taken for a deleted one.
	 */
	@ParameterizedTest
	@EnumSource
	void needsSourcesOfNewerVersions(NewerTypes newerTypes) {
		TableMappingContext context = new TableMappingContext(new TableCustomConversions());
		context.setNewerTypes(newerTypes);
		TableTemplate template = new TableTemplate(this.store, new TableConverter(context));
		DenormalizedCopies<Chief, Crew> copies = DenormalizedCopies.of(Chief.class, Crew.class, "chiefs")
			.reference("ship", "ship")
			.reference("chief", "id")
			.copy("name", "name");
		if (newerTypes == NewerTypes.FAIL) {
			assertThat(new DenormalizationTemplate(template, List.of(copies)).save(new Chief("s", "1", "Ann", null)))
				.isNotNull();
		}
		else {
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
				.isThrownBy(() -> new DenormalizationTemplate(template, List.of(copies)))
				.withMessageContaining("name the class Chief")
				.withMessageContaining("Set azure.tables.newer-types to fail");
		}
	}

	@Test
	void refusesToStoreEncryptedValuesInTheClear() {
		TableTemplate template = encrypting();
		DenormalizedCopies<Owner, Account> copies = DenormalizedCopies.of(Owner.class, Account.class, "x")
			.reference("branch", "branch")
			.reference("owner", "id");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> new DenormalizationTemplate(template, List.of(copies.copy("plain", "iban"))))
			.withMessageContaining("copy 'iban', which is @Encrypted, into 'plain', which is not")
			.withMessageContaining("Encrypt that property too");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> new DenormalizationTemplate(template, List.of(copies.copy("address", "address"))))
			.withMessageContaining("copy 'address', which is @Encrypted, into 'address.");
		DenormalizationTemplate allowed = new DenormalizationTemplate(template,
				List.of(copies.copy("iban", "iban").copy("plain", "text").copy("known", "known")));
		allowed.save(new Owner("b", "1", "DE12", "text", new Address("Rome", "Via"), new Secret("s"), null));
		assertThat(allowed.save(Account.of("b", "2", "1"))).satisfies((saved) -> {
			assertThat(saved.iban()).isEqualTo("DE12");
			assertThat(saved.plain()).isEqualTo("text");
			assertThat(saved.known()).isEqualTo(new Secret("s"));
		});
	}

	private TableTemplate encrypting() {
		TableCustomConversions conversions = new TableCustomConversions();
		conversions.setEncryption(new PropertyEncryption(this.store,
				new LocalKeyEncryption(Map.of("a", new byte[32]), "a"), EncryptionOptions.DEFAULTS));
		return new TableTemplate(this.store, new TableConverter(new TableMappingContext(conversions)));
	}

	/**
	 * Whatever request is the last one of a process, before it or after it was done.
	 */
	@Test
	void isTrueWhereverAProcessStops() {
		TableTemplate plain = template();
		for (boolean afterwards : List.of(false, true)) {
			for (int request = 1; request <= 3; request++) {
				for (Write write : Write.values()) {
					reset(plain);
					MeteredGateway gateway = new MeteredGateway(this.store);
					TableTemplate template = template(gateway);
					gateway.stopAt(request, afterwards);
					try {
						write.run(copies(template));
					}
					catch (MeteredGateway.Stopped ex) {
						// as it should
					}
					assertTrueCopies(plain, write + " stopped at " + request);
				}
			}
		}
	}

	@ParameterizedTest
	@EnumSource
	void isTrueWhateverRequestFails(Fault fault) {
		TableTemplate plain = template();
		for (int request = 1; request <= 5; request++) {
			for (Write write : Write.values()) {
				reset(plain);
				FaultyGateway faulty = new FaultyGateway(this.store, request, fault);
				try {
					write.run(copies(template(faulty)));
				}
				catch (DataAccessException ex) {
					assertThat(faulty.hasFailed()).isTrue();
				}
				assertTrueCopies(plain, write + " with " + fault + " at " + request);
			}
		}
	}

	private static void reset(TableTemplate plain) {
		DenormalizationTemplate copies = copies(plain);
		plain.findById(Team.class, team("north")).ifPresent(plain::delete);
		plain.findById(Team.class, team("south")).ifPresent(plain::delete);
		plain.findById(Member.class, member(1)).ifPresent(plain::delete);
		copies.save(Member.of(1, "Ann"));
		copies.save(Team.of("north", 1));
	}

	private void assertTrueCopies(TableTemplate plain, String name) {
		assertThat(administration(plain, copies(plain)).verify(Team.class, "copies:leads").isClean()).as(name).isTrue();
	}

	@Table("Staff")
	@PartitionKey("{department}")
	@RowKey("wide_{id}")
	record Wide(String department, String id, @Part("more") @Nullable String text, @Nullable @Version String version) {

	}

	@Table("Bank")
	@PartitionKey("{branch}")
	@RowKey("owner_{id}")
	record Owner(String branch, String id, @Encrypted String iban, @Compressed String text,
			@Encrypted @Json Address address, @Flattened Secret known, @Nullable @Version String version) {

	}

	@Table("Bank")
	@PartitionKey("{branch}")
	@RowKey("account_{id}")
	record Account(String branch, String id, @Nullable String owner, @Nullable String plain,
			@Encrypted @Nullable String iban, @Flattened @Nullable Address address, @Flattened @Nullable Secret known,
			@Nullable @Version String version) {

		static Account of(String branch, String id, String owner) {
			return new Account(branch, id, owner, null, null, null, null, null);
		}

	}

	record Address(@Nullable String town, @Nullable String street) {

	}

	record Secret(@Encrypted @Nullable String word) {

	}

	private enum Write {

		CHANGE_A_SOURCE {

			@Override
			void run(DenormalizationTemplate copies) {
				copies.update(Member.class, member(1), (one) -> one.named("Anna"));
			}

		},

		WRITE_A_HOLDER {

			@Override
			void run(DenormalizationTemplate copies) {
				copies.save(Team.of("south", 1));
			}

		},

		HAND_A_HOLDER_OVER {

			@Override
			void run(DenormalizationTemplate copies) {
				copies.update(Team.class, team("north"), (one) -> one.led(null));
			}

		};

		abstract void run(DenormalizationTemplate copies);

	}

	@Table("Crews")
	@EntityType(value = "Chief", version = 1)
	@PartitionKey("{ship}")
	@RowKey("chief_{id}")
	record Chief(String ship, String id, String name, @Nullable @Version String version) {

	}

	@Table("Crews")
	@PartitionKey("{ship}")
	@RowKey("crew_{id}")
	record Crew(String ship, String id, @Nullable String chief, @Nullable String name,
			@Nullable @Version String version) {

	}

}
