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

package io.azuretables.internal.change;

import io.azuretables.internal.model.IndexMapping;
import io.azuretables.key.TableKey;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * How the write of an entity changes an index in another partition: the old index row,
 * and the new one.
 *
 * @param index the index
 * @param old the index row that the write supersedes, or {@code null} for none
 * @param row the index row of the write, or {@code null} where the index leaves the
 * entity out, or it is deleted
 * @since 0.1
 */
public record IndexChange(IndexMapping index, @Nullable Superseded old, @Nullable TableRow row) {

	/**
	 * An index row that stands for its entity no longer.
	 *
	 * @param key its key
	 * @param token the token of the write that it is of
	 */
	public record Superseded(TableKey key, String token) {

	}

}
