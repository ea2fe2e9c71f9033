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

package io.azuretables.patterns.faults;

import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import io.azuretables.client.Azurite;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.index.ListedEmployee;
import io.azuretables.patterns.sample.Store;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that an entity and the lists that name it change together and once, whatever
 * becomes of a request or its answer.
 */
@Tag("storm")
@ExtendWith(Azurite.LogOfFailures.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LostListAnswerIntegrationTests {

	private final Services services = new Services();

	@AfterAll
	void close() {
		this.services.close();
	}

	static Stream<NetworkFault> faults() {
		return Arrays.stream(NetworkFault.values()).filter((fault) -> fault != NetworkFault.EMPTY_PAGE);
	}

	@ParameterizedTest
	@MethodSource("faults")
	void changesListsOnce(NetworkFault fault) {
		Store store = Store.over(this.services.gateway(), "t" + UUID.randomUUID().toString().replace("-", ""));
		IndexAdministration indexes = new IndexAdministration(store.gateway(),
				store.template().converter().mappingContext(), IndexOptions.DEFAULTS.withTableNames(store.names()));
		store.template().insert(ListedEmployee.of(1, "Hall"));
		loseOneWrite(fault);
		store.template().insert(ListedEmployee.of(2, "Jones"));
		loseOneWrite(fault);
		store.template().save(ListedEmployee.of(1, "Jones"));
		assertThat(named(indexes, "Jones")).containsExactly("empid_000001", "empid_000002");
		assertThat(named(indexes, "Hall")).isEmpty();
		loseOneWrite(fault);
		assertThat(store.template().deleteById(ListedEmployee.class, TableKey.of("Sales", "empid_000002"))).isTrue();
		assertThat(named(indexes, "Jones")).containsExactly("empid_000001");
		assertThat(indexes.verify(ListedEmployee.class, "lastName").isClean()).isTrue();
		store.gateway().deleteTable(store.names().resolve(ListedEmployee.class, "ListedEmployees"));
	}

	private static List<String> named(IndexAdministration indexes, String lastName) {
		return indexes.keys(ListedEmployee.class, "lastName", "Sales", lastName)
			.stream()
			.map(TableKey::rowKey)
			.toList();
	}

	private void loseOneWrite(NetworkFault fault) {
		AtomicBoolean first = new AtomicBoolean(true);
		this.services.tables()
			.inject((request) -> !request.method().equals("GET") && first.getAndSet(false) ? fault : null);
	}

}
