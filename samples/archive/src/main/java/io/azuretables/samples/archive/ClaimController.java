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

import java.time.Instant;
import java.util.Objects;

import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.archive.ArchiveTemplate;
import io.azuretables.patterns.archive.ArchiveTemplate.Found;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.validation.Valid;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * One claim, wherever it is.
 */
@RestController
@RequestMapping("/departments/{department}/employees/{employee}/claims/{filedAt}")
class ClaimController {

	private final TableOperations tables;

	private final ArchiveTemplate<Claim, ArchivedClaim> archive;

	private final Receipts receipts;

	ClaimController(TableOperations tables, ArchiveTemplate<Claim, ArchivedClaim> archive, Receipts receipts) {
		this.tables = tables;
		this.archive = archive;
		this.receipts = receipts;
	}

	@ModelAttribute
	ClaimId id(@PathVariable String department, @PathVariable Instant filedAt, @PathVariable String employee) {
		return new ClaimId(department, filedAt, employee);
	}

	@GetMapping
	ClaimView read(@ModelAttribute(binding = false) ClaimId id) {
		return ClaimView.of(find(id));
	}

	@GetMapping(path = "/receipt", produces = MediaType.TEXT_PLAIN_VALUE)
	String receipt(@ModelAttribute(binding = false) ClaimId id) {
		Found<Claim, ArchivedClaim> found = find(id);
		return (found.current() != null) ? found.current().receipt()
				: this.receipts.read(Objects.requireNonNull(found.archived()));
	}

	/**
	 * Corrects a claim, also while it is moved: either the correction is moved with it,
	 * or it is refused because the claim is in the archive.
	 */
	@PutMapping
	@ApiResponse(responseCode = "200")
	@ApiResponse(responseCode = "409", description = "The claim is in the archive", content = @Content)
	ClaimView correct(@ModelAttribute(binding = false) ClaimId id, @Valid @RequestBody ClaimForm form) {
		find(id);
		return this.tables.updateWithRetry(Claim.class, id, form::correct)
			.map(ClaimView::of)
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.CONFLICT,
					"The claim is in the archive: restore it first"));
	}

	@PostMapping("/archive")
	@ResponseStatus(HttpStatus.ACCEPTED)
	void archive(@ModelAttribute(binding = false) ClaimId id) {
		Claim current = find(id).current();
		if (current != null) {
			this.archive.archive(current);
		}
	}

	@PostMapping("/restore")
	@ResponseStatus(HttpStatus.ACCEPTED)
	void restore(@ModelAttribute(binding = false) ClaimId id) {
		if (find(id).current() == null) {
			this.archive.restore(id);
		}
	}

	private Found<Claim, ArchivedClaim> find(ClaimId id) {
		return this.archive.find(id)
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND,
					"There is no claim that " + id.employee() + " filed then"));
	}

}
