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

import java.util.List;

import com.azure.data.tables.TableServiceClient;
import com.azure.data.tables.TableServiceClientBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.TestAbortedException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.Mockito.mock;

/**
 * The emulator runs, and the SDK talks to it.
 */
@ExtendWith(Azurite.LogOfFailures.class)
class AzuriteIntegrationTests {

	private static final ExtensionContext CONTEXT = mock();

	@Test
	void answers() {
		String table = TableNames.unique();
		TableServiceClient client = new TableServiceClientBuilder().connectionString(Azurite.connectionString())
			.buildClient();
		client.createTable(table);
		assertThat(client.listTables()).extracting("name").contains(table);
		client.deleteTable(table);
	}

	@Test
	void startsOnce() {
		assertThat(Azurite.endpoint()).isEqualTo(Azurite.endpoint()).startsWith("http://127.0.0.1:");
	}

	@Test
	void attachesItsLogToFailuresBeforeInAndAfterTests() {
		Azurite.LogOfFailures log = new Azurite.LogOfFailures();
		assertThat(Azurite.endpoint()).isNotEmpty();
		List<Handler> handlers = List.of(log::handleBeforeAllMethodExecutionException,
				log::handleBeforeEachMethodExecutionException, log::handleTestExecutionException,
				log::handleAfterEachMethodExecutionException, log::handleAfterAllMethodExecutionException);
		for (Handler handler : handlers) {
			IllegalStateException failure = new IllegalStateException("mine");
			assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> handler.handle(CONTEXT, failure))
				.satisfies((ex) -> assertThat(ex.getSuppressed()).isNotEmpty()
					.allSatisfy((end) -> assertThat(end).hasMessageStartingWith("Azurite's log ends with:")));
			TestAbortedException aborted = new TestAbortedException("mine");
			assertThatExceptionOfType(TestAbortedException.class).isThrownBy(() -> handler.handle(CONTEXT, aborted))
				.satisfies((ex) -> assertThat(ex.getSuppressed()).isEmpty());
		}
	}

	/**
	 * A handler of failures.
	 */
	@FunctionalInterface
	private interface Handler {

		void handle(ExtensionContext context, Throwable failure) throws Throwable;

	}

}
