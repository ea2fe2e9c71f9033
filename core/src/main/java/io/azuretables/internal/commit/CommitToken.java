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

package io.azuretables.internal.commit;

import io.azuretables.internal.model.IndexMapping;
import io.azuretables.key.TableKey;

/**
 * The unique token of a write, and the key of the row that shows whether the write was
 * committed.
 *
 * @param table the table that is written to
 * @param partitionKey the partition that is written to
 * @param value tells the write from all others; never used for a second one
 * @since 0.1
 */
public record CommitToken(String table, String partitionKey, String value) {

	/**
	 * The key of the token row.
	 */
	public TableKey key() {
		return new TableKey(this.partitionKey, IndexMapping.TOKEN_ROWS + this.value);
	}

}
