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

package io.azuretables.samples.employees;

import java.time.Instant;

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.LastModifiedBy;
import org.springframework.data.annotation.LastModifiedDate;

/**
 * The review of an employee for one year, in the partition of the employee.
 *
 * @param department the department, which is the partition
 * @param employeeId the number of the employee
 * @param year the year
 * @param rating from 1 to 5
 * @param comments what there is to say
 * @param reviewedBy who wrote it last, set when it is saved
 * @param reviewedAt when that was, set when it is saved
 */
@Table("Employees")
@PartitionKey("{department}")
@RowKey("review_{employeeId:6}_{year:4}")
record Review(String department, int employeeId, int year, int rating, String comments,
		@LastModifiedBy @Nullable String reviewedBy, @LastModifiedDate @Nullable Instant reviewedAt) {

}
