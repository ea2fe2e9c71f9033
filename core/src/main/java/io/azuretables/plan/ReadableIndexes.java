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
 * Tells which secondary indexes are completely filled, so that queries may use them. It
 * is asked for every query, and answers from memory.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface ReadableIndexes {

	/**
	 * Whether queries may use an index now.
	 * @param type the class whose entities are asked for
	 * @param index the name of the index
	 */
	boolean isReadable(Class<?> type, String index);

}
