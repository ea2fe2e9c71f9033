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

import java.util.Objects;

import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * What a client says about an employee.
 *
 * @param employeeId the number
 * @param email the e-mail address
 * @param lastName the last name
 * @param age the age
 */
record EmployeeForm(@NotNull @Min(0) @Max(999_999) @Nullable Integer employeeId,
		@NotBlank @Email @Size(max = 254) String email, @NotBlank @Size(max = 200) String lastName,
		@NotNull @Min(14) @Max(120) @Nullable Integer age) {

	/**
	 * The number of a form that is valid.
	 */
	int number() {
		return Objects.requireNonNull(this.employeeId);
	}

	Employee inDepartment(String department, @Nullable String etag) {
		return new Employee(department, number(), this.email, this.lastName, Objects.requireNonNull(this.age), etag);
	}

}
