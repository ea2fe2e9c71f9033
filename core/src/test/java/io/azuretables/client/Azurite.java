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

package io.azuretables.client;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.TestAbortedException;

/**
 * The emulator of this JVM for our own tests: they are skipped where it is missing, and
 * their failures show its log.
 */
public final class Azurite {

	private static final Pattern TABLES = Pattern.compile(".*;TableEndpoint=[^;]+;");

	private Azurite() {
	}

	/**
	 * How to connect to tables, as the emulator's well-known account.
	 */
	public static String connectionString() {
		Matcher tables = TABLES.matcher(storageConnectionString());
		if (!tables.lookingAt()) {
			throw new IllegalStateException("The connection string has no tables");
		}
		return tables.group();
	}

	/**
	 * How to connect to tables, queues and blobs.
	 */
	public static String storageConnectionString() {
		checkAvailable();
		return io.azuretables.azurite.Azurite.connectionString();
	}

	/**
	 * Where the emulator's well-known account is.
	 */
	public static String endpoint() {
		checkAvailable();
		return io.azuretables.azurite.Azurite.endpoint();
	}

	/**
	 * Starts an emulator of its own, which keeps its rows, messages and blobs in a
	 * folder.
	 */
	public static io.azuretables.azurite.Azurite start(Path folder) {
		checkAvailable();
		return io.azuretables.azurite.Azurite.start(folder);
	}

	/**
	 * Nobody looks at what a build server skips.
	 */
	private static void checkAvailable() {
		if (!io.azuretables.azurite.Azurite.isAvailable()) {
			String message = io.azuretables.azurite.Azurite.advice();
			throw Boolean.parseBoolean(System.getenv("CI")) ? new IllegalStateException(message)
					: new TestAbortedException(message);
		}
	}

	/**
	 * Attaches the end of the emulator's log to the failure of a test, or of what is done
	 * before and after tests.
	 */
	public static final class LogOfFailures
			implements TestExecutionExceptionHandler, LifecycleMethodExecutionExceptionHandler {

		@Override
		public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
			throw withLog(failure);
		}

		@Override
		public void handleBeforeAllMethodExecutionException(ExtensionContext context, Throwable failure)
				throws Throwable {
			throw withLog(failure);
		}

		@Override
		public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable failure)
				throws Throwable {
			throw withLog(failure);
		}

		@Override
		public void handleAfterEachMethodExecutionException(ExtensionContext context, Throwable failure)
				throws Throwable {
			throw withLog(failure);
		}

		@Override
		public void handleAfterAllMethodExecutionException(ExtensionContext context, Throwable failure)
				throws Throwable {
			throw withLog(failure);
		}

		private static Throwable withLog(Throwable failure) {
			String log = io.azuretables.azurite.Azurite.log();
			if (!(failure instanceof TestAbortedException) && !log.isEmpty()) {
				failure.addSuppressed(new IllegalStateException("Azurite's log ends with:\n" + log));
			}
			return failure;
		}

	}

}
