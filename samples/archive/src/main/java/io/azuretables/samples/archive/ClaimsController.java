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

package io.azuretables.samples.archive;

import java.net.URI;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import io.azuretables.patterns.archive.ArchiveTemplate;
import io.azuretables.patterns.logtail.LogTailTemplate;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * The claims of a department, and those of a person.
 */
@RestController
class ClaimsController {

	private static final Comparator<ClaimId> NEWEST_FIRST = Comparator.comparing(ClaimId::filedAt)
		.reversed()
		.thenComparing(ClaimId::department)
		.thenComparing(ClaimId::employee);

	private final LogTailTemplate<Claim> newest;

	private final Claims claims;

	private final ArchivedClaims archivedClaims;

	private final ArchiveTemplate<Claim, ArchivedClaim> archive;

	ClaimsController(LogTailTemplate<Claim> newest, Claims claims, ArchivedClaims archivedClaims,
			ArchiveTemplate<Claim, ArchivedClaim> archive) {
		this.newest = newest;
		this.claims = claims;
		this.archivedClaims = archivedClaims;
		this.archive = archive;
	}

	@PostMapping("/departments/{department}/employees/{employee}/claims")
	@ApiResponse(responseCode = "201")
	ResponseEntity<ClaimView> file(@PathVariable String department, @PathVariable String employee,
			@Valid @RequestBody ClaimForm form) {
		ClaimView filed = ClaimView.of(this.newest.append(form.toClaim(department, employee)));
		URI location = UriComponentsBuilder.fromPath("/departments/{department}/employees/{employee}/claims/{filedAt}")
			.build(department, employee, filed.filedAt());
		return ResponseEntity.created(location).body(filed);
	}

	@GetMapping("/departments/{department}/claims")
	List<ClaimView> newest(@PathVariable String department,
			@RequestParam(defaultValue = "10") @Min(1) @Max(1000) int count) {
		return this.newest.latest(count, department).stream().map(ClaimView::of).toList();
	}

	/**
	 * Claims are looked for in the order in which they move, so that one that goes to the
	 * archive meanwhile is found there. A copy in the archive may be older than the claim
	 * while that is moved, so it is asked where the claim is. One that is restored at
	 * this moment may be missing.
	 */
	@GetMapping("/claims")
	Collection<ClaimView> byEmail(@RequestParam String email) {
		Map<ClaimId, ClaimView> found = new TreeMap<>(NEWEST_FIRST);
		this.claims.findByEmail(email).forEach((claim) -> found.put(claim.id(), ClaimView.of(claim)));
		this.archivedClaims.findByEmail(email)
			.stream()
			.map((copy) -> this.archive.find(copy.id()))
			.flatMap(Optional::stream)
			.map(ClaimView::of)
			.filter((claim) -> claim.email().equals(email))
			.forEach((claim) -> found.put(claim.id(), claim));
		return found.values();
	}

}
