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

package io.azuretables.row;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What did one request for rows bring? A page may be short, or empty, and still have a
 * continuation.
 *
 * @param <T> what a row became
 * @param rows the rows, in the order of their keys
 * @param rowsRead how many rows the service returned, those that the reader left out
 * included
 * @param continuation where the next page begins, or {@code null} when there is none
 * @since 0.1
 */
public record RowPage<T>(List<T> rows, int rowsRead, @Nullable Continuation continuation) {

	/**
	 * Where a further page begins. The texts are opaque; the row key may be absent.
	 *
	 * @param nextPartitionKey the service's token for the partition
	 * @param nextRowKey the service's token for the row
	 */
	public record Continuation(String nextPartitionKey, @Nullable String nextRowKey) {

	}

}
