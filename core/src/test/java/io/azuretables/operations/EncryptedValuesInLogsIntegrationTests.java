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

package io.azuretables.operations;

import io.azuretables.client.Azurite;
import io.azuretables.client.HttpTableGateway;
import io.azuretables.client.TableClientOptions;
import io.azuretables.client.TableNames;
import io.azuretables.gateway.TableGateway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Logs of operations over HTTP, those of the HTTP client and of the SDK included.
 */
@ExtendWith(Azurite.LogOfFailures.class)
class EncryptedValuesInLogsIntegrationTests extends EncryptedValuesInLogsContract {

	private final TableGateway gateway = HttpTableGateway.connect(TableClientOptions.of(Azurite.connectionString()));

	private final String table = TableNames.unique();

	@AfterEach
	void deleteTables() {
		this.gateway.deleteTable(this.table);
		this.gateway.deleteTable(this.table + "k");
	}

	@Override
	TableGateway open() {
		return this.gateway;
	}

	@Override
	String tableName() {
		return this.table;
	}

}
