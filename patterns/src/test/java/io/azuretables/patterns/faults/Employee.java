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

import io.azuretables.mapping.IndexLayout;
import io.azuretables.mapping.Movable;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Version;

/**
 * Works in a department, and moves to other ones. Found by name, by skill in lists of
 * ids, and by city in other partitions.
 *
 * @param department the partition
 * @param id what tells it from all others; used once
 * @param name in an index of the partition
 * @param skill in a list of ids of the partition
 * @param city in an index of another partition
 * @param salary what is added up
 * @param write who has written it last
 * @param etag the version
 */
@Table("Employees")
@PartitionKey("{department}")
@RowKey("emp_{id}")
@SecondaryIndex(name = "byName", rowKey = "name_{name}_{id}")
@SecondaryIndex(name = "bySkill", rowKey = "skill_{skill}", layout = IndexLayout.LIST)
@SecondaryIndex(name = "byCity", partitionKey = "city_{city}", rowKey = "city_{department}_{id}", include = {})
@Movable
record Employee(String department, String id, String name, String skill, String city, int salary, String write,
		@Version @Nullable String etag) {

	Employee in(String newDepartment, String newWrite) {
		return new Employee(newDepartment, this.id, this.name, this.skill, this.city, this.salary, newWrite, this.etag);
	}

	Employee changed(String newName, String newSkill, String newCity, int newSalary, String newWrite) {
		return new Employee(this.department, this.id, newName, newSkill, newCity, newSalary, newWrite, this.etag);
	}

}
