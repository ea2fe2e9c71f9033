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

import java.util.List;
import java.util.Locale;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.TableGateway;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.EntityUpgrade;
import io.azuretables.mapping.IndexLayout;
import io.azuretables.mapping.NewerTypes;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.ManagedTypes;

/**
 * Processes of one application with different versions of its classes, on one table.
 */
final class VersionedStaff {

	static final List<EntityUpgrade<?>> UPGRADES = List.of(
			EntityUpgrade.of(EmployeeV2.class, 1,
					(key, properties) -> properties.put("fullName", properties.remove("name"))),
			EntityUpgrade.of(EmployeeV3.class, 1,
					(key, properties) -> properties.put("fullName", properties.remove("name"))),
			EntityUpgrade.of(EmployeeV3.class, 2,
					(key, properties) -> properties.put("mail",
							((String) properties.get("fullName")).toLowerCase(Locale.ROOT) + "@example.com")),
			EntityUpgrade.of(ByKeyV2.class, 1,
					(key, properties) -> properties.put("fullName", properties.remove("name"))),
			EntityUpgrade.of(ByKeyV3.class, 1,
					(key, properties) -> properties.put("fullName", properties.remove("name"))),
			EntityUpgrade.of(ByKeyV3.class, 2, (key, properties) -> properties.put("mail", "ann@example.com")),
			EntityUpgrade.of(ListedV2.class, 1,
					(key, properties) -> properties.put("city", properties.remove("town"))));

	private VersionedStaff() {
	}

	/**
	 * A process that knows some classes.
	 */
	static TableTemplate process(TableGateway gateway, String table, NewerTypes newer, Class<?>... types) {
		TableMappingContext context = new TableMappingContext(new TableCustomConversions());
		List<Class<?>> known = List.of(types);
		context.setUpgrades(UPGRADES.stream().filter((upgrade) -> known.contains(upgrade.type())).toList());
		context.setNewerTypes(newer);
		context.setManagedTypes(ManagedTypes.fromIterable(known));
		context.initialize();
		TableTemplateOptions options = TableTemplateOptions.DEFAULTS.withTableNames((type, name) -> table);
		TableTemplate template = new TableTemplate(gateway, new TableConverter(context), options);
		template.afterPropertiesSet();
		return template;
	}

	interface Named {

		String fullName();

	}

	@Table("Staff")
	@EntityType(value = "Listed", version = 1)
	@PartitionKey("{department}")
	@RowKey("listed_{id}")
	@SecondaryIndex(name = "place", rowKey = "place_{town}", layout = IndexLayout.LIST)
	record ListedV1(String department, String id, String town) {

	}

	@Table("Staff")
	@EntityType(value = "Listed", version = 2)
	@PartitionKey("{department}")
	@RowKey("listed_{id}")
	@SecondaryIndex(name = "place", rowKey = "place_{city}", layout = IndexLayout.LIST)
	record ListedV2(String department, String id, String city) {

	}

	@Table("Staff")
	@EntityType(value = "Employee", version = 1)
	@PartitionKey("{department}")
	@RowKey("emp_{id}")
	@SecondaryIndex(name = "city", rowKey = "city_{city}_{id}")
	@SecondaryIndex(name = "town", rowKey = "town_{city}_{id}", include = {})
	record EmployeeV1(String department, String id, String name, String city) {

	}

	@Table("Staff")
	@EntityType(value = "Employee", version = 2)
	@PartitionKey("{department}")
	@RowKey("emp_{id}")
	@SecondaryIndex(name = "city", rowKey = "city_{city}_{id}")
	@SecondaryIndex(name = "town", rowKey = "town_{city}_{id}", include = "fullName")
	record EmployeeV2(String department, String id, String fullName, String city) implements Named {

	}

	@Table("Staff")
	@EntityType(value = "Employee", version = 3)
	@PartitionKey("{department}")
	@RowKey("emp_{id}")
	@SecondaryIndex(name = "city", rowKey = "city_{city}_{id}")
	@SecondaryIndex(name = "town", rowKey = "town_{city}_{id}", include = "fullName")
	@SecondaryIndex(name = "mail", rowKey = "mail_{mail}_{id}")
	record EmployeeV3(String department, String id, String fullName, String city,
			@Nullable String mail) implements Named {

	}

	/**
	 * Another type with the same keys that the processes do not know.
	 */
	@Table("Staff")
	@EntityType("Alien")
	@PartitionKey("{department}")
	@RowKey("emp_{id}")
	@SecondaryIndex(name = "city", rowKey = "city_{city}_{id}")
	@SecondaryIndex(name = "town", rowKey = "town_{city}_{id}", include = {})
	record Alien(String department, String id, String fullName, String city) {

	}

	@Table("Staff")
	@PartitionKey("{department}")
	@RowKey("emp_{id}")
	record ByKeyV1(String department, String id, String name, String city) {

	}

	@Table("Staff")
	@EntityType(property = EntityType.BY_KEY, version = 2)
	@PartitionKey("{department}")
	@RowKey("emp_{id}")
	record ByKeyV2(String department, String id, String fullName, String city) implements Named {

	}

	@Table("Staff")
	@EntityType(property = EntityType.BY_KEY, version = 3)
	@PartitionKey("{department}")
	@RowKey("emp_{id}")
	record ByKeyV3(String department, String id, String fullName, String city, @Nullable String mail) implements Named {

	}

	/**
	 * Some of the properties.
	 */
	record OnlyName(String fullName) {

	}

}
