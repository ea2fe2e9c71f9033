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
 * Whether a query on an index in another partition reads each entity, or answers from the
 * copies in the index.
 *
 * @since 0.1
 */
public enum IndexReads {

	/**
	 * Each entity is read by its own key, one request for each, in parallel, and what it
	 * is then decides: there are no stale answers.
	 */
	VERIFIED,

	/**
	 * The copies in the index answer, without further requests. They may be out of date,
	 * stand for an entity that is gone, or for a change that is about to be made.
	 */
	UNVERIFIED

}
