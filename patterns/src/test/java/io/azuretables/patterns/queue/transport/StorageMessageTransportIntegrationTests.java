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

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import com.azure.storage.queue.QueueClient;
import com.azure.storage.queue.QueueClientBuilder;
import com.azure.storage.queue.QueueMessageEncoding;
import io.azuretables.client.Azurite;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The queue of the emulator.
 */
@ExtendWith(Azurite.LogOfFailures.class)
class StorageMessageTransportIntegrationTests extends MessageTransportContract {

	private final String name = "q" + UUID.randomUUID();

	private final StorageMessageTransport queue = StorageMessageTransport.connect(Azurite.storageConnectionString(),
			this.name);

	@BeforeEach
	void create() {
		this.queue.create();
		this.queue.create();
	}

	@Override
	MessageTransport queue() {
		return this.queue;
	}

	@Override
	void pass(Duration time) {
		LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(time.toMillis()));
	}

	@Test
	void givesForeignMessagesAsTheyAre() {
		client(QueueMessageEncoding.NONE).sendMessage("not ours!");
		client(QueueMessageEncoding.NONE).sendMessage("wyg=");
		client(QueueMessageEncoding.BASE64).sendMessage("ours");
		assertThat(this.queue.receive(32, Duration.ofSeconds(1))).extracting(ReceivedMessage::body)
			.containsExactlyInAnyOrder("not ours!", "wyg=", "ours");
	}

	@Test
	void sendsWhatNeverExpires() {
		this.queue.send("sent", Duration.ZERO);
		this.queue.send("hidden", Duration.ofSeconds(1));
		this.queue.update(this.queue.receive(1, Duration.ofSeconds(30)).get(0), "updated", Duration.ofSeconds(1));
		pass(Duration.ofSeconds(2));
		assertThat(client(QueueMessageEncoding.BASE64).receiveMessages(32)).hasSize(2)
			.allSatisfy((message) -> assertThat(message.getExpirationTime().getYear()).isEqualTo(9999));
	}

	@Test
	void refusesAClientThatDecodes() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new StorageMessageTransport(client(QueueMessageEncoding.BASE64), MessageKeys.unsigned()))
			.withMessageContaining("no message encoding");
	}

	private QueueClient client(QueueMessageEncoding encoding) {
		return new QueueClientBuilder().connectionString(Azurite.storageConnectionString())
			.queueName(this.name)
			.messageEncoding(encoding)
			.buildClient();
	}

	@Test
	void createsAQueueThatIsMissing() {
		StorageMessageTransport missing = StorageMessageTransport.connect(Azurite.storageConnectionString(),
				"missing" + UUID.randomUUID());
		missing.send("a", Duration.ZERO);
		assertThat(missing.depth()).isEqualTo(1);
	}

	@Test
	void saysWhatIsWrong() {
		String nowhere = Azurite.storageConnectionString().replaceAll("127.0.0.1:\\d+", "127.0.0.1:1");
		assertThatExceptionOfType(TransientDataAccessResourceException.class)
			.isThrownBy(() -> StorageMessageTransport.connect(nowhere, "nowhere").depth())
			.withMessage("There was no answer when counting at queue 'nowhere'");
	}

}
