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

package io.azuretables.operations;

import io.azuretables.plan.AccessPath;
import io.azuretables.plan.QueryOutline;
import org.jspecify.annotations.Nullable;

/**
 * One call of a method of {@link TableTemplate}, with its access path, as observers see
 * it.
 *
 * @param name the name of the method
 * @param path how rows are found, or {@code null} where none are asked for
 * @param index the index that finds them, or {@code null} for the entity's own key
 * @since 0.1
 */
public record Operation(String name, @Nullable AccessPath path, @Nullable String index) {

	static Operation of(String name) {
		return new Operation(name, null, null);
	}

	static Operation of(String name, QueryOutline outline) {
		return new Operation(name, outline.path(), outline.indexName().orElse(null));
	}

}
