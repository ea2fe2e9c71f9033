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

import java.nio.charset.StandardCharsets;

import io.azuretables.patterns.archive.ArchivedContent;
import io.azuretables.patterns.blob.BlobStore;

/**
 * Stores the receipts of archived claims in blobs. In a blob.
 *
 * @param blobs where the blobs lie
 */
record Receipts(BlobStore blobs) {

	ArchivedContent<Claim, ArchivedClaim> content() {
		return new ArchivedContent<>(this.blobs, Claim::receiptContent, ArchivedClaim::receipt,
				ArchivedClaim::withReceipt);
	}

	/**
	 * What the receipt says. One request.
	 */
	String read(ArchivedClaim claim) {
		byte[] content = this.blobs.read(claim.receipt())
			.orElseThrow(() -> new IllegalStateException("There is no blob of the name " + claim.receipt()));
		return new String(content, StandardCharsets.UTF_8);
	}

	Claim toClaim(ArchivedClaim claim) {
		return claim.toClaim(read(claim));
	}

}
