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

import java.nio.charset.StandardCharsets;
import java.time.Duration;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * The limits of Azure Queue Storage: sizes and numbers of messages, and how long they can
 * be hidden. Every transport has those of the service.
 *
 * @since 0.1
 */
public final class MessageLimits {

	/**
	 * The most bytes of a message: what is left of the service's 64 KiB after Base64.
	 */
	public static final int BODY_BYTES = 48 * 1024;

	/**
	 * The most messages of one receive.
	 */
	public static final int MESSAGES = 32;

	/**
	 * The longest time for which a message can be hidden.
	 */
	public static final Duration HIDDEN = Duration.ofDays(7);

	private MessageLimits() {
	}

	/**
	 * Whether a body is not too long.
	 */
	public static boolean fits(String body) {
		return body.length() <= BODY_BYTES && body.getBytes(StandardCharsets.UTF_8).length <= BODY_BYTES;
	}

	/**
	 * The bytes of a body that is not too long.
	 */
	static byte[] bytes(String body) {
		byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
		if (bytes.length > BODY_BYTES) {
			throw new DataIntegrityViolationException(
					"A message has at most " + BODY_BYTES + " bytes of UTF-8, not " + bytes.length);
		}
		return bytes;
	}

	static void checkMost(int most) {
		if (most < 1 || most > MESSAGES) {
			throw new InvalidDataAccessApiUsageException(
					"Between 1 and " + MESSAGES + " messages are received at a time, not " + most);
		}
	}

	/**
	 * How long a message that is sent or changed stays hidden, in whole seconds.
	 */
	static Duration hidden(Duration time) {
		if (time.isNegative() || time.compareTo(HIDDEN) > 0) {
			throw new InvalidDataAccessApiUsageException(
					"A message can be hidden for at least 0 and at most " + HIDDEN + ", not " + time);
		}
		return Duration.ofSeconds(time.getSeconds() + ((time.getNano() > 0) ? 1 : 0));
	}

	/**
	 * How long a message that is received stays hidden, in whole seconds.
	 */
	static Duration received(Duration time) {
		if (time.isZero()) {
			throw new InvalidDataAccessApiUsageException("A message that is received is hidden for a second at least");
		}
		return hidden(time);
	}

}
