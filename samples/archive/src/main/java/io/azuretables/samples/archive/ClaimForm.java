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

import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;

/**
 * What a client says about a claim.
 *
 * @param email the e-mail address
 * @param amount how much is claimed
 * @param receipt what the receipt says
 */
record ClaimForm(@NotBlank @Email String email, @NotNull @Positive BigDecimal amount,
		@NotBlank @Size(max = 32_768) String receipt) {

	Claim toClaim(String department, String employee) {
		return new Claim(department, null, employee, this.email, this.amount, this.receipt, "", null);
	}

	Claim correct(Claim claim) {
		return new Claim(claim.department(), claim.filedAt(), claim.employee(), this.email, this.amount, this.receipt,
				claim.life(), claim.etag());
	}

}
