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

package io.azuretables.patterns.sample;

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Version;

/**
 * A holder of copies, in the partition of their source.
 */
// tag::team[]
@Table("Staff")
@PartitionKey("{department}")
@RowKey("team_{name}")
public record Team(String department, String name, @Nullable Integer leadId, @Nullable String leadName, int projects,
		@Nullable @Version String version) {
	// end::team[]

	public static Team of(String name, @Nullable Integer leadId) {
		return new Team("Sales", name, leadId, null, 0, null);
	}

	public Team led(@Nullable Integer newLeadId) {
		return new Team(this.department, this.name, newLeadId, this.leadName, this.projects, this.version);
	}

	public Team with(int newProjects) {
		return new Team(this.department, this.name, this.leadId, this.leadName, newProjects, this.version);
	}

}
