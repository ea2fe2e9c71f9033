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

package io.azuretables.patterns.archive;

import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.largevalue.LargeValueTemplate;

/**
 * Copies the blob of a large value when its entity is archived or restored.
 *
 * @param <C> the entity as it is current
 * @param <A> the entity in the archive
 * @param current the property of current entities
 * @param archived the property of archived ones
 */
record ArchivedLargeValue<C, A>(LargeValueTemplate<C> current, LargeValueTemplate<A> archived) {

	/**
	 * The same in the tables of a move.
	 */
	ArchivedLargeValue<C, A> in(TableOperations currents, TableOperations archives) {
		return new ArchivedLargeValue<>(this.current.in(currents), this.archived.in(archives));
	}

	A archive(A copy, C entity) {
		return this.archived.copy(copy, this.current, entity);
	}

	C restore(C begun, A entity) {
		return this.current.copy(begun, this.archived, entity);
	}

}
