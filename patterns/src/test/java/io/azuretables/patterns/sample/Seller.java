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

import java.math.BigDecimal;

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import org.jspecify.annotations.Nullable;

/**
 * An entity that is summarised.
 */
// tag::seller[]
@Table("Sellers")
@PartitionKey("{department}")
@RowKey("empid_{employeeId:6}")
@SecondaryIndex(name = "email", rowKey = "email_{email}")
public record Seller(String department, int employeeId, String email, int salary, @Nullable BigDecimal bonus) {
	// end::seller[]

	public static Seller of(int employeeId, int salary) {
		return of("Sales", employeeId, salary, null);
	}

	public static Seller of(String department, int employeeId, int salary, @Nullable String bonus) {
		return new Seller(department, employeeId, employeeId + "@contoso.com", salary,
				(bonus != null) ? new BigDecimal(bonus) : null);
	}

}
