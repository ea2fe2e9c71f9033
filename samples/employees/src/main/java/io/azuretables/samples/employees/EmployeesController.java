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

import java.net.URI;
import java.util.List;

import io.azuretables.autoconfigure.web.ScrollPositionTokens;
import io.azuretables.repository.query.TablePageRequest;
import jakarta.validation.Valid;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.domain.Slice;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * The employees of a department.
 */
@RestController
@RequestMapping("/departments/{department}/employees")
class EmployeesController {

	private final Employees employees;

	private final ScrollPositionTokens tokens;

	EmployeesController(Employees employees, ScrollPositionTokens tokens) {
		this.employees = employees;
		this.tokens = tokens;
	}

	@PostMapping
	ResponseEntity<EmployeeView> add(@PathVariable String department, @Valid @RequestBody EmployeeForm form) {
		Employee added = this.employees.insert(form.inDepartment(department, null));
		URI location = UriComponentsBuilder.fromPath("/departments/{department}/employees/{employeeId}")
			.build(department, added.employeeId());
		return ResponseEntity.created(location).eTag(EntityTag.of(added)).body(EmployeeView.of(added));
	}

	@GetMapping("/{employeeId}")
	ResponseEntity<EmployeeView> byNumber(@PathVariable String department, @PathVariable int employeeId) {
		return this.employees.findByDepartmentAndEmployeeId(department, employeeId)
			.map(EmployeesController::answer)
			.orElseThrow(() -> notFound("number " + employeeId));
	}

	@GetMapping(params = "email")
	ResponseEntity<EmployeeView> byEmail(@PathVariable String department, @RequestParam String email) {
		return this.employees.findByDepartmentAndEmail(department, email)
			.map(EmployeesController::answer)
			.orElseThrow(() -> notFound("e-mail address " + email));
	}

	@GetMapping(params = "emailStartsWith")
	List<EmployeeView> byEmailPrefix(@PathVariable String department, @RequestParam String emailStartsWith) {
		return this.employees.findByDepartmentAndEmailStartingWith(department, emailStartsWith)
			.stream()
			.map(EmployeeView::of)
			.toList();
	}

	// tag::pages[]
	@GetMapping
	EmployeePage page(@PathVariable String department, TablePageRequest page) {
		Slice<Employee> slice = this.employees.findByDepartment(department, page);
		return new EmployeePage(slice.map(EmployeeView::of).getContent(), next(department, slice));
	}

	private @Nullable String next(String department, Slice<Employee> slice) {
		String next = this.tokens.next(slice);
		return (next != null) ? UriComponentsBuilder.fromPath("/departments/{department}/employees")
			.queryParam("size", slice.getSize())
			.queryParam("next", next)
			.build(department)
			.toString() : null;
	}
	// end::pages[]

	@PutMapping("/{employeeId}")
	ResponseEntity<EmployeeView> replace(@PathVariable String department, @PathVariable int employeeId,
			@RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
			@Valid @RequestBody EmployeeForm form) {
		if (form.number() != employeeId) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "The number of an employee does not change");
		}
		Employee changed = form.inDepartment(department, EntityTag.version(ifMatch));
		try {
			return answer(this.employees.save(changed));
		}
		catch (OptimisticLockingFailureException ex) {
			throw missingOrStale(changed, ex);
		}
	}

	@DeleteMapping("/{employeeId}")
	ResponseEntity<Void> delete(@PathVariable String department, @PathVariable int employeeId,
			@RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch) {
		Employee gone = Employee.known(department, employeeId, EntityTag.version(ifMatch));
		try {
			this.employees.delete(gone);
			return ResponseEntity.noContent().build();
		}
		catch (OptimisticLockingFailureException ex) {
			throw missingOrStale(gone, ex);
		}
	}

	/**
	 * What refuses a write: whoever is not there has no version that could be wrong.
	 */
	private RuntimeException missingOrStale(Employee employee, OptimisticLockingFailureException ex) {
		boolean present = this.employees.existsById(new EmployeeId(employee.department(), employee.employeeId()));
		return present ? ex : notFound("number " + employee.employeeId());
	}

	private static ResponseEntity<EmployeeView> answer(Employee employee) {
		return ResponseEntity.ok().eTag(EntityTag.of(employee)).body(EmployeeView.of(employee));
	}

	private static ResponseStatusException notFound(String what) {
		return new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no employee with the " + what);
	}

}
