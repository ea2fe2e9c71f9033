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

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validator;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;

/**
 * A line of an import: the employee, or every reason why it is none.
 *
 * @param employee the employee; {@code null} if there are reasons
 * @param reasons what is wrong, by the names of values
 */
record EmployeeLine(@Nullable Employee employee, List<String> reasons) {

	private static final int VALUES = 5;

	static EmployeeLine read(CSVRecord line, Validator validator) {
		if (line.size() != VALUES) {
			return new EmployeeLine(null,
					List.of("A line is department,number,e-mail,last name,age and has " + line.size() + " of them"));
		}
		Set<String> reasons = new TreeSet<>();
		String department = line.get(0);
		if (department.isBlank()) {
			reasons.add("department must not be blank");
		}
		if (department.length() > Department.LONGEST) {
			reasons.add("department must have " + Department.LONGEST + " characters at most");
		}
		EmployeeForm form = new EmployeeForm(number("employeeId", line.get(1), reasons), line.get(2), line.get(3),
				number("age", line.get(4), reasons));
		for (ConstraintViolation<EmployeeForm> violation : validator.validate(form)) {
			if (violation.getInvalidValue() != null) {
				reasons.add(violation.getPropertyPath() + " " + violation.getMessage());
			}
		}
		return reasons.isEmpty() ? new EmployeeLine(form.inDepartment(department, null), List.of())
				: new EmployeeLine(null, new ArrayList<>(reasons));
	}

	private static @Nullable Integer number(String name, String text, Set<String> reasons) {
		try {
			return Integer.valueOf(text);
		}
		catch (NumberFormatException ex) {
			reasons.add(name + " must be a whole number");
			return null;
		}
	}

}
