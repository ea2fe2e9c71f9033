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
import io.azuretables.patterns.largevalue.LargeValue;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Version;

/**
 * An employee with a photo.
 */
// tag::portrait[]
@Table("Portraits")
@PartitionKey("{department}")
@RowKey("empid_{id:6}")
public record Portrait(String department, int id, String name, @Nullable LargeValue photo,
		@Version @Nullable String version) {
	// end::portrait[]

	public static Portrait of(int id, String name) {
		return new Portrait("Sales", id, name, null, null);
	}

	public Portrait withName(String newName) {
		return new Portrait(this.department, this.id, newName, this.photo, this.version);
	}

	public Portrait withPhoto(@Nullable LargeValue newPhoto) {
		return new Portrait(this.department, this.id, this.name, newPhoto, this.version);
	}

}
