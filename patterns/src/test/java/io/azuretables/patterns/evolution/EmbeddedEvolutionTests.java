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

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.encryption.EncryptionOptions;
import io.azuretables.encryption.LocalKeyEncryption;
import io.azuretables.encryption.PropertyEncryption;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Encrypted;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.EntityUpgrade;
import io.azuretables.mapping.Movable;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RollingTable;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TablePeriod;
import io.azuretables.operations.TableTemplate;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.annotation.Version;
import org.springframework.data.domain.ManagedTypes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The promises in memory.
 */
class EmbeddedEvolutionTests extends EvolutionContract {

	private final TableGateway gateway = new EmbeddedTableGateway();

	@Override
	TableGateway gateway() {
		return this.gateway;
	}

	@Override
	int changes() {
		return 500;
	}

	private TableTemplate process(Class<?> type, EntityUpgrade<?>... upgrades) {
		TableCustomConversions conversions = new TableCustomConversions();
		conversions.setEncryption(new PropertyEncryption(this.gateway,
				new LocalKeyEncryption(Map.of("a", new byte[32]), "a"), EncryptionOptions.DEFAULTS));
		TableMappingContext context = new TableMappingContext(conversions);
		context.setManagedTypes(ManagedTypes.fromIterable(List.of(type)));
		context.setUpgrades(List.of(upgrades));
		context.initialize();
		return new TableTemplate(this.gateway, new TableConverter(context));
	}

	private EvolutionReport upgrade(TableTemplate template, Class<?> type) {
		return new EvolutionTemplate(template, this.gateway).upgrade(type, null, (progress) -> {
		});
	}

	@Test
	void namesRowsWhoseUpgradeMakesThemUnreadable() {
		process(OldVault.class).save(new OldVault("w", "1", "DE12"));
		TableTemplate now = process(Vault.class, EntityUpgrade.of(Vault.class, 1,
				(key, properties) -> properties.put("account", properties.remove("iban"))));
		EvolutionReport dry = new EvolutionTemplate(now, this.gateway).dryRun(Vault.class);
		assertThat(dry.older()).isEqualTo(1);
		assertThat(dry.upgraded()).isZero();
		assertThat(dry.failures()).singleElement().satisfies((failure) -> {
			assertThat(failure.key()).isEqualTo(TableKey.of("w", "v_1"));
			assertThat(failure.reason()).contains("Vault.account");
		});
		assertThat(upgrade(now, Vault.class)).isEqualTo(dry);
		assertThat(process(OldVault.class).findById(OldVault.class, TableKey.of("w", "v_1")))
			.contains(new OldVault("w", "1", "DE12"));
	}

	@Test
	void goesOnAfterARowThatIsMoving() {
		TableTemplate old = process(OldGuest.class);
		List.of("1", "2", "3").forEach((id) -> old.save(new OldGuest("w", id, "Ann", null)));
		TableKey moving = TableKey.of("w", "g_2");
		this.gateway.write("Guests",
				new RowWrite.Merge(TableRow.of(moving, Map.of(RowWrite.MOVE, "token")), RowWrite.ANY));
		EvolutionReport report = upgrade(process(Guest.class, renaming()), Guest.class);
		assertThat(report.older()).isEqualTo(3);
		assertThat(report.upgraded()).isEqualTo(2);
		assertThat(report.failures()).singleElement().satisfies((failure) -> {
			assertThat(failure.key()).isEqualTo(moving);
			assertThat(failure.reason()).contains("is moving to another key").contains("run again");
		});
		TableRow row = Objects.requireNonNull(this.gateway.read("Guests", moving, null, RowReader.rows()));
		assertThat(row.get("name")).isEqualTo("Ann");
	}

	private static EntityUpgrade<Guest> renaming() {
		return EntityUpgrade.of(Guest.class, 1,
				(key, properties) -> properties.put("fullName", properties.remove("name")));
	}

	@Test
	void rewritesRollingTablesOneByOne() {
		Instant today = Instant.now();
		process(OldVisit.class).save(new OldVisit("a", today, "Ann"));
		TableTemplate now = process(Visit.class, EntityUpgrade.of(Visit.class, 1,
				(key, properties) -> properties.put("fullName", properties.remove("name"))));
		EvolutionTemplate evolution = new EvolutionTemplate(now, this.gateway);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> evolution.dryRun(Visit.class))
			.withMessageContaining("Visit is a @RollingTable")
			.withMessageContaining("TableTemplate.at(time)");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> evolution.survey(Visit.class))
			.withMessageContaining("Visit is a @RollingTable");
		assertThat(upgrade(now.at(today), Visit.class).upgraded()).isEqualTo(1);
	}

	@Table("Vaults")
	@EntityType(value = "Vault", version = 1)
	@PartitionKey("{ward}")
	@RowKey("v_{id}")
	record OldVault(String ward, String id, @Encrypted String iban) {

	}

	@Table("Vaults")
	@EntityType(value = "Vault", version = 2)
	@PartitionKey("{ward}")
	@RowKey("v_{id}")
	record Vault(String ward, String id, @Encrypted String account) {

	}

	@Table("Guests")
	@EntityType(value = "Guest", version = 1)
	@PartitionKey("{ward}")
	@RowKey("g_{id}")
	@Movable
	record OldGuest(String ward, String id, String name, @Version @Nullable String version) {

	}

	@Table("Guests")
	@EntityType(value = "Guest", version = 2)
	@PartitionKey("{ward}")
	@RowKey("g_{id}")
	@Movable
	record Guest(String ward, String id, String fullName, @Version @Nullable String version) {

	}

	@Table("Visits")
	@RollingTable(period = TablePeriod.DAILY, property = "at", retention = "P2D")
	@EntityType(value = "Visit", version = 1)
	@PartitionKey("{host}")
	@RowKey("v_{at}")
	record OldVisit(String host, Instant at, String name) {

	}

	@Table("Visits")
	@RollingTable(period = TablePeriod.DAILY, property = "at", retention = "P2D")
	@EntityType(value = "Visit", version = 2)
	@PartitionKey("{host}")
	@RowKey("v_{at}")
	record Visit(String host, Instant at, String fullName) {

	}

}
