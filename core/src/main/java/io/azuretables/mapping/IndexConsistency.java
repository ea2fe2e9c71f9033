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
 * The consistency of a secondary index whose rows are in another partition: strong or
 * eventual. Both end up true after any crash; they differ in between.
 *
 * @since 0.1
 */
public enum IndexConsistency {

	/**
	 * A look-up misses nothing that was committed before it began. The index row is
	 * written before the entity: a change of the index key costs a message, a row and a
	 * deletion besides the transaction of the entity.
	 */
	STRONG,

	/**
	 * A look-up may miss what was committed until the worker has written the index row. A
	 * change of the index key costs a message besides the transaction of the entity; the
	 * rest is the worker's.
	 */
	EVENTUAL

}
