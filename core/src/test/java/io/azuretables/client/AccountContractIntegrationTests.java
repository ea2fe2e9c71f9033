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

import io.azuretables.gateway.TableGateway;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * The gateway over HTTP keeps the contract with a real account, if there is one. It
 * creates a table for each case and deletes it.
 */
@EnabledIfEnvironmentVariable(named = "AZURE_TABLES_CONNECTION_STRING", matches = ".+")
class AccountContractIntegrationTests extends TableGatewayContract {

	private static TableGateway gateway;

	@BeforeAll
	static void connect() {
		gateway = HttpTableGateway.connect(TableClientOptions.of(System.getenv("AZURE_TABLES_CONNECTION_STRING")));
	}

	@Override
	protected TableGateway gateway() {
		return gateway;
	}

	@Override
	protected boolean freesNamesAtOnce() {
		return false;
	}

}
