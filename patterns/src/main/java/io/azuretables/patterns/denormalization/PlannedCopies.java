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

package io.azuretables.patterns.denormalization;

import java.util.List;
import java.util.Map;

import io.azuretables.key.TableKey;
import io.azuretables.operations.PartitionTransaction;

/**
 * The planned writes of an entity and its denormalised copies, in its transaction and by
 * a worker.
 *
 * @param <T> the class of the entity
 * @param entity the entity, with fresh copies
 * @param deleted whether it is deleted
 * @param replaced its holders with copies of it, and those of its sources that are
 * written whole
 * @param checked those of its sources that only get a new version
 * @param changed the copies that a worker writes in the holders
 * @param adopted the copies of the entity that a worker compares
 */
record PlannedCopies<T>(T entity, boolean deleted, Map<TableKey, Object> replaced, Map<TableKey, Object> checked,
		List<CopyMapping> changed, List<CopyMapping> adopted) {

	/**
	 * Whether a worker has to write copies afterwards.
	 */
	boolean isFollowed() {
		return !this.changed.isEmpty() || !this.adopted.isEmpty();
	}

	/**
	 * Adds the writes to a transaction, the entity first.
	 */
	void addTo(PartitionTransaction transaction) {
		if (this.deleted) {
			transaction.delete(this.entity);
		}
		else {
			transaction.save(this.entity);
		}
		this.replaced.values().forEach(transaction::replace);
		this.checked.values().forEach(transaction::check);
	}

}
