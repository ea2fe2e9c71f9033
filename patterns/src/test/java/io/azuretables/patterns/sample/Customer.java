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
 * A source of copies in other partitions.
 */
// tag::customer[]
@Table("Customers")
@PartitionKey("{id}")
@RowKey("customer")
public record Customer(String id, String name, int points, @Nullable @Version String version) {
	// end::customer[]

	public static Customer of(String id, String name) {
		return new Customer(id, name, 0, null);
	}

	public Customer named(String newName) {
		return new Customer(this.id, newName, this.points, this.version);
	}

	public Customer with(int newPoints) {
		return new Customer(this.id, this.name, newPoints, this.version);
	}

}
