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

package io.azuretables.patterns.simulation.list;

import io.azuretables.mapping.IndexLayout;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import org.jspecify.annotations.Nullable;

/**
 * A member of a club, to be found by city in a list of ids.
 *
 * @param club the partition
 * @param id a text of 499 characters, so that a row of a list has room for 960
 * @param city the list
 * @param write who has written it last
 */
@Table("Members")
@PartitionKey("{club}")
@RowKey("m_{id}")
@SecondaryIndex(name = "city", rowKey = "city_{city}", layout = IndexLayout.LIST, list = "members")
public record Member(String club, String id, @Nullable String city, String write) {

}
