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
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import com.azure.storage.queue.QueueClient;
import com.azure.storage.queue.QueueClientBuilder;
import com.azure.storage.queue.QueueMessageEncoding;
import com.azure.storage.queue.models.PeekedMessageItem;
import com.azure.storage.queue.models.QueueMessageItem;
import com.azure.storage.queue.models.QueueStorageException;
import com.azure.storage.queue.models.SendMessageResult;
import com.azure.storage.queue.models.UpdateMessageResult;
import io.azuretables.client.TableConnection;
import io.azuretables.patterns.internal.storage.StorageAccount;
import io.azuretables.patterns.internal.storage.StorageFailure;
import io.azuretables.patterns.internal.storage.StorageRequests;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;

/**
 * A queue of Azure Queue Storage. Needs {@code com.azure:azure-storage-queue}.
 * <p>
 * A request that fails in passing is tried again by the client, whatever it is: a message
 * that was sent may be there twice, messages whose delivery was lost come back when their
 * time has passed, and what was updated or deleted by an attempt whose answer was lost is
 * taken for lost. All of this the port allows.
 * <p>
 * Text travels as Base64, since a message is XML that cannot carry every character. A
 * message that another program has sent in another way is given as it is.
 *
 * @since 0.1
 */
public final class StorageMessageTransport implements MessageTransport {

	private static final Log logger = LogFactory.getLog(StorageMessageTransport.class);

	private static final Duration FOR_EVER = Duration.ofSeconds(-1);

	private final QueueClient queue;

	private final MessageSignature signature;

	/**
	 * A transport over a client that passes messages as they are, without an encoding.
	 */
	public StorageMessageTransport(QueueClient queue, MessageKeys keys) {
		if (queue.getMessageEncoding() != QueueMessageEncoding.NONE) {
			throw new IllegalArgumentException(
					"The client of the queue must have no message encoding: with one, a single foreign message makes receiving fail");
		}
		this.queue = queue;
		this.signature = keys.forQueue(queue.getQueueName());
	}

	/**
	 * A transport to a queue of the account of a connection string. Messages are signed
	 * with a key that is derived from that of the account. Nothing is sent before the
	 * first request.
	 * @throws IllegalArgumentException if the connection string has no account key
	 */
	public static StorageMessageTransport connect(String connectionString, String queue) {
		return connect(connectionString, queue, MessageKeys.ofAccount(connectionString));
	}

	/**
	 * The same with other keys for the messages.
	 */
	public static StorageMessageTransport connect(String connectionString, String queue, MessageKeys keys) {
		return new StorageMessageTransport(new QueueClientBuilder().connectionString(connectionString)
			.queueName(queue)
			.messageEncoding(QueueMessageEncoding.NONE)
			.httpClient(StorageRequests.CLIENT)
			.retryOptions(StorageRequests.RETRIES)
			.buildClient(), keys);
	}

	/**
	 * A transport to a queue of the account that has the tables, with the same
	 * credential. Nothing is sent before the first request.
	 * @throws IllegalArgumentException if the address of the tables is not of the form
	 * that has the name of the service in it, or the credential is no account key
	 */
	public static StorageMessageTransport connect(TableConnection tables, String queue) {
		return connect(tables, queue, MessageKeys.ofAccount(tables));
	}

	/**
	 * The same with other keys for the messages.
	 * @throws IllegalArgumentException if the address of the tables is not of the form
	 * that has the name of the service in it
	 */
	public static StorageMessageTransport connect(TableConnection tables, String queue, MessageKeys keys) {
		return new StorageMessageTransport(new StorageAccount(tables).queue(queue), keys);
	}

	@Override
	public Optional<URI> address() {
		return Optional.of(URI.create(this.queue.getQueueUrl()));
	}

	/**
	 * Creates the queue, if it is not there, or logs why that cannot be done now. An
	 * application that only reads tables starts all the same, and a request that finds no
	 * queue later creates it.
	 * @return whether the queue is there
	 */
	public boolean prepare() {
		try {
			create();
			return true;
		}
		catch (DataAccessException ex) {
			logger
				.warn("The queue '" + this.queue.getQueueName() + "' at " + server() + " cannot be reached or created: "
						+ ex.getMessage() + ". What needs the queue fails until it can be");
			return false;
		}
	}

	private String server() {
		return String.valueOf(URI.create(this.queue.getQueueUrl()).getAuthority());
	}

