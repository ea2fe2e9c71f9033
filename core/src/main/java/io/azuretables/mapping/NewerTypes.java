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
 * Whether a row that a newer version of the entity class has written is refused, skipped
 * or read. Writes refuse such a row in any case.
 *
 * @since 0.1
 */
public enum NewerTypes {

	/**
	 * Reading ends with a {@code NewerVersionException}, which names the class and both
	 * versions. The default.
	 */
	FAIL,

	/**
	 * The row is left out, counted and warned of once, as one of a type that no mapped
	 * class stands for.
	 */
	SKIP,

	/**
	 * The row is read as if it had the version of this process: properties that the class
	 * does not know are left out. For changes that only add properties.
	 */
	READ

}
