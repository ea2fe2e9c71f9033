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
package io.azuretables.test.recipes;

import java.util.List;

import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.repository.TableRepository;
import io.azuretables.repository.config.EnableTableRepositories;
import io.azuretables.test.DataTablesTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The recipe "Several tenants" keeps their rows apart.
 */
@DataTablesTest(properties = "azure.tables.hot-partitions=reject")
class TenantsRecipeTests {

	@Autowired
	private Notes notes;

	@AfterEach
	void leave() {
		Tenant.CURRENT.remove();
	}

	@Test
	void keepsTablesOfTenantsApart() {
		Tenant.CURRENT.set("Acme");
		this.notes.insert(new Note("anna", 1, "of Acme"));
		Tenant.CURRENT.set("Globex");
		assertThat(this.notes.findByUser("anna")).isEmpty();
		Tenant.CURRENT.set("Acme");
		assertThat(this.notes.findByUser("anna")).hasSize(1);
	}

	static class Tenant {

		static final ThreadLocal<String> CURRENT = ThreadLocal.withInitial(() -> "None");

	}

	@Table("Notes")
	@PartitionKey("{user}")
	@RowKey("note_{number:6}")
	record Note(String user, int number, String text) {
	}

	interface Notes extends TableRepository<Note, TableKey> {

		List<Note> findByUser(String user);

	}

	@SpringBootApplication
	@EnableTableRepositories(considerNestedRepositories = true)
	static class Application {

		// tag::tenants[]
		@Bean
		TableNameResolver tableOfTenant() {
			return (entity, table) -> Tenant.CURRENT.get() + table;
		}
		// end::tenants[]

	}

}
