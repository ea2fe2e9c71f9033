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

package io.azuretables.patterns.largevalue;

import io.azuretables.key.TableKey;

/**
 * A difference between rows and blobs that the verification of large values has found.
 *
 * @param key the key of the entity
 * @param blob the name of the blob
 * @param fault what is wrong
 * @since 0.1
 */
public record LargeValueFinding(TableKey key, String blob, Fault fault) {

	/**
	 * Names no key.
	 */
	@Override
	public String toString() {
		return "LargeValueFinding[" + this.fault + "]";
	}

	/**
	 * A kind of difference.
	 */
	public enum Fault {

		/**
		 * The row names a blob that is not there.
		 */
		MISSING,

		/**
		 * The blob has another size than the row says.
		 */
		DIFFERENT_SIZE,

		/**
		 * The row names a blob of another entity, which the sweep of that one deletes.
		 */
		FOREIGN

	}

}
