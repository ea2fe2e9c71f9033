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

package io.azuretables.patterns.faults;

import java.util.UUID;

import io.azuretables.patterns.sample.Store;
import org.jspecify.annotations.Nullable;

/**
 * Entities with a value, and all that a pattern keeps for them.
 */
interface WrittenPattern {

	/**
	 * Tables of its own for a pattern.
	 */
	static Store store(Services services, String... names) {
		Store store = Store.over(services.gateway(), "t" + UUID.randomUUID().toString().replace("-", ""));
		for (String name : names) {
			store.gateway().createTable(store.names().resolve(Object.class, name));
		}
		return store;
	}

	/**
	 * Writes what an entity needs before it is there.
	 */
	default void prepare(int entity) {
	}

	void insert(int entity, String value);

	/**
	 * Reads an entity, and replaces it on the condition of its version.
	 */
	void update(int entity, String value);

	/**
	 * Changes an entity without its version.
	 */
	void merge(int entity, String value);

	void delete(int entity);

	/**
	 * Lets the worker handle all messages.
	 */
	default void settle() {
	}

	/**
	 * Sends the messages of writes whose process died before it sent them.
	 */
	default void sweep() {
	}

	/**
	 * Checks all that belongs to an entity.
	 * @return the value of the entity; {@code null} if it is not there
	 */
	@Nullable String checked(int entity);

}
