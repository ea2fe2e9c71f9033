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

package io.azuretables.convert;

import java.util.Map;

import io.azuretables.key.TableKey;
import io.azuretables.row.RowReader.Assembler;
import io.azuretables.row.TableRow;
import io.azuretables.sample.Employee;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TableConverter} over the guide's employee.
 */
class TableConverterTests {

	private final TableConverter converter = new TableConverter(new TableMappingContext(new TableCustomConversions()));

	@Test
	void writesTheKeyAndWhatItCannotGiveBack() {
		TableRow row = this.converter.write(Employee.of("Sales", 223, "Hall", 34));
		assertThat(row.key()).isEqualTo(TableKey.of("Sales", "empid_000223"));
		assertThat(row.properties()).isEqualTo(Map.of("email", "hall223@contoso.com", "lastName", "Hall", "age", 34));
	}

	@Test
	void readsBackWhatItWrote() {
		Employee employee = Employee.of("Sales", 223, "Hall", 34);
		TableRow row = this.converter.write(employee);
		Assembler<Employee> assembler = this.converter.reader(Employee.class).begin();
		row.forEach(assembler::property);
		assertThat(assembler.end(row.key(), "W/1", null))
			.isEqualTo(new Employee("Sales", 223, "hall223@contoso.com", "Hall", 34, "W/1"));
	}

}
