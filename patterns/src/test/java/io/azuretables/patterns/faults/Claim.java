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

package io.azuretables.patterns.faults;

import java.nio.charset.StandardCharsets;

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Version;

/**
 * What is moved to an archive, and back.
 *
 * @param owner the partition
 * @param id what tells it from all others; used once
 * @param amount what changes
 * @param life another one after each way back
 * @param etag the version
 */
@Table("Claims")
@PartitionKey("{owner}")
@RowKey("claim_{id}")
record Claim(String owner, String id, int amount, @Nullable String life, @Version @Nullable String etag) {

	/**
	 * A claim in its first life.
	 */
	static Claim first(String owner, String id) {
		return new Claim(owner, id, 1, null, null);
	}

	Claim more() {
		return new Claim(this.owner, this.id, this.amount + 1, this.life, this.etag);
	}

	Archived archived() {
		return new Archived(this.owner, this.id, this.amount, this.life, null, null);
	}

	Claim in(String newLife) {
		return new Claim(this.owner, this.id, this.amount, newLife, this.etag);
	}

	/**
	 * What goes into a blob.
	 */
	byte[] content() {
		return content(this.amount);
	}

	static byte[] content(int amount) {
		return ("a claim of " + amount).getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * What becomes of it in the archive.
	 */
	@Table("OldClaims")
	@PartitionKey("{owner}")
	@RowKey("claim_{id}")
	record Archived(String owner, String id, int amount, @Nullable String life, @Nullable String document,
			@Version @Nullable String etag) {

		Claim current() {
			return new Claim(this.owner, this.id, this.amount, this.life, null);
		}

		Archived withDocument(String newDocument) {
			return new Archived(this.owner, this.id, this.amount, this.life, newDocument, this.etag);
		}

	}

}
