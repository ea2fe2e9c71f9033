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

package io.azuretables.patterns.sample;

import io.azuretables.client.Azurite;
import io.azuretables.client.HttpTableGateway;
import io.azuretables.client.TableClientOptions;
import io.azuretables.gateway.TableGateway;
import org.jspecify.annotations.Nullable;

/**
 * The gateway to the emulator's tables. By one gateway for all of them.
 */
public final class AzuriteTables {

	private static @Nullable TableGateway gateway;

	private AzuriteTables() {
	}

	public static synchronized TableGateway gateway() {
		TableGateway shared = gateway;
		if (shared == null) {
			shared = HttpTableGateway.connect(TableClientOptions.of(Azurite.connectionString()));
			gateway = shared;
		}
		return shared;
	}

}
