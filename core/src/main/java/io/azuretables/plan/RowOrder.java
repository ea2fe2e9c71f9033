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

package io.azuretables.plan;

/**
 * How the rows of several requests of a query are combined: one after the other, merged,
 * or sorted in memory.
 *
 * @since 0.1
 */
public enum RowOrder {

	/**
	 * One request after the other, in the order of keys.
	 */
	KEY,

	/**
	 * All requests merged by the row key.
	 */
	ROW_KEY,

	/**
	 * Collected, and sorted in memory.
	 */
	MEMORY

}
