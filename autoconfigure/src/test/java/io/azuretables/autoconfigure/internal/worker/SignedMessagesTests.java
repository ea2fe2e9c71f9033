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

package io.azuretables.autoconfigure.internal.worker;

import java.util.List;

import io.azuretables.autoconfigure.client.StorageConnectionDetails;
import io.azuretables.autoconfigure.client.TableClientAutoConfiguration;
import io.azuretables.autoconfigure.client.TableConnectionDetails;
import io.azuretables.autoconfigure.client.TableConnectionProperties;
import io.azuretables.autoconfigure.index.TableIndexAutoConfiguration;
import io.azuretables.autoconfigure.index.TableIndexStatesAutoConfiguration;
import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemException;
import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemFailureAnalyzer;
import io.azuretables.autoconfigure.queue.TableQueueAutoConfiguration;
import io.azuretables.autoconfigure.queue.TableQueueProperties;
import io.azuretables.autoconfigure.queue.UnsignedMessages;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.client.TableConnection;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.transport.MessageKeys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * How the messages of queues are signed.
 */
class SignedMessagesTests {

	private static final String KEY = "k".repeat(32);

	private static final String SAS = "TableEndpoint=https://a.table.core.windows.net;"
			+ "QueueEndpoint=https://a.queue.core.windows.net;SharedAccessSignature=sv=1&sig=a";

	private static final TableConnection AZURITE = TableConnection.azurite();

	private final ApplicationContextRunner contexts = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(TableClientAutoConfiguration.class,
				TableTemplateAutoConfiguration.class, TableIndexStatesAutoConfiguration.class,
				TableIndexAutoConfiguration.class, TableQueueAutoConfiguration.class));

	private static ConfiguredKeys keys(UnsignedMessages unsigned, String... keys) {
		return new ConfiguredKeys("azure.tables.queue", List.of(keys), unsigned == UnsignedMessages.ACCEPT);
	}

	@Test
	void areSignedWithAKeyOfTheAccountByDefault() {
		String message = keys(UnsignedMessages.REJECT).of(AZURITE).forQueue("work").sign("text");
		assertThat(MessageKeys.ofAccount(AZURITE).forQueue("work").verify(message)).isEqualTo("text");
		assertThat(keys(UnsignedMessages.REJECT, "").of("UseDevelopmentStorage=true").forQueue("work").verify(message))
			.isEqualTo("text");
	}

	@Test
	void areSignedWithTheFirstKeyThatIsSet() {
		String other = "o".repeat(32);
		for (MessageKeys keys : List.of(keys(UnsignedMessages.REJECT, KEY, other).of(AZURITE),
				keys(UnsignedMessages.REJECT, KEY, other).of(SAS))) {
			String message = keys.forQueue("work").sign("text");
			assertThat(MessageKeys.of(KEY).forQueue("work").verify(message)).isEqualTo("text");
			assertThat(keys.forQueue("work").verify(MessageKeys.of(other).forQueue("work").sign("old")))
				.isEqualTo("old");
		}
	}

	@Test
	void showNoSecretOfTheirQueueAsText() {
		StaticListableBeanFactory none = new StaticListableBeanFactory();
		ConfiguredTables tables = new ConfiguredTables(none.getBeanProvider(TableConnectionProperties.class),
				none.getBeanProvider(TableConnectionDetails.class),
				none.getBeanProvider(StorageConnectionDetails.class));
		assertThat(new ConfiguredQueue("work", SAS, keys(UnsignedMessages.REJECT, KEY), tables)).asString()
			.contains("work")
			.doesNotContain("sig=", KEY);
	}

	@Test
	void areNotSignedWhereThatIsAccepted() {
		assertThat(keys(UnsignedMessages.ACCEPT).of(SAS)).hasToString("MessageKeys[unsigned]");
		assertThat(keys(UnsignedMessages.ACCEPT).of(AZURITE)).hasToString("MessageKeys[unsigned]");
	}

	@Test
	void areNotSignedAndUnsignedAtOnce() {
		assertThatExceptionOfType(ConfigurationProblemException.class)
			.isThrownBy(() -> keys(UnsignedMessages.ACCEPT, KEY).of(SAS))
			.withMessageContaining("both azure.tables.queue.signing-keys and azure.tables.queue.unsigned-messages");
		assertThatExceptionOfType(ConfigurationProblemException.class)
			.isThrownBy(() -> keys(UnsignedMessages.REJECT, "short").of(SAS))
			.withMessageContaining("at least 32 characters")
			.withMessageNotContaining("short ");
	}

	/**
	 * Nothing is sent before.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "azure.tables.queue", "azure.tables.index.queue" })
	void failTheStartWhereThereIsNoKeyAndSayTheTwoWaysOut(String prefix) {
		for (String connection : List.of("azure.tables.connection-string=" + SAS,
				prefix + ".connection-string=" + SAS)) {
			this.contexts
				.withPropertyValues("azure.tables.connection-string=UseDevelopmentStorage=true", connection,
						prefix + ".name=work")
				.run((context) -> {
					assertThat(context).hasFailed();
					FailureAnalysis analysis = new ConfigurationProblemFailureAnalyzer()
						.analyze(context.getStartupFailure());
					assertThat(analysis).isNotNull();
					assertThat(analysis.getDescription()).contains(prefix + ".name", "no key");
					assertThat(analysis.getAction()).contains(prefix + ".signing-keys",
							prefix + ".unsigned-messages=accept");
				});
		}
	}

	@Test
	void nameTablesThatWorkersMayTouch() {
		this.contexts
			.withPropertyValues("azure.tables.embedded=true", "azure.tables.queue.name=work",
					"azure.tables.queue.tables=One,Two", "azure.tables.index.queue.name=index",
					"azure.tables.index.queue.tables=Three", "azure.tables.queue.signing-keys=" + KEY)
			.run((context) -> {
				assertThat(context.getBean(QueueOptions.class).tables()).accepts("One", "Two").rejects("Three");
				assertThat(context.getBean(IndexOptions.class).tables()).accepts("Three").rejects("One");
				assertThat(context.getBean(TableQueueProperties.class).toString()).doesNotContain(KEY);
			});
	}

}
