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

package io.azuretables.patterns.evolution;

import java.util.List;
import java.util.Locale;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.TableGateway;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.EntityUpgrade;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;

import org.springframework.data.domain.ManagedTypes;

/**
 * Processes with different versions of one class, on one table.
 */
final class Staff {

	private Staff() {
	}

	static TableTemplate process(TableGateway gateway, String table, Class<?> type) {
		TableMappingContext context = new TableMappingContext(new TableCustomConversions());
		context.setManagedTypes(ManagedTypes.fromIterable(List.of(type)));
		if (type == Third.class) {
			context.setUpgrades(List.of(
					EntityUpgrade.of(Third.class, 1,
							(key, properties) -> properties.put("fullName", properties.remove("name"))),
					EntityUpgrade.of(Third.class, 2, (key, properties) -> properties.put("mail",
							((String) properties.get("fullName")).toLowerCase(Locale.ROOT) + "@example.com"))));
		}
		if (type == Second.class) {
			context.setUpgrades(List.of(EntityUpgrade.of(Second.class, 1,
					(key, properties) -> properties.put("fullName", properties.remove("name")))));
		}
		context.initialize();
		return new TableTemplate(gateway, new TableConverter(context),
				TableTemplateOptions.DEFAULTS.withTableNames((declared, name) -> table));
	}

	@Table("Staff")
	@EntityType(value = "Employee", version = 1)
	@PartitionKey("{department}")
	@RowKey("emp_{id}")
	record First(String department, String id, String name, int count) {

	}

	@Table("Staff")
	@EntityType(value = "Employee", version = 2)
	@PartitionKey("{department}")
	@RowKey("emp_{id}")
	record Second(String department, String id, String fullName, int count) {

	}

	@Table("Staff")
	@EntityType(value = "Employee", version = 3)
	@PartitionKey("{department}")
	@RowKey("emp_{id}")
	@SecondaryIndex(name = "mail", rowKey = "mail_{mail}_{id}")
	record Third(String department, String id, String fullName, int count, String mail) {

	}

}
