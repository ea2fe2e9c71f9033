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

package io.azuretables.internal.execution;

import java.util.List;

import io.azuretables.key.TableKey;
import org.jspecify.annotations.Nullable;

/**
 * An object that a query has read, with the key of its row and the values to sort by.
 *
 * @param <T> what a row becomes
 * @param value the object
 * @param row the key of the row that was read
 * @param entity the key of the entity that it stands for
 * @param sort the values to sort by in memory
 * @since 0.1
 */
public record FoundRow<T>(T value, TableKey row, TableKey entity, List<@Nullable Object> sort) {

	/**
	 * The same row with another object.
	 */
	public <R> FoundRow<R> with(R other) {
		return new FoundRow<>(other, this.row, this.entity, this.sort);
	}

}
