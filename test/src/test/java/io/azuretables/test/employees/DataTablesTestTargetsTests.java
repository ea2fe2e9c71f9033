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

package io.azuretables.test.employees;

import java.util.List;
import java.util.stream.IntStream;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.test.DataTablesTest;
import io.azuretables.write.PartialWriteException;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A slice whose store refuses what exceeds the published targets.
 */
@DataTablesTest(targets = true)
class DataTablesTestTargetsTests {

	@Autowired
	private Employees employees;

	@Autowired
	private EmbeddedTableGateway store;

	@Test
	void refusesMoreThanAPartitionTakes() {
		List<Employee> many = IntStream.range(0, 20_000)
			.mapToObj((i) -> new Employee("Sales", i, i + "@contoso.com", "Hall", null))
			.toList();
		assertThatExceptionOfType(PartialWriteException.class).isThrownBy(() -> this.employees.saveAll(many));
		assertThat(this.store.refused()).isPositive();
	}

}
