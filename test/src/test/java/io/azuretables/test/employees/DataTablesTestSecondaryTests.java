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

import java.time.Duration;

import io.azuretables.key.TableKey;
import io.azuretables.query.ReadRegion;
import io.azuretables.operations.TableTemplate;
import io.azuretables.test.DataTablesTest;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application whose methods read from the secondary region.
 */
@DataTablesTest(properties = "azure.tables.secondary.enabled=true")
class DataTablesTestSecondaryTests {

	@Autowired
	private TableTemplate template;

	@Test
	void readsTheEmbeddedStoreAsItsOwnSecondaryRegion() {
		this.template.insert(Employee.of("Sales", 1, "Hall"));
		assertThat(this.template.reading(ReadRegion.SECONDARY, Duration.ofMinutes(1))
			.findById(Employee.class, new TableKey("Sales", "empid_000001"))).isPresent();
	}

}
