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
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Sends, receives and deletes the messages of a queue: in Azure Queue Storage, or in
 * memory. It delivers each message at least once, in no certain order.
 * <p>
 * Each method is one request. A message that was sent never expires. Sending is not
 * idempotent: when an answer is lost, a repeated message may be there twice. Receiving
 * may lose its answer too: its messages come back when they are visible again. Times are
 * counted in whole seconds, rounded up.
 *
 * @since 0.1
 */
public interface MessageTransport {

	/**
	 * The address of the service that has the queue; empty for a queue in this process. A
	 * transport that forwards to another one gives the address of that one. By default it
	 * is not known, so the service is taken for one on another machine.
	 */
	default Optional<URI> address() {
		return Optional.of(URI.create("https://unknown.invalid"));
	}

	/**
	 * Sends a message.
	 * @param body the text, at most {@value MessageLimits#BODY_BYTES} bytes of UTF-8
	 * @param hidden how long it is hidden from all workers, up to a week
	 * @return the message, with a receipt that holds until it is received
	 * @throws org.springframework.dao.DataIntegrityViolationException if the text is too
	 * long
	 */
	ReceivedMessage send(String body, Duration hidden);

	/**
	 * Receives messages, and hides them from others for a while.
	 * @param most how many at most, up to {@value MessageLimits#MESSAGES}
	 * @param hidden how long they are hidden from other workers, from a second to a week
	 */
	List<ReceivedMessage> receive(int most, Duration hidden);

	/**
	 * Changes a message that was received, and when it is visible again.
	 * @return the message with its new receipt
	 * @throws LostMessageException if it is gone, or another worker has received it since
	 */
	ReceivedMessage update(ReceivedMessage message, String body, Duration hidden);

	/**
	 * Deletes a message that was received.
	 * @return whether it was still ours to delete
	 */
	boolean delete(ReceivedMessage message);

	/**
	 * About how many messages there are, hidden ones included.
	 */
	long depth();

	/**
	 * Looks at the message that is the next to be received, without receiving it: it has
	 * no receipt. Empty if none is visible.
	 */
	Optional<ReceivedMessage> peek();

	/**
	 * The signature of the messages of this queue; always the same object, without a
	 * request. Bodies pass as they are: who sends signs, and who receives verifies.
	 */
	MessageSignature signature();

}
