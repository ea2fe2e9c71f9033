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

/**
 * How a secondary index is stored: one row for each entity, or one list of entities for
 * each value.
 *
 * @since 0.1
 */
public enum IndexLayout {

	/**
	 * A row for each entity. A write changes the row of its entity alone, and a look-up
	 * reads up to 1,000 of them, perhaps with copies, by one request.
	 */
	ROWS,

	/**
	 * A row for each value, with a list of the ids of all entities that have it. Each
	 * write of such an entity reads and writes the whole list, so that writers of one
	 * value wait for each other; a look-up reads one row and then each entity by its own
	 * key. For tables that other programs read or write in this layout.
	 */
	LIST,

	/**
	 * A blob for each value, with a list of the ids of all entities that have it, however
	 * many these are. Its index is in another partition, and eventual: a worker writes
	 * the blob. Needs a gateway that keeps lists in blobs.
	 */
	BLOB_LIST

}
