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
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.azuretables.access.TableAccess;
import io.azuretables.gateway.SharedAccess;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The reviews of an employee.
 */
@RestController
@RequestMapping("/departments/{department}/employees/{employeeId}/reviews")
class ReviewsController {

	private final Reviews reviews;

	private final TableAccess access;

	ReviewsController(Reviews reviews, TableAccess access) {
		this.reviews = reviews;
		this.access = access;
	}

	@PutMapping("/{year}")
	Review write(@PathVariable String department, @PathVariable int employeeId, @PathVariable int year,
			@Valid @RequestBody ReviewForm form) {
		return this.reviews.save(new Review(department, employeeId, year, form.rating(), form.comments(), null, null));
	}

	@GetMapping
	List<Review> all(@PathVariable String department, @PathVariable int employeeId) {
		return this.reviews.findByDepartmentAndEmployeeId(department, employeeId);
	}

	@GetMapping(params = { "from", "to" })
	List<Review> ofYears(@PathVariable String department, @PathVariable int employeeId, @RequestParam int from,
			@RequestParam int to) {
		return this.reviews.findByDepartmentAndEmployeeIdAndYearBetween(department, employeeId, from, to);
	}

	// tag::access[]
	@GetMapping("/access")
	ResponseEntity<ReviewsAccess> access(@PathVariable String department, @PathVariable int employeeId) {
		SharedAccess shared = this.access.to(Review.class)
			.partition(department)
			.rows(employeeId)
			.read()
			.validFor(Duration.ofMinutes(15))
			.sign();
		return ResponseEntity.ok()
			.cacheControl(CacheControl.noStore())
			.body(new ReviewsAccess(shared.uri(), shared.until()));
	}
	// end::access[]

	/**
	 * An address at which a browser or a device reads reviews without this service.
	 *
	 * @param uri the address, which is a secret of who got it
	 * @param until when it ends
	 */
	record ReviewsAccess(URI uri, @Nullable Instant until) {

	}

	/**
	 * What a client says about a review.
	 *
	 * @param rating from 1 to 5
	 * @param comments what there is to say
	 */
	record ReviewForm(@Min(1) @Max(5) int rating, @NotNull @Size(max = 32_768) String comments) {

	}

}
