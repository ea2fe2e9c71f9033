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

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Version;

/**
 * A claim in the archive: under the same keys, in another table, the receipt in a blob.
 *
 * @param department the department, which is the partition
 * @param filedAt when it was filed
 * @param employee who filed it
 * @param email the e-mail address of that person
 * @param amount how much is claimed
 * @param receipt the name of the blob with the receipt; empty before it is there
 * @param life that of the claim
 * @param etag what changes with every write
 */
@Table("ArchivedClaims")
@PartitionKey("{department}")
@RowKey("claim_{filedAt:desc}_{employee}")
@SecondaryIndex(name = "email", partitionKey = "email_{email}", rowKey = "email_{filedAt:desc}_{department}_{employee}",
		include = {})
record ArchivedClaim(String department, Instant filedAt, String employee, String email, BigDecimal amount,
		String receipt, String life, @Version @Nullable String etag) {

	static ArchivedClaim of(Claim claim) {
		return new ArchivedClaim(claim.department(), claim.id().filedAt(), claim.employee(), claim.email(),
				claim.amount(), "", claim.life(), null);
	}

	ClaimId id() {
		return new ClaimId(this.department, this.filedAt, this.employee);
	}

	ArchivedClaim withReceipt(String blob) {
		return new ArchivedClaim(this.department, this.filedAt, this.employee, this.email, this.amount, blob, this.life,
				this.etag);
	}

	Claim toClaim(String text) {
		return new Claim(this.department, this.filedAt, this.employee, this.email, this.amount, text, this.life, null);
	}

}
