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

package io.azuretables.autoconfigure.elsewhere;

import io.azuretables.mapping.IndexConsistency;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;

/**
 * An entity with indexes in other partitions: one that is always true, and one that is in
 * the end.
 */
@Table("Travellers")
@PartitionKey("{department}")
@RowKey("id_{id}")
@SecondaryIndex(name = "city", partitionKey = "city_{city}", rowKey = "city_{department}_{id}")
@SecondaryIndex(name = "age", partitionKey = "age", rowKey = "age_{age:3}_{department}_{id}",
		consistency = IndexConsistency.EVENTUAL)
public record Traveller(String department, int id, String city, int age) {

}
