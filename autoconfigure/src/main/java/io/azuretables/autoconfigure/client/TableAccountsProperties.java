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

package io.azuretables.autoconfigure.client;

import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration properties of several storage accounts among which the partitions of
 * tables are divided.
 *
 * @param accounts The accounts by their names, each with the properties of a connection:
 * connection-string, endpoint, account and embedded. Tables are divided among them by
 * partition keys; the order of the names is that of the accounts.
 * @param routing How partitions are spread over several accounts.
 * @since 0.1
 */
@ConfigurationProperties("azure.tables")
public record TableAccountsProperties(@DefaultValue Map<String, TableConnectionProperties> accounts,
		@DefaultValue Routing routing) {

	/**
	 * How partitions are spread.
	 *
	 * @param slots Number of slots that partitions are hashed into. There can never be
	 * more accounts than slots. It is stored and cannot be changed. Not used if there is
	 * a bean of type AccountRouting.
	 */
	public record Routing(@DefaultValue("1024") int slots) {

	}

}
