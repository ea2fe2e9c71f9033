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

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Objects;

import io.azuretables.patterns.archive.ArchiveTemplate.Found;

/**
 * What a client gets to know about a claim.
 *
 * @param department the department
 * @param filedAt when it was filed
 * @param employee who filed it
 * @param email the e-mail address
 * @param amount how much is claimed
 * @param archived whether it is in the archive
 */
record ClaimView(String department, Instant filedAt, String employee, String email, BigDecimal amount,
		boolean archived) {

	static ClaimView of(Claim claim) {
		return new ClaimView(claim.department(), claim.id().filedAt(), claim.employee(), claim.email(), claim.amount(),
				false);
	}

	static ClaimView of(ArchivedClaim claim) {
		return new ClaimView(claim.department(), claim.filedAt(), claim.employee(), claim.email(), claim.amount(),
				true);
	}

	static ClaimView of(Found<Claim, ArchivedClaim> found) {
		return (found.current() != null) ? of(found.current()) : of(Objects.requireNonNull(found.archived()));
	}

	ClaimId id() {
		return new ClaimId(this.department, this.filedAt, this.employee);
	}

}
