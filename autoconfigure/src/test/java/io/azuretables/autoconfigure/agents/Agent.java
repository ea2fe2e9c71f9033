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

package io.azuretables.autoconfigure.agents;

import io.azuretables.mapping.IndexConsistency;
import io.azuretables.mapping.IndexLayout;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import org.jspecify.annotations.Nullable;

/**
 * An entity with indexes in other partitions, of which one keeps its lists in blobs.
 */
@Table("Agents")
@PartitionKey("{department}")
@RowKey("agent_{id:6}")
@SecondaryIndex(name = "city", partitionKey = "city_{city}", rowKey = "city_{department}_{id:6}")
@SecondaryIndex(name = "skill", partitionKey = "skill_{skill}", rowKey = "skill", layout = IndexLayout.BLOB_LIST,
		consistency = IndexConsistency.EVENTUAL)
public record Agent(String department, int id, @Nullable String city, @Nullable String skill) {

}
