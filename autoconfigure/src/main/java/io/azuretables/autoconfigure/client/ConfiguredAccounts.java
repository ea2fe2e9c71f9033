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
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;

import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemException;
import io.azuretables.gateway.TableGateway;
import io.azuretables.routing.AccountRouting;
import io.azuretables.routing.RoutedTableGateway;
import org.jspecify.annotations.Nullable;

/**
 * Creates the {@code TableGateway} that divides tables among the storage accounts
 * configured below {@code azure.tables.accounts}.
 */
final class ConfiguredAccounts {

	private static final String PREFIX = "azure.tables.accounts.";

	private final TableAccountsProperties properties;

	/**
	 * The accounts of properties.
	 * @param connection what is configured besides, which must be nothing
	 * @param names all names below {@code azure.tables.accounts}; one whose properties
	 * are all misspelt is not among the accounts of the properties
	 */
	ConfiguredAccounts(TableAccountsProperties properties, TableConnectionProperties connection, Set<String> names) {
		if (connection.isServiceNamed() || connection.embedded()) {
			throw new ConfigurationProblemException(
					"Several accounts are configured by azure.tables.accounts, and one table service besides",
					"Remove azure.tables.connection-string, azure.tables.endpoint, azure.tables.account and "
							+ "azure.tables.embedded, or make the service one of azure.tables.accounts");
		}
		names.stream().filter((name) -> !properties.accounts().containsKey(name)).findFirst().ifPresent((name) -> {
			throw new ConfigurationProblemException(
					"The account '" + name + "' of azure.tables.accounts has no property that is known",
					"Set " + PREFIX + name + ".connection-string, " + PREFIX + name + ".endpoint, " + PREFIX + name
							+ ".account.name or " + PREFIX + name + ".embedded, or remove what begins with " + PREFIX
							+ name);
		});
		this.properties = properties;
	}

	/**
	 * One gateway over all accounts.
	 * @param routing the rule of the application, or {@code null} for a hash
	 * @param connect makes the gateway of an account
	 */
	RoutedTableGateway gateway(@Nullable AccountRouting routing,
			BiFunction<String, TableConnectionProperties, TableGateway> connect) {
		Map<String, TableGateway> gateways = new TreeMap<>();
		this.properties.accounts().forEach((name, account) -> gateways.put(name, connected(name, account, connect)));
		try {
			AccountRouting rule = (routing != null) ? routing
					: AccountRouting.hashed(this.properties.routing().slots());
			return RoutedTableGateway.over(gateways, rule);
		}
		catch (IllegalArgumentException ex) {
			throw new ConfigurationProblemException(
					"The accounts of azure.tables.accounts cannot be used: " + ex.getMessage(),
					"Correct azure.tables.accounts and azure.tables.routing");
		}
	}

	private static TableGateway connected(String name, TableConnectionProperties account,
			BiFunction<String, TableConnectionProperties, TableGateway> connect) {
		try {
			return connect.apply(name, account);
		}
		catch (ConfigurationProblemException ex) {
			throw new ConfigurationProblemException("The account '" + name + "': " + ex.getMessage(),
					"The properties of this account begin with '" + PREFIX + name + "' in place of 'azure.tables'. "
							+ ex.getAction());
		}
	}

}
