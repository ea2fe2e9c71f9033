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

import io.azuretables.mapping.AcceptHotPartition;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;

/**
 * One department.
 *
 * @param name the name
 * @param manager who leads it
 */
@Table("Departments")
@AcceptHotPartition(reason = "there are few departments, and they hardly ever change")
@PartitionKey("departments")
@RowKey("{name}")
record Department(@NotBlank @Size(max = Department.LONGEST) String name, @NotBlank @Size(max = 200) String manager) {

	/**
	 * The length of a name that can be part of a key, whatever is escaped in it.
	 */
	static final int LONGEST = 100;

}
