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
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.repository.TableRepository;
import io.azuretables.repository.support.TableRepositoryFactory;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Classes with equal names of tables and keys that overlap lie in tables of different
 * accounts, and not in one table.
 */
class SeveralAccountsTests {

	private final TableMappingContext mapping = new TableMappingContext(new TableCustomConversions());

	private final TableConverter converter = new TableConverter(this.mapping);

	private final TableGateway one = new EmbeddedTableGateway();

	private final TableGateway other = new EmbeddedTableGateway();

	@Test
	void takesClassesOfOneTableInTwoAccounts() {
		TableTemplate invoices = new TableTemplate(this.one, this.converter);
		TableTemplate receipts = new TableTemplate(this.other, this.converter);
		invoices.save(new Invoice("p", "1", 7));
		receipts.save(new Receipt("p", "1", "seven"));
		assertThat(invoices.findById(Invoice.class, TableKey.of("p", "1"))).contains(new Invoice("p", "1", 7));
		assertThat(receipts.findById(Receipt.class, TableKey.of("p", "1"))).contains(new Receipt("p", "1", "seven"));
	}

	@Test
	void refusesClassesOfOneTableInOneAccount() {
		new TableTemplate(this.one, this.converter).save(new Invoice("p", "1", 7));
		TableTemplate same = new TableTemplate(this.one, this.converter);
		for (int i = 0; i < 2; i++) {
			assertThatExceptionOfType(TableMappingException.class)
				.isThrownBy(() -> same.save(new Receipt("p", "2", "seven")))
				.withMessageContaining("Invoice and Receipt lie in the table 'Papers' and could have the same keys");
		}
		assertThat(same.findById(Invoice.class, TableKey.of("p", "2"))).isEmpty();
	}

	@Test
	void takesClassesOfTablesWithOtherNamesInOneAccount() {
		new TableTemplate(this.one, this.converter).save(new Invoice("p", "1", 7));
		TableTemplate prefixed = new TableTemplate(this.one, this.converter,
				TableTemplateOptions.DEFAULTS.withTableNames(TableNameResolver.prefixed("Other")));
		prefixed.save(new Receipt("p", "1", "seven"));
		assertThat(this.one.tables()).containsExactly("OtherPapers", "Papers");
	}

	@Test
	void comparesClassesOfSharedContextWhereRepositoriesUseThem() {
		this.mapping.setShared(true);
		this.converter.entity(Invoice.class);
		this.converter.entity(Receipt.class);
		TableTemplate invoices = new TableTemplate(this.one, this.converter);
		TableTemplate receipts = new TableTemplate(this.other, this.converter);
		invoices.afterPropertiesSet();
		receipts.afterPropertiesSet();
		new TableRepositoryFactory(invoices).getRepository(Invoices.class);
		new TableRepositoryFactory(receipts).getRepository(Receipts.class);
		invoices.afterSingletonsInstantiated();
		receipts.afterSingletonsInstantiated();
		TableRepositoryFactory wrong = new TableRepositoryFactory(invoices);
		assertThatExceptionOfType(TableMappingException.class).isThrownBy(() -> wrong.getRepository(Receipts.class))
			.withMessageContaining("could have the same keys");
	}

	@Test
	void takesAClassThatSeveralThreadsUseForTheFirstTime() throws Exception {
		TablePersistentEntity<?> entity = this.converter.entity(Invoice.class);
		ExecutorService threads = Executors.newFixedThreadPool(4);
		try {
			for (int i = 0; i < 1_000; i++) {
				Object account = new Object();
				CyclicBarrier barrier = new CyclicBarrier(4);
				Callable<Boolean> use = () -> {
					barrier.await();
					this.mapping.use(account, account, entity);
					return true;
				};
				for (Future<Boolean> used : threads.invokeAll(List.of(use, use, use, use))) {
					assertThat(used.get()).isTrue();
				}
			}
		}
		finally {
			threads.shutdownNow();
		}
	}

	@Test
	void refusesClassesOfContextThatIsNotShared() {
		this.converter.entity(Invoice.class);
		this.converter.entity(Receipt.class);
		assertThatExceptionOfType(TableMappingException.class)
			.isThrownBy(new TableTemplate(this.one, this.converter)::afterPropertiesSet)
			.withMessageContaining("could have the same keys");
	}

	interface Invoices extends TableRepository<Invoice, TableKey> {

	}

	interface Receipts extends TableRepository<Receipt, TableKey> {

	}

	@Table("Papers")
	@PartitionKey("{owner}")
	@RowKey("{id}")
	record Invoice(String owner, String id, int amount) {

	}

	@Table("Papers")
	@PartitionKey("{owner}")
	@RowKey("{id}")
	record Receipt(String owner, String id, String text) {

	}

}
