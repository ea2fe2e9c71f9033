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

import java.util.regex.Pattern;

import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemException;
import io.azuretables.client.TableConnection;
import io.azuretables.patterns.interpartition.IndexQueue;
import io.azuretables.patterns.queue.transport.MessageKeys;
import io.azuretables.patterns.queue.transport.QueueConnection;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Connects to the configured Azure storage queue: in an Azurite container, another
 * account, or the account of the tables.
 *
 * @param name the name of the queue
 * @param connectionString that of its own account, if it has one
 * @param keys the keys that sign its messages
 * @param tables where the tables are
 */
public record ConfiguredQueue(String name, @Nullable String connectionString, ConfiguredKeys keys,
		ConfiguredTables tables) {

	/**
	 * The service takes 63 characters, of which the suffix of the poison queue needs 7.
	 */
	private static final int MAX_LENGTH = 56;

	private static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");

	private static final String ACTION = """
			Do one of these:

			    set %s.connection-string
			    set azure.tables.connection-string, that of an account which has both tables and queues, unless \
			azure.tables.accounts divides the tables among several accounts
			    define a bean of type %s""";

	/**
	 * Refuses a name that the service does not take for the queue, or for its poison
	 * queue. The embedded store would take it, and the service later not.
	 * @param prefix how the properties of the queue begin
	 */
	public static void checkName(String prefix, String name) {
		if (name.length() < 3 || name.length() > MAX_LENGTH || !NAME.matcher(name).matches()) {
			throw new ConfigurationProblemException(
					"'%s' is no name for a queue, and %s.name has this value".formatted(name, prefix),
					("Choose 3 to %d lower-case letters, digits and single hyphens, with a letter or digit first and last. "
							+ "The queue for messages that were given up has the same name with '-poison'")
						.formatted(MAX_LENGTH));
		}
	}

	/**
	 * The queue with all that goes with it.
	 */
	public QueueConnection connect() {
		require("queue.QueueClient", "azure-storage-queue");
		require("blob.BlobContainerClient", "azure-storage-blob");
		String connection = account();
		return (connection != null) ? read(connection, QueueConnection::connect, QueueConnection.class)
				: beside(QueueConnection::connect, QueueConnection.class);
	}

	/**
	 * The queue of indexes.
	 */
	public IndexQueue connectIndexQueue() {
		require("queue.QueueClient", "azure-storage-queue");
		String connection = account();
		return (connection != null) ? read(connection, IndexQueue::connect, IndexQueue.class)
				: beside(IndexQueue::connect, IndexQueue.class);
	}

	private static void require(String client, String artifact) {
		if (!ClassUtils.isPresent("com.azure.storage." + client, null)) {
			throw new ConfigurationProblemException("A queue is configured, and its client is not there",
					"Add com.azure:" + artifact + " to the class path");
		}
	}

	private @Nullable String account() {
		String container = this.tables.containerConnectionString();
		if (container != null) {
			return container;
		}
		return StringUtils.hasText(this.connectionString) ? this.connectionString : this.tables.connectionString();
	}

	/**
	 * What is made of a connection string. The SDK refuses one with exceptions of many
	 * types. Its message is not shown: it may have a part of the text.
	 */
	private <T> T read(String connection, Connect<String, T> connect, Class<T> wanted) {
		MessageKeys signing = this.keys.of(connection);
		try {
			ConfiguredTables.checkService(connection, "queue");
			return connect.to(connection, this.name, signing);
		}
		catch (RuntimeException ex) {
			String own = this.keys.prefix() + ".connection-string";
			boolean set = StringUtils.hasText(this.connectionString);
			throw new ConfigurationProblemException(
					(set ? own : "azure.tables.connection-string") + " is not that of a storage account with queues"
							+ (set ? "" : ", and " + own + " is not set"),
					"A connection string has AccountName, and AccountKey or SharedAccessSignature. One with TableEndpoint "
							+ "needs QueueEndpoint and BlobEndpoint, too. " + action(wanted));
		}
	}

	private String action(Class<?> wanted) {
		return ACTION.formatted(this.keys.prefix(), wanted.getName());
	}

	/**
	 * What is made of the account that has the tables.
	 */
	private <T> T beside(Connect<TableConnection, T> connect, Class<T> wanted) {
		String action = action(wanted);
		TableConnection connection = this.tables.connection();
		if (connection == null) {
			throw new ConfigurationProblemException("A queue is configured, and its storage account is not", action);
		}
		MessageKeys signing = this.keys.of(connection);
		try {
			return connect.to(connection, this.name, signing);
		}
		catch (IllegalArgumentException ex) {
			throw new ConfigurationProblemException(String.valueOf(ex.getMessage()), action);
		}
	}

	/**
	 * Shows no secrets.
	 */
	@Override
	public String toString() {
		return "ConfiguredQueue[name=" + this.name + "]";
	}

	/**
	 * Connects to a queue in an account.
	 *
	 * @param <A> how the account is given
	 * @param <T> what is made
	 */
	@FunctionalInterface
	private interface Connect<A, T> {

		T to(A account, String queue, MessageKeys keys);

	}

}