	/**
	 * Creates the queue, if it is not there.
	 */
	public void create() {
		call("creating", this.queue::createIfNotExists);
	}

	@Override
	public ReceivedMessage send(String body, Duration hidden) {
		String text = Base64.getEncoder().encodeToString(MessageLimits.bytes(body));
		Duration wait = MessageLimits.hidden(hidden);
		SendMessageResult sent = call("sending",
				() -> this.queue.sendMessageWithResponse(text, wait, FOR_EVER, null, Context.NONE).getValue());
		return new ReceivedMessage(sent.getMessageId(), sent.getPopReceipt(), body, 0,
				sent.getInsertionTime().toInstant());
	}

	@Override
	public List<ReceivedMessage> receive(int most, Duration hidden) {
		MessageLimits.checkMost(most);
		Duration wait = MessageLimits.received(hidden);
		return call("receiving",
				() -> this.queue.receiveMessages(most, wait, null, Context.NONE)
					.stream()
					.map(StorageMessageTransport::received)
					.toList());
	}

	private static ReceivedMessage received(QueueMessageItem item) {
		return new ReceivedMessage(item.getMessageId(), item.getPopReceipt(), body(item.getBody()),
				item.getDequeueCount(), item.getInsertionTime().toInstant());
	}

	/**
	 * The text of a message. The SDK has none where it is empty.
	 */
	private static String body(@Nullable BinaryData data) {
		return (data != null) ? decoded(data.toString()) : "";
	}

	private static String decoded(String text) {
		try {
			byte[] bytes = Base64.getDecoder().decode(text);
			return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
		}
		catch (IllegalArgumentException | CharacterCodingException ex) {
			return text;
		}
	}

	@Override
	public ReceivedMessage update(ReceivedMessage message, String body, Duration hidden) {
		String text = Base64.getEncoder().encodeToString(MessageLimits.bytes(body));
		Duration wait = MessageLimits.hidden(hidden);
		try {
			UpdateMessageResult result = this.queue.updateMessage(message.id(), message.receipt(), text, wait);
			return new ReceivedMessage(message.id(), result.getPopReceipt(), body, message.deliveries(),
					message.sentAt());
		}
		catch (QueueStorageException ex) {
			if (isLost(ex)) {
				throw new LostMessageException(
						"The message " + message.id() + " was deleted, or received by another worker", ex);
			}
			throw failure("updating", ex);
		}
		catch (RuntimeException ex) {
			throw failure("updating", ex);
		}
	}

	@Override
	public boolean delete(ReceivedMessage message) {
		return call("deleting", () -> {
			try {
				this.queue.deleteMessage(message.id(), message.receipt());
				return true;
			}
			catch (QueueStorageException ex) {
				if (isLost(ex)) {
					return false;
				}
				throw ex;
			}
		});
	}

	private static boolean isLost(QueueStorageException ex) {
		String code = String.valueOf(ex.getErrorCode());
		return code.equals("MessageNotFound") || code.equals("PopReceiptMismatch");
	}

	@Override
	public long depth() {
		return call("counting", () -> this.queue.getProperties().getApproximateMessagesCountLong());
	}

	@Override
	public Optional<ReceivedMessage> peek() {
		return call("peeking",
				() -> this.queue.peekMessages(1, null, Context.NONE)
					.stream()
					.findFirst()
					.map(StorageMessageTransport::peeked));
	}

	private static ReceivedMessage peeked(PeekedMessageItem item) {
		return new ReceivedMessage(item.getMessageId(), "", body(item.getBody()), item.getDequeueCount(),
				item.getInsertionTime().toInstant());
	}

	@Override
	public MessageSignature signature() {
		return this.signature;
	}

	private <T> T call(String action, Supplier<T> request) {
		try {
			return created(request);
		}
		catch (RuntimeException ex) {
			throw failure(action, ex);
		}
	}

	/**
	 * Creates the queue if it turns out not to be there, which costs a request and a
	 * second attempt.
	 */
	private <T> T created(Supplier<T> request) {
		try {
			return request.get();
		}
		catch (QueueStorageException ex) {
			if (!String.valueOf(ex.getErrorCode()).equals("QueueNotFound")) {
				throw ex;
			}
			this.queue.createIfNotExists();
			return request.get();
		}
	}

	private DataAccessException failure(String action, RuntimeException ex) {
		return StorageFailure.of(action + " at queue '" + this.queue.getQueueName() + "'", ex);
	}

}
