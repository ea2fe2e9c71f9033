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

package io.azuretables.patterns.simulation.interpartition;

import io.azuretables.mapping.IndexConsistency;
import io.azuretables.mapping.IndexLayout;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Version;

/**
 * Somebody of a team, to be found by city at any time, by an e-mail address that no two
 * share, and by age in the end; the same in lists of ids.
 *
 * @param team the partition
 * @param id the row
 * @param facts what changes
 * @param write who has written it last
 * @param etag the version
 */
@Table("People")
@PartitionKey("{team}")
@RowKey("person_{id:1}")
@SecondaryIndex(name = "city", partitionKey = "city_{city}", rowKey = "city_{team}_{id:1}", include = {})
@SecondaryIndex(name = "email", partitionKey = "email_{email}", rowKey = "email", unique = true)
@SecondaryIndex(name = "age", partitionKey = "age", rowKey = "age_{age:2}_{team}_{id:1}",
		consistency = IndexConsistency.EVENTUAL, include = {})
@SecondaryIndex(name = "years", partitionKey = "years", rowKey = "years_{age:2}", layout = IndexLayout.LIST,
		consistency = IndexConsistency.EVENTUAL)
@SecondaryIndex(name = "towns", rowKey = "towns_{city}", layout = IndexLayout.LIST)
public record Person(String team, int id, @Nullable String city, @Nullable String email, int age, String write,
		@Version @Nullable String etag) {

	public Person withVersion(@Nullable String newEtag) {
		return new Person(this.team, this.id, this.city, this.email, this.age, this.write, newEtag);
	}

	public String key() {
		return this.team + this.id;
	}

}
