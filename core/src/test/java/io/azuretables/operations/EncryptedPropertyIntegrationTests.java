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

import java.util.Map;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.encryption.EncryptionOptions;
import io.azuretables.encryption.LocalKeyEncryption;
import io.azuretables.encryption.PropertyEncryption;
import io.azuretables.key.TableKey;
import io.azuretables.operations.EncryptedPropertyTests.IbanOnly;
import io.azuretables.operations.EncryptedPropertyTests.Patient;
import io.azuretables.operations.EncryptedPropertyTests.Patients;
import io.azuretables.query.Update;
import io.azuretables.repository.support.TableRepositoryFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Encrypted and compressed properties on the emulator.
 */
class EncryptedPropertyIntegrationTests extends AzuriteTable {

	private static final TableKey KEY = new TableKey("ward", "p-1");

	private final String keyTable = table() + "k";

	@AfterEach
	void deleteKeyTable() {
		gateway().deleteTable(this.keyTable);
	}

	@Test
	void areStoredReadFoundAndMerged() {
		TableTemplate writer = template();
		Patient patient = EncryptedPropertyTests.patient("1");
		writer.save(patient);
		TableTemplate reader = template();
		assertThat(reader.findById(Patient.class, KEY)).get()
			.usingRecursiveComparison()
			.ignoringFields("version")
			.isEqualTo(patient);
		Patients patients = new TableRepositoryFactory(reader).getRepository(Patients.class);
		assertThat(patients.findByWardAndMail("ward", "anna@example.org")).hasSize(1);
		assertThat(patients.findByWardAndAge("ward", 42)).hasSize(1);
		assertThat(patients.findByWardAndAgeNot("ward", 42)).isEmpty();
		assertThat(patients.findByMailAndWard("anna@example.org", "ward")).extracting(IbanOnly::iban)
			.containsExactly(patient.iban());
		reader.merge(Patient.class, KEY, Update.update("iban", "new"));
		assertThat(writer.findById(Patient.class, KEY)).get().extracting(Patient::iban).isEqualTo("new");
	}

	private TableTemplate template() {
		TableCustomConversions conversions = new TableCustomConversions();
		conversions
			.setEncryption(new PropertyEncryption(gateway(), new LocalKeyEncryption(Map.of("a", new byte[32]), "a"),
					EncryptionOptions.DEFAULTS.withKeyTable(this.keyTable)));
		return new TableTemplate(gateway(), new TableConverter(new TableMappingContext(conversions)),
				TableTemplateOptions.DEFAULTS.withTableNames((type, name) -> table()));
	}

}
