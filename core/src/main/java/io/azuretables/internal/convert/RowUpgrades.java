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

package io.azuretables.internal.convert;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.model.EntityModel.Match;
import io.azuretables.internal.model.LeafProperty.Place;
import io.azuretables.internal.model.ReservedColumns;
import io.azuretables.internal.model.TypeVersion;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.EntityUpgrade;
import io.azuretables.mapping.FailedUpgradeException;
import io.azuretables.mapping.NewerVersionException;
import io.azuretables.row.EdmType;
import io.azuretables.row.TableRow;
import io.azuretables.row.UnstorableValueException;
import org.jspecify.annotations.Nullable;

/**
 * Upgrades rows that older versions of an entity class have written to its current
 * version, in memory.
 *
 * @since 0.1
 */
public final class RowUpgrades {

	private RowUpgrades() {
	}

	/**
	 * The row as the class has it in this process: itself, unless it is of an older
	 * version. Rows of other types are left as they are.
	 * @param row a row of an entity with all its columns
	 * @throws NewerVersionException if the row is of a newer version
	 * @throws FailedUpgradeException if an upgrade fails
	 */
	public static TableRow current(EntityModel model, TableRow row) {
		Discriminator discriminator = model.discriminator();
		if (discriminator == null || !discriminator.isVersioned()) {
			return row;
		}
		Object value = row.get(discriminator.column());
		return switch (discriminator.match(value)) {
			case OTHER -> row;
			case CURRENT -> told(row, discriminator, value);
			case OLDER -> upgraded(model, discriminator, row);
			case NEWER -> throw newer(discriminator, Objects.requireNonNull(value));
		};
	}

	/**
	 * The exception for a row whose property says a newer version.
	 */
	static NewerVersionException newer(Discriminator discriminator, Object value) {
		TypeVersion known = discriminator.versionOf(value);
		if (known == null) {
			throw new IllegalArgumentException("The row is of another type");
		}
		return new NewerVersionException(known.type(), known.of(value), known.version());
	}

	private static TableRow told(TableRow row, Discriminator discriminator, @Nullable Object value) {
		String current = current(discriminator, value);
		return current.equals(value) ? row : row.with(discriminator.column(), current);
	}

	/**
	 * Checks that a row is of no newer version than its class in this process.
	 * @param row the row, with at least the property that tells the type
	 * @throws NewerVersionException if it is
	 */
	public static void checkNotNewer(EntityModel model, TableRow row) {
		Discriminator discriminator = model.discriminator();
		Object value = (discriminator != null) ? row.get(discriminator.column()) : null;
		if (discriminator != null && value != null && discriminator.match(value) == Match.NEWER) {
			throw newer(discriminator, value);
		}
	}

	/**
	 * What a row of the version of this process says.
	 * @param value what the row says; of any version of one of the types
	 */
	static String current(Discriminator discriminator, @Nullable Object value) {
		TypeVersion version = discriminator.versionOf(value);
		return (version != null) ? version.value() : String.valueOf(value);
	}

	private static TableRow upgraded(EntityModel model, Discriminator discriminator, TableRow row) {
		Object value = row.get(discriminator.column());
		TypeVersion version = Objects.requireNonNull(discriminator.versionOf(value));
		Map<String, Object> own = new LinkedHashMap<>();
		Map<String, Object> rest = new LinkedHashMap<>();
		row.forEach((name, stored) -> (ReservedColumns.contains(name) ? rest : own).put(name, stored));
		own.remove(discriminator.column());
		upgrade(version, version.of(value), row.key(), own);
		own.putAll(rest);
		own.put(discriminator.column(), version.value());
		TableRow upgraded = TableRow.of(row.key(), own, row.etag(), row.timestamp());
		checkKey(model, version, upgraded);
		return upgraded;
	}

	/**
	 * Changes the properties of a row of an older version step by step.
	 */
	static void upgrade(TypeVersion version, int found, TableKey key, Map<String, Object> properties) {
		for (EntityUpgrade<?> upgrade : version.upgrades().subList(found - 1, version.version() - 1)) {
			try {
				upgrade.upgrade(key, properties);
			}
			catch (RuntimeException ex) {
				throw failed(version, upgrade.from(), "failed with " + ex.getClass().getName(), ex);
			}
			properties.forEach((name, value) -> check(version, upgrade.from(), name, value));
		}
	}

	private static void check(TypeVersion version, int from, @Nullable String name, @Nullable Object value) {
		if (name == null || value == null || ReservedColumns.contains(name)) {
			throw failed(version, from, "puts a property without a value, or one with a name that this module "
					+ "reserves; remove a property instead of setting it to null", null);
		}
		if (EdmType.ofClass(value.getClass()).isEmpty()) {
			throw failed(version, from, "sets '" + name + "' to a " + value.getClass().getName()
					+ "; the types of stored values are those of EdmType", null);
		}
	}

	/**
	 * A property of the key may be stored besides, and may not contradict the key.
	 */
	private static void checkKey(EntityModel model, TypeVersion version, TableRow row) {
		if (model.keys().leaves().stream().allMatch((leaf) -> leaf.place() == Place.KEY)) {
			return;
		}
		TableKey key;
		try {
			key = model.keys().encode(RowValues.of(model, row));
		}
		catch (InvalidKeyException | UnstorableValueException ex) {
			throw failed(version, version.version() - 1, "makes a row without a valid key", ex);
		}
		if (!key.equals(row.key())) {
			throw failed(version, version.version() - 1,
					"changes a property that stands in the key. An upgrade cannot change keys: "
							+ "insert the entity under its new key and delete the old one",
					null);
		}
	}

	private static FailedUpgradeException failed(TypeVersion version, int from, String reason,
			@Nullable Throwable cause) {
		return new FailedUpgradeException(version.type(), from, reason, cause);
	}

}
