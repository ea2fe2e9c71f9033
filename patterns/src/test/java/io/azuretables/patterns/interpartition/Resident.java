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

package io.azuretables.patterns.interpartition;

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Version;

/**
 * The smallest class with indexes across partitions: one by city, one by e-mail address.
 */
// tag::class[]
@Table("Residents")
@PartitionKey("{department}")
@RowKey("empid_{employeeId:6}")
@SecondaryIndex(name = "city", partitionKey = "city_{city}", rowKey = "city_{department}_{employeeId:6}", include = {})
@SecondaryIndex(name = "email", partitionKey = "email_{email}", rowKey = "email", unique = true)
record Resident(String department, int employeeId, @Nullable String city, @Nullable String email,
		@Version @Nullable String etag) {

}
// end::class[]
