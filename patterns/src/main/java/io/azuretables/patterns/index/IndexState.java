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

package io.azuretables.patterns.index;

/**
 * The state of a secondary index, which decides whether queries may use it. Writes
 * maintain it in every state; queries use it when readable.
 *
 * @since 0.1
 */
public enum IndexState {

	/**
	 * Written, and not yet complete.
	 */
	WRITE_ONLY,

	/**
	 * Being filled with what was there before.
	 */
	BACKFILLING,

	/**
	 * Complete. An index of which nothing else is said.
	 */
	READABLE,

	/**
	 * Being deleted.
	 */
	DROPPING

}
