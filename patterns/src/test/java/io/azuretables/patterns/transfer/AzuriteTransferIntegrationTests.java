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

package io.azuretables.patterns.transfer;

import io.azuretables.client.Azurite;
import io.azuretables.client.TableNames;
import io.azuretables.gateway.TableGateway;
import io.azuretables.patterns.sample.AzuriteTables;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Exports, imports and copies from the emulator to memory, and the other way round.
 */
@ExtendWith(Azurite.LogOfFailures.class)
class AzuriteTransferIntegrationTests {

	@Nested
	class FromTheEmulator extends EmulatorContract {

		private final TableGateway memory = embedded();

		@Override
		TableGateway source() {
			return AzuriteTables.gateway();
		}

		@Override
		TableGateway target() {
			return this.memory;
		}

	}

	@Nested
	class ToTheEmulator extends EmulatorContract {

		private final TableGateway memory = embedded();

		@Override
		TableGateway source() {
			return this.memory;
		}

		@Override
		TableGateway target() {
			return AzuriteTables.gateway();
		}

	}

	/**
	 * With a table of its own for each test.
	 */
	abstract static class EmulatorContract extends TransferContract {

		private final String table = TableNames.unique();

		@Override
		String table() {
			return this.table;
		}

		@AfterEach
		void deleteTable() {
			AzuriteTables.gateway().deleteTable(this.table);
		}

	}

}
