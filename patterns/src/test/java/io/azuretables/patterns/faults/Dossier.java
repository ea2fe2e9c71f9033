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

import io.azuretables.mapping.Part;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Version;

/**
 * A wide entity: each of its three rows says which write it is of.
 *
 * @param owner the partition
 * @param id what tells it from all others; used once
 * @param write who has written the main row
 * @param text who has written one part
 * @param notes who has written the other part
 * @param etag the version
 */
@Table("Dossiers")
@PartitionKey("{owner}")
@RowKey("dossier_{id}")
record Dossier(String owner, String id, String write, @Part("text") String text, @Part("notes") String notes,
		@Version @Nullable String etag) {

	static Dossier of(String owner, String id, String write) {
		return new Dossier(owner, id, write, write, write, null);
	}

	Dossier in(String newWrite) {
		return new Dossier(this.owner, this.id, newWrite, newWrite, newWrite, this.etag);
	}

	boolean isTorn() {
		return !this.write.equals(this.text) || !this.write.equals(this.notes);
	}

}
