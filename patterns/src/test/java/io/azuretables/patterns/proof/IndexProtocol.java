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

package io.azuretables.patterns.proof;

import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * A protocol of an index in other partitions.
 */
interface IndexProtocol {

	/**
	 * Gives an entity a value, or deletes it.
	 * @param token what tells this write from all others
	 */
	void write(String id, @Nullable String value, String token);

	/**
	 * Does some of what writes have left to be done.
	 * @return whether there was something
	 */
	boolean work();

	/**
	 * The entities that have a value, as an application finds them.
	 */
	Set<String> find(String value);

}
