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

package io.azuretables.autoconfigure.actuate;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.TableOperations;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.routing.RoutedTableGateway;
import io.azuretables.row.RowReader;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.dao.InvalidDataAccessResourceUsageException;

/**
 * Actuator health indicator of the table service: up if the service answers a read of one
 * row. Asks for one row that is not there, of the first table that is mapped; a table
 * that is not there yet is an answer, too. One request, or one for each account where
 * tables are divided among several.
 *
 * @since 0.1
 */
public final class TableHealthIndicator extends AbstractHealthIndicator {

	private static final TableKey NO_ROW = new TableKey("health", "health");

	/**
	 * What the service says of a table that is not there; other servers do not.
	 */
	private static final Set<String> NO_TABLE = Set.of("TableNotFound", "TableBeingDeleted");

	private final TableGateway gateway;

	private final TableOperations operations;

	private final TableTemplateOptions options;

	TableHealthIndicator(TableGateway gateway, TableOperations operations, TableTemplateOptions options) {
		super("The table service does not answer");
		this.gateway = gateway;
		this.operations = operations;
		this.options = options;
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) {
		String store = this.gateway.getClass().getSimpleName().replace("TableGateway", "");
		builder.withDetail("store", store.toLowerCase(Locale.ROOT));
		builder.up();
		if (this.gateway instanceof RoutedTableGateway routed) {
			ask(routed, builder);
		}
		else {
			ask(this.gateway);
		}
	}

	/**
	 * Asks each account: the rows of one that does not answer are missing.
	 */
	private void ask(RoutedTableGateway routed, Health.Builder builder) {
		Map<String, String> accounts = new LinkedHashMap<>();
		routed.accounts().forEach((name, account) -> {
			try {
				ask(account);
				accounts.put(name, Status.UP.getCode());
			}
			catch (RuntimeException ex) {
				accounts.put(name, Status.DOWN.getCode());
				builder.down(ex);
			}
		});
		builder.withDetail("accounts", accounts);
	}

	private void ask(TableGateway account) {
		Optional<String> table = table();
		if (table.isPresent()) {
			read(account, table.get());
		}
		else {
			account.tables();
		}
	}

	private static void read(TableGateway account, String table) {
		try {
			account.read(table, NO_ROW, null, RowReader.rows());
		}
		catch (InvalidDataAccessResourceUsageException ex) {
			if (!(ex.getCause() instanceof ServiceErrorException error && NO_TABLE.contains(error.code()))) {
				throw ex;
			}
		}
	}

	private Optional<String> table() {
		return this.operations.converter()
			.mappingContext()
			.getPersistentEntities()
			.stream()
			.filter(TablePersistentEntity::isTable)
			.map(this::name)
			.findFirst();
	}

	/**
	 * The name of the table; the one that is declared, where only a request would tell
	 * which tenant is meant.
	 */
	private String name(TablePersistentEntity<?> entity) {
		String declared = entity.tableName();
		try {
			return this.options.tableNames().resolve(entity.getType(), declared);
		}
		catch (RuntimeException ex) {
			return declared;
		}
	}

}
