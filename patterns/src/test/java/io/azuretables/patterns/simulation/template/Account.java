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

package io.azuretables.patterns.simulation.template;

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Version;

/**
 * Something that is counted.
 *
 * @param owner the key
 * @param count how much
 * @param write who has counted last
 * @param etag the version
 */
@Table("Accounts")
@PartitionKey("{owner}")
@RowKey("account")
record Account(String owner, int count, String write, @Version @Nullable String etag) {

	Account counted(String newWrite) {
		return new Account(this.owner, this.count + 1, newWrite, this.etag);
	}

}
