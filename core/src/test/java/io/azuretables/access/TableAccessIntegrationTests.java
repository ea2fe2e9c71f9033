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

package io.azuretables.access;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

import io.azuretables.client.Azurite;
import io.azuretables.client.HttpTableGateway;
import io.azuretables.client.TableClientOptions;
import io.azuretables.client.TableConnection;
import io.azuretables.client.TableCredential.Sas;
import io.azuretables.client.TableNames;
import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.AccessPermission;
import io.azuretables.gateway.AccessPolicy;
import io.azuretables.gateway.CorsRule;
import io.azuretables.gateway.SharedAccess;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.SchemaMode;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.RowWrite.Delete;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.PermissionDeniedDataAccessException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Signatures, policies and CORS rules on the emulator, which does not check ranges of
 * keys: those are checked on the embedded store.
 */
@ExtendWith(Azurite.LogOfFailures.class)
class TableAccessIntegrationTests {

	private static final Duration HOUR = Duration.ofHours(1);

	private final String table = TableNames.unique();

	private final HttpTableGateway gateway = HttpTableGateway
		.connect(TableClientOptions.of(Azurite.connectionString()));

	private final TableConverter converter = new TableConverter(new TableMappingContext(new TableCustomConversions()));

	private final TableTemplateOptions options = TableTemplateOptions.DEFAULTS
		.withTableNames((type, name) -> this.table);

	private final TableAccess access = new TableAccess(this.gateway, this.converter, this.options);

	private final Note note = new Note("o'Neil & söns", "a/b+c&d", "text");

	@BeforeEach
	void saveANote() {
		new TableTemplate(this.gateway, this.converter, this.options).save(this.note);
	}

	@Test
	void readsRowsWithASignature() {
		SharedAccess shared = this.access.to(Note.class)
			.partition(this.note.owner())
			.rows(this.note.name())
			.read()
			.validFor(HOUR)
			.sign();
		TableGateway holder = holder(shared);
		TableKey key = this.converter.key(this.note);
		assertThat(holder.read(this.table, key, null, RowReader.rows())).isNotNull();
		TableTemplate device = new TableTemplate(holder, this.converter, this.options.withSchema(SchemaMode.NONE));
		assertThat(device.existsById(Note.class, new NoteId(this.note.owner(), this.note.name()))).isTrue();
		assertThat(holder.read(RowRequest.of(this.table, null), RowReader.rows()).rows()).hasSize(1);
		assertThatExceptionOfType(PermissionDeniedDataAccessException.class)
			.isThrownBy(() -> holder.write(this.table, new Delete(key, RowWrite.ANY)));
		SharedAccess deleting = this.access.to(Note.class).partition(this.note.owner()).delete().validFor(HOUR).sign();
		holder(deleting).write(this.table, new Delete(key, RowWrite.ANY));
	}

	@Test
	void refusesASignatureBeforeItsTime() {
		SharedAccess shared = this.access.to(Note.class)
			.partition(this.note.owner())
			.read()
			.validFrom(Instant.now().plus(HOUR))
			.validFor(HOUR.multipliedBy(2))
			.sign();
		assertThatExceptionOfType(PermissionDeniedDataAccessException.class)
			.isThrownBy(() -> holder(shared).read(RowRequest.of(this.table, null), RowReader.rows()))
			.withMessageNotContaining("sig=");
	}

	@Test
	void revokesSignaturesWithTheirPolicy() {
		AccessPolicy policy = new AccessPolicy("mobile", Set.of(AccessPermission.READ),
				Instant.parse("2020-01-01T00:00:00Z"), Instant.parse("2099-01-01T00:00:00Z"));
		this.access.savePolicy(Note.class, policy);
		assertThat(this.access.policies(Note.class)).containsExactly(policy);
		SharedAccess shared = this.access.to(Note.class).partition(this.note.owner()).policy("mobile").sign();
		assertThat(holder(shared).read(RowRequest.of(this.table, null), RowReader.rows()).rows()).hasSize(1);
		this.access.deletePolicy(Note.class, "mobile");
		assertThat(this.access.policies(Note.class)).isEmpty();
		assertThatExceptionOfType(PermissionDeniedDataAccessException.class)
			.isThrownBy(() -> holder(shared).read(RowRequest.of(this.table, null), RowReader.rows()));
	}

	@Test
	void saysWhyPoliciesCannotBeRead() {
		HttpTableGateway holder = (HttpTableGateway) holder(
				this.access.to(Note.class).partition(this.note.owner()).read().validFor(HOUR).sign());
		assertThatExceptionOfType(PermissionDeniedDataAccessException.class)
			.isThrownBy(() -> holder.policies(this.table))
			.withMessageContaining("access policies of table '" + this.table + "'")
			.withMessageContaining("key of the account");
		assertThatExceptionOfType(NonTransientDataAccessResourceException.class)
			.isThrownBy(() -> this.gateway.policies("Missing"))
			.withMessageContaining("table 'Missing' was refused: HTTP 404");
	}

	@Test
	void setsCorsRules() {
		CorsRule rule = CorsRule.reading("https://www.contoso.com", "https://shop.contoso.com");
		this.access.setCorsRules(List.of(rule));
		assertThat(this.access.corsRules()).containsExactly(rule);
		this.access.setCorsRules(List.of());
		assertThat(this.access.corsRules()).isEmpty();
	}

	private static TableGateway holder(SharedAccess shared) {
		return HttpTableGateway
			.connect(TableClientOptions.of(new TableConnection(shared.endpoint(), new Sas(shared.token()))));
	}

	record NoteId(String owner, String name) {

	}

	@Table("Notes")
	@PartitionKey("{owner}")
	@RowKey("note_{name}")
	record Note(String owner, String name, String text) {

	}

}
