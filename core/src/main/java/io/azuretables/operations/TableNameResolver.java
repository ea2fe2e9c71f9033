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

package io.azuretables.operations;

/**
 * Resolves the name of the table in which the entities of a class are stored. Called for
 * every operation, so that the answer may depend on a tenant.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface TableNameResolver {

	/**
	 * Names are used as they are declared.
	 */
	TableNameResolver AS_DECLARED = (type, name) -> name;

	/**
	 * The name of the table.
	 * @param type the class of the entities
	 * @param name the name that the class declares, with expressions resolved
	 */
	String resolve(Class<?> type, String name);

	/**
	 * Puts a prefix before every name.
	 */
	static TableNameResolver prefixed(String prefix) {
		return new PrefixedTableNames(prefix);
	}

	/**
	 * Gives every class the same table, whatever it declares. A view with it does not
	 * call the resolver of its template, which may depend on the caller.
	 * @param table the name of the table, as the service knows it
	 */
	static TableNameResolver constant(String table) {
		return new ConstantTableName(table);
	}

}
