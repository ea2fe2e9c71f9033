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

package io.azuretables.routing;

import java.nio.file.Path;
import java.util.Map;

import io.azuretables.client.Azurite;
import io.azuretables.client.HttpTableGateway;
import io.azuretables.client.TableClientOptions;
import io.azuretables.client.TableGatewayContract;
import io.azuretables.gateway.TableGateway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two accounts over HTTP do what one does, as far as the emulator does.
 */
class RoutedTableGatewayContractIntegrationTests extends TableGatewayContract {

	private static io.azuretables.azurite.Azurite second;

	private static TableGateway gateway;

	@BeforeAll
	static void connect(@TempDir Path folder) {
		String account = Azurite.connectionString();
		second = io.azuretables.azurite.Azurite.start(folder);
		gateway = RoutedTableGateway.over(
				Map.of("a", connect(account), "b",
						connect(account.replace(Azurite.endpoint(), second.tableEndpoint()))),
				AccountRouting.hashed(1024));
	}

	private static TableGateway connect(String account) {
		return HttpTableGateway.connect(TableClientOptions.of(account));
	}

	@AfterAll
	static void stop() {
		if (second != null) {
			second.close();
		}
	}

	@Override
	protected TableGateway gateway() {
		return gateway;
	}

	@Override
	protected boolean emulator() {
		return true;
	}

}
