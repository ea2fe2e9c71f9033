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

package io.azuretables.repository.query;

import io.azuretables.query.TableQuery;

/**
 * The query of a repository method, with placeholders for its arguments.
 *
 * @param query the query, with a place for each value that a call gives
 * @param arguments what a call gives
 * @param purpose what is done with what is found
 */
record QueryTemplate(TableQuery query, PlaceholderBinder arguments, Purpose purpose) {

	/**
	 * What is done with what is found.
	 */
	enum Purpose {

		/**
		 * It is returned.
		 */
		FIND("entities or projections of them, or one of the two; for a number, a boolean or nothing, begin its "
				+ "name with count, exists or delete, or say count, exists or delete in @Query"),

		/**
		 * It is counted.
		 */
		COUNT("a long, for how many are found"),

		/**
		 * It matters whether there is any.
		 */
		EXISTS("a boolean, for whether any is found"),

		/**
		 * It is deleted.
		 */
		DELETE("nothing, a long for how many are found, or a List of them");

		private final String returnTypes;

		Purpose(String returnTypes) {
			this.returnTypes = returnTypes;
		}

		/**
		 * What a method for it can return.
		 */
		String returnTypes() {
			return this.returnTypes;
		}

	}

}
