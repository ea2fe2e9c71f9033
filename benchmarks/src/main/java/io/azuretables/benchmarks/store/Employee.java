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

package io.azuretables.benchmarks.store;

import java.time.Instant;
import java.util.UUID;

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Version;

/**
 * A benchmark entity with a version.
 */
@Table("Employees")
@PartitionKey("{department}")
@RowKey("empid_{employeeId:6}")
public record Employee(String department, int employeeId, String firstName, String lastName, String email, int age,
		boolean active, double salary, Instant hiredAt, UUID badge, String phone, String manager, String office,
		long visits, byte[] photo, Instant lastReviewAt, int level, @Version @Nullable String etag) implements Person {

	public static final Instant HIRED = Instant.parse("2014-08-22T09:30:00.1234567Z");

	public static final Instant REVIEWED = Instant.parse("2026-03-01T08:00:00Z");

	public static final UUID BADGE = UUID.fromString("0f8fad5b-d9cb-469f-a165-70867728950e");

	public static Employee of(String department, int employeeId) {
		return new Employee(department, employeeId, "Don", "Hall", "donh@contoso.com", 34, true, 52340.5, HIRED, BADGE,
				"+1 425 555 0101", "e0007", "Redmond 43/2117", 1234567890123L, picture(), REVIEWED, 5, null);
	}

	public static byte[] picture() {
		return new byte[] { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
	}

	public Employee withEtag(@Nullable String newEtag) {
		return new Employee(this.department, this.employeeId, this.firstName, this.lastName, this.email, this.age,
				this.active, this.salary, this.hiredAt, this.badge, this.phone, this.manager, this.office, this.visits,
				this.photo, this.lastReviewAt, this.level, newEtag);
	}

}
