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

package io.azuretables.samples.employees;

import java.net.URI;
import java.util.List;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.SharedAccess;
import io.azuretables.gateway.TableGateway;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The service on the embedded store.
 */
@SpringBootTest
@AutoConfigureMockMvc
class EmployeesApiTests extends EmployeesApiContract {

	@Autowired
	private EmbeddedTableGateway store;

	@Override
	List<String> rowKeysOf(URI uri) {
		TableGateway holder = this.store.as(new SharedAccess(uri, "Employees", uri.getRawQuery(), null));
		List<String> rowKeys = holder.read(RowRequest.of("Employees", null), RowReader.rows())
			.rows()
			.stream()
			.map((row) -> row.key().rowKey())
			.toList();
		assertThat(rowKeys).hasSize(1);
		return rowKeys;
	}

}
