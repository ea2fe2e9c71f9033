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

import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemException;
import io.azuretables.client.TableConnection;
import io.azuretables.client.TableCredential.SharedKey;
import io.azuretables.patterns.queue.transport.MessageKeys;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * Finds the keys that sign the messages of a queue: from properties, or the key of the
 * storage account.
 *
 * @param prefix how the properties of the queue begin
 * @param keys the keys that are set
 * @param unsigned whether messages are neither signed nor verified
 */
public record ConfiguredKeys(String prefix, List<String> keys, boolean unsigned) {

	private static final String ACTION = """
			Do one of these:

			    set %1$s.signing-keys to a secret of at least %2$d characters, the same in all applications that use \
			the queue
			    set %1$s.unsigned-messages=accept, if everyone with write access to the queue may also decide which handlers \
			are called with what, and which rows and payloads are deleted""";

	/**
	 * The keys for a queue in the account of a connection string.
	 */
	MessageKeys of(String connectionString) {
		MessageKeys explicit = explicit();
		if (explicit != null) {
			return explicit;
		}
		try {
			return MessageKeys.ofAccount(connectionString);
		}
		catch (IllegalArgumentException ex) {
			throw missing();
		}
	}

	/**
	 * The keys for a queue in the account that has the tables.
	 */
	MessageKeys of(TableConnection tables) {
		MessageKeys explicit = explicit();
		if (explicit != null) {
			return explicit;
		}
		if (tables.credential() instanceof SharedKey) {
			return MessageKeys.ofAccount(tables);
		}
		throw missing();
	}

	private @Nullable MessageKeys explicit() {
		List<String> given = this.keys.stream().filter(StringUtils::hasText).toList();
		if (this.unsigned) {
			if (!given.isEmpty()) {
				throw new ConfigurationProblemException("Messages are to be signed and not to be signed: both "
						+ this.prefix + ".signing-keys and " + this.prefix + ".unsigned-messages=accept are set",
						"Remove one of them");
			}
			return MessageKeys.unsigned();
		}
		if (given.isEmpty()) {
			return null;
		}
		try {
			return MessageKeys.of(given.get(0), given.subList(1, given.size()).toArray(String[]::new));
		}
		catch (IllegalArgumentException ex) {
			throw new ConfigurationProblemException(String.valueOf(ex.getMessage()),
					"Set " + this.prefix + ".signing-keys to longer keys, such as 32 random bytes in Base64");
		}
	}

	private ConfigurationProblemException missing() {
		return new ConfigurationProblemException("The messages of the queue of " + this.prefix
				+ ".name are signed, and there is no key for that: the queue is reached without an account key from "
				+ "which one could be derived", ACTION.formatted(this.prefix, MessageKeys.LEAST_CHARACTERS));
	}

	/**
	 * Shows no secrets.
	 */
	@Override
	public String toString() {
		return "ConfiguredKeys[prefix=" + this.prefix + "]";
	}

}
