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
package io.azuretables.patterns.queue.transport;

import java.net.URI;

import io.azuretables.client.TableConnection;
import io.azuretables.client.TableCredential.Sas;
import io.azuretables.client.TableCredential.SharedKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Which keys sign the messages of a queue, and which verify them.
 */
class MessageKeysTests {

	private static final String OLD = "o".repeat(32);

	private static final String NEW = "n".repeat(32);

	private static final String ACCOUNT = "QUNDT1VOVEtFWUFDQ09VTlRLRVlBQ0NPVU5US0VZ";

	@Test
	void verifyWhatTheySign() {
		MessageSignature signature = MessageKeys.of(OLD).forQueue("work");
		String message = signature.sign("text\nof\ntwo lines 日本");
		assertThat(MessageKeys.of(OLD).forQueue("work").verify(message)).isEqualTo("text\nof\ntwo lines 日本");
		assertThat(signature.verify(signature.sign(""))).isEmpty();
	}

	@Test
	void areOthersForEachQueue() {
		String message = MessageKeys.of(OLD).forQueue("work").sign("text");
		for (String queue : new String[] { "work-poison", "wor", "" }) {
			assertUnauthentic(MessageKeys.of(OLD).forQueue(queue), message);
		}
	}

	@Test
	void refuseAMessageThatWasChangedAnywhere() {
		MessageSignature signature = MessageKeys.of(OLD).forQueue("work");
		String message = signature.sign("the text");
		for (int i = 0; i < message.length(); i++) {
			String changed = message.substring(0, i) + (char) (message.charAt(i) ^ 4) + message.substring(i + 1);
			assertUnauthentic(signature, changed);
			assertUnauthentic(signature, message.substring(0, i));
		}
		assertUnauthentic(signature, message + "\n");
		assertUnauthentic(signature, MessageKeys.unsigned().forQueue("work").sign("the text"));
	}

	/**
	 * First every process learns the new key, then each signs with it, then the old one
	 * goes.
	 */
	@Test
	void changeWhileMessagesAreOnTheirWay() {
		MessageSignature before = MessageKeys.of(OLD).forQueue("work");
		MessageSignature learning = MessageKeys.of(OLD, NEW).forQueue("work");
		MessageSignature changed = MessageKeys.of(NEW, OLD).forQueue("work");
		MessageSignature after = MessageKeys.of(NEW).forQueue("work");
		assertThat(before.verify(learning.sign("text"))).isEqualTo("text");
		assertThat(learning.verify(changed.sign("text"))).isEqualTo("text");
		assertThat(changed.verify(before.sign("text"))).isEqualTo("text");
		assertThat(after.verify(changed.sign("text"))).isEqualTo("text");
		assertUnauthentic(after, before.sign("text"));
		assertUnauthentic(before, changed.sign("text"));
	}

	@Test
	void areDerivedFromTheKeyOfTheAccount() {
		String text = "DefaultEndpointsProtocol=https;AccountName=a; AccountKey=" + ACCOUNT + ";EndpointSuffix=x";
		TableConnection tables = new TableConnection(URI.create("https://a.table.core.windows.net"),
				new SharedKey("a", ACCOUNT));
		String message = MessageKeys.ofAccount(text).forQueue("work").sign("text");
		assertThat(MessageKeys.ofAccount(tables).forQueue("work").verify(message)).isEqualTo("text");
		assertThat(MessageKeys.of(NEW, ACCOUNT).forQueue("work").verify(message)).as("to change from it")
			.isEqualTo("text");
		assertThat(MessageKeys.ofAccount("UseDevelopmentStorage=true")).hasToString("MessageKeys[1]");
	}

	@ParameterizedTest
	@ValueSource(strings = { "QueueEndpoint=https://a.queue.core.windows.net;SharedAccessSignature=sv=1&sig=AccountKey",
			"AccountName=a;AccountKey=", "UseDevelopmentStorage=false", "" })
	void sayThatThereIsNoKeyOfTheAccountAndTheTwoWaysOut(String connectionString) {
		assertThatIllegalArgumentException().isThrownBy(() -> MessageKeys.ofAccount(connectionString))
			.withMessageContainingAll("MessageKeys.of", "MessageKeys.unsigned");
	}

	@Test
	void sayTheSameOfASignature() {
		TableConnection tables = new TableConnection(URI.create("https://a.table.core.windows.net"), new Sas("sig=a"));
		assertThatIllegalArgumentException().isThrownBy(() -> QueueConnection.connect(tables, "work"))
			.withMessageContainingAll("MessageKeys.of", "MessageKeys.unsigned");
	}

	@Test
	void acceptAnythingWhereMessagesAreNotSigned() {
		MessageSignature unsigned = MessageKeys.unsigned().forQueue("work");
		assertThat(unsigned.verify(unsigned.sign("text"))).isEqualTo("text");
		assertThat(unsigned.verify(MessageKeys.of(OLD).forQueue("work").sign("text"))).isEqualTo("text");
		assertUnauthentic(unsigned, "no line before the text");
	}

	@Test
	void areLongAndShownNowhere() {
		assertThatIllegalArgumentException().isThrownBy(() -> MessageKeys.of(NEW, "secret"))
			.withMessage("Key 2 of 2 for messages is too short: it needs at least 32 characters");
		assertThat(MessageKeys.of(NEW, OLD)).hasToString("MessageKeys[2]");
		assertThat(MessageKeys.unsigned()).hasToString("MessageKeys[unsigned]");
		assertThat(MessageKeys.of(NEW).forQueue("work").toString()).doesNotContain(NEW);
	}

	private static void assertUnauthentic(MessageSignature signature, String message) {
		assertThatExceptionOfType(UnauthenticMessageException.class).isThrownBy(() -> signature.verify(message));
	}

}
