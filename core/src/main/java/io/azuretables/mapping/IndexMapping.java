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

package io.azuretables.mapping;

import java.util.List;

/**
 * What did the class say about one of its indexes?
 *
 * @param name the name
 * @param keys how entities become keys of index rows
 * @param content what index rows hold
 * @param unique whether two entities with one key are refused
 * @since 0.1
 */
public record IndexMapping(String name, KeyMapping keys, Content content, boolean unique) {

	/**
	 * The column that holds the row key of the entity.
	 */
	public static final String ENTITY_ROW_KEY = "_rk";

	/**
	 * The column that holds the partition key of the entity, where the index lies in
	 * another partition.
	 */
	public static final String ENTITY_PARTITION_KEY = "_pk";

	/**
	 * Whether index rows lie in the partition of their entities.
	 */
	public boolean isIntraPartition() {
		return this.content.intraPartition();
	}

	/**
	 * Whether entities without a property of the index key are left out, not refused.
	 */
	public boolean isSparse() {
		return this.content.sparse();
	}

	/**
	 * Whether an index row holds all that the entity holds.
	 */
	public boolean isFullCopy() {
		return this.content.full();
	}

	/**
	 * Whether an index row gives the value of a property when it is read: in the key of
	 * the entity that it holds, or as a copy. Its own key is not read, and its timestamp
	 * is that of the entity only where both are written together.
	 */
	public boolean covers(LeafProperty leaf) {
		boolean copied = leaf.place() != LeafProperty.Place.TIMESTAMP || isIntraPartition();
		return (this.content.full() && copied) || leaf.place() == LeafProperty.Place.KEY
				|| this.content.copied().contains(leaf);
	}

	/**
	 * What an index row holds besides keys.
	 *
	 * @param full whether it is a full copy
	 * @param copied the properties that are copied otherwise
	 * @param intraPartition whether it lies in the partition of the entity
	 * @param sparse whether entities without a property of its key are left out
	 */
	public record Content(boolean full, List<LeafProperty> copied, boolean intraPartition, boolean sparse) {

	}

}
