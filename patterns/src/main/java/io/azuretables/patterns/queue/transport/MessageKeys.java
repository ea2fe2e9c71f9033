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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import io.azuretables.client.TableConnection;
import io.azuretables.client.TableCredential.SharedKey;
import io.azuretables.client.TableCredential;
import org.jspecify.annotations.Nullable;

/**
 * The keys that the messages of queues are signed with. The first key signs; a message is
 * authentic if any of the keys has signed it, so that keys can be changed while messages
 * are on their way.
 * <p>
 * Each queue gets a key of its own that is derived from these, so that the same keys may
 * serve several queues. The key of an account is text like any other: to change from the
 * key of an account to another one, list both.
 *
 * @since 0.1
 */
public final class MessageKeys {

	/**
	 * The least characters of a key.
	 */
	public static final int LEAST_CHARACTERS = 32;

	private static final MessageKeys UNSIGNED = new MessageKeys(List.of());

	private final List<String> keys;

	private MessageKeys(List<String> keys) {
		this.keys = List.copyOf(keys);
	}

	/**
	 * Keys of at least {@value #LEAST_CHARACTERS} characters each.
	 * @param first signs
	 * @param others verify, besides the first
	 * @throws IllegalArgumentException if a key is too short
	 */
	public static MessageKeys of(String first, String... others) {
		List<String> keys = new ArrayList<>(List.of(first));
		keys.addAll(Arrays.asList(others));
		for (int i = 0; i < keys.size(); i++) {
			if (keys.get(i).strip().length() < LEAST_CHARACTERS) {
				throw new IllegalArgumentException("Key " + (i + 1) + " of " + keys.size()
						+ " for messages is too short: it needs at least " + LEAST_CHARACTERS + " characters");
			}
		}
		return new MessageKeys(keys);
	}

	/**
	 * The key of the account of a connection string.
	 * @throws IllegalArgumentException if the connection string has no account key
	 */
	public static MessageKeys ofAccount(String connectionString) {
		return ofKey(accountKey(connectionString));
	}

	/**
	 * The key of the account of a connection.
	 * @throws IllegalArgumentException if the credential of the connection is no account
	 * key
	 */
	public static MessageKeys ofAccount(TableConnection tables) {
		return ofKey(accountKey(tables.credential()));
	}

	private static MessageKeys ofKey(@Nullable String key) {
		if (key == null) {
			throw new IllegalArgumentException("The messages of a queue are signed, and there is no account key to "
					+ "derive a key from. Either give keys of your own with MessageKeys.of, the same to all who send "
					+ "and handle messages; or accept with MessageKeys.unsigned that everyone with write access to the queue "
					+ "decides what handlers do and which rows and payloads are deleted");
		}
		return new MessageKeys(List.of(key));
	}

	private static @Nullable String accountKey(TableCredential credential) {
		return (credential instanceof SharedKey shared) ? shared.key() : null;
	}

	private static @Nullable String accountKey(String connectionString) {
		for (String part : connectionString.split(";")) {
			int equals = part.indexOf('=');
			String name = part.substring(0, Math.max(equals, 0)).strip().toLowerCase(Locale.ROOT);
			String value = part.substring(equals + 1).strip();
			if (name.equals("accountkey") && !value.isEmpty()) {
				return value;
			}
			if (name.equals("usedevelopmentstorage") && value.equalsIgnoreCase("true")) {
				return accountKey(TableConnection.azurite().credential());
			}
		}
		return null;
	}

	/**
	 * No keys: messages are neither signed nor verified. Everyone with write access to
	 * the queue decides which handlers are called with what, and which token rows and
	 * payloads are deleted. All who use the queue must do the same.
	 */
	public static MessageKeys unsigned() {
		return UNSIGNED;
	}

	/**
	 * The signature of the messages of a queue.
	 * @param queue the name of the queue
	 */
	public MessageSignature forQueue(String queue) {
		return new MessageSignature(queue,
				this.keys.stream().map((key) -> key.strip().getBytes(StandardCharsets.UTF_8)).toList());
	}

	/**
	 * Shows no secrets.
	 */
	@Override
	public String toString() {
		return "MessageKeys[" + (this.keys.isEmpty() ? "unsigned" : String.valueOf(this.keys.size())) + "]";
	}

}
