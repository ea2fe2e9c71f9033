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
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Version;

/**
 * One expense claim. Those of a department lie together, the newest first; those of a
 * person are found by e-mail address, whatever the department.
 *
 * @param department the department, which is the partition
 * @param filedAt when it was filed; {@code null} before that
 * @param employee who filed it
 * @param email the e-mail address of that person
 * @param amount how much is claimed
 * @param receipt what the receipt says
 * @param life changes whenever the claim comes back from the archive
 * @param etag what changes with every write
 */
@Table("Claims")
@PartitionKey("{department}")
@RowKey("claim_{filedAt:desc}_{employee}")
@SecondaryIndex(name = "email", partitionKey = "email_{email}", rowKey = "email_{filedAt:desc}_{department}_{employee}",
		include = {})
record Claim(String department, @Nullable Instant filedAt, String employee, String email, BigDecimal amount,
		String receipt, String life, @Version @Nullable String etag) {

	ClaimId id() {
		return new ClaimId(this.department, Objects.requireNonNull(this.filedAt), this.employee);
	}

	byte[] receiptContent() {
		return this.receipt.getBytes(StandardCharsets.UTF_8);
	}

	Claim withLife(String newLife) {
		return new Claim(this.department, this.filedAt, this.employee, this.email, this.amount, this.receipt, newLife,
				this.etag);
	}

}
