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

package io.azuretables.autoconfigure.encryption;

import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import com.azure.security.keyvault.keys.KeyClient;
import io.azuretables.autoconfigure.client.TableClientAutoConfiguration;
import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemException;
import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemFailureAnalyzer;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.encryption.DecryptionException;
import io.azuretables.encryption.EncryptionResolver;
import io.azuretables.encryption.KeyEncryption;
import io.azuretables.encryption.LocalKeyEncryption;
import io.azuretables.encryption.PropertyEncryption;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Encrypted;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.encryption.EncryptionTemplate;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link TableEncryptionAutoConfiguration}.
 */
class TableEncryptionAutoConfigurationTests {

	private static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, TableClientAutoConfiguration.class,
				TableEncryptionAutoConfiguration.class, TableTemplateAutoConfiguration.class,
				TableEncryptionTemplateAutoConfiguration.class))
		.withPropertyValues("azure.tables.embedded=true");

	private final ApplicationContextRunner local = this.application.withPropertyValues(
			"azure.tables.encryption.local.keys.a=" + KEY, "azure.tables.encryption.local.current-key=a");

	@Test
	void encryptsWithALocalKey() {
		this.local.withPropertyValues("azure.tables.encryption.key-table=datakeys").run((context) -> {
			TableTemplate template = context.getBean(TableTemplate.class);
			TableGateway gateway = context.getBean(TableGateway.class);
			template.save(new Card("anna", "1", "4111 1111"));
			assertThat(gateway.read("Cards", new TableKey("anna", "1"), null, RowReader.rows()))
				.satisfies((row) -> assertThat(row.get("number")).isInstanceOf(byte[].class));
			assertThat(template.findById(Card.class, new TableKey("anna", "1"))).get()
				.extracting(Card::number)
				.isEqualTo("4111 1111");
			assertThat(gateway.tables()).contains("datakeys");
			assertThat(context.getBean(EncryptionTemplate.class).verify(Card.class).rows()).isEqualTo(1);
		});
	}

	/**
	 * Two environments in one account, with different keys, are told apart by the prefix.
	 */
	@Test
	void keepsDataKeysUnderThePrefixOfTheTables() {
		EmbeddedTableGateway account = new EmbeddedTableGateway();
		List.of("dev", "prod").forEach((environment) -> {
			byte[] key = new byte[32];
			Arrays.fill(key, (byte) environment.length());
			this.application.withBean(TableGateway.class, () -> account)
				.withBean(KeyEncryption.class, () -> new LocalKeyEncryption(Map.of(environment, key), environment))
				.withPropertyValues("azure.tables.table-name-prefix=" + environment)
				.run((context) -> {
					TableTemplate template = context.getBean(TableTemplate.class);
					template.save(new Card("anna", "1", "4111 1111"));
					assertThat(template.findById(Card.class, new TableKey("anna", "1"))).isPresent();
				});
		});
		assertThat(account.tables()).containsExactlyInAnyOrder("devCards", "devencryptionkeys", "prodCards",
				"prodencryptionkeys");
	}

	@Test
	void refusesATableOfDataKeysThatCannotBe() {
		this.local.withPropertyValues("azure.tables.table-name-prefix=" + "a".repeat(60))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(ConfigurationProblemException.class)
				.hasMessageContaining("aencryptionkeys': a table has 3 to 63"));
	}

	@Test
	void leavesTheTableOfDataKeysToItsPropertyIfABeanResolvesNames() {
		this.local.withBean(TableNameResolver.class, () -> (type, name) -> name + "x")
			.withPropertyValues("azure.tables.table-name-prefix=dev")
			.run((context) -> {
				context.getBean(TableTemplate.class).save(new Card("anna", "1", "4111 1111"));
				assertThat(context.getBean(TableGateway.class).tables()).containsExactlyInAnyOrder("Cardsx",
						"encryptionkeys");
			});
	}

	@Test
	void readsPlainValuesIfThatIsConfigured() {
		this.local.run((context) -> assertThatExceptionOfType(DecryptionException.class)
			.isThrownBy(() -> plain(context.getBean(TableGateway.class), context.getBean(TableTemplate.class))));
		this.local.withPropertyValues("azure.tables.encryption.read-plain-values=true")
			.run((context) -> assertThat(
					plain(context.getBean(TableGateway.class), context.getBean(TableTemplate.class)))
				.isEqualTo("plain"));
	}

	private static String plain(TableGateway gateway, TableTemplate template) {
		gateway.createTable("Cards");
		gateway.write("Cards",
				new RowWrite.InsertOrReplace(TableRow.of(new TableKey("anna", "1"), Map.of("number", "plain"))));
		return template.findById(Card.class, new TableKey("anna", "1")).orElseThrow().number();
	}

	@Test
	void takesBeansOfTheApplication() {
		EncryptionResolver resolver = (entity, property) -> entity == Note.class && property.equals("text");
		this.application.withBean(KeyEncryption.class, () -> new LocalKeyEncryption(Map.of("b", new byte[32]), "b"))
			.withBean(EncryptionResolver.class, () -> resolver)
			.run((context) -> {
				TableTemplate template = context.getBean(TableTemplate.class);
				template.save(new Note("anna", "1", "x"));
				assertThat(context.getBean(TableGateway.class)
					.read("Notes", new TableKey("anna", "1"), null, RowReader.rows())
					.get("text")).isInstanceOf(byte[].class);
			});
	}

	@Test
	void saysWhatIsMissingWithoutAKey() {
		this.application.run((context) -> {
			assertThat(context).doesNotHaveBean(PropertyEncryption.class);
			assertThatExceptionOfType(TableMappingException.class)
				.isThrownBy(() -> EntityModel.of(context.getBean(TableTemplate.class).converter().entity(Card.class)))
				.withMessageContaining("there is no key to encrypt with")
				.withMessageContaining("azure.tables.encryption.key-vault.key");
		});
	}

	@Test
	void saysWhatIsWrongWithLocalKeys() {
		this.application
			.withPropertyValues("azure.tables.encryption.local.keys.a=" + KEY,
					"azure.tables.encryption.local.current-key=b")
			.run((context) -> assertThat(context).getFailure().rootCause().hasMessageContaining("There is no key 'b'"));
		this.application
			.withPropertyValues("azure.tables.encryption.local.keys.a=c2VjcmV0",
					"azure.tables.encryption.local.current-key=a")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("The key 'a' has 6 bytes")
				.hasMessageNotContaining("c2VjcmV0"));
		this.application
			.withPropertyValues("azure.tables.encryption.local.keys.a=???",
					"azure.tables.encryption.local.current-key=a")
			.run((context) -> assertThat(context).getFailure().rootCause().hasMessageContaining("is not Base64"));
	}

	@Test
	void wrapsWithKeyVaultIfItsSdkIsThere() {
		ApplicationContextRunner vault = this.application
			.withPropertyValues("azure.tables.encryption.key-vault.key=https://contoso.vault.azure.net/keys/tables");
		vault.run((context) -> assertThat(context).hasSingleBean(KeyVaultKeyEncryption.class)
			.hasSingleBean(PropertyEncryption.class));
		vault.withClassLoader(new FilteredClassLoader(KeyClient.class))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(KeyEncryption.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://contoso/x", "https://<vault>.vault.azure.net/keys/tables", "tables", "https:", "",
			"https://contoso.vault.azure.net/keys/", "https://contoso.vault.azure.net/keys/tables/4f5e" })
	void saysWhatIsNoKeyOfAVault(String key) {
		this.application.withPropertyValues("azure.tables.encryption.key-vault.key=" + key)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(ConfigurationProblemException.class)
				.hasMessageContaining("is no URL of a key"));
	}

	@Test
	void refusesAKeyOfAVaultNextToALocalOne() {
		ApplicationContextRunner both = this.local
			.withPropertyValues("azure.tables.encryption.key-vault.key=https://contoso.vault.azure.net/keys/tables");
		for (ApplicationContextRunner one : List.of(both,
				both.withClassLoader(new FilteredClassLoader(KeyClient.class)))) {
			one.run((context) -> {
				assertThat(context).hasFailed();
				FailureAnalysis analysis = Objects
					.requireNonNull(new ConfigurationProblemFailureAnalyzer().analyze(context.getStartupFailure()));
				assertThat(analysis.getDescription()).isEqualTo("azure.tables.encryption.key-vault.key and "
						+ "azure.tables.encryption.local.current-key are both set, and only one key can wrap data keys.");
				assertThat(analysis.getAction()).contains("Remove one of them", "KeyEncryption");
			});
		}
		both.withPropertyValues("azure.tables.encryption.local.current-key=")
			.run((context) -> assertThat(context).hasSingleBean(KeyVaultKeyEncryption.class));
		both.withBean(KeyEncryption.class, () -> new LocalKeyEncryption(Map.of("b", new byte[32]), "b"))
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void showsNoKey() {
		this.local.run((context) -> assertThat(context.getBean(TableEncryptionProperties.class).toString())
			.contains("local=Local[keys=[a]")
			.doesNotContain(KEY));
	}

	@Table("Cards")
	record Card(@PartitionKey String owner, @RowKey String id, @Encrypted String number) {

	}

	@Table("Notes")
	record Note(@PartitionKey String owner, @RowKey String id, String text) {

	}

}
