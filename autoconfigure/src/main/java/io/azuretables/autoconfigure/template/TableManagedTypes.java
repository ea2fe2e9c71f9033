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

package io.azuretables.autoconfigure.template;

import java.util.Set;
import java.util.function.Consumer;

import org.springframework.data.domain.ManagedTypes;

/**
 * Holds the entity classes that were found in the packages of the application. All of
 * them are checked when the application starts.
 *
 * @since 0.1
 */
public final class TableManagedTypes implements ManagedTypes {

	private final Set<Class<?>> types;

	private TableManagedTypes(Set<Class<?>> types) {
		this.types = types;
	}

	/**
	 * Exactly these.
	 */
	public static TableManagedTypes of(Set<Class<?>> types) {
		return new TableManagedTypes(Set.copyOf(types));
	}

	@Override
	public void forEach(Consumer<Class<?>> action) {
		this.types.forEach(action);
	}

}
